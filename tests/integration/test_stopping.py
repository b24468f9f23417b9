"""The end: one deadline for all loops of a process, whatever hangs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping

import asyncpg
import pytest

from bot.delivery.deadline import Deadline
from bot.delivery.janitor import Janitor
from bot.delivery.pacing import SendLimits, WorkLimits
from bot.delivery.service import Delivery
from bot.messages import Incoming
from tests.fakes.channel import update
from tests.integration.delivering import Desk


@pytest.fixture
def desk(pool: asyncpg.Pool) -> Desk:
    return Desk(pool)


class Hanging:
    """Cleaning that never ends."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()

    async def clean(self) -> Mapping[str, int]:
        self.begun.set()
        await asyncio.Event().wait()
        return {}


class Clean:
    async def clean(self) -> Mapping[str, int]:
        return {}


async def _hang(_: Incoming) -> str:
    await asyncio.Event().wait()
    return ""


async def _never(_: asyncio.Event) -> None:
    await asyncio.Event().wait()


async def test_what_is_left_of_a_deadline_is_shared() -> None:
    deadline = Deadline()
    assert deadline.left(9.0) == 9.0
    deadline.begin(7.0)
    assert deadline.left(9.0) == pytest.approx(7.0, abs=0.5)
    assert deadline.left(9.0, spare=5.0) == pytest.approx(2.0, abs=0.5)
    assert deadline.left(1.0) == 1.0
    assert deadline.left(9.0, spare=8.0) == 0


async def test_whatever_hangs_a_process_has_ended_by_its_deadline(desk: Desk) -> None:
    desk.channel.plan("b", asyncio.Event())
    await desk.post("b", "oi")
    await desk.intake().accept([update(1, "a", "oi")])
    worker = desk.worker(_hang, WorkLimits(poll_s=0.05, grace_s=60))
    sending = desk.sending(SendLimits(poll_s=0.05, grace_s=60))
    janitor = Janitor(Clean(), desk.log)
    delivery = Delivery(desk.intake(), worker, sending, janitor, desk.log, stop_s=5.5, receiving_s=0.1)
    stop = asyncio.Event()
    running = asyncio.create_task(delivery.run(_never, stop))
    await desk.channel.until(lambda: desk.channel.at_once)
    async with asyncio.timeout(20):
        while (await desk.updates())[1] != "doing":
            pass
    before = time.monotonic()
    stop.set()
    await running
    assert time.monotonic() - before < 6.5
    assert await desk.updates() == {1: "new"}
    assert [state for _, _, state in await desk.rows()] == ["unknown", "pending"]


async def test_cleaning_at_the_start_gives_way_to_the_end(desk: Desk) -> None:
    cleaning, stop = Hanging(), asyncio.Event()
    delivery = Delivery(desk.intake(), desk.worker(), desk.sending(), Janitor(cleaning, desk.log), desk.log)

    async def receive(stop: asyncio.Event) -> None:
        await stop.wait()

    running = asyncio.create_task(delivery.run(receive, stop))
    await cleaning.begun.wait()
    stop.set()
    async with asyncio.timeout(5):
        await running
