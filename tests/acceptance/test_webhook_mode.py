"""The real process in webhook mode, alone and as two replicas, and what it tells operators in either mode."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import httpx
import pytest

from bot.http.webhook import MAX_BODY, SECRET_HEADER
from tests.acceptance.processes import BOT, bot_environment, database_copy, free_port, run, running
from tests.acceptance.telegram_bot import SECRET as TOKEN_SECRET
from tests.acceptance.telegram_bot import UNPACED, texts
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_faults import Fate, Fault

pytestmark = pytest.mark.xdist_group("webhook")

HOOK_SECRET = "correct-horse_battery-staple"  # noqa: S105 - opens nothing but these tests' webhook
PATH = "/telegram/hook"
ALLOWED = {SECRET_HEADER: HOOK_SECRET}
SAID = ("oi", "obrigado", "/xyzzy", "/cancelar", "/nova", "/ajustes")
EVENTS = ("update_failed", "update_quarantined", "not_sent")
USERS = count(7_100_000_001)
"""Ids that no other number in a log looks like."""


@dataclass(frozen=True)
class Replica:
    """One process, and where it listens."""

    process: asyncio.subprocess.Process
    hook: str
    admin: httpx.AsyncClient
    log: Path

    async def checks(self) -> dict[str, str]:
        checks: dict[str, str] = (await self.admin.get("/readyz")).json()["checks"]
        return checks

    async def until_ready(self) -> None:
        async with asyncio.timeout(30):
            while True:
                with suppress(httpx.TransportError):
                    if (await self.admin.get("/readyz")).status_code == 200:
                        return
                await self.moment()

    async def moment(self) -> None:
        """A little while of the process' life."""
        with suppress(TimeoutError):
            async with asyncio.timeout(0.1):
                await self.process.wait()
        assert self.process.returncode is None, self.log.read_text()

    async def sample(self, name: str) -> float:
        """One sample of its metrics."""
        lines = (await self.admin.get("/metrics")).text.splitlines()
        values = [float(line.rpartition(" ")[2]) for line in lines if line.rpartition(" ")[0] == name]
        assert values, name
        return values[0]

    async def told_to_stop(self) -> int:
        """Its exit status after SIGTERM."""
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(20):
            return await self.process.wait()


def settings(fake: FakeTelegram, **more: str) -> dict[str, str]:
    return {"TELEGRAM_API_URL": fake.url, "TELEGRAM_BOT_TOKEN": TOKEN, "LOG_LEVEL": "DEBUG", **UNPACED, **more}


def hooked(url: str) -> dict[str, str]:
    return {"TELEGRAM_WEBHOOK_URL": url + PATH, "TELEGRAM_WEBHOOK_SECRET": HOOK_SECRET}


@asynccontextmanager
async def started(
    fake: FakeTelegram, database: str, home: Path, *, port: int = 0, **env: str
) -> AsyncIterator[Replica]:
    """A process, once it is ready."""
    http, admin, log = port or free_port(), free_port(), home / "log"
    ports = {"HTTP_PORT": str(http), "ADMIN_PORT": str(admin)}
    environment = bot_environment(database, home, **settings(fake, **ports, **env))
    async with (
        running(*BOT, "telegram", env=environment, cwd=home, log=log) as process,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{admin}", trust_env=False, timeout=5) as client,
    ):
        replica = Replica(process, f"http://127.0.0.1:{http}", client, log)
        await replica.until_ready()
        yield replica


@asynccontextmanager
async def balanced(*ports: int) -> AsyncIterator[str]:
    """An address whose connections go to one port after the other."""
    turns, tasks = count(), set()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            back, forth = await asyncio.open_connection("127.0.0.1", ports[next(turns) % len(ports)])
        except ConnectionError:
            writer.close()
            return
        await asyncio.gather(pump(reader, forth), pump(back, writer))

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(relay(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture(scope="module")
async def database(server: str, corpus_template: str) -> AsyncIterator[str]:
    async with database_copy(server, corpus_template) as dsn:
        yield dsn


@pytest.fixture(scope="module")
async def fake() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as telegram:
        yield telegram


@pytest.fixture
async def own() -> AsyncIterator[FakeTelegram]:
    """A Telegram for one test, which starts processes of its own on a database of its own."""
    async with FakeTelegram() as telegram:
        yield telegram


@pytest.fixture(scope="module")
async def bot(fake: FakeTelegram, database: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Replica]:
    """A process that Telegram delivers to."""
    async with hooked_process(fake, database, tmp_path_factory.mktemp("webhook")) as replica:
        yield replica


@asynccontextmanager
async def hooked_process(fake: FakeTelegram, database: str, home: Path, **env: str) -> AsyncIterator[Replica]:
    port = free_port()
    async with balanced(port) as url, started(fake, database, home, port=port, **hooked(url), **env) as one:
        yield one


async def stored(database: str, table: str = "inbox") -> list[dict[str, Any]]:
    connection = await asyncpg.connect(database)
    try:
        return [dict(row) for row in await connection.fetch(f"select * from {table}")]  # noqa: S608 - a name of ours
    finally:
        await connection.close()


async def told(fake: FakeTelegram, user: int, number: int) -> list[str]:
    await fake.until(lambda: len(fake.to(user)) >= number, timeout=30)
    return texts(fake.to(user))


async def post(url: str, body: bytes, headers: dict[str, str]) -> int:
    async with httpx.AsyncClient(trust_env=False) as client:
        return (await client.post(url + PATH, content=body, headers=headers)).status_code


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


async def test_told_to_stop_it_takes_nothing_more_and_what_was_taken_is_answered(
    own: FakeTelegram, corpus_database: str, tmp_path: Path
) -> None:
    user = next(USERS)
    async with hooked_process(own, corpus_database, tmp_path) as replica:
        for words in SAID:
            own.say(user, words)
        await own.until(lambda: not own.waiting)
        assert await replica.told_to_stop() == 0
        assert len(own.to(user)) == len(SAID)
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", httpx.URL(replica.hook).port)
        assert "telegram_stopped" in replica.log.read_text()


async def test_two_replicas_behind_one_webhook_keep_the_order_of_each_chat(
    own: FakeTelegram, corpus_database: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    users, ports = [next(USERS) for _ in range(10)], (free_port(), free_port())
    async with (
        balanced(*ports) as url,
        started(own, corpus_database, tmp_path_factory.mktemp("one"), port=ports[0], **hooked(url)) as one,
        started(own, corpus_database, tmp_path_factory.mktemp("two"), port=ports[1], **hooked(url)) as two,
    ):
        for number in range(12):
            for user in users:
                own.say(user, SAID[number % 6])
        answers = [await told(own, user, 12) for user in users]
        shares = [await replica.sample('fonte_updates_total{result="new"}') for replica in (one, two)]
    assert len(set(answers[0][:6])) == 6
    assert answers == [answers[0][:6] * 2] * 10
    assert min(shares) > 0
    assert sum(shares) == 120


async def test_between_webhook_and_polling_nothing_is_lost_and_nothing_set_by_hand(
    own: FakeTelegram, corpus_database: str, tmp_path: Path
) -> None:
    user = next(USERS)
    for number, mode in enumerate(("webhook", "polling", "webhook", "polling")):
        own.say(user, SAID[number])  # while nobody receives
        start = hooked_process if mode == "webhook" else started
        async with start(own, corpus_database, tmp_path) as replica:
            await told(own, user, number + 1)
            await own.until(lambda: not own.waiting)
            assert bool(own.state.webhook.url) == (mode == "webhook")
            assert await replica.told_to_stop() == 0
    assert len(own.to(user)) == 4
    assert len(set(texts(own.to(user)))) == 4


@pytest.mark.parametrize("name", ["HTTP", "ADMIN"])
async def test_a_port_in_use_is_one_line_that_names_the_variable(
    name: str, own: FakeTelegram, corpus_database: str, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ports = {"HTTP_PORT": str(free_port()), "ADMIN_PORT": str(free_port()), f"{name}_PORT": str(port)}
        env = bot_environment(corpus_database, tmp_path, **settings(own, **hooked("http://127.0.0.1:1"), **ports))
        ended = await run(*BOT, "telegram", env=env, cwd=tmp_path)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.splitlines()[-1] == f"fonte: {name}_PORT: port {port} of 127.0.0.1 is in use"
    assert sum("fonte:" in line for line in ended.err.splitlines()) == 1


@pytest.mark.parametrize("mode", ["webhook", "polling"])
@pytest.mark.parametrize("form", ["console", "json"])
async def test_a_whole_run_at_debug_shows_no_word_no_secret_and_no_id(
    mode: str, form: str, own: FakeTelegram, corpus_database: str, tmp_path: Path
) -> None:
    user, gone, first = next(USERS), next(USERS), own.say(next(USERS), "oi")["update_id"]
    start = hooked_process if mode == "webhook" else started
    async with start(own, corpus_database, tmp_path, LOG_FORMAT=form) as replica:
        await everything_happens(own, replica, user, gone, corpus_database)
        assert await replica.told_to_stop() == 0
    log = (tmp_path / "log").read_text()
    last = own.say(user, "oi")["update_id"]
    ids = [str(number) for number in (user, gone, *range(first, last))]
    for hidden in ("ornitorrinco", "coceira", "Traceback", "no room", TOKEN_SECRET, HOOK_SECRET, *ids):
        assert hidden not in log
    if form == "json":
        assert all(json.loads(line)["event"] for line in log.splitlines())
    secret = (tmp_path / "secret").read_text().strip()
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    assert secret not in log


async def everything_happens(fake: FakeTelegram, replica: Replica, user: int, gone: int, database: str) -> None:
    """Answers, an emergency, faults of Telegram and of the database, what can't be read, somebody who left."""
    connection = await asyncpg.connect(database)
    await connection.execute(
        "create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$"
    )
    await connection.execute(
        f"create trigger refusal before insert on users for each row when (new.external_id = '{gone}') "
        "execute function refuse()"
    )
    fake.faults.plan("sendMessage", Fate.DROP_AFTER, Fate.SERVER_ERROR, Fault(Fate.RATE_LIMITED, seconds=1))
    fake.say(gone, "oi ornitorrinco")
    fake.say(user, "coceira ornitorrinco")
    fake.say(user, "meu pai está com dor no peito agora, ornitorrinco")
    fake.unknown("ornitorrinco", {"chat": {"id": user, "type": "private"}})
    await told(fake, user, 2)
    async with asyncio.timeout(20):
        while any(event not in replica.log.read_text() for event in EVENTS):
            await replica.moment()
    await connection.execute("drop trigger refusal on users")
    await connection.close()
    await told(fake, gone, 1)
    fake.block(gone)
    fake.say(gone, "oi")
    await fake.until(lambda: not fake.waiting, timeout=20)
