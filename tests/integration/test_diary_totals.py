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
from bot.bootstrap import Runtime
from bot.diary.ports import ActKind, NewAct, NewEntry
from bot.messages import Kind, Reply
from bot.ports import Person, Transaction
from rag.diary.evidence import Evidence
from rag.diary.reading.moments import placed
from rag.diary.types import NUTRIENTS, Amount, Clock, How, Moment, Plan, Portion
from tests.integration.conversing import Conversation

DIARIES = 10_000 if os.environ.get("FONTE_LONG_TESTS") else 150
ZONES = ["America/Sao_Paulo", "America/Manaus", "Europe/Lisbon", "Asia/Kathmandu", "Pacific/Apia", "UTC"]
STARTS = [0, 3, 5]
FIRST, DAYS = date(2026, 10, 10), 20
WANTED = ("energy_kcal", "protein_g", "sodium_mg", "vitamin_b12_mcg")
SAID = ["arroz branco cozido", "fígado bovino grelhado", "banana", "ovo cozido"]


def day_at(at: datetime, zone: ZoneInfo, start: int) -> date:
    """The day by arithmetic alone: so far from UTC, and so many hours after midnight."""
    offset = at.astimezone(zone).utcoffset()
    assert offset is not None
    return (at.replace(tzinfo=None) + offset - timedelta(hours=start)).date()


@dataclass(frozen=True)
class Told:
    """An entry of the oracle's own."""

    id: uuid.UUID
    food: int
    grams: Decimal
    day: date


@dataclass
class Act:
    """What one act added and removed, and when it was undone."""

    id: uuid.UUID
    added: list[Told]
    removed: set[uuid.UUID]
    undone: datetime | None = None


@dataclass
class Oracle:
    """The diary as a list of acts."""

    acts: list[Act] = field(default_factory=list)

    def do(self, act: uuid.UUID, added: list[Told], removed: set[uuid.UUID]) -> None:
        self.acts = [one for one in self.acts if one.undone is None]
        self.acts.append(Act(act, added, removed))

    def undo(self, at: datetime, act: uuid.UUID | None = None) -> uuid.UUID | None:
        """The last one that stands, or that one, unless another has replaced what it added."""
        for one in reversed(self.acts):
            replaced = any(told.id in self._gone() for told in one.added)
            if one.undone is None and act in (None, one.id) and not replaced:
                one.undone = at
                return one.id
        return None

    def redo(self) -> uuid.UUID | None:
        """The one undone last, but none before the one whose entries it has replaced."""
        missing = {told.id for one in self.acts if one.undone for told in one.added}
        undone = [one for one in self.acts if one.undone and not one.removed & missing]
        if not undone:
            return None
        last = max(undone, key=lambda one: one.undone or datetime.min.replace(tzinfo=UTC))
        last.undone = None
        return last.id

    def _gone(self) -> set[uuid.UUID]:
        return {id_ for one in self.acts if one.undone is None for id_ in one.removed}

    def standing(self) -> list[Told]:
        gone = self._gone()
        return [told for one in self.acts if one.undone is None for told in one.added if told.id not in gone]


@dataclass
class Diarist:
    """One random person, who writes for three weeks."""

    chance: random.Random
    foods: Sequence[int]
    zone: ZoneInfo
    start: int
    diary: PostgresDiary
    oracle: Oracle = field(default_factory=Oracle)

    async def live(self, transaction: Transaction) -> None:
        at = datetime.combine(FIRST, time(0), UTC)
        for _ in range(self.chance.randint(0, 9)):
            at += timedelta(minutes=self.chance.randint(1, 5_000))
            await self._act(transaction, at)

    async def _act(self, transaction: Transaction, at: datetime) -> None:
        match self.chance.choice(["log", "log", "log", "amend", "remove", "undo", "older", "redo"]):
            case "log":
                await self._do(transaction, at, self.chance.randint(1, 4), 0)
            case "amend":
                await self._do(transaction, at, 1, 1)
            case "remove":
                await self._do(transaction, at, 0, 2)
            case "undo":
                done = await self.diary.undo(transaction, at)
                assert (done.id if done else None) == self.oracle.undo(at)
            case "older" if self.oracle.acts:
                one = self.chance.choice(self.oracle.acts).id
                done = await self.diary.undo(transaction, at, one)
                assert (done.id if done else None) == self.oracle.undo(at, one)
            case "redo":
                done = await self.diary.redo(transaction)
                assert (done.id if done else None) == self.oracle.redo()

    async def _do(self, transaction: Transaction, at: datetime, adds: int, removes: int) -> None:
        standing = self.oracle.standing()
        gone = self.chance.sample(standing, min(removes, len(standing)))
        eaten = [at - timedelta(minutes=self.chance.randint(0, 3_000)) for _ in range(adds)]
        new = [self._entry(one) for one in eaten]
        act = NewAct(ActKind.AMEND if removes else ActKind.LOG, at, new, [told.id for told in gone])
        done = await self.diary.do(transaction, act)
        told = [
            Told(entry.id, given.food_id, given.portion.grams, day_at(one, self.zone, self.start))
            for entry, given, one in zip(done.added, new, eaten, strict=True)
        ]
        self.oracle.do(done.id, told, {entry.id for entry in gone})

    def _entry(self, eaten: datetime) -> NewEntry:
        grams = Decimal(self.chance.randint(1, 2_000_000)).scaleb(-3)
        portion = Portion(grams, How.WEIGHED, Amount(grams, "g", ""))
        when = placed(Moment(), eaten, Clock(self.zone, time(self.start)))
        assert when is not None
        return NewEntry(self.chance.choice(self.foods), portion, "x", when)


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
        person = Person("oracle", f"{seed}")
        zone, start = ZoneInfo(chance.choice(ZONES)), chance.choice(STARTS)
        diarist = Diarist(chance, list(values), zone, start, PostgresDiary(uuid.uuid4))
        async with conversations.transaction(person) as transaction:
            await transaction.keep_person(None)
            await diarist.live(transaction)
        stored = {(entry.id, entry.day, entry.grams) for entry in await reader.export(person)}
        assert stored == {(told.id, told.day, told.grams) for told in diarist.oracle.standing()}, seed
        _same(await reader.evidence(person, plan), diarist.oracle.standing(), values, seed)


@dataclass
class Chatter:
    """One random person who tells the whole application of food, edits what they wrote, and takes things back."""

    talking: Conversation
    chance: random.Random
    zone: ZoneInfo
    start: int
    oracle: Oracle = field(default_factory=Oracle)
    messages: dict[str, tuple[Reply, uuid.UUID]] = field(default_factory=dict)

    async def live(self) -> None:
        await self.talking.say(f"/ajustes {self.zone.key}")
        await self.talking.say(f"/ajustes {self.start:02d}:00")
        for number in range(10):
            self.talking.at += timedelta(minutes=self.chance.randint(30, 1_500))
            match self.chance.choice(["log", "log", "edit", "older", "redo"]):
                case "edit" if self.messages:
                    await self._edit(self.chance.choice(list(self.messages)))
                case "older" if self.messages:
                    await self._undo(self.chance.choice(list(self.messages)))
                case "redo":
                    await self.talking.say("/redo")
                    self.oracle.redo()
                case _:
                    await self._log(f"{self.talking.user}-{number}")

    def _sentence(self) -> tuple[str, Decimal]:
        grams = self.chance.randint(10, 900)
        return f"/registrar {grams} g de {self.chance.choice(SAID)}", Decimal(grams)

    async def _log(self, message: str) -> None:
        text, grams = self._sentence()
        (reply,) = await self.talking.say(text, message=message)
        await self._told(message, reply, grams, day_at(self.talking.at, self.zone, self.start), set())

    async def _edit(self, message: str) -> None:
        """An edited message keeps its day."""
        standing = {told.id for told in self.oracle.standing()}
        caused = (act.added[0] for act in self.oracle.acts if act.id == self.messages[message][1])
        old = next((told for told in caused if told.id in standing), None)
        if old is None:
            return
        text, grams = self._sentence()
        (reply,) = await self.talking.say(text, kind=Kind.EDIT, edits=message, message=message)
        await self._told(message, reply, grams, old.day, {old.id})

    async def _told(self, message: str, reply: Reply, grams: Decimal, day: date, removed: set[uuid.UUID]) -> None:
        known = {told.id for act in self.oracle.acts for told in act.added}
        (row,) = [row for row in await self.talking.diary() if row["id"] not in known]
        told = Told(row["id"], row["food_id"], grams, day)
        self.oracle.do(row["added_by"], [told], removed)
        self.messages[message] = (reply, row["added_by"])

    async def _undo(self, message: str) -> None:
        """By the button under its reply, which works once."""
        reply, act = self.messages.pop(message)
        await self.talking.press_labelled(reply, "Desfazer")
        self.oracle.undo(self.talking.at, act)


async def test_totals_are_an_oracle_s_through_the_whole_application_too(corpus_runtime: Runtime) -> None:
    every = await corpus_runtime.pool.fetch("select * from food_facts where not own")
    values = {row["id"]: {key: row[key] for key in NUTRIENTS} for row in every}
    reader = PostgresDiaryReader(corpus_runtime.pool)
    for seed in range(8):
        chance = random.Random(seed)  # noqa: S311
        talking = Conversation(corpus_runtime, corpus_runtime.pool, uuid.uuid4().hex)
        await talking.consent()
        chatter = Chatter(talking, chance, ZoneInfo(chance.choice(ZONES)), chance.choice(STARTS))
        await chatter.live()
        plan = Plan(FIRST, date(2027, 1, 9), WANTED, need_detail=False)
        stored = {(entry.id, entry.day, entry.grams) for entry in await reader.export(talking.person)}
        assert stored == {(told.id, told.day, told.grams) for told in chatter.oracle.standing()}, seed
        _same(await reader.evidence(talking.person, plan), chatter.oracle.standing(), values, seed)


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
