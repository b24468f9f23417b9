"""Transactions in an operator's name, and at the door, where nobody has been let in yet."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import asyncpg

from bot.review.records import Viewer
from rag.adapters.postgres.pool import driver_errors

_AUDIT: Final = "select audit($1, $2, $3, $4, $5)"


@asynccontextmanager
async def as_operator(pool: asyncpg.Pool, operator: uuid.UUID) -> AsyncIterator[asyncpg.Connection]:
    """A transaction that sees what operators see. Committed at the end of the block, rolled back on an exception."""
    async with _named(pool, f"set local fonte.operator = '{operator}'") as connection:
        yield connection


@asynccontextmanager
async def at_door(pool: asyncpg.Pool) -> AsyncIterator[asyncpg.Connection]:
    """A transaction that sees operators, their sessions and tries to log in, and no patient."""
    async with _named(pool, "set local fonte.door = 'open'") as connection:
        yield connection


@asynccontextmanager
async def _named(pool: asyncpg.Pool, setting: str) -> AsyncIterator[asyncpg.Connection]:
    with driver_errors():
        async with pool.acquire() as connection:
            await connection.execute(f"begin; {setting}")
            try:
                yield connection
            except BaseException:
                await connection.execute("rollback")
                raise
            await connection.execute("commit")


def storable(text: str) -> str:
    """The text without what PostgreSQL keeps in no text: NUL, and halves of surrogate pairs."""
    return text.replace("\x00", "").encode(errors="replace").decode()


async def audit(
    connection: asyncpg.Connection,
    viewer: Viewer,
    action: str,
    subject: str = "",
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Adds a line to the audit log, of the viewer's doing, by ids alone. Call it last: the next line waits for it."""
    await connection.execute(_AUDIT, viewer.operator.name, viewer.address, action, subject, dict(detail or {}))
