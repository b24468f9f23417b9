"""scripts/*.py as operators run them: whole processes on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import pty
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import asyncpg
import pytest

from bot.paths import SQL
from rag.adapters.postgres.embedded.database import ensure_database
from rag.adapters.postgres.embedded.install import find_install
from tests.acceptance.conftest import Script
from tests.acceptance.processes import ROOT, Ended, environment, run
from tests.fakes.gemini import FakeGemini
from tests.fakes.gemini_api import failed

MIGRATIONS = [path.stem for path in sorted((SQL / "migrations").glob("*.sql"))]
FRONT_MATTER = """---
specialty: cardiologia
title: Nota de ensaio
note: 7/2026
date: 2026-03-01
language: pt-BR
---
"""
CONDITION = """# Consulta em Cardiologia - {name}

## Critérios

- {criterion}

"""
NAMES = ("Ensaio primeiro", "Ensaio segundo")
STATE = """
select array_agg(v order by v)::text
  from (select (id, retired_at)::text from documentos_rag union all select count(*)::text from text_vectors) as s (v)
"""
TWICE = """
select count(*) from (
    select from document_vectors group by document_id, model, kind, text having count(*) > 1) as repeated
"""
VERSIONS = """
select string_agg(versao || case when retired_at is null then '' else ' retired' end, ', ' order by versao)
  from documentos_rag where titulo like '%Ensaio primeiro'
"""
SIZES = """
select array[(select count(*) from documentos_rag), (select count(*) from mensagens),
             (select count(*) from schema_migrations)]
"""
A_CONVERSATION = (
    "insert into documentos_rag (especialidade, titulo, conteudo) values ('cardiologia', 'Ensaio', 'Texto.')",
    "insert into users (id, channel, external_id) values (gen_random_uuid(), 'console', 'someone')",
    """insert into mensagens (id, user_id, direction, kind, language, created_at)
       select gen_random_uuid(), id, 'in', 'text', 'pt-BR', now() from users""",
)
OWN = "select count(*) from documentos_rag where not demonstration and retired_at is null"


def _write_note(path: Path, first: str, names: tuple[str, ...] = NAMES) -> None:
    criteria = [first, *(f"Idade a partir de {50 + i % 40} anos." for i in range(len(names) - 1))]
    conditions = (CONDITION.format(name=n, criterion=c) for n, c in zip(names, criteria, strict=True))
    path.write_text(FRONT_MATTER + "".join(conditions), encoding="utf-8")


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "nota.md"
    _write_note(path, "Medida acima de 150 mmHg.")
    return path


@pytest.fixture
async def bare_database(server: str) -> AsyncIterator[str]:
    """The address of a database with nothing in it, not even extensions."""
    name = f"bare_{uuid4().hex}"
    yield await ensure_database(server, name)
    await _execute(server, f"drop database {name} with (force)")


@pytest.fixture
async def emptied_database(corpus_database: str) -> str:
    """The address of a database without notes, where embedding Fonte's own phrases is done already."""
    await _execute(
        corpus_database, "truncate documentos_rag, general_phrases, bundled_corpus, embedding_models cascade"
    )
    return corpus_database


async def _execute(dsn: str, *statements: str) -> None:
    connection = await asyncpg.connect(dsn)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


async def _value(dsn: str, query: str) -> object:
    connection = await asyncpg.connect(dsn)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


async def test_migrating_applies_every_migration_once(script: Script, bare_database: str) -> None:
    first = await script("migrate", on=bare_database)
    second = await script("migrate", on=bare_database)
    assert (first.status, second.status) == (0, 0)
    assert first.lines == [*(f"{name}: applied" for name in MIGRATIONS), "the schema is up to date"]
    assert second.lines == ["the schema is up to date"]


async def test_a_plain_role_migrates_where_the_extensions_are(script: Script, server: str, bare_database: str) -> None:
    role = f"plain_{uuid4().hex}"
    name = urlsplit(bare_database).path[1:]
    await _execute(server, f"create role {role} login", f"alter database {name} owner to {role}")
    await _execute(bare_database, "create extension vector", "create extension pg_trgm")
    migrated = await script("migrate", on=bare_database.replace("postgres@", f"{role}@"))
    owner = await _value(bare_database, "select tableowner from pg_tables where tablename = 'mensagens'")
    await _execute(server, f"alter database {name} owner to postgres")
    await _execute(bare_database, f"drop owned by {role} cascade", f"drop role {role}")
    assert migrated.status == 0, migrated.err
    assert owner == role


@pytest.mark.parametrize("name", ["migrate", "ingest_notes", "healthcheck"])
async def test_help_is_there_and_wrong_use_is_status_2(script: Script, name: str) -> None:
    helped, misused = await asyncio.gather(script(name, "--help"), script(name, "--no-such-option"))
    assert (helped.status, misused.status) == (0, 2)
    assert f"scripts/{name}.py" in helped.out


async def test_a_database_out_of_reach_is_one_line_without_the_password(script: Script) -> None:
    ended = await script("migrate", on="postgresql://someone:hunter2@127.0.0.1:1/fonte")
    assert ended.status == 1
    assert ended.err.count("\n") == 1
    assert "DATABASE_URL" in ended.err
    assert "hunter2" not in ended.err


async def test_a_wrong_setting_is_status_2_and_names_the_variable(script: Script) -> None:
    ended = await script("migrate", on="mysql://someone:hunter2@127.0.0.1/fonte")
    assert ended.status == 2
    assert "DATABASE_URL" in ended.err
    assert "hunter2" not in ended.err


@dataclass(frozen=True)
class Replacing:
    """A service puts a note of its own in a bundled one's place, changes it, and deploys again."""

    first: Ended
    seen: str
    dry: Ended
    untouched: bool
    changed: Ended
    versions: object
    deployed: Ended
    own: object
    digests: object


@pytest.fixture(scope="module")
async def replacing(server: str, corpus_template: str, tmp_path_factory: pytest.TempPathFactory) -> Replacing:
    name = f"replacing_{uuid4().hex}"
    await _execute(server, f"create database {name} template {corpus_template} strategy file_copy")
    dsn = urlsplit(server)._replace(path=f"/{name}").geturl()
    folder = tmp_path_factory.mktemp("replacing")
    note = folder / "nota.md"

    async def ingest(*arguments: str | Path) -> Ended:
        program = ROOT / "scripts" / "ingest_notes.py"
        return await run("python", program, *arguments, env=environment(dsn, folder), cwd=folder)

    _write_note(note, "Medida acima de 150 mmHg.")
    first, seen = await _at_a_terminal(note, environment(dsn, folder), folder)
    _write_note(note, "Medida acima de 160 mmHg.")
    before = await _value(dsn, STATE)
    dry = await ingest("--dry-run", note)
    untouched = await _value(dsn, STATE) == before
    changed = await ingest(note)
    versions = await _value(dsn, VERSIONS)
    await _execute(dsn, "delete from bundled_corpus")
    deployed = await ingest()
    own, digests = await _value(dsn, OWN), await _value(dsn, "select count(*) from bundled_corpus")
    return Replacing(first, seen, dry, untouched, changed, versions, deployed, own, digests)


async def _at_a_terminal(note: Path, env: dict[str, str], cwd: Path) -> tuple[Ended, str]:
    """An ingestion whose standard error is a terminal, and what that terminal got."""
    terminal, ours = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        "python", ROOT / "scripts" / "ingest_notes.py", note,
        env={**env, "TERM": "xterm", "COLUMNS": "120"}, cwd=cwd, stdout=asyncio.subprocess.PIPE, stderr=ours,
    )  # fmt: skip
    out, _ = await process.communicate()
    os.close(ours)
    seen = os.read(terminal, 65_536).decode()
    os.close(terminal)
    assert process.returncode is not None
    return Ended(process.returncode, out.decode(), ""), seen


def test_a_note_of_the_services_own_takes_the_bundled_ones_place(replacing: Replacing) -> None:
    assert replacing.first.status == 0, replacing.seen
    assert replacing.first.lines[0] == "cardiologia: 2 added, 0 changed, 8 retired, 0 unchanged"


def test_a_terminal_sees_a_bar_that_ends_full(replacing: Replacing) -> None:
    embedded = replacing.first.lines[-1].split()[-3]
    assert int(embedded) > 0
    assert f"{embedded}/{embedded}" in replacing.seen


def test_a_dry_run_counts_and_writes_nothing(replacing: Replacing) -> None:
    assert replacing.dry.status == 0, replacing.dry.err
    assert replacing.dry.lines[0] == "cardiologia: would be 0 added, 1 changed, 0 retired, 1 unchanged"
    assert replacing.dry.lines[1].endswith(" texts would be embedded")
    assert replacing.untouched


def test_a_dry_run_tells_what_the_ingestion_then_does(replacing: Replacing) -> None:
    told = [line.replace("would be ", "") for line in replacing.dry.lines]
    assert told == replacing.changed.lines


def test_a_changed_condition_is_a_new_version(replacing: Replacing) -> None:
    assert replacing.changed.status == 0, replacing.changed.err
    assert replacing.versions == "1 retired, 2"


def test_without_a_path_the_services_own_notes_stay_and_unchanged_notes_cost_nothing(replacing: Replacing) -> None:
    assert replacing.deployed.status == 0, replacing.deployed.err
    *counts, embedded = replacing.deployed.lines
    assert counts == [
        "cardiologia: the service's own notes stay as they are",
        "dermatologia: 0 added, 0 changed, 0 retired, 10 unchanged",
        "endocrinologia: 0 added, 0 changed, 0 retired, 11 unchanged",
    ]
    assert embedded.endswith(": 0 texts embedded")
    assert replacing.own == len(NAMES)


def test_without_a_path_the_state_of_the_bundled_notes_is_remembered(replacing: Replacing) -> None:
    assert replacing.digests == 1


async def test_a_dry_run_does_not_migrate_a_server(script: Script, bare_database: str) -> None:
    ended = await script("ingest_notes", "--dry-run", on=bare_database)
    assert ended.status == 1
    assert "scripts/migrate.py" in ended.err
    assert await _value(bare_database, "select count(*) from pg_tables where schemaname = 'public'") == 0


async def test_a_path_that_is_not_there_or_a_specialty_without_a_path_is_status_2(script: Script) -> None:
    missing, pathless = await asyncio.gather(
        script("ingest_notes", "no/such/note.md"), script("ingest_notes", "--specialty", "cardiologia")
    )
    assert (missing.status, pathless.status) == (2, 2)
    assert "no/such/note.md" in missing.err


async def test_nothing_of_a_batch_with_an_error_is_ingested(script: Script, database: str, note: Path) -> None:
    broken = note.with_name("dermatologia.md")
    await asyncio.to_thread(broken.write_text, "Texto sem nenhum título.\n", encoding="utf-8")
    ended = await script("ingest_notes", note, broken, on=database)
    assert ended.status == 1
    assert "dermatologia.md" in ended.err
    assert "Traceback" not in ended.err
    assert await _value(database, "select count(*) from documentos_rag") == 0


async def test_two_ingestions_at_once_do_the_work_of_one(script: Script, emptied_database: str, note: Path) -> None:
    both = await asyncio.gather(*(script("ingest_notes", note, on=emptied_database) for _ in range(2)))
    assert [ended.status for ended in both] == [0, 0], both
    assert await _value(emptied_database, TWICE) == 0
    assert await _value(emptied_database, "select max(versao) from documentos_rag") == 1
    # the phrases of no specialty come with Fonte, also where the first notes are the service's own
    assert await _value(emptied_database, "select count(*) > 0 from general_phrases") is True


async def test_a_quota_leaves_local_vectors_and_the_same_command_goes_on(
    script: Script, emptied_database: str, note: Path
) -> None:
    names = tuple(f"Ensaio {i}" for i in range(130))
    await asyncio.to_thread(_write_note, note, "Medida acima de 150 mmHg.", names)
    async with FakeGemini() as gemini:
        keys = {"GEMINI_API_KEY": gemini.api_key, "GOOGLE_GEMINI_BASE_URL": gemini.base_url}
        gemini.fail_next(None, lambda _: failed(429, "RESOURCE_EXHAUSTED", "quota"))
        cut = await script("ingest_notes", note, on=emptied_database, **keys)
        state = await _value(emptied_database, "select state from embedding_models where active")
        resumed = await script("ingest_notes", note, on=emptied_database, **keys)
        asked = [call.texts for call in gemini.calls]
    assert (cut.status, state) == (1, "incomplete")
    assert "scripts/ingest_notes.py" in cut.err
    assert cut.lines[0] == "cardiologia: 130 added, 0 changed, 0 retired, 0 unchanged"
    assert (resumed.status, resumed.err) == (0, "")
    assert [len(texts) for texts in asked] == [100, 100, 100, 100, 90]  # a text, a name and its lower case each
    assert asked[1] == asked[2]
    assert await _value(emptied_database, "select state from embedding_models where active") == "ready"


async def test_a_dump_restores_into_an_empty_database(database: str, bare_database: str, tmp_path: Path) -> None:
    await _execute(database, *A_CONVERSATION)
    install = find_install()
    dump, env = str(tmp_path / "fonte.dump"), environment("", tmp_path)
    command = (install.program("pg_dump"), "--format=custom", f"--file={dump}", database)
    dumped = await run(*command, env=env, cwd=tmp_path)
    command = (install.program("pg_restore"), "--exit-on-error", f"--dbname={bare_database}", dump)
    restored = await run(*command, env=env, cwd=tmp_path)
    assert (dumped.status, restored.status) == (0, 0), restored.err
    sizes = await _value(bare_database, SIZES)
    assert sizes == [1, 1, len(MIGRATIONS)]
