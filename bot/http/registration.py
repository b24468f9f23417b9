"""Tells Telegram where our webhook is, and sees to it that it stays so."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Protocol

import structlog
from pydantic import SecretStr

from bot.channels.telegram.errors import RetryLater, TelegramError, Unauthorised
from bot.channels.telegram.receiver import Retries
from bot.http.admin import NotReady


class Registered(Protocol):
    """What Telegram says about the webhook; texts are "" where there is nothing to say."""

    @property
    def url(self) -> str:
        """Where updates go."""

    @property
    def pending(self) -> int:
        """How many wait."""

    @property
    def last_error(self) -> str:
        """Why the last failed delivery failed."""


class WebhookApi(Protocol):
    """What registering needs of the Bot API."""

    async def set_webhook(self, url: str, secret: SecretStr, connections: int) -> None:
        """Has updates delivered to `url`, so many at the same time."""

    async def get_webhook_info(self) -> Registered:
        """The webhook as Telegram knows it."""


@dataclass(slots=True)
class Registration:
    """Keeps the webhook of one bot at `url`, checking every `every_s` seconds.

    Telegram delivers up to `connections` updates at the same time, in no order; with 1, in that of their ids.
    The first time it is set whatever Telegram says: the secret and the kinds of updates can't be read back, and may
    have changed. Later only where it points elsewhere, as after a process in polling mode took the updates over.
    """

    api: WebhookApi
    url: str
    secret: SecretStr
    backoff: Retries
    log: structlog.stdlib.BoundLogger
    connections: int = 1
    every_s: float = 300.0
    registered: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    """Set once Telegram has confirmed our address."""
    _failures: int = field(default=0, init=False)

    async def run(self) -> None:
        """Until it is cancelled. Outlives everything but a rejected token (raises Unauthorised)."""
        while True:
            await self.backoff.sleep(await self.turn())

    async def turn(self) -> float:
        """One check, and what it asks for; returns the pause until the next, in seconds."""
        try:
            if await self._mended():
                self._failures = 0
                return self.every_s
            self._fail("not confirmed")
        except Unauthorised:
            raise
        except RetryLater as error:
            return error.seconds
        except TelegramError as error:
            self._fail(f"{type(error).__name__}: {error}")
        return self.backoff.pause(self._failures)

    async def check(self) -> None:
        """For `/readyz`: raises NotReady until Telegram has confirmed our address."""
        if not self.registered.is_set():
            raise NotReady("not registered with Telegram")

    def _fail(self, error: str) -> None:
        self._failures += 1
        self.log.warning("webhook.unregistered", error=error, failures=self._failures)

    async def _mended(self) -> bool:
        """Sets the webhook where that is due; returns whether Telegram has our address."""
        found = await self.api.get_webhook_info()
        if found.last_error:
            self.log.warning("webhook.last_error", error=found.last_error, pending=found.pending)
        if self.registered.is_set():
            if found.url == self.url:
                return True
            self.log.warning("webhook.lost", hint="another process, perhaps in polling mode, uses this bot's token")
            self.registered.clear()
        await self.api.set_webhook(self.url, self.secret, self.connections)
        found = await self.api.get_webhook_info()
        if found.url != self.url:
            return False
        self.registered.set()
        self.log.info("webhook.registered", pending=found.pending)
        return True
