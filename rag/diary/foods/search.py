"""Food search: words first, vectors where words give too little."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rag.diary.lexis.wording import cleaned, normalised
from rag.diary.ports import FoodIndex
from rag.diary.types import FoodHit, Match
from rag.ports import Embedder, StorageError
from rag.types import Language

MAX_DIST: Final = 0.72
"""The cosine distance beyond which a food is not offered, for the local model (docs/decisions, 15)."""
ENOUGH: Final = 8
"""Hits by words from which no vector is asked for."""


@dataclass(frozen=True, slots=True)
class FoodSearch:
    """Finds foods for phrases. `embedder` is the local model, always."""

    index: FoodIndex
    embedder: Embedder
    max_dist: float = MAX_DIST

    async def search(
        self, owner: uuid.UUID, phrases: Sequence[str], language: Language, limit: int = ENOUGH
    ) -> list[list[FoodHit]]:
        """For each phrase up to `limit` foods, best first: those found by words, then those near in meaning, each once.

        One query by words; one embedding call and one query more for the phrases whose words gave too little. Where the
        model or the database fails in these, the words' hits stay as they were; the first query's failure is raised.
        """
        texts = [cleaned(phrase) for phrase in phrases]
        keys = [normalised(text, language) for text in texts]
        whole = [normalised(phrase, language) for phrase in phrases]
        # "tres leches" is a name, though it begins like an amount
        amounts = [at for at, key in enumerate(keys) if whole[at] != key]
        hits = await self.index.by_words(owner, [*keys, *(whole[at] for at in amounts)], language, limit)
        found = hits[: len(keys)]
        for at, named in zip(amounts, hits[len(keys) :], strict=True):
            if named and named[0].match is Match.EXACT:
                found[at] = named
        thin = [at for at, hits in enumerate(found) if len(hits) < min(limit, ENOUGH) and keys[at]]
        if not thin:
            return found
        near = await self._near(owner, [texts[at] for at in thin], [keys[at] for at in thin], limit)
        return _merged(found, dict(zip(thin, near, strict=True)), limit)

    async def _near(
        self, owner: uuid.UUID, texts: Sequence[str], keys: Sequence[str], limit: int
    ) -> list[list[FoodHit]]:
        nothing: list[list[FoodHit]] = [[] for _ in texts]
        try:
            vectors = await self.embedder.embed_documents(texts)
        except Exception:  # noqa: BLE001 - meaning is an extra: no failure of it may cost the hits by words
            return nothing
        try:
            return await self.index.near(owner, keys, vectors, limit, self.max_dist)
        except StorageError:
            return nothing


def _merged(found: Sequence[Sequence[FoodHit]], near: dict[int, list[FoodHit]], limit: int) -> list[list[FoodHit]]:
    merged = []
    for at, hits in enumerate(found):
        known = {hit.food.id for hit in hits}
        merged.append([*hits, *(hit for hit in near.get(at, []) if hit.food.id not in known)][:limit])
    return merged
