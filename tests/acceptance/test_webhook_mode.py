"""The real process in webhook mode, and what it tells operators."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import asyncpg
import httpx
import pytest

from bot.http.webhook import MAX_BODY, SECRET_HEADER
from tests.acceptance.processes import database_copy
from tests.acceptance.webhook_bot import (
    ALLOWED,
    HOOK_SECRET,
    PATH,
    USERS,
    Replica,
    hooked_process,
    post,
    stored,
    told,
)
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram_faults import Fate, Fault

pytestmark = pytest.mark.xdist_group("webhook")


@pytest.fixture(scope="module")
async def database(server: str, corpus_template: str) -> AsyncIterator[str]:
    async with database_copy(server, corpus_template) as dsn:
        yield dsn


@pytest.fixture(scope="module")
async def fake() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as telegram:
        yield telegram


@pytest.fixture(scope="module")
async def bot(fake: FakeTelegram, database: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Replica]:
    """A process that Telegram delivers to."""
    async with hooked_process(fake, database, tmp_path_factory.mktemp("webhook")) as replica:
        yield replica


async def test_what_telegram_delivers_is_answered(bot: Replica, fake: FakeTelegram) -> None:
    user = next(USERS)
    fake.say(user, "oi")
    assert (await told(fake, user, 1))[0].startswith("Oi!")
    await fake.until(lambda: not fake.waiting)
    assert fake.state.webhook.secret == HOOK_SECRET
    assert not fake.calls("getUpdates")


@pytest.mark.parametrize("secret", [None, "wrong", HOOK_SECRET + "x"])
async def test_without_the_secret_nothing_is_stored(bot: Replica, database: str, secret: str | None) -> None:
    before = len(await stored(database))
    headers = {} if secret is None else {SECRET_HEADER: secret}
    assert await post(bot.hook, json.dumps({"update_id": 5, "message": {}}).encode(), headers) == 403
    assert len(await stored(database)) == before
    assert await bot.sample('fonte_webhook_refused_total{status="403"}') >= 1


async def test_a_body_over_one_mebibyte_is_413_and_nothing_is_stored(bot: Replica, database: str) -> None:
    before = len(await stored(database))
    reader, writer = await asyncio.open_connection("127.0.0.1", httpx.URL(bot.hook).port)
    head = f"POST {PATH} HTTP/1.1\r\nHost: x\r\n{SECRET_HEADER}: {HOOK_SECRET}\r\nContent-Length: {MAX_BODY + 1}"
    writer.write(f"{head}\r\n\r\n".encode())
    assert (await reader.readline()).startswith(b"HTTP/1.1 413 ")
    writer.close()
    assert len(await stored(database)) == before


async def test_what_is_no_update_is_quarantined_and_stops_nothing(
    bot: Replica, fake: FakeTelegram, database: str
) -> None:
    user = next(USERS)
    assert await post(bot.hook, b'{"no": "update"', ALLOWED) == 200
    assert [row["error"] for row in await stored(database) if row["state"] == "quarantined"] == ["not_json"]
    fake.say(user, "oi")
    await told(fake, user, 1)


async def test_delivering_again_changes_nothing_not_even_many_times_at_once(
    bot: Replica, fake: FakeTelegram, database: str
) -> None:
    user = next(USERS)
    duplicates = await bot.sample('fonte_updates_total{result="duplicate"}')
    fake.faults.plan("webhook", Fate.DROP_AFTER)  # Telegram never hears the 200
    update = fake.say(user, "oi")
    await told(fake, user, 1)
    await fake.until(lambda: not fake.waiting)
    before = await stored(database, "mensagens")
    body = json.dumps(update).encode()
    assert await asyncio.gather(*(post(bot.hook, body, ALLOWED) for _ in range(20))) == [200] * 20
    assert await bot.sample('fonte_updates_total{result="duplicate"}') == duplicates + 21
    fake.say(user, "obrigado")
    assert len(await told(fake, user, 2)) == 2
    assert len(await stored(database, "mensagens")) == len(before) + 2


async def test_while_the_database_is_away_telegram_keeps_the_updates_and_readiness_says_so(
    bot: Replica, fake: FakeTelegram, server: str, database: str
) -> None:
    user, name = next(USERS), urlsplit(database).path[1:]
    admin = await asyncpg.connect(server)
    try:
        await admin.execute(f"alter database {name} allow_connections false")
        await admin.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", name)
        fake.say(user, "oi")
        await fake.until(lambda: "503" in fake.state.webhook.last_error)
        answer = await bot.admin.get("/readyz")
        assert answer.status_code == 503
        assert answer.json()["checks"]["database"] != "ok"
        assert answer.json()["checks"]["worker"] == "ok"
        assert (await bot.admin.get("/livez")).status_code == 200
        assert fake.to(user) == []
    finally:
        await admin.execute(f"alter database {name} allow_connections true")
        await admin.close()
    await told(fake, user, 1)
    await bot.until_ready()
    await fake.until(lambda: not fake.waiting, timeout=20)
    assert len(fake.to(user)) == 1


async def test_metrics_tell_of_the_queues_and_of_what_was_done(bot: Replica, fake: FakeTelegram) -> None:
    user = next(USERS)
    fake.faults.plan("sendMessage", Fault(Fate.RATE_LIMITED, seconds=1), Fate.SERVER_ERROR)
    throttled = await bot.sample("fonte_telegram_throttled_total")
    failed = await bot.sample('fonte_sends_total{outcome="server_failed"}')
    sent = await bot.sample('fonte_sends_total{outcome="sent"}')
    handled = await bot.sample("fonte_handling_seconds_count")
    fake.say(user, "oi")
    await told(fake, user, 1)
    await fake.until(lambda: not fake.waiting)
    assert await bot.sample("fonte_telegram_throttled_total") == throttled + 1
    assert await bot.sample('fonte_sends_total{outcome="server_failed"}') == failed + 1
    assert await bot.sample('fonte_sends_total{outcome="sent"}') >= sent + 1
    assert await bot.sample("fonte_handling_seconds_count") == handled + 1
    assert await bot.sample("fonte_stats_up") == 1
    for gauge in ("fonte_inbox_depth", "fonte_inbox_oldest_seconds", 'fonte_outbox_rows{state="unknown"}'):
        assert await bot.sample(gauge) >= 0


async def test_readiness_names_every_part_of_the_process(bot: Replica) -> None:
    parts = ("service", "database", "migrations", "receiver", "worker", "sender", "webhook")
    assert await bot.checks() == dict.fromkeys(parts, "ok")


async def test_a_migration_that_is_missing_is_named(bot: Replica, database: str) -> None:
    connection = await asyncpg.connect(database)
    try:
        row = await connection.fetchrow("delete from schema_migrations where version = '0004' returning *")
        checks = await bot.checks()
        await connection.execute("insert into schema_migrations values ($1, $2, $3, $4)", *row.values())
    finally:
        await connection.close()
    assert checks["migrations"] == "missing: 0004_delivery"
    assert (await bot.checks())["migrations"] == "ok"
