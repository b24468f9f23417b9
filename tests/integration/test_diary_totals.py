"""What SQL sums of a diary against an oracle that adds up decimals by hand: acts, edits and time zones included."""

from __future__ import annotations

import os
import random
import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import asyncpg
import pytest

from bot.adapters.conversations import PostgresConversations
from bot.adapters.diary.reading import PostgresDiaryReader
from bot.adapters.diary.writing import PostgresDiary
from bot.diary.ports import ActKind, NewAct, NewEntry
from bot.ports import Person, Transaction
from rag.diary.days import day_of
from rag.diary.evidence import Evidence
from rag.diary.moments import meal_at
from rag.diary.types import NUTRIENTS, Amount, Clock, How, Placed, Plan, Portion

DIARIES = 10_000 if os.environ.get("FONTE_LONG_TESTS") else 150
ZONES = ["America/Sao_Paulo", "America/Manaus", "Europe/Lisbon", "Asia/Kathmandu", "Pacific/Apia", "UTC"]
FIRST, DAYS = date(2026, 10, 10), 20
WANTED = ("energy_kcal", "protein_g", "sodium_mg", "vitamin_b12_mcg")


@dataclass(frozen=True)
class Told:
    """An entry of the oracle's own."""

    id: uuid.UUID
    food: int
    grams: Decimal
    day: date


@dataclass
class Oracle:
    """The diary as a list of acts, each a set of entries that it adds and removes, and whether it is undone."""

    acts: list[tuple[list[Told], set[uuid.UUID]]] = field(default_factory=list)
    undone: list[tuple[list[Told], set[uuid.UUID]]] = field(default_factory=list)

    def do(self, added: list[Told], removed: set[uuid.UUID]) -> None:
        self.acts.append((added, removed))
        self.undone.clear()

    def undo(self) -> None:
        if self.acts:
            self.undone.append(self.acts.pop())

    def redo(self) -> None:
        if self.undone:
            self.acts.append(self.undone.pop())

    def standing(self) -> list[Told]:
        gone = set().union(*(removed for _, removed in self.acts)) if self.acts else set()
        return [told for added, _ in self.acts for told in added if told.id not in gone]


@dataclass
class Diarist:
    """One random person, who writes for three weeks."""

    person: Person
    chance: random.Random
    foods: Sequence[int]
    clock: Clock
    diary: PostgresDiary
    oracle: Oracle = field(default_factory=Oracle)
    made: list[uuid.UUID] = field(default_factory=list)

    async def live(self, transaction: Transaction) -> None:
        at = datetime.combine(FIRST, time(0), UTC)
        for _ in range(self.chance.randint(0, 8)):
            at += timedelta(minutes=self.chance.randint(1, 5_000))
            await self._act(transaction, at)

    async def _act(self, transaction: Transaction, at: datetime) -> None:
        match self.chance.choice(["log", "log", "log", "amend", "remove", "undo", "redo"]):
            case "log":
                await self._do(transaction, at, self.chance.randint(1, 4), 0)
            case "amend":
                await self._do(transaction, at, 1, 1)
            case "remove":
                await self._do(transaction, at, 0, 2)
            case "undo":
                await self.diary.undo(transaction, at)
                self.oracle.undo()
            case "redo":
                await self.diary.redo(transaction)
                self.oracle.redo()

    async def _do(self, transaction: Transaction, at: datetime, adds: int, removes: int) -> None:
        standing = self.oracle.standing()
        gone = self.chance.sample(standing, min(removes, len(standing)))
        new = [self._entry(at) for _ in range(adds)]
        done = await self.diary.do(
            transaction, NewAct(ActKind.AMEND if removes else ActKind.LOG, at, new, [told.id for told in gone])
        )
        told = [
            Told(entry.id, given.food_id, given.portion.grams, given.placed.day)
            for entry, given in zip(done.added, new, strict=True)
        ]
        self.oracle.do(told, {entry.id for entry in gone})

    def _entry(self, at: datetime) -> NewEntry:
        grams = Decimal(self.chance.randint(1, 2_000_000)).scaleb(-3)
        portion = Portion(grams, How.WEIGHED, Amount(grams, "g", ""))
        eaten = at - timedelta(minutes=self.chance.randint(0, 3_000))
        day = day_of(eaten, self.clock)
        placed = Placed(eaten, day, meal_at(eaten.astimezone(self.clock.zone).time()))
        return NewEntry(self.chance.choice(self.foods), portion, "x", placed)


@pytest.fixture
async def values(corpus_pool: asyncpg.Pool) -> dict[int, dict[str, Decimal | None]]:
    rows = await corpus_pool.fetch("select * from food_facts where not own order by md5(slug) limit 60")
    return {row["id"]: {key: row[key] for key in NUTRIENTS} for row in rows}


async def test_totals_are_an_oracle_s_to_the_last_decimal(
    corpus_pool: asyncpg.Pool, values: dict[int, dict[str, Decimal | None]]
) -> None:
    conversations, reader = PostgresConversations(corpus_pool), PostgresDiaryReader(corpus_pool)
    plan = Plan(FIRST - timedelta(days=5), FIRST + timedelta(days=DAYS + 40), WANTED, need_detail=False)
    for seed in range(DIARIES):
        chance = random.Random(seed)  # noqa: S311
        clock = Clock(ZoneInfo(chance.choice(ZONES)), time(chance.choice([0, 3, 5])))
        person = Person("oracle", f"{seed}")
        diarist = Diarist(person, chance, list(values), clock, PostgresDiary(uuid.uuid4))
        async with conversations.transaction(person) as transaction:
            await transaction.keep_person(None)
            await diarist.live(transaction)
        _same(await reader.evidence(person, plan), diarist.oracle.standing(), values, seed)


def _same(
    evidence: Evidence, standing: Sequence[Told], values: dict[int, dict[str, Decimal | None]], seed: int
) -> None:
    expected: dict[tuple[date, str], list[Decimal]] = defaultdict(list)
    weights: dict[date, Decimal] = defaultdict(Decimal)
    for told in standing:
        weights[told.day] += told.grams
        for key in WANTED:
            held = values[told.food][key]
            if held is not None:
                expected[told.day, key].append(told.grams * held / 100)
    found = {(total.day, total.nutrient): total for total in evidence.totals}
    assert {day for day, _ in found} == set(weights), seed
    for (day, key), total in found.items():
        parts = expected.get((day, key))
        assert total.amount == (sum(parts) if parts else None), (seed, day, key)
    for summary in evidence.summaries:
        days = [sum(parts, Decimal(0)) for (_, key), parts in expected.items() if key == summary.nutrient]
        assert summary.total == (sum(days) if days else None), seed
        if days and summary.mean is not None:
            assert abs(summary.mean - sum(days, Decimal(0)) / len(days)) < Decimal("0.0005"), seed
            assert summary.highest is not None
            assert summary.highest[1] == max(days), seed
