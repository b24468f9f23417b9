"""LlamaIndex's PGVectorStore: rows with their metadata as JSONB.

- Synchronous, psycopg2.
- HNSW by the library. Searches go through a second store without `hnsw_kwargs`: with them
  the library sets ef_search and forbids bitmap scans at each search, two round trips more.
- ef_search 100 and iterative scans by connection; autocommit, so that BEGIN and COMMIT cost nothing.
- The specialty is an indexed metadata key (a B-tree on its expression), which the filter's SQL can use.
"""

from __future__ import annotations

import json
import sys

import asyncpg
from llama_index.core.schema import TextNode  # type: ignore[import-not-found] # not among our dependencies
from llama_index.core.vector_stores.types import (  # type: ignore[import-not-found]
    ExactMatchFilter,
    MetadataFilters,
    VectorStoreQuery,
)
from llama_index.core.vector_stores.utils import node_to_metadata_dict  # type: ignore[import-not-found]
from llama_index.vector_stores.postgres import PGVectorStore  # type: ignore[import-not-found]
from sqlalchemy import create_engine, text  # type: ignore[import-not-found]
from sqlalchemy.ext.asyncio import create_async_engine  # type: ignore[import-not-found]

from bot.evaluation.peers.serving import COUNT, EF_CONSTRUCTION, OPTIONS, SETTINGS, M, serve

_DIMENSIONS = 768
_HNSW = {"hnsw_m": M, "hnsw_ef_construction": EF_CONSTRUCTION, "hnsw_ef_search": 100}
_CHUNKS = "select id, specialty, title, content from bench_chunks order by id"
_FILL = """
insert into data_bench (text, metadata_, node_id, embedding)
select c.content, m.metadata::jsonb, c.id::text, c.embedding
  from bench_metadata m join bench_chunks c using (id) order by c.id
"""


class LlamaIndexPGVectorStore:
    """One table, `data_bench`."""

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        plain, awaited = (dsn.replace("postgresql://", f"postgresql+{driver}://") for driver in ("psycopg2", "asyncpg"))
        self._urls = plain, awaited
        self._engine = create_engine(plain, isolation_level="AUTOCOMMIT", connect_args={"options": OPTIONS})
        self._async_engine = create_async_engine(
            awaited, isolation_level="AUTOCOMMIT", connect_args={"server_settings": SETTINGS}
        )
        self._store = self._made(None)

    def _made(self, hnsw: dict[str, int] | None) -> PGVectorStore:
        return PGVectorStore(
            *self._urls,
            table_name="bench",
            embed_dim=_DIMENSIONS,
            cache_ok=True,
            use_jsonb=True,
            hnsw_kwargs=hnsw,
            perform_setup=hnsw is not None,
            initialization_fail_on_error=True,
            engine=self._engine,
            async_engine=self._async_engine,
            indexed_metadata_keys={("specialty", "text")},
        )

    async def load(self) -> None:
        """Its rows as `add` writes them; then HNSW, which the library would make before there is a row."""
        self._execute("drop table if exists data_bench")
        self._made({**_HNSW})._initialize()  # noqa: SLF001 - what its first `add` does
        self._execute("drop index data_bench_embedding_idx")
        await self._metadata()
        self._execute(_FILL)
        self._execute("drop table bench_metadata")
        self._made({**_HNSW})._initialize()  # noqa: SLF001
        self._execute("vacuum analyze data_bench")

    async def _metadata(self) -> None:
        """Each chunk's, by the library."""
        connection = await asyncpg.connect(self._dsn)
        try:
            await connection.execute("drop table if exists bench_metadata")
            await connection.execute("create table bench_metadata (id bigint primary key, metadata text not null)")
            chunks = await connection.fetch(_CHUNKS)
            rows = [(chunk["id"], _metadata(chunk)) for chunk in chunks]
            await connection.copy_records_to_table("bench_metadata", records=rows)
        finally:
            await connection.close()

    def _execute(self, statement: str) -> None:
        with self._engine.connect() as connection:
            connection.execute(text(statement))

    async def open(self) -> None:
        """Nothing is left to do."""

    def search(self, specialty: str, vector: list[float]) -> list[str]:
        """The nearest four with their similarities."""
        filters = MetadataFilters(filters=[ExactMatchFilter(key="specialty", value=specialty)])
        query = VectorStoreQuery(query_embedding=vector, similarity_top_k=COUNT, filters=filters)
        return list(self._store.query(query).ids)


def _metadata(chunk: asyncpg.Record) -> str:
    metadata = {"specialty": chunk["specialty"], "title": chunk["title"]}
    node = TextNode(id_=str(chunk["id"]), text=chunk["content"], metadata=metadata)
    return json.dumps(node_to_metadata_dict(node, remove_text=True, flat_metadata=False))


if __name__ == "__main__":
    serve(LlamaIndexPGVectorStore(sys.argv[1]))
