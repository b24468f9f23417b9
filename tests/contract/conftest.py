"""Our client and the fake Bot API, for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from bot.channels.telegram.api import BotApi
from tests.contract.telegram_client import QUICK, USER
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def fake(clock: Clock) -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(clock=clock, sleep=clock.sleep) as server:
        server.say(USER, "oi")
        yield server


@pytest.fixture
async def api(fake: FakeTelegram) -> AsyncIterator[BotApi]:
    async with BotApi(SecretStr(TOKEN), fake.url, timeouts=QUICK) as client:
        yield client
