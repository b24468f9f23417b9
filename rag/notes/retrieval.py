"""From a question to the four nearest passages of a specialty, whatever the provider's state."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from rag.notes.naming import Names
from rag.notes.ports import NoteIndex
from rag.ports import Embedder, ProviderError
from rag.types import Passage, Specialty, Vector

MATCH_COUNT = 4


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What was asked of the notes and what they gave; kept with the reply so that it can be replayed.

    `query_text` is the question, with a condition's name before it (or that name alone) where the question calls the
    condition so and does not find it by itself; `vector` is that text's under `model`. `local_vector` is the question
    itself under the local model, whatever `model` the passages were found with, and `local` the nearest passages under
    that model: limits are calibrated for its cosines, and mean nothing under another model's.
    `named` is 1 where the first passage's condition is the only one that the question calls by its name, else 0;
    `signed` is 1 where its words sign for that condition, and no name is said.
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
    signed: int = 0

    @property
    def nearness(self) -> float:
        """How near the notes are to the question: the local model's cosine of its nearest passage, -1 without any."""
        return self.local[0].similarity if self.local else -1.0

    def is_near(self, position: int, within: float) -> bool:
        """Whether the passage at `position` is about as near as the nearest, by the local model's cosines."""
        similarity = self.local_similarity(position)
        return similarity is not None and similarity >= self.nearness - within

    def local_similarity(self, position: int) -> float | None:
        """The local model's cosine of the passage at `position` (from 1), where it is among that model's nearest."""
        wanted = self.passages[position - 1].document_id if position <= len(self.passages) else None
        return next((p.similarity for p in self.local if p.document_id == wanted), None)


@dataclass(slots=True)
class _Held:
    """The names of a version of the corpus."""

    names: Names = field(default_factory=lambda: Names({}))
    version: str | None = None
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(frozen=True, slots=True)
class Retriever:
    """Searches with the active model, and with the local one when the active one can't answer.

    `active` is None where the local model is the active one. The corpus's names are held in memory, and read again when
    the corpus has changed.
    """

    index: NoteIndex
    local: Embedder
    active: Embedder | None
    _held: _Held = field(default_factory=_Held)

    async def search(
        self,
        text: str,
        specialty: Specialty,
        local_vector: Vector | None = None,
        incomplete: Collection[str] = (),
        version: str | None = None,
    ) -> Retrieval:
        """The nearest passages of `specialty`; first the one condition that `text` calls by its name, or signs for.

        Where that condition is not among the nearest, they are searched again by a text that says its name first.
        `local_vector` is that of `text`, where the router has it already. `incomplete` names models under which not
        all of the corpus can be found: those are not asked. `version` is the corpus's; None takes what is in memory.
        """
        vector = local_vector if local_vector is not None else await self.local.embed_query(text)
        names = await self.names(version)
        title = names.only(text, specialty)
        wanted = title or names.signed(text, specialty)
        queries = [text, f"{wanted}. {text}", wanted] if wanted else [text]
        near = asked = await self._find(text, specialty, self.local, vector)
        for at, query in enumerate(queries):
            near = asked if query is text else await self._find(query, specialty, self.local)
            if not wanted or near.has(wanted):
                queries = queries[at:]
                break
        found, degraded = await self._actively(near, queries, specialty, wanted, incomplete)
        passages, first = _first(wanted, found.passages)
        named, signed = (first, 0) if title else (0, first)
        # a word that signs for a condition says nothing of how near the notes are to the question
        local = near.passages if title else asked.passages
        return Retrieval(found.query, found.vector, found.model, vector, passages, local, degraded, named, signed)

    async def names(self, version: str | None = None) -> Names:
        """The names of corpus `version`; of the one in memory for None. Read once, however many ask."""
        held = self._held
        if held.version is None or version not in {None, held.version}:
            async with held.reading:
                if held.version is None or version not in {None, held.version}:
                    conditions = await self.index.conditions(self.local.name)
                    held.names = await asyncio.to_thread(Names.of, conditions)
                    held.version = version or ""
        return held.names

    async def _actively(
        self, near: _Found, queries: Sequence[str], specialty: Specialty, title: str | None, incomplete: Collection[str]
    ) -> tuple[_Found, str | None]:
        """What the active model finds by the first of `queries` that gives the named condition; else why not."""
        if self.active is None:
            return near, None
        if self.active.name in incomplete:
            return near, "embedding:incomplete"
        found = near
        for query in queries:
            try:
                found = await self._find(query, specialty, self.active)
            except ProviderError as error:
                return near, f"embedding:{error.reason}"
            if not title or found.has(title):
                break
        return found, None

    async def _find(self, query: str, specialty: Specialty, model: Embedder, vector: Vector | None = None) -> _Found:
        vector = vector if vector is not None else await model.embed_query(query)
        passages = await self.index.nearest(vector, specialty, MATCH_COUNT, model.name)
        return _Found(query, vector, model.name, tuple(passages))


@dataclass(frozen=True, slots=True)
class _Found:
    """One search and what it gave."""

    query: str
    vector: Vector
    model: str
    passages: tuple[Passage, ...]

    def has(self, title: str) -> bool:
        return any(passage.title == title for passage in self.passages)


def _first(title: str | None, passages: tuple[Passage, ...]) -> tuple[tuple[Passage, ...], int]:
    """A condition before the nearer ones, and how many of them it is."""
    named = tuple(passage for passage in passages if passage.title == title)
    return (*named, *(passage for passage in passages if passage.title != title)), len(named)
