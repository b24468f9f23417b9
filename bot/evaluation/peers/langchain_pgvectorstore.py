"""LangChain's PGVectorStore, the newer of langchain-postgres's two: asyncpg, a table of its own with metadata columns.

- Asynchronous, on an engine of this event loop: its synchronous methods go through another thread's.
- The specialty is a metadata column, as its documentation advises for filters, with a B-tree index.
- HNSW by its own `aapply_vector_index`.
- ef_search 100 and iterative scans by connection (its `HNSWQueryOptions` would set them at each search, a round trip
  more, and knows no iterative scan); autocommit, so that BEGIN and ROLLBACK cost nothing.
"""

from __future__ import annotations

import sys

from langchain_core.embeddings import FakeEmbeddings  # type: ignore[import-not-found] # not among our dependencies
from langchain_postgres import Column, PGEngine, PGVectorStore  # type: ignore[import-not-found]
from langchain_postgres.v2.indexes import HNSWIndex  # type: ignore[import-not-found]
from sqlalchemy import text  # type: ignore[import-not-found]
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine  # type: ignore[import-not-found]

from bot.evaluation.peers.serving import COUNT, EF_CONSTRUCTION, SETTINGS, M, serve

_DIMENSIONS = 768
_TABLE = "langchain_chunks"
_COLUMNS = ["chunk", "specialty", "title"]
_FILL = f"""
insert into {_TABLE} (langchain_id, content, embedding, chunk, specialty, title)
select gen_random_uuid(), c.content, c.embedding, c.id, c.specialty, c.title from bench_chunks c order by c.id
"""  # noqa: S608 - a name of ours


class LangChainPGVectorStore:
    """One table, `langchain_chunks`."""

    def __init__(self, dsn: str) -> None:
        url = dsn.replace("postgresql://", "postgresql+asyncpg://")
        self._engine: AsyncEngine = create_async_engine(
            url, isolation_level="AUTOCOMMIT", connect_args={"server_settings": SETTINGS}
        )
        self._library = PGEngine.from_engine(self._engine)

    async def load(self) -> None:
        """Its table, rows and indexes."""
        columns = [Column("chunk", "BIGINT"), Column("specialty", "VARCHAR(50)"), Column("title", "TEXT")]
        await self._library.ainit_vectorstore_table(
            _TABLE, _DIMENSIONS, metadata_columns=columns, overwrite_existing=True
        )
        await self._execute(_FILL)
        await self.open()
        await self._store.aapply_vector_index(
            HNSWIndex(name="langchain_chunks_hnsw", m=M, ef_construction=EF_CONSTRUCTION)
        )
        await self._execute(f"create index on {_TABLE} (specialty)")
        await self._execute(f"vacuum analyze {_TABLE}")

    async def open(self) -> None:
        """The store on the table that is there."""
        self._store = await PGVectorStore.create(
            self._library, FakeEmbeddings(size=_DIMENSIONS), _TABLE, metadata_columns=_COLUMNS
        )

    async def search(self, specialty: str, vector: list[float]) -> list[int]:
        """The nearest four with their distances."""
        filters = {"specialty": specialty}
        found = await self._store.asimilarity_search_with_score_by_vector(vector, k=COUNT, filter=filters)
        return [document.metadata["chunk"] for document, _ in found]

    async def _execute(self, statement: str) -> None:
        async with self._engine.connect() as connection:
            await connection.execute(text(statement))


if __name__ == "__main__":
    serve(LangChainPGVectorStore(sys.argv[1]))
