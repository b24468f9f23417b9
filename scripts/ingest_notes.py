"""Publishes notes: those of PATH…, or the ones that come with Fonte; then embeds what has no vectors yet.

Without PATH, notes of the service's own stay as they are: Fonte's demonstration summaries are published for the other
specialties only. Run it again after a change: what is unchanged costs nothing, and what was cut short goes on from
where it stopped.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, from anywhere

import scripts.packages  # noqa: F401 - before all that needs them

# isort: split

import asyncpg

from bot.bootstrap import Models, StartError, corpus_digest, database, migrated, open_models, preparer
from bot.launch import FAILED, OK, StartProgress, guarded
from bot.logs import configure_logs
from bot.settings import Settings, load_settings
from rag.adapters.postgres.corpus import PostgresCorpus, corpus_exists
from rag.adapters.postgres.pool import again_if_lost, connect, open_pool
from rag.adapters.postgres.vector_indexes import index_vectors
from rag.notes.ingest import Ingestion, Report
from rag.notes.ports import Published
from rag.notes.preparing import Batch
from rag.ports import ProviderError, StorageError


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0 done, 1 failed (a provider's outage too), 2 wrong use or settings."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.specialty and not options.paths:
        parser.error("--specialty says whose notes PATH holds: give a PATH")
    return guarded(lambda: _run(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=".venv/bin/python scripts/ingest_notes.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "paths",
        nargs="*",
        type=_existing,
        metavar="PATH",
        help="a note (.md, .txt, .pdf) or a folder of them (default: the notes that come with Fonte)",
    )
    parser.add_argument("--specialty", metavar="NAME", help="whose notes they are, where the files don't say it")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and write nothing")
    return parser


def _existing(text: str) -> Path:
    path = Path(text)
    if not path.exists():
        raise argparse.ArgumentTypeError(f"{text}: no such file or folder")
    return path


def _run(options: argparse.Namespace) -> int:
    settings = load_settings()
    configure_logs("ERROR" if settings.log_level == "INFO" else settings.log_level, settings.log_format)
    progress = StartProgress()
    with database(settings, progress.step) as dsn:
        try:
            return asyncio.run(again_if_lost(lambda: _ingest(dsn, settings, options, progress)))
        finally:
            progress.close()


async def _ingest(dsn: str, settings: Settings, options: argparse.Namespace, progress: StartProgress) -> int:
    dsn = await _ready(dsn, settings, progress, dry_run=options.dry_run)
    async with open_pool(dsn) as pool, open_models(settings) as models:
        corpus = PostgresCorpus(pool)
        batch = await _batch(corpus, models, options)
        if options.dry_run:
            await _preview(corpus, models, batch)
            return OK
        report = await Ingestion(corpus, models.local, models.active, progress.embedding).run(batch)
        if not options.paths:
            await corpus.note_bundled(corpus_digest())
        await _indexed(pool)
    progress.close()
    return _tell(report)


async def _indexed(pool: asyncpg.Pool) -> None:
    """A large corpus is searched by indexes; without them it is searched all the same, only slower."""
    try:
        await index_vectors(pool)
    except (asyncpg.PostgresError, StorageError) as error:
        sys.stderr.write(f"fonte: no index of vectors could be made ({type(error).__name__}): searches stay exact\n")


async def _ready(dsn: str, settings: Settings, progress: StartProgress, *, dry_run: bool) -> str:
    """The migrated database. A dry run leaves a server's as it is, and needs its tables."""
    if not (dry_run and settings.database_url.get_secret_value()):
        return await migrated(dsn, settings, progress.step)
    connection = await connect(dsn)
    try:
        if not await corpus_exists(connection):
            raise StartError("DATABASE_URL: the database has no tables yet: run python scripts/migrate.py")
    finally:
        await connection.close()
    return dsn


async def _batch(corpus: PostgresCorpus, models: Models, options: argparse.Namespace) -> Batch:
    """What is to be published. The phrases of no specialty come with Fonte, whosever the notes are."""
    prepare = preparer(models).prepare
    bundled = prepare([])
    if options.paths:
        own = prepare(options.paths, options.specialty)
        for line in own.kept_back:
            print(line)
        return Batch(own.notes, bundled.general, own.kept_back)
    owned = await corpus.own_specialties()
    for specialty in sorted(owned):
        print(f"{specialty}: the service's own notes stay as they are")
    return Batch(tuple(note for note in bundled.notes if note.specialty not in owned), bundled.general)


async def _preview(corpus: PostgresCorpus, models: Models, batch: Batch) -> None:
    for note in batch.notes:
        print(f"{note.specialty}: would be {_counts(await corpus.preview(note))}")
    texts = [text for note in batch.notes for text in note.texts()]
    sentences = [text for note in batch.notes for text in note.sentence_texts()]
    general = [phrase.text for phrase in batch.general or ()]
    missing = await corpus.unembedded(models.local.name, [*texts, *sentences, *general])
    print(f"{models.local.name}: {len(missing)} texts would be embedded")
    if models.active:
        rest = await corpus.current_texts_without(models.active.name, models.local.name)
        missing = await corpus.unembedded(models.active.name, [*texts, *rest])
        print(f"{models.active.name}: {len(missing)} texts would be embedded")


def _tell(report: Report) -> int:
    for specialty, published in report.published.items():
        print(f"{specialty}: {_counts(published)}")
    for model, count in report.embedded.items():
        print(f"{model}: {count} texts embedded")
    return _tell_outage(report.outage) if report.outage else OK


def _tell_outage(outage: ProviderError) -> int:
    sys.stdout.flush()
    sys.stderr.write(
        f"fonte: the provider's embeddings are incomplete ({outage}): the notes are published and found by their local "
        "vectors; to go on from where it stopped, run python scripts/ingest_notes.py\n"
    )
    return FAILED


def _counts(published: Published) -> str:
    return (
        f"{published.added} added, {published.changed} changed, "
        f"{published.retired} retired, {published.unchanged} unchanged"
    )


if __name__ == "__main__":
    sys.exit(main())
