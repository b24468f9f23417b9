"""A webhook in front of an inbox in memory, for tests."""

from __future__ import annotations

import asyncio
from typing import Any

import structlog
from pydantic import SecretStr
from starlette.applications import Starlette

from bot.http.webhook import Unreadable, Webhook, webhook_app
from bot.metrics import NullMeter
from tests.fakes.telegram_state import Json

SECRET = "correct-horse_1"  # noqa: S105 - opens nothing but this test's webhook


PATH = "/telegram/hook"


class Inbox:
    """Keeps what it is given, once; fails as often as told; waits while `open` is not set."""

    def __init__(self, failures: int = 0) -> None:
        self.kept: dict[int, Json] = {}
        self.quarantined: list[tuple[bytes, Unreadable]] = []
        self.failures = failures
        self.asked = asyncio.Event()
        self.open = asyncio.Event()
        self.open.set()

    async def accept(self, update: dict[str, Any]) -> None:
        self.asked.set()
        await self.open.wait()
        self._fail()
        self.kept[update["update_id"]] = update

    async def quarantine(self, body: bytes, reason: Unreadable) -> None:
        self._fail()
        self.quarantined.append((body, reason))

    @property
    def empty(self) -> bool:
        return not self.kept and not self.quarantined and not self.asked.is_set()

    def _fail(self) -> None:
        if self.failures:
            self.failures -= 1
            raise OSError("no database at 10.0.0.7")


class Refusals(NullMeter):
    """Keeps the statuses."""

    def __init__(self) -> None:
        self.statuses: list[int] = []

    def refused(self, status: int) -> None:
        self.statuses.append(status)


def application(
    inbox: Inbox, meter: NullMeter | None = None, *, body_timeout_s: float = 5.0, keep_timeout_s: float = 5.0
) -> Starlette:
    log: structlog.stdlib.BoundLogger = structlog.get_logger()
    hook = Webhook(
        SecretStr(SECRET), inbox.accept, inbox.quarantine, meter or NullMeter(), log, body_timeout_s, keep_timeout_s
    )
    return webhook_app(hook, f"https://bot.example{PATH}")
