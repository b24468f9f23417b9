"""What a peer of the retrieval bench does when it is run: `python -m bot.evaluation.peers.NAME DSN`.

One line in, one line out, JSON. `{"do": "load"}` makes its table of `bench_chunks` (id, specialty, title, content,
embedding) and its index; `{"do": "queries", "queries": [[specialty, [numbers]], …]}` says what to search for;
`{"do": "run", "count": n}` searches for the first n, one at a time, and tells milliseconds and ids found. The standard
library alone, since a peer runs on an interpreter of its own.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

COUNT = 4
"""How many chunks a search is for."""
M, EF_CONSTRUCTION = 16, 64
"""Of their HNSW indexes: what pgvector and both libraries propose."""
SETTINGS = {"hnsw.ef_search": "100", "hnsw.iterative_scan": "relaxed_order"}
"""Of the server, for a peer's connections: read until the filter has let enough rows pass (pgvector's README)."""
OPTIONS = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
"""The same for libpq."""


class Store(Protocol):
    """A library's vector store on one database. `search` gives the ids of the four nearest chunks of a specialty."""

    def load(self) -> Awaitable[None]:
        """Fills its table, and indexes it."""

    def open(self) -> Awaitable[None]:
        """Before the first search, after the load, in this process or another."""

    @property
    def search(self) -> Callable[[str, list[float]], Any]:
        """A function, or a coroutine function."""


def serve(store: Store) -> None:
    """Until the end of standard input."""
    asyncio.run(_serve(store))


async def _serve(store: Store) -> None:
    queries: Sequence[tuple[str, list[float]]] = []
    for line in sys.stdin:
        asked = json.loads(line)
        told: dict[str, Any] = {}
        if asked["do"] == "load":
            await store.load()
        elif asked["do"] == "queries":
            await store.open()
            queries = asked["queries"]
        else:
            told["milliseconds"], told["found"] = await _run(store, queries[: asked["count"]])
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


async def _run(store: Store, queries: Sequence[tuple[str, list[float]]]) -> tuple[list[float], list[list[int]]]:
    times: list[float] = []
    found: list[list[int]] = []
    search, awaited = store.search, inspect.iscoroutinefunction(store.search)
    for specialty, vector in queries:
        began = time.perf_counter()
        ids = await search(specialty, vector) if awaited else search(specialty, vector)
        times.append(1000 * (time.perf_counter() - began))
        found.append([int(one) for one in ids])
    return times, found
