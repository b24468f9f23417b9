"""The value of what a clause names: a day, a food, a meal or a mean, of one nutrient. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from rag.diary.asking.ledger import Ledger
from rag.diary.evidence import Entry
from rag.diary.types import Meal


@dataclass(frozen=True, slots=True)
class Subject:
    """What is spoken of; no day means the period, and `mean` its mean."""

    day: date | None = None
    food: str | None = None
    meal: Meal | None = None
    mean: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """An amount, and whether it is all of it: else something is unknown and there may be more."""

    amount: Decimal
    whole: bool


@dataclass(frozen=True, slots=True)
class Values:
    """Amounts as the evidence has them; None where it has none."""

    ledger: Ledger

    def of(self, subject: Subject, nutrient: str) -> Held | None:
        """The amount of a subject."""
        if subject.food is not None or subject.meal is not None:
            return self._of_entries(subject, nutrient)
        if subject.day is not None:
            total = self.ledger.totals.get((subject.day, nutrient))
            return Held(total.amount, total.known == 1) if total and total.amount is not None else None
        summary = self.ledger.summaries.get(nutrient)
        found = (summary.mean if subject.mean else summary.total) if summary else None
        return Held(found, summary.known == 1) if summary and found is not None else None

    def _of_entries(self, subject: Subject, nutrient: str) -> Held | None:
        if subject.mean or not self.ledger.complete:
            return None
        held = [entry.nutrients.get(nutrient) for entry in self.entries(subject)]
        known = [amount for amount in held if amount is not None]
        return Held(sum(known, Decimal(0)), len(known) == len(held)) if known else None

    def entries(self, subject: Subject) -> Iterator[Entry]:
        """The entries of a subject."""
        for entry in self.ledger.evidence.entries:
            food = subject.food is None or entry.food.slug == subject.food
            if food and subject.day in (None, entry.day) and subject.meal in (None, entry.meal):
                yield entry

    def days(self, nutrient: str) -> Mapping[Subject, Held]:
        """Every day that was logged."""
        return self._each((Subject(day) for day in self.ledger.days), nutrient)

    def foods(self, nutrient: str, day: date | None) -> Mapping[Subject, Held]:
        """Every food of the period, or of a day; none where entries were left out."""
        if not self.ledger.complete:
            return {}
        slugs = {entry.food.slug for entry in self.entries(Subject(day))}
        return self._each((Subject(day, slug) for slug in sorted(slugs)), nutrient)

    def _each(self, subjects: Iterable[Subject], nutrient: str) -> Mapping[Subject, Held]:
        """What nothing is known of may be anything from nothing on."""
        return {subject: self.of(subject, nutrient) or _UNKNOWN for subject in subjects}


_UNKNOWN: Final = Held(Decimal(0), whole=False)


def is_top(domain: Mapping[Subject, Held], subjects: Sequence[Subject], *, upward: bool) -> bool:
    """Whether some subjects are the highest, or lowest, of a domain; equal ones may stand for each other.

    The highest are so for all that is known; what is partly known is never the lowest, but may be lower than others.
    """
    if any(subject not in domain or domain[subject] is _UNKNOWN for subject in subjects):
        return False
    if not upward and not all(domain[subject].whole for subject in subjects):
        return False
    sign = 1 if upward else -1
    rest = [sign * held.amount for subject, held in domain.items() if subject not in subjects]
    return not rest or min(sign * domain[subject].amount for subject in subjects) >= max(rest)
