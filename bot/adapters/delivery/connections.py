"""What the delivery adapters share: the connection of an open transaction, and connections of one's own."""

from __future__ import annotations

import asyncpg

from bot.adapters.conversations import PostgresTransaction
from bot.ports import Transaction

# A server that notices within seconds that a machine is gone gives up its locks: https://www.postgresql.org/docs/current/runtime-config-connection.html
_KEEPALIVES = {"tcp_keepalives_idle": "3", "tcp_keepalives_interval": "1", "tcp_keepalives_count": "3"}


def connection_of(transaction: Transaction) -> asyncpg.Connection:
    """The connection in which the transaction is open. Raises TypeError for a transaction of another adapter."""
    if not isinstance(transaction, PostgresTransaction):
        raise TypeError(f"{type(transaction).__name__} is no transaction of PostgreSQL")
    return transaction.connection


async def lasting(dsn: str, name: str) -> asyncpg.Connection:
    """A connection for as long as the process lives, outside the pool: a session's lock or LISTEN stays with it."""
    return await asyncpg.connect(dsn, timeout=5, server_settings={"application_name": f"fonte {name}", **_KEEPALIVES})
