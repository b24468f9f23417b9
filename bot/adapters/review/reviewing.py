"""The `Reviews` port on PostgreSQL."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import asyncpg

from bot.adapters.review.connections import as_operator, audit, storable
from bot.review.filtering import LATEST
from bot.review.masking import masked
from bot.review.pseudonyms import Pseudonyms
from bot.review.records import Agreement, Judgement, Label, ReviewRow, Viewer

_JUDGE_REPLY: Final = """
insert into reviews (reply_id, operator_id, judgement, labels, reason)
select m.id, $2, $3, $4, $5 from mensagens m where m.id = $1 and m.direction = 'out' returning id
"""
_JUDGE_CASE: Final = """
insert into reviews (case_id, operator_id, judgement, reason)
select c.id, $2, $3, $4 from cases c where c.id = $1 returning id
"""
_ROWS: Final = """
select r.id, o.name, r.judgement, r.labels, r.reason, r.at
  from reviews r join operators o on o.id = r.operator_id where r.{target} = $1 order by r.seq
"""
# a reply before routing, or of no specialty's notes, is the general one's
_AGREEMENT: Final = f"""
select date_trunc('week', f.at at time zone $1)::date as week, coalesce(f.especialidade, 'duvidas_gerais') as specialty,
       count(*) filter (where l.judgement = 'agree') as agreed, count(*) as reviewed
  from {LATEST} l join reply_facets f on f.reply_id = l.reply_id
 group by 1, 2 order by 1, 2
"""  # noqa: S608 - a text of ours
_LABELLED: Final = """
select distinct on (r.reply_id) r.reply_id, r.judgement, r.labels, r.reason, m.user_id, m.language, m.especialidade,
       m.text as answer, m.fontes_rag, q.text as question
  from reviews r join mensagens m on m.id = r.reply_id left join mensagens q on q.id = m.in_reply_to
 where m.text is not null and q.text is not null
 order by r.reply_id, r.seq desc
"""


@dataclass(frozen=True, slots=True)
class PostgresReviews:
    """Reviews are added, never changed. `zone` is an IANA name: weeks are those of the service."""

    pool: asyncpg.Pool
    pseudonyms: Pseudonyms
    zone: str

    async def judge_reply(
        self, viewer: Viewer, reply_id: uuid.UUID, judgement: Judgement, labels: Sequence[Label], reason: str
    ) -> None:
        """See `Reviews`."""
        values = (list(dict.fromkeys(labels)), storable(reason).strip())
        detail = {"judgement": judgement, "labels": list(values[0])}
        async with as_operator(self.pool, viewer.operator.id) as connection:
            await _judged(connection, _JUDGE_REPLY, reply_id, viewer.operator.id, judgement, *values)
            await audit(connection, viewer, "judge_reply", str(reply_id), detail)

    async def judge_case(self, viewer: Viewer, case_id: uuid.UUID, judgement: Judgement, reason: str) -> None:
        """See `Reviews`."""
        async with as_operator(self.pool, viewer.operator.id) as connection:
            await _judged(connection, _JUDGE_CASE, case_id, viewer.operator.id, judgement, storable(reason).strip())
            await audit(connection, viewer, "judge_case", str(case_id), {"judgement": judgement})

    async def agreement(self) -> list[Agreement]:
        """See `Reviews`. Counts alone, so nobody's name is asked for."""
        async with as_operator(self.pool, uuid.UUID(int=0)) as connection:
            rows = await connection.fetch(_AGREEMENT, self.zone)
        return [Agreement(row["week"], row["specialty"], row["agreed"], row["reviewed"]) for row in rows]

    async def labelled(self, viewer: Viewer) -> list[Mapping[str, Any]]:
        """See `Reviews`. The latest review of a reply counts; replies without their texts are left out.

        `mark` is what `bot.review.labelled` knows a person's items by.
        """
        async with as_operator(self.pool, viewer.operator.id) as connection:
            items = [self._item(row) for row in await connection.fetch(_LABELLED)]
            await audit(connection, viewer, "export_labelled", detail={"ids": [item["id"] for item in items]})
        return items

    async def kept(self, replies: Sequence[uuid.UUID]) -> frozenset[uuid.UUID]:
        """Those of the replies that are still there."""
        async with as_operator(self.pool, uuid.UUID(int=0)) as connection:
            rows = await connection.fetch(
                "select reply_id from reply_facets where reply_id = any($1::uuid[])", list(replies)
            )
        return frozenset(row["reply_id"] for row in rows)

    def _item(self, row: asyncpg.Record) -> Mapping[str, Any]:
        return {
            "id": str(row["reply_id"]),
            "mark": self.pseudonyms.mark(row["reply_id"], row["user_id"]),
            "language": row["language"],
            "specialty": row["especialidade"],
            "question": masked(row["question"]),
            "answer": masked(row["answer"]),
            "titles": [source["titulo"] for source in row["fontes_rag"]],
            "judgement": row["judgement"],
            "labels": list(row["labels"]),
            "reason": masked(row["reason"]),
        }


async def review_rows(connection: asyncpg.Connection, target: str, its_id: uuid.UUID) -> tuple[ReviewRow, ...]:
    """The reviews of a reply (`target` is reply_id) or of a case (case_id), the first one first."""
    rows = await connection.fetch(_ROWS.format(target=target), its_id)
    return tuple(
        ReviewRow(r["id"], r["name"], Judgement(r["judgement"]), tuple(map(Label, r["labels"])), r["reason"], r["at"])
        for r in rows
    )


async def _judged(connection: asyncpg.Connection, sql: str, *values: object) -> None:
    if await connection.fetchval(sql, *values) is None:
        raise LookupError("there is nothing of that id")
