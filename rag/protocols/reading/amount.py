"""A number of a message with its unit. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Amount:
    """A number at tokens [start, end), unit included; `number` ends before the unit.

    `values` are what the number may be: two where a separator before three digits may part thousands or decimals.
    `unit` is canonical, "" where none is said; `odd` marks a word or mark after the number that is no unit known here.
    `inexact`: a bound, a range or a hedge stands at it. `paired`: it is joined to the next number ("15 por 9", "3/6").
    """

    start: int
    end: int
    number: int
    values: tuple[Decimal, ...]
    unit: str = ""
    odd: bool = False
    inexact: bool = False
    paired: bool = False
    article: bool = False

    @property
    def value(self) -> Decimal:
        """The first of its values."""
        return self.values[0]
