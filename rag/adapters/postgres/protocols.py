"""Published protocols, read once each: a version of a note is never rewritten."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

import asyncpg

from rag.protocols.deciding import compile_protocol
from rag.protocols.ports import Published
from rag.protocols.types import Protocol
from rag.types import Language, Section, Sentence, Specialty

_DOCUMENT = """
select id, versao, hash, especialidade, slug, titulo, titles, note, note_date, review_date, demonstration, protocol
  from documentos_rag where id = $1 and protocol is not null
"""
_SENTENCES = """
select section, text, translations from document_sentences
 where document_id = $1 and section = any($2::text[]) order by position
"""
_CURRENT = "select id from documentos_rag where especialidade = $1 and slug = $2 and retired_at is null"
_RESTED_ON = (Section.CRITERIA, Section.WARNINGS)


@dataclass(frozen=True, slots=True)
class PostgresProtocols:
    """The `ProtocolSource` port on PostgreSQL. The `size` versions asked for last stay in memory, compiled."""

    pool: asyncpg.Pool
    size: int = 256
    _kept: OrderedDict[int, Published] = field(default_factory=OrderedDict, init=False, repr=False)

    async def protocol(self, document_id: int) -> Published | None:
        """See `ProtocolSource`."""
        known = self._kept.get(document_id)
        if known is None:
            row = await self.pool.fetchrow(_DOCUMENT, document_id)
            if row is None:
                return None
            protocol = Protocol.model_validate(row["protocol"])
            sentences = await self.pool.fetch(_SENTENCES, document_id, list(_RESTED_ON))
            known = self._kept[document_id] = _published(row, protocol, sentences)
            if len(self._kept) > self.size:
                self._kept.popitem(last=False)
        self._kept.move_to_end(document_id)
        return known

    async def current(self, specialty: Specialty, slug: str) -> int | None:
        """See `ProtocolSource`."""
        document: int | None = await self.pool.fetchval(_CURRENT, specialty, slug)
        return document


def _published(row: asyncpg.Record, protocol: Protocol, sentences: Iterable[asyncpg.Record]) -> Published:
    review = row["review_date"]
    return Published(
        document_id=row["id"],
        version=row["versao"],
        content_hash=row["hash"],
        specialty=row["especialidade"],
        slug=row["slug"],
        title=row["titulo"],
        titles={Language(code): title for code, title in row["titles"].items()},
        note=row["note"],
        note_date=row["note_date"],
        review_date=review.isoformat() if review else None,
        demonstration=row["demonstration"],
        compiled=compile_protocol(protocol),
        passages={one["text"]: _sentence(one) for one in sentences},
    )


def _sentence(row: asyncpg.Record) -> Sentence:
    translations = {Language(code): text for code, text in row["translations"].items()}
    return Sentence(Section(row["section"]), row["text"], translations)
