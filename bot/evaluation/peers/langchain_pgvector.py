"""LangChain's PGVector, the older of langchain-postgres's two stores: psycopg 3, one table for every collection.

- Synchronous, psycopg's plain connections.
- The library makes no index of vectors: HNSW, made by hand as its users do.
- ef_search 100 and iterative scans by connection, so that they cost a search nothing; autocommit, so that neither do
  BEGIN and ROLLBACK.
- The filter is an equality of metadata, which it writes as `jsonb_path_match(…)`: its own GIN index can't serve that.
"""

from __future__ import annotations

import sys

from langchain_core.embeddings import FakeEmbeddings  # type: ignore[import-not-found] # not among our dependencies
from langchain_postgres import PGVector  # type: ignore[import-not-found]
from sqlalchemy import Engine, create_engine, text  # type: ignore[import-not-found]

from bot.evaluation.peers.serving import COUNT, EF_CONSTRUCTION, OPTIONS, M, serve

_DIMENSIONS = 768
_FILL = """
insert into langchain_pg_embedding (id, collection_id, embedding, document, cmetadata)
select c.id::text, (select uuid from langchain_pg_collection where name = 'bench'), c.embedding, c.content,
       jsonb_build_object('specialty', c.specialty, 'title', c.title)
  from bench_chunks c order by c.id
"""
_INDEX = f"""
create index on langchain_pg_embedding using hnsw (embedding vector_cosine_ops)
  with (m = {M}, ef_construction = {EF_CONSTRUCTION})
"""


class LangChainPGVector:
    """One collection, `bench`."""

    def __init__(self, dsn: str) -> None:
        url = dsn.replace("postgresql://", "postgresql+psycopg://")
        self._engine: Engine = create_engine(url, isolation_level="AUTOCOMMIT", connect_args={"options": OPTIONS})
        self._store = PGVector(
            FakeEmbeddings(size=_DIMENSIONS),
            connection=self._engine,
            embedding_length=_DIMENSIONS,
            collection_name="bench",
            create_extension=False,
        )

    async def load(self) -> None:
        """Its rows, as `add_embeddings` writes them, then the index."""
        with self._engine.connect() as connection:
            connection.execute(text("truncate langchain_pg_embedding"))
            connection.execute(text(_FILL))
            connection.execute(text(_INDEX))
            connection.execute(text("vacuum analyze langchain_pg_embedding"))

    async def open(self) -> None:
        """Nothing is left to do."""

    def search(self, specialty: str, vector: list[float]) -> list[str]:
        """The nearest four with their distances."""
        filters = {"specialty": {"$eq": specialty}}
        found = self._store.similarity_search_with_score_by_vector(vector, k=COUNT, filter=filters)
        return [document.id for document, _ in found]


if __name__ == "__main__":
    serve(LangChainPGVector(sys.argv[1]))
