"""Databases of the retrieval bench: the bundled notes as they are shipped, and one of each size that all search in."""

from __future__ import annotations

from collections.abc import Sequence

import asyncpg
import numpy as np
from pgvector import Vector as PgVector
from pgvector.asyncpg import register_vector

from bot.evaluation.retrieval_bench_data import Chunks, Vectors
from rag.adapters.postgres.migrations import APP_ROLE
from rag.adapters.postgres.pool import connect, open_pool
from rag.adapters.postgres.vector_indexes import index_vectors

_TEXTS = "select distinct on (text) embedding from document_vectors where current and model = $1 order by text"
_CHUNKS = """
select d.especialidade, d.titulo, d.conteudo, v.embedding
  from documentos_rag d
  join document_vectors v on v.document_id = d.id and v.specialty = d.especialidade
 where d.retired_at is null and v.model = $1 and v.kind = 'chunk'
 order by d.id
"""
_TABLE = """
drop table if exists bench_chunks;
create table bench_chunks (id bigint primary key, specialty varchar(50) not null, title text not null,
                           content text not null, embedding vector(768) not null)
"""
_COLUMNS = ("id", "specialty", "title", "content", "embedding")
# what the trigger does a row at a time
_FILL = """
alter table documentos_rag disable trigger documentos_rag_after;
insert into documentos_rag (id, especialidade, titulo, conteudo, embedding)
select id, specialty, title, content, embedding from bench_chunks order by id;
alter table documentos_rag enable trigger documentos_rag_after;
select setval(pg_get_serial_sequence('documentos_rag', 'id'), max(id)) from bench_chunks;
select ensure_specialty(specialty) from (select distinct specialty from bench_chunks) c;
insert into document_vectors (specialty, document_id, model, kind, text, embedding)
select c.specialty, c.id, m.name, 'chunk', c.title, c.embedding
  from bench_chunks c cross join embedding_models m where m.active order by c.id
"""
_LOADED = "create table if not exists bench_loaded (name text primary key, seconds double precision not null)"


async def bundled_chunks(pool: asyncpg.Pool, model: str) -> Chunks:
    """The current chunks of an ingested database, each with its own vector alone."""
    rows = await pool.fetch(_CHUNKS, model)
    specialties, titles, contents = ([row[name] for row in rows] for name in ("especialidade", "titulo", "conteudo"))
    return Chunks(specialties, titles, contents, _stacked([row["embedding"] for row in rows]))


async def bundled_vectors(pool: asyncpg.Pool, model: str) -> Vectors:
    """Those of every text by which a chunk is found, each text once."""
    return _stacked([row["embedding"] for row in await pool.fetch(_TEXTS, model)])


def _stacked(vectors: Sequence[PgVector]) -> Vectors:
    return np.stack([vector.to_numpy().astype(np.float32) for vector in vectors])


async def load_chunks(dsn: str, chunks: Chunks, model: str) -> None:
    """Puts chunks into an empty migrated database: into `bench_chunks` for the peers, and into Fonte's own tables."""
    connection = await connect(dsn)
    try:
        await register_vector(connection)
        await connection.execute(f"set role {APP_ROLE}")  # whose tables these are, as an ingestion's would be
        async with connection.transaction():
            await connection.execute(_TABLE)
            columns = (chunks.specialties, chunks.titles, chunks.contents, chunks.vectors)
            rows = zip(range(1, len(chunks) + 1), *columns, strict=True)
            await connection.copy_records_to_table("bench_chunks", records=rows, columns=_COLUMNS)
            await connection.execute("insert into embedding_models (name, active) values ($1, true)", model)
            await connection.execute(_FILL)
        await connection.execute("vacuum analyze")
    finally:
        await connection.close()
    async with open_pool(dsn, size=1) as pool:
        await index_vectors(pool)


async def seconds_of(dsn: str, name: str) -> float | None:
    """How long loading took under that name; None where it was not done."""
    connection = await connect(dsn)
    try:
        await connection.execute(_LOADED)
        seconds: float | None = await connection.fetchval("select seconds from bench_loaded where name = $1", name)
        return seconds
    finally:
        await connection.close()


async def note_loaded(dsn: str, name: str, seconds: float) -> None:
    """Remembers it, for a run that goes on."""
    connection = await connect(dsn)
    try:
        await connection.execute("insert into bench_loaded values ($1, $2)", name, seconds)
    finally:
        await connection.close()
