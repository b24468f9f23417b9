"""Whoever stores and whoever answers lock the same rows in the same order; what fails all the same comes again."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from bot.delivery.limits import FloodLimits
from bot.delivery.ports import Part, Post
from bot.messages import Incoming
from bot.ports import Person
from rag.adapters.postgres.pool import Patience, open_pool
from rag.ports import StorageError
from rag.types import Language
from tests.fakes.channel import update
from tests.integration.delivering import Desk, later

ANSWER = Part({"text": "answer"}, {"text": "answer"})
_WAITING = "select count(*) from pg_locks where not granted"


@pytest.fixture
def desk(pool: asyncpg.Pool) -> Desk:
    return Desk(pool, limits=FloodLimits(8, 8, 2), alarms=frozenset({"help"}))


async def _until_somebody_waits(pool: asyncpg.Pool) -> None:
    async with asyncio.timeout(20):
        while not await pool.fetchval(_WAITING):
            pass


async def test_an_emergency_that_comes_with_a_flood_while_its_person_is_answered_is_answered_at_once(
    desk: Desk, pool: asyncpg.Pool
) -> None:
    intake = desk.intake()
    await intake.accept([update(number, "p", str(number)) for number in range(1, 4)])
    await later(pool, hours=1)  # the next flood is told again
    (job,) = await desk.claimed()
    async with desk.conversations.transaction(Person("test", "p")) as transaction:
        await transaction.keep_person(None)
        storing = asyncio.create_task(intake.accept([update(10, "p", "more"), update(11, "p", "help")]))
        await _until_somebody_waits(pool)
        await desk.outbox.enqueue(transaction, [Post("p", [(None, ANSWER)], Language.PT)])
        await desk.inbox.finish(transaction, job)
    await storing
    assert (await desk.updates())[11] == "done"
    rows = await pool.fetch("select payload ->> 'text' as text from outbox where priority")
    assert [row["text"] for row in rows] == ["help"]


async def test_an_emergency_whose_person_is_locked_for_long_comes_again_and_is_no_ordinary_message(
    desk: Desk, database: str
) -> None:
    async with open_pool(database, patience=Patience(lock_s=0.2)) as short:
        other = Desk(short, alarms=desk.alarms)
        async with desk.conversations.transaction(Person("test", "p")) as transaction:
            await transaction.keep_person(None)
            with pytest.raises(StorageError, match="LockNotAvailable"):
                await other.intake().accept([update(1, "p", "help"), update(2, "q", "oi")], cursor=True)
        assert (await desk.updates(), await desk.arrivals.next_offset()) == ({}, None)
        await other.intake().accept([update(1, "p", "help"), update(2, "q", "oi")], cursor=True)
    assert (await desk.updates(), await desk.rows()) == ({1: "done", 2: "new"}, [("p", "help", "pending")])


async def test_an_emergency_that_cannot_be_read_for_want_of_storage_comes_again(desk: Desk) -> None:
    async def away(_: Incoming) -> str:
        raise StorageError("ConnectionResetError")

    with pytest.raises(StorageError):
        await desk.intake(away).accept([update(1, "p", "help")])
    assert await desk.updates() == {}


async def test_two_receivers_that_tell_groups_and_people_in_turn_wait_for_each_other_and_no_more(desk: Desk) -> None:
    intake = desk.intake()
    batches = [
        [{"update_id": start + number, "group": f"g{(start // 100 + sign * number) % 20}"} for number in range(20)]
        for start, sign in ((100, 1), (200, -1), (300, 1), (400, -1))
    ]
    await asyncio.gather(*(intake.accept(batch) for batch in batches))
    assert sorted(chat for chat, _, _ in await desk.rows()) == sorted(f"g{number}" for number in range(20))
