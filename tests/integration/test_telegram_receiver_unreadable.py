"""The receive loop against updates that can't be read: they are put away, and everybody else is heard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram_clock import Clock
from tests.fakes.telegram_faults import Fate
from tests.integration.receiving import USER, Inbox, Run

UNREADABLE = {
    "five_thousand_digits": b"9" * 5_000,
    "not_utf_8": b'"\xff\xfe"',
    "deep": b"[" * 100_000 + b"]" * 100_000,
    "no_json": b"{,}",
}


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


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE.keys())
async def test_what_cannot_be_read_is_quarantined_as_it_came_and_the_rest_is_kept_in_order(
    fake: FakeTelegram, run: Run, body: bytes
) -> None:
    inbox = Inbox()
    fake.garbled[b'"@"'] = body
    for number in range(3):
        fake.say(USER, f"a{number}")
    fake.say(USER, "@")
    fake.say(USER, "b")
    fake.say(USER, "@")
    fake.say(USER, "c")
    receiver = asyncio.create_task(run(inbox))
    await fake.until(lambda: not fake.waiting)
    fake.say(USER, "d")
    await fake.until(lambda: "d" in inbox.texts)
    run.stopping.set()
    await receiver
    assert inbox.texts == ["a0", "a1", "a2", "b", "c", "d"]
    assert [reason for _, reason in inbox.quarantined] == ["not_json", "not_json"]
    assert all(kept.startswith(b'{"update_id": ') and body in kept for kept, _ in inbox.quarantined)
    assert fake.calls("getUpdates")[-1].params["limit"] in {"1", "100"}
    whole = [call for call in fake.calls("getUpdates") if call.params["limit"] == "100"]
    assert len(whole) >= 3  # each fallback ends with what it was for


async def test_nothing_is_passed_over_before_it_is_in_quarantine(fake: FakeTelegram, run: Run, clock: Clock) -> None:
    inbox = Inbox(failures=2)
    fake.garbled[b'"@"'] = b"{,}"
    fake.say(USER, "@")
    receiver = asyncio.create_task(run(inbox))
    await fake.until(lambda: inbox.quarantined and not fake.waiting)
    run.stopping.set()
    await receiver
    assert len(inbox.quarantined) == 1
    assert len(clock.naps) == 3


async def test_without_a_readable_id_it_goes_one_further_from_the_offset(fake: FakeTelegram, run: Run) -> None:
    inbox = Inbox()
    first = fake.say(USER, "antes")["update_id"]
    fake.raw({"update_id": first + 1, "message": {"text": "@"}})
    fake.raw({"update_id": first + 2, "message": {"text": "depois"}})
    fake.garbled[f'"update_id": {first + 1}, "message": {{"text": "@"}}'.encode()] = b'"update_id": 9e, "message": 5'
    receiver = asyncio.create_task(run(inbox))
    await fake.until(lambda: not fake.waiting)
    run.stopping.set()
    await receiver
    assert inbox.texts == ["antes", "depois"]
    assert [body for body, _ in inbox.quarantined] == [b'{"update_id": 9e, "message": 5}']


@pytest.mark.parametrize("page", [b"<html>sign in</html>", b"", b'{"ok": true, "result": [{"update_id": 1'])
async def test_an_answer_that_is_not_telegrams_is_tried_again_and_put_nowhere(
    fake: FakeTelegram, run: Run, clock: Clock, page: bytes
) -> None:
    inbox = Inbox()
    fake.say(USER, "oi")
    fake.garbled[b"{"] = page
    receiver = asyncio.create_task(run(inbox))
    await fake.until(lambda: len(clock.naps) > 3)
    assert fake.waiting
    fake.garbled.clear()
    await fake.until(lambda: inbox.texts == ["oi"])
    run.stopping.set()
    await receiver
    assert inbox.quarantined == []


async def test_a_batch_that_came_garbled_once_is_not_asked_for_singly_for_ever(fake: FakeTelegram, run: Run) -> None:
    inbox = Inbox()
    fake.garbled[b'"@"'] = b"{,}"
    fake.faults.plan("getUpdates", None, Fate.SERVER_ERROR)
    for text in ("a", "@"):
        fake.say(USER, text)
    receiver = asyncio.create_task(run(inbox))
    await fake.until(lambda: [call.params["limit"] for call in fake.calls("getUpdates")][-1:] == ["1"])
    fake.garbled.clear()
    await fake.until(lambda: inbox.texts == ["a", "@"] and not fake.waiting)
    await fake.until(lambda: fake.calls("getUpdates")[-1].params["limit"] == "100")
    run.stopping.set()
    await receiver
    assert inbox.quarantined == []
