"""What the diary holds for a question: stored rows and what SQL computed of them. Nothing here does I/O."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from rag.diary.types import Food, Meal, Nutrients, Plan
from rag.types import Language


@dataclass(frozen=True, slots=True)
class Entry:
    """A stored entry, as the row and its food's row have it. `nutrients` are the entry's own, not per 100 g."""

    id: uuid.UUID
    act: uuid.UUID
    food: Food
    grams: Decimal
    said: str
    portion: Mapping[str, Any]
    eaten_at: datetime
    day: date
    meal: Meal
    nutrients: Nutrients


@dataclass(frozen=True, slots=True)
class Target:
    """So much a day, at least or at most. `weekday` 0 is Monday; None: every day that has none of its own."""

    nutrient: str
    minimum: Decimal | None = None
    maximum: Decimal | None = None
    weekday: int | None = None


@dataclass(frozen=True, slots=True)
class Total:
    """One nutrient of one day: the sum over what is known, and how much of the day's weight that covers, in [0, 1]."""

    day: date
    nutrient: str
    amount: Decimal | None
    known: Decimal
    entries: int
    target: Target | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """One nutrient over a period, computed in SQL. `days` were logged; means are over those days alone.

    `over` and `under` are the days that are known to be beyond the target of each; `highest` and `lowest` are days with
    their totals. Where part of a day is unknown it is not under a target, nor the lowest, and no day is the lowest that
    such a one may be below.
    """

    nutrient: str
    total: Decimal | None
    mean: Decimal | None
    days: int
    known: Decimal
    highest: tuple[date, Decimal] | None = None
    lowest: tuple[date, Decimal] | None = None
    over: Sequence[date] = ()
    under: Sequence[date] = ()


@dataclass(frozen=True, slots=True)
class FoodTotal:
    """All entries of a food over a period, or of several together, computed in SQL.

    `nutrients`, of those that are wanted: None where an entry's is unknown. `last` is the day and the grams of what was
    eaten last, and `slug` and `names` are its food's.
    """

    slug: str
    names: Mapping[Language, str]
    entries: int
    days: Sequence[date]
    grams: Decimal
    nutrients: Nutrients
    last: tuple[date, Decimal]


@dataclass(frozen=True, slots=True)
class FoodPhrase:
    """A food or category that is asked for, in the person's words."""

    said: str
    language: Language


@dataclass(frozen=True, slots=True)
class AskedFood:
    """What was eaten of a food or category over a period: each food, and all together; None where nothing was."""

    phrase: str
    foods: Sequence[FoodTotal] = ()
    whole: FoodTotal | None = None

    @property
    def slugs(self) -> frozenset[str]:
        """The foods' own."""
        return frozenset(food.slug for food in self.foods)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the diary holds for a plan. `entries` only where they were asked for, the highest in energy first.

    `left_out` entries were more than are read; `asked` is of all of them. `span` is the number of days of the plan.
    """

    plan: Plan
    totals: Sequence[Total]
    summaries: Sequence[Summary]
    entries: Sequence[Entry] = ()
    left_out: int = 0
    asked: AskedFood | None = None

    @property
    def span(self) -> int:
        """Days of the period."""
        return (self.plan.date_to - self.plan.date_from).days + 1
