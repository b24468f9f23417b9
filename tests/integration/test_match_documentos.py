"""The SQL function by which every clinical passage is found."""

from __future__ import annotations

import asyncpg
import numpy as np
import pytest

from rag.types import EMBEDDING_DIMENSIONS, Vector
from tests.fakes.models import hashed_vector

INSERT = "insert into documentos_rag (especialidade, titulo, conteudo, embedding) values ($1, $2, $3, $4)"
MATCH = "select * from match_documentos($1, $2, $3, $4)"


async def _activate(pool: asyncpg.Pool, model: str = "model-a") -> None:
    await pool.execute("update embedding_models set active = false")
    await pool.execute("insert into embedding_models (name, active) values ($1, true)", model)


async def _fill(pool: asyncpg.Pool, specialty: str, count: int) -> None:
    rows = [(specialty, f"{specialty} {n}", f"texto {n}", hashed_vector(f"{specialty} {n}")) for n in range(count)]
    await pool.executemany(INSERT, rows)


def _random(seed: int) -> Vector:
    drawn = np.random.default_rng(seed).normal(size=EMBEDDING_DIMENSIONS).astype(np.float32)
    unit: Vector = drawn / np.linalg.norm(drawn)
    return unit


async def test_the_result_begins_with_title_content_and_similarity(pool: asyncpg.Pool) -> None:
    await _activate(pool)
    await _fill(pool, "cardiologia", 1)
    row = await pool.fetchrow("select * from match_documentos($1, 'cardiologia')", hashed_vector("cardiologia 0"))
    assert list(row.keys())[:3] == ["titulo", "conteudo", "similarity"]
    assert row["similarity"] == pytest.approx(1.0, abs=1e-6)


async def test_a_row_written_by_hand_is_found_without_any_other_step(pool: asyncpg.Pool) -> None:
    await _activate(pool)
    await _fill(pool, "neurologia", 5)
    rows = await pool.fetch("select titulo from match_documentos($1, 'neurologia')", hashed_vector("neurologia 3"))
    assert len(rows) == 4
    assert rows[0]["titulo"] == "neurologia 3"


@pytest.mark.parametrize("specialty", ["rara", "media", "comum"])
async def test_four_rows_come_back_from_skewed_specialties_under_an_hnsw_index(
    pool: asyncpg.Pool, specialty: str
) -> None:
    await _activate(pool)
    for name, count in (("rara", 5), ("media", 50), ("comum", 445)):
        await _fill(pool, name, count)
    await pool.execute("create index on documentos_rag using hnsw (embedding vector_cosine_ops)")
    await pool.execute("create index on document_vectors using hnsw (embedding vector_cosine_ops)")
    await pool.execute("analyze")
    for seed in range(20):
        rows = await pool.fetch(MATCH, _random(seed), specialty, 4, None)
        exact = await pool.fetch(
            "select id from documentos_rag where especialidade = $2 order by embedding <=> $1, id limit 4",
            _random(seed),
            specialty,
        )
        assert [r["documento_id"] for r in rows] == [r["id"] for r in exact]


async def test_a_chunk_with_many_near_phrases_comes_back_once_and_crowds_nobody_out(pool: asyncpg.Pool) -> None:
    await _activate(pool)
    await _fill(pool, "cardiologia", 4)
    crowd = await pool.fetchval("select min(id) from documentos_rag")
    query = _random(1)
    await pool.executemany(
        "insert into document_vectors (specialty, document_id, model, kind, text, embedding) "
        "values ('cardiologia', $1, 'model-a', 'phrase', $2, $3)",
        [(crowd, f"frase {n}", query) for n in range(50)],
    )
    rows = await pool.fetch(MATCH, query, "cardiologia", 4, None)
    assert len({row["documento_id"] for row in rows}) == 4
    assert rows[0]["documento_id"] == crowd


async def test_retired_versions_are_not_found(pool: asyncpg.Pool) -> None:
    await _activate(pool)
    await _fill(pool, "cardiologia", 3)
    await pool.execute("update documentos_rag set retired_at = now() where titulo = 'cardiologia 1'")
    rows = await pool.fetch(MATCH, hashed_vector("cardiologia 1"), "cardiologia", 4, None)
    assert {row["titulo"] for row in rows} == {"cardiologia 0", "cardiologia 2"}


async def test_vectors_of_another_model_are_never_compared(pool: asyncpg.Pool) -> None:
    await _activate(pool, "model-a")
    await _fill(pool, "cardiologia", 2)
    await _activate(pool, "model-b")
    assert await pool.fetch(MATCH, _random(0), "cardiologia", 4, None) == []
    assert len(await pool.fetch(MATCH, _random(0), "cardiologia", 4, "model-a")) == 2


@pytest.mark.parametrize(("count", "expected"), [(0, 0), (-1, 0), (2, 2), (1000, 5)])
async def test_the_count_asked_for_bounds_the_rows(pool: asyncpg.Pool, count: int, expected: int) -> None:
    await _activate(pool)
    await _fill(pool, "cardiologia", 5)
    assert len(await pool.fetch(MATCH, _random(0), "cardiologia", count, None)) == expected


async def test_rows_come_nearest_first(pool: asyncpg.Pool) -> None:
    await _activate(pool)
    await _fill(pool, "cardiologia", 30)
    rows = await pool.fetch(MATCH, _random(7), "cardiologia", 10, None)
    similarities = [row["similarity"] for row in rows]
    assert similarities == sorted(similarities, reverse=True)


async def test_the_stored_hash_is_the_sha256_of_the_content(pool: asyncpg.Pool) -> None:
    await _activate(pool)
    await _fill(pool, "cardiologia", 1)
    row = await pool.fetchrow(MATCH, _random(0), "cardiologia", 1, None)
    digest = await pool.fetchval("select encode(sha256(convert_to($1, 'UTF8')), 'hex')", row["conteudo"])
    assert row["hash"] == digest


async def test_a_version_of_a_note_is_never_rewritten(pool: asyncpg.Pool) -> None:
    await _activate(pool)
    await _fill(pool, "cardiologia", 1)
    with pytest.raises(asyncpg.IntegrityConstraintViolationError, match="never rewritten"):
        await pool.execute("update documentos_rag set conteudo = 'outro'")
