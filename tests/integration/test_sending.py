"""The sender on a real database, with a fake channel that fails as told."""

from __future__ import annotations

import asyncio
from typing import ClassVar
from uuid import uuid4

import asyncpg
import pytest

from bot.adapters.delivery.outbox import PostgresOutbox
from bot.delivery.errors import AskedToWait, Blocked, NotSent, Refused, ServerFailed, Uncertain
from bot.delivery.pacing import EXPIRY, LEASE, UNPACED, Backoff, SendLimits
from bot.delivery.ports import Batch, Fate, Outgoing, Settlement
from bot.metrics import NullMeter, Outcome
from tests.fakes.channel import update
from tests.integration.delivering import BOT, Desk, later

AT_ONCE = Backoff(0.0, 0.0)
_PAUSE = "select extract(epoch from run_after - now())::float from outbox where state = 'pending'"


class Outcomes(NullMeter):
    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []

    def sent(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)


class Claims(PostgresOutbox):
    """Counts how often it is asked for work."""

    asked: ClassVar[list[int]] = []

    async def claim(self, limit: int, ordinary: int) -> Batch[Outgoing]:
        self.asked.append(ordinary)
        return await super().claim(limit, ordinary)


@pytest.fixture
def desk(pool: asyncpg.Pool) -> Desk:
    return Desk(pool)


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


async def test_an_emergency_is_repeated_with_one_mark_until_its_end_is_known(desk: Desk) -> None:
    desk.channel.plan("a", *[Uncertain("x")] * 4)
    await desk.post("a", "help", priority=True)
    async with desk.running(desk.sending(SendLimits(repeats=AT_ONCE, poll_s=0.05, renew_s=60))):
        await desk.channel.until(lambda: desk.channel.sent)
    assert desk.channel.sent == [("a", "again: help")]
    assert await desk.rows() == [
        ("a", "help", "unknown"),
        *[("a", "again: help", "unknown")] * 3,
        ("a", "again: help", "sent"),
    ]


async def test_repeats_of_an_emergency_come_at_longer_and_longer_pauses(desk: Desk, pool: asyncpg.Pool) -> None:
    """The first one at once."""
    desk.channel.plan("a", *[Uncertain("x")] * 4)
    await desk.post("a", "help", priority=True)
    limits = SendLimits(repeats=Backoff(100.0, 900.0), poll_s=0.05, renew_s=60)
    pauses = []
    for _ in range(3):
        async with desk.running(desk.sending(limits)):
            await _every_call_ended(pool)
        pauses.append(await pool.fetchval(_PAUSE))
        await later(pool, seconds=900)
    assert pauses == [pytest.approx(seconds, abs=20) for seconds in (100, 200, 400)]


async def test_an_emergency_of_unknown_end_is_given_up_in_time(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.post("a", "help", priority=True)
    for hours, rows in ((0, 2), (23, 3), (2, 3)):
        await later(pool, hours=hours)
        (outgoing,) = await desk.outgoing()
        await desk.outbox.settle([Settlement(outgoing, Fate.UNKNOWN, again=[outgoing.part])])
        assert len(await desk.rows()) == rows
    assert {state for _, _, state in await desk.rows()} == {"unknown"}


async def test_an_emergency_that_a_worker_answers_stands_outside_the_queue_too(desk: Desk, pool: asyncpg.Pool) -> None:
    desk.urgent = frozenset({"help"})
    await desk.intake().accept([update(1, "a", "oi"), update(2, "a", "help")])
    async with desk.running(desk.worker(), desk.sending()):
        await desk.channel.until(lambda: len(desk.channel.sent) == 2)
    rows = await pool.fetch("select payload ->> 'text' as text, priority from outbox")
    assert dict(rows) == {"oi": False, "help": True}


async def _every_call_ended(pool: asyncpg.Pool) -> None:
    async with asyncio.timeout(20):
        while await pool.fetchval(
            "select count(*) from outbox where state = 'sending' or state = 'pending' and run_after <= now()"
        ):
            pass


async def test_while_all_ordinary_calls_are_in_flight_nothing_is_asked_for_again_and_again(desk: Desk) -> None:
    held = asyncio.Event()
    for number in range(9):
        desk.channel.plan(f"chat {number}", held)
        await desk.post(f"chat {number}", "oi")
    sending = desk.sending(SendLimits(renew_s=60, grace_s=0.05))
    sending.outbox = claims = Claims(desk.pool, BOT, LEASE, EXPIRY, UNPACED, uuid4)
    async with desk.running(sending):
        await desk.channel.until(lambda: desk.channel.at_once == 7)
        before = len(claims.asked)
        await asyncio.wait([asyncio.create_task(held.wait())], timeout=0.5)
        assert len(claims.asked) - before <= 2
        held.set()
        await desk.channel.until(lambda: len(desk.channel.sent) == 9)


async def test_what_is_due_and_locked_is_asked_for_at_a_walking_pace(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.post("a", "oi")
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute("select from outbox_chats for update")
        assert (await desk.outbox.claim(8, 7)).due_in == pytest.approx(0.05)


async def test_an_abandoned_call_counts_as_one_of_unknown_end(desk: Desk, pool: asyncpg.Pool) -> None:
    meter = Outcomes()
    await desk.post("a", "one")
    await desk.outgoing()
    await later(pool, seconds=11)
    sending = desk.sending()
    sending.meter = meter
    async with desk.running(sending):
        await desk.channel.until(lambda: desk.channel.sent)
    assert meter.outcomes == [Outcome.UNKNOWN, Outcome.SENT]


async def test_an_outage_marks_what_may_have_arrived_once_and_loses_nothing(desk: Desk) -> None:
    desk.channel.plan("a", *[ServerFailed("HTTP 502")] * 4)
    await desk.post("a", "one", "two")
    async with desk.running(desk.sending(SendLimits(backoff=AT_ONCE, poll_s=0.05, renew_s=60))):
        await desk.channel.until(lambda: len(desk.channel.sent) == 2)
    assert desk.channel.to("a") == ["again: one", "two"]
    assert [state for _, _, state in await desk.rows()] == ["unknown", "sent", "sent"]


async def test_the_first_repeat_after_a_failed_server_waits_for_the_back_off(desk: Desk, pool: asyncpg.Pool) -> None:
    desk.channel.plan("a", ServerFailed("HTTP 502"))
    await desk.post("a", "one")
    async with desk.running(desk.sending(SendLimits(backoff=Backoff(100.0, 100.0), poll_s=0.05, renew_s=60))):
        await _every_call_ended(pool)
    wait = await pool.fetchval("select extract(epoch from run_after - now())::float from outbox_chats")
    assert wait == pytest.approx(100, abs=20)
