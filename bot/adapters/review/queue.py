"""The `Queue` port on PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from zoneinfo import ZoneInfo

import asyncpg

from bot.adapters.review.connections import as_operator, audit, storable
from bot.adapters.review.lines import CASE_LINES, case_line, reply_line, reply_lines
from bot.review.filtering import of_cases, of_replies
from bot.review.pseudonyms import Pseudonyms
from bot.review.records import CaseLine, Cursor, Filters, Operator, ReplyLine, SavedFilters, Viewer

_SAVE: Final = """
insert into saved_filters (operator_id, name, query) values ($1, $2, $3)
on conflict (operator_id, name) do update set query = excluded.query
"""


@dataclass(frozen=True, slots=True)
class PostgresQueue:
    """Days are those of `zone`. What was searched for is not audited: that could be a patient's words."""

    pool: asyncpg.Pool
    pseudonyms: Pseudonyms
    zone: ZoneInfo

    async def replies(self, viewer: Viewer, filters: Filters, after: Cursor | None, most: int) -> list[ReplyLine]:
        """See `Queue`."""
        found = of_replies(_storable(filters), after, self.zone)
        limit = found.also(most)
        order = f"order by f.at desc, f.place desc limit {limit}"
        chosen = f"select f.* from reply_facets f where {found.text} {order}"  # noqa: S608 - texts of ours
        async with as_operator(self.pool, viewer.operator.id) as connection:
            rows = await connection.fetch(reply_lines(chosen), *found.values)
            lines = [reply_line(row, self.pseudonyms) for row in rows]
            await audit(connection, viewer, "see_replies", detail=_seen(filters, lines))
        return lines

    async def cases(self, viewer: Viewer, filters: Filters, after: Cursor | None, most: int) -> list[CaseLine]:
        """See `Queue`."""
        found = of_cases(_storable(filters), after, self.zone)
        limit, language = found.also(most), found.also(viewer.operator.language.value)
        sql = CASE_LINES.format(conditions=found.text, most=limit, language=f"{language}::text")
        async with as_operator(self.pool, viewer.operator.id) as connection:
            lines = [case_line(row, self.pseudonyms) for row in await connection.fetch(sql, *found.values)]
            await audit(connection, viewer, "see_cases", detail=_seen(filters, lines))
        return lines

    async def saved(self, operator: Operator) -> list[SavedFilters]:
        """See `Queue`."""
        async with as_operator(self.pool, operator.id) as connection:
            rows = await connection.fetch(
                "select id, name, query from saved_filters where operator_id = $1 order by lower(name), id", operator.id
            )
        return [SavedFilters(**row) for row in rows]

    async def save(self, operator: Operator, name: str, query: str) -> None:
        """See `Queue`."""
        async with as_operator(self.pool, operator.id) as connection:
            await connection.execute(_SAVE, operator.id, storable(name), storable(query))

    async def forget(self, operator: Operator, saved_id: int) -> None:
        """See `Queue`."""
        async with as_operator(self.pool, operator.id) as connection:
            await connection.execute(
                "delete from saved_filters where id = $1 and operator_id = $2", saved_id, operator.id
            )


def _storable(filters: Filters) -> Filters:
    specialty, status = (value and storable(value) for value in (filters.specialty, filters.status))
    return replace(filters, specialty=specialty, status=status, text=storable(filters.text))


def _seen(filters: Filters, lines: Sequence[ReplyLine] | Sequence[CaseLine]) -> Mapping[str, Any]:
    chosen = {
        "since": filters.since and filters.since.isoformat(),
        "until": filters.until and filters.until.isoformat(),
        "specialty": filters.specialty and storable(filters.specialty),
        "status": filters.status and storable(filters.status),
        "verdict": filters.verdict,
        "below": filters.below,
        "degraded": filters.degraded,
        "flagged": filters.flagged,
        "unreviewed": filters.unreviewed,
        "searched": bool(filters.text.strip()),
    }
    return {"filters": {name: value for name, value in chosen.items() if value}, "ids": [str(x.id) for x in lines]}
