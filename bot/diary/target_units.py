"""Units of targets as people write them. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

UNITS: Final[Mapping[str, tuple[str, Decimal]]] = {
    "g": ("g", Decimal(1)), "gr": ("g", Decimal(1)), "grama": ("g", Decimal(1)), "gramas": ("g", Decimal(1)),
    "gramo": ("g", Decimal(1)), "gramos": ("g", Decimal(1)), "gram": ("g", Decimal(1)), "grams": ("g", Decimal(1)),
    "mg": ("g", Decimal("0.001")), "mcg": ("g", Decimal("0.000001")), "ug": ("g", Decimal("0.000001")),
    "μg": ("g", Decimal("0.000001")), "kg": ("g", Decimal(1000)),
    "kcal": ("kcal", Decimal(1)), "kcals": ("kcal", Decimal(1)), "cal": ("kcal", Decimal(1)),
    "cals": ("kcal", Decimal(1)), "calorias": ("kcal", Decimal(1)), "calories": ("kcal", Decimal(1)),
    "kj": ("kcal", 1 / Decimal("4.184")),
}  # fmt: skip
"""A unit's kind, and how many grams or kilocalories it is."""
_OWN: Final = {"kcal": Decimal(1), "g": Decimal(1), "mg": Decimal("0.001"), "mcg": Decimal("0.000001")}
MOST: Final = {"kcal": Decimal(20_000), "g": Decimal(5_000), "mg": Decimal(100_000), "mcg": Decimal(100_000)}
"""More than this of anything in a day is a slip of the pen."""
_THOUSANDTH: Final = Decimal("0.001")


def factor_of(own: str, said: Collection[str]) -> Decimal | None:
    """What a value in the units `said` is multiplied by to be in `own`; None for one of another kind, or for two."""
    found = {UNITS[unit] for unit in said}
    if len(found) > 1:
        return None
    right = "kcal" if own == "kcal" else "g"
    kind, size = next(iter(found), (right, _OWN[own]))
    return size / _OWN[own] if kind == right else None


def scaled(value: Decimal | None, scale: Decimal) -> Decimal | None:
    """A value in another unit, to the third decimal, as it is stored."""
    return None if value is None else (value * scale).quantize(_THOUSANDTH, ROUND_HALF_UP)
