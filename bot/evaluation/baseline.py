"""The committed figures that a run may not fall below (tests/golden/baseline.json): item by item, in few lines.

By set: the ids of its items, as ranges; then by metric and split the number of items, and of those that scored less
than 1 what they scored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.evaluation.golden import FOLDER, GoldenError
from bot.experiments.comparing import BOTH, by_figure
from bot.experiments.records import ItemScore

PATH = FOLDER / "baseline.json"
GATED = frozenset(
    {"routing", "out_of_scope", "followups", "switched", "redflags", "log", "food_search", "ask", "dialogues",
     "complaints"}
)  # fmt: skip
"""Sets that are compared: routing, retrieval, the emergency screen, the diary and consultations."""
_NUMBER = re.compile(r"\d+$")
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Kept:
    """A figure of the baseline: of `items` items, those that scored less than 1, and what."""

    items: int
    short: Mapping[str, float]

    @property
    def value(self) -> float:
        """The mean; 0 of nothing."""
        return 1 - sum(1 - value for value in self.short.values()) / self.items if self.items else 0.0


@dataclass(frozen=True, slots=True)
class Baseline:
    """Items by set; figures by set, metric and split."""

    items: Mapping[str, frozenset[str]]
    figures: Mapping[tuple[str, str, str], Kept]


def baseline_of(scores: Iterable[ItemScore]) -> Baseline:
    """What a run's gated sets gave."""
    grouped = {key: found for key, found in by_figure(scores).items() if key[0] in GATED and key[2] != BOTH}
    items: dict[str, frozenset[str]] = {}
    for (name, _, _), found in grouped.items():
        items[name] = items.get(name, frozenset()) | found.keys()
    return Baseline(items, {key: _kept(found.values()) for key, found in grouped.items()})


def _kept(scores: Iterable[ItemScore]) -> Kept:
    values = {score.item: round(score.value, _DIGITS) for score in scores}
    return Kept(len(values), {item: value for item, value in sorted(values.items()) if value < 1})


def together(old: Baseline | None, new: Baseline) -> Baseline:
    """The new figures, and the old ones of sets that were not run."""
    if old is None:
        return new
    kept = {key: figure for key, figure in old.figures.items() if key[0] not in new.items}
    return Baseline({**old.items, **new.items}, {**kept, **new.figures})


def load_baseline(path: Path = PATH) -> Baseline:
    """Reads it. Raises GoldenError."""
    try:
        sets = json.loads(path.read_text(encoding="utf-8"))
        items = {name: frozenset(spread(told["items"])) for name, told in sets.items()}
        figures = {
            (name, metric, split): Kept(int(kept["items"]), dict(kept["short"]))
            for name, told in sets.items()
            for metric, splits in told["metrics"].items()
            for split, kept in splits.items()
        }
    except FileNotFoundError as error:
        raise GoldenError(f"{path.name} is missing: scripts/evaluate.py --write-baseline makes it") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise GoldenError(f"{path.name} can't be read: scripts/evaluate.py --write-baseline makes it anew") from error
    return Baseline(items, figures)


def write_baseline(baseline: Baseline, path: Path = PATH) -> None:
    """Writes it: one line a figure, in order, so that a change can be read in a diff."""
    sets: dict[str, dict[str, Any]] = {}
    for name in sorted(baseline.items):
        sets[name] = {"items": ranges(baseline.items[name]), "metrics": {}}
    for (name, metric, split), kept in sorted(baseline.figures.items()):
        sets[name]["metrics"].setdefault(metric, {})[split] = {"items": kept.items, "short": dict(kept.short)}
    path.write_text(_laid_out(sets), encoding="utf-8")


def _laid_out(sets: Mapping[str, Mapping[str, Any]]) -> str:
    blocks = []
    for name, told in sets.items():
        metrics = []
        for metric, splits in told["metrics"].items():
            lines = ",\n".join(f"        {json.dumps(s)}: {json.dumps(kept)}" for s, kept in splits.items())
            metrics.append(f"      {json.dumps(metric)}: {{\n{lines}\n      }}")
        body = ",\n".join(metrics)
        items = json.dumps(told["items"])
        blocks.append(f'  {json.dumps(name)}: {{\n    "items": {items},\n    "metrics": {{\n{body}\n    }}\n  }}')
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def ranges(ids: Iterable[str]) -> list[str]:
    """Ids in order; those that count on by one are joined, as "rt-001..261". None of them may hold ".."."""
    runs: list[list[str]] = []
    for item in sorted(ids):
        if runs and _next(runs[-1][-1]) == item:
            runs[-1].append(item)
        else:
            runs.append([item])
    return [run[0] if len(run) == 1 else f"{run[0]}..{run[-1][_number(run[-1]) :]}" for run in runs]


def _number(item: str) -> int:
    """Where the number at its end begins."""
    found = _NUMBER.search(item)
    return found.start() if found else len(item)


def _next(item: str) -> str | None:
    head, number = item[: _number(item)], item[_number(item) :]
    return f"{head}{int(number) + 1:0{len(number)}}" if number else None


def spread(told: Sequence[str]) -> list[str]:
    """The ids that `ranges` joined."""
    found = []
    for one in told:
        first, dots, last = one.partition("..")
        found.append(first)
        while dots and not found[-1].endswith(last):
            following = _next(found[-1])
            if following is None or len(following) != len(first):
                raise ValueError(f"no range of ids: {one}")
            found.append(following)
    return found
