"""The audit log: only ever added to, and checked link by link."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import asyncpg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.adapters.review.auditing import PostgresAudit
from bot.adapters.review.connections import as_operator, audit
from bot.review.chain import EMPTY, GENESIS, Anchor
from bot.review.records import Viewer
from scripts import verify_audit
from tests.integration.reviewing import an_operator

SPEAKABLE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30)


@pytest.fixture
async def viewer(pool: asyncpg.Pool) -> Viewer:
    return await an_operator(pool, name="Ana")


async def note(pool: asyncpg.Pool, viewer: Viewer, *subjects: str) -> None:
    for subject in subjects:
        async with as_operator(pool, viewer.operator.id) as connection:
            await audit(connection, viewer, "see_reply", subject)


async def test_an_empty_log_is_a_chain_that_holds(pool: asyncpg.Pool) -> None:
    assert await PostgresAudit(pool).verify() == EMPTY
    assert await PostgresAudit(pool).holds(Anchor(0, GENESIS))


async def test_lines_are_counted_without_gaps_and_each_names_the_one_before(pool: asyncpg.Pool, viewer: Viewer) -> None:
    await note(pool, viewer, "a", "b", "c")
    rows = await PostgresAudit(pool).page(None, 10)
    assert [row.seq for row in rows] == [4, 3, 2, 1]
    assert [row.previous for row in rows] == [*(row.hash for row in rows[1:]), GENESIS]
    assert [row.seq for row in await PostgresAudit(pool).page(3, 1)] == [2]
    chain = await PostgresAudit(pool).verify()
    assert (chain.length, chain.head, chain.broken_at) == (4, rows[0].hash, None)


async def test_what_is_rolled_back_leaves_no_gap(pool: asyncpg.Pool, viewer: Viewer) -> None:
    async def fail() -> None:
        async with as_operator(pool, viewer.operator.id) as connection:
            await audit(connection, viewer, "see_reply", "a")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    await note(pool, viewer, "b")
    assert (await PostgresAudit(pool).verify()).length == 2


async def test_lines_added_at_once_come_one_after_the_other(pool: asyncpg.Pool, viewer: Viewer) -> None:
    await asyncio.gather(*(note(pool, viewer, str(n)) for n in range(40)))
    chain = await PostgresAudit(pool).verify()
    assert (chain.length, chain.broken_at) == (41, None)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    subject=SPEAKABLE, detail=st.dictionaries(SPEAKABLE, SPEAKABLE | st.floats(allow_nan=False, allow_infinity=False))
)
async def test_postgresql_and_python_hash_any_line_alike(
    pool: asyncpg.Pool, viewer: Viewer, subject: str, detail: dict[str, object]
) -> None:
    async with as_operator(pool, viewer.operator.id) as connection:
        await audit(connection, viewer, "see", subject, detail)
    assert (await PostgresAudit(pool).verify()).broken_at is None


@pytest.mark.parametrize("statement", [
    "update audit_log set operator = 'x'", "delete from audit_log", "truncate audit_log",
    ("insert into audit_log (seq, at, operator, address, action, subject, previous, hash) "
    "values (9, now(), '', '', 'x', '', '', '')"),
])  # fmt: skip
async def test_nobody_of_the_bot_changes_it(pool: asyncpg.Pool, viewer: Viewer, statement: str) -> None:
    await note(pool, viewer, "a")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await pool.execute(statement)
    assert (await PostgresAudit(pool).verify()).length == 2


@pytest.mark.parametrize(
    "statement", ["update audit_log set operator = 'x'", "delete from audit_log", "truncate audit_log"]
)
async def test_even_an_owner_who_takes_the_right_back_meets_the_trigger(
    pool: asyncpg.Pool, viewer: Viewer, database: str, statement: str
) -> None:
    await note(pool, viewer, "a")
    connection = await asyncpg.connect(database)
    with pytest.raises(asyncpg.InsufficientPrivilegeError, match="never changed"):
        await connection.execute(statement)
    await connection.close()


async def forge(database: str, statement: str) -> None:
    """What a superuser can do who means it."""
    connection = await asyncpg.connect(database)
    await connection.execute(f"set session_replication_role = replica; {statement}")
    await connection.close()


@pytest.mark.parametrize(("statement", "broken_at"), [
    ("update audit_log set subject = 'z' where seq = 2", 2),
    ("update audit_log set detail = '{\"a\": 1}' where seq = 3", 3),
    ("update audit_log set at = at + interval '1 microsecond' where seq = 1", 1),
    ("delete from audit_log where seq = 2", 3),
    ("delete from audit_log where seq = 1", 2),
])  # fmt: skip
async def test_the_first_broken_link_is_pointed_at(
    pool: asyncpg.Pool, viewer: Viewer, database: str, statement: str, broken_at: int
) -> None:
    await note(pool, viewer, "a", "b", "c")
    await forge(database, statement)
    assert (await PostgresAudit(pool).verify()).broken_at == broken_at


async def run(database: str, monkeypatch: pytest.MonkeyPatch, home: Path, *arguments: str) -> int:
    monkeypatch.setenv("DATABASE_URL", database)
    monkeypatch.setenv("FONTE_HOME", str(home))
    return await asyncio.to_thread(verify_audit.main, list(arguments))


async def test_the_script_tells_length_and_head_and_finds_what_an_anchor_holds(
    pool: asyncpg.Pool, viewer: Viewer, database: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    await note(pool, viewer, "a", "b")
    kept = tmp_path / "anchor"
    assert await run(database, monkeypatch, tmp_path, "--anchor", str(kept)) == 0
    head = (await PostgresAudit(pool).page(None, 1))[0].hash
    assert f"3 lines, head {head}: the chain holds" in capsys.readouterr().out
    assert kept.read_text() == f"3 {head}\n"
    await note(pool, viewer, "c")
    assert await run(database, monkeypatch, tmp_path, "--against", str(kept)) == 0
    await forge(database, "delete from audit_log where seq > 2")
    assert await run(database, monkeypatch, tmp_path) == 0
    assert await run(database, monkeypatch, tmp_path, "--against", str(kept)) == 1
    assert "line 3 is not the one that was anchored" in capsys.readouterr().err


async def test_the_script_ends_with_1_at_a_broken_link_and_writes_no_anchor(
    pool: asyncpg.Pool, viewer: Viewer, database: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    await note(pool, viewer, "a", "b")
    await forge(database, "update audit_log set subject = 'z' where seq = 2")
    kept = tmp_path / "anchor"
    assert await run(database, monkeypatch, tmp_path, "--anchor", str(kept)) == 1
    assert "broken at line 2: its hash" in capsys.readouterr().err
    assert not kept.exists()


async def test_the_script_refuses_what_is_no_anchor(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x").write_text(json.dumps({}))
    assert await run(database, monkeypatch, tmp_path, "--against", str(tmp_path / "x")) == 2
    assert await run(database, monkeypatch, tmp_path, "--against", str(tmp_path / "none")) == 2
    assert "it holds no anchor" in capsys.readouterr().err
