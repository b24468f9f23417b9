"""What processes share, on a real database: broken connections, bells, and who of them receives."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import asyncpg
import pytest

from bot.adapters.delivery.leadership import AdvisoryLeadership
from bot.adapters.delivery.signals import INBOX, Signals
from bot.delivery.pacing import Backoff, SendLimits
from rag.adapters.postgres.pool import open_pool
from tests.fakes.channel import update
from tests.integration.delivering import BOT, QUICK, Desk

AT_ONCE = Backoff(0.0, 0.0)


@pytest.fixture
def desk(pool: asyncpg.Pool) -> Desk:
    return Desk(pool)


async def test_connections_that_break_lose_nothing_and_double_nothing_unmarked(database: str, server: str) -> None:
    limits = replace(QUICK, backoff=AT_ONCE, attempts=50, renew_s=0.2)
    async with open_pool(database) as pool:
        desk = Desk(pool, lease=timedelta(seconds=1))
        sending = desk.sending(SendLimits(backoff=AT_ONCE, poll_s=0.05, renew_s=0.2))
        async with desk.running(desk.worker(limits=limits), sending):
            for number in range(60):
                await _accepted(desk, number)
                if number % 15 == 10:
                    await _break(server, database)
            await desk.channel.until(lambda: len({_unmarked(text) for _, text in desk.channel.sent}) == 60)
    plain = [text for _, text in desk.channel.sent if text == _unmarked(text)]
    assert len(plain) == len(set(plain))


async def test_a_ring_in_one_process_is_heard_in_another_and_not_by_itself(database: str, desk: Desk) -> None:
    here, there = Signals(database, desk.log), Signals(database, desk.log)
    async with here.connected(), there.connected(), asyncio.timeout(20):
        for signals in (here, there):  # a new connection rings once
            await signals.bells[INBOX].wait(20)
            signals.bells[INBOX].clear()
        here.bells[INBOX].ring()
        here.bells[INBOX].clear()
        await there.bells[INBOX].wait(20)
        assert not here.bells[INBOX].rung


async def test_one_process_leads_and_another_takes_over_when_it_dies(database: str, server: str, desk: Desk) -> None:
    led = asyncio.Queue[tuple[str, asyncio.Event]]()

    async def turn(_: float) -> None:
        await asyncio.sleep(0)

    async def lead(name: str) -> None:
        async with AdvisoryLeadership(database, BOT, desk.log, turn).led() as lost:
            await led.put((name, lost))
            await lost.wait()

    async with asyncio.timeout(20):
        first = asyncio.create_task(lead("first"))
        assert (await led.get())[0] == "first"
        rivals = [asyncio.create_task(lead(name)) for name in ("second", "third")]
        assert led.empty()
        await _break(server, database, "and pid in (select pid from pg_locks where locktype = 'advisory' and granted)")
        name, lost = await led.get()
        assert (name, lost.is_set()) in {("second", False), ("third", False)}
        assert led.empty()
        await first
    for task in rivals:
        task.cancel()
    await asyncio.gather(*rivals, return_exceptions=True)


def _unmarked(text: str) -> str:
    return text.removeprefix("again: ")


async def _break(server: str, database: str, some: str = "") -> None:
    """Ends connections to the database."""
    admin = await asyncpg.connect(server)
    query = f"select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 {some}"  # noqa: S608 - ours
    await admin.execute(query, database.partition("?")[0].rpartition("/")[2])
    await admin.close()


async def _accepted(desk: Desk, number: int) -> None:
    """As a receiver does: again, until it is stored."""
    while True:
        try:
            await desk.intake().accept([update(number, f"chat {number % 5}", str(number))])
        except Exception:  # noqa: BLE001 - a broken connection fails in many ways
            await asyncio.sleep(0)
        else:
            return
