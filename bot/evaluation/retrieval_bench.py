"""Retrieval beside other libraries' stores: the same server, chunks, vectors and filter, four chunks a search."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import asyncpg

from bot.evaluation.delivery_bench import Kept
from bot.evaluation.golden import Golden
from bot.evaluation.retrieval_bench_data import (
    SEED,
    SHARES,
    Chunks,
    Query,
    Vectors,
    grown,
    nearest,
    recall,
    to_each_specialty,
)
from bot.evaluation.retrieval_bench_loading import (
    bundled_chunks,
    bundled_vectors,
    load_chunks,
    note_loaded,
    seconds_of,
)
from bot.evaluation.retrieval_bench_searchers import (
    Batch,
    Matching,
    Retrieving,
    Searcher,
    peer,
    retrieving,
)
from rag.adapters.postgres.pool import open_pool
from rag.notes.retrieval import MATCH_COUNT
from rag.ports import Embedder

ROUNDS = 9
QUERIES = 240
"""Questions of the golden set, the same at each size: recall is of all of them."""
TIMED = 60
"""The first of them are timed in the rounds."""
MANY = 10_000
VERY_MANY = 100_000
SERVER = {
    "shared_buffers": "1GB",
    "maintenance_work_mem": "1GB",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "30min",
    "max_worker_processes": "4",
    "max_parallel_workers": "2",
    "max_parallel_maintenance_workers": "1",
    "max_parallel_workers_per_gather": "0",
}
"""For everybody: an index of 100,000 vectors is built in memory and stays there; a search is one process's work."""
FONTE = "Fonte"
MATCHING = "Fonte, match_documentos alone"
SHIPPED = "Fonte, with the phrases it ships"


@dataclass(frozen=True, slots=True)
class Searched:
    """One searcher among so many chunks: milliseconds by round and timed query, rows and recall by query."""

    rounds: Sequence[Sequence[float]]
    rows: Sequence[int]
    recall: Sequence[float]


@dataclass(frozen=True, slots=True)
class Among:
    """All of them among `chunks` chunks. `specialties` are the queries'; `loading` is in seconds, indexes included."""

    chunks: int
    specialties: Sequence[str]
    searched: Mapping[str, Searched]
    loading: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Bundled:
    """The bundled notes: their chunks, the vectors of all their texts, and questions to them."""

    chunks: Chunks
    vectors: Vectors
    queries: Sequence[Query]


async def bundled(pool: asyncpg.Pool, embedder: Embedder, golden: Golden) -> Bundled:
    """From an ingested database; the questions are drawn from the golden set, the same each time."""
    chunks = await bundled_chunks(pool, embedder.name)
    known = [question for question in golden.questions if question.especialidade in set(chunks.specialties)]
    drawn = random.Random(SEED).sample(known, min(QUERIES, len(known)))  # noqa: S311 - reproducible on purpose
    queries = [Query(one.especialidade, one.text, await embedder.embed_query(one.text)) for one in drawn]
    return Bundled(chunks, await bundled_vectors(pool, embedder.name), queries)


@dataclass(frozen=True, slots=True)
class RetrievalBench:
    """Measures at each size.

    `notes` is a database with the bundled notes. `make_database` gives the address of a migrated one of that name, made
    where missing. `peers` gives by name what runs a peer on an address; what they say goes to files in `folder`.
    """

    notes: asyncpg.Pool
    embedder: Embedder
    make_database: Callable[[str], Awaitable[str]]
    peers: Mapping[str, Callable[[str], Sequence[str]]]
    folder: Path
    kept: Kept
    told: Callable[[str], None]
    rounds: int = ROUNDS

    async def run(self, source: Bundled, sizes: Sequence[int]) -> list[Among]:
        """The bundled chunks, then so many grown ones. Raises PeerError."""
        return [await self._part(source, size) for size in (len(source.chunks), *sizes)]

    async def _part(self, source: Bundled, size: int) -> Among:
        part = await self.kept.part(f"{size} chunks", lambda: self._among(source, size))
        searched = {name: Searched(**one) for name, one in part["searched"].items()}
        return Among(part["chunks"], part["specialties"], searched, part["loading"])

    async def _among(self, source: Bundled, size: int) -> Among:
        small = size == len(source.chunks)
        chunks = source.chunks if small else grown(source.chunks, source.vectors, size)
        queries = source.queries if small else to_each_specialty(source.queries, list(SHARES))
        dsn = await self.make_database(f"bench_{size}")
        loading = {FONTE: await self._loaded(dsn, FONTE, lambda: load_chunks(dsn, chunks, self.embedder.name))}
        async with AsyncExitStack() as stack:
            pool = await stack.enter_async_context(open_pool(dsn, size=2))
            searchers: list[Searcher] = [
                retrieving(pool, self.embedder, queries, FONTE),
                Matching(pool, self.embedder.name, queries, MATCHING),
            ]
            if small:
                searchers.append(retrieving(self.notes, self.embedder, queries, SHIPPED))
            for name, command in self.peers.items():
                process = await stack.enter_async_context(peer(name, command(dsn), self.folder / f"{name}.log"))
                loading[name] = await self._loaded(dsn, name, process.load)
                await process.prepare(queries)
                searchers.append(process)
            self.told(f"searches among {size:,} chunks")
            return Among(
                size, [q.specialty for q in queries], await search(searchers, chunks, queries, self.rounds), loading
            )

    async def _loaded(self, dsn: str, name: str, load: Callable[[], Awaitable[None]]) -> float:
        """Seconds that loading took, in this run or in an earlier one."""
        known = await seconds_of(dsn, name)
        if known is not None:
            return known
        self.told(f"{name}: loading")
        began = time.perf_counter()
        await load()
        seconds = time.perf_counter() - began
        await note_loaded(dsn, name, seconds)
        return seconds


async def search(
    searchers: Sequence[Searcher], chunks: Chunks, queries: Sequence[Query], count: int
) -> dict[str, Searched]:
    """Each searches once for all queries, then in `count` rounds in turn for those that are timed.

    Each round is begun by another.
    """
    found: dict[str, Searched] = {}
    for searcher in searchers:
        found[searcher.name] = _judged(searcher, await searcher.run(len(queries)), chunks, queries)
    rounds: dict[str, list[Sequence[float]]] = {searcher.name: [] for searcher in searchers}
    for number in range(count):
        at = number % len(searchers)
        for searcher in (*searchers[at:], *searchers[:at]):
            rounds[searcher.name].append((await searcher.run(TIMED)).milliseconds)
    return {name: replace(one, rounds=rounds[name]) for name, one in found.items()}


def _judged(searcher: Searcher, batch: Batch, chunks: Chunks, queries: Sequence[Query]) -> Searched:
    rows = [len(ids) for ids in batch.found]
    if searcher.name == SHIPPED:  # what is found by its phrases is not meant to be what its own vector finds
        return Searched([], rows, [])
    if isinstance(searcher, Retrieving):
        queries = [replace(query, vector=used) for query, used in zip(queries, searcher.vectors, strict=True)]
    exact = nearest(chunks, queries, MATCH_COUNT)
    return Searched([], rows, [recall(*pair) for pair in zip(batch.found, exact, strict=True)])
