"""Who searches in the retrieval bench: Fonte's function, its retrieval, and other libraries in their own processes."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import asyncpg

from bot.evaluation.retrieval_bench_data import Query
from bot.paths import ROOT
from rag.adapters.postgres.note_index import PostgresNoteIndex
from rag.notes.retrieval import MATCH_COUNT, Retriever
from rag.ports import Embedder
from rag.types import Vector

PEERS = {
    "LangChain PGVector": "langchain_pgvector",
    "LangChain PGVectorStore": "langchain_pgvectorstore",
    "LlamaIndex PGVectorStore": "llamaindex_pgvectorstore",
}
"""Modules of bot.evaluation.peers."""
PEERS_PYTHON = ROOT / ".bench" / "bin" / "python"
"""Has requirements/peers.txt (`make bench` sees to it): their pgvector is older than ours."""
_INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR")
_LINE = 1 << 26
_LONGEST_S = 3_600.0
_MATCH = "select * from match_documentos($1, $2, $3, $4)"


class PeerError(Exception):
    """A peer's process ended; the message names it and its last words."""


@dataclass(frozen=True, slots=True)
class Batch:
    """One search a query, in order: milliseconds, and the ids found, nearest first."""

    milliseconds: Sequence[float]
    found: Sequence[Sequence[int]]


class Searcher(Protocol):
    """Somebody who searches the chunks of a database."""

    @property
    def name(self) -> str:
        """As it is told."""

    async def run(self, count: int) -> Batch:
        """The first `count` of its queries, one at a time."""


async def _timed(queries: Sequence[Query], search: Callable[[Query], Awaitable[Sequence[int]]]) -> Batch:
    times, found = [], []
    for query in queries:
        began = time.perf_counter()
        ids = await search(query)
        times.append(1000 * (time.perf_counter() - began))
        found.append(ids)
    return Batch(times, found)


@dataclass(frozen=True, slots=True)
class Matching:
    """Fonte's SQL function alone."""

    pool: asyncpg.Pool
    model: str
    queries: Sequence[Query]
    name: str

    async def run(self, count: int) -> Batch:
        """As the protocol says."""
        return await _timed(self.queries[:count], self._search)

    async def _search(self, query: Query) -> list[int]:
        rows = await self.pool.fetch(_MATCH, query.vector, query.specialty, MATCH_COUNT, self.model)
        return [row["documento_id"] for row in rows]


@dataclass(frozen=True, slots=True)
class Retrieving:
    """Fonte's retrieval as the bot calls it: names of conditions are heard, rows become passages.

    `vectors` are those that the last batch was searched by: where a condition is called by its name and not found at
    once, they are not the queries' own.
    """

    retriever: Retriever
    queries: Sequence[Query]
    name: str
    vectors: list[Vector] = field(default_factory=list)

    async def run(self, count: int) -> Batch:
        """As the protocol says."""
        self.vectors.clear()
        return await _timed(self.queries[:count], self._search)

    async def _search(self, query: Query) -> list[int]:
        found = await self.retriever.search(query.text, query.specialty, query.vector)
        self.vectors.append(found.vector)
        return [passage.document_id for passage in found.passages]


def retrieving(pool: asyncpg.Pool, embedder: Embedder, queries: Sequence[Query], name: str) -> Retrieving:
    """Fonte's retrieval on a database whose active model is `embedder`, which had better remember what it embedded."""
    return Retrieving(Retriever(PostgresNoteIndex(pool), embedder, None), queries, name)


@dataclass(frozen=True, slots=True)
class Peer:
    """A library's store, in a process that runs on an interpreter of its own."""

    name: str
    process: asyncio.subprocess.Process
    log: Path

    async def load(self) -> None:
        """Makes its table and its indexes. Raises PeerError."""
        await self._asked({"do": "load"})

    async def prepare(self, queries: Sequence[Query]) -> None:
        """Tells it what to search for. Raises PeerError."""
        asked = [[query.specialty, [float(number) for number in query.vector]] for query in queries]
        await self._asked({"do": "queries", "queries": asked})

    async def run(self, count: int) -> Batch:
        """As the protocol says. Raises PeerError."""
        told = await self._asked({"do": "run", "count": count})
        return Batch(told["milliseconds"], told["found"])

    async def _asked(self, what: dict[str, Any]) -> dict[str, Any]:
        if self.process.stdin is None or self.process.stdout is None:
            raise PeerError(f"{self.name} has no pipes")
        line = b""
        try:
            self.process.stdin.write(json.dumps(what).encode() + b"\n")
            await self.process.stdin.drain()
            async with asyncio.timeout(_LONGEST_S):
                line = await self.process.stdout.readline()
        except ConnectionError:
            pass
        if not line:
            raise PeerError(f"{self.name} ended: {self._last_words()}")
        told: dict[str, Any] = json.loads(line)
        return told

    def _last_words(self) -> str:
        said = self.log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return said[-1] if said else "it said nothing"


def peer_command(name: str, dsn: str, python: Path) -> list[str]:
    """What runs a peer of PEERS on a database."""
    return [str(python), "-m", f"bot.evaluation.peers.{PEERS[name]}", dsn]


@asynccontextmanager
async def peer(name: str, command: Sequence[str], log: Path) -> AsyncIterator[Peer]:
    """A peer's process, ended after the block; what it says on standard error goes to `log`."""
    environment = {key: os.environ[key] for key in _INHERITED if key in os.environ} | {"PYTHONPATH": str(ROOT)}
    pipe = asyncio.subprocess.PIPE
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            *command, env=environment, stdin=pipe, stdout=pipe, stderr=errors, limit=_LINE
        )
    try:
        yield Peer(name, process, log)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
