"""Writes the catalogue's foods. A list is loaded in one transaction: a reader sees the old one or the new, whole."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import asyncpg
from pgvector import Vector as PgVector

from rag.adapters.postgres.pool import at_leisure, loading
from rag.diary.catalogue.lists import FoodList, ListedFood, plain
from rag.diary.catalogue.loading import Counts
from rag.diary.types import NUTRIENTS
from rag.types import Language, Vector

INDEXED_FROM = 10_000
"""Foods from which an index of vectors pays (docs/decisions, 16)."""
_BEGIN = "set local fonte.loading = 'on'; select pg_advisory_xact_lock(hashtextextended('foods', 0))"
_CURRENT = "select id, slug, fingerprint, catalogue from foods where user_id is null and retired_at is null"
_RETIRE = "update foods set retired_at = now() where id = any ($1::bigint[])"
_COLUMNS = (
    "slug", "name_pt", "name_es", "name_en", "tags", "source", "computed", "fingerprint", "flags", "embedded_text",
    "catalogue", *NUTRIENTS,
)  # fmt: skip
_INSERT = f"""
insert into foods ({", ".join(_COLUMNS)})
select {", ".join(_COLUMNS)} from jsonb_populate_recordset(null::foods, $1) returning id, slug
"""  # noqa: S608 - of this code's own names
_WORDS = """
insert into food_words (food_id, language, word, shown)
select * from unnest($1::bigint[], $2::text[], $3::text[], $4::boolean[])
"""
_MEASURES = """
insert into food_measures (food_id, measure, grams, source)
select * from unnest($1::bigint[], $2::text[], $3::numeric[], $4::text[])
"""
_TAG_WORDS = """
insert into food_tag_words (word, language, tag) select * from unnest($1::text[], $2::text[], $3::text[])
"""
# a new version that is embedded as the old one was takes its vector over
_INHERIT = """
update foods n set embedding = o.embedding, embedding_model = o.embedding_model
  from foods o
 where n.id = any ($1::bigint[]) and o.id = any ($2::bigint[]) and o.slug = n.slug
   and o.embedded_text = n.embedded_text and o.embedding is not null
"""
_LACKING = """
from foods where user_id is null and retired_at is null and (embedding is null or embedding_model <> $1)
"""
_KEEP = """
update foods f set embedding = v.vector, embedding_model = $1
  from unnest($2::bigint[], $3::vector[]) as v (id, vector)
 where f.id = v.id and f.embedding_model is distinct from $1
"""
_USE = """
insert into food_embedding (model) values ($1)
on conflict (one) do update set model = excluded.model where food_embedding.model <> excluded.model
"""
_ANALYSE = "analyze foods, food_words, food_terms, food_vocabulary, food_measures, food_tags"
_INDEX = """
create index concurrently if not exists foods_bits on foods
 using hnsw ((binary_quantize(embedding)::bit(768)) bit_hamming_ops) with (m = 16, ef_construction = 100)
 where embedding is not null and retired_at is null and user_id is null
"""
_ENOUGH = "select count(*) >= $1 from foods where embedding is not null and retired_at is null and user_id is null"
_INDEX_STATE = "select indisvalid from pg_index where indexrelid = to_regclass('foods_bits')"
_INDEX_MEMORY = "400MB"
"""Holds the graph of some 300,000; beyond it building takes many times as long."""
_CHUNK = 2_000


@dataclass(frozen=True, slots=True)
class PostgresFoodCatalogue:
    """The `FoodCatalogue` port."""

    pool: asyncpg.Pool

    @asynccontextmanager
    async def _loading(self) -> AsyncIterator[asyncpg.Connection]:
        async with loading(self.pool) as connection:
            await connection.execute(_BEGIN)
            yield connection

    async def loaded(self, name: str) -> str | None:
        """The digest under which a list was loaded last."""
        digest: str | None = await self.pool.fetchval("select digest from food_catalogues where name = $1", name)
        return digest

    async def load(self, foods: FoodList) -> Counts:
        """Makes a list the current one of its name, in one transaction."""
        async with self._loading() as connection:
            difference = _compare(foods, await connection.fetch(_CURRENT))
            if difference.retired_ids:
                await connection.execute(_RETIRE, difference.retired_ids)
            ids: dict[str, int] = {}
            for at in range(0, len(difference.changed), _CHUNK):
                ids |= await _insert(connection, foods.name, difference.changed[at : at + _CHUNK])
            if ids and difference.retired_ids:
                await connection.execute(_INHERIT, list(ids.values()), difference.retired_ids)
            if ids or difference.retired_ids:
                await connection.execute("select refresh_food_vocabulary()")
        if ids:  # new tables have no statistics, and a plan without them reads whole ones
            async with at_leisure(self.pool) as connection:
                await connection.execute(_ANALYSE)
        return difference.counts

    async def name_tags(self, words: Iterable[tuple[str, Language, str]]) -> None:
        """Replaces what the tags are called."""
        rows = sorted(set(words))
        async with self._loading() as connection:
            await connection.execute("delete from food_tag_words")
            await connection.execute(
                _TAG_WORDS,
                *([row[column] for row in rows] for column in range(3)),
            )

    async def note(self, name: str, digest: str) -> None:
        """Remembers the digest of a list that is loaded whole."""
        await self.pool.execute(
            "insert into food_catalogues (name, digest) values ($1, $2) "
            "on conflict (name) do update set digest = excluded.digest",
            name,
            digest,
        )

    async def use(self, model: str) -> None:
        """Makes `model` the one whose vectors food search compares."""
        await self.pool.execute(_USE, model)

    async def unembedded(self, model: str) -> int:
        """How many current foods have no vector of `model`."""
        count: int = await self.pool.fetchval(f"select count(*) {_LACKING}", model)
        return count

    async def next_unembedded(self, model: str, after: int, count: int) -> list[tuple[int, str]]:
        """Up to `count` of them with an id beyond `after`."""
        rows = await self.pool.fetch(
            f"select id, embedded_text {_LACKING} and id > $2 order by id limit $3", model, after, count
        )
        return [(row["id"], row["embedded_text"]) for row in rows]

    async def keep(self, model: str, ids: Sequence[int], vectors: Sequence[Vector]) -> None:
        """Stores vectors where none of `model` is there."""
        async with loading(self.pool) as connection:
            await connection.execute("set local fonte.loading = 'on'")
            await connection.execute(_KEEP, model, list(ids), [PgVector(vector) for vector in vectors])

    async def index_vectors(self, least: int = INDEXED_FROM) -> bool:
        """Makes the index of vectors where at least so many of the catalogue's have one, and tells whether it is there.

        Takes minutes for hundreds of thousands; searches go on meanwhile, without it.
        """
        async with at_leisure(self.pool) as connection:
            if await connection.fetchval(_ENOUGH, least):
                if await connection.fetchval(_INDEX_STATE) is False:  # one that was cut short
                    await connection.execute("drop index concurrently foods_bits")
                await connection.execute(f"set maintenance_work_mem = '{_INDEX_MEMORY}'")
                await connection.execute(_INDEX)
                await connection.execute("reset maintenance_work_mem")
            return bool(await connection.fetchval(_INDEX_STATE))


@dataclass(frozen=True, slots=True)
class _Difference:
    """What tells a list from the current rows."""

    changed: Sequence[ListedFood]
    retired_ids: Sequence[int]
    counts: Counts


def _compare(foods: FoodList, rows: Iterable[asyncpg.Record]) -> _Difference:
    current: dict[str, Any] = {}
    elsewhere = set()
    for row in rows:
        if row["catalogue"] == foods.name:
            current[row["slug"]] = row
        else:
            elsewhere.add(row["slug"])
    listed = [food for food in foods.foods if food.slug not in elsewhere]
    changed = [food for food in listed if _is_changed(food, current)]
    gone = current.keys() - {food.slug for food in listed}
    again = [food.slug for food in changed if food.slug in current]
    taken = tuple(food.slug for food in foods.foods if food.slug in elsewhere)
    counts = Counts(len(listed) - len(changed), len(changed) - len(again), len(again), len(gone), taken)
    return _Difference(changed, [current[slug]["id"] for slug in (*gone, *again)], counts)


def _is_changed(food: ListedFood, current: Mapping[str, Any]) -> bool:
    return food.slug not in current or current[food.slug]["fingerprint"] != food.fingerprint()


async def _insert(connection: asyncpg.Connection, name: str, foods: Sequence[ListedFood]) -> dict[str, int]:
    rows = await connection.fetch(_INSERT, [_row(name, food) for food in foods])
    ids = {row["slug"]: row["id"] for row in rows}
    words = [(ids[food.slug], *key, shown) for food in foods for key, shown in food.words().items()]
    await connection.execute(_WORDS, *_columns(words, 4))
    measures = [(ids[f.slug], key, m.grams, m.source) for f in foods for key, m in f.measures.items()]
    await connection.execute(_MEASURES, *_columns(measures, 4))
    return ids


def _row(name: str, food: ListedFood) -> Mapping[str, Any]:
    values = {key: plain(food.per_100g.get(key)) for key in NUTRIENTS}
    return values | {
        "slug": food.slug,
        "name_pt": food.name(Language.PT),
        "name_es": food.name(Language.ES),
        "name_en": food.name(Language.EN),
        "tags": sorted(food.tags),
        "source": food.source,
        "computed": food.computed,
        "fingerprint": food.fingerprint(),
        "flags": food.flags(),
        "embedded_text": food.embedded_text(),
        "catalogue": name,
    }


def _columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[list[Any]]:
    return [[row[column] for row in rows] for column in range(count)]
