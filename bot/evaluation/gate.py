"""Whether a run is worse than the baseline by more than chance explains. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.evaluation.baseline import Baseline, Kept
from bot.evaluation.figures import Table
from bot.experiments.bootstrapping import Difference, paired
from bot.experiments.comparing import BOTH, Key, by_figure
from bot.experiments.records import ItemScore
from bot.experiments.shares import wilson

_MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class Drop:
    """A figure that fell. `difference` is of the items that both have; None: they share none. `worse` names them."""

    key: Key
    before: float
    now: float
    difference: Difference | None
    worse: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of a comparison: how many figures were compared, which fell, and which items are gone."""

    compared: int
    drops: tuple[Drop, ...]
    gone: Mapping[str, tuple[str, ...]]

    @property
    def passed(self) -> bool:
        """Whether nothing fell and nothing is gone; false where nothing was compared."""
        return bool(self.compared) and not self.drops and not self.gone


def judge(baseline: Baseline, scores: Iterable[ItemScore]) -> Judged:
    """Compares the sets that were run, each split apart.

    A figure has dropped where the 95 % interval of the paired bootstrap of its items' differences lies below zero;
    where a figure's items are all others, where it is below Wilson's interval of the baseline. Items of the baseline
    that are no more are told too: a figure is not raised by taking items away.
    """
    now = {key: found for key, found in by_figure(scores).items() if key[2] != BOTH}
    known = {key: kept for key, kept in baseline.figures.items() if key in now}
    drops = [drop for key, kept in known.items() if (drop := _drop(key, kept, now[key], baseline))]
    return Judged(len(known), tuple(drops), _gone(baseline, now))


def _drop(key: Key, kept: Kept, now: Mapping[str, ItemScore], baseline: Baseline) -> Drop | None:
    shared = [item for item in now if item in baseline.items[key[0]]]
    value = sum(score.value for score in now.values()) / len(now)
    if not shared:
        low, _ = wilson(min(1.0, max(0.0, kept.value)), kept.items)
        return Drop(key, kept.value, value, None, ()) if value < low else None
    before = [kept.short.get(item, 1.0) for item in shared]
    after = [now[item].value for item in shared]
    difference = paired(before, after)
    if not difference.worse:
        return None
    worse = [item for item, was, score in zip(shared, before, after, strict=True) if score < was]
    return Drop(key, kept.value, value, difference, tuple(worse))


def _gone(baseline: Baseline, now: Mapping[Key, Mapping[str, ItemScore]]) -> dict[str, tuple[str, ...]]:
    """Items of the baseline that the sets that were run, in the splits that were run, hold no more."""
    run: dict[str, set[str]] = {}
    splits: dict[str, set[str]] = {}
    for (name, _, split), found in now.items():
        run.setdefault(name, set()).update(found)
        splits.setdefault(name, set()).add(split)
    whole = {name for name, of in splits.items() if of >= {key[2] for key in baseline.figures if key[0] == name}}
    missing = {name: sorted(baseline.items.get(name, frozenset()) - run[name]) for name in whole}
    return {name: tuple(items) for name, items in missing.items() if items}


def tables(judged: Judged) -> list[Table]:
    """What fell, and what is gone, for a person."""
    found = []
    if judged.drops:
        rows = tuple(_row(drop) for drop in judged.drops)
        found.append(
            Table("fallen below the baseline", ("set", "figure", "split", "before", "now", "by", "items"), rows)
        )
    if judged.gone:
        gone = tuple((name, _named(items)) for name, items in judged.gone.items())
        found.append(Table("gone from the golden sets", ("set", "items"), gone))
    return found


def _row(drop: Drop) -> tuple[str, ...]:
    by = drop.difference
    told = f"{by.value:+.3f} [{by.low:+.3f} to {by.high:+.3f}]" if by else "other items"
    return (*drop.key, f"{drop.before:.3f}", f"{drop.now:.3f}", told, _named(drop.worse))


def _named(items: Sequence[str]) -> str:
    more = len(items) - _MOST_NAMED
    return " ".join(items[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
