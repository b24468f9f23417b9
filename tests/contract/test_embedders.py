"""What every embedder promises, over each adapter, wrapper and fake."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from time import monotonic

import numpy as np
import pytest
from numpy.typing import NDArray
from pydantic import SecretStr

from rag.adapters.cache import CachingEmbedder
from rag.adapters.gemini.client import open_client
from rag.adapters.gemini.embedder import GeminiEmbedder
from rag.adapters.local.embedder import LocalEmbedder
from rag.ports import Embedder
from rag.resilience import Breaker, GuardedEmbedder
from rag.types import EMBEDDING_DIMENSIONS
from tests.fakes.gemini import FakeGemini
from tests.fakes.models import FakeEmbedder

QUESTION = "tenho uma dor no peito quando subo escada"
NOTE = "Dor torácica aos esforços: ECG, troponina e avaliação em ≥ 1 consulta."


@dataclass
class Subject:
    """An embedder, and how many times what is behind it was asked."""

    embedder: Embedder
    calls: Callable[[], int]


@dataclass
class CountingEncoder:
    inner: Callable[[list[str]], NDArray[np.float32]]
    batches: list[int] = field(default_factory=list)

    def encode(self, texts: list[str]) -> NDArray[np.float32]:
        self.batches.append(len(texts))
        return self.inner(texts)


async def local(stack: AsyncExitStack) -> Subject:
    embedder = await LocalEmbedder.load()
    stack.callback(embedder.close)
    encoder = CountingEncoder(embedder.encoder.encode)
    return Subject(replace(embedder, encoder=encoder), lambda: len(encoder.batches))


async def gemini(stack: AsyncExitStack) -> Subject:
    server = await stack.enter_async_context(FakeGemini())
    key = SecretStr(server.api_key)
    client = await stack.enter_async_context(open_client(key, http_timeout=5, base_url=server.base_url))
    return Subject(GeminiEmbedder(client, "gemini-embedding-001", deadline=5), lambda: len(server.calls))


async def fake(_: AsyncExitStack) -> Subject:
    embedder = FakeEmbedder()
    return Subject(embedder, lambda: len(embedder.queries) + len(embedder.documents))


async def guarded(stack: AsyncExitStack) -> Subject:
    inner = await fake(stack)
    return Subject(GuardedEmbedder(inner.embedder, Breaker(monotonic), 5, 5), inner.calls)


async def cached(stack: AsyncExitStack) -> Subject:
    inner = await fake(stack)
    return Subject(CachingEmbedder(inner.embedder, 10), inner.calls)


MAKERS = {maker.__name__: maker for maker in (local, gemini, fake, guarded, cached)}


@pytest.fixture(scope="module", params=MAKERS)
async def subject(request: pytest.FixtureRequest) -> AsyncIterator[Subject]:
    async with AsyncExitStack() as stack:
        yield await MAKERS[request.param](stack)


@pytest.fixture
def embedder(subject: Subject) -> Embedder:
    return subject.embedder


async def test_a_vector_is_finite_of_the_dimension_agreed_and_of_norm_one(embedder: Embedder) -> None:
    for vector in (await embedder.embed_query(QUESTION), *await embedder.embed_documents([NOTE])):
        assert vector.shape == (EMBEDDING_DIMENSIONS,)
        assert vector.dtype == np.float32
        assert np.isfinite(vector).all()
        assert float(np.linalg.norm(vector)) == pytest.approx(1, abs=1e-5)


async def test_documents_give_one_vector_each_in_their_order(embedder: Embedder) -> None:
    texts = [f"condição número {n}" for n in range(130)]
    together = await embedder.embed_documents(texts)
    assert len(together) == len(texts)
    for position in (0, 64, 99, 100, 129):
        alone = (await embedder.embed_documents([texts[position]]))[0]
        np.testing.assert_allclose(together[position], alone, atol=1e-5)
        assert not np.allclose(together[position], together[position - 1], atol=1e-3)


async def test_the_same_text_gives_the_same_vector(embedder: Embedder) -> None:
    first, second = await embedder.embed_query(QUESTION), await embedder.embed_query(QUESTION)
    np.testing.assert_array_equal(first, second)


async def test_no_documents_cost_no_call(subject: Subject) -> None:
    before = subject.calls()
    assert await subject.embedder.embed_documents([]) == []
    assert subject.calls() == before


@pytest.mark.parametrize("blank", ["", "  ", "\n\t"])
async def test_a_blank_text_is_a_value_error_and_costs_no_call(subject: Subject, blank: str) -> None:
    before = subject.calls()
    with pytest.raises(ValueError, match="blank"):
        await subject.embedder.embed_query(blank)
    with pytest.raises(ValueError, match="blank"):
        await subject.embedder.embed_documents([NOTE, blank])
    assert subject.calls() == before


async def test_a_question_of_20000_characters_has_a_vector(embedder: Embedder) -> None:
    question = (QUESTION + ". ") * 465
    assert len(question) > 19_000
    assert (await embedder.embed_query(question)).shape == (EMBEDDING_DIMENSIONS,)


async def test_a_document_over_the_limit_is_a_value_error_that_does_not_quote_it(subject: Subject) -> None:
    before = subject.calls()
    with pytest.raises(ValueError, match=f"over the model's {subject.embedder.max_tokens}") as raised:
        await subject.embedder.embed_documents([NOTE, "segredo " * 2000])
    assert "segredo" not in str(raised.value)
    assert subject.calls() == before


async def test_a_document_at_the_limit_is_accepted(embedder: Embedder) -> None:
    text = "dor " * embedder.max_tokens
    assert embedder.count_tokens(text) == embedder.max_tokens
    assert len(await embedder.embed_documents([text])) == 1


@pytest.mark.parametrize("text", ["🤕", "?", "\u200b", "half an emoji \ud83d", "a\x00b", "胸が痛い", "ok " * 3])
async def test_an_odd_text_has_a_vector(embedder: Embedder, text: str) -> None:
    assert (await embedder.embed_query(text)).shape == (EMBEDDING_DIMENSIONS,)


async def test_an_embedder_says_which_model_it_is(embedder: Embedder) -> None:
    assert embedder.name in {"use-multilingual-v3+trigrams-1", "gemini-embedding-001", "fake-embedder"}


async def test_a_paraphrase_is_nearer_than_another_subject(embedder: Embedder) -> None:
    question = await embedder.embed_query("dor no peito ao subir escada")
    near, far = await embedder.embed_documents(["dor no peito ao subir uma escada", "mancha na pele da perna"])
    assert float(question @ near) > float(question @ far)
