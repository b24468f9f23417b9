"""The diary's acts on PostgreSQL."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import asyncpg

from bot.adapters.delivery.connections import connection_of, person_of
from bot.adapters.diary.rows import of_act
from bot.diary.ports import ActKind, Done, NewAct, NewEntry
from bot.ports import Pending, Transaction
from rag.diary.types import Portion

_ACT = """
insert into diary_acts (id, user_id, kind, message, at)
values ($1, $2, $3,
        coalesce($4, (select a.message from diary_entries e join diary_acts a on a.id = e.added_by
                       where e.user_id = $2 and e.id = any ($6::uuid[]) order by a.seq limit 1)), $5)
"""
_ADD = """
insert into diary_entries (id, user_id, added_by, position, food_id, grams, said, portion, eaten_at, day, meal)
select e.id, $1, $2, e.position, e.food, e.grams, e.said, e.portion, e.eaten_at, e.day, e.meal
  from unnest($3::uuid[], $4::bigint[], $5::numeric[], $6::text[], $7::jsonb[], $8::timestamptz[], $9::date[],
              $10::text[])
         with ordinality as e (id, food, grams, said, portion, eaten_at, day, meal, position)
"""
_REMOVE = """
update diary_entries e set removed_by = $2 from diary d where d.id = e.id and d.user_id = $1 and e.id = any ($3::uuid[])
"""
_FORGET = "delete from diary_acts where user_id = $1 and undone_at is not null"
# an act whose entries a later one has replaced is not undone from under it
_UNDO = """
update diary_acts a set undone_at = $2
 where a.id = (select l.id from diary_acts l
                where l.user_id = $1 and l.undone_at is null and ($3::uuid is null or l.id = $3)
                  and not exists (select from diary_entries e join diary_acts r on r.id = e.removed_by
                                   where e.added_by = l.id and r.undone_at is null)
                order by l.seq desc limit 1)
returning a.id, a.kind
"""
# an act is not done again before the one whose entries it has replaced
_REDO = """
update diary_acts a set undone_at = null
 where a.id = (select u.id from diary_acts u
                where u.user_id = $1 and u.undone_at is not null and ($2::uuid is null or u.id = $2)
                  and not exists (select from diary_entries e join diary_acts f on f.id = e.added_by
                                   where e.removed_by = u.id and f.undone_at is not null)
                order by u.undone_at desc, u.seq limit 1)
returning a.id, a.kind
"""
_SHOWN = "update diary_acts set reply_id = $3 where user_id = $1 and id = $2"
_ASK = """
insert into diary_drafts (user_id, id, kind, payload, message, expires_at) values ($1, $2, $3, $4, $5, $6)
on conflict (user_id) do update set
    id = excluded.id, kind = excluded.kind, payload = excluded.payload, message = excluded.message,
    expires_at = excluded.expires_at
"""
_ANSWERED = "delete from diary_drafts where user_id = $1 and id = $2 returning id"


@dataclass(frozen=True, slots=True)
class PostgresDiary:
    """The `Diary` port. `new_id` makes the ids of acts and entries."""

    new_id: Callable[[], uuid.UUID]

    async def do(self, transaction: Transaction, act: NewAct) -> Done:
        """Does an act and returns its rows."""
        connection, person = connection_of(transaction), person_of(transaction)
        made = self.new_id()
        await connection.execute(_FORGET, person)
        await connection.execute(_ACT, made, person, act.kind, act.message, act.at, list(act.removed))
        if act.removed:
            await connection.execute(_REMOVE, person, made, list(act.removed))
        if act.added:
            await connection.execute(_ADD, person, made, *self._columns(act.added))
        return await _done(connection, person, made, act.kind)

    def _columns(self, added: Iterable[NewEntry]) -> list[list[Any]]:
        rows = [
            (
                self.new_id(),
                entry.food_id,
                entry.portion.grams,
                entry.said,
                portion_json(entry.portion),
                entry.placed.at,
                entry.placed.day,
                entry.placed.meal,
            )
            for entry in added
        ]
        return [list(column) for column in zip(*rows, strict=True)]

    async def undo(self, transaction: Transaction, at: datetime, act: uuid.UUID | None = None) -> Done | None:
        """Undoes that act, or the last one that stands."""
        connection, person = connection_of(transaction), person_of(transaction)
        row = await connection.fetchrow(_UNDO, person, at, act)
        return await _done(connection, person, row["id"], ActKind(row["kind"])) if row else None

    async def redo(self, transaction: Transaction, act: uuid.UUID | None = None) -> Done | None:
        """Does again that act, or what was undone last."""
        connection, person = connection_of(transaction), person_of(transaction)
        row = await connection.fetchrow(_REDO, person, act)
        return await _done(connection, person, row["id"], ActKind(row["kind"])) if row else None

    async def shown(self, transaction: Transaction, act: uuid.UUID, reply: uuid.UUID) -> None:
        """Notes which reply shows an act's entries."""
        await connection_of(transaction).execute(_SHOWN, person_of(transaction), act, reply)

    async def ask(self, transaction: Transaction, pending: Pending, expires_at: datetime) -> None:
        """Keeps a question, in the place of any before."""
        values = (pending.id, pending.kind, pending.payload, pending.message, expires_at)
        await connection_of(transaction).execute(_ASK, person_of(transaction), *values)

    async def answered(self, transaction: Transaction, pending: uuid.UUID) -> bool:
        """Ends that question; false where it no longer waits."""
        ended = await connection_of(transaction).fetchval(_ANSWERED, person_of(transaction), pending)
        return ended is not None


def portion_json(portion: Portion) -> Mapping[str, Any]:
    """How an amount became grams, as it is kept beside them. Numbers as text, as they were said."""
    amount = portion.amount
    kept = {
        "how": portion.how,
        "value": str(amount.value),
        "unit": amount.unit,
        "said": amount.said,
        "low": amount.low,
        "high": amount.high,
        "each": portion.each,
        "source": portion.source,
    }
    return {key: str(value) for key, value in kept.items() if value is not None}


async def _done(connection: asyncpg.Connection, person: uuid.UUID, act: uuid.UUID, kind: ActKind) -> Done:
    added, removed = await of_act(connection, person, act)
    return Done(act, kind, added, removed)
