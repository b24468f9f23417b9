"""Gemini's text embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from google.genai import types
from google.genai.client import AsyncClient

from rag.adapters.gemini.failures import within
from rag.adapters.texts import clip, embeddable, embeddable_within, estimate_tokens
from rag.adapters.vectors import unit_vectors
from rag.ports import Outage, ProviderError
from rag.types import EMBEDDING_DIMENSIONS, Vector

_TEXTS_PER_CALL = 100  # the API's limit
_KNOWN_FAMILIES = ("gemini-embedding-001", "gemini-embedding-exp")


@dataclass(frozen=True, slots=True)
class GeminiEmbedder:
    """An embedding model with task types; `deadline` is in seconds, for each call of at most 100 texts.

    Raises:
        ValueError: The model takes no task types (gemini-embedding-2 and later).
    """

    client: AsyncClient
    name: str
    deadline: float
    max_tokens: int = 2048

    def __post_init__(self) -> None:
        if "gemini" in self.name and not self.name.startswith(_KNOWN_FAMILIES):
            # Its vectors stand in another space, and it would read a query and a document alike.
            raise ValueError(f"GEMINI_EMBEDDING_MODEL: {self.name} takes no task type; use gemini-embedding-001")

    async def embed_query(self, text: str) -> Vector:
        """See `Embedder`."""
        return (await self._embed([clip(embeddable(text), self.max_tokens)], "RETRIEVAL_QUERY"))[0]

    async def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """See `Embedder`."""
        checked = [embeddable_within(text, self.max_tokens) for text in texts]
        vectors: list[Vector] = []
        for start in range(0, len(checked), _TEXTS_PER_CALL):
            vectors += await self._embed(checked[start : start + _TEXTS_PER_CALL], "RETRIEVAL_DOCUMENT")
        return vectors

    def count_tokens(self, text: str) -> int:
        """See `Embedder`."""
        return estimate_tokens(text)

    async def _embed(self, texts: list[str], task: str) -> list[Vector]:
        # One Content a text: a list of strings may be taken for the parts of a single one.
        contents: types.ContentListUnion = [types.Content(parts=[types.Part(text=text)]) for text in texts]
        config = types.EmbedContentConfig(task_type=task, output_dimensionality=EMBEDDING_DIMENSIONS)
        request = self.client.models.embed_content(model=self.name, contents=contents, config=config)
        response = await within(self.deadline, request)
        rows = [embedding.values or [] for embedding in response.embeddings or []]
        if {len(row) for row in rows} != {EMBEDDING_DIMENSIONS}:
            raise ProviderError(Outage.BAD_OUTPUT, f"{len(rows)} embeddings, not all of the dimension asked for")
        return unit_vectors(np.array(rows, dtype=np.float64), len(texts))
