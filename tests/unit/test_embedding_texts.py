from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from rag.adapters.local.embedder import LocalEmbedder
from rag.adapters.texts import clip, encodable, estimate_tokens
from rag.adapters.vectors import unit_vectors
from rag.ports import Outage, ProviderError

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@given(ANY_TEXT, st.integers(0, 40))
def test_a_clipped_text_is_a_beginning_within_the_limit(text: str, limit: int) -> None:
    head = clip(text, limit)
    assert text.startswith(head)
    assert estimate_tokens(head) <= limit


@given(ANY_TEXT)
def test_a_text_within_the_limit_is_not_clipped(text: str) -> None:
    assert clip(text, estimate_tokens(text)) == text


@given(ANY_TEXT)
def test_an_encodable_text_is_one_that_utf8_carries_unchanged(text: str) -> None:
    carried = encodable(text)
    assert carried.encode().decode() == carried
    assert len(carried) == len(text)


@given(ANY_TEXT, ANY_TEXT)
def test_more_text_never_counts_as_fewer_tokens(text: str, more: str) -> None:
    assert estimate_tokens(text + more) >= estimate_tokens(text)


@pytest.mark.parametrize(
    ("text", "at_least"), [("hemoglobina glicada 6,5 %", 9), ("1234567890", 10), ("胸が痛い", 4), ("🤕🤕", 2)]
)
def test_the_estimate_errs_upwards(text: str, at_least: int) -> None:
    assert estimate_tokens(text) >= at_least


@pytest.mark.parametrize(
    "rows",
    [
        np.zeros((1, 768)),
        np.full((1, 768), np.nan),
        np.full((1, 768), np.inf),
        np.ones((1, 512)),
        np.ones((2, 768)),
    ],
    ids=["zero", "NaN", "infinite", "another dimension", "another count"],
)
def test_rows_that_are_not_embeddings_are_bad_output(rows: NDArray[np.float64]) -> None:
    with pytest.raises(ProviderError) as raised:
        unit_vectors(rows, 1)
    assert raised.value.reason is Outage.BAD_OUTPUT


@dataclass
class GatedEncoder:
    """Encodes once `gate` is open, in the thread that asks."""

    gate: threading.Event = field(default_factory=threading.Event)
    batches: list[list[str]] = field(default_factory=list)

    def encode(self, texts: list[str]) -> NDArray[np.float32]:
        self.batches.append(texts)
        assert self.gate.wait(30)
        return np.ones((len(texts), 512), dtype=np.float32)


async def test_the_event_loop_goes_on_while_the_local_model_reads() -> None:
    encoder = GatedEncoder()
    with ThreadPoolExecutor(1) as worker:
        reading = asyncio.create_task(LocalEmbedder(encoder, worker).embed_query("dor"))
        # Only the loop can open the gate: were it blocked, the encoder would wait in vain.
        asyncio.get_running_loop().call_soon(encoder.gate.set)
        vector = await reading
    assert vector.shape == (768,)


async def test_a_question_waits_for_one_turn_of_a_long_ingestion_only() -> None:
    encoder = GatedEncoder()
    with ThreadPoolExecutor(1) as worker:
        embedder = LocalEmbedder(encoder, worker)
        note = "palavra " * 300
        ingestion = asyncio.create_task(embedder.embed_documents([note] * 8))
        question = asyncio.create_task(embedder.embed_query("dor"))
        asyncio.get_running_loop().call_soon(encoder.gate.set)
        await question
        await ingestion
    assert encoder.batches[1] == ["dor"]
    assert sum(len(batch) for batch in encoder.batches) == 9
