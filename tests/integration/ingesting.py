"""Small notes, and embedders that count, for tests of ingestion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import asyncpg

from rag.adapters.postgres.corpus import PostgresCorpus
from rag.notes.corpus import NoteFacts, Phrase, PreparedChunk, PreparedNote
from rag.notes.ingest import Ingestion, Report
from rag.notes.preparing import Batch
from rag.ports import Embedder, Outage, ProviderError
from rag.types import Language, Section, Sentence, Vector
from tests.fakes.models import FakeEmbedder

FACTS = NoteFacts("NT 1", "2020-01-01", None, demonstration=True)


def chunk(slug: str, content: str, *phrases: str, parts: tuple[str, ...] | None = None) -> PreparedChunk:
    return PreparedChunk(
        slug,
        slug.title(),
        {Language.ES: f"es {slug}"},
        content,
        parts or (content,),
        (Sentence(Section.ABOUT, content, {Language.EN: f"en {content}"}),),
        tuple(Phrase(Language.PT, phrase) for phrase in phrases),
        ({"key": "age"},),
    )


def batch_of(*chunks: PreparedChunk, specialty: str = "cardiologia") -> Batch:
    return Batch((PreparedNote(specialty, FACTS, chunks),), None)


def phrases(*texts: str) -> tuple[Phrase, ...]:
    return tuple(Phrase(Language.PT, text) for text in texts)


@dataclass
class Counting:
    """An embedder that counts its texts, and fails once it has given `quota` of them."""

    inner: FakeEmbedder
    quota: int | None = None
    asked: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def max_tokens(self) -> int:
        return self.inner.max_tokens

    def count_tokens(self, text: str) -> int:
        return self.inner.count_tokens(text)

    async def embed_query(self, text: str) -> Vector:
        return await self.inner.embed_query(text)

    async def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        if self.quota is not None and len(self.asked) + len(texts) > self.quota:
            raise ProviderError(Outage.QUOTA, daily=True)
        self.asked += texts
        return await self.inner.embed_documents(texts)


def counting(name: str, quota: int | None = None) -> Counting:
    return Counting(FakeEmbedder(name=name), quota)


async def run(pool: asyncpg.Pool, batch: Batch, local: Embedder, active: Embedder | None = None) -> Report:
    return await Ingestion(PostgresCorpus(pool), local, active).run(batch)
