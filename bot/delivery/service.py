"""Delivery as one process runs it: receives in one way or another, works, sends, cleans; and stops in that order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field

import structlog

from bot.delivery.arrivals import Arrivals
from bot.delivery.intake import Intake
from bot.delivery.janitor import Janitor
from bot.delivery.limits import Buckets
from bot.delivery.ports import Bell, Cleaning, Inbox, Leadership, Outbox
from bot.delivery.sending import Sending
from bot.delivery.worker import Worker
from bot.metrics import Stats

Receive = Callable[[asyncio.Event], Awaitable[None]]
"""Receives until the event is set. What it raises ends the service."""


@dataclass(frozen=True, slots=True)
class Storage:
    """Everything that delivery keeps, for one bot."""

    arrivals: Arrivals
    inbox: Inbox
    outbox: Outbox
    cleaning: Cleaning
    leadership: Leadership
    inbox_bell: Bell
    outbox_bell: Bell
    stats: Callable[[], Awaitable[Stats]]
    buckets: Buckets


OpenStorage = Callable[[int], AbstractAsyncContextManager[Storage]]
"""Opens the storage of the bot with that id."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """The loops of one process."""

    intake: Intake
    worker: Worker
    sending: Sending
    janitor: Janitor
    log: structlog.stdlib.BoundLogger
    tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    async def run(self, receive: Receive, stop: asyncio.Event) -> None:
        """Runs until `stop` is set, then lets go of everything within the graces. Raises what ended a loop before."""
        await self.janitor.clean()  # before anything is received: old tombstones would hide ids that began again
        worked, sent = asyncio.Event(), asyncio.Event()
        self.tasks.update(
            receiver=asyncio.create_task(_received(receive, stop), name="receiver"),
            worker=asyncio.create_task(self.worker.run(worked), name="worker"),
            sender=asyncio.create_task(self.sending.run(sent), name="sender"),
            janitor=asyncio.create_task(self.janitor.run(), name="janitor"),
        )
        try:
            await asyncio.wait(self.tasks.values(), return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.set()
            await self._end("receiver", stop, self.worker.inbox_bell)
            await self._end("worker", worked, self.worker.inbox_bell)
            await self._end("sender", sent, self.sending.bell)
            self.tasks["janitor"].cancel()
            await asyncio.gather(self.tasks["janitor"], return_exceptions=True)
        for task in self.tasks.values():
            if not task.cancelled() and (error := task.exception()):
                raise error

    async def _end(self, name: str, over: asyncio.Event, bell: Bell) -> None:
        over.set()
        bell.ring_here()
        await asyncio.gather(self.tasks[name], return_exceptions=True)


async def _received(receive: Receive, stop: asyncio.Event) -> None:
    await receive(stop)
