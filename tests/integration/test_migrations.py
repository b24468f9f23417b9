"""The schema: once, in order, and the same whichever way a database came by it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from urllib.parse import urlsplit
from uuid import uuid4

import asyncpg
import pytest

from bot.paths import SQL
from rag.adapters.postgres.embedded.database import ensure_database
from rag.adapters.postgres.migrations import MigrationError, Schema, Script, load_schema, migrate

DUMP = """
select format('%s.%s %s %s', table_name, column_name, data_type, coalesce(column_default, '')) as line
  from information_schema.columns where table_schema = 'public'
union all select indexdef from pg_indexes where schemaname = 'public'
union all select format('%s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
  where connamespace = 'public'::regnamespace
union all select format('%s %s', p.proname, pg_get_functiondef(p.oid)) from pg_proc p
  join pg_roles r on r.oid = p.proowner where p.pronamespace = 'public'::regnamespace and r.rolname = 'fonte_app'
union all select format('%s %s %s', tablename, policyname, qual) from pg_policies
union all select format('%s %s', tgname, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
order by 1
"""


@pytest.fixture
async def empty(server: str) -> AsyncIterator[str]:
    name = f"empty_{uuid4().hex}"
    yield await ensure_database(server, name)
    connection = await asyncpg.connect(server)
    await connection.execute(f"drop database {name} with (force)")
    await connection.close()


async def _migrate(dsn: str, schema: Schema) -> list[str]:
    connection = await asyncpg.connect(dsn)
    try:
        return list(await migrate(connection, schema))
    finally:
        await connection.close()


async def _dump(dsn: str) -> list[str]:
    connection = await asyncpg.connect(dsn)
    try:
        return [row["line"] for row in await connection.fetch(DUMP)]
    finally:
        await connection.close()


async def test_migrations_are_applied_once(empty: str) -> None:
    schema = load_schema(SQL)
    assert await _migrate(empty, schema) == [script.name for script in schema.migrations]
    assert await _migrate(empty, schema) == []


async def test_a_database_migrated_step_by_step_equals_a_fresh_one(empty: str, database: str) -> None:
    schema = load_schema(SQL)
    for count in range(1, len(schema.migrations) + 1):
        # functions may need tables of later migrations, so they come with the last step
        functions = schema.functions if count == len(schema.migrations) else ()
        await _migrate(empty, Schema(schema.migrations[:count], functions))
    assert await _dump(empty) == await _dump(database)


async def test_reapplying_functions_changes_nothing(database: str) -> None:
    before = await _dump(database)
    await _migrate(database, load_schema(SQL))
    assert await _dump(database) == before


async def test_an_edited_migration_is_an_error_that_names_it(empty: str) -> None:
    schema = load_schema(SQL)
    await _migrate(empty, schema)
    edited = replace(schema.migrations[0], text=schema.migrations[0].text + "\n-- edited")
    with pytest.raises(MigrationError, match=f"{edited.name}.sql was edited"):
        await _migrate(empty, Schema((edited, *schema.migrations[1:]), schema.functions))


async def test_a_database_of_a_newer_version_is_refused(empty: str) -> None:
    schema = load_schema(SQL)
    await _migrate(empty, schema)
    with pytest.raises(MigrationError, match="newer Fonte"):
        await _migrate(empty, Schema(schema.migrations[:-1], ()))


async def test_a_migration_that_fails_leaves_nothing_behind(empty: str) -> None:
    schema = load_schema(SQL)
    broken = Script("9999", "9999_broken", "create table half_made (id int); select 1 / 0;")
    with pytest.raises(asyncpg.DivisionByZeroError):
        await _migrate(empty, Schema((*schema.migrations, broken), ()))
    assert not [line for line in await _dump(empty) if "half_made" in line]
    assert await _migrate(empty, schema) == []


async def test_processes_that_migrate_at_once_apply_each_migration_once(empty: str) -> None:
    schema = load_schema(SQL)
    applied = await asyncio.gather(*(_migrate(empty, schema) for _ in range(4)))
    assert sorted(name for names in applied for name in names) == [script.name for script in schema.migrations]


async def test_a_role_that_is_no_superuser_can_migrate_where_the_extensions_are(server: str, empty: str) -> None:
    role = f"plain_{uuid4().hex[:8]}"
    admin = await asyncpg.connect(empty)
    await admin.execute("create extension vector; create extension pg_trgm")
    await admin.execute(f"create role {role} login; grant create, usage on schema public to {role}")
    address = urlsplit(empty)
    as_role = address._replace(netloc=f"{role}@").geturl()
    await _migrate(as_role, load_schema(SQL))
    owner = await admin.fetchval("select tableowner from pg_tables where tablename = 'mensagens'")
    await admin.close()
    assert owner == role


async def test_a_role_that_may_not_make_the_schema_is_told_what_to_grant(server: str, empty: str) -> None:
    role = f"bare_{uuid4().hex[:8]}"
    admin = await asyncpg.connect(empty)
    await admin.execute(f"create role {role} login")
    await admin.close()
    with pytest.raises(MigrationError, match="grant create, usage on schema public"):
        await _migrate(urlsplit(empty)._replace(netloc=f"{role}@").geturl(), load_schema(SQL))


@pytest.mark.parametrize("newer", ["merge into", "json_table", "any_value(", "uuidv7(", " virtual", "without overlaps"])
async def test_no_script_uses_what_postgresql_15_lacks(newer: str) -> None:
    schema = load_schema(SQL)
    assert not [script.name for script in (*schema.migrations, *schema.functions) if newer in script.text.casefold()]
