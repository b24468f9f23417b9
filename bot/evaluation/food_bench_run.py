"""Runs the bench of food search: among the bundled foods, and in the long form among very many."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import asyncpg

from bot.bootstrap import open_models
from bot.evaluation.bench_parts import Part, Scratch
from bot.evaluation.diary_golden import FoodQuery, load_diary_golden
from bot.evaluation.food_bench import Among, count_foods, search_among
from bot.evaluation.food_bench_figures import food_figures, food_tables
from bot.evaluation.food_contenders import Beside, Contenders, beside, named
from bot.evaluation.report import measured_on
from rag.adapters.postgres.pool import open_pool
from rag.ports import Embedder

MANY = 300_000
ROUNDS = 7
TIMED = 40
"""Golden searches whose time is taken; whether they are right is told of all."""
_SEED = 300_000


@dataclass(frozen=True, slots=True)
class Many:
    """What was measured among very many foods."""

    among: Among
    beside: Beside

    @classmethod
    def kept(cls, part: Mapping[str, Any]) -> Many:
        """As it was kept."""
        return cls(Among(**part["among"]), Beside(**part["beside"]))


async def measure_foods(scratch: Scratch) -> Part:
    """Among the bundled foods; with `full` among 300,000 too, in minutes."""
    golden = load_diary_golden().searches
    async with (
        open_models(scratch.settings) as models,
        scratch.copied("bench_foods") as dsn,
        open_pool(dsn) as pool,
    ):
        few = await search_beside(pool, dsn, models.local, golden)
        if not scratch.full:
            return foods_part([few], None)
        scratch.step(f"{MANY:,} foods")
        many = Many.kept(
            await scratch.kept.part(f"{MANY:,} foods", lambda: search_many(pool, dsn, models.local, golden, MANY))
        )
        return foods_part([few, many.beside], many.among)


async def search_many(
    pool: asyncpg.Pool, dsn: str, embedder: Embedder, golden: Sequence[FoodQuery], count: int, rounds: int = ROUNDS
) -> Many:
    """Grows the catalogue to `count` foods, then times each kind of query, and all contenders."""
    among = await search_among(pool, embedder, count, random.Random(_SEED))  # noqa: S311 - reproducible on purpose
    return Many(among, await search_beside(pool, dsn, embedder, golden, rounds))


async def search_beside(
    pool: asyncpg.Pool, dsn: str, embedder: Embedder, golden: Sequence[FoodQuery], rounds: int = ROUNDS
) -> Beside:
    """All contenders on one database, whose superuser `dsn` names."""
    chance = random.Random(_SEED)  # noqa: S311 - as above
    timed = chance.sample(list(golden), min(TIMED, len(golden)))
    async with named(dsn):
        return await beside(Contenders(pool, embedder).all(), golden, timed, rounds, await count_foods(pool))


def foods_part(measured: Sequence[Beside], among: Among | None) -> Part:
    """What is reported."""
    return Part("food search", "foods", food_figures(measured, among), [*food_tables(measured, among), measured_on()])
