"""Where notes are kept and found. Adapters: `rag.adapters.postgres`; fakes: `tests.fakes`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from rag.notes.corpus import Phrase, PreparedNote
from rag.notes.naming import Condition
from rag.types import Passage, Sentence, Specialty, Vector


@dataclass(frozen=True, slots=True)
class Published:
    """What publishing a note did, in chunks."""

    added: int
    changed: int
    retired: int
    unchanged: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the current corpus is searchable under a model, which model is active, and that model's state."""

    documents: int
    covered: int
    active: str | None
    state: str | None

    @property
    def complete(self) -> bool:
        """Whether every current chunk has its vectors."""
        return self.documents == self.covered and self.state != "incomplete"


@dataclass(frozen=True, slots=True)
class StoredSentence:
    """A sentence of a chunk with its vector under the local model."""

    position: int
    sentence: Sentence
    vector: Vector


@dataclass(frozen=True, slots=True)
class RoutingPhrase:
    """A text whose specialty is known; `slug` is the condition's, or None for general phrases."""

    specialty: Specialty
    slug: str | None
    text: str
    vector: Vector


class Corpus(Protocol):
    """Where an ingestion publishes."""

    async def unembedded(self, model: str, texts: Iterable[str]) -> list[str]:
        """Those of `texts`, each once and in order, that have no vector under `model` yet."""

    async def keep_vectors(self, model: str, texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        """Stores one batch, for good."""

    async def publish(self, note: PreparedNote, local_model: str) -> Published:
        """Makes `note` the current version of its specialty, in one transaction.

        A model under which some of it can't be found is marked incomplete in the same transaction.
        """

    async def publish_general(self, phrases: Sequence[Phrase], local_model: str) -> None:
        """Replaces the phrases that belong to no specialty."""

    async def current_texts_without(self, model: str, local_model: str) -> list[str]:
        """Texts of the current corpus that have no vector under `model`."""

    async def activate(self, model: str, local_model: str, *, complete: bool) -> None:
        """Makes `model` the active one, with every vector that there is.

        It is marked incomplete, which leaves retrieval on the local vectors, where `complete` is false or a text of the
        current corpus still lacks its vector.
        """


class NoteIndex(Protocol):
    """Where retrieval looks."""

    async def nearest(self, vector: Vector, specialty: Specialty, count: int, model: str) -> list[Passage]:
        """The nearest current chunks of a specialty, nearest first (`match_documentos`)."""

    async def sentences(self, document_ids: Sequence[int]) -> Mapping[int, Sequence[StoredSentence]]:
        """The sentences of each chunk, in order."""

    async def routing_phrases(self, model: str) -> Sequence[RoutingPhrase]:
        """Every phrase of the current corpus and every general one, with vectors under `model`."""

    async def conditions(self, model: str) -> Sequence[Condition]:
        """Every condition of the current corpus, with the phrases that have vectors under `model`."""

    async def coverage(self, model: str) -> Coverage:
        """How much of the corpus can be searched under `model`."""
