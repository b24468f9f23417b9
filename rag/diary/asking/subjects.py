"""What the words of a clause mean: its one day, food, meals and nutrient. Pure."""

from __future__ import annotations

from datetime import date

from rag.diary.asking.clauses import Clause
from rag.diary.asking.ledger import Ledger
from rag.diary.asking.marks import UnreadError
from rag.diary.asking.rows import ASKED_ROW
from rag.grounding.violation import ViolationKind


def fault(clause: Clause, kind: ViolationKind = ViolationKind.UNSUPPORTED) -> UnreadError:
    """What is wrong with a clause."""
    return UnreadError(kind, clause.start, clause.end)


def only(days: frozenset[date] | None) -> date | None:
    """The day, where there is just one."""
    return next(iter(days)) if days is not None and len(days) == 1 else None


def food_of(names: frozenset[str]) -> str:
    """The slug that a name stands for; what was asked for is none where it is several foods."""
    slugs = names - {ASKED_ROW}
    return next(iter(slugs)) if len(slugs) == 1 else ASKED_ROW


def meals_of(clause: Clause) -> frozenset[str]:
    """The meals that a clause names."""
    return frozenset(name for one in clause.meals.own for name in one.names)


def is_of(ledger: Ledger, slug: str, names: frozenset[str]) -> bool:
    """Whether a food is one that a name stands for."""
    asked = ledger.asked.slugs if ledger.asked and ASKED_ROW in names else frozenset[str]()
    return slug in names or slug in asked


def nutrient_of(clause: Clause) -> str:
    """The one nutrient that is compared: named in the clause, or else that of all amounts told so far."""
    own = {name for one in clause.nutrients.own for name in one.names}
    named = own or clause.told or {name for one in clause.nutrients.near for name in one.names}
    if len(named) != 1:
        raise fault(clause)
    return next(iter(named))
