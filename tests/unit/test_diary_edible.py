from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.diary.lexis.edible import edible


@pytest.mark.parametrize("word", ["arroz", "ovos", "eggs", "feijjao", "arros", "tangerines", "huevitos", "paozinho"])
def test_a_word_of_a_foods_name_is_food_in_any_number_and_spelt_nearly_so(word: str) -> None:
    assert edible().is_food(word)


@pytest.mark.parametrize("word", ["netflix", "boteco", "kkkkk", "mandei", "galera", "zuprex", "grelhado"])
def test_talk_unknown_words_and_ways_of_cooking_are_none(word: str) -> None:
    assert not edible().is_food(word)


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("bananinha", "banana"), ("huevitos", "huevo"), ("farinha", "farinha"), ("coxinha", "coxinha"),
        ("sardinha", "sardinha"), ("franguinho", "frango"), ("zuprezinho", "zuprezinho"),
    ],
)  # fmt: skip
def test_a_diminutive_has_a_base_where_that_is_a_food_and_it_is_no_name(word: str, base: str) -> None:
    assert edible().base(word) == base


@pytest.mark.parametrize("phrase", ["pão de queijo", "Bife de Chorizo", "cheese bread", "bolachas maisena"])
def test_a_name_is_known_in_any_case_and_number(phrase: str) -> None:
    assert edible().is_name(phrase)


@given(st.text(max_size=30))
def test_no_word_is_food_and_talk_at_once(word: str) -> None:
    assert not (edible().is_food(word) and edible().is_chatter(word))
