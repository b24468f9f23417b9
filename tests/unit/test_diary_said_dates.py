"""Dates at the head of a message, and measures and likeness that are offered."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from rag.diary.reading.moments import placed
from rag.diary.types import Clock, Meal, Moment
from rag.types import Language
from tests.unit.diary_messages import asked, shown

PT, ES, EN = Language.PT, Language.ES, Language.EN


@pytest.mark.parametrize(
    ("text", "language", "day", "month"),
    [
        ("25/11 1 maçã", PT, 25, 11), ("25/11 às 15h 1 iogurte", PT, 25, 11), ("20/11 2 huevos", ES, 20, 11),
        ("11/20 2 eggs", EN, 20, 11), ("12/03 2 eggs", EN, 3, 12), ("25/11 2 eggs", EN, 25, 11),
        ("Nov 20 2 eggs", EN, 20, 11), ("1/2 2 ovos", PT, 1, 2),
    ],
)  # fmt: skip
def test_a_date_at_the_start_is_the_day(text: str, language: Language, day: int, month: int) -> None:
    assert (asked(text, language).moment.day_of_month, asked(text, language).moment.month) == (day, month)


@pytest.mark.parametrize("text", ["1/2 maçã", "3/4 de xícara de arroz", "2/3 cup rice"])
def test_a_fraction_at_the_start_is_an_amount(text: str) -> None:
    plan = asked(text)
    assert plan.moment == Moment()
    assert plan.items[0].amount is not None


@pytest.mark.parametrize("text", ["31/02 1 maçã", "30 de fevereiro 1 maçã", "em 31/11 1 maçã", "31/02/2026 1 maçã"])
def test_a_date_that_no_calendar_has_is_never_placed(text: str) -> None:
    moment = asked(text).moment
    assert moment.unreal
    assert placed(moment, datetime(2026, 11, 30, 12, tzinfo=UTC), Clock(ZoneInfo("UTC"))) is None


@pytest.mark.parametrize("text", ["hoje cedo 1 ovo", "hoy temprano 1 huevo"])
def test_early_today_is_breakfast(text: str) -> None:
    assert (asked(text).moment.days_ago, placed_meal(asked(text).moment)) == (0, Meal.BREAKFAST)


def placed_meal(moment: Moment) -> Meal | None:
    when = placed(moment, datetime(2026, 11, 30, 20, tzinfo=UTC), Clock(ZoneInfo("UTC")))
    return when.meal if when else None


def test_a_weight_after_a_sauce_is_of_the_whole() -> None:
    assert shown(asked("macarrão com molho de tomate 250g")) == ["macarrão com molho de tomate | 250 g"]


@pytest.mark.parametrize("text", ["sushi 10 peças", "10 peças de sushi"])
def test_pieces_are_counted(text: str) -> None:
    assert shown(asked(text)) == ["sushi | 10 unit"]
