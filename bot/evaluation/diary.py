"""Runs the diary's golden sets through the application, and keeps one outcome an item."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from bot.bootstrap import Runtime
from bot.evaluation.asking import CHANNEL
from bot.evaluation.diary_golden import DiaryGolden, FoodQuery, LogMessage, LogQuestion
from bot.messages import Incoming, Kind, Planned, Reply
from bot.ports import Person
from rag.diary.resolving import Finder
from rag.types import Language
from rag.wording import fold

HITS = 3
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

    @property
    def wrong(self) -> int:
        """Stored entries that are no item of the message: silent wrong stores."""
        return len(self.stored) - len(self._paired())

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
        stores = sum(item.expect == "store" for item in self.item.items)
        asks = len(self.item.items) - stores
        counted = len(self.stored) == stores == len(self._paired()) and len(self.asked) == asks
        return counted and self.placed

    @property
    def placed(self) -> bool:
        """Whether what was stored stands on its day, and in its meal where one was said."""
        day = self.item.day is None or all(entry.day == self.item.day for entry in self.stored)
        return day and (self.item.meal is None or all(entry.meal == self.item.meal for entry in self.stored))


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


@dataclass(frozen=True, slots=True)
class Diarist:
    """Speaks to the application as people who are invented for it, one a message, and erased after it."""

    runtime: Runtime
    finder: Finder

    async def measure(self, golden: DiaryGolden) -> DiaryResults:
        """Runs all three sets."""
        return DiaryResults(
            [await self._log(item) for item in golden.log],
            [await self._search(item) for item in golden.searches],
            [await self._ask(item) for item in golden.questions],
        )

    async def _log(self, item: LogMessage) -> LoggedMessage:
        person = Person(CHANNEL, uuid.uuid4().hex)
        await self._arrive(person, item)
        await self._say(person, f"/log_food {item.text}", item)
        asked, stored = await self._kept(person)
        await self._leave(person)
        return LoggedMessage(item, stored, asked)

    async def _search(self, item: FoodQuery) -> Searched:
        (hits,) = await self.finder.search(uuid.UUID(int=0), [item.text], item.language)
        names = ((hit.food.name(Language.PT), hit.food.name(Language.EN)) for hit in hits)
        return Searched(item, tuple(names))

    async def _ask(self, item: LogQuestion) -> PlannedQuestion:
        person = Person(CHANNEL, uuid.uuid4().hex)
        await self._arrive(person, item)
        replies = await self._say(person, f"/ask_my_log {item.text}", item)
        await self._leave(person)
        return PlannedQuestion(item, next((reply.plan for reply in replies if reply.plan), None))

    async def _arrive(self, person: Person, item: LogMessage | LogQuestion) -> None:
        """A person with consent, and the zone that the message is written in; names are shown in Portuguese."""
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

    async def _leave(self, person: Person) -> None:
        async with self.runtime.conversations.transaction(person) as transaction:
            await transaction.erase()
