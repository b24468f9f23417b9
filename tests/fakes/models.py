"""In-process models that behave as the ports say, with nothing behind them."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pydantic
from numpy.typing import NDArray

from rag.adapters.texts import clip, embeddable, embeddable_within, estimate_tokens
from rag.adapters.vectors import unit_vectors
from rag.ports import Completion, Outage, Prompt, ProviderError
from rag.types import EMBEDDING_DIMENSIONS, Vector


def hashed_vector(text: str, dimensions: int = EMBEDDING_DIMENSIONS, salt: str = "") -> NDArray[np.float64]:
    """Words and trigrams, hashed, not normalised: texts that share words are near, and none is zero."""
    vector = np.zeros(dimensions)
    for feature, weight in _features(text):
        digest = hashlib.sha256(f"{salt}{feature}".encode()).digest()
        sign = 1.0 if digest[4] & 1 else -1.0
        vector[int.from_bytes(digest[:4], "big") % dimensions] += sign * weight
    if not vector.any():
        vector[0] = 1.0
    return vector


def _features(text: str) -> Iterator[tuple[str, float]]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(mark for mark in plain if not unicodedata.combining(mark))
    yield f"={text}", 0.1  # no two texts alike
    for word in re.findall(r"\w+", plain):
        yield word, 1.0
        for start in range(len(word) - 2):
            yield f"~{word[start : start + 3]}", 0.5


@dataclass
class FakeEmbedder:
    """Deterministic hashed vectors; `failures` are raised first, one a call; calls are recorded."""

    name: str = "fake-embedder"
    max_tokens: int = 2048
    failures: deque[ProviderError] = field(default_factory=deque)
    queries: list[str] = field(default_factory=list)
    documents: list[list[str]] = field(default_factory=list)

    async def embed_query(self, text: str) -> Vector:
        readable = clip(embeddable(text), self.max_tokens)
        self.queries.append(readable)
        self._fail()
        return self._vectors([readable])[0]

    async def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        readable = [embeddable_within(text, self.max_tokens) for text in texts]
        if not readable:
            return []
        self.documents.append(readable)
        self._fail()
        return self._vectors(readable)

    def count_tokens(self, text: str) -> int:
        return estimate_tokens(text)

    def _fail(self) -> None:
        if self.failures:
            raise self.failures.popleft()

    def _vectors(self, texts: list[str]) -> list[Vector]:
        return unit_vectors(np.stack([hashed_vector(text, salt=self.name) for text in texts]), len(texts))


@dataclass
class FakeChatModel:
    """Answers with what `script` holds, in order: a text, or a failure to raise. Prompts are recorded.

    After the script's end only a prompt whose schema may be empty gets an answer: the empty one.
    """

    script: deque[str | ProviderError] = field(default_factory=deque)
    name: str = "fake-chat"
    prompts: list[Prompt] = field(default_factory=list)

    async def complete(self, prompt: Prompt) -> Completion:
        self.prompts.append(prompt)
        step = self.script.popleft() if self.script or prompt.schema is None else "{}"
        if isinstance(step, ProviderError):
            raise step
        parsed = _parsed(step, prompt.schema) if prompt.schema else None
        media = prompt.media.tokens if prompt.media else 0
        tokens_in = estimate_tokens(prompt.system) + estimate_tokens(prompt.user) + media
        return Completion(step, parsed, tokens_in, estimate_tokens(step), "STOP")


def _parsed(text: str, schema: type[pydantic.BaseModel]) -> pydantic.BaseModel:
    try:
        return schema.model_validate_json(text)
    except pydantic.ValidationError:
        raise ProviderError(Outage.BAD_OUTPUT, "not of the schema") from None
