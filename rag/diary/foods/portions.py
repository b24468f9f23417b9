"""An amount of a food → grams, or nothing where nobody has said what it weighs. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from rag.diary.lexis.measures import UNIT
from rag.diary.reading.amounts import GRAM, MILLILITRE
from rag.diary.types import Amount, Food, How, Measure, Portion

_THOUSANDTH: Final = Decimal("0.001")


def portion(food: Food, amount: Amount, millilitres: Mapping[str, Decimal]) -> Portion | None:
    """The grams of `amount` of `food`; None where it can't be told. `millilitres` are those of household measures.

    A household measure has the food's own weight where there is one, and else, of what can be poured, its volume's.
    """
    if amount.unit == GRAM:
        return Portion(_rounded(amount.value), How.WEIGHED, amount)
    if amount.unit == MILLILITRE:
        return _poured(food, amount, Decimal(1))
    own = food.measures.get(amount.unit) or _sized(food, amount.unit)
    if own is not None:
        how = How.COUNT if amount.unit.startswith(UNIT) else How.MEASURE
        return Portion(_rounded(amount.value * own.grams), how, amount, own.grams, own.source)
    volume = millilitres.get(amount.unit)
    return _poured(food, amount, volume) if volume is not None else None


def _sized(food: Food, unit: str) -> Measure | None:
    """A count without a size is of the medium one, and the other way round, where only one of them is known."""
    if unit == UNIT:
        return food.measures.get("unit_medium")
    return food.measures.get(UNIT) if unit == "unit_medium" else None


def _poured(food: Food, amount: Amount, volume: Decimal) -> Portion | None:
    density = food.measures.get(MILLILITRE)
    if density is None:
        return None
    each = volume * density.grams
    return Portion(_rounded(amount.value * each), How.VOLUME, amount, _rounded(each), density.source)


def _rounded(grams: Decimal) -> Decimal:
    return grams.quantize(_THOUSANDTH)
