"""The loops of one or more processes on a real database, with a fake channel: what people see."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import asyncpg
import pytest

from bot.adapters.delivery.cleaning import PostgresCleaning
from bot.adapters.delivery.leadership import AdvisoryLeadership
from bot.adapters.delivery.signals import INBOX, Signals
from bot.adapters.delivery.stats import PostgresStats
from bot.delivery.errors import AskedToWait, Blocked, NotSent, Refused, Uncertain
from bot.delivery.janitor import Janitor
from bot.delivery.pacing import Backoff, SendLimits
from bot.messages import Incoming
from rag.adapters.postgres.pool import open_pool
from tests.fakes.channel import update
from tests.integration.delivering import BOT, QUICK, SORRY, Desk, echo, later

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


async def test_a_pressed_button_is_acknowledged(desk: Desk) -> None:
    async with desk.running(desk.worker(), desk.sending()):
        await desk.intake().accept([update(1, "a", "oi", query="77")])
        await desk.channel.until(lambda: desk.channel.sent)
    assert desk.channel.acknowledged == ["77"]


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


async def test_at_most_eight_calls_are_in_flight_and_one_is_kept_for_an_emergency(desk: Desk) -> None:
    held = asyncio.Event()
    for number in range(12):
        desk.channel.plan(f"chat {number}", held)
        await desk.post(f"chat {number}", "oi")
    async with desk.running(desk.sending()):
        await desk.channel.until(lambda: desk.channel.at_once == 7)
        await desk.post("a", "help", priority=True)
        desk.outbox_bell.ring()
        await desk.channel.until(lambda: desk.channel.sent)
        assert desk.channel.sent == [("a", "help")]
        held.set()
        await desk.channel.until(lambda: len(desk.channel.sent) == 13)
    assert desk.channel.most_at_once == 8


@pytest.mark.parametrize(
    ("failure", "texts", "states"),
    [
        (NotSent("ConnectError"), ["one", "two"], ["sent", "sent"]),
        (AskedToWait(0.05), ["one", "two"], ["sent", "sent"]),
        (Refused("other"), ["two"], ["failed", "sent"]),
        (Blocked("forbidden"), ["two"], ["failed", "sent"]),
        (Uncertain("ReadTimeout"), ["again: one", "two"], ["unknown", "sent", "sent"]),
        (ValueError("a fault of the adapter"), ["again: one", "two"], ["unknown", "sent", "sent"]),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
async def test_every_way_to_fail_leads_to_its_state(
    desk: Desk, failure: Exception, texts: list[str], states: list[str]
) -> None:
    desk.channel.plan("a", failure)
    await desk.post("a", "one", "two")
    async with desk.running(desk.sending(SendLimits(backoff=AT_ONCE, poll_s=0.05, renew_s=60))):
        await desk.channel.until(lambda: len(desk.channel.sent) == len(texts))
    assert desk.channel.to("a") == texts
    assert [state for _, _, state in await desk.rows()] == states


async def test_a_repeat_that_is_uncertain_too_is_not_repeated(desk: Desk) -> None:
    desk.channel.plan("a", Uncertain("x"), Uncertain("x"))
    await desk.post("a", "one", "two")
    async with desk.running(desk.sending()):
        await desk.channel.until(lambda: desk.channel.sent)
    assert [state for _, _, state in await desk.rows()] == ["unknown", "unknown", "sent"]


async def test_what_a_dead_process_was_sending_is_repeated_with_a_mark(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.post("a", "one", "two")
    await desk.post("b", "reminder", push=True)
    await desk.outgoing()
    await later(pool, seconds=11)
    async with desk.running(desk.sending()):
        await desk.channel.until(lambda: len(desk.channel.sent) == 2)
    assert desk.channel.sent == [("a", "again: one"), ("a", "two")]
    assert await desk.rows() == [
        ("a", "one", "unknown"), ("a", "again: one", "sent"), ("a", "two", "sent"), ("b", "reminder", "unknown"),
    ]  # fmt: skip


async def test_a_call_that_the_end_interrupts_is_of_unknown_end(desk: Desk) -> None:
    desk.channel.plan("a", asyncio.Event())
    await desk.post("a", "one")
    async with desk.running(desk.sending()):
        await desk.channel.until(lambda: desk.channel.at_once)
    assert [state for _, _, state in await desk.rows()] == ["unknown", "pending"]


async def test_what_is_due_is_still_sent_at_the_end(desk: Desk) -> None:
    for number in range(20):
        await desk.post(f"chat {number}", "one", "two")
    stop = asyncio.Event()
    stop.set()
    await desk.sending(SendLimits(grace_s=10)).run(stop)
    assert len(desk.channel.sent) == 40


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


def _unmarked(text: str) -> str:
    return text.removeprefix("again: ")


async def _break(server: str, database: str, some: str = "") -> None:
    """Ends connections to the database."""
    admin = await asyncpg.connect(server)
    query = f"select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 {some}"  # noqa: S608 - ours
    await admin.execute(query, database.partition("?")[0].rpartition("/")[2])
    await admin.close()


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


async def test_the_janitor_clears_away_what_has_served_its_time(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.intake().accept([update(1, "a", "oi"), {"update_id": 2, "poll": 1}])
    async with desk.running(desk.worker(), desk.sending()):
        await desk.channel.until(lambda: desk.channel.sent)
    await desk.post("b", "later")
    janitor = Janitor(PostgresCleaning(pool), desk.log)
    await janitor.clean()
    assert len(await desk.rows()) == 2
    await later(pool, hours=25)
    await janitor.clean()
    assert await desk.rows() == [("a", None, "sent"), ("b", "later", "pending")]
    await later(pool, hours=24)
    await janitor.clean()
    assert await desk.rows() == [("b", "later", "pending")]
    assert await desk.updates() == {2: "quarantined"}
    await later(pool, days=6)
    await janitor.clean()
    assert await desk.updates() == {}
    assert await pool.fetch("select chat from outbox_chats") == [("b",)]


async def test_the_queues_can_be_told_at_a_glance(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.store((1, "a"), (2, "a"))
    await later(pool, seconds=90)
    await desk.intake().accept([{"update_id": 3, "poll": 1}])
    await desk.post("b", "one", "two")
    await desk.outgoing()
    stats = await PostgresStats(pool, BOT)()
    assert (stats.depth, stats.quarantined, stats.dead, stats.outbox) == (2, 1, 0, {"sending": 1, "pending": 1})
    assert 90 <= stats.oldest_s < 120


async def _renewed(pool: asyncpg.Pool) -> None:
    async with asyncio.timeout(20):
        while await pool.fetchval("select run_after < now() + interval '5 s' from inbox_chats"):
            pass


async def _accepted(desk: Desk, number: int) -> None:
    """As a receiver does: again, until it is stored."""
    while True:
        try:
            await desk.intake().accept([update(number, f"chat {number % 5}", str(number))])
        except Exception:  # noqa: BLE001 - a broken connection fails in many ways
            await asyncio.sleep(0)
        else:
            return
