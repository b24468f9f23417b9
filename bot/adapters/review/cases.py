"""Reads one case: its facts that hold, its criteria, its end."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import asyncpg

from bot.adapters.review.lines import reply_line, reply_lines
from bot.adapters.review.reviewing import review_rows
from bot.consultation.case import fact_of
from bot.consultation.showing import shown
from bot.locales import Catalogue, Words
from bot.review.pseudonyms import Pseudonyms
from bot.review.records import CaseRecord, CriterionRow, FactRow
from rag.adapters.postgres.protocols import PostgresProtocols
from rag.protocols.deciding import findings
from rag.protocols.ports import Published
from rag.protocols.types import Criterion, Fact, ProtocolField
from rag.types import Language

_CASE: Final = """
select c.*, coalesce(d.titles ->> $2::text, d.titulo) as condition,
       (select e.text from encaminhamentos e where e.case_id = c.id) as referral
  from cases c join documentos_rag d on d.id = c.document_id where c.id = $1
"""
FACTS: Final = """
select held.* from (
    select distinct on (cf.key) cf.key, cf.seq, cf.value, cf.how, cf.quote, cf.said_at
      from case_facts cf where cf.case_id = $1 order by cf.key, cf.seq desc) held order by held.seq
"""
_REPLIES: Final = """
select f.* from mensagens m join reply_facets f on f.reply_id = m.id
 where m.user_id = $1 and m.direction = 'out' and (
       f.at between $3 and coalesce($4::timestamptz, 'infinity') and f.especialidade = $5 and f.status is not null
       or f.status = 'URGENCIA' and f.at = $4
       or m.in_reply_to in (select cf.message_id from case_facts cf where cf.case_id = $2))
"""


@dataclass(frozen=True, slots=True)
class CaseReader:
    """Reads in the transaction that it is given."""

    pseudonyms: Pseudonyms
    catalogue: Catalogue

    async def read(self, connection: asyncpg.Connection, case_id: uuid.UUID, language: Language) -> CaseRecord | None:
        """A case in an operator's language; None where there is none of that id."""
        row = await connection.fetchrow(_CASE, case_id, language.value)
        if row is None:
            return None
        published = await PostgresProtocols(connection).protocol(row["document_id"])
        facts = read_facts(await connection.fetch(FACTS, case_id), published)
        values = [row[name] for name in ("user_id", "id", "opened_at", "closed_at", "especialidade")]
        replies = await connection.fetch(reply_lines(_REPLIES), *values)
        words = self.catalogue[language]
        return CaseRecord(
            id=row["id"],
            person=self.pseudonyms.person(row["user_id"]),
            specialty=row["especialidade"],
            condition=row["condition"],
            document_id=row["document_id"],
            status=row["status"],
            opened_at=row["opened_at"],
            closed_at=row["closed_at"],
            facts=tuple(_fact_row(fact, published, words) for fact in facts),
            criteria=_criteria(row["decision"], facts, published, language),
            referral=row["referral"],
            replies=tuple(reply_line(reply, self.pseudonyms) for reply in reversed(replies)),
            reviews=await review_rows(connection, "case_id", case_id),
        )


def read_facts(rows: Sequence[Mapping[str, Any]], published: Published | None) -> list[Fact]:
    """Facts of FACTS, typed by the protocol that they were told for."""
    fields = {field.key: field for field in published.protocol.fields} if published else {}
    return [fact_of({**row, "said_at": row["said_at"].isoformat()}, fields.get(row["key"])) for row in rows]


def _fact_row(fact: Fact, published: Published | None, words: Words) -> FactRow:
    field = published.protocol.field(fact.key) if published else None
    label, value = _label(fact.key, field, published, words.language), _value(fact, field, words)
    return FactRow(fact.key, label, value, fact.how, fact.quote, fact.at)


def _value(fact: Fact, field: ProtocolField | None, words: Words) -> str:
    if field is not None:
        return shown(fact.value, field, words, whole=True)
    if fact.value is None:
        return words("case.not_known")
    return words("case.yes" if fact.value else "case.no")


def _label(key: str, field: ProtocolField | None, published: Published | None, language: Language) -> str:
    if field is not None:
        return field.label.said_in(language)
    criterion = published.protocol.criterion(key) if published else None
    return _said(criterion, published, language) if criterion and published else key


def _criteria(
    decision: Mapping[str, Any] | None, facts: Sequence[Fact], published: Published | None, language: Language
) -> tuple[CriterionRow, ...]:
    """As they stood when it was decided; of a case without a decision, as they stand by its facts."""
    if published is None:
        return ()
    standing = {one["key"]: one for one in (decision or {}).get("criteria", ())}
    rows = []
    for finding in findings(published.compiled, {fact.key: fact for fact in facts}):
        criterion, decided = finding.criterion, standing.get(finding.criterion.key, {})
        truth = decided.get("truth", finding.truth.value)
        rests_on = decided.get("facts") or finding.reads or (criterion.key,)
        label = _said(criterion, published, language)
        labels = tuple(_label(key, published.protocol.field(key), published, language) for key in rests_on)
        rows.append(CriterionRow(criterion.key, label, truth, criterion.passage, tuple(rests_on), labels))
    return tuple(rows)


def _said(criterion: Criterion, published: Published, language: Language) -> str:
    """The question of a judged criterion, else the sentence of the note that it rests on, translated where it is."""
    if criterion.question is not None:
        return criterion.question.said_in(language)
    sentence = published.passages.get(criterion.passage)
    return sentence.translations.get(language, sentence.text) if sentence else criterion.passage
