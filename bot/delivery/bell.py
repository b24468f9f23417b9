"""A bell within one process; `announce` may carry the ring to others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field


def _nobody() -> None:
    """There are no others."""


@dataclass(slots=True)
class LocalBell:
    """The `Bell` port."""

    announce: Callable[[], None] = _nobody
    _rung: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    @property
    def rung(self) -> bool:
        """Whether it rang since `clear`."""
        return self._rung.is_set()

    def ring(self) -> None:
        """Wakes who waits here, and tells the others."""
        self._rung.set()
        self.announce()

    def ring_here(self) -> None:
        """Wakes who waits here: another process rang, or it is nobody else's business."""
        self._rung.set()

    def clear(self) -> None:
        """Forgets what has rung so far."""
        self._rung.clear()

    async def wait(self, seconds: float) -> None:
        """Returns at a ring since `clear`, or after `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                await self._rung.wait()
        except TimeoutError:
            return
