"""Differences of two experiments as an SVG's places: a dot, its interval, and the line of no difference. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.experiments.bootstrapping import Difference

WIDTH: Final = 200
HEIGHT: Final = 22
_EDGE: Final = 6
_LEAST: Final = 0.02
"""Half of what a drawing shows at least: smaller differences would look large."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Places from the left: `low` and `high` end the interval, `zero` is no difference."""

    low: float
    value: float
    high: float
    zero: float


def drawn(difference: Difference) -> Drawn:
    """A drawing with no difference in its middle, as wide as the interval needs."""
    reach = max(abs(difference.low), abs(difference.high), abs(difference.value), _LEAST)

    def place(value: float) -> float:
        return round(WIDTH / 2 + value / reach * (WIDTH / 2 - _EDGE), 1)

    return Drawn(place(difference.low), place(difference.value), place(difference.high), place(0))


def verdict(difference: Difference | None) -> str:
    """The word for a difference: the whole interval above nought, below it, or neither."""
    if difference is None:
        return "unknown"
    return "better" if difference.better else "worse" if difference.worse else "same"
