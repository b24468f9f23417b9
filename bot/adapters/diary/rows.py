"""Rows become entries here."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import asyncpg

from rag.adapters.postgres.food_rows import food_of, selected
from rag.diary.evidence import Entry
from rag.diary.types import Meal, Nutrients

# every part of this text is this code's own
ENTRY = f"""
select e.id as entry, e.added_by, e.removed_by, e.grams, e.said, e.portion, e.eaten_at, e.day, e.meal, {selected("f")}
  from {{entries}} e join food_facts f on f.id = e.food_id
"""  # noqa: S608
_OF_ACTS = (
    ENTRY.format(entries="diary_entries")
    + " where e.user_id = $1 and (e.added_by = $2 or e.removed_by = $2) order by e.added_by, e.position"
)


def entry_of(row: Mapping[str, Any]) -> Entry:
    """The entry of a row of `ENTRY`."""
    food = food_of(row)
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
        _nutrients(food.per_100g, row),
    )


def _nutrients(per_100g: Nutrients, row: Mapping[str, Any]) -> Nutrients:
    return {key: None if held is None else held * row["grams"] / 100 for key, held in per_100g.items()}


async def of_act(
    connection: asyncpg.Connection, person: uuid.UUID, act: uuid.UUID
) -> tuple[Sequence[Entry], Sequence[Entry]]:
    """What an act added and what it removed."""
    rows = await connection.fetch(_OF_ACTS, person, act)
    return _entries(rows, "added_by", act), _entries(rows, "removed_by", act)


def _entries(rows: Iterable[Mapping[str, Any]], column: str, act: uuid.UUID) -> list[Entry]:
    return [entry_of(row) for row in rows if row[column] == act]
