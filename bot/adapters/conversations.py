"""People and messages on PostgreSQL, under row-level security."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, time
from typing import Any

import asyncpg

from bot.ports import ButtonRow, CitedPassage, MessageRow, Pending, Person, Session, Turn
from rag.adapters.postgres.pool import as_person
from rag.types import GENERAL, Language, Source

_SESSION = "select * from session_of_v3($1, $2, $3, $4)"
_KEEP = "select keep_person($1, $2, $3, $4, $5)"
_PROMPT = """
insert into prompts (hash, name, text) select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing
"""
_RECORD = """
insert into mensagens (id, user_id, direction, kind, in_reply_to, external_id, text, language, especialidade,
                       status,
                       fontes_rag, evidence, routing, query_text, query_embedding, embedding_model, chat_model,
                       prompt_hash,
                       tokens_in, tokens_out, latency_ms, verdict, degraded, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
"""
_BUTTONS = """
insert into button_tokens (token, user_id, reply_id, data)
select token, $1, reply_id, data from unnest($2::text[], $3::uuid[], $4::text[]) as b (token, reply_id, data)
"""
_BUTTON = "select data from button_tokens where token = $1 and used_at is null and expires_at > now()"
_USE = (
    "update button_tokens set used_at = $2 where token = $1 and used_at is null and expires_at > now() returning token"
)
_SOURCES = """
with answer as (
    select fontes_rag from mensagens
     where user_id = $1 and direction = 'out' and jsonb_array_length(fontes_rag) > 0 and ($2::uuid is null or id = $2)
     order by seq desc limit 1)
select s.source, d.especialidade, d.conteudo, d.note, d.note_date, d.review_date, d.demonstration,
       d.retired_at is not null as retired
  from answer, jsonb_array_elements(answer.fontes_rag) as s (source)
  join documentos_rag d on d.id = (s.source ->> 'documento_id')::bigint
 order by (s.source ->> 'posicao')::int
"""


@dataclass(frozen=True, slots=True)
class PostgresTransaction:
    """The `Transaction` port: one connection inside an open transaction, acting for one person."""

    connection: asyncpg.Connection
    person: Person

    async def keep_person(self, language: Language | None, terms: str = "") -> bool:
        """Makes the person's row if it is missing, holds it, and tells whether they consent to `terms` now."""
        person = self.person
        return bool(
            await self.connection.fetchval(_KEEP, person.id, person.channel, person.external_id, language, terms)
        )

    async def record(self, rows: Sequence[MessageRow], buttons: Sequence[ButtonRow] = ()) -> None:
        """Appends messages, with the prompts they used and the buttons under them."""
        prompts = {row.provenance.prompt for row in rows if row.provenance.prompt}
        if prompts:
            columns = zip(*((p.hash, p.name, p.text) for p in prompts), strict=True)
            await self.connection.execute(_PROMPT, *(list(column) for column in columns))
        await self.connection.executemany(_RECORD, [_columns(self.person, row) for row in rows])
        if buttons:
            columns = zip(*((b.token, b.reply_id, b.data) for b in buttons), strict=True)
            await self.connection.execute(_BUTTONS, self.person.id, *(list(column) for column in columns))

    async def use_button(self, token: str, at: datetime) -> bool:
        """Spends a button; false where it is spent already or not theirs."""
        return await self.connection.fetchval(_USE, token, at) is not None

    async def set_consent(self, version: str, at: datetime, *, granted: bool) -> None:
        """Grants or withdraws; withdrawing ends every grant."""
        await self.connection.execute(
            "update consents set withdrawn_at = $2 where user_id = $1 and withdrawn_at is null",
            self.person.id,
            at,
        )
        if not granted:
            await self.connection.execute("delete from diary_drafts where user_id = $1", self.person.id)
        else:
            await self.connection.execute(
                "insert into consents (user_id, version, granted_at) values ($1, $2, $3)",
                self.person.id,
                version,
                at,
            )

    async def end_subject(self) -> None:
        """What is said from now on follows nothing said before."""
        await self.connection.execute(
            "update users set subject_seq = coalesce((select max(seq) from mensagens where user_id = $1), 0) "
            "where id = $1",
            self.person.id,
        )

    async def end_urgently(self, since: datetime, at: datetime) -> None:
        """Ends the open consultation last spoken of as an emergency, if it was spoken of after `since`."""
        await self.connection.execute("select end_cases($1, 'URGENCIA', $2, $3, true)", self.person.id, since, at)

    async def erase(self) -> None:
        """Deletes the person and everything that is theirs."""
        await self.connection.execute("delete from users where id = $1", self.person.id)


@dataclass(frozen=True, slots=True)
class PostgresConversations:
    """The `Conversations` port on PostgreSQL."""

    pool: asyncpg.Pool

    async def session(self, person: Person, terms: str, since: datetime, at: datetime) -> Session:
        """One short read, in one statement, of what is known of a person."""
        row = await self.pool.fetchrow(_SESSION, person.id, terms, since, at)
        language = Language(row["language"]) if row["language"] else None
        incomplete = frozenset(row["incomplete"])
        return Session(
            person,
            language,
            row["consented"],
            _turn(row),
            row["corpus_version"],
            incomplete,
            row["timezone"],
            row["day_start"] or time(0),
            _pending(row["pending"]),
            tuple(row["cases"]),
            row["memory"] or "",
        )

    @asynccontextmanager
    async def transaction(self, person: Person) -> AsyncIterator[PostgresTransaction]:
        """Commits at the end of the block, or rolls back on an exception."""
        async with as_person(self.pool, person.id) as connection:
            yield PostgresTransaction(connection, person)

    async def button(self, person: Person, token: str) -> str | None:
        """What a button of theirs does; None where there is none by that token, or it is spent."""
        async with as_person(self.pool, person.id) as connection:
            data: str | None = await connection.fetchval(_BUTTON, token)
        return data

    async def sources_of(self, person: Person, message: uuid.UUID | None) -> Sequence[CitedPassage]:
        """The passages of that answer of theirs, or of their last one that has any."""
        async with as_person(self.pool, person.id) as connection:
            rows = await connection.fetch(_SOURCES, person.id, message)
        return [_cited(row) for row in rows]


def _turn(row: asyncpg.Record) -> Turn | None:
    if row["emergency"] is not None:
        return Turn(GENERAL, "", row["asked_at"], row["emergency"])
    return Turn(row["specialty"], row["question"], row["asked_at"]) if row["question"] else None


def _pending(draft: Mapping[str, Any] | None) -> Pending | None:
    if draft is None:
        return None
    expires_at = datetime.fromisoformat(draft["expires_at"])
    return Pending(uuid.UUID(draft["id"]), draft["kind"], draft["payload"], draft["message"], expires_at)


def _columns(person: Person, row: MessageRow) -> tuple[object, ...]:
    origin = row.provenance
    return (
        row.id, person.id, row.direction, row.kind, row.in_reply_to, row.external_id, row.text, row.language,
        row.specialty, row.status, [asdict(source) for source in row.sources], list(origin.evidence), origin.routing,
        origin.query_text, origin.query_embedding, origin.embedding_model, origin.chat_model,
        origin.prompt.hash if origin.prompt else None, origin.tokens_in, origin.tokens_out, origin.latency_ms,
        origin.verdict, list(origin.degraded), row.created_at,
    )  # fmt: skip


def _cited(row: asyncpg.Record) -> CitedPassage:
    review = row["review_date"]
    return CitedPassage(
        Source(**row["source"]),
        row["especialidade"],
        row["conteudo"],
        row["note"],
        row["note_date"],
        review.isoformat() if review else None,
        row["demonstration"],
        row["retired"],
    )
