"""People's own foods on PostgreSQL, under row-level security."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import asyncpg
from pgvector import Vector as PgVector

from bot.adapters.delivery.connections import connection_of, person_of
from bot.diary.ports import Embedded, Kept
from bot.ports import Person, Transaction
from rag.adapters.postgres.food_rows import food_of, selected
from rag.adapters.postgres.pool import as_person
from rag.diary.catalogue.lists import plain
from rag.diary.lexis.wording import normalised
from rag.diary.own.foods import MOST_FOODS, USER, OwnFood
from rag.diary.types import NUTRIENTS, Food
from rag.types import Language

_RETIRE_NAMED = "update foods set retired_at = now() where user_id = $1 and slug = $2 and retired_at is null"
_RETIRE = "update foods set retired_at = now() where user_id = $1 and id = $2 and retired_at is null"
_COLUMNS = (
    "slug", "name_pt", "name_es", "name_en", "tags", "source", "computed", "ingredients", "embedded_text", *NUTRIENTS,
)  # fmt: skip
# every part of these texts is this code's own
_INSERT = f"""
insert into foods (user_id, embedding, embedding_model, {", ".join(_COLUMNS)})
select $1, $2, $3, {", ".join(f"r.{column}" for column in _COLUMNS)}
  from jsonb_populate_record(null::foods, $4) r
 where (select count(*) from foods f where f.user_id = $1 and f.retired_at is null) < $5
returning id
"""  # noqa: S608
_WORDS = """
insert into food_words (food_id, user_id, language, word, shown)
select $1, $2, w.language, w.word, true from unnest($3::text[], $4::text[]) as w (language, word)
"""
_MEASURES = """
insert into food_measures (food_id, user_id, measure, grams, source)
select $1, $2, m.measure, m.grams, m.source
  from unnest($3::text[], $4::numeric[], $5::text[]) as m (measure, grams, source)
"""
_ONE = f"select {selected('f')} from food_facts f where f.id = $1 and f.own"  # noqa: S608
_ALL = f"select {selected('f')} from food_facts f where f.own and f.retired_at is null order by f.name_pt, f.id"  # noqa: S608
_NAMES = "select name_pt from foods where user_id = $1 and retired_at is null order by id"
_LACKING = """
select id, embedded_text from foods
 where user_id = $1 and retired_at is null and embedding_model is distinct from $2 order by id limit $3
"""
_EMBED = """
update foods f set embedding = v.vector, embedding_model = $2
  from unnest($3::bigint[], $4::vector[]) as v (id, vector)
 where f.user_id = $1 and f.id = v.id and f.embedding_model is distinct from $2
"""


@dataclass(frozen=True, slots=True)
class PostgresOwnFoods:
    """The `OwnFoods` port."""

    pool: asyncpg.Pool

    async def add(
        self, transaction: Transaction, food: OwnFood, text: str, embedded: Embedded | None = None
    ) -> Kept | None:
        """Stores a food in the place of one of the same name; None where the person has as many as one may have."""
        connection, person = connection_of(transaction), person_of(transaction)
        replaced = await connection.execute(_RETIRE_NAMED, person, food.slug)
        vector = None if embedded is None else PgVector(embedded.vector)
        model = None if embedded is None else embedded.model
        made = await connection.fetchval(_INSERT, person, vector, model, _row(food, text), MOST_FOODS)
        if made is None:
            return None
        words = {language.value: normalised(food.name, language) for language in Language}
        await connection.execute(_WORDS, made, person, list(words), list(words.values()))
        measures = [(key, measure.grams, measure.source) for key, measure in food.measures.items()]
        columns = ([row[column] for row in measures] for column in range(3))
        await connection.execute(_MEASURES, made, person, *columns)
        if embedded is not None and embedded.others:
            others = [PgVector(vector) for vector in embedded.others.values()]
            await connection.execute(_EMBED, person, embedded.model, list(embedded.others), others)
        return Kept(food_of(await connection.fetchrow(_ONE, made)), replaced=replaced != "UPDATE 0")

    async def remove(self, transaction: Transaction, food: int) -> Food | None:
        """Retires a food; None where it is none of theirs, or retired already."""
        connection, person = connection_of(transaction), person_of(transaction)
        if await connection.execute(_RETIRE, person, food) == "UPDATE 0":
            return None
        return food_of(await connection.fetchrow(_ONE, food))

    async def all(self, person: Person) -> Sequence[Food]:
        """Theirs, by name."""
        async with as_person(self.pool, person.id, readonly=True) as connection:
            return [food_of(row) for row in await connection.fetch(_ALL)]

    async def names(self, person: Person) -> Sequence[str]:
        """What theirs are called."""
        async with as_person(self.pool, person.id, readonly=True) as connection:
            return [row["name_pt"] for row in await connection.fetch(_NAMES, person.id)]

    async def unembedded(self, person: Person, model: str, most: int) -> Mapping[int, str]:
        """Up to `most` of theirs that have no vector of `model`: id and text."""
        async with as_person(self.pool, person.id, readonly=True) as connection:
            rows = await connection.fetch(_LACKING, person.id, model, most)
        return {row["id"]: row["embedded_text"] for row in rows}


def _row(food: OwnFood, text: str) -> Mapping[str, Any]:
    kept = [{"food": one.food_id, "grams": plain(one.grams), "said": one.said} for one in food.ingredients]
    return {key: plain(food.per_100g.get(key)) for key in NUTRIENTS} | {
        "slug": food.slug,
        "name_pt": food.name,
        "name_es": food.name,
        "name_en": food.name,
        "tags": sorted(food.tags),
        "source": USER,
        "computed": bool(food.ingredients),
        "ingredients": kept or None,
        "embedded_text": text,
    }
