"""What a figure is: a typed value with its place in a text."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

ONE = Decimal(1)


class Kind(StrEnum):
    """What a figure says."""

    QUANTITY = "quantity"
    RANGE = "range"
    PRESSURE = "pressure"
    DATE = "date"
    TIME = "time"
    CODE = "code"


class Comparator(StrEnum):
    """How a quantity bounds what it speaks of; EQUAL where nothing is said."""

    EQUAL = "="
    ABOVE = ">"
    AT_LEAST = ">="
    BELOW = "<"
    AT_MOST = "<="
    ABOUT = "~"


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date as far as it is said: "agosto de 2018" has no day, "23/08" no year."""

    year: int | None = None
    month: int | None = None
    day: int | None = None

    def within(self, other: PartialDate) -> bool:
        """Whether all that is said here is said by `other` too."""
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        return all(mine is None or mine == theirs for mine, theirs in pairs)

    def __str__(self) -> str:
        """ISO 8601, with dashes for what is not said."""
        year = "----" if self.year is None else f"{self.year:04d}"
        parts = (f"{part:02d}" if part is not None else "--" for part in (self.month, self.day))
        return "-".join((year, *parts))


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure at `text[start:end]` (of the NFC form), comparator and unit within the span.

    `value` is the number, a range's lower end, a systolic pressure in mmHg, or minutes after midnight; `upper` a
    range's upper end or a diastolic pressure. `unit` is canonical ("mg/dl", "year", "" where none is said); a label
    before the number counts as one ("tipo 2" → "type"). `step` is the precision shown (0.1 for "2,5"). A code's
    text stands folded and without blanks in `code`.
    """

    kind: Kind
    start: int
    end: int
    value: Decimal | None = None
    upper: Decimal | None = None
    unit: str = ""
    comparator: Comparator = Comparator.EQUAL
    step: Decimal = ONE
    code: str = ""
    date: PartialDate | None = None

    @property
    def meaning(self) -> tuple[str, Decimal | None, Decimal | None, str, str, str, PartialDate | None]:
        """All but the place: equal for two figures that say the same."""
        return (self.kind, self.value, self.upper, self.unit, self.comparator, self.code, self.date)

    @property
    def number(self) -> tuple[str, Decimal | None, Decimal | None, PartialDate | None]:
        """The bare value, without unit and comparator."""
        return (self.kind, self.value, self.upper, self.date)

    def __str__(self) -> str:
        """A short form for messages: ">= 2.5 mcg/kg"."""
        if self.kind is Kind.CODE:
            return self.code
        if self.kind is Kind.DATE:
            return str(self.date)
        value = f"{self.value:f}" if self.value is not None else ""
        if self.upper is not None:
            value += f"..{self.upper:f}"
        sign = "" if self.comparator is Comparator.EQUAL else f"{self.comparator} "
        return f"{sign}{value} {self.unit}".strip()
