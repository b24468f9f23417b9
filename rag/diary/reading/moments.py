"""When something was eaten, placed in the person's own days."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from rag.diary.days import day_of
from rag.diary.types import Clock, Meal, Moment, Placed

_USUAL: Final = {
    Meal.BREAKFAST: time(8), Meal.MORNING_SNACK: time(10, 30), Meal.LUNCH: time(12, 30),
    Meal.AFTERNOON_SNACK: time(16), Meal.DINNER: time(20), Meal.SUPPER: time(22, 30),
}  # fmt: skip
_FROM: Final = (
    (time(5), Meal.BREAKFAST), (time(10), Meal.MORNING_SNACK), (time(11, 30), Meal.LUNCH),
    (time(15), Meal.AFTERNOON_SNACK), (time(18), Meal.DINNER), (time(22), Meal.SUPPER),
)  # fmt: skip
_SLACK: Final = timedelta(hours=1)
_EARLY: Final = timedelta(hours=3)
_SMALL_HOURS: Final = time(5)
_MOST_DAYS: Final = 366


def meal_at(local: time) -> Meal:
    """The meal that people have at that time of day."""
    return next((meal for start, meal in reversed(_FROM) if local >= start), Meal.SUPPER)


def placed(moment: Moment, at: datetime, clock: Clock) -> Placed | None:
    """When it was eaten, told at the aware time `at`; None for what has not been yet, and for a date that can't be.

    A said meal without a time has its usual one, unless it is that meal's time as it is told or will be within three
    hours. A time later than an hour from now was yesterday's, unless today was said.
    """
    if moment.unreal is not None:
        return None
    try:
        return _placed(moment, at, clock)
    except (OverflowError, ValueError):
        return None


def _placed(moment: Moment, at: datetime, clock: Clock) -> Placed | None:
    local = at.astimezone(clock.zone)
    today = day_of(at, clock)
    said = said_day(moment, today)
    day = said or today
    if day > today:
        return None
    if moment.time is not None:
        return _at_time(moment, at, clock, day, moment.time, unsaid=said is None)
    if moment.meal is None or (day == today and moment.meal is meal_at(local.time())):
        when = local if day == today else _instant(day, local.time(), clock)
        return Placed(when, day, moment.meal or meal_at(local.time()))
    usual = _instant(day, _USUAL[moment.meal], clock)
    if usual <= at:
        return Placed(usual, day, moment.meal)
    if said is not None or _begins(moment.meal, day, clock) - at <= _EARLY:
        return Placed(local, today, moment.meal)
    day -= timedelta(days=1)
    return Placed(_instant(day, _USUAL[moment.meal], clock), day, moment.meal)


def _at_time(moment: Moment, at: datetime, clock: Clock, day: date, said: time, *, unsaid: bool) -> Placed | None:
    when = _instant(day, said, clock)
    if when > at + _SLACK:
        if not unsaid and not (said < clock.day_start or at.astimezone(clock.zone).time() < _SMALL_HOURS):
            return None
        day -= timedelta(days=1)
        when = _instant(day, said, clock)
    return Placed(when, day, moment.meal or meal_at(when.time()))


def said_day(moment: Moment, today: date) -> date | None:
    """The day that was said, as the latest one up to `today`; a weekday is before today. None where none was."""
    if moment.day is not None:
        return moment.day
    if moment.days_ago is not None:
        return today - timedelta(days=moment.days_ago)
    if moment.weekday is not None:
        return today - timedelta(days=(today.weekday() - moment.weekday - 1) % 7 + 1)
    return _latest(moment.day_of_month, moment.month, today) if moment.day_of_month is not None else None


def _latest(day: int, month: int | None, today: date) -> date:
    return next(
        found
        for found in _backwards(today)
        if found.day == day and (month is None or found.month == month)
    )  # fmt: skip


def _backwards(today: date) -> Iterator[date]:
    for days in range(8 * _MOST_DAYS):
        yield today - timedelta(days=days)
    raise ValueError("no such day")


def _begins(meal: Meal, day: date, clock: Clock) -> datetime:
    return _instant(day, next(start for start, named in _FROM if named is meal), clock)


def _instant(day: date, local: time, clock: Clock) -> datetime:
    """That time of the person's day: the first of two, and one that a clock skips moved forward by what it skips."""
    if local < clock.day_start:
        day += timedelta(days=1)
    naive = datetime.combine(day, local.replace(tzinfo=None, fold=0), tzinfo=clock.zone)
    return naive.astimezone(UTC).astimezone(clock.zone)
