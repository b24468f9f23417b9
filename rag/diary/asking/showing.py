"""Amounts, days and lists of an answer about the diary, in the words that it is given. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Protocol

from rag.diary.asking.ledger import Ledger
from rag.diary.types import unit_of, unit_shown
from rag.types import Language

MOST_DATES = 12


class Phrases(Protocol):
    """User-facing words by key, filled in and escaped: markup."""

    @property
    def language(self) -> Language:
        """Theirs."""
        ...

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of a key."""
        ...


@dataclass(frozen=True, slots=True)
class Style:
    """How a language writes: its words, `number` (value, language, most decimals), `joined` (names as a list)."""

    words: Phrases
    number: Callable[[Decimal, Language, int], str]
    joined: Callable[[Sequence[str], Language], str]

    def amount(self, nutrient: str, value: Decimal) -> str:
        """A value with its unit: whole kilocalories, else one decimal."""
        number = self.number(value, self.words.language, 0 if unit_of(nutrient) == "kcal" else 1)
        return f"{number} {unit_shown(nutrient)}"

    def grams(self, value: Decimal) -> str:
        """A weight."""
        return f"{self.number(value, self.words.language, 1)} g"

    def of(self, nutrient: str, value: Decimal) -> str:
        """An amount of something: "82 g de proteína"; energy is told by its unit."""
        amount = self.amount(nutrient, value)
        if unit_of(nutrient) == "kcal":
            return amount
        return self.words("ask.amount", value=amount, nutrient=self.name(nutrient))

    def amounts(self, values: Mapping[str, Decimal]) -> str:
        """Several amounts as a list."""
        return self.listed([self.of(key, value) for key, value in values.items()])

    def name(self, nutrient: str) -> str:
        """What a nutrient is called."""
        return self.words(f"nutrient.{nutrient}")

    def listed(self, names: Sequence[str]) -> str:
        """A list in prose."""
        return self.joined(names, self.words.language)

    def dated(self, day: date, today: date) -> str:
        """A day by its date; the year where it is another one."""
        key = "ask.date" if day.year == today.year else "ask.date_year"
        shown = f"{day.day}" if self.words.language is Language.EN else f"{day.day:02d}"
        return self.words(key, day=shown, month=self.words(f"ask.month_{day.month}"), year=day.year)

    def day(self, day: date, today: date) -> str:
        """When: "ontem", "em 23/11 (segunda)"."""
        ago = (today - day).days
        if ago in (0, 1):
            return self.words("ask.on_yesterday" if ago else "ask.on_today")
        return self.words("ask.on_day", date=self.dated(day, today), weekday=self.words(f"ask.weekday_{day.weekday()}"))

    def period(self, ledger: Ledger) -> str:
        """The days that were read: "ontem", "de 23/11 a 29/11"."""
        first, last = ledger.plan.date_from, ledger.plan.date_to
        if first == last:
            return self.day(first, ledger.today)
        return self.words("ask.from_to", first=self.dated(first, ledger.today), last=self.dated(last, ledger.today))

    def when(self, key: str, ledger: Ledger, **values: object) -> str:
        """A sentence that begins with the day or period that was read."""
        period = self.period(ledger)
        return opened(self.words(key, day=period, period=period, **values))

    def dates(self, days: Sequence[date], today: date) -> str:
        """Several days by their dates, the latest few where they are many."""
        shown = [self.dated(day, today) for day in days[-MOST_DATES:]]
        return ("… " if len(days) > MOST_DATES else "") + self.listed(shown)

    def days(self, count: int) -> str:
        """A number of days."""
        return self.words("ask.day_one" if count == 1 else "ask.day_many", n=count)

    def times(self, count: int) -> str:
        """A number of times."""
        return self.words("ask.time_one" if count == 1 else "ask.time_many", n=count)


def opened(text: str) -> str:
    """With a capital letter first."""
    return text[:1].upper() + text[1:]
