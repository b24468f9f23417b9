"""A clock that stands still until it is told to move."""

from __future__ import annotations

import asyncio


class Clock:
    """Seconds since the epoch. `sleep` moves it on at once and yields; `naps` keeps what was asked."""

    def __init__(self, now: float = 1_780_000_000.0) -> None:
        self.now = now
        self.naps: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)
