from __future__ import annotations

import uuid
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.diary.replying import adds, corrects, denies, hinted_by, moment_of, named_by
from rag.diary.evidence import Entry
from rag.diary.types import NUTRIENTS, Food, Meal, Moment
from rag.types import Language


def entry(name: str, english: str = "xyzzy") -> Entry:
    names = {Language.PT: name, Language.ES: "xyzzy", Language.EN: english}
    food = Food(1, "food", names, "test", dict.fromkeys(NUTRIENTS))
    at = datetime(2026, 11, 30, 15, tzinfo=UTC)
    return Entry(uuid.UUID(int=1), uuid.UUID(int=2), food, Decimal(1), "", {}, at, date(2026, 11, 30), Meal.LUNCH, {})


@pytest.mark.parametrize(
    "text", ["não comi nada", "Não comi.", "nada", "no comí nada", "I ate nothing", "não comi hoje"]
)
def test_a_text_that_only_says_that_nothing_was_eaten_denies(text: str) -> None:
    assert denies(text)


@pytest.mark.parametrize("text", ["não comi o arroz", "nada de sal, 2 ovos", "posso comer?", "2 ovos", ""])
def test_a_text_that_says_anything_else_denies_nothing(text: str) -> None:
    assert not denies(text)


@pytest.mark.parametrize(
    "text", ["e mais 1 banana", "e 1 banana", "+ 1 banana", "mais uma banana", "outra banana", "también 1 plátano",
             "and 1 banana", "another banana", "faltou 1 banana"]
)  # fmt: skip
def test_more_of_a_meal_is_told_apart_from_a_correction(text: str) -> None:
    assert adds(text)
    assert not corrects(text)


@pytest.mark.parametrize("text", ["foram 3 ovos", "mas foram 3 ovos", "eran 3 huevos", "it was brown rice"])
def test_a_correction_adds_nothing(text: str) -> None:
    assert corrects(text)
    assert not adds(text)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("foi no almoço de ontem", Moment(days_ago=1, meal=Meal.LUNCH)),
        ("no jantar", Moment(meal=Meal.DINNER)),
        ("fue ayer", Moment(days_ago=1)),
        ("it was yesterday at lunch", Moment(days_ago=1, meal=Meal.LUNCH)),
        ("foram 3 ovos, ontem no almoço", None),
        ("comi ontem?", None),
        ("arroz", None),
        ("", None),
    ],
)
def test_a_time_that_is_all_a_reply_says_is_read(text: str, moment: Moment | None) -> None:
    assert moment_of(text) == moment


@pytest.mark.parametrize(
    ("said", "name", "named"),
    [
        ("ovos", "Ovo mexido", True),
        ("ovos mexidos", "Ovo mexido", True),
        ("arroz integral", "Arroz branco cozido", False),
        ("leite", "Café com leite", False),
        ("leite", "Doce de leite", False),
        ("de", "Doce de leite", False),
    ],
)
def test_an_entry_is_named_by_words_with_its_head(said: str, name: str, *, named: bool) -> None:
    assert named_by(said, entry(name), [], Language.PT) is named


def test_the_head_of_an_english_name_is_its_last_word() -> None:
    assert named_by("chicken", entry("xyzzy", "Roast chicken, no skin"), [], Language.EN)
    assert not named_by("orange", entry("xyzzy", "Orange juice"), [], Language.EN)


def test_an_entry_is_named_by_what_it_was_called() -> None:
    assert named_by("frango", entry("Peito de galinha"), ["frango"], Language.PT)


def test_what_a_food_goes_with_hints_at_it_no_more() -> None:
    assert hinted_by("frango", entry("Peito de frango grelhado"), [])
    assert not hinted_by("leite", entry("Café com leite"), [])


@given(st.text(max_size=80))
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert not (adds(text) and corrects(text))
    assert not (denies(text) and moment_of(text) is not None)
    assert hinted_by(text, entry("Arroz"), []) or not named_by(text, entry("Arroz"), [], Language.PT)
