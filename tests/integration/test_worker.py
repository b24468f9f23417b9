"""Workers on a real database, with a fake channel: what people see."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

import asyncpg
import pytest

from bot.delivery.pacing import Backoff
from bot.messages import Incoming
from rag.adapters.postgres.pool import open_pool
from rag.ports import StorageError
from tests.fakes.channel import update
from tests.integration.delivering import QUICK, SORRY, Desk, echo, later

AT_ONCE = Backoff(0.0, 0.0)


@pytest.fixture
def desk(pool: asyncpg.Pool) -> Desk:
    return Desk(pool)


async def test_every_update_is_answered_once_in_its_chats_order_by_several_processes(desk: Desk) -> None:
    numbers = range(1, 301)
    async with desk.running(desk.worker(), desk.worker(), desk.sending(), desk.sending()):
        for number in numbers:
            await desk.intake().accept([update(number, f"chat {number % 20}", str(number))], cursor=True)
        await desk.channel.until(lambda: len(desk.channel.sent) >= len(numbers))
    for chat in range(20):
        assert desk.channel.to(f"chat {chat}") == [str(number) for number in numbers if number % 20 == chat]
    assert len(desk.channel.sent) == len(numbers)
    assert set((await desk.updates()).values()) == {"done"}
    assert await desk.pool.fetchval("select count(*) from inbox_chats") == 0


async def test_a_slow_chat_holds_up_no_other(desk: Desk) -> None:
    thought, go_on = asyncio.Event(), asyncio.Event()

    async def think(incoming: Incoming) -> str:
        if incoming.text == "slow":
            thought.set()
            await go_on.wait()
        return incoming.text

    async with desk.running(desk.worker(think), desk.sending()):
        await desk.intake().accept([update(1, "a", "slow"), update(2, "a", "next"), update(3, "b", "quick")])
        await thought.wait()
        await desk.channel.until(lambda: desk.channel.sent)
        assert desk.channel.sent == [("b", "quick")]
        go_on.set()
        await desk.channel.until(lambda: len(desk.channel.sent) == 3)
    assert desk.channel.to("a") == ["slow", "next"]


async def test_no_connection_is_held_while_a_message_is_thought_about(database: str) -> None:
    thought, go_on = Counter[str](), asyncio.Event()

    async with open_pool(database, size=1) as single:
        desk = Desk(single)

        async def think(incoming: Incoming) -> str:
            thought[incoming.chat] += 1
            if len(thought) == 5:
                go_on.set()
            await go_on.wait()
            return incoming.text

        async with desk.running(desk.worker(think), desk.sending()):
            await desk.intake().accept([update(number, f"chat {number}", "oi") for number in range(5)])
            await desk.channel.until(lambda: len(desk.channel.sent) == 5)


async def test_what_fails_is_tried_again_and_then_answered_once(desk: Desk) -> None:
    tries = Counter[str]()

    async def think(incoming: Incoming) -> str:
        tries[incoming.text] += 1
        if tries[incoming.text] < 3:
            raise ConnectionError
        return incoming.text

    limits = replace(QUICK, backoff=AT_ONCE)
    async with desk.running(desk.worker(think, limits), desk.sending()):
        await desk.intake().accept([update(1, "a", "one"), update(2, "a", "two")])
        await desk.channel.until(lambda: len(desk.channel.sent) == 2)
    assert desk.channel.to("a") == ["one", "two"]
    assert tries == {"one": 3, "two": 3}


async def test_what_keeps_failing_is_given_up_and_the_person_told_once(desk: Desk) -> None:
    async def think(incoming: Incoming) -> str:
        if incoming.text == "poison":
            raise RuntimeError
        return incoming.text

    limits = replace(QUICK, backoff=AT_ONCE, attempts=3)
    async with desk.running(desk.worker(think, limits), desk.sending()):
        await desk.intake().accept([update(1, "a", "poison"), update(2, "a", "oi")])
        await desk.channel.until(lambda: len(desk.channel.sent) == 2)
    assert desk.channel.to("a") == [SORRY, "oi"]
    (row,) = await desk.pool.fetch("select state, attempts, error from inbox where update_id = 1")
    assert tuple(row) == ("dead", 3, "RuntimeError")


async def test_a_message_that_ended_its_process_each_time_is_given_up_unread(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.intake().accept([update(1, "a", "poison")])
    for _ in range(QUICK.attempts):
        await desk.claimed()
        await later(pool, seconds=11)
    async with desk.running(desk.worker(), desk.sending()):
        await desk.channel.until(lambda: desk.channel.sent)
    assert desk.channel.sent == [("a", SORRY)]


async def test_what_a_dead_process_held_is_taken_up_by_another(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.intake().accept([update(1, "a", "one"), update(2, "a", "two")])
    await desk.claimed()
    async with desk.running(desk.worker(), desk.sending()):
        await desk.intake().accept([update(3, "b", "other")])
        await desk.channel.until(lambda: desk.channel.sent)
        assert desk.channel.sent == [("b", "other")]
        await later(pool, seconds=11)
        await desk.channel.until(lambda: len(desk.channel.sent) == 3)
    assert desk.channel.to("a") == ["one", "two"]


async def test_at_the_end_quick_work_is_finished_and_slow_work_handed_back(desk: Desk) -> None:
    begun, all_begun, quick = Counter[str](), asyncio.Event(), asyncio.Event()

    async def think(incoming: Incoming) -> str:
        begun[incoming.text] += 1
        if len(begun) == 2:
            all_begun.set()
        await (quick.wait() if incoming.text == "quick" else asyncio.Event().wait())
        return incoming.text

    await desk.intake().accept([update(1, "a", "quick"), update(2, "b", "slow")])
    stop = asyncio.Event()
    running = asyncio.create_task(desk.worker(think, replace(QUICK, grace_s=0.5)).run(stop))
    await all_begun.wait()
    stop.set()
    quick.set()
    desk.inbox_bell.ring()
    await running
    assert await desk.updates() == {1: "done", 2: "new"}
    assert [(job.id, job.attempts) for job in await desk.claimed()] == [(2, 1)]


async def test_work_whose_lease_went_to_somebody_else_is_stopped(desk: Desk, pool: asyncpg.Pool) -> None:
    thought, stopped = asyncio.Event(), asyncio.Event()

    async def think(incoming: Incoming) -> str:
        thought.set()
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()
        return incoming.text

    await desk.intake().accept([update(1, "a", "oi")])
    async with desk.running(desk.worker(think, replace(QUICK, renew_s=0.01))), asyncio.timeout(20):
        await thought.wait()
        await pool.execute("update inbox_chats set lease_token = gen_random_uuid()")
        await stopped.wait()
    assert await desk.updates() == {1: "doing"}
    assert await desk.rows() == []


async def test_a_thought_is_kept_leased_for_as_long_as_it_takes(desk: Desk, pool: asyncpg.Pool) -> None:
    thought, go_on = asyncio.Event(), asyncio.Event()

    async def think(incoming: Incoming) -> str:
        thought.set()
        await go_on.wait()
        return incoming.text

    await desk.intake().accept([update(1, "a", "oi")])
    async with desk.running(desk.worker(think, replace(QUICK, renew_s=0.01)), desk.sending()):
        await thought.wait()
        for _ in range(3):
            await later(pool, seconds=8)
            await _renewed(pool)
        assert await desk.claimed() == []
        go_on.set()
        await desk.channel.until(lambda: desk.channel.sent)


async def test_a_pressed_button_is_acknowledged_as_it_is_stored_whatever_it_waits_for(desk: Desk) -> None:
    intake = desk.intake()
    await intake.accept([update(1, "a", "oi"), update(2, "a", "oi", query="77")])
    await intake.rest(10)
    assert desk.channel.acknowledged == ["77"]
    assert await desk.updates() == {1: "new", 2: "new"}


async def test_a_press_that_is_not_stored_is_not_acknowledged(desk: Desk) -> None:
    intake = desk.intake()
    await _owner(desk.pool, "alter table inbox rename to gone")
    with pytest.raises(StorageError):
        await intake.accept([update(1, "a", "oi", query="77")])
    await intake.rest(10)
    assert desk.channel.acknowledged == []


async def test_a_thought_that_takes_too_long_is_answered_with_the_apology_at_once(desk: Desk) -> None:
    thoughts = list[str]()

    async def think(incoming: Incoming) -> str:
        thoughts.append(incoming.text)
        await asyncio.Event().wait()
        return ""

    await desk.intake().accept([update(1, "a", "oi")])
    async with desk.running(desk.worker(think, replace(QUICK, longest_s=0.05)), desk.sending()):
        await desk.channel.until(lambda: desk.channel.sent)
    assert (desk.channel.sent, thoughts) == ([("a", SORRY)], ["oi"])
    assert await desk.updates() == {1: "done"}


async def test_a_timeout_within_a_thought_is_a_failure_like_any_other(desk: Desk) -> None:
    thoughts = list[str]()

    async def think(incoming: Incoming) -> str:
        thoughts.append(incoming.text)
        if len(thoughts) == 1:
            raise TimeoutError
        return incoming.text

    await desk.intake().accept([update(1, "a", "oi")])
    async with desk.running(desk.worker(think, replace(QUICK, backoff=Backoff(0.0, 0.0))), desk.sending()):
        await desk.channel.until(lambda: desk.channel.sent)
    assert (desk.channel.sent, len(thoughts)) == ([("a", "oi")], 2)


async def test_an_emergency_overtakes_what_its_chat_is_waiting_for(desk: Desk) -> None:
    desk.alarms = frozenset({"help"})
    thought, go_on = asyncio.Event(), asyncio.Event()

    async def think(incoming: Incoming) -> str:
        thought.set()
        await go_on.wait()
        return incoming.text

    async with desk.running(desk.worker(think), desk.sending()):
        await desk.intake().accept([update(1, "a", "oi")])
        await thought.wait()
        await desk.intake(echo).accept([update(2, "a", "help")])
        await desk.channel.until(lambda: desk.channel.sent)
        assert desk.channel.sent == [("a", "help")]
        go_on.set()
        await desk.channel.until(lambda: len(desk.channel.sent) == 2)


async def _owner(pool: asyncpg.Pool, statement: str) -> None:
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute("set local role none")
        await connection.execute(statement)


async def _renewed(pool: asyncpg.Pool) -> None:
    async with asyncio.timeout(20):
        while await pool.fetchval("select run_after < now() + interval '5 s' from inbox_chats"):
            pass
