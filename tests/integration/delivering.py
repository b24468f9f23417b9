"""Delivery on a real database with a fake channel, for tests. Time goes on by `later`, not by waiting."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import structlog

from bot.adapters.conversations import PostgresConversations
from bot.adapters.delivery.inbox import PostgresArrivals, PostgresInbox
from bot.adapters.delivery.limits import PostgresBuckets
from bot.adapters.delivery.outbox import PostgresOutbox
from bot.app import Handled
from bot.delivery.arrivals import Arrival, Update
from bot.delivery.bell import LocalBell
from bot.delivery.intake import Intake
from bot.delivery.limits import UNLIMITED, FloodLimits, Floods, flood_notice
from bot.delivery.pacing import EXPIRY, LEASE, UNPACED, Pace, SendLimits, WorkLimits
from bot.delivery.ports import Job, Outgoing, Part, Post
from bot.delivery.sending import Sending
from bot.delivery.worker import Worker
from bot.messages import Incoming, Kind, Reply, Status
from bot.metrics import NullMeter
from bot.ports import MessageRow, Person, Transaction
from rag.types import Language
from tests.fakes.channel import FakeChannel

BOT = 4_839_574_812
SORRY = "something went wrong"
SLOWLY = "slowly, please ({})"
QUICK = WorkLimits(poll_s=0.05, renew_s=60, grace_s=0.05)
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

_COLUMNS = {
    "rate_buckets": "updated_at flooded_at",  # before the chats: a token is there when their turn comes
    "inbox": "received_at finished_at",
    "inbox_chats": "run_after",
    "poll_cursor": "updated_at",
    "outbox": "run_after created_at sent_at",
    "outbox_chats": "run_after pause_until blocked_at",
    "outbox_pace": "full_at",
    "button_tokens": "expires_at",
    "group_notices": "noticed_at",
}

Think = Callable[[Incoming], Awaitable[str]]


async def later(pool: asyncpg.Pool, **time: float) -> None:
    """Makes everything stored older."""
    for table, columns in _COLUMNS.items():
        moved = ", ".join(f"{column} = {column} - $1::interval" for column in columns.split())
        async with pool.acquire() as connection, connection.transaction():
            await connection.execute("set local role none")  # whoever's it is
            await connection.execute(f"update {table} set {moved}", timedelta(**time))  # noqa: S608 - the names are ours


async def _sorry(_: Incoming) -> str:
    return SORRY


async def echo(incoming: Incoming) -> str:
    return incoming.text


@dataclass
class Desk:
    """Queues, and as many processes' loops as a test starts. `alarms` are screened at receipt, `urgent` by a worker."""

    pool: asyncpg.Pool
    pace: Pace = UNPACED
    channel: FakeChannel = field(default_factory=FakeChannel)
    inbox_bell: LocalBell = field(default_factory=LocalBell)
    outbox_bell: LocalBell = field(default_factory=LocalBell)
    alarms: frozenset[str] = frozenset()
    urgent: frozenset[str] = frozenset()
    lease: timedelta = LEASE
    limits: FloodLimits = UNLIMITED
    keeps_words: bool = True

    def __post_init__(self) -> None:
        self.log = structlog.get_logger("test")
        self.conversations = PostgresConversations(self.pool)
        self.arrivals = PostgresArrivals(self.pool, BOT, self.log, self.limits)
        self.inbox = PostgresInbox(self.pool, BOT, self.lease, uuid.uuid4)
        self.outbox = PostgresOutbox(self.pool, BOT, LEASE, EXPIRY, self.pace, uuid.uuid4)

        notice = flood_notice(self.channel, SLOWLY.format, Language.PT)
        self.floods = Floods(
            PostgresBuckets(self.pool, self.limits), notice, lambda incoming: incoming.text in self.alarms
        )

    def handler(self, think: Think) -> Callable[[Incoming], Awaitable[Handled]]:
        """Thinks, and answers with what came of it, stored like a real answer."""

        async def handle(incoming: Incoming) -> Handled:
            text = await think(incoming)

            async def write(transaction: Transaction) -> list[Reply]:
                await transaction.keep_person(None)
                asked, said = uuid.uuid4(), uuid.uuid4()
                words = incoming.text if self.keeps_words else None
                rows = [
                    MessageRow(asked, "in", Kind.TEXT, Language.ES, NOW, words, external_id=incoming.id),
                    MessageRow(said, "out", Kind.TEXT, Language.ES, NOW, text, asked),
                ]
                await transaction.record(rows)
                status = Status.URGENCIA if text in self.urgent else None
                return [Reply(str(said), text, status=status)]

            return Handled(Person(incoming.channel, incoming.user), write)

        return handle

    def worker(self, think: Think = echo, limits: WorkLimits = QUICK) -> Worker:
        async def apologise(incoming: Incoming) -> Handled:
            return await self.handler(_sorry)(incoming)

        return Worker(
            self.inbox, self.outbox, self.conversations, self.channel, self.handler(think), apologise,
            self.inbox_bell, self.outbox_bell, Language.PT, limits, lambda: datetime.now(UTC), NullMeter(), self.log,
            self.floods,
        )  # fmt: skip

    def sending(self, limits: SendLimits | None = None) -> Sending:
        chosen = limits or SendLimits(poll_s=0.05, renew_s=60, grace_s=0.05)
        return Sending(self.outbox, self.channel, self.outbox_bell, chosen, NullMeter(), self.log)

    def intake(self, think: Think = echo) -> Intake:
        return Intake(
            self.arrivals, self.outbox, self.channel, self.handler(think), self.alarms.__contains__,
            lambda language: f"in private, please ({language})", Language.PT, lambda: datetime.now(UTC),
            self.inbox_bell, self.outbox_bell, NullMeter(), self.log, self.floods.notice,
        )  # fmt: skip

    @asynccontextmanager
    async def running(self, *loops: Worker | Sending) -> AsyncIterator[asyncio.Event]:
        """The loops at work; they are stopped at the end."""
        stop = asyncio.Event()
        tasks = [asyncio.create_task(loop.run(stop)) for loop in loops]
        try:
            yield stop
        finally:
            stop.set()
            self.inbox_bell.ring()
            self.outbox_bell.ring()
            await asyncio.gather(*tasks)

    async def store(self, *updates: tuple[int, str]) -> None:
        """Stores updates (id, chat), as new."""
        await self.arrivals.accept([new(number, chat) for number, chat in updates], None)

    async def claimed(self, limit: int = 10) -> list[Job]:
        return sorted((await self.inbox.claim(limit)).items, key=lambda job: job.id)

    async def finish(self, *jobs: Job) -> None:
        for job in jobs:
            async with self.conversations.transaction(Person("test", job.chat)) as transaction:
                await self.inbox.finish(transaction, job)

    async def post(self, chat: str, *texts: str, **flags: Any) -> None:
        """Puts one reply of several parts into the outbox."""
        parts = [(None, Part({"text": text}, {"text": text})) for text in texts]
        async with self.conversations.transaction(Person("test", chat)) as transaction:
            await self.outbox.enqueue(transaction, [Post(chat, parts, Language.PT, **flags)])

    async def outgoing(self, limit: int = 8, ordinary: int = 8) -> list[Outgoing]:
        return sorted((await self.outbox.claim(limit, ordinary)).items, key=lambda outgoing: outgoing.id)

    async def updates(self) -> dict[int, str]:
        """Ids and states of the stored updates."""
        rows = await self.pool.fetch("select update_id, state from inbox order by update_id")
        return {row["update_id"]: row["state"] for row in rows}

    async def rows(self) -> list[tuple[str, str | None, str]]:
        """Chat, text and state of the outbox, in order."""
        query = "select chat, payload ->> 'text' as text, state from outbox order by place, id"
        return [(row["chat"], row["text"], row["state"]) for row in await self.pool.fetch(query)]


def new(number: int, chat: str) -> Update:
    return Update(number, Arrival.NEW, chat, '{"text": "oi"}')


def texts(outgoing: list[Outgoing]) -> list[str]:
    return [one.part.payload["text"] for one in outgoing]
