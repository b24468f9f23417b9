"""From scores to figures, and from two experiments' scores to what differs. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from bot.experiments.bootstrapping import paired
from bot.experiments.records import ChangedItem, ComparedFigure, ExperimentFigure, ItemScore
from bot.experiments.shares import wilson

BOTH = "both"
SAME = 1e-9
"""Scores that differ by less are the same."""
Key = tuple[str, str, str]
"""Set, metric, split."""


def by_figure(items: Iterable[ItemScore]) -> dict[Key, dict[str, ItemScore]]:
    """Scores by item, of each figure; each item is in its split's and in the one of both, in the items' order."""
    found: defaultdict[Key, dict[str, ItemScore]] = defaultdict(dict)
    both: defaultdict[tuple[str, str], dict[Key, None]] = defaultdict(dict)
    for item in items:
        for split in (item.split, BOTH):
            found[item.set, item.metric, split][item.item] = item
            both[item.set, item.metric][item.set, item.metric, split] = None
    keys = [key for group in both.values() for key in sorted(group, key=_place)]
    return {key: found[key] for key in keys}


def _place(key: Key) -> tuple[bool, str]:
    return key[2] == BOTH, key[2]


def figures(items: Iterable[ItemScore]) -> list[ExperimentFigure]:
    """The mean of each metric, by set and split."""
    return [_figure(key, [score.value for score in scores.values()]) for key, scores in by_figure(items).items()]


def _figure(key: Key, values: Sequence[float]) -> ExperimentFigure:
    value = sum(values) / len(values)
    interval = wilson(value, len(values)) if all(one in (0.0, 1.0) for one in values) else None
    return ExperimentFigure(*key, value, len(values), interval)


def compared(first: Iterable[ItemScore], second: Iterable[ItemScore]) -> list[ComparedFigure]:
    """The figures of both, side by side, with the paired bootstrap's interval of their difference."""
    one, other = by_figure(first), by_figure(second)
    return [_compared(key, one.get(key, {}), other.get(key, {})) for key in dict.fromkeys([*one, *other])]


def _compared(key: Key, first: Mapping[str, ItemScore], second: Mapping[str, ItemScore]) -> ComparedFigure:
    shared = [item for item in first if item in second]
    pairs = [first[item].value for item in shared], [second[item].value for item in shared]
    difference = paired(*pairs) if shared else None
    return ComparedFigure(*key, _mean(first), _mean(second), difference)


def _mean(scores: Mapping[str, ItemScore]) -> float | None:
    return sum(score.value for score in scores.values()) / len(scores) if scores else None


def changed(first: Iterable[ItemScore], second: Iterable[ItemScore]) -> list[ChangedItem]:
    """The items that both have and that scored otherwise; those that lost most first, then by set, metric and item."""
    before = {(score.set, score.metric, score.item): score for score in first}
    found = []
    for score in second:
        was = before.get((score.set, score.metric, score.item))
        if was is not None and abs(was.value - score.value) > SAME:
            found.append(_changed(was, score))
    return sorted(found, key=lambda one: (one.second - one.first, one.set, one.metric, one.item))


def _changed(was: ItemScore, score: ItemScore) -> ChangedItem:
    return ChangedItem(
        score.set, score.metric, score.split, score.item, was.value, score.value, was.detail, score.detail
    )
