"""What is held of a person, counted or whole, on PostgreSQL under row-level security."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Final

import asyncpg

from bot.exporting.belongings import Belongings, Row, Table
from bot.exporting.holdings import Given, Holdings
from bot.memory.template import parse
from bot.ports import Person
from rag.adapters.postgres.pool import as_person

_HOLDINGS: Final = "select holdings($1)"
_TABLES: Final[Mapping[Table, str]] = {
    Table.SETTINGS: """
        select channel, external_id, language, timezone, day_start, created_at from users where id = $1""",
    Table.CONSENTS: """
        select version, granted_at, withdrawn_at from consents where user_id = $1 order by granted_at""",
    # without the vector of what was asked: that is made of query_text
    Table.MESSAGES: """
        select id, created_at, direction, kind, text, in_reply_to, external_id, language, especialidade, status,
               fontes_rag, evidence, routing, query_text, embedding_model, chat_model, prompt_hash, tokens_in,
               tokens_out, latency_ms, verdict, degraded
          from mensagens where user_id = $1 order by seq""",
    Table.CASES: """
        select id, especialidade, slug, document_id, status, opened_at, updated_at, closed_at, asking, sources,
               decision
          from cases where user_id = $1 order by opened_at, id""",
    Table.CASE_FACTS: """
        select case_id, key, value, how, quote, message_id, said_at from case_facts where user_id = $1 order by seq""",
    Table.REFERRALS: """
        select id, case_id, especialidade, status, created_at, summary, text
          from encaminhamentos where user_id = $1 order by created_at, id""",
    Table.MEMORY: "select text, language, updated_at from working_memory where user_id = $1",
    Table.OPEN_QUESTIONS: "select id, kind, payload, message, expires_at from diary_drafts where user_id = $1",
}


@dataclass(frozen=True, slots=True)
class PostgresBelongings:
    """The ports `Account` and `Everything`. No connection is held once the rows are read."""

    pool: asyncpg.Pool

    async def holdings(self, person: Person) -> Holdings:
        """Of that person, as it is now."""
        async with as_person(self.pool, person.id, readonly=True) as connection:
            told: dict[str, Any] = await connection.fetchval(_HOLDINGS, person.id)
        since, memory = _moment(told.pop("since")), parse(told.pop("memory") or "")
        return Holdings(**(told | {"since": since, "memory": memory, "consent": _given(told["consent"])}))

    async def belongings(self, person: Person) -> Belongings:
        """All of it, as of one moment."""
        async with as_person(self.pool, person.id, readonly=True) as connection:
            tables = {table: await connection.fetch(sql, person.id) for table, sql in _TABLES.items()}
        return Belongings({table: [_row(record) for record in records] for table, records in tables.items()})


def _given(consent: Mapping[str, str] | None) -> Given | None:
    if consent is None:
        return None
    granted_at = datetime.fromisoformat(consent["granted_at"])
    return Given(consent["version"], granted_at, _moment(consent["withdrawn_at"]))


def _moment(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None


def _row(record: asyncpg.Record) -> Row:
    return {name: _value(value) for name, value in record.items()}


def _value(value: object) -> object:
    match value:
        case uuid.UUID():
            return str(value)
        case datetime() | date() | time():
            return value.isoformat()
        case Decimal():
            return float(value)
    return value
