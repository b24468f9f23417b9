"""The Experiments port in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from bot.experiments import comparing
from bot.experiments.records import (
    ChangedItem,
    ComparedFigure,
    Experiment,
    ExperimentError,
    ExperimentFigure,
    ItemScore,
)


@dataclass
class FakeExperiments:
    """Runs and their items. `asked` is called first, and may raise."""

    asked: Callable[[], None] = lambda: None
    kept: list[tuple[Experiment, list[ItemScore]]] = field(default_factory=list)

    async def keep(self, experiment: Experiment, items: Sequence[ItemScore]) -> int:
        self.asked()
        self.kept.append((replace(experiment, id=len(self.kept) + 1), list(items)))
        return len(self.kept)

    async def list(self, most: int = 200) -> Sequence[Experiment]:
        self.asked()
        return [experiment for experiment, _ in self.kept[::-1]][:most]

    async def find(self, name: str) -> Experiment:
        self.asked()
        for experiment, _ in self.kept[::-1]:
            if name in (str(experiment.id), experiment.name):
                return experiment
        raise ExperimentError(f"there is no experiment {name}")

    async def items(self, experiment_id: int) -> Sequence[ItemScore]:
        self.asked()
        return next(items for experiment, items in self.kept if experiment.id == experiment_id)

    async def figures(self, experiment_id: int) -> Sequence[ExperimentFigure]:
        return comparing.figures(await self.items(experiment_id))

    async def compared(self, first: int, second: int) -> Sequence[ComparedFigure]:
        return comparing.compared(await self.items(first), await self.items(second))

    async def changed(self, first: int, second: int) -> Sequence[ChangedItem]:
        return comparing.changed(await self.items(first), await self.items(second))
