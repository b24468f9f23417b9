"""Rows become entries here."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import asyncpg

from rag.adapters.postgres.food_rows import food_of, selected
from rag.diary.evidence import Entry
from rag.diary.types import Food, Meal, Nutrients

# every part of this text is this code's own
ENTRY = f"""
select e.id as entry, e.added_by, e.removed_by, e.grams, e.said, e.portion, e.eaten_at, e.day, e.meal, {selected("f")}
  from {{entries}} e join food_facts f on f.id = e.food_id
"""  # noqa: S608
_OF_ACTS = (
    ENTRY.format(entries="diary_entries")
    + " where e.user_id = $1 and (e.added_by = $2 or e.removed_by = $2) order by e.added_by, e.position"
)


def entry_of(row: Mapping[str, Any], food: Food | None = None) -> Entry:
    """The entry of a row of `ENTRY`; with its `food` given, of a row without the food's columns."""
    food = food or food_of(row)
    return Entry(
        row["entry"],
        row["added_by"],
        food,
        row["grams"],
        row["said"],
        row["portion"],
        row["eaten_at"],
        row["day"],
        Meal(row["meal"]),
        Eaten(food.per_100g, row["grams"]),
    )


@dataclass(frozen=True, slots=True)
class Eaten(Mapping[str, Decimal | None]):
    """What so many grams of a food hold, computed when it is asked for: of most entries two or three values are."""

    per_100g: Nutrients
    grams: Decimal

    def __getitem__(self, key: str) -> Decimal | None:
        held = self.per_100g[key]
        return None if held is None else held * self.grams / 100

    def __iter__(self) -> Iterator[str]:
        return iter(self.per_100g)

    def __len__(self) -> int:
        return len(self.per_100g)


async def of_act(
    connection: asyncpg.Connection, person: uuid.UUID, act: uuid.UUID
) -> tuple[Sequence[Entry], Sequence[Entry]]:
    """What an act added and what it removed."""
    rows = await connection.fetch(_OF_ACTS, person, act)
    return _entries(rows, "added_by", act), _entries(rows, "removed_by", act)


def _entries(rows: Iterable[Mapping[str, Any]], column: str, act: uuid.UUID) -> list[Entry]:
    return [entry_of(row) for row in rows if row[column] == act]
