"""What went wrong in the queues, and what operators do about it."""

from __future__ import annotations

import asyncio
import uuid
from datetime import timedelta
from pathlib import Path

import asyncpg
import pytest

from bot.adapters.delivery.signals import INBOX
from bot.bootstrap.review import ReviewParts
from bot.review.records import Viewer
from tests.fakes.models import FakeEmbedder
from tests.integration.reviewing import a_reply, an_operator, parts_on

BOT = 7


@pytest.fixture
def parts(pool: asyncpg.Pool, tmp_path: Path) -> ReviewParts:
    return parts_on(pool, FakeEmbedder(), tmp_path)


@pytest.fixture
async def viewer(pool: asyncpg.Pool) -> Viewer:
    return await an_operator(pool)


async def failed(pool: asyncpg.Pool, update: int, state: str = "dead", payload: str | None = "{}") -> None:
    await pool.execute(
        "insert into inbox (bot, update_id, chat, payload, state, attempts, deaths, error, finished_at) "
        "values ($1, $2, '100', $3::text::jsonb, $4, 5, 2, 'TimeoutError', now())",
        BOT, update, payload, state,
    )  # fmt: skip


async def claimed(pool: asyncpg.Pool) -> list[tuple[int, int]]:
    rows = await pool.fetch("select * from inbox_claim($1, 10, interval '1 minute', $2)", BOT, uuid.uuid4())
    return [(row["update_id"], row["attempts"]) for row in rows]


async def test_a_dead_update_runs_again_as_if_it_had_just_come(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer
) -> None:
    await failed(pool, 1)
    assert await claimed(pool) == []
    assert await parts.deliveries.run_again(viewer, BOT, 1)
    row = await pool.fetchrow("select state, attempts, deaths, error, finished_at from inbox")
    assert tuple(row) == ("new", 0, 0, None, None)
    assert await claimed(pool) == [(1, 1)]
    (line,) = await parts.audit.page(None, 1)
    assert (line.action, line.subject) == ("run_again", f"{BOT}/1")


async def test_the_workers_are_told(pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer) -> None:
    heard = asyncio.Event()
    await failed(pool, 1)
    async with pool.acquire() as connection:

        def told(*_: object) -> None:
            heard.set()

        await connection.add_listener(INBOX, told)
        await parts.deliveries.run_again(viewer, BOT, 1)
        async with asyncio.timeout(10):
            await heard.wait()
        await connection.remove_listener(INBOX, told)


async def test_it_waits_for_its_turn_in_a_chat_that_is_being_handled(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer
) -> None:
    await failed(pool, 1)
    await pool.execute(
        "insert into inbox (bot, update_id, chat, payload, state) values ($1, 2, '100', '{}', 'new')", BOT
    )
    await pool.execute("select inbox_open($1, '{100}', null)", BOT)
    assert await claimed(pool) == [(2, 1)]
    assert await parts.deliveries.run_again(viewer, BOT, 1)
    assert await claimed(pool) == []


@pytest.mark.parametrize(("state", "payload"), [("dead", None), ("quarantined", "{}"), ("done", None), ("new", "{}")])
async def test_what_is_not_dead_or_not_kept_does_not(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer, state: str, payload: str | None
) -> None:
    await failed(pool, 1, state, payload)
    assert not await parts.deliveries.run_again(viewer, BOT, 1)
    assert not await parts.deliveries.run_again(viewer, BOT, 2)
    assert await pool.fetchval("select count(*) from inbox_chats") == 0
    assert [row.action for row in await parts.audit.page(None, 9)] == ["operator_created"]


@pytest.mark.parametrize("state", ["dead", "quarantined"])
async def test_a_discarded_update_is_done_and_its_payload_gone(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer, state: str
) -> None:
    await failed(pool, 1, state)
    assert await parts.deliveries.discard(viewer, BOT, 1)
    assert tuple(await pool.fetchrow("select state, payload, error from inbox")) == ("done", None, "discarded")
    assert not await parts.deliveries.discard(viewer, BOT, 1)
    assert await parts.deliveries.failed(10) == []


async def test_failed_updates_and_unknown_sends_are_told_without_their_words(
    pool: asyncpg.Pool, parts: ReviewParts
) -> None:
    await failed(pool, 1, payload='{"text": "zorbulina"}')
    await failed(pool, 2, "quarantined", None)
    await failed(pool, 3, "done")
    await pool.execute(
        "insert into outbox (bot, chat, language, state, error, payload) "
        "values ($1, '1', 'es', 'unknown', 'ReadTimeout', '{\"text\": \"zorbulina\"}'), "
        "($1, '1', 'es', 'sent', null, null)",
        BOT,
    )
    updates, sends = await parts.deliveries.failed(10), await parts.deliveries.unknown(10)
    assert [(one.update_id, one.state, one.attempts, one.kept) for one in updates] == [
        (2, "quarantined", 5, False),
        (1, "dead", 5, True),
    ]
    assert [(one.error, one.reply_id) for one in sends] == [("ReadTimeout", None)]
    assert "zorbulina" not in repr((updates, sends))
    assert len(await parts.deliveries.failed(1)) == 1


async def test_gauges_count_what_waits_what_failed_and_the_last_day(
    pool: asyncpg.Pool, parts: ReviewParts, database: str
) -> None:
    now = parts.deliveries.clock()
    user = uuid.uuid4()
    await a_reply(pool, user, now, degraded=["embedding:down", "model:slow"])
    await a_reply(pool, user, now, degraded=["model:slow"], status="URGENCIA")
    await a_reply(pool, user, now - timedelta(hours=25), status="URGENCIA")
    await failed(pool, 1)
    await failed(pool, 2, "quarantined")
    await failed(pool, 3, "new")
    await pool.execute("select inbox_open($1, '{100}', null)", BOT)
    await pool.execute("insert into outbox (bot, chat, language, state) values ($1, '1', 'es', 'unknown')", BOT)
    today = now.astimezone(parts.deliveries.zone).date()
    await pool.execute("insert into model_usage (day, calls, tokens) values ($1, 3, 900)", today)
    superuser = await asyncpg.connect(database)
    await superuser.execute(
        "insert into documentos_rag (especialidade, titulo, conteudo, review_date, demonstration) "
        "values ('cardiologia', 'a', 'a', '2020-01-01', true), ('cardiologia', 'b', 'b', null, false)"
    )
    await superuser.close()  # fmt: skip
    gauges = await parts.deliveries.gauges()
    assert (gauges.waiting, gauges.dead, gauges.quarantined, gauges.outbox) == (1, 1, 1, {"unknown": 1})
    assert (gauges.model_calls_today, gauges.model_tokens_today) == (3, 900)
    assert (gauges.replies_24h, gauges.emergencies_24h) == (2, 1)
    assert gauges.degraded_24h == {"embedding:down": 1, "model:slow": 2}
    assert 0 <= gauges.oldest_s < 60
    (corpus,) = gauges.corpus
    assert (corpus.specialty, corpus.chunks, corpus.overdue, corpus.demonstration) == ("cardiologia", 2, 1, 1)
