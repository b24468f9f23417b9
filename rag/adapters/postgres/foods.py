"""Foods as one person sees them, read on PostgreSQL: short transactions in their name, which can't write."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

import asyncpg
from pgvector import Vector as PgVector

from rag.adapters.postgres.food_rows import food_of, selected
from rag.adapters.postgres.pool import as_person
from rag.diary.lexis.wording import wanted
from rag.diary.types import Food, FoodHit, Match
from rag.types import Language, Vector

# every part of these texts is this code's own
_BY_WORDS = f"""
select p.at, s.match, s.score, {selected("f")}
  from unnest($1::text[], $2::text[], $3::text[]) with ordinality as p (phrases, hard, soft, at)
 cross join lateral search_foods(
           string_to_array(p.phrases, '|'), string_to_array(p.hard, ' '), string_to_array(p.soft, ' '), $4, $5)
           with ordinality as s (food_id, match, score, place)
 cross join lateral (select * from food_facts where id = s.food_id) f
 order by p.at, s.place
"""  # noqa: S608
_NEAR = f"""
select p.at, 'meaning' as match, s.score, {selected("f")}
  from unnest($1::text[], $2::vector[]) with ordinality as p (phrase, vector, at)
 cross join lateral (
       select m.food_id, m.distance,
              .85 * (1 - m.distance) + .15 * coalesce((select max(similarity(w.word, p.phrase))
                                                         from food_words w where w.food_id = m.food_id), 0) as score
         from match_foods(p.vector, 3 * $3::int, $4) m
        order by 3 desc, 1 limit $3) s
 cross join lateral (select * from food_facts where id = s.food_id) f
 order by p.at, s.score desc, s.food_id
"""  # noqa: S608
_BY_ID = f"""
select {selected("f")} from unnest($1::bigint[]) with ordinality as w (id, at)
 cross join lateral (select * from food_facts where id = w.id) f order by w.at
"""  # noqa: S608
_BY_SLUG = f"""
select distinct on (w.at) {selected("f")} from unnest($1::text[]) with ordinality as w (slug, at)
  join food_facts f on f.slug = w.slug and f.retired_at is null order by w.at, f.own desc
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class PostgresFoodIndex:
    """The `FoodIndex` port."""

    pool: asyncpg.Pool

    async def by_words(
        self, owner: uuid.UUID, phrases: Sequence[str], language: Language, limit: int
    ) -> list[list[FoodHit]]:
        """For each normalised phrase up to `limit` foods by names, categories and spelling, best first."""
        if not any(phrases) or limit < 1:
            return [[] for _ in phrases]
        parts = [wanted(phrase) for phrase in phrases]
        columns = (
            ["|".join(part.phrases) for part in parts],
            [" ".join(part.hard) for part in parts],
            [" ".join(part.soft) for part in parts],
        )
        async with as_person(self.pool, owner, readonly=True) as connection:
            rows = await connection.fetch(_BY_WORDS, *columns, language.value, limit)
        return _by_phrase(rows, len(phrases))

    async def near(
        self, owner: uuid.UUID, phrases: Sequence[str], vectors: Sequence[Vector], limit: int, max_dist: float
    ) -> list[list[FoodHit]]:
        """For each vector up to `limit` foods within `max_dist`, ordered by .85 vector and .15 trigram likeness."""
        if not phrases or limit < 1:
            return [[] for _ in phrases]
        told = [PgVector(vector) for vector in vectors]
        async with as_person(self.pool, owner, readonly=True) as connection:
            rows = await connection.fetch(_NEAR, list(phrases), told, limit, max_dist)
        return _by_phrase(rows, len(phrases))

    async def foods(self, owner: uuid.UUID, ids: Sequence[int]) -> list[Food]:
        """Those foods, retired ones included, in the order of `ids`; what the person may not see is left out."""
        async with as_person(self.pool, owner, readonly=True) as connection:
            return [food_of(row) for row in await connection.fetch(_BY_ID, list(ids))]

    async def named(self, owner: uuid.UUID, slugs: Sequence[str]) -> list[Food]:
        """The current foods of those slugs, in that order, missing ones left out; the person's own before others."""
        async with as_person(self.pool, owner, readonly=True) as connection:
            return [food_of(row) for row in await connection.fetch(_BY_SLUG, list(slugs))]


def _by_phrase(rows: Sequence[asyncpg.Record], count: int) -> list[list[FoodHit]]:
    hits: list[list[FoodHit]] = [[] for _ in range(count)]
    for row in rows:
        score = min(max(row["score"], 0.0), 1.0)
        hits[row["at"] - 1].append(FoodHit(food_of(row), Match(row["match"]), score))
    return hits
