"""A receiver and what it fills, for tests."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import structlog
from pydantic import SecretStr

from bot.channels.telegram.api import BotApi
from bot.channels.telegram.receiver import Accept, Retries, poll
from bot.channels.telegram.transport import Timeouts
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_clock import Clock
from tests.fakes.telegram_state import Json

USER = 7_001


QUICK = Timeouts(connect=2, read=0.2, write=2, pool=1)


class Inbox:
    """Keeps what it is given, once; fails as often as told."""

    def __init__(self, failures: int = 0) -> None:
        self.kept: dict[int, Json] = {}
        self.given: list[int] = []
        self.failures = failures
        self.quarantined: list[tuple[bytes, str]] = []

    async def quarantine(self, body: bytes, reason: str) -> None:
        if self.failures:
            self.failures -= 1
            raise OSError("no database")
        self.quarantined.append((body, reason))

    async def __call__(self, updates: list[dict[str, Any]]) -> None:
        if self.failures:
            self.failures -= 1
            raise OSError("no database")
        self.given += [update["update_id"] for update in updates]
        self.kept |= {update["update_id"]: update for update in updates}

    @property
    def texts(self) -> list[str]:
        return [update["message"]["text"] for update in self.kept.values()]


class Run:
    """A receiver that runs until `stop`."""

    def __init__(self, url: str, clock: Clock, *, token: str = TOKEN) -> None:
        self.url = url
        self.token = token
        self.stopping = asyncio.Event()
        self.backoff = Retries(clock.sleep, random.Random(1).random)  # noqa: S311
        self.log: structlog.stdlib.BoundLogger = structlog.get_logger()

    async def __call__(self, accept: Accept, offset: int | None = None) -> None:
        quarantine = accept.quarantine if isinstance(accept, Inbox) else Inbox().quarantine
        async with BotApi(SecretStr(self.token), self.url, timeouts=QUICK) as api:
            await poll(
                api, accept, quarantine, offset=offset, stop=self.stopping, backoff=self.backoff, log=self.log, wait=1
            )


async def until_all_kept(fake: FakeTelegram, run: Run, inbox: Inbox, count: int, offset: int | None = None) -> None:
    receiver = asyncio.create_task(run(inbox, offset))
    await fake.until(lambda: len(inbox.kept) >= count and not fake.waiting)
    run.stopping.set()
    await receiver
