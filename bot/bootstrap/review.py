"""The operators' console: its storage."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import asyncpg

from bot.adapters.experiments import PostgresExperiments
from bot.adapters.review.access import PostgresAccess
from bot.adapters.review.auditing import PostgresAudit
from bot.adapters.review.cases import CaseReader
from bot.adapters.review.deliveries import PostgresDeliveries
from bot.adapters.review.impacts import PostgresImpacts, Reading
from bot.adapters.review.queue import PostgresQueue
from bot.adapters.review.records import PostgresRecords
from bot.adapters.review.reviewing import PostgresReviews
from bot.bootstrap.corpus import preparer
from bot.bootstrap.labelled import labelled_files
from bot.bootstrap.models import Models, daily_budget, open_models
from bot.locales import load_catalogue
from bot.logs import kept_secret
from bot.review.passwords import Passwords
from bot.review.pseudonyms import Pseudonyms
from bot.settings import Settings

OpenModels = Callable[[], AbstractAsyncContextManager[Models]]


@dataclass(frozen=True, slots=True)
class ReviewParts:
    """The ports of `bot.review.ports`, on PostgreSQL."""

    access: PostgresAccess
    queue: PostgresQueue
    records: PostgresRecords
    impacts: PostgresImpacts
    reviews: PostgresReviews
    deliveries: PostgresDeliveries
    experiments: PostgresExperiments
    audit: PostgresAudit


def open_review(
    pool: asyncpg.Pool,
    settings: Settings,
    models: OpenModels | None = None,
    passwords: Passwords | None = None,
) -> ReviewParts:
    """On a migrated database. Raises OSError or ValueError where no secret can be kept.

    `models` opens the models for an impact, the settings' own where none are given; nothing else of the console uses
    any.
    """
    pseudonyms = Pseudonyms(kept_secret(settings.fonte_secret, settings.fonte_home))

    def opened() -> AbstractAsyncContextManager[Models]:
        return open_models(settings, budget=daily_budget(pool, settings))

    return ReviewParts(
        PostgresAccess(pool, passwords or Passwords.ready(), lambda: secrets.token_urlsafe(32)),
        PostgresQueue(pool, pseudonyms, settings.zone),
        PostgresRecords(pool, pseudonyms, CaseReader(pseudonyms, load_catalogue())),
        PostgresImpacts(pool, pseudonyms, lambda: _reading(models or opened)),
        PostgresReviews(pool, pseudonyms, settings.fonte_timezone),
        PostgresDeliveries(pool, settings.zone, lambda: datetime.now(UTC)),
        PostgresExperiments(pool),
        PostgresAudit(pool),
    )


def keep_labelled(parts: ReviewParts, settings: Settings) -> Callable[[Sequence[Mapping[str, Any]]], Awaitable[str]]:
    """What writes labelled items under FONTE_HOME, in a file of the day's, and returns the file's name."""
    files = labelled_files(settings)

    async def keep(items: Sequence[Mapping[str, Any]]) -> str:
        return await files.write(items, datetime.now(settings.zone).date(), parts.reviews.kept)

    return keep


@asynccontextmanager
async def _reading(models: OpenModels) -> AsyncIterator[Reading]:
    async with models() as opened:
        yield Reading(preparer(opened), opened.local, opened.active)
