"""The bundled notes, ingested where they are missing or have changed."""

from __future__ import annotations

import hashlib

import asyncpg

from bot.bootstrap.models import Models
from bot.paths import CORPUS
from rag.adapters.postgres.corpus import PostgresCorpus
from rag.notes.ingest import Ingestion, Progress, Report
from rag.notes.preparing import Preparer


def preparer(models: Models) -> Preparer:
    """What reads notes, for these models' limits."""
    embedders = [models.local, *([models.active] if models.active else [])]
    return Preparer(CORPUS, models.local.count_tokens, min(e.max_tokens for e in embedders))


async def ingest_bundled(pool: asyncpg.Pool, models: Models, progress: Progress) -> Report | None:
    """Ingests the bundled notes where none are there yet, or where they have changed; never over a service's own."""
    corpus = PostgresCorpus(pool)
    digest = corpus_digest()
    if not await corpus.wants_bundled(digest):
        return None
    report = await Ingestion(corpus, models.local, models.active, progress).run(preparer(models).prepare([]))
    await corpus.note_bundled(digest)
    return report


def corpus_digest() -> str:
    """SHA-256 over the names and contents of the bundled notes and what belongs to them."""
    digest = hashlib.sha256()
    paths = [p for p in CORPUS.rglob("*") if p.suffix in {".md", ".toml"} and "foods" not in p.parts]
    for path in sorted(paths):
        digest.update(path.relative_to(CORPUS).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
