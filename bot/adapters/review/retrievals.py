"""Runs a reply's retrieval again, on the versions of then and on today's. No model is called: the vector is kept."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import asyncpg
from pgvector import Vector as PgVector

from bot.review.records import Ranked, Replayed
from bot.review.replaying import Lifetime, in_order, moments, replayed, unrun
from rag.adapters.postgres.note_index import PostgresNoteIndex
from rag.notes.naming import Names
from rag.notes.retrieval import MATCH_COUNT

NO_SOURCES: Final = "no_sources"
NO_VECTOR: Final = "no_vector"
"""It was made without a search of its own, as a turn of a case is, or without consent."""
NO_MODEL: Final = "no_model"
"""No version of that moment has vectors of its model."""
_REPLY: Final = """
select m.created_at, m.especialidade, m.fontes_rag, m.query_text, m.query_embedding, m.embedding_model
  from mensagens m where m.id = $1 and m.direction = 'out'
"""
_LIFETIMES: Final = "select created_at, retired_at from documentos_rag where id = any($1::bigint[])"
_CHANGES: Final = "select distinct created_at from documentos_rag where especialidade = $1"
_AT: Final = "select * from match_documentos_at($1, $2, $3, $4, $5)"
_TODAY: Final = "select * from match_documentos($1, $2, $3, $4)"
# of two models the phrases are the same: names are read of any that has them
_LOCAL: Final = """
select v.model from document_vectors v
 where v.specialty = $1 and v.current and v.kind = 'phrase' order by v.model = $2 desc limit 1
"""


@dataclass(frozen=True, slots=True)
class PostgresRetrievals:
    """Reads in an operator's transaction."""

    connection: asyncpg.Connection

    async def replay(self, reply_id: uuid.UUID) -> Replayed | None:
        """A reply's search then and now; None where there is no such reply.

        The moment is decided by `bot.review.replaying.moments`: of several that are possible the first at which the
        search comes out as stored, or the likeliest. The condition that was called by its name, and so put first,
        stands in the stored order; today's is told from the words that were searched for.
        """
        row = await self.connection.fetchrow(_REPLY, reply_id)
        if row is None:
            return None
        stored = [_stored(source) for source in sorted(row["fontes_rag"], key=lambda source: int(source["posicao"]))]
        if not stored:
            return unrun(stored, NO_SOURCES)
        if row["query_embedding"] is None:
            return unrun(stored, NO_VECTOR)
        today = await self._today(row)
        tries = [replayed(stored, await self._then(row, stored, at), today) for at in await self._moments(row, stored)]
        best = next((one for one in tries if one.reproduced), tries[0])
        return best if best.then else unrun(stored, NO_MODEL)

    async def _moments(self, row: asyncpg.Record, stored: Sequence[Ranked]) -> Sequence[datetime]:
        lived = await self.connection.fetch(_LIFETIMES, [one.document_id for one in stored])
        changes = await self.connection.fetch(_CHANGES, row["especialidade"])
        lifetimes = [Lifetime(one["created_at"], one["retired_at"]) for one in lived]
        return moments(row["created_at"], lifetimes, [one["created_at"] for one in changes])

    async def _then(self, row: asyncpg.Record, stored: Sequence[Ranked], at: datetime) -> Sequence[Ranked]:
        values = (row["query_embedding"], row["especialidade"], MATCH_COUNT, row["embedding_model"])
        found = await self.connection.fetch(_AT, *values, at)
        return in_order([_ranked(one) for one in found], stored[0].title)

    async def _today(self, row: asyncpg.Record) -> Sequence[Ranked]:
        vector: PgVector = row["query_embedding"]
        specialty, model = row["especialidade"], row["embedding_model"]
        found = await self.connection.fetch(_TODAY, vector, specialty, MATCH_COUNT, model)
        return in_order([_ranked(one) for one in found], await self._named(row["query_text"] or "", specialty, model))

    async def _named(self, text: str, specialty: str, model: str) -> str | None:
        """The condition that the text calls by its name or signs for, by today's names."""
        phrased = await self.connection.fetchval(_LOCAL, specialty, model)
        if phrased is None:
            return None
        names = Names.of(await PostgresNoteIndex(self.connection).conditions(phrased))
        return names.only(text, specialty) or names.signed(text, specialty)


def _stored(source: Mapping[str, Any]) -> Ranked:
    return Ranked(source["documento_id"], source["versao"], source["titulo"], source["similarity"])


def _ranked(row: asyncpg.Record) -> Ranked:
    return Ranked(row["documento_id"], row["versao"], row["titulo"], row["similarity"])
