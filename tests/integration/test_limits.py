"""Floods, on a real database: held up in order, told once, cut beyond the backlog."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

import asyncpg
import pytest

from bot.adapters.delivery.cleaning import PostgresCleaning
from bot.adapters.delivery.limits import PostgresBuckets
from bot.delivery.limits import FloodLimits
from bot.delivery.pacing import Backoff
from bot.messages import Incoming
from bot.ports import Person
from rag.types import Language
from tests.fakes.channel import update
from tests.integration.delivering import QUICK, SLOWLY, Desk, later

LIMITS = FloodLimits(per_minute=6, burst=3, backlog=8)
TOLD = SLOWLY.format(Language.PT)


@pytest.fixture
def desk(pool: asyncpg.Pool) -> Desk:
    return Desk(pool, limits=LIMITS, alarms=frozenset({"help"}))


async def _waits(desk: Desk) -> float:
    """Seconds until the first chat's turn."""
    seconds: float = await desk.pool.fetchval(
        "select extract(epoch from min(run_after) - now())::float from inbox_chats"
    )
    return seconds


async def _held(desk: Desk) -> None:
    """Until nothing is left to do now."""
    async with asyncio.timeout(20):
        while await _waits(desk) <= 0 or "doing" in (await desk.updates()).values():
            pass


async def _sent(desk: Desk, text: str, times: int = 1) -> None:
    """Until chat a has got that."""
    await desk.channel.until(lambda: desk.channel.to("a").count(text) == times)


async def _cut(desk: Desk) -> list[int]:
    rows = await desk.pool.fetch("select update_id from inbox where error = 'flood' and state = 'done' order by 1")
    return [row["update_id"] for row in rows]


# buckets


async def test_a_bucket_holds_a_burst_and_fills_again(pool: asyncpg.Pool) -> None:
    buckets, ana = PostgresBuckets(pool, LIMITS), Person("test", "ana")
    assert [await buckets.take(ana) for _ in range(3)] == [0, 0, 0]
    assert 9 < await buckets.take(ana) <= 10
    await later(pool, seconds=11)
    assert await buckets.take(ana) == 0
    assert 8 < await buckets.take(ana) < 10
    await later(pool, hours=1)
    assert [bool(await buckets.take(ana)) for _ in range(4)] == [False, False, False, True]


async def test_everybody_has_a_bucket_and_all_processes_share_it(pool: asyncpg.Pool) -> None:
    buckets = [PostgresBuckets(pool, LIMITS) for _ in range(2)]
    people = [Person("test", name) for name in ("ana", "rui")]
    waits = await asyncio.gather(*(buckets[n % 2].take(people[n % 3 % 2]) for n in range(30)))
    assert sum(wait == 0 for wait in waits) == 6


async def test_the_janitor_clears_buckets_away_that_are_long_full(pool: asyncpg.Pool) -> None:
    await PostgresBuckets(pool, LIMITS).take(Person("test", "ana"))
    assert (await PostgresCleaning(pool).clean())["buckets"] == 0
    await later(pool, hours=25)
    assert (await PostgresCleaning(pool).clean())["buckets"] == 1


# floods


async def test_what_comes_too_fast_is_answered_later_in_order_and_told_once(desk: Desk, pool: asyncpg.Pool) -> None:
    async with desk.running(desk.worker(), desk.worker(), desk.sending()):
        await desk.intake().accept([update(number, "a", str(number)) for number in range(6)])
        await desk.channel.until(lambda: len(desk.channel.sent) == 4)
        await _held(desk)
        assert 8 < await _waits(desk) <= 10
        await later(pool, seconds=11)
        await desk.channel.until(lambda: len(desk.channel.sent) == 5)
        await _held(desk)
        await later(pool, seconds=21)
        await desk.channel.until(lambda: len(desk.channel.sent) == 7)
    assert desk.channel.to("a") == ["0", "1", "2", TOLD, "3", "4", "5"]
    assert set((await desk.updates()).values()) == {"done"}


async def test_nobody_else_waits(desk: Desk) -> None:
    async with desk.running(desk.worker(), desk.sending()):
        await desk.intake().accept([update(number, "a", str(number)) for number in range(6)])
        await desk.intake().accept([update(10 + number, "b", str(number)) for number in range(3)])
        await desk.channel.until(lambda: len(desk.channel.sent) == 7)
    assert desk.channel.to("b") == ["0", "1", "2"]


async def test_what_waits_is_as_if_it_had_never_been_claimed(desk: Desk, pool: asyncpg.Pool) -> None:
    async with desk.running(desk.worker(), desk.sending()):
        await desk.intake().accept([update(number, "a", str(number)) for number in range(4)])
        await desk.channel.until(lambda: len(desk.channel.sent) == 4)
        await _held(desk)
    assert await desk.updates() == {0: "done", 1: "done", 2: "done", 3: "new"}
    row = await pool.fetchrow("select attempts, error from inbox where update_id = 3")
    assert tuple(row) == (0, None)


async def test_a_new_flood_after_a_quiet_time_is_told_again(desk: Desk, pool: asyncpg.Pool) -> None:
    async with desk.running(desk.worker(), desk.sending()):
        for start in (0, 10):
            await desk.intake().accept([update(start + number, "a", str(start + number)) for number in range(4)])
            await _sent(desk, TOLD, 1 + start // 10)
            await _held(desk)
            await later(pool, minutes=5)
            await _sent(desk, str(start + 3))
            await later(pool, minutes=5)
    assert desk.channel.to("a") == ["0", "1", "2", TOLD, "3", "10", "11", "12", TOLD, "13"]


async def test_somebody_is_told_in_the_language_of_their_choice(desk: Desk) -> None:
    async with desk.conversations.transaction(Person("test", "a")) as transaction:
        await transaction.keep_person(Language.ES)
    async with desk.running(desk.worker(), desk.sending()):
        await desk.intake().accept([update(number, "a", str(number)) for number in range(4)])
        await desk.channel.until(lambda: len(desk.channel.sent) == 4)
    assert desk.channel.to("a")[-1] == SLOWLY.format(Language.ES)


async def test_buttons_and_emergencies_are_never_held_up(desk: Desk, pool: asyncpg.Pool) -> None:
    presses = [update(number, "a", "press", query=str(number)) for number in range(6)]
    failed = [update(10 + number, "a", "help") for number in range(6)]

    async def fail(_: Incoming) -> str:
        raise RuntimeError

    await desk.intake().accept(presses)
    await desk.intake(fail).accept(failed)  # could not be answered as they came
    async with desk.running(desk.worker(), desk.sending()):
        await desk.channel.until(lambda: len(desk.channel.sent) == 12)
    assert desk.channel.to("a") == ["press"] * 6 + ["help"] * 6
    assert await pool.fetchval("select count(*) from outbox where push") == 0


async def test_an_emergency_in_the_middle_of_a_flood_is_answered_at_once(desk: Desk) -> None:
    async with desk.running(desk.worker(), desk.sending()):
        await desk.intake().accept([update(number, "a", str(number)) for number in range(20)])
        await desk.channel.until(lambda: ("a", "2") in desk.channel.sent)
        await desk.intake().accept([update(30, "a", "help")])
        await desk.channel.until(lambda: ("a", "help") in desk.channel.sent)
    assert (await desk.updates())[3] == "new"


async def test_another_try_costs_no_token(desk: Desk) -> None:
    tries = Counter[str]()

    async def think(incoming: Incoming) -> str:
        tries[incoming.text] += 1
        if tries[incoming.text] < 3:
            raise ConnectionError
        return incoming.text

    limits = replace(QUICK, backoff=Backoff(0.0, 0.0))
    async with desk.running(desk.worker(think, limits), desk.sending()):
        await desk.intake().accept([update(number, "a", str(number)) for number in range(3)])
        await desk.channel.until(lambda: len(desk.channel.sent) == 3)
    assert desk.channel.to("a") == ["0", "1", "2"]


async def test_without_a_limit_nothing_waits(pool: asyncpg.Pool) -> None:
    desk = Desk(pool)
    async with desk.running(desk.worker(), desk.sending()):
        await desk.intake().accept([update(number, "a", str(number)) for number in range(100)])
        await desk.channel.until(lambda: len(desk.channel.sent) == 100)


async def test_a_held_message_whose_lease_was_lost_is_told_by_nobody(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.intake().accept([update(1, "a", "oi")])
    for _ in range(3):
        await desk.floods.buckets.take(Person("test", "a"))
    (job,) = await desk.claimed()
    await pool.execute("update inbox_chats set lease_token = gen_random_uuid()")
    await desk.worker()._job(job)  # noqa: SLF001 - just as the loop does
    assert await desk.rows() == []
    assert await desk.updates() == {1: "doing"}


# backlogs


async def test_the_newest_beyond_the_backlog_are_left_out_and_that_is_told_once(desk: Desk) -> None:
    await desk.intake().accept([update(number, "a", str(number)) for number in range(6)])
    await desk.intake().accept([update(number, "a", str(number)) for number in range(6, 12)] + [update(50, "b", "oi")])
    await desk.intake().accept([update(12, "a", "12")])
    assert await _cut(desk) == [8, 9, 10, 11, 12]
    assert await desk.pool.fetchval("select count(*) from inbox where error = 'flood' and payload is not null") == 0
    assert await desk.rows() == [("a", TOLD, "pending")]
    assert [job.id for job in await desk.claimed()] == [0, 50]


async def test_a_flood_that_is_cut_and_held_up_is_told_once_in_all(desk: Desk, pool: asyncpg.Pool) -> None:
    async with desk.running(desk.worker(), desk.sending()):
        await desk.intake().accept([update(number, "a", str(number)) for number in range(20)])
        await desk.channel.until(lambda: len(desk.channel.sent) == 4)
        for number in range(3, 8):
            await _held(desk)
            await later(pool, seconds=11)
            await _sent(desk, str(number))
    assert desk.channel.to("a") == [TOLD, *map(str, range(8))]


async def test_a_backlog_is_cut_and_told_where_nothing_is_held_up(pool: asyncpg.Pool) -> None:
    desk = Desk(pool, limits=FloodLimits(per_minute=0, burst=1, backlog=2))
    for start in (0, 10):
        await desk.intake().accept([update(start + number, "a", "oi") for number in range(5)])
    assert [text for _, text, _ in await desk.rows()] == [TOLD]
    assert await _cut(desk) == [2, 3, 4, 10, 11, 12, 13, 14]


async def test_emergencies_buttons_edits_and_albums_are_not_cut(desk: Desk) -> None:
    await desk.intake().accept([update(number, "a", str(number), message=str(number)) for number in range(7)])
    await desk.intake().accept([update(10 + number, "a", "", album="7") for number in range(4)])
    await desk.intake().accept([
        update(20, "a", "help"), update(21, "a", "x", query="1"), update(22, "a", "changed", edits="3"),
        update(23, "a", "", album="7"), update(24, "a", "one too many"),
    ])  # fmt: skip
    assert await _cut(desk) == [24]
    states = await desk.updates()
    assert [states[number] for number in (10, 20, 21, 22, 23)] == ["new", "done", "new", "done", "done"]


async def test_what_was_cut_is_known_when_it_comes_again(desk: Desk) -> None:
    batch = [update(number, "a", str(number)) for number in range(10)]
    for _ in range(2):
        await desk.intake().accept(batch)
    assert await _cut(desk) == [8, 9]
