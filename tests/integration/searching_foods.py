"""A small catalogue of foods, and people who search it, for tests of food search and of loading."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

import asyncpg

from rag.adapters.postgres.food_catalogue import PostgresFoodCatalogue
from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.diary.catalogue.lists import FoodList, ListedFood
from rag.diary.lexis.wording import normalised
from rag.diary.types import FoodHit, Measure
from rag.types import Language

VALUES = {key: Decimal(n) for key, n in (("energy_kcal", 110), ("protein_g", 5), ("carbohydrate_g", 20), ("fat_g", 1))}
TAG_WORDS = (
    ("fruta citrica", Language.PT, "citrus"),
    ("legume", Language.EN, "legume"),
    ("ensopado", Language.PT, "stew"),
)


def food(
    slug: str, pt: str, es: str = "", en: str = "", also: Sequence[str] = (), tags: Iterable[str] = ()
) -> ListedFood:
    """A food by its names, with other Portuguese ones; its Spanish and English names are the slug where not given."""
    return ListedFood(
        slug,
        {Language.PT: pt, Language.ES: es or f"{slug} es", Language.EN: en or f"{slug} en"},
        {Language.PT: tuple(also)},
        frozenset(tags),
        "test",
        VALUES,
        {"unit": Measure(Decimal(50), "own")},
    )


FOODS = (
    food("rice", "Arroz branco cozido", "Arroz blanco cocido", "White rice, cooked", ["arroz"], ["cereal"]),
    food("rice_brown", "Arroz integral cozido", "Arroz integral cocido", "Brown rice, cooked", ["arroz integral"]),
    food("rice_pudding", "Arroz-doce", "Arroz con leche", "Rice pudding", tags=["dessert", "cereal"]),
    food("salmon_grilled", "Salmão grelhado", "Salmón a la parrilla", "Salmon, grilled"),
    food("salmon_raw", "Salmão cru", "Salmón crudo", "Salmon, raw"),
    food("pao_de_queijo", "Pão de queijo", "Pan de queso", "Cheese bread"),
    food("pao_com_queijo", "Pão com queijo", "Pan con queso", "Cheese sandwich"),
    food("pumpkin", "Abóbora cozida", "Zapallo cocido", "Pumpkin, cooked", ["jerimum", "abóbora"]),
    food("orange", "Laranja", "Naranja", "Orange", tags=["fruit", "citrus"]),
    food("lemon", "Limão", "Limón", "Lemon", tags=["citrus"]),
    food("lemon_pie", "Torta de limão", "Pay de limón", "Lemon pie", tags=["dessert", "citrus"]),
    food("avocado", "Abacate", "Aguacate", "Avocado"),
    food("vegetable_salad", "Salada de legume", "Ensalada de verdura", "Vegetable salad"),
    food(
        "beans", "Feijão-preto cozido", "Frijoles negros cocidos", "Black beans, cooked", ["feijão preto"], ["legume"]
    ),
)
ORANGE = 8


def listed(*foods: ListedFood, name: str = "fonte") -> FoodList:
    return FoodList(name, foods or FOODS)


async def load_foods(pool: asyncpg.Pool, foods: FoodList | None = None) -> PostgresFoodCatalogue:
    """Loads a list, by default the small one, with what its tags are called."""
    catalogue = PostgresFoodCatalogue(pool)
    await catalogue.name_tags(TAG_WORDS)
    await catalogue.load(foods or listed())
    return catalogue


@dataclass
class Eater:
    """Somebody who searches for foods, and has some of their own."""

    pool: asyncpg.Pool
    id: uuid.UUID = field(default_factory=uuid.uuid4)

    async def find(self, phrase: str, language: Language = Language.PT, limit: int = 8) -> list[FoodHit]:
        key = normalised(phrase, language)
        return (await PostgresFoodIndex(self.pool).by_words(self.id, [key], language, limit))[0]

    async def slugs(self, phrase: str, language: Language = Language.PT) -> list[str]:
        return [hit.food.slug for hit in await self.find(phrase, language)]

    async def matches(self, phrase: str, language: Language = Language.PT) -> Mapping[str, str]:
        return {hit.food.slug: hit.match.value for hit in await self.find(phrase, language)}

    async def own(self, slug: str, name: str) -> int:
        """Stores a food of theirs and returns its id."""
        async with self.pool.acquire() as connection, connection.transaction():
            await connection.execute(f"set local fonte.user_id = '{self.id}'")
            await connection.execute(
                "insert into users (id, channel, external_id) values ($1::uuid, 'test', $1::uuid::text) "
                "on conflict do nothing",
                self.id,
            )
            row: int = await connection.fetchval(
                "insert into foods (user_id, slug, name_pt, name_es, name_en, source, energy_kcal) "
                "values ($1, $2, $3, $3, $3, 'own', 100) returning id",
                self.id,
                slug,
                name,
            )
            await connection.execute(
                "insert into food_words (food_id, user_id, language, word, shown) values ($1, $2, 'pt-BR', $3, true)",
                row,
                self.id,
                normalised(name, Language.PT),
            )
        return row
