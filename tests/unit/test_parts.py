from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.notes.parts import split_parts


def fourths(text: str) -> int:
    """A token every four characters."""
    return math.ceil(len(text) / 4)


def test_a_text_within_the_limit_is_one_part() -> None:
    assert split_parts("Uma frase. Outra.", 2_048, fourths) == ("Uma frase. Outra.",)


def test_parts_end_where_sentences_do() -> None:
    assert split_parts("Uma frase. Outra frase. Fim.", 6, fourths) == ("Uma frase. Outra frase. ", "Fim.")


def test_a_sentence_over_the_limit_is_cut_between_clauses_then_words_then_characters() -> None:
    assert split_parts("um dois, três quatro cinco", 3, fourths) == ("um dois, ", "três quatro ", "cinco")
    assert split_parts("abcdefghij", 1, fourths) == ("abcd", "efgh", "ij")


def test_an_empty_text_has_no_parts() -> None:
    assert split_parts("", 10, fourths) == ()


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_must_be_positive(limit: int) -> None:
    with pytest.raises(ValueError, match="must be positive"):
        split_parts("texto", limit, fourths)


def test_a_character_over_the_limit_is_an_error() -> None:
    with pytest.raises(ValueError, match="a single character"):
        split_parts("texto", 1, lambda text: 2 * len(text))


TEXTS = st.text(st.sampled_from("abç ABC.,;:!\n()12"), max_size=300) | st.text(max_size=100)


@given(TEXTS, st.integers(1, 30))
def test_parts_join_to_the_text_and_each_is_within_the_limit(text: str, limit: int) -> None:
    parts = split_parts(text, limit, fourths)
    assert "".join(parts) == text
    assert all(0 < fourths(part) <= limit for part in parts)


@given(st.lists(st.sampled_from(["Uma frase curta. ", "Outra, com vírgula. ", "Fim!\n"]), min_size=1, max_size=40))
def test_no_two_neighbouring_parts_would_fit_in_one(sentences: list[str]) -> None:
    parts = split_parts("".join(sentences), 20, fourths)
    assert all(fourths(one + other) > 20 for one, other in pairwise(parts))
