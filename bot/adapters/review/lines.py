"""The rows of the queues, as SQL and as values."""

from __future__ import annotations

from typing import Final

import asyncpg

from bot.review.pseudonyms import Pseudonyms
from bot.review.records import CaseLine, Judgement, Label, ReplyLine, Verdict
from rag.types import Language

EXCERPT: Final = 240
"""Characters of a question or an answer in a line."""
# {place} is what chooses facets: a subquery `f`, so that texts are read of these alone
REPLY_LINES: Final = """
select f.reply_id, f.place, f.at, f.user_id, f.especialidade, f.status, f.verdict, f.lowest,
       m.language, m.kind, m.degraded, left(q.text, {excerpt}) as question, left(m.text, {excerpt}) as answer,
       r.judgement, r.labels
  from ({chosen}) f
  join mensagens m on m.id = f.reply_id
  left join mensagens q on q.id = m.in_reply_to
  left join lateral (
       select r.judgement, r.labels from reviews r where r.reply_id = f.reply_id order by r.seq desc limit 1) r on true
 order by f.at desc, f.place desc
"""
CASE_LINES: Final = """
select c.id, c.place, c.opened_at, c.user_id, c.especialidade, c.status,
       coalesce(d.titles ->> {language}, d.titulo) as condition,
       (select count(distinct cf.key) from case_facts cf where cf.case_id = c.id) as facts,
       (select r.judgement from reviews r where r.case_id = c.id order by r.seq desc limit 1) as judgement
  from (select * from cases c where {conditions} order by c.opened_at desc, c.place desc limit {most}) c
  join documentos_rag d on d.id = c.document_id
 order by c.opened_at desc, c.place desc
"""


def reply_lines(chosen: str) -> str:
    """The query for the lines of the facets that `chosen` selects."""
    return REPLY_LINES.format(chosen=chosen, excerpt=EXCERPT)


def reply_line(row: asyncpg.Record, pseudonyms: Pseudonyms) -> ReplyLine:
    """One row of `reply_lines`."""
    return ReplyLine(
        id=row["reply_id"],
        place=row["place"],
        at=row["at"],
        person=pseudonyms.person(row["user_id"]),
        language=Language(row["language"]),
        kind=row["kind"],
        specialty=row["especialidade"],
        status=row["status"],
        verdict=Verdict(row["verdict"]),
        lowest=row["lowest"],
        degraded=tuple(row["degraded"]),
        question=row["question"] or "",
        answer=row["answer"] or "",
        judged=judgement(row["judgement"]),
        labels=tuple(Label(label) for label in row["labels"] or ()),
    )


def case_line(row: asyncpg.Record, pseudonyms: Pseudonyms) -> CaseLine:
    """One row of CASE_LINES."""
    return CaseLine(
        id=row["id"],
        place=row["place"],
        at=row["opened_at"],
        person=pseudonyms.person(row["user_id"]),
        specialty=row["especialidade"],
        condition=row["condition"],
        status=row["status"],
        facts=row["facts"],
        judged=judgement(row["judgement"]),
    )


def judgement(kept: str | None) -> Judgement | None:
    """As it is stored."""
    return Judgement(kept) if kept else None
