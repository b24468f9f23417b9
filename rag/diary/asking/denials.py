"""Whether what a clause denies is so: nothing logged, a food not eaten, no target passed. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from rag.diary.asking.clauses import BOUNDING, RANKING, Clause
from rag.diary.asking.ledger import Ledger
from rag.diary.asking.marks import Mark
from rag.diary.asking.subjects import fault, is_of, meals_of, nutrient_of, only
from rag.diary.asking.words import Sense
from rag.diary.evidence import Target
from rag.grounding.violation import ViolationKind

_DENIED: Final = frozenset({*RANKING, Sense.GAP, Sense.KNOWN, Sense.WITHIN, Sense.MEAN})


@dataclass(frozen=True, slots=True)
class Denials:
    """Judges negations against all of the evidence; "none" holds only where every entry was read."""

    ledger: Ledger

    def judge(self, clause: Clause) -> None:
        """UnreadError where a clause denies what is there, or what can't be told."""
        words = clause.own_senses
        if words & _DENIED or len(clause.named(Sense.NO)) > 1 + (self.ledger.language != "en"):
            raise fault(clause)
        if any(mark.figure and not self._is_span(clause, mark) for mark in clause.figures):
            raise fault(clause)
        days = [one.days or frozenset() for one in clause.days.near]
        if Sense.TARGET in words and words & {Sense.OVER, Sense.UNDER}:
            self._nothing_beyond(clause, days, over=Sense.OVER in words)
        elif clause.nutrients.own or words & (BOUNDING | {Sense.TARGET, Sense.TOTAL}):
            raise fault(clause)
        elif clause.foods.own:
            self._not_eaten(clause, clause.foods.own, days)
        else:
            self._not_logged(clause, days)

    def _is_span(self, clause: Clause, mark: Mark) -> bool:
        figure = mark.figure
        whole = figure is not None and figure.unit == "day" and figure.value == self.ledger.evidence.span
        return whole and Sense.LAST in clause.own_senses

    def _nothing_beyond(self, clause: Clause, days: Sequence[frozenset[date]], *, over: bool) -> None:
        nutrient = nutrient_of(clause)
        if clause.foods.near or clause.meals.near:
            raise fault(clause)
        totals = [self.ledger.totals.get((day, nutrient)) for day in self._days(clause, days)]
        held = [total for total in totals if total is not None]
        if not held or not all(_is_not_beyond(total.amount, total.known, total.target, over=over) for total in held):
            raise fault(clause, ViolationKind.POLARITY)

    def _not_eaten(self, clause: Clause, foods: Sequence[Mark], days: Sequence[frozenset[date]]) -> None:
        if not self.ledger.complete or not clause.own_senses & {Sense.LOG, Sense.EAT, Sense.SEEN}:
            raise fault(clause, ViolationKind.POLARITY)
        self._none_of(clause, foods, set(self._days(clause, days, logged=False)) if days else None)

    def _none_of(self, clause: Clause, foods: Sequence[Mark], days: set[date] | None) -> None:
        """UnreadError where one of the foods was eaten on those days, or any."""
        meals = meals_of(clause)
        for entry in self.ledger.evidence.entries:
            on = (days is None or entry.day in days) and (not meals or entry.meal in meals)
            if on and any(is_of(self.ledger, entry.food.slug, food.names) for food in foods):
                raise fault(clause, ViolationKind.POLARITY)

    def _not_logged(self, clause: Clause, days: Sequence[frozenset[date]]) -> None:
        told = clause.own_senses & {Sense.LOG, Sense.EAT, Sense.ENTRY}
        if not told or clause.meals.near or clause.foods.near:
            raise fault(clause, ViolationKind.POLARITY)
        if days:
            self.gaps(clause)
        elif self.ledger.days:
            raise fault(clause, ViolationKind.POLARITY)

    def inherited(self, clause: Clause) -> None:
        """A day or food more of what the clause before denied."""
        if clause.own_senses & {Sense.NUTRIENT, Sense.TARGET} or clause.inherited & BOUNDING:
            raise fault(clause, ViolationKind.POLARITY)
        if Sense.NO in clause.inherited and clause.foods.near:
            days = [one.days or frozenset() for one in clause.days.near]
            within = set(self._days(clause, days, logged=False)) if days else None
            self._none_of(clause, clause.foods.near, within)
        elif clause.days.own:
            self.gaps(clause)

    def gaps(self, clause: Clause) -> None:
        """UnreadError where a day said to be without entries has some."""
        days = [one.days or frozenset() for one in clause.days.near]
        if clause.foods.near or clause.meals.near:
            raise fault(clause, ViolationKind.POLARITY)
        if not days and any(mark.figure for mark in clause.marks):
            return
        if not days or any(only(one) not in self.ledger.gaps for one in days):
            raise fault(clause, ViolationKind.POLARITY)

    def _days(self, clause: Clause, days: Sequence[frozenset[date]], *, logged: bool = True) -> list[date]:
        """The days meant: those named, each of which must be one, or all that were logged."""
        if not days:
            return list(self.ledger.days)
        single = [only(one) for one in days]
        found = [day for day in single if day is not None and (not logged or day in self.ledger.days)]
        if len(found) != len(days):
            raise fault(clause, ViolationKind.DATE)
        return found


def _is_not_beyond(amount: Decimal | None, known: Decimal, target: Target | None, *, over: bool) -> bool:
    if amount is None or target is None:
        return False
    if over:
        return target.maximum is not None and known == 1 and amount <= target.maximum
    return target.minimum is not None and amount >= target.minimum
