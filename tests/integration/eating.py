"""Foods and meals of a person, put into a real database for tests, without the words that tell of them."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import asyncpg

from bot.adapters.diary.reading import PostgresDiaryReader
from bot.adapters.diary.writing import PostgresDiary
from bot.bootstrap import Models
from bot.diary.ports import ActKind, NewAct, NewEntry
from bot.ports import Person
from rag.adapters.cache import CachingEmbedder
from rag.diary.evidence import Entry
from rag.diary.types import NUTRIENTS, Amount, How, Meal, Placed, Portion
from tests.integration.conversing import Conversation, conversation

_FOOD = """
insert into foods (user_id, slug, name_pt, name_es, name_en, source, {columns})
values ($1, $2, $3, $3, $3, $4, {values}) returning id
"""
Plate = dict[str, str | None]
"""What 100 g hold, by nutrient; a nutrient that is left out holds nothing, None is unknown."""


@asynccontextmanager
async def eater(
    pool: asyncpg.Pool, embedder: CachingEmbedder, home: Path, user: str | None = None, **settings: Any
) -> AsyncIterator[Conversation]:
    """Somebody new who has consented, in an application whose files stand under `home`."""
    async with conversation(pool, Models(embedder, None, None), user, fonte_home=home, **settings) as someone:
        await someone.consent()
        yield someone


async def own_food(someone: Conversation, name: str, per_100g: Plate, source: str = "test") -> int:
    """Stores a food that is this person's alone, so that no other test finds it; returns its id."""
    held = {key: Decimal(value) if (value := per_100g.get(key, "0")) is not None else None for key in NUTRIENTS}
    columns = ", ".join(held)
    values = ", ".join(f"${place}" for place in range(5, 5 + len(held)))
    sql = _FOOD.format(columns=columns, values=values)
    async with someone.pool.acquire() as connection, connection.transaction():
        await _act_for(connection, someone.person)
        food: int = await connection.fetchval(sql, someone.person.id, uuid.uuid4().hex, name, source, *held.values())
    return food


async def eat(
    someone: Conversation, food: int, grams: str, at: datetime, meal: Meal = Meal.LUNCH, *, day: date | None = None,
    said: str = "said",
) -> Entry:  # fmt: skip
    """Stores so much of a food, eaten then; `day` is that of `at` where nothing is said."""
    (entry,) = await eat_all(someone, [(food, grams)], at, meal, day=day, said=said)
    return entry


async def eat_all(
    someone: Conversation, eaten: Sequence[tuple[int, str]], at: datetime, meal: Meal = Meal.LUNCH, *,
    day: date | None = None, said: str = "said",
) -> Sequence[Entry]:  # fmt: skip
    """Stores so much of each food as one act."""
    placed = Placed(at, day or at.date(), meal)
    new = [NewEntry(food, Portion(Decimal(grams), How.WEIGHED, Amount(Decimal(grams), "g", said)), said, placed)
           for food, grams in eaten]  # fmt: skip
    async with someone.runtime.conversations.transaction(someone.person) as transaction:
        await transaction.keep_person(None)
        done = await PostgresDiary(uuid.uuid4).do(transaction, NewAct(ActKind.LOG, at, new))
    return done.added


async def standing(someone: Conversation) -> list[Entry]:
    """All that stands of the person's diary, in order."""
    return list(await PostgresDiaryReader(someone.pool).export(someone.person))


async def last_evidence(someone: Conversation) -> list[Mapping[str, Any]]:
    """What is stored beside the person's last reply."""
    return list((await someone.rows())[-1]["evidence"])


async def _act_for(connection: asyncpg.Connection, person: Person) -> None:
    await connection.execute("select set_config('fonte.user_id', $1, true)", str(person.id))
