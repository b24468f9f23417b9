"""Shares with their intervals, ranks, and percentiles. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2, sqrt

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
        """Wilson's score interval at 95 % (E. B. Wilson, JASA 22, 1927); (0, 1) of nothing."""
        if not self.total:
            return 0.0, 1.0
        n, p, square = self.total, self.value, _Z95**2
        centre = (p + square / (2 * n)) / (1 + square / n)
        half = _Z95 / (1 + square / n) * sqrt(p * (1 - p) / n + square / (4 * n * n))
        return max(0.0, centre - half), min(1.0, centre + half)


def percentile(values: Sequence[float], percent: float) -> float:
    """By linear interpolation between the nearest ranks. ValueError of nothing."""
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def reciprocal_rank(rank: int | None, within: int) -> float:
    """1/rank where the right one is among the first `within`, else 0. Ranks count from 1; None: not found."""
    return 1 / rank if rank and rank <= within else 0.0


def discounted_gain(rank: int | None, within: int) -> float:
    """NDCG with one right result: 1/log2(1 + rank) among the first `within`, else 0 (the ideal gain is 1)."""
    return 1 / log2(1 + rank) if rank and rank <= within else 0.0
