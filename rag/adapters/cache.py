"""Questions asked again cost nothing."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from rag.ports import Embedder
from rag.types import Vector


@dataclass(frozen=True, slots=True)
class CachingEmbedder:
    """Keeps the vectors of the last `size` questions, in memory only (3 kB each); documents pass through.

    Keys are hashes, so no question's text outlives its reply here. Identical questions asked together share
    one call; a caller that gives up doesn't take the others' call away; a failure is shared but not kept.
    Vectors are handed out read-only, since callers share them.
    """

    inner: Embedder
    size: int
    _vectors: OrderedDict[bytes, Vector] = field(default_factory=OrderedDict, init=False, repr=False)
    _flights: dict[bytes, asyncio.Task[Vector]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.size < 1:
            raise ValueError("a cache holds at least one vector")

    @property
    def name(self) -> str:
        """See `Embedder`."""
        return self.inner.name

    @property
    def max_tokens(self) -> int:
        """See `Embedder`."""
        return self.inner.max_tokens

    async def embed_query(self, text: str) -> Vector:
        """See `Embedder`."""
        key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        known = self._vectors.get(key)
        if known is not None:
            self._vectors.move_to_end(key)
            return known
        flight = self._flights.get(key) or self._start(key, text)
        return await asyncio.shield(flight)

    async def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """See `Embedder`."""
        return await self.inner.embed_documents(texts)

    def count_tokens(self, text: str) -> int:
        """See `Embedder`."""
        return self.inner.count_tokens(text)

    def _start(self, key: bytes, text: str) -> asyncio.Task[Vector]:
        flight = asyncio.create_task(self._fetch(key, text))
        self._flights[key] = flight
        flight.add_done_callback(_retrieve)
        return flight

    async def _fetch(self, key: bytes, text: str) -> Vector:
        try:
            vector = await self.inner.embed_query(text)
        finally:
            del self._flights[key]
        vector.flags.writeable = False
        self._vectors[key] = vector
        if len(self._vectors) > self.size:
            self._vectors.popitem(last=False)
        return vector


def _retrieve(flight: asyncio.Task[Vector]) -> None:
    """Mark a failure as seen: every caller may have given up before it came."""
    if not flight.cancelled():
        flight.exception()
