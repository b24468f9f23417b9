"""Items in the making: a food's words and the amounts that are said of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Final

from rag.diary.lexis.measures import UNIT
from rag.diary.lexis.words import Word
from rag.diary.reading.amounts import GRAM, MILLILITRE, MOST, Said
from rag.diary.types import Amount

HARD: Final = "hard"
FIXED: Final = "fixed"
"""The break before what takes back the item before it."""
_ONE: Final = Decimal(1)


@dataclass(slots=True)
class Draft:
    """An item in the making. `before` is the break that it follows; `closed`: an amount has ended it."""

    before: str = HARD
    said: Said | None = None
    food: list[Word] = field(default_factory=list)
    start: int = 0
    end: int = 0
    closed: bool = False


def opened(drafts: list[Draft], before: str) -> Draft:
    """A new draft at the end of `drafts`."""
    drafts.append(Draft(before=before))
    return drafts[-1]


def combined(first: Said, second: Said, *, each: bool = False, total: bool = False) -> Said:
    """Two amounts of one food: a count and what it weighs (`each`, or in `total`), or else nothing that can be told."""
    if first.refused or second.refused:
        return first if first.refused else second
    if second.amount is None and second.vague == UNIT:  # "una coca de 500"
        return replace(first, amount=None, vague=UNIT, bare=False)
    if first.amount is None or second.amount is None:
        many = first.count is not None and first.count.value != _ONE and second.weighed
        return _of_each(first, second) if many else second if first.amount is None and second.amount else first
    if second.weighed and not first.weighed:
        return _weight_of(first, first.amount, second, second.amount, each=each, total=total)
    if first.weighed or first.amount.value == second.amount.value:
        return second if first.bare and not second.bare and not first.weighed else first
    return replace(first, amount=None, vague=UNIT, bare=False)


def _weight_of(first: Said, count: Amount, second: Said, weight: Amount, *, each: bool, total: bool) -> Said:
    if total or count.value == _ONE or (second.grouped and weight.unit == GRAM):
        return replace(second, measure=first.measure, of=first.of)
    if each or weight.unit == MILLILITRE:
        whole = replace(weight, value=weight.value * count.value, said=f"{count.said} {weight.said}")
        return replace(first, amount=whole, bare=False)
    return replace(first, amount=None, vague=UNIT, bare=False)


def _of_each(first: Said, second: Said) -> Said:
    """As in "2 copos de cerveja de 300 ml": so many of each. Of grams nobody knows whether they are of all."""
    if first.count is None or second.amount is None or second.amount.unit != MILLILITRE:
        return replace(first, vague=first.vague or UNIT)
    whole = replace(second.amount, value=second.amount.value * first.count.value, low=None, high=None)
    return replace(second, amount=whole, measure=first.measure, of=first.of)


def corrected(last: Draft, put: Draft, food: list[Word]) -> Draft:
    """`last` as `put` takes it back: `food`, and the amount if another is said. A bare number keeps the unit."""
    said = put.said or last.said
    bare = put.said.count if put.said and put.said.refused else None
    if put.said and last.said and last.said.amount and food == last.food:
        amount = last.said.amount
        if put.said.bare and put.said.amount:
            said = replace(last.said, amount=replace(put.said.amount, unit=amount.unit))
        elif bare is not None and last.said.weighed and bare.value <= MOST:
            spoken = f"{bare.value.normalize():f}"
            said = replace(
                last.said, amount=replace(amount, value=bare.value, said=spoken, low=bare.low, high=bare.high)
            )
    return replace(last, said=said, food=food, end=put.end or last.end)


def is_half(said: Said) -> bool:
    """Whether it is a mere half ("... e meia")."""
    return said.bare and said.amount is not None and said.amount.value == Decimal("0.5")


def and_a_half(said: Said) -> Said:
    """The same count and half of one more."""
    if said.amount is None or said.weighed:
        return said
    return replace(said, amount=replace(said.amount, value=said.amount.value + Decimal("0.5")))
