"""What is kept of an experiment, and how it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from bot.experiments.bootstrapping import Difference


class ExperimentError(Exception):
    """What was asked of experiments can't be done; the message is one line."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """One run over the golden sets. `settings` are those that differ from Fonte's own; `models` embedder, writer.

    `id` is 0 until it is kept. `commit` is empty outside a checkout, and ends in `+` where files were changed.
    """

    id: int
    name: str
    started_at: datetime
    settings: Mapping[str, Any]
    commit: str
    models: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class ItemScore:
    """What one item scored by one metric: more is better, and all but the cosines lie in [0, 1].

    `split` is dev or test. `detail` says what came, in names and numbers: no text of a patient's.
    """

    set: str
    item: str
    split: str
    metric: str
    value: float
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExperimentFigure:
    """The mean of a metric over the items of a set and split; Wilson's 95 % interval where every value is 0 or 1."""

    set: str
    metric: str
    split: str
    value: float
    items: int
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """A figure of two experiments. `difference` is of the items that both have, or None where they share none."""

    set: str
    metric: str
    split: str
    first: float | None
    second: float | None
    difference: Difference | None


@dataclass(frozen=True, slots=True)
class ChangedItem:
    """An item whose score differs between two experiments, with what came in each."""

    set: str
    metric: str
    split: str
    item: str
    first: float
    second: float
    came_first: Mapping[str, Any]
    came_second: Mapping[str, Any]


class Experiments(Protocol):
    """Where experiments are kept. Adapter: `bot.adapters.experiments`. All raise StorageError."""

    async def keep(self, experiment: Experiment, items: Sequence[ItemScore]) -> int:
        """Stores all of it or nothing, and returns its id."""

    async def list(self, most: int = 200) -> Sequence[Experiment]:
        """The newest first."""

    async def find(self, name: str) -> Experiment:
        """The one of that id, or the newest of that name. Raises ExperimentError."""

    async def figures(self, experiment_id: int) -> Sequence[ExperimentFigure]:
        """By set, metric and split; `both` after dev and test."""

    async def items(self, experiment_id: int) -> Sequence[ItemScore]:
        """Every score, by set, metric and item."""

    async def compared(self, first: int, second: int) -> Sequence[ComparedFigure]:
        """Figures side by side."""

    async def changed(self, first: int, second: int) -> Sequence[ChangedItem]:
        """The items that scored otherwise; what got worse first."""
