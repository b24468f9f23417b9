"""Runs the diary's golden sets through the application, and keeps one outcome an item."""

from __future__ import annotations

import asyncio
import re
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TypeVar

from bot.bootstrap import Runtime
from bot.evaluation.asking import CHANNEL
from bot.evaluation.diary_golden import DiaryGolden, FoodQuery, LogMessage, LogQuestion
from bot.evaluation.golden import Item
from bot.evaluation.measuring import DONE
from bot.messages import Incoming, Kind, Planned, Reply
from bot.ports import Person
from rag.diary.foods.resolving import Finder
from rag.types import Language
from rag.wording import fold

HITS = 3
AT_ONCE = 4
"""Items that are thought about at a time: as many as keep both the process and PostgreSQL busy."""
_Kind = TypeVar("_Kind", bound=Item)
_Outcome = TypeVar("_Outcome")
_STORED = "select f.name_pt, d.grams, d.day, d.meal from diary d join foods f on f.id = d.food_id order by d.position"


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry that was stored; `food` is its name in Portuguese."""

    food: str
    grams: Decimal
    day: date
    meal: str


@dataclass(frozen=True, slots=True)
class LoggedMessage:
    """A message, what was stored of it, and the words that are being asked about."""

    item: LogMessage
    stored: tuple[Stored, ...]
    asked: tuple[str, ...]
    failed: bool = False

    @property
    def wrong(self) -> int:
        """Silent wrong stores: stored entries that are no item of the message, or stand on another day or meal."""
        return len(self.stored) - sum(map(self._stands, self._paired()))

    def _paired(self) -> list[Stored]:
        left = [item for item in self.item.items if item.expect == "store"]
        found = []
        for entry in self.stored:
            fitting = next((item for item in left if item.fits(entry.food, entry.grams)), None)
            if fitting is not None:
                left.remove(fitting)
                found.append(entry)
        return found

    @property
    def right(self) -> bool:
        """Every item to be stored is, and nothing else; exactly those to be asked about are; day and meal are right."""
        stores = len(self.item.items) - self.item.asks
        counted = len(self.stored) == stores == len(self._paired()) and len(self.asked) == self.item.asks
        return counted and self.placed and not self.failed

    @property
    def placed(self) -> bool:
        """Whether what was stored stands on its day, and in its meal where one was said."""
        return all(map(self._stands, self.stored))

    def _stands(self, entry: Stored) -> bool:
        day, meal = self.item.day, self.item.meal
        return (day is None or entry.day == day) and (meal is None or entry.meal == meal)


@dataclass(frozen=True, slots=True)
class Searched:
    """A search, and the names of the first foods found: Portuguese, English."""

    item: FoodQuery
    found: tuple[tuple[str, str], ...]

    @property
    def right(self) -> bool:
        """Whether one of the first three has both of the names expected."""
        return any(
            re.search(self.item.expect, fold(pt)) and re.search(self.item.expect_en, fold(en))
            for pt, en in self.found[:HITS]
        )


@dataclass(frozen=True, slots=True)
class PlannedQuestion:
    """A question, and what it was read as."""

    item: LogQuestion
    plan: Planned | None
    failed: bool = False

    @property
    def right(self) -> bool:
        """Whether all four parts are."""
        if self.plan is None:
            return False
        plan = self.item.plan
        dates = (self.plan.date_from, self.plan.date_to) == (plan.date_from, plan.date_to)
        return dates and frozenset(self.plan.nutrients) == plan.nutrients and self.plan.need_detail == plan.need_detail


@dataclass(frozen=True, slots=True)
class DiaryResults:
    """One outcome an item."""

    log: Sequence[LoggedMessage]
    searches: Sequence[Searched]
    questions: Sequence[PlannedQuestion]

    @property
    def failures(self) -> int:
        """Messages that the application failed at."""
        return sum(r.failed for r in self.log) + sum(r.failed for r in self.questions)

    def only(self, chosen: Callable[[Item], bool]) -> DiaryResults:
        """The same, of some items alone."""
        return DiaryResults(
            [r for r in self.log if chosen(r.item)],
            [r for r in self.searches if chosen(r.item)],
            [r for r in self.questions if chosen(r.item)],
        )


@dataclass(frozen=True, slots=True)
class Diarist:
    """Speaks to the application as people who are invented for it, one a message, and erased after it."""

    runtime: Runtime
    finder: Finder
    done: DONE = lambda *_: None

    async def measure(self, golden: DiaryGolden) -> DiaryResults:
        """Runs all three sets, a few items at a time."""
        return DiaryResults(
            await self._each("messages to the diary", golden.log, self._log),
            await self._each("food searches", golden.searches, self._search),
            await self._each("questions to the diary", golden.questions, self._ask),
        )

    async def _each(
        self, name: str, items: Sequence[_Kind], judge: Callable[[_Kind], Awaitable[_Outcome]]
    ) -> list[_Outcome]:
        """Every item's outcome, in the items' order."""
        waiting = iter(enumerate(items))
        outcomes: dict[int, _Outcome] = {}

        async def work(left: Iterator[tuple[int, _Kind]]) -> None:
            for place, item in left:
                outcomes[place] = await judge(item)
                self.done(name, len(outcomes), len(items))

        await asyncio.gather(*(work(waiting) for _ in range(AT_ONCE)))
        return [outcomes[place] for place in range(len(items))]

    async def _log(self, item: LogMessage) -> LoggedMessage:
        async with self._person(item) as person:
            replies = await self._say(person, f"/log_food {item.text}", item)
            asked, stored = await self._kept(person)
        return LoggedMessage(item, stored, asked, _failed(replies))

    async def _search(self, item: FoodQuery) -> Searched:
        (hits,) = await self.finder.search(uuid.UUID(int=0), [item.text], item.language)
        names = ((hit.food.name(Language.PT), hit.food.name(Language.EN)) for hit in hits)
        return Searched(item, tuple(names))

    async def _ask(self, item: LogQuestion) -> PlannedQuestion:
        async with self._person(item) as person:
            replies = await self._say(person, f"/ask_my_log {item.text}", item)
        return PlannedQuestion(item, next((reply.plan for reply in replies if reply.plan), None), _failed(replies))

    @asynccontextmanager
    async def _person(self, item: LogMessage | LogQuestion) -> AsyncIterator[Person]:
        """Somebody with consent, in the zone that the message is written in, for as long as the block."""
        person = Person(CHANNEL, uuid.uuid4().hex)
        try:
            await self._arrive(person, item)
            yield person
        finally:
            async with self.runtime.conversations.transaction(person) as transaction:
                await transaction.erase()

    async def _arrive(self, person: Person, item: LogMessage | LogQuestion) -> None:
        offset = item.at.utcoffset()
        hours = -int(offset.total_seconds() // 3600) if offset else 0
        zone = item.zone if isinstance(item, LogMessage) else f"Etc/GMT{hours:+d}" if hours else "UTC"
        async with self.runtime.conversations.transaction(person) as transaction:
            await transaction.keep_person(None)
            await transaction.set_consent(self.runtime.app.terms, item.at, granted=True)
            await transaction.connection.execute("update users set timezone = $2 where id = $1", person.id, zone)

    async def _say(self, person: Person, text: str, item: LogMessage | LogQuestion) -> list[Reply]:
        incoming = Incoming(
            uuid.uuid4().hex,
            person.channel,
            person.external_id,
            person.external_id,
            Kind.TEXT,
            text,
            item.at,
            item.language,
        )
        handled = await self.runtime.app.handle(incoming)
        async with self.runtime.conversations.transaction(handled.person) as transaction:
            return await handled.write(transaction)

    async def _kept(self, person: Person) -> tuple[tuple[str, ...], tuple[Stored, ...]]:
        async with self.runtime.conversations.transaction(person) as transaction:
            payload = await transaction.connection.fetchval("select payload from diary_drafts")
            rows = await transaction.connection.fetch(_STORED)
        asked = tuple(opened["said"] for opened in (payload or {}).get("items", ()))
        return asked, tuple(Stored(*row.values()) for row in rows)


def _failed(replies: Sequence[Reply]) -> bool:
    return any("failed" in reply.degraded for reply in replies)
