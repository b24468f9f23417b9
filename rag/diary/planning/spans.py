"""Periods of whole days. Pure; a day before the calendar's first or after its last is that day."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

_DAYS: Final = {"DAY": 1, "WEEK": 7, "HALF": 15, "FORTNIGHT": 14}
_MONTHS: Final = {"MONTH": 1, "BIMESTER": 2, "QUARTER": 3, "SEMESTER": 6, "YEAR": 12}
_MOST = 5000
_FIRST_MONTH = 12
"""January of year 1, in months."""


@dataclass(frozen=True, slots=True)
class Span:
    """Days from `first` to `last`, both in it. `first` after `last` is a period said backwards."""

    first: date
    last: date

    def until(self, day: date) -> Span:
        """The span as far as it has begun by `day`; as it is when it lies after it."""
        return Span(self.first, min(self.last, day)) if self.first <= day else self


def days_after(day: date, count: int) -> date:
    """The day `count` days later, or earlier when negative."""
    try:
        return day + timedelta(days=max(-_MOST, min(_MOST, count)))
    except OverflowError:
        return date.min if count < 0 else date.max


def months_after(day: date, count: int) -> date:
    """The same day of the month `count` months later, or that month's last day."""
    month = day.year * 12 + day.month - 1 + max(-_MOST, min(_MOST, count))
    if not _FIRST_MONTH <= month < _MONTHS["YEAR"] * (date.max.year + 1):
        return date.min if count < 0 else date.max
    year, month = month // 12, month % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def day_of(year: int, month: int, day: int) -> date | None:
    """That day, or None where the calendar has none."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def one(day: date) -> Span:
    """A day by itself."""
    return Span(day, day)


def week(day: date, after: int = 0) -> Span:
    """Monday to Sunday of the week of `day`, or of the one `after` weeks later."""
    monday = days_after(day, 7 * after - day.weekday())
    return Span(monday, days_after(monday, 6))


def month(day: date, after: int = 0) -> Span:
    """The calendar month of `day`, or the one `after` months later."""
    first = months_after(day.replace(day=1), after)
    return Span(first, first.replace(day=calendar.monthrange(first.year, first.month)[1]))


def year(day: date, after: int = 0) -> Span:
    """The calendar year of `day`, or the one `after` years later."""
    number = max(date.min.year, min(date.max.year, day.year + after))
    return Span(date(number, 1, 1), date(number, 12, 31))


def weekend(day: date, after: int = 0) -> Span:
    """Saturday and Sunday, the latest begun by `day`, or those `after` weeks later."""
    saturday = days_after(day, 7 * after - (day.weekday() - 5) % 7)
    return Span(saturday, days_after(saturday, 1))


def weekday(day: date, number: int) -> date:
    """The latest day not after `day` that is weekday `number` (Monday is 0)."""
    return days_after(day, -((day.weekday() - number) % 7))


def rolling(day: date, count: int, unit: str) -> Span:
    """`count` units that end with `day`: days, weeks of 7, half months of 15, months by the calendar."""
    count = max(1, count)
    if unit in _DAYS:
        return Span(days_after(day, 1 - count * _DAYS[unit]), day)
    if unit in _MONTHS:
        return Span(days_after(months_after(day, -count * _MONTHS[unit]), 1), day)
    if unit == "WEEKEND":
        return Span(weekend(day, 1 - count).first, weekend(day).last).until(day)
    return Span(days_after(day, -((count + 23) // 24)), day)


def ago(day: date, count: int, unit: str) -> Span:
    """What lies `count` units back: one day for days and weeks, a whole month or year for longer units."""
    if unit in _DAYS:
        return one(days_after(day, -count * _DAYS[unit]))
    if unit == "YEAR":
        return year(day, -count)
    if unit in _MONTHS:
        return month(day, -count * _MONTHS[unit])
    if unit == "WEEKEND":
        return weekend(day, -count)
    return one(days_after(day, -(count // 24)))


def calendar_unit(day: date, unit: str, after: int) -> Span:
    """The week, month, year or weekend of `day`, or the one `after` later; other units as days that end with `day`."""
    if unit in _CALENDAR:
        return _CALENDAR[unit](day, after)
    if after == 0:
        return rolling(day, 1, unit)
    if unit in _MONTHS:
        size = _MONTHS[unit]
        start = months_after(day.replace(day=1), -((day.month - 1) % size) + after * size)
        return Span(start, month(start, size - 1).last)
    return rolling(day, 1, unit) if after < 0 else Span(days_after(day, 1), days_after(day, _DAYS.get(unit, 1)))


_CALENDAR: Final = {"WEEK": week, "MONTH": month, "YEAR": year, "WEEKEND": weekend}
