"""Seeded random food diaries as evidence, with what they hold computed anew, beside the code that is under test."""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import cached_property

from rag.diary.asking.claims import Checker
from rag.diary.asking.ledger import Ledger
from rag.diary.asking.rows import Rows
from rag.diary.evidence import Entry, Evidence, Summary, Target, Total
from rag.diary.types import NUTRIENTS, Food, Meal, Plan
from rag.types import Language
from tests.unit.lying_sentences import asked_of

WANTED = ("energy_kcal", "protein_g", "sodium_mg", "fiber_g", "folate_mcg")
ASKED = {
    Language.PT: ("peixe", "fruta"),
    Language.ES: ("pescado", "fruta"),
    Language.EN: ("fish", "fruit"),
}
TAGS = ("fish", "fruit")
POOL = """
rice|Arroz branco cozido|Arroz blanco cocido|Rice, white, cooked|128|2.5|1.2|1.6|4|
beans|Feijão-preto cozido|Frijoles negros cocidos|Black beans, cooked|77|4.5|2.1|8.4|149|
bread|Pão francês|Pan francés|French bread|300|8|648|2.3|31|
egg|Ovo de galinha cozido|Huevo duro (hervido)|Egg, boiled|146|13.3|146|0|44|
sardine|Sardinha (em conserva)|Sardina (en conserva)|Sardines (canned)|208|24.6|505|0|10|fish
hake|Merluza assada|Merluza al horno|Hake, baked|122|26.6|90|0|12|fish
banana|Banana-prata|Banana de seda|Banana, raw|98|1.3|0.4|2|20|fruit
orange|Laranja-pera|Naranja|Orange, raw|37|1|0.2|0.8|30|fruit
milk|Leite integral|Leche entera|Milk, whole|61|3.2|43|0|5|
cheese|Queijo minas frescal|Queso fresco|Fresh cheese|264|17.4|310|0|6|
chicken|Frango grelhado|Pollo a la plancha|Chicken, grilled|159|32|50|0|4|
lettuce|Alface crespa|Lechuga|Lettuce, raw|11|1.3|3|1.8|38|
coffee|Café sem açúcar|Café sin azúcar|Coffee, black|2|0.1|2|0|2|
cassava|Mandioca cozida|Yuca cocida|Cassava, boiled|125|0.6|1|1.6|27|
"""


def foods() -> list[Food]:
    """Foods of the sorts of names that the catalogue has."""
    found = []
    for number, line in enumerate(POOL.strip().splitlines(), start=1):
        slug, pt, es, en, *values, tag = line.split("|")
        held: dict[str, Decimal | None] = dict.fromkeys(NUTRIENTS)
        held |= {key: Decimal(value) for key, value in zip(WANTED, values, strict=True)}
        names = {Language.PT: pt, Language.ES: es, Language.EN: en}
        found.append(Food(number, slug, names, "usda", held, tags=frozenset([tag] if tag else [])))
    return found


@dataclass(frozen=True)
class World:
    """One person's diary for one question, and the sums that it must give."""

    entries: tuple[Entry, ...]
    plan: Plan
    today: date
    maxima: dict[str, Decimal]
    language: Language
    asked: int

    @cached_property
    def days(self) -> list[date]:
        return sorted({entry.day for entry in self.entries})

    @cached_property
    def span(self) -> list[date]:
        length = (self.plan.date_to - self.plan.date_from).days + 1
        return [self.plan.date_from + timedelta(days=n) for n in range(length)]

    @cached_property
    def slugs(self) -> list[str]:
        return sorted({entry.food.slug for entry in self.entries})

    def sum(self, nutrient: str, *, day: date | None = None, food: str | None = None) -> Decimal:
        held = [
            entry.nutrients[nutrient] or Decimal(0)
            for entry in self.entries
            if (day is None or entry.day == day) and (food is None or entry.food.slug == food)
        ]
        return sum(held, Decimal(0))

    def mean(self, nutrient: str) -> Decimal:
        return self.sum(nutrient) / len(self.days)

    def eaten(self, food: str, day: date | None = None) -> list[Entry]:
        return [entry for entry in self.entries if entry.food.slug == food and day in (None, entry.day)]

    def of_asked(self) -> list[Entry]:
        return [entry for entry in self.entries if TAGS[self.asked] in entry.food.tags]

    def over(self, nutrient: str) -> list[date]:
        return [day for day in self.days if self.sum(nutrient, day=day) > self.maxima[nutrient]]

    def name(self, slug: str) -> str:
        return next(entry.food.name(self.language) for entry in self.entries if entry.food.slug == slug)

    @cached_property
    def evidence(self) -> Evidence:
        totals = [self._total(day, key) for day in self.days for key in WANTED]
        return Evidence(self.plan, totals, [self._summary(key) for key in WANTED], self.entries)

    def _total(self, day: date, nutrient: str) -> Total:
        target = Target(nutrient, None, self.maxima[nutrient]) if nutrient in self.maxima else None
        count = sum(1 for entry in self.entries if entry.day == day)
        return Total(day, nutrient, self.sum(nutrient, day=day), Decimal(1), count, target)

    def _summary(self, nutrient: str) -> Summary:
        held = [(self.sum(nutrient, day=day), day) for day in self.days]
        high, low = max(held, key=lambda pair: pair[0]), min(held, key=lambda pair: pair[0])
        over = self.over(nutrient) if nutrient in self.maxima else []
        return Summary(
            nutrient, self.sum(nutrient), self.mean(nutrient), len(self.days), Decimal(1), (high[1], high[0]),
            (low[1], low[0]), over,
        )  # fmt: skip

    @cached_property
    def checker(self) -> Checker:
        asked = asked_of(ASKED[self.language][self.asked], self.of_asked())
        return Checker(Rows(Ledger(replace(self.evidence, asked=asked), self.language, self.today)))


def world(rng: random.Random, language: Language) -> World:
    """A diary of two to eight logged days among three to twelve, with two to five entries each."""
    today = date(2026, rng.randint(1, 12), rng.randint(1, 28))
    length = rng.randint(3, 12)
    last = today - timedelta(days=rng.choice([0, 0, 1, 5]))
    first = last - timedelta(days=length - 1)
    logged = sorted(rng.sample([first + timedelta(days=n) for n in range(length)], rng.randint(2, min(8, length))))
    pool = rng.sample(foods(), rng.randint(4, 7))
    meals = [(day, meal) for day in logged for meal in rng.sample(list(Meal), rng.randint(2, 5))]
    entries = [_entry(rng, rng.choice(pool), day, meal) for day, meal in meals]
    bounds = (rng.choice([150, 300, 500, 2000]), rng.choice([300, 500, 700, 3000]))
    maxima = dict(zip(("sodium_mg", "energy_kcal"), map(Decimal, bounds), strict=True))
    return World(
        tuple(entries), Plan(first, last, WANTED, need_detail=True), today, maxima, language, rng.randint(0, 1)
    )


def _entry(rng: random.Random, food: Food, day: date, meal: Meal) -> Entry:
    tenths = Decimal(rng.randint(300, 4000))
    grams = (tenths if rng.random() < 0.5 else tenths // 100 * 100) / 10
    held = {key: None if value is None else value * grams / 100 for key, value in food.per_100g.items()}
    at = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    own = uuid.UUID(int=rng.getrandbits(128))
    return Entry(own, uuid.UUID(int=rng.getrandbits(128)), food, grams, food.slug, {}, at, day, meal, held)
