"""From what was asked for to what is read: a pure clamp that gives a valid plan for any wish."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from rag.diary.planning.spans import Span, days_after
from rag.diary.types import NUTRIENTS, Note, Plan, Wish

DEFAULT_DAYS: Final = 30
LONGEST_DAYS: Final = 92
"""Both from CONTRACT, "Days": what is read when nothing was said, and at most."""


def clamp(wish: Wish, today: date) -> tuple[Plan, frozenset[Note]]:
    """A plan within bounds, and what was changed for it. `today` is the person's own day.

    No day named: the 30 days that end today, noted. A first day alone runs to today. A last day alone ends 30 days,
    noted too, for their beginning is ours. Then reversed days are swapped, future ones cut to today, and of more than
    92 days the last 92 are kept. Nutrients are keys of NUTRIENTS, in its order, each once; others are dropped, and
    noted.
    """
    span, notes = _bounded(_day(wish.date_from), _day(wish.date_to), today)
    if span.first > span.last:
        span, notes = Span(span.last, span.first), notes | {Note.REVERSED}
    if span.last > today:
        span, notes = Span(min(span.first, today), today), notes | {Note.FUTURE_CUT}
    if (span.last - span.first).days >= LONGEST_DAYS:
        span, notes = Span(days_after(span.last, 1 - LONGEST_DAYS), span.last), notes | {Note.CAPPED}
    nutrients = tuple(key for key in NUTRIENTS if key in wish.nutrients)
    if any(key not in NUTRIENTS for key in wish.nutrients):
        notes |= {Note.UNKNOWN_NUTRIENT}
    return Plan(span.first, span.last, nutrients, bool(wish.need_detail)), notes


def _bounded(first: date | None, last: date | None, today: date) -> tuple[Span, frozenset[Note]]:
    if first is not None:
        # A period that only begins, after today, is one day in the future and not a reversed one.
        return Span(first, max(first, today) if last is None else last), frozenset()
    end = today if last is None else last
    return Span(days_after(min(end, today), 1 - DEFAULT_DAYS), end), frozenset({Note.DEFAULT_PERIOD})


def _day(day: date | None) -> date | None:
    """A plain day: of a moment, its date."""
    return day.date() if isinstance(day, datetime) else day
