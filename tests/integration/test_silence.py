"""Whoever falls silent holds nobody up: a process that is frozen, and a database that answers no more."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest
import structlog

from bot.adapters.delivery.leadership import AdvisoryLeadership
from bot.adapters.delivery.signals import INBOX, Signals
from bot.delivery.arrivals import Accepted
from bot.ports import Person
from rag.adapters.postgres.pool import Patience, again_if_lost, at_leisure, is_passing, loading, open_pool
from rag.ports import StorageError
from tests.fakes.channel import update
from tests.integration.delivering import BOT, Desk, later, new

SHORT = Patience(statement_s=0.5, lock_s=0.3, idle_s=0.5)


@dataclass
class Line:
    """A way to the database on which everybody who is connected hears no more once it is `cut`."""

    dsn: str
    silent: set[object] = field(default_factory=set)
    connected: set[object] = field(default_factory=set)
    somebody: asyncio.Event = field(default_factory=asyncio.Event)

    def cut(self) -> None:
        self.silent |= self.connected


@asynccontextmanager
async def line(database: str) -> AsyncIterator[Line]:
    address = urlsplit(database)
    query, tasks = parse_qs(address.query), set[asyncio.Task[None]]()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, one: object) -> None:
        while data := await reader.read(65_536):
            if one in made.silent:
                await asyncio.Event().wait()
            writer.write(data)

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far, far_writer = await asyncio.open_unix_connection(f"{query['host'][0]}/.s.PGSQL.{query['port'][0]}")
        one = object()
        made.connected.add(one)
        made.somebody.set()
        pumps = {asyncio.create_task(pump(reader, far_writer, one)), asyncio.create_task(pump(far, writer, one))}
        tasks.update(pumps)
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        writer.transport.abort()
        far_writer.transport.abort()

    server = await asyncio.start_server(connect, "127.0.0.1")
    port = server.sockets[0].getsockname()[1]
    made = Line(f"postgresql://postgres@127.0.0.1:{port}{address.path}?sslmode=disable")
    try:
        yield made
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_process_that_freezes_before_it_commits_holds_its_chat_and_no_other(
    pool: asyncpg.Pool, database: str
) -> None:
    desk = Desk(pool)
    await desk.store((1, "a"), (2, "a"))
    command = [sys.executable, "-m", "tests.integration.held_transaction_child", database, "a"]
    child = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        assert child.stdout
        assert await child.stdout.readline() == b"held\n"
        child.send_signal(signal.SIGSTOP)
        async with asyncio.timeout(4):
            assert await desk.arrivals.accept([new(3, "a"), new(4, "b")], 5) == Accepted(2, 0)
        await later(pool, seconds=11)
        assert [(job.id, job.deaths) for job in await desk.claimed()] == [(1, 1), (4, 0)]
    finally:
        child.kill()
        await child.wait()


async def test_who_waits_too_long_for_a_lock_gives_up(pool: asyncpg.Pool, database: str) -> None:
    desk = Desk(pool)
    async with open_pool(database, patience=SHORT) as other, desk.conversations.transaction(Person("test", "a")) as one:
        await one.keep_person(None)
        with pytest.raises(StorageError, match="LockNotAvailable") as failed:
            async with Desk(other).conversations.transaction(Person("test", "a")) as two:
                await two.keep_person(None)
    assert is_passing(failed.value)


async def test_with_a_database_that_fell_silent_messages_are_answered_over_new_connections(
    database: str, pool: asyncpg.Pool
) -> None:
    near = Desk(pool)
    async with line(database) as far, open_pool(far.dsn, patience=SHORT) as remote:
        desk = Desk(remote)
        async with desk.running(desk.worker(), desk.sending()):
            await near.intake().accept([update(1, "a", "one")])
            await desk.channel.until(lambda: desk.channel.sent)
            far.cut()
            await near.intake().accept([update(2, "a", "two")])
            await desk.channel.until(lambda: len(desk.channel.sent) == 2)
    assert desk.channel.sent == [("a", "one"), ("a", "two")]


async def test_a_statement_that_is_cancelled_waits_for_no_silent_database(database: str) -> None:
    async with line(database) as far, open_pool(far.dsn) as remote:
        desk = Desk(remote)
        await remote.execute("select")
        far.cut()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await desk.arrivals.accept([new(1, "a")], None)
        async with asyncio.timeout(4):
            assert await desk.arrivals.accept([new(1, "a")], None) == Accepted(1, 0)


async def test_what_ended_a_transaction_is_told_though_it_cannot_be_rolled_back(database: str) -> None:
    async def written() -> None:
        async with asyncio.timeout(0.1), desk.conversations.transaction(Person("test", "a")) as transaction:
            far.cut()
            await transaction.keep_person(None)

    async with line(database) as far, open_pool(far.dsn) as remote:
        desk = Desk(remote)
        await remote.execute("select")
        with pytest.raises(TimeoutError):
            await written()


async def test_the_pool_of_a_silent_database_is_closed_in_time(database: str) -> None:
    async with line(database) as far, asyncio.timeout(5), open_pool(far.dsn, patience=SHORT) as remote:
        await remote.execute("select")
        far.cut()


async def test_a_statement_without_an_answer_is_done_again(database: str) -> None:
    async with line(database) as far, open_pool(far.dsn, patience=SHORT) as remote:
        await remote.execute("select")
        far.cut()
        assert await again_if_lost(lambda: remote.fetchval("select 7")) == 7


async def test_a_load_may_take_its_time_and_others_may_not(database: str) -> None:
    async with open_pool(database, size=1, patience=Patience(statement_s=0.2, lock_s=0.1)) as short:
        async with loading(short) as connection:
            await connection.execute("select pg_sleep(0.4)")
            assert await connection.fetchval("show lock_timeout") == "0"
        with pytest.raises(StorageError, match="TimeoutError"):
            await short.execute("select pg_sleep(0.4)")
        async with at_leisure(short):
            pass
        assert await short.fetchval("show lock_timeout") == "100ms"


async def test_a_receiver_on_a_silent_line_lets_another_lead(database: str) -> None:
    desk_log = structlog.get_logger()
    async with line(database) as far, asyncio.timeout(30):
        async with AdvisoryLeadership(database, BOT, desk_log).led():
            waiting = asyncio.create_task(_lead(AdvisoryLeadership(far.dsn, BOT, desk_log)))
            await far.somebody.wait()
            far.cut()
        assert await waiting


async def _lead(leadership: AdvisoryLeadership) -> bool:
    async with leadership.led() as lost:
        return not lost.is_set()


async def test_bells_ring_again_after_their_line_fell_silent(database: str) -> None:
    log = structlog.get_logger()

    async def soon(_: float) -> None:
        await asyncio.sleep(0)

    async with line(database) as far, asyncio.timeout(30):
        here, there = Signals(far.dsn, log, soon), Signals(database, log)
        async with here.connected(), there.connected():
            for signals in (here, there):
                await signals.bells[INBOX].wait(20)
                signals.bells[INBOX].clear()
            far.cut()
            while not there.bells[INBOX].rung:
                here.bells[INBOX].ring()
                await there.bells[INBOX].wait(0.5)
