"""Handles stored updates: chats in parallel, each chat's updates one at a time and in order.

No connection is held while a message is thought about. Its effects, its replies and its end are one transaction, which
fails as a whole where the lease was lost meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime

import structlog

from bot.app import Handled
from bot.delivery.deadline import Deadline
from bot.delivery.errors import LeaseLost
from bot.delivery.limits import Floods
from bot.delivery.pacing import EXPIRY, WorkLimits
from bot.delivery.ports import Batch, Bell, Channel, Inbox, Job, Message, Outbox, Post, Reading
from bot.messages import Incoming, Reply, Status
from bot.metrics import DeliveryMeter
from bot.ports import Conversations, Person, Transaction
from rag.ports import StorageError
from rag.types import Language

Handle = Callable[[Incoming], Awaitable[Handled]]
"""`App.handle`, or `App.apologise`. Raises where the message should be tried again."""

_APOLOGIES = 2
_UNSTORED = 3
"""The pause after a failure of storage's is that after so many failures: short, and the same each time."""
_RELEASE_S = 1.0
_SENDING_S = 4.0
"""Of the deadline, left to whoever sends."""


@dataclass(slots=True)
class Worker:
    """One process' share of the work.

    `apologise` writes what a person is told of a message that was given up. `clock` gives an aware time, for the meter;
    `language` is the service's. Without `floods` nobody is held up.
    """

    inbox: Inbox
    outbox: Outbox
    conversations: Conversations
    channel: Channel
    handle: Handle
    apologise: Handle
    inbox_bell: Bell
    outbox_bell: Bell
    language: Language
    limits: WorkLimits
    clock: Callable[[], datetime]
    meter: DeliveryMeter
    log: structlog.stdlib.BoundLogger
    floods: Floods | None = None
    _running: dict[asyncio.Task[None], Job] = field(default_factory=dict, init=False)

    async def run(self, stop: asyncio.Event, deadline: Deadline | None = None) -> None:
        """Works until `stop` is set, then finishes within the grace or hands back. Ring its bell to wake it at once.

        Of the `deadline` it leaves what sending needs.
        """
        renewing = asyncio.create_task(self._renew())
        try:
            while not stop.is_set():
                self.inbox_bell.clear()
                free = self.limits.at_once - len(self._running)
                batch = await self._claim(free) if free else Batch()
                for job in batch.items:
                    self._start(job)
                if batch.due_in > 0 and not stop.is_set():
                    await self.inbox_bell.wait(min(batch.due_in, self.limits.poll_s))
        finally:
            await self._hand_back(deadline or Deadline())
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _claim(self, limit: int) -> Batch[Job]:
        try:
            return await self.inbox.claim(limit)
        except Exception as error:  # noqa: BLE001 - the database is away: it may be back at the next look
            self.log.warning("inbox_unreachable", error=type(error).__name__)
            return Batch()

    def _start(self, job: Job) -> None:
        task = asyncio.create_task(self._job(job))
        self._running[task] = job
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        full = len(self._running) >= self.limits.at_once
        self._running.pop(task, None)
        if full:
            self.inbox_bell.ring_here()

    async def _job(self, job: Job) -> None:
        try:
            await self._handle(job)
        except LeaseLost:
            self.log.warning("lease_lost", update=job.id)
        except Exception as error:  # noqa: BLE001 - whatever it is, the update gets another try or an end
            self.log.warning("update_failed", update=job.id, attempts=job.attempts, error=_name(error))
            if isinstance(error, StorageError) and self.clock() - job.received_at < EXPIRY:
                await self._unstored(job, _name(error))
            else:
                await self._failed(job, _name(error))

    async def _unstored(self, job: Job, error: str) -> None:
        """Storage failed, and not the message: it is tried again for as long as a reply would be worth sending."""
        with suppress(Exception):  # the lease runs out, and the update comes back
            await self.inbox.retry(job, self.limits.backoff.pause(_UNSTORED), error, counted=False)

    async def _handle(self, job: Job) -> None:
        message = self._read(job)
        if not isinstance(message, Message):  # an earlier version took it for one
            await self._bury(job, "Unreadable")
            return
        if self._late(job):
            await self._bury(job, "TooManyAttempts")
            return
        if self.floods and (wait := await self.floods.wait(job, message.incoming)):
            await self._hold(self.floods, job, message, wait)
            return
        handled = await self._thought(job, message)
        more, degraded = await self._write(job, message, handled)
        self.outbox_bell.ring()
        if more:
            self.inbox_bell.ring()
        self.meter.handled((self.clock() - job.received_at).total_seconds(), degraded)

    async def _thought(self, job: Job, message: Message) -> Handled:
        """What comes of thinking; after `longest_s` the apology, since another try would take as long."""
        limit = asyncio.timeout(self.limits.longest_s)
        try:
            async with self.channel.thinking(message), limit:
                return await self.handle(message.incoming)
        except TimeoutError:
            if not limit.expired():
                raise
        self.log.error("thought_too_long", update=job.id, seconds=self.limits.longest_s)
        return await self.apologise(message.incoming)

    def _read(self, job: Job) -> Reading:
        reading = self.channel.read(job.payload, job.received_at)
        if isinstance(reading, Message):  # the payload of an amended one is its last edit's
            return replace(reading, incoming=replace(reading.incoming, id=str(job.id)))
        return reading

    async def _hold(self, floods: Floods, job: Job, message: Message, seconds: float) -> None:
        """Puts a message back until its token comes, and its chat with it; the first of a flood is told."""
        person = Person(message.incoming.channel, message.incoming.user)
        async with self.conversations.transaction(person) as transaction:
            episode = await floods.buckets.hold(transaction)
            if episode.begins:
                await self.outbox.enqueue(transaction, [floods.notice(message, episode.language)])
            await self.inbox.postpone(transaction, job, seconds)
        if episode.begins:
            self.log.info("flood", update=job.id)
            self.outbox_bell.ring()

    async def _write(self, job: Job, message: Message, handled: Handled) -> tuple[bool, list[str]]:
        """Returns whether more waits in the chat, and why replies are degraded."""
        async with self.conversations.transaction(handled.person) as transaction:
            replies = await handled.write(transaction)
            await self._enqueue(transaction, message, replies)
            more = await self.inbox.finish(transaction, job)
        return more, [reason for reply in replies for reason in reply.degraded]

    async def _enqueue(self, transaction: Transaction, message: Message, replies: Sequence[Reply]) -> None:
        parts = [(reply.id, part) for reply in replies for part in self.channel.render(reply, message)]
        if parts:
            urgent = any(reply.status is Status.URGENCIA for reply in replies)
            language = message.incoming.language or self.language
            await self.outbox.enqueue(transaction, [Post(message.incoming.chat, parts, language, priority=urgent)])

    async def _failed(self, job: Job, error: str) -> None:
        try:
            if job.attempts == self.limits.attempts:
                await self._bury(job, error)
            else:
                await self.inbox.retry(job, self.limits.backoff.pause(job.attempts), error)
        except LeaseLost:
            self.log.warning("lease_lost", update=job.id)
        except Exception as again:  # noqa: BLE001 - it can't be given up so, or the database is away
            self.log.warning("update_not_given_up", update=job.id, error=type(again).__name__)
            with suppress(Exception):  # the lease runs out, and the update comes back
                await self.inbox.retry(job, self.limits.backoff.pause(job.attempts), error)

    def _late(self, job: Job) -> int:
        """How often it has come back after the last try, whether that failed or ended the process."""
        return max(job.attempts - self.limits.attempts, job.deaths - self.limits.deaths + 1, 0)

    async def _bury(self, job: Job, error: str) -> None:
        """The end of an update that can't be handled: the person is told, once, in the same transaction.

        Where telling fails too, its words are left out the next time, and the time after that nobody is told.
        """
        message, late = self._read(job), self._late(job)
        if not isinstance(message, Message) or late > _APOLOGIES:
            async with self.conversations.transaction(Person("", job.chat)) as transaction:
                await self.inbox.bury(transaction, job, error)
        else:
            incoming = message.incoming
            handled = await self.apologise(incoming if late < _APOLOGIES else replace(incoming, text="", data=""))
            async with self.conversations.transaction(handled.person) as transaction:
                await self._enqueue(transaction, message, await handled.write(transaction))
                await self.inbox.bury(transaction, job, error)
        self.meter.gave_up()
        self.log.error("update_given_up", update=job.id, attempts=job.attempts, deaths=job.deaths, error=error)
        self.outbox_bell.ring()
        self.inbox_bell.ring()

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self.limits.renew_s)
            running = dict(self._running)
            if not running:
                continue
            try:
                held = set(map(_key, await self.inbox.renew(list(running.values()))))
            except Exception as error:  # noqa: BLE001 - finishing tells whether the lease was held
                self.log.warning("leases_not_renewed", error=type(error).__name__)
                continue
            for task, job in running.items():
                if _key(job) not in held:  # nor was it finished, or its task would be over
                    task.cancel()

    async def _hand_back(self, deadline: Deadline) -> None:
        if self._running:
            await asyncio.wait(self._running, timeout=deadline.left(self.limits.grace_s, _SENDING_S + _RELEASE_S))
        late = dict(self._running)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        if late:
            with suppress(Exception):  # the lease runs out by itself
                async with asyncio.timeout(_RELEASE_S):
                    await self.inbox.release(list(late.values()))
            self.log.info("updates_handed_back", count=len(late))


def _name(error: Exception) -> str:
    """The class of an error; of storage, of what the driver said."""
    cause = error.__cause__ if isinstance(error, StorageError) else None
    return type(cause or error).__name__


def _key(job: Job) -> tuple[str, object]:
    return job.chat, job.token
