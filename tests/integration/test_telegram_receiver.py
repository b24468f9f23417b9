"""The receive loop against the fake Bot API: what it keeps, confirms and leaves out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram_clock import Clock
from tests.integration.receiving import USER, Inbox, Run, until_all_kept


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def fake(clock: Clock) -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(clock=clock, sleep=clock.sleep) as server:
        yield server


@pytest.fixture
def run(fake: FakeTelegram, clock: Clock) -> Run:
    return Run(fake.url, clock)


async def test_updates_are_kept_in_order_and_then_confirmed(fake: FakeTelegram, run: Run) -> None:
    inbox = Inbox()
    for number in range(250):
        fake.say(USER, str(number))
    await until_all_kept(fake, run, inbox, 250)
    assert inbox.texts == [str(number) for number in range(250)]
    assert inbox.given == sorted(inbox.kept)


async def test_nothing_is_confirmed_before_it_is_kept(fake: FakeTelegram, run: Run) -> None:
    kept = asyncio.Event()

    async def slow(_: list[dict[str, Any]]) -> None:
        await kept.wait()

    update = fake.say(USER, "oi")
    receiver = asyncio.create_task(run(slow))
    await fake.until(lambda: fake.calls("getUpdates"))
    assert fake.waiting == [update]
    assert len(fake.calls("getUpdates")) == 1
    kept.set()
    await fake.until(lambda: not fake.waiting)
    run.stopping.set()
    await receiver


async def test_a_webhook_is_taken_away_at_the_start_and_whenever_it_comes_back(fake: FakeTelegram, run: Run) -> None:
    fake.state.webhook.url = "https://example.org/hook"
    inbox = Inbox()
    receiver = asyncio.create_task(run(inbox))
    fake.say(USER, "1")
    await fake.until(lambda: inbox.texts == ["1"])
    fake.state.webhook.url = "https://example.org/hook"
    fake.say(USER, "2")
    await fake.until(lambda: inbox.texts == ["1", "2"])
    run.stopping.set()
    await receiver
    assert not fake.state.has_webhook()


async def test_what_has_no_id_is_quarantined_and_does_not_stop_the_rest(
    fake: FakeTelegram, run: Run, clock: Clock
) -> None:
    inbox = Inbox()
    shapes: list[Any] = [{}, [], None, 5, {"update_id": "7"}, {"update_id": True}]
    for update in shapes:
        fake.raw(update)
    receiver = asyncio.create_task(run(inbox))
    await fake.until(lambda: len(clock.naps) > 2)  # alone, they can't be confirmed: no busy loop
    assert inbox.kept == {}
    assert {(json.dumps(shape).encode(), "no_update_id") for shape in shapes} == set(inbox.quarantined)
    fake.say(USER, "oi")
    await fake.until(lambda: inbox.texts == ["oi"])
    run.stopping.set()
    await receiver


async def test_an_update_of_any_shape_is_kept_raw(fake: FakeTelegram, run: Run) -> None:
    inbox = Inbox()
    messages: list[Any] = [None, 5, {"from": []}]
    shapes = [{"update_id": 800_000_000 + n, "message": m} for n, m in enumerate(messages)]
    for shape in shapes:
        fake.raw(shape)
    await until_all_kept(fake, run, inbox, 3)
    assert list(inbox.kept.values()) == shapes


async def test_an_old_offset_does_not_linger_so_that_ids_may_start_again_lower(fake: FakeTelegram, run: Run) -> None:
    inbox = Inbox()
    receiver = asyncio.create_task(run(inbox))
    said = fake.say(USER, "antes")
    await fake.until(lambda: inbox.kept and not fake.waiting)
    asked = [str(said["update_id"] + 1), None]  # confirmed once, then no more
    await fake.until(lambda: [c.params.get("offset") for c in fake.calls("getUpdates")][-2:] == asked)
    fake.raw({"update_id": 5, "message": {"text": "de novo"}})
    await fake.until(lambda: 5 in inbox.kept)
    run.stopping.set()
    await receiver


async def test_stopping_interrupts_the_poll_and_confirms_the_last_batch(fake: FakeTelegram, run: Run) -> None:
    async def stop_at_once(_: list[dict[str, Any]]) -> None:
        run.stopping.set()

    update = fake.say(USER, "oi")
    await run(stop_at_once)
    assert fake.waiting == []
    assert fake.calls("getUpdates")[-1].params["offset"] == str(update["update_id"] + 1)


async def test_stopping_does_not_wait_for_a_long_poll_or_a_pause(fake: FakeTelegram, run: Run) -> None:
    receiver = asyncio.create_task(run(Inbox()))
    await fake.until(lambda: fake.state.consumer)
    run.stopping.set()
    async with asyncio.timeout(2):
        await receiver
