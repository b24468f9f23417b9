"""Receiving by polling: of several processes one does it, and another takes over when that one ends."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any, Final

import structlog

from bot.channels.telegram.receiver import Retries, UpdatesApi, poll, unless
from bot.delivery.intake import Intake
from bot.delivery.service import Storage

_UNTIL_READ_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class Receiver:
    """Polls while this process leads; stands by otherwise."""

    api: UpdatesApi
    intake: Intake
    storage: Storage
    backoff: Retries
    log: structlog.stdlib.BoundLogger

    async def run(self, stop: asyncio.Event) -> None:
        """Until `stop` is set. Raises Unauthorised."""
        while not stop.is_set():
            async with AsyncExitStack() as stack:
                lost = await unless(stop, stack.enter_async_context(self.storage.leadership.led()))
                if lost is not None:
                    self.log.info("telegram_receiving")
                    await self._poll(stop, lost)

    async def _poll(self, stop: asyncio.Event, lost: asyncio.Event) -> None:
        over = asyncio.Event()
        watching = [asyncio.create_task(_passed_on(event, over)) for event in (stop, lost)]
        try:
            offset = await self._offset()
            await poll(
                self.api,
                self._accept,
                self.intake.quarantine,
                offset=offset,
                stop=over,
                backoff=self.backoff,
                log=self.log,
            )
        finally:
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)

    async def _offset(self) -> int | None:
        """Only spares Telegram what was stored already: without it, that comes again and changes nothing."""
        try:
            async with asyncio.timeout(_UNTIL_READ_S):
                return await self.storage.arrivals.next_offset()
        except Exception as error:  # noqa: BLE001 - the database is away
            self.log.warning("cursor_unknown", error=type(error).__name__)
            return None

    async def _accept(self, updates: list[dict[str, Any]]) -> None:
        await self.intake.accept(updates, cursor=True)


async def _passed_on(event: asyncio.Event, over: asyncio.Event) -> None:
    await event.wait()
    over.set()
