"""match_foods, and the index that takes over where there are many."""

from __future__ import annotations

import inspect

import asyncpg
import numpy as np
import pytest

from rag.adapters.postgres.food_catalogue import INDEXED_FROM, PostgresFoodCatalogue
from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.diary.catalogue.embedding import fill
from rag.types import EMBEDDING_DIMENSIONS, Vector
from tests.fakes.models import FakeEmbedder
from tests.integration.searching_foods import Eater, food, listed, load_foods

MATCH = "select * from match_foods($1, $2, $3)"
MANY = tuple(food(f"food_{n}", f"comida {n} de teste {n * 7919 % 613}") for n in range(400))


async def filled(pool: asyncpg.Pool, *names: str) -> PostgresFoodCatalogue:
    foods = tuple(food(f"f{n}", name) for n, name in enumerate(names)) or MANY
    catalogue = await load_foods(pool, listed(*foods))
    await fill(catalogue, FakeEmbedder())
    return catalogue


async def vector_of(text: str) -> Vector:
    return (await FakeEmbedder().embed_documents([text]))[0]


async def test_the_signature_is_the_contracts(pool: asyncpg.Pool) -> None:
    row = await pool.fetchrow(
        "select pg_get_function_arguments(oid) as taken, prosecdef from pg_proc where proname = 'match_foods'"
    )
    assert row["taken"] == (
        "query_embedding vector, match_count integer DEFAULT 8, max_dist double precision DEFAULT 0.65"
    )
    assert not row["prosecdef"]


async def test_foods_come_nearest_first_within_the_distance(pool: asyncpg.Pool) -> None:
    await filled(pool, "laranja pera", "laranja", "arroz branco")
    rows = await pool.fetch(MATCH, await vector_of("laranja, f1 es, f1 en"), 8, 0.9)
    assert rows[0]["slug"] == "f1"
    assert rows[0]["distance"] == pytest.approx(0, abs=1e-6)
    assert [row["distance"] for row in rows] == sorted(row["distance"] for row in rows)
    assert await pool.fetch(MATCH, await vector_of("laranja, f1 es, f1 en"), 8, -1.0) == []
    assert len(await pool.fetch(MATCH, await vector_of("laranja"), 1, 2.0)) == 1
    assert await pool.fetch(MATCH, await vector_of("laranja"), 0, 2.0) == []


async def test_vectors_of_another_model_are_not_compared(pool: asyncpg.Pool) -> None:
    catalogue = await filled(pool, "laranja")
    await catalogue.use("another")
    assert await pool.fetch(MATCH, await vector_of("laranja"), 8, 2.0) == []


async def test_retired_foods_and_ones_without_vectors_are_left_out(pool: asyncpg.Pool) -> None:
    catalogue = await filled(pool, "laranja", "arroz")
    await catalogue.load(listed(food("f0", "laranja"), food("f9", "sem vetor")))
    assert [row["slug"] for row in await pool.fetch(MATCH, await vector_of("arroz"), 8, 2.0)] == ["f0"]


@pytest.mark.parametrize("vector", [None, np.zeros(EMBEDDING_DIMENSIONS, dtype=np.float32)])
async def test_nothing_is_near_a_vector_without_direction(pool: asyncpg.Pool, vector: Vector | None) -> None:
    await filled(pool, "laranja")
    assert await pool.fetch(MATCH, vector, 8, 2.0) == []


@pytest.mark.parametrize("indexed", [False, True])
async def test_another_persons_food_is_never_near(pool: asyncpg.Pool, indexed: bool) -> None:
    catalogue = await filled(pool, "laranja")
    owner, other = Eater(pool), Eater(pool)
    own = await owner.own("mine", "segredo")
    vector = await vector_of("segredo")
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute(f"set local fonte.user_id = '{owner.id}'")
        await connection.execute(
            "update foods set embedding = $1, embedding_model = 'fake-embedder' where id = $2", vector, own
        )
    assert await catalogue.index_vectors(least=1 if indexed else 100) is indexed
    index = PostgresFoodIndex(pool)
    assert [h.food.slug for h in (await index.near(owner.id, ["segredo"], [vector], 8, 2.0))[0]] == ["mine", "f0"]
    assert [h.food.slug for h in (await index.near(other.id, ["segredo"], [vector], 8, 2.0))[0]] == ["f0"]


async def test_spelling_orders_what_is_equally_near(pool: asyncpg.Pool) -> None:
    await filled(pool, "laranja", "arroz")
    between = await vector_of("laranja, f0 es, f0 en") + await vector_of("arroz, f1 es, f1 en")
    between /= np.linalg.norm(between)
    index = PostgresFoodIndex(pool)
    for phrase, first in (("laranja", "f0"), ("arroz", "f1")):
        hits = (await index.near(Eater(pool).id, [phrase], [between], 8, 2.0))[0]
        assert hits[0].food.slug == first
        assert hits[0].score - hits[1].score == pytest.approx(0.15, abs=0.06)


async def test_below_ten_thousand_foods_there_is_no_index(pool: asyncpg.Pool) -> None:
    catalogue = await filled(pool)
    assert INDEXED_FROM == 10_000
    assert inspect.signature(catalogue.index_vectors).parameters["least"].default == INDEXED_FROM
    assert not await catalogue.index_vectors()


async def test_with_an_index_the_nearest_are_found_as_without(pool: asyncpg.Pool) -> None:
    """On vectors without zeros, as models give them: their signs are what the index holds."""
    catalogue = await filled(pool)
    drawn = np.random.default_rng(4).normal(size=(len(MANY), EMBEDDING_DIMENSIONS)).astype(np.float32)
    near = drawn[: len(MANY) // 2] + 0.5 * drawn[len(MANY) // 2 :]
    ids = [row["id"] for row in await pool.fetch("select id from foods order by id")]
    await catalogue.use("drawn")
    await catalogue.keep("drawn", ids, [v / np.linalg.norm(v) for v in [*near, *drawn[: len(MANY) // 2]]])
    exact = [[r["slug"] for r in await pool.fetch(MATCH, vector, 8, 2.0)] for vector in drawn[:25]]
    assert await catalogue.index_vectors(least=1)
    assert await catalogue.index_vectors(least=1)  # a second time changes nothing
    found = [[r["slug"] for r in await pool.fetch(MATCH, vector, 8, 2.0)] for vector in drawn[:25]]
    assert [slugs[0] for slugs in found] == [slugs[0] for slugs in exact]
    assert {len(slugs) for slugs in found} == {8}
