"""The diary's rows, read on PostgreSQL: one short transaction in the person's name, which can't write."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date

import asyncpg

from bot.adapters.diary.rows import ENTRY, entry_of
from bot.diary.ports import Standing
from bot.ports import Person
from rag.adapters.postgres.food_rows import food_of, selected
from rag.adapters.postgres.pool import as_person
from rag.diary.evidence import AskedFood, Entry, Evidence, FoodPhrase, FoodTotal, Summary, Target, Total
from rag.diary.lexis.wording import Wanted, cleaned, normalised, wanted
from rag.diary.types import MACROS, Meal, Plan
from rag.types import Language

MOST_ENTRIES = 400
"""Entries that are read for one question: those highest in energy."""

_STANDING = ENTRY.format(entries="diary").replace("e.removed_by, ", "")
_DAY = (
    _STANDING
    + " where e.user_id = $1 and e.day = $2 and ($3::text is null or e.meal = $3)"
    + " order by e.eaten_at, e.added_by, e.position"
)
_ONE = _STANDING + " where e.user_id = $1 and e.id = $2"
_ALL = _STANDING + " where e.user_id = $1 order by e.day, e.eaten_at, e.added_by, e.position"
# each food's columns are read once, however often it was eaten
_PERIOD = """
select e.id as entry, e.added_by, e.food_id, e.grams, e.said, e.portion, e.eaten_at, e.day, e.meal
  from diary e join foods f on f.id = e.food_id
 where e.user_id = $1 and e.day between $2 and $3
 order by e.grams * f.energy_kcal desc nulls last, e.id limit $4
"""
_FOODS = f"select {selected('f')} from food_facts f where f.id = any ($1::bigint[])"  # noqa: S608 - names of ours
_COUNT = "select count(*) from diary where user_id = $1 and day between $2 and $3"
_TOTALS = "select * from diary_totals($1, $2, $3)"
_SUMMARY = "select * from diary_summary($1, $2, $3)"
_FOODS_ASKED = "select * from diary_foods_asked($1, $2, $3, $4, $5, $6)"
_FOOD_SUMS = "select * from diary_food_sums($1, $2, $3, $4)"
# the outbox is looked into by the replies to the person's acts: an index of the channel's ids would be paid for at each
# sending. `offset 0` keeps the planner from reading all of it instead.
TOLD = """
with told as (
    select a.id, a.message from diary_acts a where a.user_id = $1 and a.message = $2
    union
    select a.id, a.message from diary_acts a where a.user_id = $1 and a.reply_id = $4
    union
    select a.id, a.message from diary_acts a
     cross join lateral (select from outbox o where o.reply_id = a.reply_id and o.message_id = $3 offset 0) o
     where a.user_id = $1 and $3::text is not null)
select a.id, a.message, a.at from diary_acts a
 where a.user_id = $1 and (a.id in (select id from told) or a.message in (select message from told))
 order by a.seq
"""
_OF_ACTS = (
    _STANDING + " where e.user_id = $1 and e.added_by = any ($2::uuid[]) order by e.eaten_at, e.added_by, e.position"
)


@dataclass(frozen=True, slots=True)
class PostgresDiaryReader:
    """The `DiaryReader` port."""

    pool: asyncpg.Pool

    def _reading(self, person: Person) -> AbstractAsyncContextManager[asyncpg.Connection]:
        return as_person(self.pool, person.id, readonly=True)

    async def evidence(self, person: Person, plan: Plan, asked: FoodPhrase | None = None) -> Evidence:
        """Totals, summaries, and entries where the plan needs them; the main nutrients where it names none."""
        nutrients = list(plan.nutrients or MACROS)
        span = (plan.date_from, plan.date_to)
        entries: Sequence[Entry] = ()
        count = 0
        async with self._reading(person) as connection:
            totals = await connection.fetch(_TOTALS, *span, nutrients)
            summaries = await connection.fetch(_SUMMARY, *span, nutrients)
            found = await _asked(connection, plan, nutrients, asked) if asked else None
            if plan.need_detail:
                entries = await _highest(connection, person, span)
                count = len(entries)
                if count == MOST_ENTRIES:
                    count = await connection.fetchval(_COUNT, person.id, *span)
        left_out = count - len(entries)
        return Evidence(plan, list(map(_total, totals)), list(map(_summary, summaries)), entries, left_out, found)

    async def entries(self, person: Person, day: date, meal: Meal | None = None) -> Sequence[Entry]:
        """What stands of one day, in the order eaten."""
        async with self._reading(person) as connection:
            return [entry_of(row) for row in await connection.fetch(_DAY, person.id, day, meal)]

    async def standing_of(self, person: Person, *, message: str | None = None, reply: str | None = None) -> Standing:
        """What stands of all that a message has told."""
        async with self._reading(person) as connection:
            ours = _uuid(reply) if reply and not message else None
            acts = await connection.fetch(TOLD, person.id, message, None if message or ours else reply, ours)
            if not acts:
                return Standing()
            rows = await connection.fetch(_OF_ACTS, person.id, [act["id"] for act in acts])
        return Standing([entry_of(row) for row in rows], acts[0]["message"], acts[0]["at"])

    async def entry(self, person: Person, entry: uuid.UUID) -> Entry | None:
        """An entry that stands."""
        async with self._reading(person) as connection:
            row = await connection.fetchrow(_ONE, person.id, entry)
        return entry_of(row) if row else None

    async def export(self, person: Person) -> Sequence[Entry]:
        """Everything that stands, in order."""
        async with self._reading(person) as connection:
            return [entry_of(row) for row in await connection.fetch(_ALL, person.id)]


async def _highest(connection: asyncpg.Connection, person: Person, span: tuple[date, date]) -> Sequence[Entry]:
    """The period's entries highest in energy."""
    rows = await connection.fetch(_PERIOD, person.id, *span, MOST_ENTRIES)
    found = await connection.fetch(_FOODS, list({row["food_id"] for row in rows}))
    foods = {row["id"]: food_of(row) for row in found}
    return [entry_of(row, foods[row["food_id"]]) for row in rows]


async def _asked(connection: asyncpg.Connection, plan: Plan, nutrients: Sequence[str], asked: FoodPhrase) -> AskedFood:
    """The sums of what was eaten of a food or category, over all of the period's entries."""
    span, parts = (plan.date_from, plan.date_to), wanted(normalised(cleaned(asked.said), asked.language))
    phrases = (list(parts.phrases), list(parts.hard), list(parts.soft))
    rows = await connection.fetch(_FOODS_ASKED, *span, *phrases, asked.language.value)
    foods = [row["food_id"] for row in rows if row["asked"] or _is_called(row, parts)]
    if not foods:
        return AskedFood(asked.said)
    whole, *each = [_food_total(row, nutrients) for row in await connection.fetch(_FOOD_SUMS, *span, foods, nutrients)]
    return AskedFood(asked.said, each, whole)


def _is_called(row: asyncpg.Record, asked: Wanted) -> bool:
    """Whether a food that is no longer searched for has all the words in one of its names."""
    names = ((row["name_pt"], Language.PT), (row["name_es"], Language.ES), (row["name_en"], Language.EN))
    return any({*asked.hard, *asked.soft} <= set(normalised(name, language).split()) for name, language in names)


def _food_total(row: asyncpg.Record, nutrients: Sequence[str]) -> FoodTotal:
    names: Mapping[Language, str] = {
        Language.PT: row["name_pt"], Language.ES: row["name_es"], Language.EN: row["name_en"],
    }  # fmt: skip
    amounts = dict(zip(nutrients, row["amounts"], strict=True))
    last = (row["last_eaten"], row["last_grams"])
    return FoodTotal(row["slug"], names, row["entries"], row["days"], row["grams"], amounts, last)


def _uuid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


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
