from __future__ import annotations

import pytest

from bot.redflags.grammar import Grammar, LexiconError, compile_grammar, parse
from bot.redflags.matching import Matcher
from bot.redflags.spelling import Vocabulary, sound
from bot.redflags.words import tokenise
from rag.types import Language

BASE = """
NOT
  pt: nao|nunca
PAIN
  pt: dor|doi*
"""


def compiled(lexicon: str) -> Grammar:
    return compile_grammar(parse(BASE + lexicon), frozenset({"NOT"}))


def spans(lexicon: str, concept: str, text: str, keys: frozenset[str] = frozenset()) -> set[tuple[int, int]]:
    vocabulary = Vocabulary(dict.fromkeys(Language, ""), keys, frozenset(), frozenset({"anos"}))
    found = Matcher(compiled(lexicon), vocabulary).match(tokenise(text))
    return {(mention.start, mention.end) for mention in found.of([concept])}


def test_steps_follow_at_once_or_within_a_gap() -> None:
    assert spans("A\n  pt: PAIN + peito", "A", "dor peito") == {(0, 2)}
    assert spans("A\n  pt: PAIN + peito", "A", "dor no peito") == set()
    assert spans("A\n  pt: PAIN ~1 peito", "A", "dor no peito") == {(0, 3)}
    assert spans("A\n  pt: PAIN ~1 peito", "A", "dor la no peito") == set()


def test_steps_in_either_order() -> None:
    assert spans("A\n  pt: PAIN <1> peito", "A", "peito doi") == {(0, 2)}


def test_a_step_in_brackets_may_be_missing() -> None:
    lexicon = "A\n  pt: PAIN (muito) forte"
    assert spans(lexicon, "A", "dor muito forte") == {(0, 3)}
    assert spans(lexicon, "A", "dor forte") == {(0, 2)}


def test_phrases_are_parted_by_bars() -> None:
    lexicon = "A\n  pt: falta de ar|sem ar"
    assert spans(lexicon, "A", "com falta de ar") == {(1, 4)}
    assert spans(lexicon, "A", "de ar") == set()


def test_a_line_may_go_on_with_a_bar_or_a_semicolon() -> None:
    lexicon = "A\n  pt: um\n      |dois\n      ; tres"
    assert spans(lexicon, "A", "tres dois um") == {(0, 1), (1, 2), (2, 3)}


def test_no_pattern_crosses_the_end_of_a_sentence() -> None:
    assert spans("A\n  pt: PAIN ~3 peito", "A", "dor. peito") == set()


def test_ranges_hold_readings_and_leave_counts_out() -> None:
    lexicon = "A\n  pt: glicose ~3 [10-53]!"
    assert spans(lexicon, "A", "glicose 40") == {(0, 2)}
    assert spans(lexicon, "A", "glicose ha 40 anos") == set()
    assert spans(lexicon, "A", "glicose 90") == set()


def test_a_key_word_is_recognised_by_its_sound_or_by_one_slip() -> None:
    keys = frozenset({"respirando"})
    lexicon = "A\n  pt: respirando"
    assert spans(lexicon, "A", "rrespirannndo respirano respirandu", keys) == {(0, 1), (1, 2), (2, 3)}
    assert spans(lexicon, "A", "resfriado", keys) == set()


def test_words_confused_by_ear_share_a_sound() -> None:
    assert sound("peitu") == sound("peito")
    assert sound("quero") == sound("kero")


@pytest.mark.parametrize(
    "lexicon",
    ["A\n  xx: dor", "pt: dor", "A\n  pt: B", "A\n  pt: B\nB\n  pt: A", "A\n  pt: (dor) peito", "A\n  pt: [1-x]"],
)
def test_a_lexicon_that_cannot_be_read_is_an_error(lexicon: str) -> None:
    with pytest.raises(LexiconError):
        compile_grammar(parse(lexicon), frozenset())
