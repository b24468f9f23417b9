"""How sure a difference between two runs over the same items is: the paired bootstrap. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2_000
SEED = 20_261_201
_CELLS = 4_000_000
"""Of a matrix of draws made at a time: 32 MB."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean of `second - first` over `items` items, with its 95 % interval."""

    value: float
    low: float
    high: float
    items: int

    @property
    def better(self) -> bool:
        """Whether the whole interval is above zero."""
        return self.low > 0

    @property
    def worse(self) -> bool:
        """Whether the whole interval is below zero."""
        return self.high < 0


def paired(first: Sequence[float], second: Sequence[float], resamples: int = RESAMPLES, seed: int = SEED) -> Difference:
    """The difference of two runs, value by value of the same items in the same order.

    Items are drawn with replacement, and both runs' values with them (B. Efron and R. Tibshirani, An Introduction to
    the Bootstrap, 1993, percentile method). The same values and seed give the same interval. ValueError where the
    lengths differ or there is nothing.
    """
    if len(first) != len(second) or not first:
        raise ValueError("as many values of both, and at least one")
    differences = np.asarray(second, dtype=np.float64) - np.asarray(first, dtype=np.float64)
    value = float(differences.mean())
    if not differences.any():
        return Difference(0.0, 0.0, 0.0, len(differences))
    low, high = np.quantile(_means(differences, resamples, np.random.default_rng(seed)), (0.025, 0.975))
    return Difference(value, float(low), float(high), len(differences))


def _means(differences: NDArray[np.float64], resamples: int, random: np.random.Generator) -> NDArray[np.float64]:
    """The mean of each resample."""
    size = len(differences)
    at_once = max(1, min(resamples, _CELLS // size))
    means = np.empty(resamples)
    for start in range(0, resamples, at_once):
        rows = min(at_once, resamples - start)
        means[start : start + rows] = differences[random.integers(0, size, (rows, size))].mean(axis=1)
    return means
