"""The receive loop against the fake Bot API, with everything that may go wrong."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
import structlog
from pydantic import SecretStr

from bot.channels.telegram.api import BotApi
from bot.channels.telegram.errors import Unauthorised
from bot.channels.telegram.receiver import Retries
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_clock import Clock
from tests.fakes.telegram_faults import Fate, Fault, Faults
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


async def test_an_update_that_could_not_be_kept_comes_again(fake: FakeTelegram, run: Run, clock: Clock) -> None:
    inbox = Inbox(failures=3)
    fake.say(USER, "oi")
    await until_all_kept(fake, run, inbox, 1)
    assert len(clock.naps) == 3
    assert 0.25 <= clock.naps[0] <= 0.5
    assert 1.0 <= clock.naps[2] <= 2.0


async def test_a_receiver_that_is_cancelled_while_keeping_loses_nothing(fake: FakeTelegram, run: Run) -> None:
    keeping = asyncio.Event()

    async def never(_: list[dict[str, Any]]) -> None:
        keeping.set()
        await asyncio.Event().wait()

    update = fake.say(USER, "oi")
    receiver = asyncio.create_task(run(never))
    await keeping.wait()
    receiver.cancel()
    await asyncio.gather(receiver, return_exceptions=True)
    assert fake.waiting == [update]
    inbox = Inbox()
    await until_all_kept(fake, run, inbox, 1)
    assert inbox.texts == ["oi"]


FAULTS = [
    Fault(Fate.DROP_BEFORE),
    Fault(Fate.DROP_AFTER),
    Fault(Fate.MALFORMED),
    Fault(Fate.SERVER_ERROR, status=500),
    Fault(Fate.SERVER_ERROR, status=502),
    Fault(Fate.RATE_LIMITED, seconds=9),
    Fault(Fate.REORDER),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.fate}-{fault.status}")
async def test_it_outlives_every_fault(fake: FakeTelegram, run: Run, clock: Clock, fault: Fault) -> None:
    inbox = Inbox()
    for number in range(9):
        fake.say(USER, str(number))
    fake.faults.plan("deleteWebhook", fault)
    fake.faults.plan("getUpdates", fault, fault, None, fault)
    await until_all_kept(fake, run, inbox, 9)
    assert inbox.texts == [str(number) for number in range(9)]
    if fault.fate is Fate.RATE_LIMITED:
        assert clock.naps[:3] == [9, 9, 9]


async def test_it_outlives_an_answer_that_never_comes(fake: FakeTelegram, clock: Clock) -> None:
    run, inbox = Run(fake.url, clock), Inbox()
    fake.faults.plan("deleteWebhook", Fate.HANG_AFTER)
    fake.say(USER, "oi")
    await until_all_kept(fake, run, inbox, 1)
    assert inbox.texts == ["oi"]


async def test_a_seeded_storm_loses_nothing(clock: Clock) -> None:
    rates = {
        Fate.DROP_BEFORE: 0.1,
        Fate.DROP_AFTER: 0.1,
        Fate.MALFORMED: 0.1,
        Fate.SERVER_ERROR: 0.1,
        Fate.RATE_LIMITED: 0.1,
        Fate.REORDER: 0.2,
    }
    storm = Faults(random.Random(7), rates)  # noqa: S311
    async with FakeTelegram(clock=clock, sleep=clock.sleep, faults=storm) as fake:
        run, inbox = Run(fake.url, clock), Inbox(failures=2)
        receiver = asyncio.create_task(run(inbox))
        for number in range(300):
            fake.say(USER, str(number))
            await asyncio.sleep(0)
        await fake.until(lambda: len(inbox.kept) == 300)
        run.stopping.set()
        await receiver
    assert inbox.texts == [str(number) for number in range(300)]


async def test_a_rival_is_met_with_patience(fake: FakeTelegram, run: Run, clock: Clock) -> None:
    inbox = Inbox()
    with structlog.testing.capture_logs() as logs:
        run.log = structlog.get_logger()
        receiver = asyncio.create_task(run(inbox))
        await fake.until(lambda: fake.state.consumer)
        async with BotApi(SecretStr(TOKEN), fake.url) as rival:
            await rival.get_updates(None, timeout=0)
        await fake.until(lambda: clock.naps)
        fake.say(USER, "oi")
        await fake.until(lambda: inbox.kept)
        run.stopping.set()
        await receiver
    assert clock.naps == [run.backoff.conflict]
    assert [entry["event"] for entry in logs if entry["log_level"] == "warning"] == ["telegram.conflict"]


async def test_a_rejected_token_ends_it(fake: FakeTelegram, clock: Clock) -> None:
    with pytest.raises(Unauthorised):
        await Run(fake.url, clock, token="123:abc")(Inbox())  # noqa: S106 - opens nothing


async def test_it_keeps_trying_while_nobody_answers(clock: Clock) -> None:
    run = Run("http://127.0.0.1:9", clock)

    async def counted(seconds: float) -> None:
        await clock.sleep(seconds)
        if len(clock.naps) == 20:
            run.stopping.set()

    run.backoff = Retries(counted, random.Random(1).random)  # noqa: S311
    await run(Inbox())
    assert max(clock.naps) <= run.backoff.longest
    assert min(clock.naps[8:]) >= run.backoff.longest / 2


def test_pauses_double_and_stay_bounded_for_ever() -> None:
    backoff = Retries(asyncio.sleep, lambda: 1.0)
    assert [backoff.pause(n) for n in (1, 2, 3, 7, 10_000)] == [0.5, 1, 2, 30, 30]
    assert Retries(asyncio.sleep, lambda: 0.0).pause(1) == 0.25
