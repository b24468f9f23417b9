"""A share and its interval. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

_Z95 = 1.959964
"""The 97.5th percentile of the standard normal distribution."""


@dataclass(frozen=True, slots=True)
class Share:
    """`hits` of `total`, with 0 <= hits <= total."""

    hits: int
    total: int

    @classmethod
    def of(cls, outcomes: Iterable[bool]) -> Share:
        """Counts what is true."""
        known = list(outcomes)
        return cls(sum(known), len(known))

    @property
    def value(self) -> float:
        """In [0, 1]; 0 of nothing."""
        return self.hits / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval at 95 %; (0, 1) of nothing."""
        return wilson(self.value, self.total) if self.total else (0.0, 1.0)


def wilson(share: float, total: int) -> tuple[float, float]:
    """The score interval at 95 % of a share in [0, 1] of `total` > 0 (E. B. Wilson, JASA 22, 1927)."""
    square = _Z95**2
    centre = (share + square / (2 * total)) / (1 + square / total)
    half = _Z95 / (1 + square / total) * sqrt(share * (1 - share) / total + square / (4 * total * total))
    return max(0.0, centre - half), min(1.0, centre + half)
