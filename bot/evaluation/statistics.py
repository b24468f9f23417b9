"""Shares with their intervals, ranks, and percentiles. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from bot.experiments.shares import Share

__all__ = ["Share", "discounted_gain", "mean", "percentile", "reciprocal_rank"]


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
