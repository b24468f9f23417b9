"""Everything wired, on a database."""

from __future__ import annotations

import gc
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial

from bot.adapters.delivery.cleaning import Retention
from bot.adapters.delivery.opening import open_storage
from bot.adapters.health import PostgresHealth
from bot.bootstrap.conversation import Runtime, wired
from bot.bootstrap.corpus import ingest_bundled
from bot.bootstrap.diary import load_foods
from bot.bootstrap.models import daily_budget, open_models
from bot.delivery.limits import FloodLimits
from bot.delivery.pacing import Pace
from bot.delivery.service import OpenStorage
from bot.metrics import AnswerMeter
from bot.paths import SQL
from bot.settings import Settings
from rag.adapters.postgres.migrations import load_schema
from rag.adapters.postgres.note_index import PostgresNoteIndex
from rag.adapters.postgres.pool import again_if_lost, open_pool
from rag.notes.ingest import Progress


@asynccontextmanager
async def open_runtime(
    dsn: str, settings: Settings, progress: Progress = lambda *_: None, meter: AnswerMeter | None = None
) -> AsyncIterator[Runtime]:
    """Everything wired, on a migrated database. Raises StartError or SettingsError."""
    async with open_pool(dsn) as pool, open_models(settings, meter, daily_budget(pool, settings)) as models:
        await again_if_lost(lambda: ingest_bundled(pool, models, progress))
        if settings.enabled("diary"):
            await again_if_lost(lambda: load_foods(pool, models, progress))
        index = PostgresNoteIndex(pool)
        runtime = await again_if_lost(lambda: wired(pool, index, models, settings, new_id=uuid.uuid4, meter=meter))
        gc.collect()
        gc.freeze()  # what lives as long as the process: a full collection over it takes 50 to 80 ms
        yield runtime


def delivery_storage(dsn: str, runtime: Runtime, settings: Settings) -> OpenStorage:
    """What opens the inbox and the outbox of a bot, at the pace that is set."""
    rest = 1 / settings.fonte_chat_send_rate if settings.fonte_chat_send_rate else 0.0
    pace = Pace(settings.fonte_send_rate or None, chat_pause_s=rest)
    floods = FloodLimits(settings.fonte_user_rate, settings.fonte_user_burst, settings.fonte_user_backlog)
    return partial(open_storage, dsn, runtime.pool, pace, floods=floods, retention=_retention(settings))


def _retention(settings: Settings) -> Retention:
    return Retention(
        dead=_days(settings.fonte_keep_dead_days),
        messages=_days(settings.fonte_keep_messages_days),
        diary=_days(settings.fonte_keep_diary_days),
        cases=_days(settings.fonte_keep_cases_days),
    )


def _days(days: int) -> timedelta | None:
    return timedelta(days=days) if days else None


def health(runtime: Runtime) -> PostgresHealth:
    """What tells how the database is."""
    return PostgresHealth(runtime.pool, {s.version: (s.name, s.digest) for s in load_schema(SQL).migrations})
