"""The schema: once, in order, and the same whichever way a database came by it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import asyncpg
import pytest

from bot.bootstrap import Models
from bot.paths import SQL
from rag.adapters.postgres.embedded.database import ensure_database
from rag.adapters.postgres.migrations import MigrationError, Schema, Script, load_schema, migrate
from rag.adapters.postgres.pool import open_pool
from rag.ports import Embedder
from tests.integration.conversing import conversation

RELEASE = "released_0004"
RENAMED = {("rate_buckets", "noticed_at"): "flooded_at"}
DUMP = """
select format('%s.%s %s %s %s %s %s', table_name, column_name, data_type, column_default, is_nullable, is_identity,
              generation_expression) as line
  from information_schema.columns where table_schema = 'public'
union all select format('%s.%s stored %s', attrelid::regclass, attname, attstorage) from pg_attribute
  join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and attnum > 0 and relkind <> 'i'
union all select format('%s %s %s %s %s', relname, relkind, reloptions, relrowsecurity, relforcerowsecurity)
  from pg_class where relnamespace = 'public'::regnamespace
union all select indexdef from pg_indexes where schemaname = 'public'
union all select format('%s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
  where connamespace = 'public'::regnamespace
union all select format('%s %s %s', p.proname, p.proacl, pg_get_functiondef(p.oid)) from pg_proc p
  join pg_roles r on r.oid = p.proowner where p.pronamespace = 'public'::regnamespace and r.rolname = 'fonte_app'
union all select format('%s %s %s %s %s', tablename, policyname, cmd, qual, with_check) from pg_policies
union all select format('%s %s', tgname, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
order by 1
"""
TABLES = """
select oid::regclass::text from pg_class
 where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
"""
READ = """
select seq_scan as whole_reads, idx_scan as by_index from pg_stat_xact_user_tables where relname = 'mensagens'
"""
UNINDEXED = """
select conname from pg_constraint c
 where contype = 'f' and connamespace = 'public'::regnamespace and confdeltype in ('c', 'n') and not exists (
       select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
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


async def _released(dsn: str) -> None:
    """Brings an empty database to the state of a service that runs an earlier release."""
    folder = Path(__file__).parent
    connection = await asyncpg.connect(dsn)
    await migrate(connection, Schema((), ()))  # extensions and role alone
    await connection.execute("drop table schema_migrations")
    for name in (RELEASE, f"{RELEASE}_rows"):
        await connection.execute((folder / f"{name}.sql").read_text(encoding="utf-8"))
    await connection.close()


async def _rows(dsn: str) -> dict[str, list[dict[str, object]]]:
    """Every row of every table, as a superuser sees it."""
    connection = await asyncpg.connect(dsn)
    try:
        tables = [row[0] for row in await connection.fetch(TABLES)]
        query = "select to_jsonb(t) as row from {} t order by to_jsonb(t)::text"
        return {t: [json.loads(row["row"]) for row in await connection.fetch(query.format(t))] for t in tables}
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


async def test_a_released_database_with_its_rows_migrates_to_the_structure_of_a_fresh_one(
    empty: str, database: str
) -> None:
    await _released(empty)
    await _migrate(empty, load_schema(SQL))
    async with open_pool(database) as pool:
        await pool.execute("select ensure_specialty('cardiologia')")
    assert await _dump(empty) == await _dump(database)


async def test_migrating_a_released_database_loses_no_row(empty: str) -> None:
    await _released(empty)
    before = await _rows(empty)
    before.pop("schema_functions", None)  # of the migrations themselves
    assert not [table for table, rows in before.items() if not rows]
    await _migrate(empty, load_schema(SQL))
    after = await _rows(empty)
    for table, rows in before.items():
        kept = [{name: row[RENAMED.get((table, name), name)] for name in rows[0]} for row in after[table]]
        assert [row for row in rows if row not in kept] == []


async def test_what_a_released_database_held_is_still_found(empty: str) -> None:
    await _released(empty)
    await _migrate(empty, load_schema(SQL))
    async with open_pool(empty) as pool:
        found = await pool.fetch(
            "select conteudo, versao from match_documentos(array_fill(1, array[768])::vector, 'cardiologia')"
        )
    assert [tuple(row) for row in found] == [("texto novo", 2)]


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


async def test_a_role_without_any_right_to_make_tables_holds_a_conversation(
    corpus_database: str, local_embedder: Embedder
) -> None:
    role = f"rows_{uuid4().hex[:8]}"
    admin = await asyncpg.connect(corpus_database)
    await admin.execute(f"create role {role} login; grant usage on schema public to {role}")
    await admin.execute(f"grant select, insert, update, delete on all tables in schema public to {role}")
    async with open_pool(urlsplit(corpus_database)._replace(netloc=f"{role}@").geturl()) as pool:
        async with conversation(pool, Models(local_embedder, None, None)) as talking:
            await talking.consent()
            (reply,) = await talking.say("minhas pernas incham e canso pra subir escada")
            assert reply.specialty == "cardiologia"
            assert len((await talking.rows())[-1]["fontes_rag"]) == 4
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await pool.execute("select ensure_specialty('cardiologia')")
    await admin.execute(f"drop owned by {role}; drop role {role}")
    await admin.close()


async def test_erasing_a_person_reads_nobody_else_s_messages(database: str, pool: asyncpg.Pool) -> None:
    leaving, staying = uuid4(), uuid4()
    admin = await asyncpg.connect(database)
    for person, count in ((leaving, 100), (staying, 10_000)):
        await admin.execute("insert into users (id, channel, external_id) values ($1, 'test', $2)", person, str(person))
        await admin.execute(
            "with asked as materialized (select gen_random_uuid() as asked, gen_random_uuid() as said "
            "                              from generate_series(1, $2)) "
            "insert into mensagens (id, user_id, direction, kind, in_reply_to, language, created_at) "
            "select asked, $1::uuid, 'in', 'text', null, 'pt-BR', now() from asked "
            "union all select said, $1, 'out', 'text', asked, 'pt-BR', now() from asked",
            person, count,
        )  # fmt: skip
    await admin.execute("analyze mensagens")
    await admin.close()
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute("select set_config('fonte.user_id', $1, true)", str(leaving))
        assert await connection.fetchval("select count(*) from mensagens") == 200
        before = await connection.fetchrow(READ)
        await connection.execute("delete from users where id = $1", leaving)
        after = await connection.fetchrow(READ)
        assert await connection.fetchval("select count(*) from mensagens") == 0
    assert after["whole_reads"] == before["whole_reads"]
    assert after["by_index"] > before["by_index"]


async def test_what_goes_with_a_row_is_found_by_an_index(database: str) -> None:
    connection = await asyncpg.connect(database)
    assert await connection.fetch(UNINDEXED) == []
    await connection.close()


@pytest.mark.parametrize("newer", ["merge into", "json_table", "any_value(", "uuidv7(", " virtual", "without overlaps"])
async def test_no_script_uses_what_postgresql_15_lacks(newer: str) -> None:
    schema = load_schema(SQL)
    assert not [script.name for script in (*schema.migrations, *schema.functions) if newer in script.text.casefold()]
