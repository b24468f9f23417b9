"""Runs the retrieval bench on a server of its own: in a temporary folder, or for the long form in one that is kept."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_cache_path

from bot.bootstrap import corpus_digest, ingest_bundled, open_models
from bot.evaluation.delivery_bench import Kept
from bot.evaluation.golden import load_golden
from bot.evaluation.retrieval_bench import MANY, SERVER, VERY_MANY, Among, RetrievalBench, bundled
from bot.evaluation.retrieval_bench_searchers import PEERS, PEERS_PYTHON, peer_command
from bot.evaluation.scratch import scratch_settings
from bot.paths import ROOT, SQL
from rag.adapters.postgres.embedded import EmbeddedPostgres
from rag.adapters.postgres.embedded.database import ensure_database
from rag.adapters.postgres.migrations import load_schema, migrate
from rag.adapters.postgres.pool import connect, open_pool

STATE = "retrieval.json"
_WRITTEN_BY = (
    "retrieval_bench_data.py",
    "retrieval_bench_loading.py",
    *(f"peers/{name}.py" for name in PEERS.values()),
)


def kept_folder() -> Path:
    """Where the long form keeps its server's data and what it has measured, so that it can go on."""
    return user_cache_path("fonte", appauthor=False) / "bench"


def measure_retrieval(*, full: bool, resume: Path | None, told: Callable[[str], None]) -> list[Among]:
    """All sizes; with `full` 100,000 chunks too. From the main thread only. Raises PeerError, EmbeddedPostgresError.

    `resume` is a file to keep what was measured in. Without it a full run, once ended, forgets that; its tables stay.
    """
    sizes = (MANY, VERY_MANY) if full else (MANY,)
    with _folder(full=full) as folder:
        kept = Kept.at(resume or (folder / STATE if full else None))
        with EmbeddedPostgres(folder / "postgres", settings=SERVER).kept() as dsn:
            measured = asyncio.run(_measured(dsn, folder, sizes, kept, told))
        if kept.path and not resume:
            kept.path.unlink(missing_ok=True)
    return measured


@contextmanager
def _folder(*, full: bool) -> Iterator[Path]:
    if full:
        kept_folder().mkdir(parents=True, exist_ok=True)
        yield kept_folder()
        return
    with tempfile.TemporaryDirectory(prefix="fonte-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


async def _measured(
    dsn: str, folder: Path, sizes: Sequence[int], kept: Kept, told: Callable[[str], None]
) -> list[Among]:
    state = _state()
    commands = {name: functools.partial(peer_command, name, python=PEERS_PYTHON) for name in PEERS}

    async def make_database(name: str) -> str:
        return await _migrated(dsn, f"{name}_{state}")

    with scratch_settings(database_url="", local_only=True) as settings:
        async with open_models(settings) as models, open_pool(await make_database("bench_notes"), size=2) as notes:
            await ingest_bundled(notes, models, lambda *_: None)
            source = await bundled(notes, models.local, load_golden())
            peers = commands if PEERS_PYTHON.exists() else {}
            bench = RetrievalBench(notes, models.local, make_database, peers, folder, kept, told)
            return await bench.run(source, sizes)


async def _migrated(dsn: str, name: str) -> str:
    address = await ensure_database(dsn, name)
    connection = await connect(address)
    try:
        await migrate(connection, load_schema(SQL), lambda _: None)
    finally:
        await connection.close()
    return address


def _state() -> str:
    """Of what tables hold: those of another state are not used again."""
    digest = hashlib.sha256(corpus_digest().encode())
    for path in (ROOT / "requirements" / "peers.txt", *(Path(__file__).parent / name for name in _WRITTEN_BY)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]
