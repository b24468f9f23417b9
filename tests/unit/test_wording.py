from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.wording import Lexicon, fold, load_lexicon, tokens
from rag.wording.patterns import PatternError

LISTS = 'fruit = "maçã pêra* uva_passa"\nfood = "<fruit> bread"'


def lexicon(folder: Path, *patterns: str, lists: str = LISTS) -> Lexicon:
    path = folder / "lexicon.toml"
    lines = "\n".join(patterns)
    path.write_text(f'[lists]\n{lists}\n[patterns]\nbook = """\n{lines}\n"""\n', encoding="utf-8")
    return load_lexicon(path)


def found(folder: Path, pattern: str, text: str) -> bool:
    book = lexicon(folder, pattern)
    return book.found("book", book.read(text))


def test_shorthand_is_written_out_and_stretched_letters_levelled() -> None:
    assert tokens("Oiiii, VC sabe oq eh?? kkkk") == ["oi", "voce", "sabe", "o", "que", "e", "?", "haha"]


def test_a_daughter_is_no_laughter() -> None:
    assert tokens("mi hija, jaja") == ["mi", "hija", "haha"]


def test_marks_in_a_row_are_one_and_a_question_mark_wins() -> None:
    assert tokens("dói!!!? sim...") == ["doi", "?", "sim", "."]


def test_a_decimal_is_one_word_and_an_apostrophe_none() -> None:
    assert tokens("glicada 9,8 don't") == ["glicada", "9,8", "dont"]


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("eat .. <fruit>", "I eat one green MACA", True),
        ("eat .. <fruit>", "eat one two three four maçã", False),
        ("eat ... <fruit>", "eat one two three four maçã", True),
        ("eat .. <fruit>", "eat. maçã", False),
        ("eat <food>", "eat bread", True),
        ("eat <fruit>", "eat peras", True),
        ("eat <fruit>", "eat uva passa", True),
        ("eat <fruit>", "eat uva", False),
        ("eat (the|a) bread", "eat the bread", True),
        ("eat (the|a) bread", "eat bread", True),
        ("^ eat bread", "now eat bread", False),
        ("^ eat bread", "now. eat bread", True),
        ("eat $", "eat bread", False),
        ("eat $", "please eat!", True),
        ("eat bread ?", "eat bread?", True),
        ("eat bread ?", "eat bread", False),
        ("!not|do_not eat", "do not eat", False),
        ("!do_not eat", "I eat", True),
        ("breakfast", "brekfast", True),
        ("breakfast", "breakfats", True),
        ("breakfast", "fast", False),
    ],
)
def test_a_pattern_is_followed_as_it_reads(tmp_path: Path, pattern: str, text: str, expected: bool) -> None:
    assert found(tmp_path, pattern, text) is expected


def test_an_indented_line_goes_on_with_the_one_before(tmp_path: Path) -> None:
    assert found(tmp_path, "eat|\n  drink bread|\n  milk", "drink milk")


@pytest.mark.parametrize("pattern", ["<unknown> x", ".. x", "^ $", "()"])
def test_a_pattern_that_cannot_be_read_is_an_error(tmp_path: Path, pattern: str) -> None:
    with pytest.raises(PatternError):
        lexicon(tmp_path, pattern)


def test_a_list_that_names_itself_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PatternError):
        lexicon(tmp_path, "x", lists='a = "<b>"\nb = "<a>"')


def test_a_message_is_covered_only_when_nothing_is_left_over(tmp_path: Path) -> None:
    book = lexicon(tmp_path, "x")
    assert book.covered(book.read("Bread, maçã! uva passa"), ("food",))
    assert not book.covered(book.read("bread and maçã"), ("food",))
    assert not book.covered([], ("food",))


@given(st.text(max_size=200))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize("text", ["x" * 20_000, "a " * 10_000, "?" * 20_000, "ção" * 6_000])
def test_long_messages_are_read_quickly(text: str) -> None:
    started = process_time()
    tokens(text)
    assert process_time() - started < 1
