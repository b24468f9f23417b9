"""What an answer about the diary tells of foods: which gave most, how often and when, and the list. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from rag.diary.ask_ledger import Ledger
from rag.diary.ask_showing import Style, opened
from rag.diary.evidence import Entry

MOST_LINES: Final = 30
_BEST: Final = 3


@dataclass(frozen=True, slots=True)
class FoodTeller:
    """Tells entries and foods in a language; nothing where there is nothing to tell."""

    style: Style

    def most(self, ledger: Ledger) -> list[str]:
        """The foods that gave most of each nutrient."""
        told = []
        for key in ledger.nutrients:
            held = [(amount, one.name) for one in ledger.foods if (amount := one.nutrients.get(key))]
            best = sorted(held, key=lambda pair: (-pair[0], pair[1]))[:_BEST]
            foods = [self.style.words("ask.food_amount", food=n, value=self.style.amount(key, v)) for v, n in best]
            if foods:
                values = {"nutrient": self.style.name(key), "period": self.style.period(ledger)}
                told.append(self.style.words("ask.highest_foods", foods=self.style.listed(foods), **values))
        return ["\n".join(told)] if told else []

    def counts(self, ledger: Ledger) -> list[str]:
        """How often, and when, what was asked for was eaten; all entries where nothing was asked for."""
        if ledger.asked is None:
            logged = self.style.days(len(ledger.days))
            return [self.style.when("ask.entry_count", ledger, entries=ledger.entry_count, days=logged)]
        found, asked = ledger.matching, ledger.asked.phrase
        if not found:
            return [self.style.when("ask.not_found" if ledger.complete else "ask.not_read", ledger, asked=asked)]
        days = sorted({entry.day for entry in found})
        values = {"times": self.style.times(len(found)), "days": self.style.days(len(days))}
        dates = self.style.dates(days, ledger.today)
        told = [self.style.when("ask.times", ledger, asked=asked, dates=dates, **values)]
        names = list(dict.fromkeys(ledger.names[entry.food.slug] for entry in found))
        told.append(self.style.words("ask.foods_of", foods=self.style.listed(names)))
        told.append(self._sum_of(ledger, found))
        return [" ".join(told), *self._last(ledger, found)]

    def _sum_of(self, ledger: Ledger, entries: Sequence[Entry]) -> str:
        grams = self.style.grams(sum((entry.grams for entry in entries), Decimal(0)))
        sums = {}
        for key in ledger.nutrients:
            held = [amount for entry in entries if (amount := entry.nutrients.get(key)) is not None]
            if len(held) == len(entries):
                sums[key] = sum(held, Decimal(0))
        if not sums:
            return self.style.words("ask.grams_of", grams=grams)
        return self.style.words("ask.sum_of", grams=grams, amounts=self.style.amounts(sums))

    def _last(self, ledger: Ledger, found: Sequence[Entry]) -> list[str]:
        if len(found) == 1:
            return []
        last = found[-1]
        values = {"food": ledger.names[last.food.slug], "grams": self.style.grams(last.grams)}
        return [self.style.words("ask.last_time", day=self.style.day(last.day, ledger.today), **values)]

    def all(self, ledger: Ledger) -> list[str]:
        """Every entry by day and meal, in the order eaten, as far as there is room."""
        entries = sorted(ledger.evidence.entries, key=lambda entry: (entry.day, entry.eaten_at))
        if ledger.asked and ledger.matching:
            entries = list(ledger.matching)
        if not entries:
            return []
        blocks = []
        for day in dict.fromkeys(entry.day for entry in entries[:MOST_LINES]):
            lines = [self._entry_line(ledger, entry) for entry in entries[:MOST_LINES] if entry.day == day]
            head = self.style.words("ask.list_day", day=opened(self.style.day(day, ledger.today)))
            blocks.append("\n".join([head, *lines]))
        more = len(entries) - MOST_LINES
        return [*blocks, *([self.style.words("ask.list_more", n=more)] if more > 0 else [])]

    def _entry_line(self, ledger: Ledger, entry: Entry) -> str:
        energy = entry.nutrients.get("energy_kcal")
        shown = "?" if energy is None else self.style.amount("energy_kcal", energy)
        values = {"food": ledger.names[entry.food.slug], "grams": self.style.grams(entry.grams), "energy": shown}
        return self.style.words("ask.list_entry", meal=opened(self.style.words(f"meal.{entry.meal}")), **values)
