from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from rag.adapters.cache import CachingEmbedder
from rag.ports import Outage, ProviderError
from rag.types import Vector
from tests.fakes.models import FakeEmbedder


@dataclass
class GatedEmbedder:
    """Answers once `gate` is open."""

    inner: FakeEmbedder = field(default_factory=FakeEmbedder)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    name: str = "gated"
    max_tokens: int = 2048

    async def embed_query(self, text: str) -> Vector:
        self.asked.set()
        await self.gate.wait()
        return await self.inner.embed_query(text)

    async def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        return await self.inner.embed_documents(texts)

    def count_tokens(self, text: str) -> int:
        return self.inner.count_tokens(text)


async def test_a_repeated_question_costs_no_call() -> None:
    inner = FakeEmbedder()
    embedder = CachingEmbedder(inner, 10)
    first = await embedder.embed_query("dor no peito")
    assert await embedder.embed_query("dor no peito") is first
    assert inner.queries == ["dor no peito"]


async def test_documents_are_not_kept() -> None:
    inner = FakeEmbedder()
    embedder = CachingEmbedder(inner, 10)
    await embedder.embed_documents(["nota"])
    await embedder.embed_documents(["nota"])
    await embedder.embed_query("nota")
    assert inner.documents == [["nota"], ["nota"]]
    assert inner.queries == ["nota"]


async def test_the_question_unused_for_longest_is_forgotten_first() -> None:
    inner = FakeEmbedder()
    embedder = CachingEmbedder(inner, 2)
    for text in ("a", "b", "a", "c", "a", "b"):
        await embedder.embed_query(text)
    assert inner.queries == ["a", "b", "c", "b"]


async def test_identical_questions_asked_together_share_one_call() -> None:
    gated = GatedEmbedder()
    embedder = CachingEmbedder(gated, 10)
    tasks = [asyncio.create_task(embedder.embed_query(text)) for text in ("dor", "dor", "febre", "dor")]
    await gated.asked.wait()
    gated.gate.set()
    vectors = await asyncio.gather(*tasks)
    assert sorted(gated.inner.queries) == ["dor", "febre"]
    np.testing.assert_array_equal(vectors[0], vectors[3])
    assert not np.allclose(vectors[0], vectors[2])


async def test_a_caller_that_gives_up_does_not_take_the_others_call_away() -> None:
    gated = GatedEmbedder()
    embedder = CachingEmbedder(gated, 10)
    leaver, stayer = (asyncio.create_task(embedder.embed_query("dor")) for _ in range(2))
    await gated.asked.wait()
    leaver.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaver
    gated.gate.set()
    assert (await stayer).shape == (768,)
    assert gated.inner.queries == ["dor"]


async def test_a_failure_is_shared_but_not_kept() -> None:
    gated = GatedEmbedder(FakeEmbedder(failures=deque([ProviderError(Outage.DOWN)])))
    embedder = CachingEmbedder(gated, 10)
    tasks = [asyncio.create_task(embedder.embed_query("dor")) for _ in range(3)]
    await gated.asked.wait()
    gated.gate.set()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [isinstance(outcome, ProviderError) for outcome in outcomes] == [True] * 3
    assert (await embedder.embed_query("dor")).shape == (768,)
    assert gated.inner.queries == ["dor", "dor"]


async def test_a_failure_after_every_caller_left_is_nobodys_surprise() -> None:
    gated = GatedEmbedder(FakeEmbedder(failures=deque([ProviderError(Outage.DOWN)])))
    embedder = CachingEmbedder(gated, 10)
    task = asyncio.create_task(embedder.embed_query("dor"))
    await gated.asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    gated.gate.set()
    assert (await embedder.embed_query("febre")).shape == (768,)
    assert gated.inner.queries == ["dor", "febre"]


async def test_a_shared_vector_cannot_be_changed_by_a_caller() -> None:
    vector = await CachingEmbedder(FakeEmbedder(), 10).embed_query("dor")
    with pytest.raises(ValueError, match="read-only"):
        vector[0] = 1


async def test_no_question_is_kept_as_text() -> None:
    embedder = CachingEmbedder(FakeEmbedder(), 10)
    await embedder.embed_query("dor no peito")
    assert "dor no peito" not in str(vars_of(embedder))


def vars_of(embedder: CachingEmbedder) -> list[object]:
    return [getattr(embedder, name) for name in ("_vectors", "_flights")]


def test_a_cache_of_no_vectors_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one"):
        CachingEmbedder(FakeEmbedder(), 0)
