"""A day's totals against the targets of that day. Pure; the words and the picture of a day both come from here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from bot.diary.rendering import shown
from bot.locales import Words
from rag.diary.evidence import Target, Total
from rag.diary.types import MACROS, NUTRIENTS


class Stand(StrEnum):
    """How a total stands to its target."""

    BELOW = "below"
    WITHIN = "within"
    ABOVE = "above"
    FREE = "free"
    """There is no target."""
    UNKNOWN = "unknown"
    """Too little of what was eaten has a value to tell."""


@dataclass(frozen=True, slots=True)
class Line:
    """One nutrient of a day; `known` is the share of the day's weight that `amount` covers, 0 to 1."""

    nutrient: str
    amount: Decimal | None
    known: Decimal = Decimal(1)
    minimum: Decimal | None = None
    maximum: Decimal | None = None

    @property
    def stand(self) -> Stand:
        """Bounds are within. What is partly known is that much at least: over a maximum, or up to a minimum alone."""
        if self.minimum is None and self.maximum is None:
            return Stand.FREE
        if self.amount is None:
            return Stand.UNKNOWN
        if self.maximum is not None and self.amount > self.maximum:
            return Stand.ABOVE
        below = self.minimum is not None and self.amount < self.minimum
        if self.known < 1 and (below or self.maximum is not None):
            return Stand.UNKNOWN
        return Stand.BELOW if below else Stand.WITHIN

    @property
    def gap(self) -> Decimal | None:
        """What lacks below the minimum, is over the maximum, or is left up to it."""
        if self.amount is None:
            return None
        if self.stand is Stand.BELOW and self.minimum is not None:
            return self.minimum - self.amount
        return abs(self.maximum - self.amount) if self.maximum is not None else None


def targets_on(targets: Iterable[Target], day: date) -> Mapping[str, Target]:
    """The targets that hold on a day, by nutrient: its weekday's own before the general one, as diary_totals has it."""
    held: dict[str, Target] = {}
    for target in sorted(targets, key=lambda target: target.weekday is not None):
        if target.weekday in (None, day.weekday()):
            held[target.nutrient] = target
    return held


def counted(targets: Iterable[Target]) -> tuple[str, ...]:
    """What a day is told of: energy and macros, and whatever has a target."""
    named = {target.nutrient for target in targets}
    return tuple(key for key in NUTRIENTS if key in MACROS or key in named)


def lines_of(totals: Sequence[Total]) -> list[Line]:
    """One line a total, in their order."""
    return [_line(total) for total in totals]


def _line(total: Total) -> Line:
    target = total.target or Target(total.nutrient)
    return Line(total.nutrient, total.amount, total.known, target.minimum, target.maximum)


def nutrient_name(nutrient: str, words: Words, *, first: bool = False) -> str:
    """What a nutrient is called; `first`: at the beginning of a line."""
    name = words(f"nutrient.{nutrient}")
    return name[:1].upper() + name[1:] if first else name


def bounds_told(target: Target | Line, words: Words) -> str:
    """A target in words: "de 25 g a 40 g", "pelo menos 80 g", "até 2.200 kcal"."""
    values = {
        name: shown(target.nutrient, value, words)
        for name, value in (("minimum", target.minimum), ("maximum", target.maximum))
        if value is not None
    }
    return words(f"targets.bounds_{'_'.join(values)}", **values)


def stand_told(line: Line, words: Words) -> str:
    """How it stands: "faltam 18 g", "dentro da meta, restam 680 kcal"."""
    if line.stand in (Stand.FREE, Stand.UNKNOWN):
        return words(f"today.{line.stand}")
    key = f"today.{line.stand}" if line.gap is not None else "today.reached"
    return words(key, gap=shown(line.nutrient, line.gap, words))


def share(known: Decimal, words: Words) -> str:
    """A share as a percentage, rounded down so that a part is never told as the whole."""
    return words("today.percent", share=int(known * 100))
