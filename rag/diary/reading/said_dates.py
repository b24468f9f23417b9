"""Dates in a message: "dia 12", "12/11", "12 de novembro", "Nov 12", "2026-11-12"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from rag.diary.lexis.words import Word, forms, phrase
from rag.diary.reading.timing import Timing
from rag.diary.types import Moment

_MONTHS, _MONTH_DAYS, _CENTURY, _LEAP_YEAR = 12, 31, 2000, 2024
_MOST_WRITTEN: Final = 39
"""A number beyond is no slip for a day."""
_PARTS: Final = frozenset("2 3 4 5 6 8 10".split())
"""What things are cut into: of "3/4" nobody knows whether it is a date until more follows."""
_HEADS: Final = frozenset({":", "-", "–"})
_ON: Final = frozenset({"em", "el", "on", "no"})
_THEN: Final = frozenset({"as", "at", "no", "na", "en", "on"})
_MONTH_OF: Final = {
    "jan": 1, "ene": 1, "fev": 2, "feb": 2, "mar": 3, "abr": 4, "apr": 4, "mai": 5, "may": 5, "jun": 6, "jul": 7,
    "ago": 8, "aug": 8, "set": 9, "sep": 9, "out": 10, "oct": 10, "nov": 11, "dez": 12, "dic": 12, "dec": 12,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DateReader:
    """Reads dates that start at a given word. `months` by their names; `month_first`: "11/12" is in November."""

    words: Sequence[Word]
    shapes: Sequence[str]
    months: Mapping[str, int]
    month_first: bool = False

    @classmethod
    def of(cls, words: Sequence[Word], names: Iterable[str], *, month_first: bool = False) -> DateReader:
        """For these words and these names of months, folded."""
        return cls(words, forms(words), {name: _MONTH_OF[name[:3]] for name in names}, month_first)

    def at(self, at: int) -> Timing | None:
        """The date that is written at word `at`."""
        return self._iso(at) or self._slashed(at) or self._numbered(at) or self._month_first(at)

    def _small(self, at: int, most: int) -> int | None:
        shape = self._shape(at)
        value = int(shape) if shape.isdecimal() and len(shape) <= 2 else 0  # noqa: PLR2004
        return value if 1 <= value <= most else None

    def _year(self, at: int) -> int | None:
        shape = self._shape(at)
        if not shape.isdecimal() or len(shape) not in {2, 4}:
            return None
        return int(shape) if len(shape) > 2 else _CENTURY + int(shape)  # noqa: PLR2004

    def _iso(self, at: int) -> Timing | None:
        shapes = self.shapes[at : at + 5]
        year, month, day = self._year(at), self._small(at + 2, _MONTHS), self._small(at + 4, _MONTH_DAYS)
        if year is None or month is None or shapes[1::2] != ["-", "-"] or len(shapes[0]) <= 2:  # noqa: PLR2004
            return None
        return self._dated(at, at + 5, day, month, year)

    def _slashed(self, at: int) -> Timing | None:
        first, second = self._small(at, _MOST_WRITTEN), self._small(at + 2, _MOST_WRITTEN)
        if first is None or second is None or self._shape(at + 1) != "/" or not self.words[at + 1].glued:
            return None
        year = self._year(at + 4) if self._shape(at + 3) == "/" else None
        end = at + 5 if year is not None else at + 3
        begin = at - 1 if self._shape(at - 1) == "dia" else at
        led = begin < at or self._shape(at - 1) in _ON or self._heads(at, end)
        day, month = self._ordered(first, second)
        return self._dated(begin, end, day, month, year) if led or year is not None else None

    def _ordered(self, first: int, second: int) -> tuple[int, int]:
        """The day and the month: as the language has them, or else as they can be."""
        day, month = (second, first) if self.month_first else (first, second)
        return (month, day) if month > _MONTHS >= day else (day, month)

    def _heads(self, at: int, end: int) -> bool:
        """Whether two numbers at the head of a line are a date, and no part of what follows ("3/4 de xícara")."""
        if at and self._shape(at - 1) != "\n":
            return False
        first, second = self._shape(at), self._shape(at + 2)
        if self._shape(end) in _HEADS:
            return True
        if second not in _PARTS or first.startswith("0") or int(first) > _MONTHS:
            return True
        return self._shape(end) in _THEN or (end < len(self.words) and self.words[end].is_number)

    def _numbered(self, at: int) -> Timing | None:
        """As in "dia 12", "12 de novembro", "el 12 de mayo"."""
        begin = at + 1 if self._shape(at) == "dia" else at
        day = self._small(begin, _MONTH_DAYS)
        if day is None or self._shape(begin + 1) == "/":
            return None
        end = begin + 2 if self._shape(begin + 1) in {"st", "nd", "rd", "th"} else begin + 1
        month = self._month(end + 1) if self._shape(end) in {"de", "of"} else self._month(end)
        if month is not None:
            end += 2 if self._shape(end) in {"de", "of"} else 1
            return self._dated(at, end, day, month, None)
        return self._dated(at, end, day, None, None) if begin > at else None

    def _month_first(self, at: int) -> Timing | None:
        month, day = self._month(at), self._small(at + 1, _MONTH_DAYS)
        if month is None or day is None:
            return None
        end = at + 3 if self._shape(at + 2) in {"st", "nd", "rd", "th"} else at + 2
        return self._dated(at, end, day, month, None)

    def _month(self, at: int) -> int | None:
        return self.months.get(self._shape(at))

    def _dated(self, at: int, end: int, day: int | None, month: int | None, year: int | None) -> Timing | None:
        if day is None:
            return None
        if month is None:
            return Timing(at, end, Moment(day_of_month=day))
        try:
            told = date(_LEAP_YEAR if year is None else year, month, day)
        except ValueError:
            return Timing(at, end, Moment(unreal=phrase(self.words[at:end])))
        return Timing(at, end, Moment(day_of_month=day, month=month) if year is None else Moment(day=told))

    def _shape(self, at: int) -> str:
        return self.shapes[at] if 0 <= at < len(self.shapes) else ""
