from __future__ import annotations

from decimal import Decimal
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.diary.reading.meals import read_log, read_meals
from rag.diary.types import Intent, Meal
from rag.types import Language
from tests.unit.diary_messages import asked, measures, shown

MEASURES = measures()
WORDS = st.sampled_from(
    "comi 2 1/2 meia um uma de arroz , . e com não ontem às 8h no café ( ) - x g kg colher sopa fatia dúzia nan 1e9 ½ "
    "\n mesmo repete copo grande had a of the y media taza d'água : % / entre".split(" ")
)  # fmt: skip


@given(st.text(max_size=120), st.sampled_from(Language), st.booleans())
def test_any_text_is_read_without_an_error(text: str, language: Language, given_to_log: bool) -> None:
    plan = read_log(text, MEASURES, language, asked=given_to_log)
    assert (plan.intent is Intent.LOG) == bool(plan.items)


@given(st.lists(WORDS, max_size=25).map(" ".join))
def test_any_order_of_its_own_words_is_read_without_an_error(text: str) -> None:
    plan = read_log(text, MEASURES, Language.PT, asked=True)
    assert all(item.food and (item.amount is None or item.amount.value > 0) for item in plan.items)


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(st.integers(1, 60), st.sampled_from(["ovos", "fatias de pão", "g de arroz", "conchas de feijão"])),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from([", ", " e ", "; ", "\n", " + ", " mais ", " y ", " and "]),
)
def test_every_amount_of_a_list_is_the_one_written(said: list[tuple[int, str]], joined: str) -> None:
    text = joined.join(f"{count} {food}" for count, food in said)
    items = asked(text).items
    assert [item.amount.value for item in items if item.amount] == [Decimal(count) for count, _ in said]


@pytest.mark.parametrize(
    "piece", ["a ", "2 ", "pão e ", "um pouco ", "haha ", "1/", "ontem ", "2 grande ", "não comi ", "o mesmo de ont "]
)  # fmt: skip
def test_twice_the_text_takes_about_twice_the_time(piece: str) -> None:
    def seconds(times: int) -> float:
        start = process_time()
        read_log(piece * times, MEASURES, Language.PT, asked=True)
        return process_time() - start

    seconds(50)
    assert min(seconds(1600) for _ in range(2)) < 9 * min(seconds(400) for _ in range(3)) + 0.05


def test_several_meals_are_a_plan_each_and_no_single_one() -> None:
    text = "no café 2 ovos, no almoço 100 g de arroz"
    plans = read_meals(text, MEASURES, Language.PT, asked=True)
    assert [(plan.moment.meal, shown(plan)) for plan in plans] == [
        (Meal.BREAKFAST, ["ovos | 2 unit"]),
        (Meal.LUNCH, ["arroz | 100 g"]),
    ]
    assert asked(text).intent is Intent.NONE
