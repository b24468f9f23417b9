from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.diary.planning.clamping import clamp
from rag.diary.types import NUTRIENTS, Note, Plan, Wish

TODAY = date(2026, 11, 19)


def clamped(first: date | None = None, last: date | None = None, *nutrients: str) -> tuple[Plan, set[Note]]:
    plan, notes = clamp(Wish(first, last, nutrients), TODAY)
    return plan, set(notes)


def days(first: str, last: str) -> Plan:
    return Plan(date.fromisoformat(first), date.fromisoformat(last), (), need_detail=False)


def test_nothing_said_is_thirty_days_that_end_today() -> None:
    assert clamped() == (days("2026-10-21", "2026-11-19"), {Note.DEFAULT_PERIOD})


def test_a_first_day_alone_runs_to_today() -> None:
    assert clamped(date(2026, 11, 16)) == (days("2026-11-16", "2026-11-19"), set())


def test_a_last_day_alone_ends_thirty_days_and_says_so() -> None:
    assert clamped(None, date(2026, 11, 18)) == (days("2026-10-20", "2026-11-18"), {Note.DEFAULT_PERIOD})


def test_a_last_day_alone_in_the_future_ends_today() -> None:
    assert clamped(None, date(2027, 1, 1)) == (
        days("2026-10-21", "2026-11-19"),
        {Note.DEFAULT_PERIOD, Note.FUTURE_CUT},
    )


def test_future_days_are_cut_to_today() -> None:
    assert clamped(date(2026, 11, 10), date(2026, 12, 5)) == (days("2026-11-10", "2026-11-19"), {Note.FUTURE_CUT})
    assert clamped(date(2026, 12, 1), date(2026, 12, 5)) == (days("2026-11-19", "2026-11-19"), {Note.FUTURE_CUT})
    assert clamped(date(2026, 12, 1)) == (days("2026-11-19", "2026-11-19"), {Note.FUTURE_CUT})


def test_reversed_days_are_swapped() -> None:
    assert clamped(date(2026, 11, 10), date(2026, 11, 1)) == (days("2026-11-01", "2026-11-10"), {Note.REVERSED})


def test_of_more_than_ninety_two_days_the_last_are_kept() -> None:
    assert clamped(date(2026, 8, 20), TODAY) == (days("2026-08-20", "2026-11-19"), set())
    assert clamped(date(2026, 8, 19), TODAY) == (days("2026-08-20", "2026-11-19"), {Note.CAPPED})
    assert clamped(date(2025, 1, 1), date(2025, 12, 31)) == (days("2025-10-01", "2025-12-31"), {Note.CAPPED})


def test_days_cut_at_today_are_counted_after_the_cut() -> None:
    assert clamped(date(2026, 10, 1), date(2027, 10, 1)) == (days("2026-10-01", "2026-11-19"), {Note.FUTURE_CUT})


def test_nutrients_stand_once_in_their_order() -> None:
    plan, notes = clamped(TODAY, TODAY, "iron_mg", "energy_kcal", "iron_mg")
    assert plan.nutrients == ("energy_kcal", "iron_mg")
    assert not notes


@pytest.mark.parametrize("name", ["omega_3", "", "ENERGY_KCAL", "iron_mg; drop table", "energy_kcal "])
def test_unknown_nutrients_are_dropped_and_noted(name: str) -> None:
    plan, notes = clamped(TODAY, TODAY, name, "zinc_mg")
    assert plan.nutrients == ("zinc_mg",)
    assert notes == {Note.UNKNOWN_NUTRIENT}


def test_a_moment_counts_as_its_day() -> None:
    moment = datetime(2026, 11, 18, 23, 30)  # noqa: DTZ001 -- garbage that types let through
    assert clamped(moment, moment) == (days("2026-11-18", "2026-11-18"), set())


DATES = st.none() | st.dates() | st.dates(date(2026, 6, 1), date(2027, 3, 1))
NAMES = st.sampled_from(NUTRIENTS) | st.text(max_size=20)


@given(
    first=DATES, last=DATES, nutrients=st.lists(NAMES, max_size=50), detail=st.booleans(),
    today=st.dates() | st.sampled_from([date.min, date.max]),
)  # fmt: skip
def test_any_wish_becomes_a_valid_plan(
    first: date | None, last: date | None, nutrients: list[str], detail: bool, today: date
) -> None:
    plan, notes = clamp(Wish(first, last, tuple(nutrients), detail), today)
    assert plan.date_from <= plan.date_to <= today
    assert plan.date_to - plan.date_from < timedelta(days=92)
    assert plan.nutrients == tuple(key for key in NUTRIENTS if key in nutrients)
    assert plan.need_detail is detail
    assert (Note.UNKNOWN_NUTRIENT in notes) == bool(set(nutrients) - set(NUTRIENTS))
    assert (Note.DEFAULT_PERIOD in notes) == (first is None)


@given(first=DATES, last=DATES, today=st.dates(date(2000, 1, 1), date(2100, 1, 1)))
def test_a_plan_clamped_again_stays_as_it_is(first: date | None, last: date | None, today: date) -> None:
    plan, _ = clamp(Wish(first, last), today)
    assert clamp(Wish(plan.date_from, plan.date_to), today) == (plan, frozenset())
