"""Connections to PostgreSQL: as the application's role, with the vector codec, and driver errors translated."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
from pgvector.asyncpg import register_vector

from rag.adapters.postgres.migrations import APP_ROLE, bypasses_row_security


class DatabaseUnavailableError(Exception):
    """The database can't be reached or refused the connection; the message is safe to show to an operator."""


async def _init(connection: asyncpg.Connection) -> None:
    await register_vector(connection)
    await connection.set_type_codec("jsonb", encoder=json.dumps, decoder=json.loads, schema="pg_catalog")


async def _nothing(_: asyncpg.Connection) -> None:
    """Every setting is local to its transaction, so a connection comes back as it went: no round trip to reset it."""


async def connect(dsn: str) -> asyncpg.Connection:
    """One connection, as the role that the URL names. Raises DatabaseUnavailableError."""
    try:
        return await asyncpg.connect(dsn, timeout=10)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError, TimeoutError) as error:
        raise DatabaseUnavailableError(f"DATABASE_URL: {type(error).__name__}: {_first_line(error)}") from error


def _first_line(error: BaseException) -> str:
    return (str(error) or "no answer").splitlines()[0]


@asynccontextmanager
async def open_pool(dsn: str, size: int = 8) -> AsyncIterator[asyncpg.Pool]:
    """A pool on a migrated database, closed at the end.

    Where the URL's role is a superuser the connections act as `fonte_app`. The role is a server setting, since the pool
    resets what a session has set.
    """
    connection = await connect(dsn)
    try:
        settings = {"role": APP_ROLE} if await bypasses_row_security(connection) else {}
    finally:
        await connection.close()
    async with asyncpg.create_pool(
        dsn,
        min_size=1,
        max_size=size,
        init=_init,
        reset=_nothing,
        server_settings={"application_name": "fonte", **settings},
    ) as pool:
        yield pool
