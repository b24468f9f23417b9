"""A person's own foods, read on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import asyncpg

from bot.ports import Person
from rag.adapters.postgres.food_rows import food_of, selected
from rag.diary.types import Food

# every part of this text is this code's own
_OWN = f"select {selected('f')} from food_facts f where f.own and f.retired_at is null order by f.name_pt, f.id"  # noqa: S608


@dataclass(frozen=True, slots=True)
class OwnFoodList:
    """Reads under row-level security, which shows nobody else's."""

    pool: asyncpg.Pool

    async def all(self, person: Person) -> Sequence[Food]:
        """Theirs, by name."""
        async with self.pool.acquire() as connection, connection.transaction(readonly=True):
            await connection.execute(f"set local fonte.user_id = '{person.id}'")
            return [food_of(row) for row in await connection.fetch(_OWN)]
