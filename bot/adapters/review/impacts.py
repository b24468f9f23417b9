"""The `Impacts` port on PostgreSQL. Nothing is written but the line in the audit log."""

from __future__ import annotations

import asyncio
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Final

import asyncpg
import numpy as np

from bot.adapters.review.cases import read_facts
from bot.adapters.review.connections import as_operator, audit
from bot.adapters.review.lines import CASE_LINES, case_line, reply_line, reply_lines
from bot.review.pseudonyms import Pseudonyms
from bot.review.ranking import revised, today
from bot.review.records import Impact, TouchedCase, TouchedReply, Viewer
from bot.review.revising import CurrentChunk, Revision, revision, texts_of
from bot.review.touching import PastCase, PastReply, Redecided, Touch, redecided, touched
from bot.review.uploads import Upload, read_uploads
from rag.adapters.postgres.protocols import PostgresProtocols
from rag.notes.corpus import Phrase
from rag.notes.ingest import BATCH
from rag.notes.preparing import Preparer
from rag.ports import Embedder
from rag.types import Language, Specialty, Vector

MOST: Final = 5_000
"""Past replies, and closed cases, of a specialty that are looked at; the newest."""
_CURRENT: Final = """
select d.id, d.versao, d.slug, d.titulo, d.titles, d.conteudo, d.protocol,
       array(select array[v.language, v.text] from document_vectors v
              where v.specialty = d.especialidade and v.document_id = d.id and v.kind = 'phrase'
                and v.model = $2) as phrases
  from documentos_rag d where d.especialidade = $1 and d.retired_at is null order by d.id
"""
_VECTORS: Final = """
select v.document_id, v.embedding from document_vectors v where v.specialty = $1 and v.model = $2 and v.current
"""
_REPLIES: Final = """
select m.id, m.query_embedding, m.language, coalesce(m.text, '') as text,
       array(select array[d.slug, d.conteudo] from jsonb_array_elements(m.fontes_rag) s
               join documentos_rag d on d.id = (s ->> 'documento_id')::bigint
              where (s ->> 'citada')::boolean) as cited
  from (select f.reply_id from reply_facets f
         where f.especialidade = $1 and f.lowest is not null order by f.at desc, f.place desc limit $3) f
  join mensagens m on m.id = f.reply_id
 where m.query_embedding is not null and m.embedding_model = $2
"""
_CASES: Final = """
select c.id, c.slug, c.status, c.document_id from cases c
 where c.especialidade = $1 and c.slug = any($2::text[]) and c.status in ('FINALIZADO', 'NAO_ELEGIVEL', 'URGENCIA')
 order by c.closed_at desc limit $3
"""
_FACTS: Final = """
select distinct on (cf.case_id, cf.key) cf.case_id, cf.key, cf.seq, cf.value, cf.how, cf.quote, cf.said_at
  from case_facts cf where cf.case_id = any($1::uuid[]) order by cf.case_id, cf.key, cf.seq desc
"""


@dataclass(frozen=True, slots=True)
class Reading:
    """The models of one look: `preparer` reads notes for them."""

    preparer: Preparer
    local: Embedder
    active: Embedder | None

    @property
    def embedders(self) -> Sequence[Embedder]:
        """The local one, and the provider's where there is a key."""
        return [self.local, *([self.active] if self.active else [])]


@dataclass(frozen=True, slots=True)
class PostgresImpacts:
    """`reading` opens the models for as long as one look: they take more memory than all the rest of the console."""

    pool: asyncpg.Pool
    pseudonyms: Pseudonyms
    reading: Callable[[], AbstractAsyncContextManager[Reading]]

    async def of(self, viewer: Viewer, files: Mapping[str, bytes]) -> Impact:
        """See `Impacts`. A reply whose model no key is there for is not examined."""
        async with self.reading() as reading:
            uploads = await asyncio.to_thread(read_uploads, files, reading.preparer)
            revisions = [await self._revision(viewer, upload, reading.local.name) for upload in uploads]
            touches: list[Touch] = []
            examined = 0
            for embedder in reading.embedders:
                embedded = await _embedded(embedder, list(texts_of([one for one, _ in revisions])))
                for one, current in revisions:
                    found, count = await self._touched(viewer, one, current, embedder.name, embedded)
                    touches += found
                    examined += count
        cases, count = await self._redecided(viewer, [one for one, _ in revisions])
        return await self._told(viewer, [one for one, _ in revisions], touches, cases, examined + count)

    async def _revision(self, viewer: Viewer, upload: Upload, local: str) -> tuple[Revision, Sequence[CurrentChunk]]:
        async with as_operator(self.pool, viewer.operator.id) as connection:
            rows = await connection.fetch(_CURRENT, upload.note.specialty, local)
        current = [_chunk(row) for row in rows]
        return revision(upload.note, current, upload.protocols, phrased=upload.phrased), current

    async def _touched(
        self,
        viewer: Viewer,
        change: Revision,
        current: Sequence[CurrentChunk],
        model: str,
        embedded: Mapping[str, Vector],
    ) -> tuple[Sequence[Touch], int]:
        if not change.slugs:
            return [], 0
        async with as_operator(self.pool, viewer.operator.id) as connection:
            vectors = _by_document(await connection.fetch(_VECTORS, change.specialty, model))
            replies = [_reply(row) for row in await connection.fetch(_REPLIES, change.specialty, model, MOST)]

        def compare() -> Sequence[Touch]:
            spaces = today(current, vectors), revised(current, vectors, change, embedded)
            return list(touched(replies, *spaces, change))

        return await asyncio.to_thread(compare), len(replies)

    async def _redecided(self, viewer: Viewer, revisions: Sequence[Revision]) -> tuple[Sequence[Redecided], int]:
        found: list[Redecided] = []
        examined = 0
        for one in revisions:
            protocols = {r.chunk.slug: r.chunk.protocol for r in one.changed if r.chunk.protocol is not None}
            if protocols:
                cases = await self._cases(viewer, one.specialty, list(protocols))
                found += await asyncio.to_thread(lambda c=cases, p=protocols: list(redecided(c, p)))  # type: ignore[misc]
                examined += len(cases)
        return found, examined

    async def _cases(self, viewer: Viewer, specialty: Specialty, slugs: Sequence[str]) -> Sequence[PastCase]:
        async with as_operator(self.pool, viewer.operator.id) as connection:
            rows = await connection.fetch(_CASES, specialty, list(slugs), MOST)
            facts = defaultdict(list)
            for fact in await connection.fetch(_FACTS, [row["id"] for row in rows]):
                facts[fact["case_id"]].append(fact)
            protocols = PostgresProtocols(connection)
            known = {d: await protocols.protocol(d) for d in {row["document_id"] for row in rows}}
        cases = []
        for row in rows:
            if (published := known[row["document_id"]]) is not None:
                told = read_facts(sorted(facts[row["id"]], key=lambda fact: int(fact["seq"])), published)
                cases.append(PastCase(row["id"], row["slug"], row["status"], tuple(told), published.protocol))
        return cases

    async def _told(
        self,
        viewer: Viewer,
        revisions: Sequence[Revision],
        touches: Sequence[Touch],
        cases: Sequence[Redecided],
        examined: int,
    ) -> Impact:
        async with as_operator(self.pool, viewer.operator.id) as connection:
            replies = await self._reply_lines(connection, touches)
            decided = await self._case_lines(connection, cases, viewer.operator.language)
            ids = {"replies": [str(one.id) for one in touches], "cases": [str(one.id) for one in cases]}
            await audit(connection, viewer, "impact", ",".join(one.specialty for one in revisions), ids)
        changed = [one.chunk.title for change in revisions for one in change.changed]
        retired = [one.title for change in revisions for one in change.retired]
        return Impact(tuple(changed), tuple(retired), tuple(replies), tuple(decided), examined)

    async def _reply_lines(self, connection: asyncpg.Connection, touches: Sequence[Touch]) -> Sequence[TouchedReply]:
        by_id = {one.id: one for one in touches}
        chosen = reply_lines("select f.* from reply_facets f where f.reply_id = any($1::uuid[])")
        lines = [reply_line(row, self.pseudonyms) for row in await connection.fetch(chosen, list(by_id))]
        return [
            TouchedReply(line, touch.cited, touch.before, touch.after, touch.unsupported)
            for line in lines
            for touch in [by_id[line.id]]
        ]

    async def _case_lines(
        self, connection: asyncpg.Connection, cases: Sequence[Redecided], language: Language
    ) -> Sequence[TouchedCase]:
        by_id = {one.id: one for one in cases}
        sql = CASE_LINES.format(conditions="c.id = any($1::uuid[])", most="$2", language="$3::text")
        rows = await connection.fetch(sql, list(by_id), MOST, language.value)
        lines = [case_line(row, self.pseudonyms) for row in rows]
        return [TouchedCase(line, one.before, one.after, one.criteria) for line in lines for one in [by_id[line.id]]]


async def _embedded(embedder: Embedder, texts: Sequence[str]) -> Mapping[str, Vector]:
    """Each text's vector, of a batch at a time. Raises ProviderError."""
    found: dict[str, Vector] = {}
    for start in range(0, len(texts), BATCH):
        batch = texts[start : start + BATCH]
        found |= zip(batch, await embedder.embed_documents(batch), strict=True)
    return found


def _chunk(row: asyncpg.Record) -> CurrentChunk:
    phrases = tuple(Phrase(Language(language), text) for language, text in row["phrases"])
    protocol: Mapping[str, Any] | None = row["protocol"]
    titles = tuple(row["titles"].values())
    return CurrentChunk(
        row["id"], row["versao"], row["slug"], row["titulo"], row["conteudo"], phrases, protocol, titles
    )


def _by_document(rows: Iterable[asyncpg.Record]) -> Mapping[int, Sequence[Vector]]:
    found: defaultdict[int, list[Vector]] = defaultdict(list)
    for row in rows:
        found[row["document_id"]].append(row["embedding"].to_numpy().astype(np.float32))
    return found


def _reply(row: asyncpg.Record) -> PastReply:
    cited = tuple((slug, content) for slug, content in row["cited"])
    vector: Vector = row["query_embedding"].to_numpy().astype(np.float32)
    reply: uuid.UUID = row["id"]
    return PastReply(reply, vector, Language(row["language"]), row["text"], cited)
