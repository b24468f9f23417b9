from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.redflags import RULES, RULES_VERSION, screen
from bot.redflags.lexicon import COMMON, KEYS, LEXICON, LOOKALIKES, UNITS
from bot.redflags.screening import Screen
from bot.redflags.spelling import Vocabulary
from bot.redflags.words import MAX_CHARS, plain, tokenise

VOCABULARY = Vocabulary(COMMON, KEYS, LOOKALIKES, UNITS)

PIECES = st.sampled_from(
    [
        "não ", "dor ", "no peito ", "se ", "quero ", "morrer ", "há 3 anos ", "meu pai ", "está ", "e ", ", ", ". ",
        "? ", '"', "no ", "me duele ", "el pecho ", "i can't ", "breathe ", "ontem ", "agora ", "filme ", "180/120 ",
        "nem ", "sem ", "voltou ", "mas ", "já passou ", "medo de ", "o que é ", "\n", "dooor ", "😭", "é ", "bebê ",
    ]
)  # fmt: skip


@pytest.fixture(scope="module")
def screener() -> Screen:
    return Screen(RULES, LEXICON, VOCABULARY, RULES_VERSION)


@given(st.text(max_size=400))
def test_no_text_makes_the_screen_raise(text: str) -> None:
    screen(text)


@given(st.lists(PIECES, max_size=40).map("".join))
@settings(max_examples=300)
def test_no_mix_of_known_words_makes_the_screen_raise(text: str) -> None:
    screen(text)


@given(st.lists(PIECES, max_size=30).map("".join))
@settings(max_examples=200)
def test_case_does_not_change_the_verdict(text: str) -> None:
    assert screen(text) == screen(text.upper().lower())


@pytest.mark.parametrize(
    "unit",
    [
        "não sinto dor no peito e ", "no ", "se eu tiver dor no peito? ", "ha 3 anos agora ", '"dor" ', "bebe ", "dor ",
        "no filme ele diz que ", "não não não ", "quero morrer, ", "glicose 40 ", "sem febre nem dor ",
    ],
)  # fmt: skip
def test_work_grows_linearly_with_the_message(screener: Screen, unit: str) -> None:
    short = unit * (1_000 // len(unit))
    few, many = screener.screen(short).steps, screener.screen(short * 16).steps
    assert many <= 16 * few * 1.3 + 2_000


def test_a_message_of_20_000_characters_is_read_whole_and_a_longer_one_at_both_ends() -> None:
    filler = "bom dia a todos. " * 2_000
    inside = filler[: MAX_CHARS // 2 - 60]
    assert screen(inside + ". Meu pai está com dor no peito. " + inside) is not None
    assert screen(filler + ". Meu pai está com dor no peito") is not None
    assert screen("Meu pai está com dor no peito. " + filler) is not None


@given(st.text(max_size=200))
def test_breaks_quotes_and_questions_stand_beside_every_word(text: str) -> None:
    tokens = tokenise(text)
    count = len(tokens.words)
    assert (len(tokens.breaks), len(tokens.quoted), len(tokens.question)) == (count + 1, count, count)


@given(st.text(max_size=200))
def test_plain_text_has_no_accents_left(text: str) -> None:
    assert not any("\u0300" <= char <= "\u036f" for char in plain(text))


@pytest.mark.parametrize("words", list(COMMON.values()))
def test_no_everyday_word_alone_is_an_emergency(words: str) -> None:
    assert [word for word in words.split() if screen(word)] == []


def test_no_lookalike_is_itself_a_key() -> None:
    assert [word for word in LOOKALIKES if word in KEYS] == []
