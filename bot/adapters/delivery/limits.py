"""Everybody's token buckets on PostgreSQL (sql/functions/delivery.sql)."""

from __future__ import annotations

from dataclasses import dataclass

import asyncpg

from bot.adapters.conversations import PostgresTransaction
from bot.delivery.limits import Episode, FloodLimits
from bot.ports import Person, Transaction
from rag.types import Language

_TAKE = "select rate_take($1, $2, $3)"
_HOLD = "select begins, chosen from rate_hold($1, $2, $3)"


@dataclass(frozen=True, slots=True)
class PostgresBuckets:
    """The `Buckets` port."""

    pool: asyncpg.Pool
    limits: FloodLimits

    async def take(self, person: Person) -> float:
        """Takes a token: 0; where there is none, the seconds until there is one."""
        if not self.limits.per_minute:
            return 0.0
        wait: float = await self.pool.fetchval(_TAKE, person.id, self.limits.per_minute, self.limits.burst)
        return wait

    async def hold(self, transaction: Transaction) -> Episode:
        """Notes, as part of the person's transaction, that something of theirs is held back."""
        if not isinstance(transaction, PostgresTransaction):
            raise TypeError(f"{type(transaction).__name__} is no transaction of PostgreSQL")
        return await hold(transaction.connection, transaction.person, self.limits)


async def hold(connection: asyncpg.Connection, person: Person, limits: FloodLimits) -> Episode:
    """The same, in the connection's transaction, which acts for the person from then on."""
    row = await connection.fetchrow(_HOLD, person.id, limits.burst, limits.quiet)
    return Episode(row["begins"], Language(row["chosen"]) if row["chosen"] else None)
