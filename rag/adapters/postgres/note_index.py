"""Finds passages. `match_documentos` is the only way to a clinical one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import asyncpg
import numpy as np
from pgvector import Vector as PgVector

from rag.notes.naming import Condition
from rag.notes.ports import Coverage, RoutingPhrase, StoredSentence
from rag.types import GENERAL, Language, Passage, Section, Sentence, Specialty, Vector

_NEAREST = "select * from match_documentos($1, $2, $3, $4)"
_SENTENCES = """
select document_id, position, section, text, translations, embedding
  from document_sentences where document_id = any($1::bigint[]) order by document_id, position
"""
_PHRASES = """
select v.specialty, d.slug, v.text, v.embedding
  from document_vectors v join documentos_rag d on d.id = v.document_id
 where v.model = $1 and v.current and v.kind = 'phrase'
union all
select $2, null, text, embedding from general_phrases where model = $1
"""
_CONDITIONS = """
select d.especialidade, d.titulo, d.titles,
       array(select v.text from document_vectors v
              where v.document_id = d.id and v.specialty = d.especialidade
                and v.model = $1 and v.current and v.kind = 'phrase') as phrases
  from documentos_rag d where retired_at is null order by d.id
"""
_COVERAGE = """
select count(*) as documents,
       count(*) filter (where exists (
           select from document_vectors v
            where v.specialty = d.especialidade and v.document_id = d.id and v.model = $1 and v.current)) as covered,
       (select name from embedding_models where active) as active,
       (select state from embedding_models where name = $1) as state
  from documentos_rag d where retired_at is null
"""


@dataclass(frozen=True, slots=True)
class PostgresNoteIndex:
    """The `NoteIndex` port on PostgreSQL."""

    pool: asyncpg.Pool

    async def nearest(self, vector: Vector, specialty: Specialty, count: int, model: str) -> list[Passage]:
        """The nearest current chunks of a specialty, nearest first."""
        return [_passage(row) for row in await self.pool.fetch(_NEAREST, vector, specialty, count, model)]

    async def sentences(self, document_ids: Sequence[int]) -> Mapping[int, Sequence[StoredSentence]]:
        """The sentences of each chunk, in order."""
        found: defaultdict[int, list[StoredSentence]] = defaultdict(list)
        for row in await self.pool.fetch(_SENTENCES, list(document_ids)):
            found[row["document_id"]].append(_sentence(row))
        return found

    async def routing_phrases(self, model: str) -> Sequence[RoutingPhrase]:
        """Every phrase of the current corpus and every general one."""
        rows = await self.pool.fetch(_PHRASES, model, GENERAL)
        return [RoutingPhrase(r["specialty"], r["slug"], r["text"], _vector(r["embedding"])) for r in rows]

    async def conditions(self, model: str) -> Sequence[Condition]:
        """Every condition of the current corpus, with its phrases."""
        rows = await self.pool.fetch(_CONDITIONS, model)
        return [
            Condition(r["especialidade"], r["titulo"], tuple(r["titles"].values()), tuple(r["phrases"])) for r in rows
        ]

    async def coverage(self, model: str) -> Coverage:
        """How much of the current corpus can be searched under `model`."""
        row = await self.pool.fetchrow(_COVERAGE, model)
        return Coverage(row["documents"], row["covered"], row["active"], row["state"])


def _vector(value: PgVector) -> Vector:
    return value.to_numpy().astype(np.float32)


def _passage(row: asyncpg.Record) -> Passage:
    review = row["review_date"]
    return Passage(
        document_id=row["documento_id"],
        version=row["versao"],
        content_hash=row["hash"],
        specialty=row["especialidade"],
        title=row["titulo"],
        content=row["conteudo"],
        similarity=row["similarity"],
        note=row["note"],
        note_date=row["note_date"],
        review_date=review.isoformat() if review else None,
        demonstration=row["demonstration"],
        titles={Language(code): title for code, title in row["titles"].items()},
    )


def _sentence(row: asyncpg.Record) -> StoredSentence:
    translations = {Language(code): text for code, text in row["translations"].items()}
    sentence = Sentence(Section(row["section"]), row["text"], translations)
    return StoredSentence(row["position"], sentence, _vector(row["embedding"]))
