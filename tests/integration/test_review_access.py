"""Who is let in to the console, and for how long."""

from __future__ import annotations

import asyncio
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path

import asyncpg
import pytest

from bot.adapters.review.access import IDLE, LONGEST
from bot.adapters.review.connections import at_door
from bot.adapters.review.operators import OperatorError, PostgresOperators
from bot.bootstrap.review import ReviewParts
from bot.review.passwords import WeakPasswordError
from bot.review.records import Role, Viewer
from rag.adapters.postgres.pool import as_person
from rag.types import Language
from tests.fakes.models import FakeEmbedder
from tests.integration.reviewing import ADDRESS, PASSWORD, an_operator, parts_on, quick_passwords

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def parts(pool: asyncpg.Pool, tmp_path: Path) -> ReviewParts:
    return parts_on(pool, FakeEmbedder(), tmp_path)


@pytest.fixture
async def ana(pool: asyncpg.Pool) -> Viewer:
    return await an_operator(pool, Role.REVIEWER, "Ana")


async def fail(parts: ReviewParts, times: int, name: str = "Ana", at: datetime = NOW) -> None:
    for _ in range(times):
        assert await parts.access.log_in(name, "wrong", ADDRESS, at) is None


async def test_a_name_and_its_password_open_a_session_whatever_the_names_case(parts: ReviewParts, ana: Viewer) -> None:
    token = await parts.access.log_in(" ana ", PASSWORD, ADDRESS, NOW)
    assert token is not None
    assert len(token) > 40
    assert await parts.access.session(token, NOW) == ana.operator
    assert (await parts.audit.page(None, 1))[0].action == "log_in"


async def test_the_token_is_kept_as_a_hash_only(parts: ReviewParts, ana: Viewer, database: str) -> None:
    token = await parts.access.log_in("Ana", PASSWORD, ADDRESS, NOW)
    connection = await asyncpg.connect(database)
    rows = await connection.fetch("select to_jsonb(s)::text as row from operator_sessions s")
    await connection.close()
    assert len(rows) == 1
    assert str(token) not in rows[0]["row"]


@pytest.mark.parametrize(("name", "password"), [("Ana", "wrong"), ("Ana", ""), ("nobody", PASSWORD), ("", "")])
async def test_a_wrong_password_and_an_unknown_name_open_none(
    parts: ReviewParts, ana: Viewer, name: str, password: str
) -> None:
    assert await parts.access.log_in(name, password, ADDRESS, NOW) is None
    assert await parts.access.session("made up", NOW) is None


async def test_an_unknown_name_is_written_down_nowhere(parts: ReviewParts, database: str) -> None:
    await parts.access.log_in("a password by mistake", "x", ADDRESS, NOW)
    connection = await asyncpg.connect(database)
    kept = await connection.fetchval(
        "select (select string_agg(to_jsonb(a)::text, '') from audit_log a) || "
        "(select string_agg(to_jsonb(t)::text, '') from login_attempts t)"
    )
    await connection.close()
    assert "log_in_failed" in kept
    assert "mistake" not in kept


async def test_the_fifth_failure_of_a_name_makes_it_wait_and_the_right_password_too(
    parts: ReviewParts, ana: Viewer
) -> None:
    await fail(parts, 4)
    assert await parts.access.throttled("Ana", ADDRESS, NOW) == 0
    await fail(parts, 1)
    assert await parts.access.throttled("ana", ADDRESS, NOW) == 30
    assert await parts.access.log_in("Ana", PASSWORD, ADDRESS, NOW) is None
    assert await parts.access.throttled("Ana", "10.0.0.9", NOW) == 0
    assert await parts.access.log_in("Ana", PASSWORD, ADDRESS, NOW + timedelta(seconds=30)) is not None


async def test_getting_in_ends_the_count(parts: ReviewParts, ana: Viewer) -> None:
    await fail(parts, 4)
    assert await parts.access.log_in("Ana", PASSWORD, ADDRESS, NOW)
    await fail(parts, 4)
    assert await parts.access.throttled("Ana", ADDRESS, NOW) == 0


async def test_twenty_names_tried_from_one_address_make_it_wait(parts: ReviewParts) -> None:
    for n in range(20):
        await fail(parts, 1, f"name {n}")
    assert await parts.access.throttled("another", ADDRESS, NOW) == 30


async def test_tries_made_at_once_are_all_counted(parts: ReviewParts, ana: Viewer) -> None:
    await asyncio.gather(*(parts.access.log_in("Ana", "wrong", ADDRESS, NOW) for _ in range(20)))
    failed = [row for row in await parts.audit.page(None, 50) if row.action == "log_in_failed"]
    assert len(failed) == 5


async def test_a_session_ends_when_left_idle_and_lives_while_it_is_used(parts: ReviewParts, ana: Viewer) -> None:
    token = await parts.access.log_in("Ana", PASSWORD, ADDRESS, NOW)
    assert token
    used = NOW + IDLE - timedelta(seconds=1)
    assert await parts.access.session(token, used)
    assert await parts.access.session(token, used + IDLE - timedelta(seconds=1))
    assert await parts.access.session(token, used + 2 * IDLE) is None


async def test_a_session_ends_after_twelve_hours_however_much_it_is_used(parts: ReviewParts, ana: Viewer) -> None:
    token = await parts.access.log_in("Ana", PASSWORD, ADDRESS, NOW)
    assert token
    at = NOW
    while at + IDLE / 2 < NOW + LONGEST:
        at += IDLE / 2
        assert await parts.access.session(token, at)
    assert await parts.access.session(token, NOW + LONGEST) is None


async def test_logging_out_ends_that_session_alone(parts: ReviewParts, ana: Viewer) -> None:
    first, second = [await parts.access.log_in("Ana", PASSWORD, ADDRESS, NOW) for _ in range(2)]
    assert first
    assert second
    await parts.access.log_out(first, NOW)
    await parts.access.log_out("made up", NOW)
    assert await parts.access.session(first, NOW) is None
    assert await parts.access.session(second, NOW) == ana.operator
    assert [row.action for row in await parts.audit.page(None, 2)] == ["log_out", "log_in"]


async def test_old_sessions_are_cleared_when_somebody_logs_in(
    parts: ReviewParts, ana: Viewer, pool: asyncpg.Pool
) -> None:
    await parts.access.log_in("Ana", PASSWORD, ADDRESS, NOW)
    await parts.access.log_in("Ana", PASSWORD, ADDRESS, NOW + LONGEST)
    async with at_door(pool) as connection:
        assert await connection.fetchval("select count(*) from operator_sessions") == 1


async def test_an_operators_language_is_kept(parts: ReviewParts, ana: Viewer) -> None:
    token = await parts.access.log_in("Ana", PASSWORD, ADDRESS, NOW)
    assert token
    await parts.access.speak(ana.operator, Language.ES)
    found = await parts.access.session(token, NOW)
    assert found
    assert found.language is Language.ES


async def test_another_password_or_role_ends_the_sessions_and_a_disabled_operator_gets_in_no_more(
    parts: ReviewParts, ana: Viewer, pool: asyncpg.Pool
) -> None:
    operators = PostgresOperators(pool, quick_passwords())
    token = await parts.access.log_in("Ana", PASSWORD, ADDRESS, NOW)
    assert token
    await operators.set_role("ANA", Role.ADMIN)
    assert await parts.access.session(token, NOW) is None
    await operators.set_password("Ana", "outra senha comprida")
    assert await parts.access.log_in("Ana", PASSWORD, ADDRESS, NOW) is None
    token = await parts.access.log_in("Ana", "outra senha comprida", ADDRESS, NOW)
    assert token
    found = await parts.access.session(token, NOW)
    assert found
    assert found.role is Role.ADMIN
    await operators.set_disabled("Ana", disabled=True)
    assert await parts.access.session(token, NOW) is None
    assert await parts.access.log_in("Ana", "outra senha comprida", ADDRESS, NOW) is None
    await operators.set_disabled("Ana", disabled=False)
    assert await parts.access.log_in("Ana", "outra senha comprida", ADDRESS, NOW)


async def test_a_name_is_one_operators_and_a_weak_password_nobodys(pool: asyncpg.Pool, ana: Viewer) -> None:
    operators = PostgresOperators(pool, quick_passwords())
    with pytest.raises(OperatorError, match="already"):
        await operators.create("ANA", Role.READER, Language.PT, PASSWORD)
    with pytest.raises(OperatorError, match="letters"):
        await operators.create("a\x00", Role.READER, Language.PT, PASSWORD)
    with pytest.raises(WeakPasswordError):
        await operators.create("Bia", Role.READER, Language.PT, "short")
    with pytest.raises(OperatorError, match="no operator"):
        await operators.set_role("Bia", Role.ADMIN)
    assert [who.name for who, _ in await operators.all()] == ["Ana"]


COUNT = "select count(*) from {}"
TABLES = """operators operator_sessions login_attempts saved_filters reviews audit_log reply_facets
reply_words""".split()


@pytest.mark.parametrize("table", TABLES)
async def test_a_persons_transaction_sees_nothing_of_the_consoles_tables(
    parts: ReviewParts, ana: Viewer, pool: asyncpg.Pool, database: str, table: str
) -> None:
    connection = await asyncpg.connect(database)
    await connection.execute(
        "insert into login_attempts (name, address, at) values ('x', 'x', now());"
        "insert into saved_filters (operator_id, name, query) select id, 'x', 'x' from operators;"
        "insert into users (id, channel, external_id) values (gen_random_uuid(), 'test', 'x');"
        "insert into mensagens (id, user_id, direction, kind, text, language, created_at) "
        "select gen_random_uuid(), id, 'out', 'text', 'x', 'es', now() from users;"
        "insert into reviews (reply_id, operator_id, judgement) "
        "select m.id, o.id, 'agree' from mensagens m, operators o"
    )
    await parts.access.log_in("Ana", PASSWORD, ADDRESS, NOW)
    assert await connection.fetchval(COUNT.format(table)) > 0
    await connection.close()
    async with as_person(pool, uuid.uuid4()) as connection:
        assert await connection.fetchval(COUNT.format(table)) == 0
    assert await pool.fetchval(COUNT.format(table)) == 0


@pytest.mark.parametrize("table", ["saved_filters", "reviews", "reply_facets", "users", "mensagens", "cases"])
async def test_at_the_door_no_patient_is_seen(ana: Viewer, pool: asyncpg.Pool, database: str, table: str) -> None:
    connection = await asyncpg.connect(database)
    await connection.execute(
        "insert into users (id, channel, external_id) values (gen_random_uuid(), 'test', 'x');"
        "insert into mensagens (id, user_id, direction, kind, language, created_at) "
        "select gen_random_uuid(), id, 'out', 'text', 'es', now() from users"
    )
    await connection.close()
    async with at_door(pool) as connection:
        assert await connection.fetchval(COUNT.format(table)) == 0
