"""A specialty's index of near vectors, beside the exact search."""

from __future__ import annotations

import asyncpg
import numpy as np
import pytest
from pgvector.asyncpg import register_vector

from rag.adapters.postgres.pool import open_pool
from rag.types import EMBEDDING_DIMENSIONS, Vector

INSERT = "insert into documentos_rag (especialidade, titulo, conteudo, embedding) values ($1, $2, $3, $4)"
PHRASE = """
insert into document_vectors (specialty, document_id, model, kind, text, embedding)
values ('comum', $1, $2, 'phrase', $3, $4)
"""
MATCH = "select * from match_documentos($1, $2, $3, $4)"
EXACT = """
select document_id from document_vectors where specialty = $2 and current and model = $4
 group by document_id order by min(embedding <=> $1), document_id limit $3
"""


def _vectors(count: int, seed: int, near: Vector | None = None, noise: float = 1.0) -> list[Vector]:
    drawn = np.random.default_rng(seed).normal(size=(count, EMBEDDING_DIMENSIONS), scale=EMBEDDING_DIMENSIONS**-0.5)
    moved = noise * drawn + (0 if near is None else near)
    return list((moved / np.linalg.norm(moved, axis=1, keepdims=True)).astype(np.float32))


async def _statements(database: str, fewest: int) -> list[str]:
    connection = await asyncpg.connect(database)
    try:
        return [row[0] for row in await connection.fetch("select * from vector_indexes_missing($1)", fewest)]
    finally:
        await connection.close()


async def _index(database: str, fewest: int) -> int:
    statements = await _statements(database, fewest)
    connection = await asyncpg.connect(database)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()
    return len(statements)


async def _fill(pool: asyncpg.Pool, specialty: str, vectors: list[Vector]) -> None:
    await pool.executemany(INSERT, [(specialty, f"{n}", f"{n}", vector) for n, vector in enumerate(vectors)])


async def _crowd(pool: asyncpg.Pool, document: int, model: str, query: Vector) -> None:
    """So many phrases near a query that the widest look at the index sees nothing else."""
    rows = [(document, model, f"{n}", vector) for n, vector in enumerate(_vectors(1_100, 5, query, 0.3))]
    await pool.executemany(PHRASE, rows)


@pytest.fixture(autouse=True)
async def active(pool: asyncpg.Pool) -> None:
    await pool.execute("insert into embedding_models (name, active) values ('model-a', true)")


async def _both(pool: asyncpg.Pool, query: Vector, count: int = 4) -> tuple[list[int], list[int]]:
    found = await pool.fetch(MATCH, query, "comum", count, None)
    exact = await pool.fetch(EXACT, query, "comum", count, "model-a")
    return [row["documento_id"] for row in found], [row["document_id"] for row in exact]


async def test_only_large_specialties_are_indexed_and_once(pool: asyncpg.Pool, database: str) -> None:
    await _fill(pool, "comum", _vectors(60, 1))
    await _fill(pool, "rara", _vectors(5, 2))
    assert await _index(database, 50) == 1
    assert await _statements(database, 50) == []


async def test_an_index_that_was_cut_short_is_not_used_and_is_made_anew(pool: asyncpg.Pool, database: str) -> None:
    await _fill(pool, "comum", _vectors(60, 1))
    await _index(database, 50)
    connection = await asyncpg.connect(database)
    name = await connection.fetchval("select vector_index('comum')")
    await connection.execute("update pg_index set indisvalid = false where indexrelid = to_regclass($1)", name)
    await connection.close()
    found, exact = await _both(pool, _vectors(1, 9)[0])
    assert found == exact
    assert [statement.split()[0] for statement in await _statements(database, 50)] == ["drop", "create"]


async def test_with_the_index_nearly_the_same_chunks_are_found(pool: asyncpg.Pool, database: str) -> None:
    await _fill(pool, "comum", _vectors(1_500, 1))
    await _index(database, 1_000)
    shares = []
    for query in _vectors(50, 2):
        found, exact = await _both(pool, query)
        assert len(found) == 4
        shares.append(len(set(found) & set(exact)) / 4)
    assert np.mean(shares) >= 0.95


async def test_similarities_are_exact_and_in_order(pool: asyncpg.Pool, database: str) -> None:
    vectors = _vectors(300, 1)
    await _fill(pool, "comum", vectors)
    await _index(database, 100)
    query = _vectors(1, 3)[0]
    rows = await pool.fetch(MATCH, query, "comum", 10, None)
    similarities = [row["similarity"] for row in rows]
    assert similarities == sorted(similarities, reverse=True)
    for row in rows:
        assert row["similarity"] == pytest.approx(float(vectors[int(row["titulo"])] @ query), abs=1e-6)


async def test_phrases_of_one_chunk_do_not_crowd_the_others_out(pool: asyncpg.Pool, database: str) -> None:
    await _fill(pool, "comum", _vectors(200, 1))
    query = _vectors(1, 4)[0]
    crowd = await pool.fetchval("select min(id) from documentos_rag")
    await _crowd(pool, crowd, "model-a", query)
    await _index(database, 100)
    found, exact = await _both(pool, query)
    assert found == exact
    assert found[0] == crowd


async def test_another_models_vectors_do_not_crowd_the_active_ones_out(pool: asyncpg.Pool, database: str) -> None:
    await _fill(pool, "comum", _vectors(200, 1))
    query = _vectors(1, 4)[0]
    await _crowd(pool, await pool.fetchval("select max(id) from documentos_rag"), "model-b", query)
    await _index(database, 100)
    found, exact = await _both(pool, query)
    assert found == exact


async def test_retired_chunks_are_not_found_through_the_index(pool: asyncpg.Pool, database: str) -> None:
    vectors = _vectors(200, 1)
    await _fill(pool, "comum", vectors)
    await _index(database, 100)
    await pool.execute("update documentos_rag set retired_at = now() where titulo = '7'")
    rows = await pool.fetch(MATCH, vectors[7], "comum", 4, None)
    assert len(rows) == 4
    assert "7" not in {row["titulo"] for row in rows}


async def test_the_plan_of_a_kept_statement_goes_on_using_the_index(database: str, pool: asyncpg.Pool) -> None:
    await _fill(pool, "comum", _vectors(3_000, 1))
    await _fill(pool, "rara", _vectors(10, 2))
    await _index(database, 3_000)
    connection = await asyncpg.connect(database)
    await register_vector(connection)
    scans = "select coalesce(sum(idx_scan), 0)::int from pg_stat_user_indexes where indexrelname like '%near%'"
    statement = await connection.prepare(MATCH)
    for query in _vectors(20, 3):
        await statement.fetch(query, "comum", 4, None)
    await connection.fetchval("select pg_stat_force_next_flush()")
    await connection.fetchval("select 1")
    assert await connection.fetchval(scans) >= 20
    await connection.close()


async def test_a_specialty_without_an_index_is_searched_beside_one_that_has_it(
    pool: asyncpg.Pool, database: str
) -> None:
    await _fill(pool, "comum", _vectors(300, 1))
    await _fill(pool, "rara", _vectors(5, 2))
    await _index(database, 100)
    async with open_pool(database) as opened:
        assert len(await opened.fetch(MATCH, _vectors(1, 3)[0], "rara", 4, None)) == 4
