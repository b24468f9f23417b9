"""Whether a figure is one of the cited rows', of the nutrient, food, meal and day that its clause speaks of. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from typing import Final

from rag.diary.asking.clauses import RANKING, Clause
from rag.diary.asking.ledger import Ledger
from rag.diary.asking.marks import Mark, UnreadError
from rag.diary.asking.rows import Fact, Stat
from rag.diary.asking.words import Sense
from rag.grounding.figure import Comparator, Figure
from rag.grounding.violation import ViolationKind

ENERGY: Final = "energy_kcal"
COUNTED: Final = frozenset({"day", "times", "entry"})
_ENTRY_STATS: Final = frozenset({Stat.ENTRY, Stat.GRAMS})
_SUMS: Final = frozenset({Stat.DAY, Stat.FOOD, Stat.MEAL, Stat.TOTAL, *_ENTRY_STATS})
_ENDS: Final = frozenset({Stat.HIGHEST, Stat.LOWEST})
_BOUNDS: Final = frozenset({Stat.MINIMUM, Stat.MAXIMUM})
_WHOLE: Final = frozenset({Sense.MEAN, Sense.TOTAL, Sense.PERIOD})
_BOUND_OF: Final = {Comparator.AT_MOST: Stat.MAXIMUM, Comparator.AT_LEAST: Stat.MINIMUM}
_PLAIN: Final = frozenset({Comparator.EQUAL, Comparator.ABOUT})


@dataclass(frozen=True, slots=True)
class Bound:
    """A figure and the facts that bear it out, for one food and day."""

    mark: Mark
    facts: tuple[Fact, ...]
    key: tuple[frozenset[str], frozenset[date]]

    @property
    def rows(self) -> frozenset[str]:
        """The rows that hold it."""
        return frozenset(fact.row for fact in self.facts)


@dataclass(frozen=True, slots=True)
class FigureJudge:
    """Binds figures to the facts of the rows that a sentence cites."""

    ledger: Ledger
    facts: Sequence[Fact]

    def bind(self, clause: Clause, mark: Mark, figure: Figure) -> list[Bound]:
        """The facts for each day that the clause names. UnreadError where there is none, with the nearest reason."""
        unit, per_day = _unit(clause, mark, figure)
        equal = _kept(mark, ViolationKind.FIGURE, (f for f in self.facts if _equal(f.value, figure)))
        same = _kept(mark, ViolationKind.UNIT, (f for f in equal if f.unit == unit))
        stats = self._stats(clause, mark, unit, figure)
        if per_day:
            stats &= {Stat.MEAN, *_BOUNDS}
        found = _kept(mark, ViolationKind.SWAPPED, (f for f in same if f.stat in stats))
        foods = _foods(clause, mark)
        found = self._of_food(clause, mark, found, foods)
        if unit not in COUNTED or stats & {Stat.OVER, Stat.UNDER}:
            found = self._of_nutrient(clause, mark, found, unit)
        return [Bound(mark, facts, (foods, day)) for day, facts in self._of_days(clause, mark, found).items()]

    def _stats(self, clause: Clause, mark: Mark, unit: str, figure: Figure) -> frozenset[Stat]:
        if unit in COUNTED:
            return _counts(clause, mark, unit) if figure.comparator in _PLAIN else frozenset()
        if _is_target(clause, mark):
            return frozenset([_BOUND_OF[figure.comparator]]) if figure.comparator in _BOUND_OF else _BOUNDS
        if figure.comparator not in _PLAIN:
            raise UnreadError(ViolationKind.COMPARATOR, mark.start, mark.end)
        if Sense.KNOWN in clause.senses or unit == "%":
            return frozenset([Stat.KNOWN]) if Sense.KNOWN in clause.senses else frozenset()
        if Sense.MEAN in clause.senses:
            return frozenset([Stat.MEAN])
        ranked = _ENDS if clause.senses & RANKING else frozenset()
        return (_SUMS - _ENTRY_STATS if Sense.TOTAL in clause.senses else _SUMS) | ranked

    def _of_food(self, clause: Clause, mark: Mark, facts: Sequence[Fact], foods: frozenset[str]) -> list[Fact]:
        meals = frozenset(name for one in clause.meals.near for name in one.names)
        if clause.own_senses & (_WHOLE | {Sense.DAY_NOUN}) and not clause.meals.own:
            meals = frozenset()
        found = (
            fact
            for fact in facts
            if (fact.food in foods if foods else fact.food is None)
            and (fact.meal in meals if meals else fact.meal is None or fact.food is not None)
            and (fact.meal is None or fact.food is None or self._is_single(fact, bool(meals)))
        )
        return _kept(mark, ViolationKind.SWAPPED, found)

    def _is_single(self, fact: Fact, in_meal: bool) -> bool:
        """Whether an entry's food was eaten once that day, or at that meal: else the entry is not all of it."""
        alike = (
            entry
            for entry in self.ledger.evidence.entries
            if (entry.food.slug, entry.day) == (fact.food, fact.day) and (not in_meal or entry.meal == fact.meal)
        )
        return sum(1 for _ in alike) == 1

    def _of_nutrient(self, clause: Clause, mark: Mark, facts: Sequence[Fact], unit: str) -> list[Fact]:
        wanted = self._nutrients(clause, mark, unit)
        held = {fact.nutrient for fact in facts}
        if not wanted or not wanted <= held:
            raise UnreadError(ViolationKind.SWAPPED, mark.start, mark.end)
        return [fact for fact in facts if fact.nutrient in wanted]

    def _nutrients(self, clause: Clause, mark: Mark, unit: str) -> frozenset[str | None]:
        """The nutrients that the figure must be of; None is the food's weight."""
        before, after = neighbours(clause, mark)
        beside = [m for m in (before, after) if m is not None and m.sense is Sense.NUTRIENT]
        if after is not None and after.sense is Sense.NUTRIENT:
            beside = [after]
        if unit == "kcal":
            headed = [one for one in clause.nutrients.own if one not in clause.marks]
            heads = beside if beside and after is beside[0] else headed
            return frozenset() if heads and not any(ENERGY in one.names for one in heads) else frozenset([ENERGY])
        if beside:
            return frozenset(beside[0].names)
        if unit == "g" and after is not None and after.sense is Sense.FOOD:
            return frozenset([None])
        named = frozenset[str | None](name for one in clause.nutrients.near for name in one.names)
        if unit == "g" and _foods(clause, mark) and not (named - {ENERGY}):
            return frozenset([None])
        return named or self._only(unit)

    def _only(self, unit: str) -> frozenset[str | None]:
        """The one nutrient that was read, where it is of that unit."""
        read = self.ledger.nutrients
        return frozenset(read) if len(read) == 1 and read[0].endswith(f"_{unit}") else frozenset()

    def _of_days(self, clause: Clause, mark: Mark, facts: Sequence[Fact]) -> dict[frozenset[date], tuple[Fact, ...]]:
        whole = tuple(fact for fact in facts if fact.day is None and self._is_whole(clause, fact))
        named = [one.days or frozenset() for one in clause.days.near]
        if whole or not named:
            loose = whole or tuple(f for f in facts if f.day and (self.ledger.evidence.span == 1 or f.stat in _ENDS))
            loose = loose or self._same_bound(facts)
            return {frozenset(): tuple(_kept(mark, ViolationKind.SWAPPED, loose))}
        found = {}
        for days in named:
            on = [fact for fact in facts if fact.day in days] if len(days) == 1 else []
            found[days] = tuple(_kept(mark, ViolationKind.SWAPPED, on))
        return found

    def _is_whole(self, clause: Clause, fact: Fact) -> bool:
        """Whether a figure of the whole period may stand in a clause with such days."""
        if self.ledger.evidence.span == 1:
            return all(one.days == frozenset([self.ledger.plan.date_from]) for one in clause.days.near)
        summed = fact.stat in (Stat.TOTAL, Stat.FOOD, Stat.GRAMS)
        if clause.days.own or (clause.days.ahead and fact.unit not in COUNTED):
            return False
        if summed and Sense.DAY_NOUN in clause.own_senses:
            return False
        return not clause.days.carried or bool(clause.own_senses & _WHOLE) or counts_of_span(clause)

    def _same_bound(self, facts: Sequence[Fact]) -> tuple[Fact, ...]:
        """A target told without a day is every day's."""
        bounds = tuple(fact for fact in facts if fact.stat in _BOUNDS)
        keys = {(fact.stat, fact.nutrient) for fact in bounds}
        for stat, nutrient in keys:
            values = self.ledger.bounds(nutrient or "", highest=stat is Stat.MAXIMUM)
            if len(values) != 1:
                return ()
        return bounds


def neighbours(clause: Clause, mark: Mark) -> tuple[Mark | None, Mark | None]:
    """The marks before and after one in its clause."""
    at = clause.marks.index(mark)
    before = clause.marks[at - 1] if at else None
    return before, clause.marks[at + 1] if at + 1 < len(clause.marks) else None


def counts_of_span(clause: Clause) -> bool:
    """Whether it says "N of M days"."""
    return any(_counts_of(clause, mark) is not None for mark in clause.figures)


def _counts_of(clause: Clause, mark: Mark) -> Mark | None:
    """The M of "N of M days" for its N."""
    _, after = neighbours(clause, mark)
    bare = mark.figure is not None and mark.figure.unit in ("", "day")
    whole = after is not None and after.figure is not None and after.figure.unit == "day"
    return after if bare and whole else None


def _unit(clause: Clause, mark: Mark, figure: Figure) -> tuple[str, bool]:
    """The unit, and whether it is a day's."""
    unit, _, below = figure.unit.partition("/")
    if below not in ("", "day"):
        raise UnreadError(ViolationKind.UNIT, mark.start, mark.end)
    if not unit and _counts_of(clause, mark) is not None:
        return "day", False
    _, after = neighbours(clause, mark)
    if not unit and after is not None and after.start >= mark.end and Sense.ENTRY in _senses_at(clause, after):
        return "entry", False
    return unit, bool(below)


def _senses_at(clause: Clause, mark: Mark) -> frozenset[Sense]:
    """All senses of the word that a mark stands for."""
    return frozenset(other.sense for other in clause.marks if other.start == mark.start and other.sense is not None)


def _counts(clause: Clause, mark: Mark, unit: str) -> frozenset[Stat]:
    """What a count may be of, told from the words of its clause."""
    if unit != "day":
        return frozenset([Stat.TIMES if unit == "times" else Stat.ENTRIES])
    before, after = neighbours(clause, mark)
    counted = before is not None and _counts_of(clause, before) is mark
    if counted and after is not None and after.sense is Sense.LOG:
        return frozenset([Stat.LOGGED])
    if counted or (before is not None and before.sense in (Sense.LAST, Sense.PERIOD)):
        return frozenset([Stat.SPAN])
    found = _counted_days(clause, clause.senses | clause.inherited)
    return frozenset([found] if found else [])


def _counted_days(clause: Clause, words: frozenset[Sense]) -> Stat | None:
    if Sense.TARGET in words and words & {Sense.OVER, Sense.UNDER} and Sense.NO not in words:
        return Stat.OVER if Sense.OVER in words else Stat.UNDER
    if Sense.GAP in words:
        return Stat.GAPS
    if clause.foods.near:
        return Stat.FOOD_DAYS
    logged = words & {Sense.LOG, Sense.EAT, Sense.ENTRY} and not words & {Sense.NO, *RANKING, Sense.OVER, Sense.UNDER}
    return Stat.LOGGED if logged else None


def _is_target(clause: Clause, mark: Mark) -> bool:
    """Whether the figure is said to be a target: the word right beside it, or in the open clause before."""
    before, after = neighbours(clause, mark)
    beside = any(one is not None and one.sense is Sense.TARGET for one in (before, after))
    if before is not None and before.sense is Sense.NUTRIENT and before is not clause.marks[0]:
        beside = beside or neighbours(clause, before)[0] in clause.named(Sense.TARGET)
    return beside or (Sense.TARGET in clause.senses and Sense.TARGET not in clause.own_senses)


def _foods(clause: Clause, mark: Mark) -> frozenset[str]:
    """The food that a figure is of: the one named in its clause, or beside it where there are several."""
    own = [one for one in clause.foods.own if one in clause.marks]
    if len({one.names for one in own}) > 1:
        beside = {one.names for one in neighbours(clause, mark) if one is not None and one.sense is Sense.FOOD}
        if len(beside) != 1:
            raise UnreadError(ViolationKind.SWAPPED, mark.start, mark.end)
        return beside.pop()
    governing = own or clause.foods.near
    if not clause.foods.own and clause.own_senses & _WHOLE and clause.own_senses & {Sense.DAY_NOUN, Sense.PERIOD}:
        return frozenset()
    if len({one.names for one in governing}) > 1:
        raise UnreadError(ViolationKind.SWAPPED, mark.start, mark.end)
    return governing[0].names if governing else frozenset()


def _equal(value: Decimal, figure: Figure) -> bool:
    """Whether a value is the number shown, or rounds to it at the precision shown; 0 stands for 0 alone."""
    number = figure.value
    if number is None or number == value:
        return number is not None
    if not number or abs(value - number) > figure.step:
        return False
    rounded = ((value / figure.step).quantize(Decimal(1), rule) for rule in (ROUND_HALF_UP, ROUND_HALF_EVEN))
    return any(one * figure.step == number for one in rounded)


def _kept(mark: Mark, kind: ViolationKind, facts: Iterable[Fact]) -> list[Fact]:
    found = list(facts)
    if not found:
        raise UnreadError(kind, mark.start, mark.end)
    return found
