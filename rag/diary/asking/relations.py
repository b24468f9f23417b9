"""Whether what a clause says of its figures, days and foods is so: more or less, most, beyond a target, none. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from rag.diary.asking.clauses import BOUNDING, PREDICATES, RANKING, Clause, Governed, senses_of
from rag.diary.asking.denials import Denials
from rag.diary.asking.figures import Bound
from rag.diary.asking.ledger import Ledger
from rag.diary.asking.marks import Mark
from rag.diary.asking.rows import Stat
from rag.diary.asking.subjects import fault, food_of, is_of, meals_of, nutrient_of, only
from rag.diary.asking.values import Held, Subject, Values, is_top
from rag.diary.asking.words import Sense
from rag.diary.evidence import Target
from rag.diary.types import Meal
from rag.grounding.violation import ViolationKind

_UPWARD: Final = frozenset({Sense.MORE, Sense.MOST, Sense.OVER})


@dataclass(frozen=True, slots=True)
class Relations:
    """Judges the words that compare, against all of the evidence."""

    ledger: Ledger

    def judge(self, clause: Clause, bound: Sequence[Bound]) -> None:
        """UnreadError where a clause says what is not so, or what can't be told."""
        words, denials = clause.own_senses, Denials(self.ledger)
        if Sense.NO in words:
            denials.judge(clause)
        elif words & RANKING:
            self._ranking(clause, bound)
        elif words & BOUNDING:
            self._bounding(clause)
        elif Sense.GAP in words:
            denials.gaps(clause)
        elif clause.inherited & BOUNDING and clause.days.own:
            self._bounding(clause)
        elif clause.inherited & {Sense.NO, Sense.GAP}:
            denials.inherited(clause)
        else:
            self._presence(clause)

    def rank(self, clause: Clause, following: Sequence[Clause]) -> None:
        """UnreadError where what is listed after a superlative is not next to it in rank."""
        if not clause.own_senses & RANKING or Sense.THAN in clause.own_senses:
            return
        foods = bool(clause.foods.own or clause.foods.ahead)
        listed = [one for one in (clause, *following) if (_foods_in(one) if foods else _days_in(one))]
        if len(listed) < 2 or any(one.own_senses & PREDICATES for one in listed[1:]):  # noqa: PLR2004 - a list
            return
        values, nutrient = Values(self.ledger), nutrient_of(clause)
        day = only(clause.days.own[0].days) if foods and clause.days.own else None
        domain = values.foods(nutrient, day) if foods else values.days(nutrient)
        subjects = [
            Subject(day, food_of(mark.names)) if foods else Subject(only(mark.days))
            for one in listed
            for mark in (_foods_in(one) if foods else _days_in(one))
        ]
        if not is_top(domain, subjects, upward=bool(clause.own_senses & _UPWARD)):
            raise fault(clause, ViolationKind.COMPARATOR)

    # more and less

    def _ranking(self, clause: Clause, bound: Sequence[Bound]) -> None:
        than = [mark for mark in clause.named(Sense.THAN) if mark.start >= _first(clause, RANKING).start]
        if Sense.SEEN in clause.own_senses or len(than) > 1:
            raise fault(clause)
        if than:
            self._comparison(clause, clause.marks.index(than[0]), bound)
        else:
            self._superlative(clause, bound)

    def _comparison(self, clause: Clause, than: int, bound: Sequence[Bound]) -> None:
        left, right = clause.marks[:than], clause.marks[than + 1 :]
        if senses_of(clause.marks) & {Sense.MOST, Sense.LEAST} or Sense.TARGET in senses_of(left):
            raise fault(clause)
        nutrient, upward = nutrient_of(clause), Sense.MORE in senses_of(left)
        if Sense.TARGET in senses_of(right):
            return self._beyond(clause, nutrient, {Sense.OVER if upward else Sense.UNDER}, _days_of(left, clause))
        values = Values(self.ledger)
        one, other = _sides(clause, left, right)
        if one == other:
            raise fault(clause)
        more, less = (values.of(side, nutrient) for side in ((one, other) if upward else (other, one)))
        if more is None or less is None or not less.whole or not more.amount > less.amount:
            raise fault(clause, ViolationKind.COMPARATOR)
        return None

    def _superlative(self, clause: Clause, bound: Sequence[Bound]) -> None:
        nutrient = nutrient_of(clause)
        upward = bool(clause.own_senses & _UPWARD)
        days = {one.days for one in clause.days.near}
        foods = {one.names for one in clause.foods.own or clause.foods.ahead}
        if clause.meals.near or len(days) > 1 or len(foods) > 1 or clause.own_senses & {Sense.TOTAL, Sense.MEAN}:
            raise fault(clause)
        day = only(next(iter(days), None)) if days else None
        values = Values(self.ledger)
        if foods:
            subject, domain = Subject(day, food_of(next(iter(foods)))), values.foods(nutrient, day)
        elif day is not None:
            subject, domain = Subject(day), values.days(nutrient)
        else:
            return self._end(clause, bound, upward=upward)
        if days and day is None:
            raise fault(clause)
        if not is_top(domain, [subject], upward=upward):
            raise fault(clause, ViolationKind.COMPARATOR)
        return None

    def _end(self, clause: Clause, bound: Sequence[Bound], *, upward: bool) -> None:
        """A highest or lowest value without its day."""
        wanted = Stat.HIGHEST if upward else Stat.LOWEST
        held = [one for one in bound if any(fact.stat is wanted for fact in one.facts)]
        if not held or len(held) != len(bound) or Sense.FOOD_NOUN in clause.own_senses:
            raise fault(clause, ViolationKind.COMPARATOR)

    # targets and means

    def _bounding(self, clause: Clause) -> None:
        words = clause.senses | clause.inherited
        nutrient = nutrient_of(clause)
        days = [one.days or frozenset() for one in clause.days.near]
        if clause.foods.near or clause.meals.near:
            raise fault(clause)
        if Sense.TARGET in words:
            counted = any(mark.figure and mark.figure.unit == "day" for mark in clause.figures)
            if not counted:
                self._beyond(clause, nutrient, words & BOUNDING, days)
        elif Sense.MEAN in words and not clause.figures:
            self._beside_mean(clause, nutrient, days)
        else:
            raise fault(clause)

    def _beyond(self, clause: Clause, nutrient: str, words: Iterable[Sense], days: Sequence[frozenset[date]]) -> None:
        if self.ledger.evidence.span == 1 and not days:
            days = [frozenset([self.ledger.plan.date_from])]
        if not days:
            raise fault(clause, ViolationKind.COMPARATOR)
        values = Values(self.ledger)
        for day in map(only, days):
            total = self.ledger.totals.get((day, nutrient)) if day else None
            held = values.of(Subject(day), nutrient) if day else None
            if total is None or total.target is None or held is None:
                raise fault(clause, ViolationKind.COMPARATOR)
            if not all(_is_beyond(word, held, total.target) for word in words):
                raise fault(clause, ViolationKind.COMPARATOR)

    def _beside_mean(self, clause: Clause, nutrient: str, days: Sequence[frozenset[date]]) -> None:
        values = Values(self.ledger)
        mean = values.of(Subject(mean=True), nutrient)
        upward = bool(clause.own_senses & _UPWARD)
        if not days or mean is None or Sense.WITHIN in clause.own_senses:
            raise fault(clause)
        for day in map(only, days):
            held = values.of(Subject(day), nutrient) if day else None
            more, less = (held, mean) if upward else (mean, held)
            if more is None or less is None or not less.whole or not more.amount > less.amount:
                raise fault(clause, ViolationKind.COMPARATOR)

    # what is said to be there

    def _presence(self, clause: Clause) -> None:
        """Foods, meals and days that a clause names without comparing them."""
        words = clause.own_senses
        if Sense.THAN in words and self.ledger.language == "en":
            raise fault(clause)
        foods = [one for one in clause.foods.own or clause.foods.carried if one in clause.marks or not clause.figures]
        days = [one.days or frozenset() for one in clause.days.near]
        told = words & {Sense.LOG, Sense.EAT} or clause.inherited & {Sense.LOG, Sense.EAT}
        if foods and (clause.foods.own or clause.days.own):
            self._all_eaten(clause, foods, days)
        elif clause.days.own and told and not clause.figures:
            self._all_logged(clause, days)

    def _all_eaten(self, clause: Clause, foods: Sequence[Mark], days: Sequence[frozenset[date]]) -> None:
        meals = meals_of(clause)
        for food in foods:
            eaten = {
                entry.day
                for entry in self.ledger.evidence.entries
                if is_of(self.ledger, entry.food.slug, food.names) and (not meals or entry.meal in meals)
            }
            if not eaten or any(not one & eaten for one in days):
                raise fault(clause, ViolationKind.SWAPPED)

    def _all_logged(self, clause: Clause, days: Sequence[frozenset[date]]) -> None:
        meals = meals_of(clause)
        eaten = {entry.day for entry in self.ledger.evidence.entries if entry.meal in meals}
        logged = eaten if meals else set(self.ledger.days)
        if any(not one & logged for one in days):
            raise fault(clause, ViolationKind.SWAPPED)


def _sides(clause: Clause, left: Sequence[Mark], right: Sequence[Mark]) -> tuple[Subject, Subject]:
    """What is compared with what. The left side has what was said before; the right one takes from it what it lacks."""
    one, other = _said(left), _said(right)
    mean = Sense.MEAN in senses_of(right)
    if (not any(other) and not mean) or (mean and any(other)) or Sense.MEAN in senses_of(left):
        raise fault(clause)
    governed = (clause.days, clause.foods, clause.meals)
    one = tuple(own or _outside(before, clause) for own, before in zip(one, governed, strict=True))
    if not any(one) or (mean and any(one[1:])):
        raise fault(clause)
    other = ((), (), ()) if mean else tuple(own or before for own, before in zip(other, one, strict=True))
    return _subject(clause, *one), _subject(clause, *other, mean=mean)


_Said = tuple[tuple[Mark, ...], ...]


def _said(marks: Sequence[Mark]) -> _Said:
    """The days, foods and meals among some marks."""
    days = tuple(mark for mark in marks if mark.days is not None and mark.sense is not Sense.PERIOD)
    return (days, *(tuple(mark for mark in marks if mark.sense is sense) for sense in (Sense.FOOD, Sense.MEAL)))


def _outside(governed: Governed, clause: Clause) -> tuple[Mark, ...]:
    """What governs a clause from outside it."""
    return tuple(one for one in governed.own if one not in clause.marks) or governed.carried


def _subject(
    clause: Clause, days: Sequence[Mark], foods: Sequence[Mark], meals: Sequence[Mark], *, mean: bool = False
) -> Subject:
    if max(len(days), len(foods), len(meals)) > 1:
        raise fault(clause)
    day = only(days[0].days) if days else None
    if days and day is None:
        raise fault(clause, ViolationKind.DATE)
    meal = Meal(next(iter(meals[0].names))) if meals else None
    return Subject(day, food_of(foods[0].names) if foods else None, meal, mean)


def _days_of(marks: Sequence[Mark], clause: Clause) -> list[frozenset[date]]:
    said = _said(marks)[0] or _outside(clause.days, clause)
    return [one.days or frozenset() for one in said]


def _first(clause: Clause, senses: frozenset[Sense]) -> Mark:
    return next(mark for mark in clause.marks if mark.sense in senses)


def _is_beyond(word: Sense, held: Held, target: Target) -> bool:
    """Whether an amount is over, under or within a target, for all that is known of it."""
    low, high = target.minimum, target.maximum
    if word is Sense.OVER:
        bound = high if high is not None else low
        return bound is not None and held.amount > bound
    if not held.whole:
        return False
    if word is Sense.UNDER:
        bound = low if low is not None else high
        return bound is not None and held.amount < bound
    return (low is None or held.amount >= low) and (high is None or held.amount <= high)


def _foods_in(clause: Clause) -> list[Mark]:
    return clause.named(Sense.FOOD)


def _days_in(clause: Clause) -> list[Mark]:
    return [mark for mark in clause.marks if mark.days is not None and mark.sense is not Sense.PERIOD]
