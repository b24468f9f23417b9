"""Whether what follows the last statement of a sentence is taken up by it. Pure.

"Foram 271 kcal, em 23/11" is; "foram 271 kcal em 23/11, 24/11" tells an amount of a day that nothing was checked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from rag.diary.asking.clauses import BOUNDING, PREDICATES, RANKING, VERBS, Clause
from rag.diary.asking.figures import COUNTED
from rag.diary.asking.marks import UnreadError
from rag.diary.asking.words import Sense
from rag.grounding.violation import ViolationKind

_LISTING = frozenset({*BOUNDING, Sense.NO, Sense.GAP})


def ends_told(parts: Sequence[Clause]) -> None:
    """UnreadError for a day, food or meal after the last statement that the statement does not take up."""
    last = max((at for at, clause in enumerate(parts) if _states(clause)), default=None)
    if last is None:
        return
    statement = parts[last]
    for place, clause in enumerate(parts[last + 1 :]):
        said = _said(clause)
        if said and not _is_list(statement, said) and not (place == 0 and _is_taken_up(statement, said)):
            raise UnreadError(ViolationKind.SWAPPED, clause.start, clause.end)


def _states(clause: Clause) -> bool:
    """Whether it holds a figure or compares, or tells that a food was eaten."""
    told = clause.own_senses & VERBS and Sense.FOOD in clause.own_senses
    return bool(clause.figures or clause.own_senses & PREDICATES or told)


def _said(clause: Clause) -> frozenset[str]:
    """The respects in which a clause says something."""
    days = any(mark.days is not None for mark in clause.marks)
    named = clause.own_senses & {Sense.FOOD, Sense.MEAL, Sense.NUTRIENT}
    return frozenset([*(["days"] if days else []), *map(str, named)])


def _is_list(statement: Clause, said: frozenset[str]) -> bool:
    """Days of a count, of a target passed, or of what is denied; foods of what was eaten or is denied."""
    words = statement.own_senses
    if words & RANKING and Sense.THAN not in words:
        return said == {str(Sense.FOOD) if statement.foods.own or statement.foods.ahead else "days"}
    if not statement.figures:
        eaten = words & VERBS and not words & (PREDICATES - {Sense.NO})
        return bool(eaten or (said == {"days"} and words & _LISTING))
    counts = all(mark.figure is not None and mark.figure.unit in (*COUNTED, "") for mark in statement.figures)
    return said == {"days"} and counts


def _is_taken_up(statement: Clause, said: frozenset[str]) -> bool:
    """Whether the statement leaves unsaid what follows it, and so was judged by it."""
    governed = {
        "days": statement.days,
        str(Sense.FOOD): statement.foods,
        str(Sense.MEAL): statement.meals,
        str(Sense.NUTRIENT): statement.nutrients,
    }
    counts = any(mark.figure is not None and mark.figure.unit in COUNTED for mark in statement.figures)
    return (
        not (counts and Sense.MEAL in said)
        and Sense.THAN not in statement.own_senses
        and not any(governed[one].own or governed[one].carried for one in said)
    )
