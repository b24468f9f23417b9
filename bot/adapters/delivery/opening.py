"""Delivery's storage, opened."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import structlog

from bot.adapters.delivery.cleaning import PostgresCleaning, Retention
from bot.adapters.delivery.inbox import PostgresArrivals, PostgresInbox
from bot.adapters.delivery.leadership import AdvisoryLeadership
from bot.adapters.delivery.limits import PostgresBuckets
from bot.adapters.delivery.notices import PostgresNotices
from bot.adapters.delivery.outbox import PostgresOutbox
from bot.adapters.delivery.signals import INBOX, OUTBOX, Signals
from bot.adapters.delivery.stats import PostgresStats
from bot.delivery.limits import UNLIMITED, FloodLimits
from bot.delivery.pacing import EXPIRY, LEASE, Pace
from bot.delivery.service import Storage


@asynccontextmanager
async def open_storage(
    dsn: str,
    pool: asyncpg.Pool,
    pace: Pace,
    bot: int,
    *,
    floods: FloodLimits = UNLIMITED,
    retention: Retention | None = None,
) -> AsyncIterator[Storage]:
    """The storage of one bot on a migrated database. `dsn` is for connections that stay: not through a PgBouncer."""
    log = structlog.get_logger("delivery")
    signals = Signals(dsn, log)
    async with signals.connected():
        yield Storage(
            arrivals=PostgresArrivals(pool, bot, log, floods),
            inbox=PostgresInbox(pool, bot, LEASE, uuid.uuid4),
            outbox=PostgresOutbox(pool, bot, LEASE, EXPIRY, pace, uuid.uuid4),
            cleaning=PostgresCleaning(pool, retention or Retention()),
            leadership=AdvisoryLeadership(dsn, bot, log),
            inbox_bell=signals.bells[INBOX],
            outbox_bell=signals.bells[OUTBOX],
            stats=PostgresStats(pool, bot),
            buckets=PostgresBuckets(pool, floods),
            notices=PostgresNotices(pool, bot),
        )
