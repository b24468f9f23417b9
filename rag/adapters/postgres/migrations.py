"""Brings a database to this version's schema: migrations once and in order, functions when they change.

One advisory lock lets any number of processes migrate at the same moment. Migrations and functions stand in sql/.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import asyncpg

APP_ROLE = "fonte_app"
EXTENSIONS = ("vector", "pg_trgm")
_LOCK = 0x466F6E7465  # "Fonte"
_LEDGER = """
create table if not exists schema_migrations (
    version text primary key, name text not null, hash text not null, applied_at timestamptz not null default now());
create table if not exists schema_functions (one boolean primary key default true check (one), hash text not null)
"""


class MigrationError(Exception):
    """The database and sql/ disagree, or the server can't hold the schema; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Script:
    """One SQL file. `version` is the number that its name begins with."""

    version: str
    name: str
    text: str

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hex."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Schema:
    """The migrations, in order, and the functions of one version of Fonte."""

    migrations: tuple[Script, ...]
    functions: tuple[Script, ...]


def load_schema(folder: Path) -> Schema:
    """Reads `folder`/migrations and `folder`/functions."""
    return Schema(_scripts(folder / "migrations"), _scripts(folder / "functions"))


def _scripts(folder: Path) -> tuple[Script, ...]:
    paths = sorted(folder.glob("*.sql"))
    return tuple(Script(p.stem.split("_")[0], p.stem, p.read_text(encoding="utf-8")) for p in paths)


async def migrate(
    connection: asyncpg.Connection, schema: Schema, progress: Callable[[str], None] = lambda _: None
) -> Sequence[str]:
    """Applies what is missing and returns the names of the migrations applied.

    A superuser first makes the extensions and the role `fonte_app`, and becomes it: row-level security doesn't bind
    superusers. Raises MigrationError where an applied migration was edited or removed, an extension is missing, or the
    role may not do it.
    """
    await connection.execute("select pg_advisory_lock($1)", _LOCK)
    try:
        return await _migrate(connection, schema, progress)
    except asyncpg.InsufficientPrivilegeError as error:
        raise MigrationError(
            f"the database's role may not do this: {error.message}; let a superuser run `create extension vector; "
            "create extension pg_trgm; grant create, usage on schema public to` the role"
        ) from error
    finally:
        await connection.execute("select pg_advisory_unlock($1)", _LOCK)


async def _migrate(connection: asyncpg.Connection, schema: Schema, progress: Callable[[str], None]) -> Sequence[str]:
    await _prepare(connection)
    pending = await _pending(connection, schema)
    for script in pending:
        progress(script.name)
        await _apply(connection, script)
    await _apply_functions(connection, schema.functions)
    return [script.name for script in pending]


async def _apply_functions(connection: asyncpg.Connection, functions: Sequence[Script]) -> None:
    """Drops and makes them again where one has changed: a function dropped under a running query fails that query."""
    digest = hashlib.sha256("".join(function.digest for function in functions).encode()).hexdigest()
    async with connection.transaction():
        if not functions or await connection.fetchval("select hash from schema_functions") == digest:
            return
        for function in functions:
            await connection.execute(function.text)
        await connection.execute(
            "insert into schema_functions (hash) values ($1) on conflict (one) do update set hash = excluded.hash",
            digest,
        )


async def _prepare(connection: asyncpg.Connection) -> None:
    await _check_extensions(connection)
    if await bypasses_row_security(connection):
        for extension in EXTENSIONS:
            await connection.execute(f"create extension if not exists {extension}")
        await connection.execute(
            f"do $$ begin create role {APP_ROLE} nologin; "
            "exception when duplicate_object or unique_violation then null; end $$"
        )
        await connection.execute(f"grant create, usage on schema public to {APP_ROLE}")
        await connection.execute(f"set role {APP_ROLE}")
    await connection.execute(_LEDGER)


async def _check_extensions(connection: asyncpg.Connection) -> None:
    missing = await connection.fetchval(
        "select string_agg(name, ', ') from pg_available_extensions a right join unnest($1::text[]) name using (name) "
        "where a.name is null",
        list(EXTENSIONS),
    )
    if missing:
        raise MigrationError(
            f"the PostgreSQL server lacks the extension {missing}: install it there, or use another DATABASE_URL"
        )


async def bypasses_row_security(connection: asyncpg.Connection) -> bool:
    """Whether the session's own role is one that row-level security does not bind."""
    query = "select rolsuper or rolbypassrls from pg_roles where rolname = session_user"
    return bool(await connection.fetchval(query))


async def _pending(connection: asyncpg.Connection, schema: Schema) -> list[Script]:
    applied = {
        row["version"]: row for row in await connection.fetch("select version, name, hash from schema_migrations")
    }
    known = {script.version for script in schema.migrations}
    for version, row in applied.items():
        if version not in known:
            raise MigrationError(
                f"the database has migration {row['name']}, which sql/migrations lacks: it was made by a newer Fonte; "
                "run that version"
            )
    for script in schema.migrations:
        if script.version in applied and applied[script.version]["hash"] != script.digest:
            raise MigrationError(
                f"sql/migrations/{script.name}.sql was edited after it was applied: restore it, write a new migration"
            )
    return [script for script in schema.migrations if script.version not in applied]


async def _apply(connection: asyncpg.Connection, script: Script) -> None:
    async with connection.transaction():
        await connection.execute(script.text)
        await connection.execute(
            "insert into schema_migrations (version, name, hash) values ($1, $2, $3)",
            script.version,
            script.name,
            script.digest,
        )
