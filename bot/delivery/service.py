"""Delivery as one process runs it: receives in one way or another, works, sends, cleans; and stops in that order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field

import structlog

from bot.delivery.arrivals import Arrivals
from bot.delivery.deadline import Deadline
from bot.delivery.intake import Intake
from bot.delivery.janitor import Janitor
from bot.delivery.limits import Buckets
from bot.delivery.notices import Notices, Notifier
from bot.delivery.ports import Bell, Cleaning, Inbox, Leadership, Outbox
from bot.delivery.sending import Sending
from bot.delivery.worker import Worker
from bot.metrics import Stats

_REST_S = 1.0
_BESIDE = frozenset({"janitor", "notifier"})
"""Loops that may be cut short anywhere."""

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
    notices: Notices


OpenStorage = Callable[[int], AbstractAsyncContextManager[Storage]]
"""Opens the storage of the bot with that id."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """The loops of one process. Once told to stop they have `stop_s` seconds together, the receiver `receiving_s`.

    Without a `notifier` no operator is told of anything.
    """

    intake: Intake
    worker: Worker
    sending: Sending
    janitor: Janitor
    log: structlog.stdlib.BoundLogger
    tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    stop_s: float = 13.0
    receiving_s: float = 6.0
    notifier: Notifier | None = None

    async def run(self, receive: Receive, stop: asyncio.Event) -> None:
        """Runs until `stop` is set, then lets go of everything within `stop_s`. Raises what ended a loop before."""
        await self._clean(stop)  # before anything is received: old tombstones would hide ids that began again
        worked, sent, deadline = asyncio.Event(), asyncio.Event(), Deadline()
        self.tasks.update(
            receiver=asyncio.create_task(_received(receive, stop), name="receiver"),
            worker=asyncio.create_task(self.worker.run(worked, deadline), name="worker"),
            sender=asyncio.create_task(self.sending.run(sent, deadline), name="sender"),
            janitor=asyncio.create_task(self.janitor.run(), name="janitor"),
        )
        if self.notifier:
            self.tasks["notifier"] = asyncio.create_task(self.notifier.run(), name="notifier")
        beside = [task for name, task in self.tasks.items() if name in _BESIDE]
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({*self.tasks.values(), stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            deadline.begin(self.stop_s)
            stopping.cancel()
            for task in beside:
                task.cancel()
            await self._end("receiver", stop, self.worker.inbox_bell, self.receiving_s)
            await self._end("worker", worked, self.worker.inbox_bell)
            await self._end("sender", sent, self.sending.bell)
            await self.intake.rest(deadline.left(_REST_S))
            await asyncio.gather(*beside, return_exceptions=True)
        for task in self.tasks.values():
            if not task.cancelled() and (error := task.exception()):
                raise error

    async def _clean(self, stop: asyncio.Event) -> None:
        cleaning, stopping = asyncio.create_task(self.janitor.clean()), asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({cleaning, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            cleaning.cancel()
            stopping.cancel()
            await asyncio.gather(cleaning, stopping, return_exceptions=True)

    async def _end(self, name: str, over: asyncio.Event, bell: Bell, most: float | None = None) -> None:
        """Tells a loop to end and waits for it; after `most` seconds it is cancelled."""
        over.set()
        bell.ring_here()
        _, late = await asyncio.wait({self.tasks[name]}, timeout=most)
        for task in late:
            task.cancel()
        await asyncio.gather(self.tasks[name], return_exceptions=True)


async def _received(receive: Receive, stop: asyncio.Event) -> None:
    await receive(stop)
