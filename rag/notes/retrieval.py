"""From a question to the four nearest passages of a specialty, whatever the provider's state."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rag.notes.naming import names
from rag.notes.ports import NoteIndex
from rag.ports import Embedder, ProviderError
from rag.types import Passage, Specialty, Vector

MATCH_COUNT = 4
_MOST_NAMED = 2


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What was asked of the notes and what they gave; kept with the reply so that it can be replayed.

    `local_vector` is the question under the local model, whatever `model` the passages were found with, and `local`
    the nearest passages under that: limits are calibrated for its cosines, and mean nothing under another model's.
    `named` counts the passages whose condition the question calls by its name: they come before all nearer ones.
    `degraded` names why the active model was not used, or is None.
    """

    query_text: str
    vector: Vector
    model: str
    local_vector: Vector
    passages: tuple[Passage, ...]
    local: tuple[Passage, ...]
    degraded: str | None = None
    named: int = 0

    @property
    def nearness(self) -> float:
        """How near the notes are to the question: the local model's cosine of its nearest passage, -1 without any."""
        return self.local[0].similarity if self.local else -1.0

    def local_similarity(self, position: int) -> float | None:
        """The local model's cosine of the passage at `position` (from 1), where it is among that model's nearest."""
        wanted = self.passages[position - 1].document_id if position <= len(self.passages) else None
        return next((p.similarity for p in self.local if p.document_id == wanted), None)


@dataclass(frozen=True, slots=True)
class Retriever:
    """Searches with the active model, and with the local one when the active one can't answer.

    `active` is None where the local model is the active one.
    """

    index: NoteIndex
    local: Embedder
    active: Embedder | None

    async def search(
        self,
        text: str,
        specialty: Specialty,
        local_vector: Vector | None = None,
        incomplete: Collection[str] = (),
    ) -> Retrieval:
        """The nearest passages of `specialty`.

        `local_vector` is that of `text`, where the router has it already. `incomplete` names models under which not
        all of the corpus can be found: those are not asked.
        """
        local = local_vector if local_vector is not None else await self.local.embed_query(text)
        if self.active is None:
            return await self._find(text, specialty, local, local, None)
        if self.active.name in incomplete:
            return await self._find(text, specialty, local, local, "embedding:incomplete")
        try:
            vector = await self.active.embed_query(text)
        except ProviderError as error:
            return await self._find(text, specialty, local, local, f"embedding:{error.reason}")
        return await self._find(text, specialty, vector, local, None)

    async def _find(
        self, text: str, specialty: Specialty, vector: Vector, local: Vector, degraded: str | None
    ) -> Retrieval:
        near = tuple(await self.index.nearest(local, specialty, MATCH_COUNT, self.local.name))
        if vector is local or self.active is None:
            passages, named = _named_first(text, near)
            return Retrieval(text, local, self.local.name, local, passages, near, degraded, named)
        found = tuple(await self.index.nearest(vector, specialty, MATCH_COUNT, self.active.name))
        passages, named = _named_first(text, found)
        return Retrieval(text, vector, self.active.name, local, passages, near, degraded, named)


def _named_first(text: str, passages: tuple[Passage, ...]) -> tuple[tuple[Passage, ...], int]:
    """Where the text names one condition or two, those before the others; who names more says nothing by it."""
    named = tuple(passage for passage in passages if names(text, passage))
    if not 0 < len(named) <= _MOST_NAMED:
        return passages, 0
    return (*named, *(passage for passage in passages if passage not in named)), len(named)
