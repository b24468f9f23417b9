"""What the words of days and periods mean: from a match of a rule's words to days. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final

from rag.diary.planning import spans
from rag.diary.planning.spans import Span

_SHORT_UNITS: Final = {"sem": "WEEK", "w": "WEEK", "d": "DAY", "h": "HOUR", "hs": "HOUR", "m": "MONTH"}
_THIRDS: Final = {"START": (1, 10), "MIDST": (11, 20), "END": (21, 31)}
_HALVES: Final = {"1": (1, 15), "2": (16, 31)}
_CAP_DAYS: Final = 92
_SATURDAY: Final = 5


@dataclass(frozen=True, slots=True)
class Context:
    """What a rule knows beside its words."""

    today: date
    month_first: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What a rule makes of its words: a span, or None for words that name no period by themselves.

    `step` is by what a year, month or week left unsaid may move: "year", "month", "week" or "".
    """

    span: Span | None
    step: str = ""


Resolve = Callable[[re.Match[str], Context], Found | None]
"""From a match of a rule's words to what they mean; None where they are no day at all."""


def latest(day: int, month: int, today: date) -> date | None:
    """The latest such day not after `today`; 29 February in the latest leap year."""
    years = (spans.day_of(today.year - back, month, day) for back in range(9) if today.year > back)
    return next((found for found in years if found is not None and found <= today), None)


def latest_day(day: int, today: date) -> date | None:
    """The latest day not after `today` that is number `day` of its month."""
    months = (spans.months_after(today.replace(day=1), -back) for back in range(12))
    days = (spans.day_of(first.year, first.month, day) for first in months)
    return next((found for found in days if found is not None and found <= today), None)


def _year(match: re.Match[str], today: date) -> int | None:
    said = match.groupdict()
    if said.get("y"):
        return int(said["y"])
    if said.get("yp"):
        return today.year - 1
    return today.year if said.get("yt") else None


def _dated(match: re.Match[str], day: int, today: date) -> date | None:
    year = _year(match, today)
    return latest(day, int(match["mo"]), today) if year is None else spans.day_of(year, int(match["mo"]), day)


def day_in_month(match: re.Match[str], context: Context) -> Found | None:
    """One day of a month, of the latest year that gives a day not after today."""
    day = _dated(match, int(match["a"]), context.today)
    return Found(spans.one(day), "" if _year(match, context.today) else "year") if day else None


def days_in_month(match: re.Match[str], context: Context) -> Found | None:
    """Both days in one month, the latest that has begun."""
    month = _month_span(match, context.today)
    first, last = (spans.day_of(month.first.year, month.first.month, int(match[side])) for side in "ab")
    return Found(Span(first, last)) if first and last else None


def day(match: re.Match[str], context: Context) -> Found | None:
    """A day by its number alone: the latest."""
    day = latest_day(int(match["a"]), context.today)
    return Found(spans.one(day), "month") if day else None


def days(match: re.Match[str], context: Context) -> Found | None:
    """From one day of a month to another, of the next month where it is a lower number."""
    first = latest_day(int(match["a"]), context.today)
    last = first and spans.day_of(first.year, first.month, int(match["b"]))
    if first and last and last < first:
        following = spans.months_after(last, 1)
        last = following if following <= context.today else last
    return Found(Span(first, last)) if first and last else None


def numeric(match: re.Match[str], context: Context) -> Found | None:
    """One numeric date."""
    day = numeric_date(match["date"], context.today, context.month_first)
    return Found(spans.one(day), "" if len(re.findall(r"\d+", match["date"])) > 2 else "year") if day else None  # noqa: PLR2004


def days_before_numeric(match: re.Match[str], context: Context) -> Found | None:
    """Both days of "de 20 a 25/10", whose month is said once."""
    last = numeric_date(match["date"], context.today, context.month_first)
    first = last and spans.day_of(last.year, last.month, int(match["a"]))
    return Found(Span(first, last)) if first and last else None


def numeric_date(said: str, today: date, month_first: bool) -> date | None:
    """The day that "5/11", "5/11/26" or "2026-11-05" names; month and day swap where only that gives a day."""
    parts = [int(part) for part in re.findall(r"\d+", said)]
    if said[:4].isdecimal():
        return spans.day_of(parts[0], parts[1], parts[2])
    day, month = (parts[1], parts[0]) if month_first else (parts[0], parts[1])
    if len(parts) == 2:  # noqa: PLR2004
        return latest(day, month, today) or latest(month, day, today)
    year = parts[2] + (2000 if parts[2] < 100 else 0)  # noqa: PLR2004
    return spans.day_of(year, month, day) or spans.day_of(year, day, month)


def _month_span(match: re.Match[str], today: date) -> Span:
    number, year = int(match["mo"]), _year(match, today)
    if year is None:
        year = today.year if number <= today.month else max(1, today.year - 1)
    return spans.month(date(year, number, 1))


def named_month(match: re.Match[str], context: Context) -> Found:
    """A month: the latest begun, or the one before it ("junho passado"), or the next."""
    span = _month_span(match, context.today)
    said = f"{match['before'] or ''}{match['after'] or ''}"
    if "NEXT" in said and span.first <= context.today:
        span = spans.month(spans.months_after(span.first, 12))
    elif re.search("PAST|LAST|ROLLING", said) and span.last >= context.today:
        span = spans.month(spans.months_after(span.first, -12))
    return Found(span.until(context.today), "" if _year(match, context.today) else "year")


def part_of_month(match: re.Match[str], context: Context) -> Found:
    """Beginning, middle, end, half or week of a month: the latest begun."""
    today = context.today
    back = -1 if re.search("PAST|LAST", match["ref"] or "") else 0
    span = _part(match, _month_span(match, today) if match["mo"] else spans.month(today, back))
    if match["ref"] == "MONTH" and span.first > today:
        span = _part(match, spans.month(today, -1))
    return Found(span.until(today))


def _part(match: re.Match[str], month: Span) -> Span:
    low, high = _bounds(match["part"], month.last.day)
    return Span(month.first.replace(day=low), month.first.replace(day=min(high, month.last.day)))


def _bounds(part: str, size: int) -> tuple[int, int]:
    if part in _THIRDS:
        return _THIRDS[part]
    ordinal, unit = part.split()
    number = "1" if ordinal[0] in "pf" else "2" if ordinal in {"WD0", "second"} else "3" if ordinal[0] == "t" else "0"
    if unit in {"HALF", "FORTNIGHT"}:
        return _HALVES.get(number, (16, size))
    return (7 * int(number) - 6, 7 * int(number)) if number != "0" else (size - 6, size)


def whole_year(match: re.Match[str], context: Context) -> Found:
    """A year, as far as it has begun."""
    return Found(spans.year(date(int(match["y"]), 1, 1)).until(context.today))


def _unit(match: re.Match[str]) -> str:
    unit = match["u"]
    return _SHORT_UNITS.get(unit) or unit.removesuffix("S")


def _count(match: re.Match[str]) -> int:
    return int(match["n"] or 1)


def rolling(match: re.Match[str], context: Context) -> Found:
    """So many units that end today."""
    return Found(spans.rolling(context.today, _count(match), _unit(match)))


def rolling_one(match: re.Match[str], context: Context) -> Found:
    """The unit that ends today; "últimos dias" says no number, "últimos meses" more than are shown."""
    if match["u"] == "MONTHS":
        return Found(spans.rolling(context.today, _CAP_DAYS, "DAY"))
    unit = _unit(match)
    if unit in {"DAY", "HOUR"} or match["u"] in {"WEEKS", "w", "m"}:
        return Found(None)
    return Found(spans.rolling(context.today, 1, unit))


def ago(match: re.Match[str], context: Context) -> Found:
    """So many units back."""
    return Found(spans.ago(context.today, _count(match), _unit(match)))


def coming_days(match: re.Match[str], context: Context) -> Found:
    """So many units from tomorrow on."""
    tomorrow = spans.days_after(context.today, 1)
    size = spans.rolling(context.today, _count(match), _unit(match))
    return Found(Span(tomorrow, spans.days_after(context.today, (size.last - size.first).days + 1)))


def unit_after(after: int) -> Resolve:
    """The week, month, year or weekend of today, or the one `after` later."""

    def resolve(match: re.Match[str], context: Context) -> Found:
        unit, today, back = _unit(match), context.today, after
        if unit == "DAY":
            return Found(spans.one(spans.days_after(today, after)) if after else None)
        if unit == "WEEKEND" and back < 0 and today.weekday() < _SATURDAY:
            back += 1  # the latest one begun is over
        return Found(spans.calendar_unit(today, unit, back).until(today))

    return resolve


def weekday(match: re.Match[str], context: Context) -> Found:
    """The latest such weekday, today included."""
    return Found(spans.one(spans.weekday(context.today, int(match["wd"]))), "week")


def weekday_back(weeks: int) -> Resolve:
    """The latest such weekday before today, or so many weeks earlier."""

    def resolve(match: re.Match[str], context: Context) -> Found:
        yesterday = spans.days_after(context.today, -1)
        return Found(spans.one(spans.days_after(spans.weekday(yesterday, int(match["wd"])), -7 * weeks)))

    return resolve


def weekday_in_week(match: re.Match[str], context: Context) -> Found:
    """A weekday of a week that is named."""
    said = match["ref"]
    back = -2 if "BEFORE_LAST" in said else 0 if "THIS" in said else -1
    monday = spans.week(context.today, back).first
    return Found(spans.one(spans.days_after(monday, int(match["wd"]))))


def days_away(days: int) -> Resolve:
    """The day so many days after today."""
    return lambda _, context: Found(spans.one(spans.days_after(context.today, days)))


def to_date(unit: str) -> Resolve:
    """A year or month from its first day on."""
    return lambda _, context: Found(spans.calendar_unit(context.today, unit, 0).until(context.today))


def counted_rolling(match: re.Match[str], context: Context) -> Found:
    """So many units that end today; the number may stand on either side of "last"."""
    return Found(spans.rolling(context.today, int(match["n"] or match["k"] or 1), _unit(match)))


def coming_unit(match: re.Match[str], context: Context) -> Found:
    """The next week, month, year or day."""
    unit = match["v"] or _unit(match)
    if unit == "DAY":
        return Found(spans.one(spans.days_after(context.today, 1)))
    return Found(spans.calendar_unit(context.today, unit, 1))


def next_weekday(match: re.Match[str], context: Context) -> Found:
    """The next such weekday."""
    return Found(spans.one(spans.days_after(spans.weekday(context.today, int(match["wd"])), 7)))


def past_weekday(match: re.Match[str], context: Context) -> Found:
    """The latest such weekday before today."""
    yesterday = spans.days_after(context.today, -1)
    return Found(spans.one(spans.weekday(yesterday, int(match["wd"] or match["we"]))))
