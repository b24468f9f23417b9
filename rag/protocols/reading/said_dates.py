"""Dates as far as a text tells them: pure values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

_OLDEST: Final = 120
"""Years that nobody remembers an exam after."""


@dataclass(frozen=True, slots=True)
class SaidDate:
    """A date at tokens [start, end). `day` is the first of the month where `whole` is false: only the month was told.

    None where it is no day of the calendar. `either`: day and month may be the other way round.
    """

    start: int
    end: int
    day: date | None
    whole: bool = True
    either: bool = False


@dataclass(frozen=True, slots=True)
class Vague:
    """A time that is told too loosely for a date, at tokens [start, end). `day` is a day of it, where one is near."""

    start: int
    end: int
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """The dates of a message, what is told too loosely, and the tokens that are theirs or a time of day's."""

    dates: tuple[SaidDate, ...]
    vague: tuple[Vague, ...]
    taken: frozenset[int]

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The tokens [start, end) of every date and of what is told too loosely."""
        return tuple((one.start, one.end) for told in (self.dates, self.vague) for one in told)


def plausible(day: date, today: date) -> bool:
    """Whether anybody's exam may have been on that day."""
    return day.year >= today.year - _OLDEST
