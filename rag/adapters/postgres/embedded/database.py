"""Makes a database on a server, once."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

import asyncpg

from rag.adapters.postgres.pool import connect


async def ensure_database(dsn: str, name: str) -> str:
    """The address of database `name` on the server of `dsn`, made if it is missing; safe to race.

    Raises DatabaseUnavailableError.
    """
    connection = await connect(dsn)
    try:
        if not await connection.fetchval("select true from pg_database where datname = $1", name):
            quoted = name.replace('"', '""')
            await connection.execute(f'create database "{quoted}"')
    except (asyncpg.DuplicateDatabaseError, asyncpg.UniqueViolationError):
        pass  # another process was first
    finally:
        await connection.close()
    return urlsplit(dsn)._replace(path="/" + quote(name, safe="")).geturl()
