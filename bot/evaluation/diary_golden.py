"""The diary's golden sets (tests/golden: log, food_search, ask), read and checked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from bot.evaluation.golden import FOLDER, Item, once, read
from rag.wording import fold


class GoldenItem(BaseModel):
    """One food of a message: what to store, or that it is to be asked about."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    said: str
    expect: str
    food: str | None
    low: Decimal | None
    high: Decimal | None

    def fits(self, name: str, grams: Decimal) -> bool:
        """Whether a stored food and its grams are right."""
        named = self.food is None or re.search(self.food, fold(name)) is not None
        return named and (self.low is None or self.high is None or self.low <= grams <= self.high)


class LogMessage(Item):
    """A message to the food log."""

    text: str
    at: datetime
    zone: str
    expect: str
    items: tuple[GoldenItem, ...]
    day: date | None
    meal: str | None
    kind: str

    @property
    def asks(self) -> int:
        """How many of its items are to be asked about."""
        return sum(item.expect == "ask" for item in self.items)


class FoodQuery(Item):
    """A search, and patterns of the names that answer it."""

    text: str
    expect: str
    expect_en: str
    kind: str


class GoldenPlan(BaseModel):
    """What a question is to be read as."""

    model_config = ConfigDict(frozen=True)

    date_from: date
    date_to: date
    nutrients: frozenset[str]
    need_detail: bool


class LogQuestion(Item):
    """A question to the food log."""

    text: str
    at: datetime
    plan: GoldenPlan
    kind: str


@dataclass(frozen=True, slots=True)
class DiaryGolden:
    """The three sets. A file that is not there is an empty set."""

    log: tuple[LogMessage, ...]
    searches: tuple[FoodQuery, ...]
    questions: tuple[LogQuestion, ...]


def load_diary_golden(folder: Path = FOLDER) -> DiaryGolden:
    """Reads the files. Raises GoldenError, also where an id is used twice."""
    golden = DiaryGolden(
        read(folder / "log.jsonl", LogMessage),
        read(folder / "food_search.jsonl", FoodQuery),
        read(folder / "ask.jsonl", LogQuestion),
    )
    once(folder, golden.log, golden.searches, golden.questions)
    return golden
