"""The diary's rows, read on PostgreSQL: one short transaction in the person's name, which can't write."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date

import asyncpg

from bot.adapters.diary.rows import ENTRY, entry_of
from bot.diary.ports import Standing
from bot.ports import Person
from rag.diary.evidence import Entry, Evidence, Summary, Target, Total
from rag.diary.types import MACROS, Meal, Plan

MOST_ENTRIES = 400
"""Entries that are read for one question: those highest in energy."""

_BEGIN = "begin isolation level repeatable read read only"
_STANDING = ENTRY.format(entries="diary").replace("e.removed_by, ", "")
_DAY = (
    _STANDING
    + " where e.user_id = $1 and e.day = $2 and ($3::text is null or e.meal = $3)"
    + " order by e.eaten_at, e.added_by, e.position"
)
_ONE = _STANDING + " where e.user_id = $1 and e.id = $2"
_ALL = _STANDING + " where e.user_id = $1 order by e.day, e.eaten_at, e.added_by, e.position"
_PERIOD = (
    _STANDING
    + " where e.user_id = $1 and e.day between $2 and $3"
    + " order by e.grams * f.energy_kcal desc nulls last, e.id limit $4"
)
_COUNT = "select count(*) from diary where user_id = $1 and day between $2 and $3"
_TOTALS = "select * from diary_totals($1, $2, $3)"
_SUMMARY = "select * from diary_summary($1, $2, $3)"
_TOLD = """
with told as (
    select a.id, a.message from diary_acts a
     where a.user_id = $1 and case when $2::text is not null then a.message = $2
                                   else a.reply_id::text = $3 or exists (
                                        select from outbox o where o.reply_id = a.reply_id and o.message_id = $3) end)
select a.id, a.message from diary_acts a
 where a.user_id = $1 and (a.id in (select id from told) or a.message in (select message from told))
"""
_OF_ACTS = (
    _STANDING + " where e.user_id = $1 and e.added_by = any ($2::uuid[]) order by e.eaten_at, e.added_by, e.position"
)


@dataclass(frozen=True, slots=True)
class PostgresDiaryReader:
    """The `DiaryReader` port."""

    pool: asyncpg.Pool

    @asynccontextmanager
    async def _reading(self, person: Person) -> AsyncIterator[asyncpg.Connection]:
        async with self.pool.acquire() as connection:
            # the id is a UUID of ours, so nothing in it can end the literal; commit and rollback do the same here
            await connection.execute(
                f"begin isolation level repeatable read read only; set local fonte.user_id = '{person.id}'"
            )
            try:
                yield connection
            finally:
                await connection.execute("rollback")

    async def evidence(self, person: Person, plan: Plan) -> Evidence:
        """Totals, summaries, and entries where the plan needs them; the main nutrients where it names none."""
        wanted = list(plan.nutrients or MACROS)
        span = (plan.date_from, plan.date_to)
        entries: Sequence[Entry] = ()
        count = 0
        async with self._reading(person) as connection:
            totals = await connection.fetch(_TOTALS, *span, wanted)
            summaries = await connection.fetch(_SUMMARY, *span, wanted)
            if plan.need_detail:
                rows = await connection.fetch(_PERIOD, person.id, *span, MOST_ENTRIES)
                entries = [entry_of(row) for row in rows]
                count = len(entries)
                if count == MOST_ENTRIES:
                    count = await connection.fetchval(_COUNT, person.id, *span)
        return Evidence(plan, list(map(_total, totals)), list(map(_summary, summaries)), entries, count - len(entries))

    async def entries(self, person: Person, day: date, meal: Meal | None = None) -> Sequence[Entry]:
        """What stands of one day, in the order eaten."""
        async with self._reading(person) as connection:
            return [entry_of(row) for row in await connection.fetch(_DAY, person.id, day, meal)]

    async def standing_of(self, person: Person, *, message: str | None = None, reply: str | None = None) -> Standing:
        """What stands of all that a message has told."""
        async with self._reading(person) as connection:
            acts = await connection.fetch(_TOLD, person.id, message, reply)
            if not acts:
                return Standing()
            rows = await connection.fetch(_OF_ACTS, person.id, [act["id"] for act in acts])
        return Standing([entry_of(row) for row in rows], acts[0]["message"])

    async def entry(self, person: Person, entry: uuid.UUID) -> Entry | None:
        """An entry that stands."""
        async with self._reading(person) as connection:
            row = await connection.fetchrow(_ONE, person.id, entry)
        return entry_of(row) if row else None

    async def export(self, person: Person) -> Sequence[Entry]:
        """Everything that stands, in order."""
        async with self._reading(person) as connection:
            return [entry_of(row) for row in await connection.fetch(_ALL, person.id)]


def _total(row: asyncpg.Record) -> Total:
    bounds = (row["minimum"], row["maximum"])
    target = Target(row["nutrient"], *bounds) if bounds != (None, None) else None
    return Total(row["day"], row["nutrient"], row["amount"], row["known"], row["entries"], target)


def _summary(row: asyncpg.Record) -> Summary:
    return Summary(
        row["nutrient"],
        row["total"],
        row["mean"],
        row["days"],
        row["known"],
        None if row["highest"] is None else (row["highest_day"], row["highest"]),
        None if row["lowest"] is None else (row["lowest_day"], row["lowest"]),
        row["over"],
        row["under"],
    )
