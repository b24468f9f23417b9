"""A small table of foods in memory, searched by whole names and by words."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from rag.diary.lexis.wording import normalised
from rag.diary.types import Food, FoodHit, Match, Measure
from rag.types import Language, Vector


def food(number: int, name: str) -> Food:
    """A food of one name, of which one weighs 50 g and a tablespoon 15 g."""
    measures = {"unit": Measure(Decimal(50), "own"), "tablespoon": Measure(Decimal(15), "own")}
    return Food(number, f"food-{number}", dict.fromkeys(Language, name), "test", {}, measures)


@dataclass
class FakeFoods:
    """The `FoodIndex` and the `Finder` over foods by name. Phrases are recorded."""

    names: Sequence[str]
    phrases: list[str] = field(default_factory=list)

    @property
    def all(self) -> list[Food]:
        return [food(number, name) for number, name in enumerate(self.names, start=1)]

    async def search(
        self, owner: uuid.UUID, phrases: Sequence[str], language: Language, limit: int = 8
    ) -> list[list[FoodHit]]:
        keys = [normalised(phrase, language) for phrase in phrases]
        return await self.by_words(owner, keys, language, limit)

    async def by_words(
        self, owner: uuid.UUID, phrases: Sequence[str], language: Language, limit: int
    ) -> list[list[FoodHit]]:
        self.phrases += phrases
        return [self._hits(phrase, language)[:limit] for phrase in phrases]

    def _hits(self, phrase: str, language: Language) -> list[FoodHit]:
        words = set(phrase.split())
        named = [(food, normalised(food.name(language), language)) for food in self.all]
        exact = [FoodHit(food, Match.EXACT, 1.0) for food, name in named if name == phrase]
        parts = [
            FoodHit(food, Match.WORDS, len(words) / len(name.split()))
            for food, name in named
            if words and name != phrase and words <= set(name.split())
        ]
        return [*exact, *parts]

    async def near(
        self, owner: uuid.UUID, phrases: Sequence[str], vectors: Sequence[Vector], limit: int, max_dist: float
    ) -> list[list[FoodHit]]:
        return [[] for _ in phrases]

    async def foods(self, owner: uuid.UUID, ids: Sequence[int]) -> list[Food]:
        return [food for number in ids for food in self.all if food.id == number]

    async def named(self, owner: uuid.UUID, slugs: Sequence[str]) -> list[Food]:
        return []
