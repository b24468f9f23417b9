"""The webhook as Telegram has it: set and checked, taken away and back, and delivered to again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
import structlog
from pydantic import SecretStr
from structlog.testing import capture_logs

from bot.channels.telegram.api import BotApi
from bot.channels.telegram.errors import Unauthorised
from bot.channels.telegram.receiver import Retries, poll
from bot.http.admin import NotReady
from bot.http.registration import Registration
from bot.http.serving import serve
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_clock import Clock
from tests.fakes.telegram_faults import Fate, Fault
from tests.fakes.telegram_state import Json
from tests.fakes.telegram_state import Webhook as FakeWebhook
from tests.integration.webhooking import PATH, SECRET, Inbox, Refusals, application

USER = 7_001


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def meter() -> Refusals:
    return Refusals()


@pytest.fixture
async def address(inbox: Inbox, meter: Refusals) -> AsyncIterator[str]:
    async with serve(application(inbox, meter), "127.0.0.1", 0, name="HTTP", farewell_s=1) as port:
        yield f"http://127.0.0.1:{port}"


@dataclass(frozen=True, slots=True)
class Told:
    """What Telegram says, with the last error."""

    url: str
    pending: int
    last_error: str


class Api:
    """A client of the fake, and what it says of the last error."""

    def __init__(self, fake: FakeTelegram, client: BotApi) -> None:
        self.fake, self.client = fake, client

    async def set_webhook(self, url: str, secret: SecretStr, connections: int) -> None:
        await self.client.set_webhook(url, secret, connections)

    async def get_webhook_info(self) -> Told:
        info = await self.client.get_webhook_info()
        return Told(info.url, info.pending, self.fake.state.webhook.last_error)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def fake(clock: Clock) -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(clock=clock, sleep=clock.sleep) as server:
        yield server


@pytest.fixture
async def bot(fake: FakeTelegram) -> AsyncIterator[BotApi]:
    async with BotApi(SecretStr(TOKEN), fake.url) as opened:
        yield opened


@pytest.fixture
def registration(fake: FakeTelegram, bot: BotApi, address: str, clock: Clock) -> Registration:
    backoff = Retries(clock.sleep, random.Random(1).random)  # noqa: S311
    return Registration(Api(fake, bot), address + PATH, SecretStr(SECRET), backoff, structlog.get_logger())


async def test_updates_come_again_until_they_are_safe_and_each_is_kept(
    fake: FakeTelegram, registration: Registration, inbox: Inbox, meter: Refusals
) -> None:
    inbox.failures = 4
    for number in range(40):
        fake.say(USER + number % 5, str(number))
    fake.faults.plan("webhook", Fate.DROP_BEFORE, Fate.DROP_AFTER)
    assert await registration.turn() == 300
    await fake.until(lambda: not fake.waiting)
    assert {update["message"]["text"] for update in inbox.kept.values()} == {str(number) for number in range(40)}
    assert meter.statuses == [503] * 4


async def test_switching_between_webhook_and_polling_needs_no_hand_work(
    fake: FakeTelegram, registration: Registration, bot: BotApi, inbox: Inbox
) -> None:
    stop = asyncio.Event()
    polled: list[Json] = []

    async def accept(updates: list[dict[str, Any]]) -> None:
        polled.extend(updates)
        stop.set()

    async def quarantine(_: bytes, reason: str) -> None:
        raise AssertionError(reason)

    await registration.turn()
    fake.say(USER, "first")
    await fake.until(lambda: inbox.kept and not fake.waiting)
    polling = asyncio.create_task(
        poll(
            bot,
            accept,
            quarantine,
            offset=None,
            stop=stop,
            backoff=registration.backoff,
            log=registration.log,
            wait=1,
        )
    )
    await fake.until(lambda: not fake.state.webhook.url)
    second = fake.say(USER, "second")
    await polling
    assert polled == [second]
    with capture_logs() as logs:
        assert await registration.turn() == 300
    assert [entry["event"] for entry in logs] == ["webhook.lost", "webhook.registered"]
    third = fake.say(USER, "third")
    await fake.until(lambda: third["update_id"] in inbox.kept)


async def test_a_new_secret_is_set_at_start_though_the_address_is_the_same(
    fake: FakeTelegram, registration: Registration, address: str
) -> None:
    fake.state.webhook = FakeWebhook(address + PATH, "the-old-one", last_error="403 Forbidden")
    with capture_logs() as logs:
        await registration.turn()
    assert fake.state.webhook.secret == SECRET
    assert logs[0] == {"event": "webhook.last_error", "error": "403 Forbidden", "pending": 0, "log_level": "warning"}
    await registration.turn()
    assert len(fake.calls("setWebhook")) == 1


async def test_registering_outlives_faults_and_readiness_waits_for_it(
    fake: FakeTelegram, registration: Registration, clock: Clock
) -> None:
    fake.faults.plan("setWebhook", Fate.SERVER_ERROR, Fault(Fate.RATE_LIMITED, seconds=7))
    running = asyncio.create_task(registration.run())
    with pytest.raises(NotReady, match="not registered"):
        await registration.check()
    async with asyncio.timeout(5):
        await registration.registered.wait()
    await registration.check()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert 0.25 <= clock.naps[0] <= 0.5
    assert clock.naps[1] == 7


async def test_a_rejected_token_ends_registering(fake: FakeTelegram, registration: Registration) -> None:
    fake.token = "1:another"  # noqa: S105
    with pytest.raises(Unauthorised):
        await registration.run()
