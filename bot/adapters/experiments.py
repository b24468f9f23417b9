"""The `Experiments` port on PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import asyncpg

from bot.experiments import comparing
from bot.experiments.records import (
    ChangedItem,
    ComparedFigure,
    Experiment,
    ExperimentError,
    ExperimentFigure,
    ItemScore,
)
from rag.adapters.postgres.pool import loading

_KEEP = """
insert into experiments (name, started_at, settings, commit, models, note) values ($1, $2, $3, $4, $5, $6) returning id
"""
_KEEP_ITEMS = """
insert into experiment_items (experiment_id, set, metric, item_id, split, value, detail)
select $1, i.set, i.metric, i.item_id, i.split, i.value, i.detail::jsonb
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::double precision[], $7::text[])
       as i (set, metric, item_id, split, value, detail)
"""
_LIST = "select * from experiments order by started_at desc, id desc limit $1"
_FIND = """
select * from experiments where id::text = $1 or name = $1
 order by (id::text = $1) desc, started_at desc, id desc limit 1
"""
_ITEMS = "select * from experiment_items where experiment_id = $1 order by set, metric, item_id"


@dataclass(frozen=True, slots=True)
class PostgresExperiments:
    """Experiments and their items."""

    pool: asyncpg.Pool

    async def keep(self, experiment: Experiment, items: Sequence[ItemScore]) -> int:
        """Stores all of it or nothing, and returns its id."""
        one = experiment
        columns = zip(*((i.set, i.metric, i.item, i.split, i.value, json.dumps(i.detail)) for i in items), strict=True)
        async with loading(self.pool) as connection:
            kept: int = await connection.fetchval(
                _KEEP, one.name, one.started_at, dict(one.settings), one.commit, list(one.models), one.note
            )
            if items:
                await connection.execute(_KEEP_ITEMS, kept, *map(list, columns))
        return kept

    async def find(self, name: str) -> Experiment:
        """The one of that id, or the newest of that name. Raises ExperimentError."""
        row = await self.pool.fetchrow(_FIND, name)
        if row is None:
            raise ExperimentError(f"there is no experiment {name}: --experiments lists them")
        return _experiment(row)

    async def items(self, experiment_id: int) -> Sequence[ItemScore]:
        """Every score, by set, metric and item."""
        return [_item(row) for row in await self.pool.fetch(_ITEMS, experiment_id)]

    async def figures(self, experiment_id: int) -> Sequence[ExperimentFigure]:
        """By set, metric and split; `both` after dev and test."""
        return comparing.figures(await self.items(experiment_id))

    async def compared(self, first: int, second: int) -> Sequence[ComparedFigure]:
        """Figures side by side."""
        return comparing.compared(await self.items(first), await self.items(second))

    async def changed(self, first: int, second: int) -> Sequence[ChangedItem]:
        """The items that scored otherwise; what got worse first."""
        return comparing.changed(await self.items(first), await self.items(second))

    async def list(self, most: int = 200) -> Sequence[Experiment]:
        """The newest first."""
        return [_experiment(row) for row in await self.pool.fetch(_LIST, most)]


def _experiment(row: asyncpg.Record) -> Experiment:
    return Experiment(
        id=row["id"],
        name=row["name"],
        started_at=row["started_at"],
        settings=row["settings"],
        commit=row["commit"],
        models=tuple(row["models"]),
        note=row["note"],
    )


def _item(row: asyncpg.Record) -> ItemScore:
    return ItemScore(row["set"], row["item_id"], row["split"], row["metric"], row["value"], row["detail"])
