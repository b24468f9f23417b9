"""Own foods of many people under one name: nobody's search comes across the others'."""

from __future__ import annotations

import asyncpg
import numpy as np
import pytest

from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.diary.catalogue.embedding import fill
from rag.types import EMBEDDING_DIMENSIONS
from tests.fakes.models import FakeEmbedder
from tests.integration.searching_foods import Eater, load_foods

OTHERS = 1_500
_PEOPLE = """
insert into users (id, channel, external_id) select md5(n::text)::uuid, 'test', n::text from generate_series(1, $1) n
"""
_FOODS = """
insert into foods (user_id, slug, name_pt, name_es, name_en, source, tags)
select md5(n::text)::uuid, 'own/bolo-vovo', 'Bolo da vovó', 'Bolo da vovó', 'Bolo da vovó', 'user', '{citrus}'
  from generate_series(1, $1) n
"""
_WORDS = """
insert into food_words (food_id, user_id, language, word, shown)
select f.id, f.user_id, 'pt-BR', 'bolo vovo', true from foods f where f.slug = 'own/bolo-vovo'
"""
_READ = """
select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int from pg_stat_xact_user_tables
 where relname in ('food_words', 'food_terms', 'food_tags')
"""


async def shared(pool: asyncpg.Pool) -> None:
    """The small catalogue, and a food of the same name for each of many people."""
    await fill(await load_foods(pool), FakeEmbedder())
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute("set local role none")  # whoever's it is
        for statement in (_PEOPLE, _FOODS):
            await connection.execute(statement, OTHERS)
        await connection.execute(_WORDS)
        await connection.execute("analyze foods, food_words, food_terms, food_tags")


@pytest.mark.parametrize("phrase", ["bolo vovo", "bolo", "vovo bolo", "fruta citrica", "bolo vovoo", "laranja"])
async def test_a_search_reads_names_of_the_catalogue_and_ones_own_alone(pool: asyncpg.Pool, phrase: str) -> None:
    await shared(pool)
    owner = Eater(pool)
    await owner.own("own/bolo-vovo", "Bolo da vovó")
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute(f"set local fonte.user_id = '{owner.id}'")
        search = "select * from search_foods($1, $2, '{}', 'pt-BR', 8)"
        found = await connection.fetch(search, [phrase], phrase.split())
        read = await connection.fetchval(_READ)
    assert found
    assert read < OTHERS / 5, read


async def test_many_near_foods_of_others_do_not_crowd_out_the_catalogue(pool: asyncpg.Pool) -> None:
    """With an index of vectors, which gives its nearest before row-level security looks at them."""
    await shared(pool)
    vector = np.random.default_rng(1).normal(size=EMBEDDING_DIMENSIONS).astype(np.float32)
    vector /= np.linalg.norm(vector)
    owner = Eater(pool)
    mine = await owner.own("mine", "segredo")
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute("set local role none")
        everybodys = "update foods set embedding = $1, embedding_model = 'fake-embedder' where user_id is not null"
        await connection.execute(everybodys, vector)
    assert await (await load_foods(pool)).index_vectors(least=1)
    index = PostgresFoodIndex(pool)
    hits = (await index.near(owner.id, ["segredo"], [vector], 8, 2.0))[0]
    assert len(hits) == 8
    assert [hit.food.id for hit in hits if hit.food.own] == [mine]
    definition = await pool.fetchval("select pg_get_indexdef('foods_bits'::regclass)")
    assert "user_id IS NULL" in definition
