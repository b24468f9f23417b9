"""The outbox on PostgreSQL (sql/functions/delivery.sql)."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import asyncpg

from bot.adapters.delivery.connections import connection_of, pause
from bot.delivery.jsontext import json_text
from bot.delivery.pacing import Pace
from bot.delivery.ports import Batch, Outgoing, Part, Post, Settlement
from bot.ports import Transaction
from rag.types import Language

_ENQUEUE = "select outbox_enqueue($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
_CLAIM = "select * from outbox_claim($1, $2, $3, $4, $5, $6, $7)"
_DUE_IN = "select outbox_due_in($1, $2, $3, $4)"
_SETTLE = "select outbox_settle($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
_RENEW = """
with held as (
    select c.chat from outbox_chats c
      join unnest($2::text[], $3::uuid[]) as r (chat, token) on c.chat = r.chat and c.lease_token = r.token
     where c.bot = $1 order by c.chat for update of c),
ordinary as (
    update outbox_chats c set run_after = now() + $5::interval from held where c.bot = $1 and c.chat = held.chat)
update outbox o set run_after = now() + $5::interval
  from unnest($4::bigint[], $3::uuid[]) as r (id, token)
 where o.id = r.id and o.lease_token = r.token and o.priority and o.state = 'sending'
"""


@dataclass(frozen=True, slots=True)
class PostgresOutbox:
    """The `Outbox` port for one bot. What is unsent after `expiry` has failed; `new_token` makes a lease's token."""

    pool: asyncpg.Pool
    bot: int
    lease: timedelta
    expiry: timedelta
    pace: Pace
    new_token: Callable[[], uuid.UUID]

    async def enqueue(self, transaction: Transaction, posts: Sequence[Post]) -> None:
        """Stores them as part of the transaction."""
        connection = connection_of(transaction)
        for post in posts:
            await enqueue(connection, self.bot, post)

    async def claim(self, limit: int, ordinary: int) -> Batch[Outgoing]:
        """Takes up to `limit` parts, of which at most `ordinary` are no emergencies, as the pace allows."""
        token, pace = self.new_token(), self.pace
        async with self.pool.acquire() as connection:
            rows = await connection.fetch(
                _CLAIM, self.bot, limit, ordinary, self.lease, token, pace.per_second, pace.burst
            )
            due: float | None = 0.0
            if len(rows) < limit:
                ordinary -= sum(not row["priority"] for row in rows)
                due = await connection.fetchval(_DUE_IN, self.bot, pace.per_second, pace.burst, ordinary > 0)
        return Batch([_outgoing(row, token) for row in rows], pause(due, bool(rows)))

    async def settle(self, settlements: Sequence[Settlement]) -> None:
        """Records how tries ended; leaves alone those whose lease was lost."""
        ends = settlements
        again = [{"id": end.outgoing.id, **_columns_of(part)} for end in ends for part in end.again]
        await self.pool.execute(
            _SETTLE,
            self.bot,
            [end.outgoing.id for end in ends],
            [end.outgoing.chat for end in ends],
            [end.outgoing.token for end in ends],
            [end.fate for end in ends],
            [end.message for end in ends],
            [end.error for end in ends],
            [end.pause for end in ends],
            again,
            self.pace.chat_pause_s,
            self.pace.chat_burst,
            self.expiry,
        )

    async def renew(self, outgoing: Sequence[Outgoing]) -> None:
        """Extends the leases of parts being sent."""
        columns = ([o.chat for o in outgoing], [o.token for o in outgoing], [o.id for o in outgoing])
        await self.pool.execute(_RENEW, self.bot, *columns, self.lease)


async def enqueue(connection: asyncpg.Connection, bot: int, post: Post) -> None:
    """Stores one post in the connection's transaction."""
    replies = [uuid.UUID(reply) if reply else None for reply, _ in post.parts]
    await connection.execute(
        _ENQUEUE,
        bot,
        post.chat,
        replies,
        _numbers(replies),
        [json_text(part.payload) for _, part in post.parts],
        [json_text(part.plain) for _, part in post.parts],
        [part.photo for _, part in post.parts],
        post.language,
        post.priority,
        post.push,
    )


def _numbers(replies: Sequence[object]) -> list[int]:
    """Each part's number within its reply, from 1."""
    numbers: list[int] = []
    for index, reply in enumerate(replies):
        numbers.append(numbers[-1] + 1 if index and reply == replies[index - 1] else 1)
    return numbers


def _columns_of(part: Part) -> dict[str, Any]:
    return {"payload": part.payload, "plain": part.plain, "photo": part.photo}


def _outgoing(row: asyncpg.Record, token: uuid.UUID) -> Outgoing:
    return Outgoing(
        row["id"],
        row["chat"],
        Part(row["payload"], row["plain"], row["photo"]),
        Language(row["language"]),
        row["attempts"],
        token,
        priority=row["priority"],
        push=row["push"],
        repeat=row["repeat"],
        abandoned=row["abandoned"],
    )
