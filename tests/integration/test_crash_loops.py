"""Processes that die, again and again: what was fatal is given up, and nothing that was merely beside it."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

import asyncpg
import pytest

from bot.delivery.limits import FloodLimits
from bot.messages import Incoming, Kind
from rag.adapters.postgres.pool import open_pool
from tests.fakes.channel import update
from tests.integration.delivering import NOW, QUICK, SORRY, Desk, later

LEASE_S = 11
"""After so long what a dead process held is somebody else's."""


@pytest.fixture
def desk(pool: asyncpg.Pool) -> Desk:
    return Desk(pool)


async def _died(database: str, desk: Desk) -> bool:
    """One process' life: it dies of a poison, with all that is beside it, or lives until nothing is left to do.

    At its death its connections are gone: nothing that it says afterwards counts.
    """
    died = asyncio.Event()
    async with open_pool(database) as connections:

        async def think(incoming: Incoming) -> str:
            if incoming.text == "poison":
                died.set()
                connections.terminate()
            return incoming.text

        stop = asyncio.Event()
        process = asyncio.create_task(Desk(connections).worker(think, replace(QUICK, grace_s=0)).run(stop))
        async with asyncio.timeout(20):
            while not died.is_set() and await _waiting(desk):
                pass
        stop.set()
        await process
    await later(desk.pool, seconds=LEASE_S)
    return died.is_set()


async def _waiting(desk: Desk) -> int:
    count: int = await desk.pool.fetchval("select count(*) from inbox where state in ('new', 'doing')")
    return count


@pytest.mark.parametrize("poisons", [[(11, "chat 11")], [(1, "chat 1"), (11, "chat 11")]], ids=["one", "two"])
async def test_of_what_is_in_hand_at_every_death_only_the_fatal_ends_unanswered(
    desk: Desk, database: str, poisons: list[tuple[int, str]]
) -> None:
    await desk.intake().accept([update(number, f"chat {number}", "oi") for number in range(1, 22)])
    await desk.pool.executemany(
        "update inbox set payload = jsonb_set(payload, '{text}', '\"poison\"') where update_id = $1 and chat = $2",
        poisons,
    )
    deaths = 0
    while await _died(database, desk):
        deaths += 1
        await desk.intake().accept([update(100 + deaths, f"chat {100 + deaths}", "oi")])  # people write on
    async with desk.running(desk.sending()):
        await desk.channel.until(lambda: len(desk.channel.sent) == 21 + deaths)
    assert {n for n, state in (await desk.updates()).items() if state == "dead"} == {number for number, _ in poisons}
    fatal = {chat for _, chat in poisons}
    assert {chat for chat, text in desk.channel.sent if text == SORRY} == fatal
    assert set(Counter(chat for chat, _ in desk.channel.sent).values()) == {1}
    assert deaths >= QUICK.deaths


async def test_those_at_more_than_one_death_are_in_hand_one_at_a_time(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.store(*((number, f"chat {number}") for number in range(3)))
    for _ in range(2):
        assert len(await desk.claimed()) == 3
        await later(pool, seconds=LEASE_S)
    (first,) = await desk.claimed()
    await desk.store((4, "new"))
    await later(pool, seconds=1)
    assert [job.id for job in await desk.claimed()] == [4]
    await desk.finish(first)
    await later(pool, seconds=1)
    (second,) = await desk.claimed()
    await desk.inbox.retry(second, 60, "ValueError")
    await later(pool, seconds=1)
    (third,) = await desk.claimed()
    assert {first.id, second.id, third.id} == {0, 1, 2}
    assert {first.deaths, second.deaths, third.deaths} == {2}


async def test_whoever_waits_for_one_in_hand_says_when_to_look_again(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.store((1, "a"), (2, "b"))
    for _ in range(2):
        await desk.claimed()
        await later(pool, seconds=LEASE_S)
    await desk.claimed()
    await later(pool, seconds=1)
    batch = await desk.inbox.claim(10)
    assert batch.items == []
    assert 0 < batch.due_in <= 0.1


async def test_failures_and_deaths_are_counted_apart(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.store((1, "a"))
    (job,) = await desk.claimed()
    await desk.inbox.retry(job, 0, "ValueError")
    await desk.claimed()
    await later(pool, seconds=LEASE_S)
    (job,) = await desk.claimed()
    assert (job.attempts, job.deaths) == (2, 1)
    await desk.inbox.release([job])
    (job,) = await desk.claimed()
    assert (job.attempts, job.deaths) == (2, 1)


async def test_a_message_pays_for_itself_once_whatever_dies(pool: asyncpg.Pool) -> None:
    desk = Desk(pool, limits=FloodLimits(per_minute=1.0, burst=1, backlog=0))
    said = Incoming("1", "test", "a", "a", Kind.TEXT, "oi", NOW)
    await desk.store((1, "a"), (2, "a"))
    (job,) = await desk.claimed()
    assert await desk.floods.wait(job, said) == 0
    await later(pool, seconds=LEASE_S)
    (again,) = await desk.claimed()
    assert await desk.floods.wait(again, said) == 0
    await desk.finish(again)
    (next_one,) = await desk.claimed()
    assert await desk.floods.wait(next_one, said) > 0
