"""Clears away what has served its time: once at the start, before anything is received, and then every so often."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from bot.delivery.ports import Cleaning


@dataclass(frozen=True, slots=True)
class Janitor:
    """Cleans every `every_s` seconds; `sleep` waits so long. `sweep` removes files that were never sent."""

    cleaning: Cleaning
    log: structlog.stdlib.BoundLogger
    sweep: Callable[[], None] = lambda: None
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    every_s: float = 600.0

    async def run(self) -> None:
        """Cleans until it is cancelled."""
        while True:
            await self.clean()
            await self.sleep(self.every_s)

    async def clean(self) -> None:
        """Cleans once; a failure is left for the next time."""
        try:
            cleared = await self.cleaning.clean()
            await asyncio.to_thread(self.sweep)
        except Exception as error:  # noqa: BLE001 - the database is away, or busy; or a folder
            self.log.warning("not_cleaned", error=type(error).__name__)
            return
        if any(cleared.values()):
            self.log.info("cleaned", **cleared)
