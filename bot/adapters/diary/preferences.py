"""A person's targets and clock on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time

import asyncpg

from bot.adapters.delivery.connections import connection_of
from bot.ports import Person, Transaction
from rag.adapters.postgres.pool import as_person
from rag.diary.evidence import Target

_TARGETS = """
select nutrient, minimum, maximum, weekday from diary_targets where user_id = $1 order by nutrient, weekday nulls first
"""
_SET = """
insert into diary_targets (user_id, nutrient, minimum, maximum, weekday) values (fonte_user_id(), $1, $2, $3, $4)
on conflict (user_id, nutrient, weekday) do update set minimum = excluded.minimum, maximum = excluded.maximum
"""
_UNSET = (
    "delete from diary_targets where user_id = fonte_user_id() and nutrient = $1 and weekday is not distinct from $2"
)
_CLOCK = """
update users set timezone = coalesce($1, timezone), day_start = coalesce($2, day_start) where id = fonte_user_id()
"""


@dataclass(frozen=True, slots=True)
class PostgresPreferences:
    """The `Preferences` port."""

    pool: asyncpg.Pool

    async def targets(self, person: Person) -> Sequence[Target]:
        """All of theirs."""
        async with as_person(self.pool, person.id, readonly=True) as connection:
            rows = await connection.fetch(_TARGETS, person.id)
        return [Target(row["nutrient"], row["minimum"], row["maximum"], row["weekday"]) for row in rows]

    async def set_target(self, transaction: Transaction, target: Target) -> None:
        """Keeps one in the place of any for the same nutrient and weekday; without bounds it goes."""
        connection = connection_of(transaction)
        if target.minimum is None and target.maximum is None:
            await connection.execute(_UNSET, target.nutrient, target.weekday)
        else:
            await connection.execute(_SET, target.nutrient, target.minimum, target.maximum, target.weekday)

    async def set_clock(self, transaction: Transaction, zone: str | None, day_start: time | None) -> None:
        """Changes what is given."""
        await connection_of(transaction).execute(_CLOCK, zone, day_start)
