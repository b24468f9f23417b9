"""When a hit is taken without a question."""

from __future__ import annotations

import pytest

from rag.diary.resolving import clear
from rag.diary.types import Food, FoodHit, Match
from rag.types import Language

NAMES = dict.fromkeys(Language, "x")


def hit(match: Match, score: float, *, own: bool = False) -> FoodHit:
    return FoodHit(Food(1, "x", NAMES, "usda", {}, own=own), match, score)


@pytest.mark.parametrize("score", [1.0, 0.95])
def test_a_name_in_the_persons_language_is_certain(score: float) -> None:
    assert clear([hit(Match.EXACT, score)], single=True)


def test_a_single_word_that_only_another_language_has_is_asked_about() -> None:
    assert not clear([hit(Match.EXACT, 0.9)], single=True)


def test_several_words_of_another_language_are_a_name() -> None:
    assert clear([hit(Match.EXACT, 0.9)])


def test_ones_own_food_is_certain_in_any_language() -> None:
    assert clear([hit(Match.EXACT, 0.9, own=True)], single=True)


def test_two_foods_of_one_name_are_asked_about() -> None:
    assert not clear([hit(Match.EXACT, 1), hit(Match.EXACT, 1)])


@pytest.mark.parametrize("match", [Match.SPELLING, Match.TAG])
def test_what_is_spelt_alike_or_of_a_category_is_asked_about(match: Match) -> None:
    assert not clear([hit(match, 1)])


def test_the_words_of_a_name_are_certain_where_no_other_food_comes_near() -> None:
    first = hit(Match.WORDS, 0.8)
    assert (clear([first]), clear([first, hit(Match.WORDS, 0.75)])) == (True, False)
