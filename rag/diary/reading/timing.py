"""What was said of when something was eaten, and one moment made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import time
from typing import Final

from rag.diary.types import Meal, Moment

PARTS: Final = {"morning": Meal.BREAKFAST, "afternoon": Meal.AFTERNOON_SNACK, "evening": Meal.DINNER}
"""The meal that a part of the day means where none is said."""
NIGHT: Final = time(2)
"""When "de madrugada" is."""
NOON: Final = 12
_SMALL_HOURS: Final = time(5)
_AFTERNOONS: Final = frozenset({Meal.AFTERNOON_SNACK, Meal.DINNER, Meal.SUPPER})
_LATEST_LUNCH: Final = 5


@dataclass(frozen=True, slots=True)
class Timing:
    """One thing said of when, in words `start` to `end` (exclusive); `part` is of the day and gives way to a meal."""

    start: int
    end: int
    moment: Moment
    part: str | None = None


def merged(timings: Sequence[Timing]) -> Moment:
    """One moment of all that was said; the first of a kind counts, a meal's noun before its verb."""
    ordered = sorted(timings, key=lambda timing: timing.part == "verb")
    found = Moment()
    for timing in ordered:
        found = _filled(found, timing.moment)
    parts = [timing.part for timing in timings if timing.part in PARTS]
    if parts and found.meal is None and found.time is None:
        found = replace(found, meal=PARTS[parts[0] or ""])
    late = bool(parts) and parts[0] in {"afternoon", "evening"}
    sure = any(timing.part == "sure" for timing in timings)
    return found if sure else _afternoon(found, late=late)


def differing(timings: Sequence[Timing]) -> bool:
    """Whether two different days or meals are told of."""
    meals = {timing.moment.meal for timing in timings if timing.moment.meal and timing.part != "verb"}
    days = {_day_of(timing.moment) for timing in timings} - {_day_of(Moment())}
    return len(meals) > 1 or len(days) > 1


def _day_of(moment: Moment) -> tuple[object, ...]:
    return moment.day, moment.days_ago, moment.weekday, moment.day_of_month, moment.month, moment.unreal


def _filled(first: Moment, second: Moment) -> Moment:
    if not any(value is not None for value in _day_of(first)):
        first = replace(first, day=second.day, days_ago=second.days_ago, weekday=second.weekday,
                        day_of_month=second.day_of_month, month=second.month, unreal=second.unreal)  # fmt: skip
    return replace(first, time=second.time if first.time is None else first.time, meal=first.meal or second.meal)


def _afternoon(moment: Moment, *, late: bool) -> Moment:
    """Hours of the later meals: "jantei às 8" is at 20:00, "almocei à 1" at 13:00."""
    said = moment.time
    if said is None or said.hour >= NOON or said.hour == 0 or said == NIGHT:
        return moment
    lunch = moment.meal is Meal.LUNCH and said.hour < _LATEST_LUNCH
    small = moment.meal is Meal.SUPPER and said.hour < _SMALL_HOURS.hour
    if lunch or (not small and (late or moment.meal in _AFTERNOONS)):
        return replace(moment, time=said.replace(hour=said.hour + NOON))
    return moment
