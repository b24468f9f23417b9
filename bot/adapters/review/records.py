"""The `Records` port on PostgreSQL."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import asyncpg

from bot.adapters.review.cases import CaseReader
from bot.adapters.review.connections import as_operator, audit, storable
from bot.adapters.review.retrievals import PostgresRetrievals
from bot.adapters.review.reviewing import review_rows
from bot.review.pseudonyms import Pseudonyms
from bot.review.records import CaseRecord, Identity, Replayed, ReplyRecord, ShownPassage, Viewer
from rag.types import Language

_REPLY: Final = """
select m.*, q.text as question, p.name as prompt_name,
       (select c.id from cases c
         where c.user_id = m.user_id and (
               exists (select from case_facts cf where cf.case_id = c.id and cf.message_id = m.in_reply_to)
               or m.status is not null and c.especialidade = m.especialidade
                  and c.opened_at <= m.created_at and coalesce(c.closed_at, 'infinity') >= m.created_at
               or m.status = 'URGENCIA' and c.status = 'URGENCIA' and c.closed_at = m.created_at)
         order by exists (select from case_facts cf where cf.case_id = c.id and cf.message_id = m.in_reply_to) desc,
                  c.opened_at desc
         limit 1) as case_id
  from mensagens m
  left join mensagens q on q.id = m.in_reply_to
  left join prompts p on p.hash = m.prompt_hash
 where m.id = $1 and m.direction = 'out'
"""
_PASSAGES: Final = """
select s.source, d.especialidade, d.titulo, d.conteudo, d.note, d.note_date, d.review_date, d.demonstration,
       d.retired_at
  from jsonb_array_elements($1::jsonb) as s (source)
  join documentos_rag d on d.id = (s.source ->> 'documento_id')::bigint
 order by (s.source ->> 'posicao')::int
"""
_IDENTITY: Final = """
select u.channel, u.external_id, u.created_at
  from mensagens m join users u on u.id = m.user_id where m.id = $1 and m.direction = 'out'
"""


@dataclass(frozen=True, slots=True)
class PostgresRecords:
    """Every look is a line of the audit log, in the same transaction; a look at what is not there is none."""

    pool: asyncpg.Pool
    pseudonyms: Pseudonyms
    cases: CaseReader
    retrievals: Callable[[asyncpg.Connection], PostgresRetrievals] = PostgresRetrievals

    async def reply(self, viewer: Viewer, reply_id: uuid.UUID) -> ReplyRecord | None:
        """See `Records`."""
        async with as_operator(self.pool, viewer.operator.id) as connection:
            row = await connection.fetchrow(_REPLY, reply_id)
            if row is None:
                return None
            passages = await connection.fetch(_PASSAGES, row["fontes_rag"])
            reviews = await review_rows(connection, "reply_id", reply_id)
            await audit(connection, viewer, "see_reply", str(reply_id))
        told = _told(row) | {"person": self.pseudonyms.person(row["user_id"]), "reviews": reviews}
        return ReplyRecord(**told, passages=tuple(_passage(one) for one in passages))

    async def case(self, viewer: Viewer, case_id: uuid.UUID) -> CaseRecord | None:
        """See `Records`."""
        async with as_operator(self.pool, viewer.operator.id) as connection:
            record = await self.cases.read(connection, case_id, viewer.operator.language)
            if record is not None:
                await audit(connection, viewer, "see_case", str(case_id))
        return record

    async def reveal(self, viewer: Viewer, reply_id: uuid.UUID, reason: str) -> Identity | None:
        """See `Records`. Raises ValueError without a reason."""
        reason = storable(reason).strip()
        if not reason:
            raise ValueError("an identity is told for a reason only")
        async with as_operator(self.pool, viewer.operator.id) as connection:
            row = await connection.fetchrow(_IDENTITY, reply_id)
            if row is None:
                return None
            await audit(connection, viewer, "reveal", str(reply_id), {"reason": reason})
        return Identity(row["channel"], row["external_id"], row["created_at"])

    async def replay(self, viewer: Viewer, reply_id: uuid.UUID) -> Replayed | None:
        """See `Records`."""
        async with as_operator(self.pool, viewer.operator.id) as connection:
            replayed = await self.retrievals(connection).replay(reply_id)
            if replayed is not None:
                await audit(connection, viewer, "replay", str(reply_id), {"reproduced": replayed.reproduced})
        return replayed


def _told(row: asyncpg.Record) -> dict[str, Any]:
    same = (
        "id kind question status evidence routing query_text embedding_model chat_model prompt_name prompt_hash "
        "tokens_in tokens_out latency_ms verdict case_id"
    )
    return {name: row[name] for name in same.split()} | {
        "at": row["created_at"],
        "language": Language(row["language"]),
        "answer": row["text"],
        "specialty": row["especialidade"],
        "has_vector": row["query_embedding"] is not None,
        "degraded": tuple(row["degraded"]),
    }


def _passage(row: asyncpg.Record) -> ShownPassage:
    source = row["source"]
    return ShownPassage(
        rank=source["posicao"],
        cited=source["citada"],
        similarity=source["similarity"],
        document_id=source["documento_id"],
        version=source["versao"],
        hash=source["hash"],
        specialty=row["especialidade"],
        title=row["titulo"],
        content=row["conteudo"],
        note=row["note"],
        note_date=row["note_date"],
        review_date=row["review_date"],
        demonstration=row["demonstration"],
        retired_at=row["retired_at"],
    )
