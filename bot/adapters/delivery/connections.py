"""What the delivery adapters share: the connection of an open transaction, and connections of one's own."""

from __future__ import annotations

import math
import uuid
from typing import Final

import asyncpg

from bot.adapters.conversations import PostgresTransaction
from bot.ports import Transaction
from rag.adapters.postgres.pool import KEEPALIVES

UNREACHABLE: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What connections of one's own raise where the server is away, or says nothing (TimeoutError is an OSError)."""

_SILENCE_S: Final = 5.0
_SHORTEST_PAUSE_S: Final = 0.05


def connection_of(transaction: Transaction) -> asyncpg.Connection:
    """The connection in which the transaction is open. Raises TypeError for a transaction of another adapter."""
    return _postgres(transaction).connection


def person_of(transaction: Transaction) -> uuid.UUID:
    """The id of whom the transaction acts for. Raises TypeError for a transaction of another adapter."""
    return _postgres(transaction).person.id


def _postgres(transaction: Transaction) -> PostgresTransaction:
    if not isinstance(transaction, PostgresTransaction):
        raise TypeError(f"{type(transaction).__name__} is no transaction of PostgreSQL")
    return transaction


def pause(due: float | None, found: bool) -> float:
    """Seconds until the next claim, given those until something is due, if anything is.

    What is due and was not `found` is another's by now, or locked: asked again at once, it would be the same.
    """
    return math.inf if due is None else max(due, 0.0 if found else _SHORTEST_PAUSE_S)


async def lasting(dsn: str, name: str) -> asyncpg.Connection:
    """A connection for as long as the process lives, outside the pool: a session's lock or LISTEN stays with it.

    Its statements raise TimeoutError where the server says nothing.
    """
    settings = {"application_name": f"fonte {name}", **KEEPALIVES}
    return await asyncpg.connect(dsn, timeout=_SILENCE_S, command_timeout=_SILENCE_S, server_settings=settings)
