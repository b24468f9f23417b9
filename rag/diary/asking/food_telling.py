"""What an answer about the diary tells of foods: which gave most, how often and when, and the list. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rag.diary.asking.ledger import Ledger, known_of
from rag.diary.asking.showing import Style, opened
from rag.diary.evidence import Entry, FoodTotal

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
        whole, asked = ledger.asked.whole, ledger.asked.phrase
        if whole is None:
            return [self.style.when("ask.not_found", ledger, asked=asked)]
        values = {"times": self.style.times(whole.entries), "days": self.style.days(len(whole.days))}
        dates = self.style.dates(whole.days, ledger.today)
        told = [self.style.when("ask.times", ledger, asked=asked, dates=dates, **values)]
        names = list(dict.fromkeys(food.names[ledger.language] for food in ledger.asked.foods))
        told.append(self.style.words("ask.foods_of", foods=self.style.listed(names)))
        told.append(self._sum_of(ledger, whole))
        return [" ".join(told), *self._last(ledger, whole)]

    def _sum_of(self, ledger: Ledger, whole: FoodTotal) -> str:
        grams, sums = self.style.grams(whole.grams), known_of(whole.nutrients, ledger.nutrients)
        if not sums:
            return self.style.words("ask.grams_of", grams=grams)
        return self.style.words("ask.sum_of", grams=grams, amounts=self.style.amounts(sums))

    def _last(self, ledger: Ledger, whole: FoodTotal) -> list[str]:
        if whole.entries == 1:
            return []
        day, grams = whole.last
        values = {"food": whole.names[ledger.language], "grams": self.style.grams(grams)}
        return [self.style.words("ask.last_time", day=self.style.day(day, ledger.today), **values)]

    def all(self, ledger: Ledger) -> list[str]:
        """Every entry by day and meal, in the order eaten, as far as there is room."""
        entries, whole = sorted(ledger.evidence.entries, key=lambda entry: (entry.day, entry.eaten_at)), None
        if ledger.asked and ledger.matching:
            entries, whole = list(ledger.matching), ledger.asked.whole
        if not entries:
            return []
        blocks = []
        for day in dict.fromkeys(entry.day for entry in entries[:MOST_LINES]):
            lines = [self._entry_line(ledger, entry) for entry in entries[:MOST_LINES] if entry.day == day]
            head = self.style.words("ask.list_day", day=opened(self.style.day(day, ledger.today)))
            blocks.append("\n".join([head, *lines]))
        more = (whole.entries if whole else ledger.entry_count) - min(len(entries), MOST_LINES)
        return [*blocks, *([self.style.words("ask.list_more", n=more)] if more > 0 else [])]

    def _entry_line(self, ledger: Ledger, entry: Entry) -> str:
        energy = entry.nutrients.get("energy_kcal")
        shown = "?" if energy is None else self.style.amount("energy_kcal", energy)
        values = {"food": ledger.names[entry.food.slug], "grams": self.style.grams(entry.grams), "energy": shown}
        return self.style.words("ask.list_entry", meal=opened(self.style.words(f"meal.{entry.meal}")), **values)
