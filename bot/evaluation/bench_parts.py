"""What several benches share: one ingested database that each copies, and the application on it with a model."""

from __future__ import annotations

import asyncio
import gc
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from bot.bootstrap import Models, Runtime, database, ingest_bundled, load_foods, migrated, open_models, wired
from bot.evaluation.delivery_bench import Kept
from bot.evaluation.figures import Figure, Table
from bot.evaluation.notes_model import Told, sentences_of_notes
from bot.evaluation.scratch import scratch_settings
from bot.settings import Settings
from rag.adapters.postgres.note_index import PostgresNoteIndex
from rag.adapters.postgres.pool import connect, open_pool
from rag.ports import ChatModel
from rag.resilience import Breaker, GuardedChatModel

DEADLINE_S = 30.0
"""Of a model's answer: far beyond a stand-in's."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one bench is reported as. `mark` is its place in a document; `draw` makes its picture, if it has one."""

    name: str
    mark: str
    figures: Sequence[Figure]
    tables: Sequence[Table]
    draw: Callable[[Path], None] | None = None


@dataclass(frozen=True, slots=True)
class Scratch:
    """A server to measure on. `template` is the address of a database with notes and foods that nobody is connected to.

    `sentences` are those of the notes, `step` hears of what is begun, and `kept` holds what a long run has measured.
    """

    template: str
    settings: Settings
    sentences: Told
    step: Callable[[str], None]
    kept: Kept
    full: bool = False

    @asynccontextmanager
    async def copied(self, name: str, source: str | None = None) -> AsyncIterator[str]:
        """The address of a copy for as long as the block. Nobody may be connected to what is copied."""
        copy = urlsplit(self.template)._replace(path=f"/{name}").geturl()
        original = urlsplit(source or self.template).path.lstrip("/")
        await self._run(f'create database "{name}" template "{original}" strategy file_copy')
        try:
            yield copy
        finally:
            await self._run(f'drop database "{name}" with (force)')

    async def _run(self, statement: str) -> None:
        connection = await connect(urlsplit(self.template)._replace(path="/postgres").geturl())
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    @asynccontextmanager
    async def wired(self, dsn: str, models: Models, chat: ChatModel | None = None) -> AsyncIterator[Runtime]:
        """The application on a copy; `chat` is guarded as a real one is."""
        guarded = GuardedChatModel(chat, Breaker(time.monotonic), DEADLINE_S) if chat else None
        async with open_pool(dsn) as pool:
            chosen = replace(models, chat=guarded)
            runtime = await wired(pool, PostgresNoteIndex(pool), chosen, self.settings, new_id=uuid.uuid4)
            with _frozen():
                yield runtime


@contextmanager
def _frozen() -> Iterator[None]:
    """What lives as long as the application is left alone by collections, as in a started process."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@contextmanager
def scratch(step: Callable[[str], None], kept: Kept, *, full: bool) -> Iterator[Scratch]:
    """A server in a temporary folder with one ingested database. From the main thread only."""
    with scratch_settings(database_url="", local_only=True) as settings, database(settings, step) as dsn:
        template, sentences = asyncio.run(_ingested(dsn, settings, step))
        yield Scratch(template, settings, sentences, step, kept, full)


async def _ingested(dsn: str, settings: Settings, step: Callable[[str], None]) -> tuple[str, Told]:
    dsn = await migrated(dsn, settings, step)
    async with open_pool(dsn, size=2) as pool, open_models(settings) as models:
        await ingest_bundled(pool, models, lambda *_: None)
        await load_foods(pool, models, lambda *_: None)
        sentences = await sentences_of_notes(pool)
    await _analysed(dsn)
    return dsn, sentences


async def _analysed(dsn: str) -> None:
    """What the server's own housekeeping does within a minute; the copies begin with it."""
    connection = await connect(dsn)
    try:
        await connection.execute("analyze")
    finally:
        await connection.close()
