"""The vectors of foods: of which text they are, and how they are filled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from rag.ports import Embedder, ProviderError
from rag.types import Language, Vector
from rag.wording import fold

FORMULA: Final = "foods-v1"
"""Version of `embedded_text`. It is part of each food's fingerprint: another formula makes new versions of all."""
BATCH: Final = 20
_LONGEST = 1_000
_WORD = re.compile(r"\w+")

Progress = Callable[[str, int, int], None]
"""Model, texts done, texts in all."""


class FoodVectors(Protocol):
    """The catalogue's foods as far as their vectors go."""

    async def use(self, model: str) -> None:
        """Makes `model` the one whose vectors food search compares."""
        ...

    async def unembedded(self, model: str) -> int:
        """How many current foods have no vector of `model`."""
        ...

    async def next_unembedded(self, model: str, after: int, count: int) -> list[tuple[int, str]]:
        """Up to `count` of them with an id beyond `after`: id and text, by id."""
        ...

    async def keep(self, model: str, ids: Sequence[int], vectors: Sequence[Vector]) -> None:
        """Stores vectors where none of `model` is there; one that is there stays."""
        ...


@dataclass(frozen=True, slots=True)
class Filled:
    """How many vectors were stored, and what cut it short."""

    count: int
    outage: ProviderError | None = None


def embedded_text(names: Mapping[Language, str], also: Mapping[Language, Sequence[str]], tags: Iterable[str]) -> str:
    """Names in pt, es and en, what else it is called in that order, categories: what has no new word is left out.

    Frozen as `FORMULA`. Case and accents are kept; parted by commas, at most 1,000 letters.
    """
    parts = [names[language] for language in Language if language in names]
    parts += [word for language in Language for word in also.get(language, ())]
    seen: set[str] = set()
    kept = []
    for part in (*parts, *tags):
        words = set(_WORD.findall(fold(part)))
        if not words <= seen:
            kept.append(part)
            seen |= words
    return ", ".join(kept)[:_LONGEST]


async def fill(vectors: FoodVectors, embedder: Embedder, progress: Progress = lambda *_: None) -> Filled:
    """Embeds what has no vector yet, 20 texts a call; what is stored stays, and another run goes on from there.

    A ProviderError ends it and is told. Any other error is the storage's own.
    """
    model, done, last = embedder.name, 0, 0
    await vectors.use(model)
    total = await vectors.unembedded(model)
    while batch := await vectors.next_unembedded(model, last, BATCH):
        ids = [food for food, _ in batch]
        try:
            made = await embedder.embed_documents([text for _, text in batch])
        except ProviderError as error:
            return Filled(done, error)
        await vectors.keep(model, ids, made)
        done, last = done + len(batch), ids[-1]
        progress(model, done, max(total, done))
    return Filled(done)
