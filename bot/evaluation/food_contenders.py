"""Food search beside what would be used instead: ILIKE, trigrams alone, vectors alone; each in its best configuration.

The others search the same names and synonyms, written alike, in a table of their own that is nobody's: no row-level
security keeps an index from them. The words of a phrase are given to them as Fonte reads them, without its amount.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import perf_counter

import asyncpg
from pgvector import Vector as PgVector

from bot.evaluation.diary_golden import FoodQuery
from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.adapters.postgres.migrations import APP_ROLE
from rag.adapters.postgres.pool import connect
from rag.diary.foods.search import ENOUGH, FoodSearch
from rag.diary.lexis.wording import cleaned, normalised
from rag.ports import Embedder
from rag.types import Language
from rag.wording import fold

FONTE, ILIKE, TRIGRAMS, VECTORS = "Fonte", "ILIKE", "pg_trgm alone", "vectors alone"
HITS = 3
FOUND = ENOUGH
"""How many foods each is asked for."""
_NOBODY = uuid.UUID(int=0)
_FURTHEST = 2.0
"""No cosine distance is greater: vectors alone always find something."""
_TABLES = """
create table bench_names as select food_id, word from food_words where user_id is null;
create index on bench_names using gin (word gin_trgm_ops);
create table bench_trigrams as select food_id, word from bench_names;
create index on bench_trigrams using gist (word gist_trgm_ops (siglen = 128));
"""
"""A GIN index serves ILIKE; only a GiST index gives the nearest names in their order (PostgreSQL's manual, F.35.4)."""
_GONE = "drop table if exists bench_names, bench_trigrams"
_ILIKE = """
select f.name_pt, f.name_en
  from (select food_id, min(length(word)) as size from bench_names where {matches}
         group by food_id order by 2, 1 limit {count}) n
  join foods f on f.id = n.food_id order by n.size, n.food_id
"""
_TRIGRAMS = """
select f.name_pt, f.name_en
  from (select food_id, min(away) as away
          from (select food_id, word <-> $1 as away from bench_trigrams order by word <-> $1 limit 4 * $2::int) w
         group by food_id order by 2, 1 limit $2) n
  join foods f on f.id = n.food_id order by n.away, n.food_id
"""
_VECTORS = "select name, name_en from match_foods($1, $2, $3)"

Names = Sequence[tuple[str, str]]
"""Of foods, the first ones first: Portuguese, English."""
Find = Callable[[str, Language], Awaitable[Names]]


@dataclass(frozen=True, slots=True)
class Contenders:
    """Ways to search for a food, on one database with `bench_names`."""

    pool: asyncpg.Pool
    embedder: Embedder

    def all(self) -> Mapping[str, Find]:
        """By name, Fonte's first."""
        return {FONTE: self.fonte, ILIKE: self.ilike, TRIGRAMS: self.trigrams, VECTORS: self.vectors}

    async def fonte(self, phrase: str, language: Language) -> Names:
        """The search of the diary, which reads each food found with its nutrients and measures."""
        search = FoodSearch(PostgresFoodIndex(self.pool), self.embedder)
        (hits,) = await search.search(_NOBODY, [phrase], language, FOUND)
        return [(hit.food.name(Language.PT), hit.food.name(Language.EN)) for hit in hits]

    async def ilike(self, phrase: str, language: Language) -> Names:
        """Names that hold every word, the shortest first."""
        words = _read(phrase, language).split()
        if not words:
            return []
        matches = " and ".join(f"word ilike ${n}" for n in range(1, len(words) + 1))
        rows = await self.pool.fetch(_ILIKE.format(matches=matches, count=FOUND), *(f"%{word}%" for word in words))
        return [(row["name_pt"], row["name_en"]) for row in rows]

    async def trigrams(self, phrase: str, language: Language) -> Names:
        """Names that share most trigrams with the phrase."""
        rows = await self.pool.fetch(_TRIGRAMS, _read(phrase, language), FOUND)
        return [(row["name_pt"], row["name_en"]) for row in rows]

    async def vectors(self, phrase: str, _: Language) -> Names:
        """Foods whose vectors are nearest, however far."""
        (vector,) = await self.embedder.embed_documents([cleaned(phrase)])
        rows = await self.pool.fetch(_VECTORS, PgVector(vector), FOUND, _FURTHEST)
        return [(row["name"], row["name_en"]) for row in rows]


def _read(phrase: str, language: Language) -> str:
    return normalised(cleaned(phrase), language)


@asynccontextmanager
async def named(dsn: str) -> AsyncIterator[None]:
    """The others' tables for as long as the block."""
    await _run(
        dsn,
        _TABLES,
        f"grant select on bench_names, bench_trigrams to {APP_ROLE}",
        "vacuum analyze bench_names, bench_trigrams",
    )
    try:
        yield
    finally:
        await _run(dsn, _GONE)


async def _run(dsn: str, *statements: str) -> None:
    connection = await connect(dsn)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


@dataclass(frozen=True, slots=True)
class Beside:
    """All of them among `foods` foods: milliseconds by round and query, and for each golden search whether it is right.

    Right is a search whose first three hold a food of both names expected.
    """

    foods: int
    rounds: Mapping[str, Sequence[Sequence[float]]]
    right: Mapping[str, Sequence[bool]]


async def beside(
    contenders: Mapping[str, Find], golden: Sequence[FoodQuery], asked: Sequence[FoodQuery], rounds: int, foods: int
) -> Beside:
    """Every golden search once, and `rounds` times those to be timed: by all in turn, begun by another each time."""
    right = {
        name: [_is_right(query, await find(query.text, query.language)) for query in golden]
        for name, find in contenders.items()
    }
    times: dict[str, list[list[float]]] = {name: [] for name in contenders}
    order = list(contenders.items())
    for number in range(rounds):
        for each in times.values():
            each.append([])
        for place, query in enumerate(asked):
            first = (number + place) % len(order)
            for name, find in (*order[first:], *order[:first]):
                started = perf_counter()
                await find(query.text, query.language)
                times[name][-1].append(1000 * (perf_counter() - started))
    return Beside(foods, times, right)


def _is_right(query: FoodQuery, found: Names) -> bool:
    return any(re.search(query.expect, fold(pt)) and re.search(query.expect_en, fold(en)) for pt, en in found[:HITS])
