"""Publishes notes and their vectors. One transaction a note: a reader sees the old version or the new one, whole."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import asyncpg
from pgvector import Vector as PgVector

from rag.adapters.postgres.pool import loading
from rag.notes.corpus import Phrase, PreparedChunk, PreparedNote, fingerprint
from rag.notes.faq import FaqEntry
from rag.notes.ports import Published
from rag.types import Specialty, Vector

_RETIRE = "update documentos_rag set retired_at = now() where id = any($1::bigint[])"
_CURRENT = "select slug, id, fingerprint from documentos_rag where especialidade = $1 and retired_at is null"
_INSERT = """
insert into documentos_rag (especialidade, slug, titulo, titles, conteudo, versao, hash, fingerprint,
                            note, note_date, review_date, demonstration, fields, protocol)
select $1, slug, titulo, titles::jsonb, conteudo, versao, '', fingerprint, $8, $9, $10::text::date, $11, fields::jsonb,
       protocol::jsonb
  from unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $12::text[], $13::text[])
       as c (slug, titulo, conteudo, versao, fingerprint, fields, titles, protocol)
returning slug, id
"""
_SENTENCES = """
insert into document_sentences (document_id, position, section, text, translations, embedding)
select s.document_id, s.position, s.section, s.text, s.translations::jsonb, t.embedding
  from unnest($2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[])
       as s (document_id, position, section, text, translations)
  join text_vectors t on t.model = $1 and t.text_hash = sha256(convert_to(s.text, 'UTF8'))
"""
_VECTORS = """
insert into document_vectors (specialty, document_id, model, kind, language, text, embedding)
select $1, v.document_id, t.model, v.kind, v.language, v.text, t.embedding
  from unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) as v (document_id, kind, language, text)
  join text_vectors t on t.text_hash = sha256(convert_to(v.text, 'UTF8'))
"""
# The chunk's own vector: of its text, or the normalised mean where the text went in parts.
_OWN_VECTORS = """
with own as (
    select v.document_id, l2_normalize(avg(v.embedding)::vector(768)) as embedding
      from document_vectors v where v.model = $1 and v.current and v.kind = 'part' group by v.document_id)
update documentos_rag d set embedding = own.embedding
  from own where own.document_id = d.id and d.retired_at is null and d.embedding is distinct from own.embedding
"""
_FILL = """
insert into document_vectors (specialty, document_id, model, kind, language, text, embedding)
select v.specialty, v.document_id, t.model, v.kind, v.language, v.text, t.embedding
  from document_vectors v
  join text_vectors t on t.model = $2 and t.text_hash = sha256(convert_to(v.text, 'UTF8'))
 where v.model = $1 and v.current and v.kind <> 'chunk' and not exists (
       select from document_vectors o where o.specialty = v.specialty and o.document_id = v.document_id
          and o.model = $2 and o.text = v.text)
"""
# Every model that is ready, not the active one alone: a bot may still be running on the one before.
_MARK_INCOMPLETE = """
update embedding_models m set state = 'incomplete', updated_at = now()
 where m.state = 'ready' and exists (
       select from document_vectors v
        where v.model = $1 and v.current and v.kind <> 'chunk' and not exists (
              select from document_vectors o where o.specialty = v.specialty and o.document_id = v.document_id
                 and o.model = m.name and o.text = v.text))
"""
# Whoever writes the corpus does so alone: an activation fills in and judges whole notes, and what one writer locks in
# its order (a new partition, embedding_models, corpus_version) no other waits for in another.
_TURN = "select pg_advisory_xact_lock(hashtextextended('corpus', 0))"
_KEEP_FAQ = """
insert into faq_texts (hash, id, language, text)
select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as t (hash, id, language, text) order by hash
on conflict do nothing
"""
_UNEMBEDDED = """
select distinct v.text from document_vectors v
 where v.model = $1 and v.current and v.kind <> 'chunk' and not exists (
       select from text_vectors t where t.model = $2 and t.text_hash = sha256(convert_to(v.text, 'UTF8')))
 order by v.text
"""


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


@dataclass(frozen=True, slots=True)
class PostgresCorpus:
    """The `Corpus` port on PostgreSQL."""

    pool: asyncpg.Pool

    async def unembedded(self, model: str, texts: Iterable[str]) -> list[str]:
        """Those of `texts`, each once and in order, that have no vector under `model` yet."""
        unique = list(dict.fromkeys(texts))
        known = await self.pool.fetch(
            "select text_hash from text_vectors where model = $1 and text_hash = any($2::bytea[])",
            model,
            [_hash(text) for text in unique],
        )
        have = {bytes(row["text_hash"]) for row in known}
        return [text for text in unique if _hash(text) not in have]

    async def keep_vectors(self, model: str, texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        """Stores one batch, for good: what was paid for is not lost by a later failure."""
        await self.pool.execute(
            "insert into text_vectors (model, text_hash, embedding) "
            "select $1, * from unnest($2::bytea[], $3::vector[]) on conflict do nothing",
            model,
            [_hash(text) for text in texts],
            [PgVector(vector) for vector in vectors],
        )

    async def publish(self, note: PreparedNote, local_model: str) -> Published:
        """Makes `note` the current version of its specialty. Its texts must have their local vectors already.

        A model under which some of it can't be found is marked incomplete in the same transaction.
        """
        async with loading(self.pool) as connection:
            await connection.execute(_TURN)
            await connection.execute("select ensure_specialty($1)", note.specialty)
            difference = _compare(note, await connection.fetch(f"{_CURRENT} for update", note.specialty))
            if difference.retired_ids:
                await connection.execute(_RETIRE, difference.retired_ids)
            if difference.changed:
                await _insert(connection, note, difference.changed, local_model)
            await connection.execute(_MARK_INCOMPLETE, local_model)
        return difference.published

    async def preview(self, note: PreparedNote) -> Published:
        """What `publish` would do now; writes nothing."""
        return _compare(note, await self.pool.fetch(_CURRENT, note.specialty)).published

    async def publish_general(self, phrases: Sequence[Phrase], local_model: str) -> None:
        """Replaces the phrases that belong to no specialty, where they differ."""
        wanted = {phrase.text: phrase.language.value for phrase in reversed(phrases)}  # of a text twice, the first
        async with loading(self.pool) as connection:
            await connection.execute(_TURN)
            known = await connection.fetch("select text, language from general_phrases where model = $1", local_model)
            if dict(known) == wanted:
                return
            await connection.execute("delete from general_phrases where model = $1", local_model)
            await connection.execute(
                "insert into general_phrases (model, language, text, embedding) "
                "select t.model, p.language, p.text, t.embedding "
                "from unnest($2::text[], $3::text[]) as p (language, text) "
                "join text_vectors t on t.model = $1 and t.text_hash = sha256(convert_to(p.text, 'UTF8')) "
                "on conflict do nothing",
                local_model,
                list(wanted.values()),
                list(wanted),
            )

    async def current_texts_without(self, model: str, local_model: str) -> list[str]:
        """Texts of the current corpus that have no vector under `model`."""
        return [row["text"] for row in await self.pool.fetch(_UNEMBEDDED, local_model, model)]

    async def activate(self, model: str, local_model: str, *, complete: bool) -> None:
        """Makes `model` the active one, with every vector that there is.

        It is marked incomplete, and retrieval left on the local vectors, where `complete` is false or a text of the
        current corpus still lacks its vector.
        """
        async with loading(self.pool) as connection:
            await connection.execute(_TURN)
            await connection.execute("update embedding_models set active = false where active and name <> $1", model)
            await connection.execute(
                "insert into embedding_models (name, active, state) values ($1, true, $2) "
                "on conflict (name) do update set active = true, state = excluded.state, updated_at = now()",
                model,
                "ready" if complete else "incomplete",
            )
            await connection.execute(_FILL, local_model, model)
            await connection.execute(_MARK_INCOMPLETE, local_model)
            await connection.execute(_OWN_VECTORS, model)
            await connection.execute("analyze document_vectors")  # autovacuum leaves partitioned tables alone

    async def keep_faq(self, entries: Iterable[FaqEntry]) -> None:
        """Keeps the answers of the FAQ by hash, for good; those that are there stay as they are."""
        rows = [(entry.hash, entry.id, entry.language.value, entry.answer) for entry in entries]
        await self.pool.execute(_KEEP_FAQ, *([row[column] for row in rows] for column in range(4)))

    async def wants_bundled(self, digest: str) -> bool:
        """Whether the bundled notes of `digest` are to be ingested: none are there, or an older state of the same."""
        row = await self.pool.fetchrow(
            "select count(*) as documents, bool_and(demonstration) as bundled_only, "
            "(select digest from bundled_corpus) as digest from documentos_rag where retired_at is null"
        )
        return bool(row["documents"] == 0 or (row["bundled_only"] and row["digest"] != digest))

    async def own_specialties(self) -> frozenset[Specialty]:
        """Specialties whose current notes are the service's own, not demonstration summaries."""
        rows = await self.pool.fetch(
            "select distinct especialidade from documentos_rag where retired_at is null and not demonstration"
        )
        return frozenset(row["especialidade"] for row in rows)

    async def note_bundled(self, digest: str) -> None:
        """Remembers which state of the bundled notes is ingested."""
        await self.pool.execute(
            "insert into bundled_corpus (digest) values ($1) on conflict (one) do update set digest = excluded.digest",
            digest,
        )


async def corpus_exists(connection: asyncpg.Connection) -> bool:
    """Whether the database has the tables that a `PostgresCorpus` reads."""
    tables = "to_regclass('documentos_rag') is not null and to_regclass('text_vectors') is not null"
    return bool(await connection.fetchval(f"select {tables}"))


@dataclass(frozen=True, slots=True)
class _Difference:
    """What tells a note from the specialty's current rows: chunks to insert, rows to retire, and the counts."""

    changed: Sequence[PreparedChunk]
    retired_ids: Sequence[int]
    published: Published


def _compare(note: PreparedNote, rows: Iterable[asyncpg.Record]) -> _Difference:
    current = {row["slug"]: row for row in rows}
    changed = [
        c for c in note.chunks if c.slug not in current or current[c.slug]["fingerprint"] != fingerprint(note.facts, c)
    ]
    gone = current.keys() - {c.slug for c in note.chunks}
    retired = [current[s]["id"] for s in (*gone, *(c.slug for c in changed)) if s in current]
    added = sum(1 for c in changed if c.slug not in current)
    counts = Published(added, len(changed) - added, len(gone), len(note.chunks) - len(changed))
    return _Difference(changed, retired, counts)


async def _insert(
    connection: asyncpg.Connection,
    note: PreparedNote,
    chunks: Sequence[PreparedChunk],
    local_model: str,
) -> None:
    facts = note.facts
    latest = dict(
        await connection.fetch(
            "select slug, max(versao) from documentos_rag where especialidade = $1 group by slug",
            note.specialty,
        )
    )
    rows = await connection.fetch(
        _INSERT,
        note.specialty,
        [c.slug for c in chunks],
        [c.title for c in chunks],
        [c.content for c in chunks],
        [latest.get(c.slug, 0) + 1 for c in chunks],
        [fingerprint(facts, c) for c in chunks],
        [json.dumps(c.fields, ensure_ascii=False) for c in chunks],
        facts.note,
        facts.note_date,
        facts.review_date,
        facts.demonstration,
        [json.dumps(c.titles, ensure_ascii=False) for c in chunks],
        [None if c.protocol is None else json.dumps(c.protocol, ensure_ascii=False) for c in chunks],
    )
    ids = {row["slug"]: row["id"] for row in rows}
    sentences = [(ids[c.slug], i, s) for c in chunks for i, s in enumerate(c.sentences)]
    await connection.execute(
        _SENTENCES,
        local_model,
        [document for document, _, _ in sentences],
        [position for _, position, _ in sentences],
        [s.section for _, _, s in sentences],
        [s.text for _, _, s in sentences],
        [json.dumps(s.translations, ensure_ascii=False) for _, _, s in sentences],
    )
    texts = [(ids[c.slug], "part", "pt-BR", part) for c in chunks for part in c.parts]
    texts += [(ids[c.slug], "phrase", p.language, p.text) for c in chunks for p in c.phrases]
    await connection.execute(_VECTORS, note.specialty, *(list(column) for column in zip(*texts, strict=True)))
