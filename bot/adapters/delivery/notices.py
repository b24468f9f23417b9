"""What operators are told of, and what they count, on PostgreSQL (sql/functions/notices.sql)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import asyncpg

from bot.adapters.delivery.outbox import enqueue
from bot.commands.review import CHANNEL, Counts
from bot.delivery.notices import Notice, NoticeKind, NoticePost
from bot.ports import Person
from rag.adapters.postgres.pool import driver_errors
from rag.types import Language

_MOST: Final = 1_000
_WAITING: Final = "select exists (select from operator_notices)"
_TAKE: Final = """
delete from operator_notices where id = any (array(
    select id from operator_notices order by id limit $1 for update skip locked))
returning kind, coalesce(detail ->> 'rule', detail ->> 'error', '') as name, at
"""
_AS_PERSON: Final = "select set_config('fonte.user_id', $1, true)"
_LANGUAGE: Final = "select language from users where id = $1"
_COUNTS: Final = "select * from review_counts($1, $2, $3)"


@dataclass(frozen=True, slots=True)
class PostgresNotices:
    """The `Notices` port for one bot. What is beyond a thousand is told the next time."""

    pool: asyncpg.Pool
    bot: int

    async def pass_on(self, operators: Sequence[str], post: NoticePost) -> int:
        """See `Notices`. Of several processes each takes what no other one has in hand."""
        with driver_errors():
            async with self.pool.acquire() as connection:
                if not await connection.fetchval(_WAITING):
                    return 0
                async with connection.transaction():
                    return await self._pass_on(connection, operators, post)

    async def _pass_on(self, connection: asyncpg.Connection, operators: Sequence[str], post: NoticePost) -> int:
        rows = await connection.fetch(_TAKE, _MOST)
        notices = [Notice(NoticeKind(row["kind"]), row["name"], row["at"]) for row in rows]
        for operator in sorted(operators) if notices else ():  # chats in the order of locks (delivery.sql)
            language = await _language(connection, Person(CHANNEL, operator))
            await enqueue(connection, self.bot, post(operator, language, notices))
        return len(notices)


async def _language(connection: asyncpg.Connection, person: Person) -> Language | None:
    """A person's own choice."""
    await connection.execute(_AS_PERSON, str(person.id))
    chosen = await connection.fetchval(_LANGUAGE, person.id)
    return Language(chosen) if chosen else None


@dataclass(frozen=True, slots=True)
class PostgresOverview:
    """The `Overview` port, over all bots of the database."""

    pool: asyncpg.Pool

    async def counts(self, since: datetime, until: datetime, unreviewed_since: datetime) -> Counts:
        """See `Overview`."""
        row = await self.pool.fetchrow(_COUNTS, since, until, unreviewed_since)
        return Counts(**row)
