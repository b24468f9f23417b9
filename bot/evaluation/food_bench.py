"""Food search among very many foods: a catalogue grown from the bundled one, and how long each kind of query takes."""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import asyncpg
import numpy as np
from numpy.typing import NDArray
from pgvector import Vector as PgVector

from rag.adapters.postgres.food_catalogue import PostgresFoodCatalogue
from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.adapters.postgres.pool import at_leisure, loading
from rag.diary.foods.search import FoodSearch
from rag.diary.lexis.wording import normalised
from rag.ports import Embedder
from rag.types import EMBEDDING_DIMENSIONS, Language

QUERIES = 60
"""Of each kind."""
_CHUNK = 2_000
_BRANDS = 20_000
_NOISE = 0.6
"""Length of what is added to the mean of two foods' vectors: as far as two foods of one kind are from each other."""
_SYLLABLES = (
    "ba ca da fa ga la ma na pa ra sa ta va be de fe le me ne re se te vi li mi ni ri ti bo co do lo mo no ro to lu mu"
)
_SEEDS = """
select name_pt, name_es, name_en, embedding, embedding_model from foods
 where user_id is null and retired_at is null and catalogue = 'fonte' and embedding is not null order by id
"""
_FOODS = """
insert into foods (slug, name_pt, name_es, name_en, source, catalogue, energy_kcal, protein_g, carbohydrate_g, fat_g,
                   embedded_text, embedding, embedding_model)
select slug, pt, es, en, 'bench', 'bench', 100, 5, 10, 4, pt, embedding, $6
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::vector[]) as f (slug, pt, es, en, embedding)
returning id
"""
_WORDS = """
insert into food_words (food_id, language, word, shown)
select *, true from unnest($1::bigint[], $2::text[], $3::text[]) on conflict do nothing
"""
_COUNT = "select count(*) from foods where user_id is null and retired_at is null"
_SAMPLE = "select name_pt from foods where user_id is null and retired_at is null order by md5(slug) limit 2000"
_LANGUAGES = (Language.PT, Language.ES, Language.EN)


@dataclass(frozen=True, slots=True)
class Seed:
    """A food of the catalogue to grow others from."""

    names: Sequence[str]
    vector: NDArray[np.float32]


@dataclass(slots=True)
class Times:
    """Milliseconds of one kind of query: by words alone, and the whole search."""

    words: list[float] = field(default_factory=list)
    search: list[float] = field(default_factory=list)


async def grow(
    pool: asyncpg.Pool, count: int, chance: random.Random, progress: Callable[[int], None] = lambda _: None
) -> None:
    """Adds `count` foods: the beginning of one name, the end of another, a brand; vectors between the two's.

    The bundled catalogue must be loaded and embedded. Nothing is indexed here (`PostgresFoodCatalogue.index_vectors`).
    """
    rows = await pool.fetch(_SEEDS)
    seeds = [Seed((r["name_pt"], r["name_es"], r["name_en"]), r["embedding"].to_numpy()) for r in rows]
    brands = ["".join(chance.choices(_SYLLABLES.split(), k=chance.randint(2, 4))) for _ in range(_BRANDS)]
    noise = np.random.default_rng(chance.getrandbits(32))
    for start in range(0, count, _CHUNK):
        size = min(_CHUNK, count - start)
        pairs = [(chance.choice(seeds), chance.choice(seeds)) for _ in range(size)]
        made = [_names(pair, chance.choice(brands)) for pair in pairs]
        slugs = [f"bench_{start + at}" for at in range(size)]
        async with loading(pool) as connection:
            await connection.execute("set local fonte.loading = 'on'")
            columns = [list(column) for column in zip(*made, strict=True)]
            vectors = [PgVector(vector) for vector in _vectors(pairs, noise)]
            kept = await connection.fetch(_FOODS, slugs, *columns, vectors, rows[0]["embedding_model"])
            await connection.execute(_WORDS, *_words([row["id"] for row in kept], made))
        progress(start + size)
    async with loading(pool) as connection:
        await connection.execute("set local fonte.loading = 'on'")
        await connection.execute("select refresh_food_vocabulary()")
    async with at_leisure(pool) as connection:
        await connection.execute("vacuum analyze foods, food_words, food_terms, food_vocabulary")


def queries(seeds: Sequence[str], chance: random.Random, count: int) -> Mapping[str, Sequence[str]]:
    """`count` phrases of each kind, made from names that are there."""
    words = sorted({word for name in seeds for word in normalised(name, Language.PT).split() if len(word) > 4})  # noqa: PLR2004
    return {
        "exact": chance.choices(seeds, k=count),
        "broad word": [chance.choice(seeds).split()[0] for _ in range(count)],
        "two words": [" ".join(chance.choice(seeds).split()[:2]) for _ in range(count)],
        "two letters": [chance.choice(words)[:2] for _ in range(count)],
        "typo": [_misspelt(chance.choice(words), chance) for _ in range(count)],
        "typo in a name": [_misspelt(chance.choice(seeds), chance) for _ in range(count)],
        "meaning": [f"{chance.choice(words)[::-1]} {chance.choice(words)[::-1]}" for _ in range(count)],
    }


async def time_search(
    pool: asyncpg.Pool, embedder: Embedder, asked: Mapping[str, Sequence[str]], owner: uuid.UUID
) -> Mapping[str, Times]:
    """Each phrase once through the whole search, and once by words alone, one at a time."""
    index = PostgresFoodIndex(pool)
    search = FoodSearch(index, embedder)
    times: dict[str, Times] = {kind: Times() for kind in asked}
    for phrases in asked.values():  # plans and caches of the connection
        await search.search(owner, phrases[:3], Language.PT)
    for kind, phrases in asked.items():
        for phrase in phrases:
            start = time.perf_counter()
            await search.search(owner, [phrase], Language.PT)
            middle = time.perf_counter()
            await index.by_words(owner, [normalised(phrase, Language.PT)], Language.PT, 8)
            times[kind].search.append(1000 * (middle - start))
            times[kind].words.append(1000 * (time.perf_counter() - middle))
    return times


async def count_foods(pool: asyncpg.Pool) -> int:
    """How many foods of everybody's there are."""
    counted: int = await pool.fetchval(_COUNT)
    return counted


@dataclass(frozen=True, slots=True)
class Among:
    """Milliseconds of searches among so many foods, by kind of query; `index_s` is how long their index took."""

    foods: int
    index_s: float
    search: Mapping[str, Sequence[float]]
    words: Mapping[str, Sequence[float]]


async def search_among(
    pool: asyncpg.Pool, embedder: Embedder, count: int, chance: random.Random, each: int = QUERIES
) -> Among:
    """Grows the catalogue to `count` foods, indexes their vectors, and times `each` searches of each kind.

    Takes minutes for hundreds of thousands.
    """
    await grow(pool, count - await count_foods(pool), chance)
    began = time.perf_counter()
    await PostgresFoodCatalogue(pool).index_vectors()
    index_s = time.perf_counter() - began
    names = [row["name_pt"] for row in await pool.fetch(_SAMPLE)]
    times = await time_search(pool, embedder, queries(names, chance, each), uuid.UUID(int=0))
    return Among(
        await count_foods(pool),
        index_s,
        {kind: each.search for kind, each in times.items()},
        {kind: each.words for kind, each in times.items()},
    )


def _names(pair: tuple[Seed, Seed], brand: str) -> tuple[str, str, str]:
    made = []
    for first, second in zip(pair[0].names, pair[1].names, strict=True):
        head, tail = first.replace(",", "").split(), second.replace(",", "").split()
        made.append(" ".join([*head[: max(1, len(head) // 2)], *tail[len(tail) // 2 :], brand.capitalize()]))
    return made[0], made[1], made[2]


def _vectors(pairs: Sequence[tuple[Seed, Seed]], noise: np.random.Generator) -> NDArray[np.float32]:
    between = np.stack([first.vector + second.vector for first, second in pairs])
    between /= np.linalg.norm(between, axis=1, keepdims=True)
    stray = noise.normal(size=between.shape, scale=_NOISE / EMBEDDING_DIMENSIONS**0.5)
    moved = (between + stray).astype(np.float32)
    unit: NDArray[np.float32] = moved / np.linalg.norm(moved, axis=1, keepdims=True)
    return unit


def _words(ids: Sequence[int], made: Sequence[Sequence[str]]) -> tuple[list[int], list[str], list[str]]:
    rows = [
        (food, language.value, normalised(name, language))
        for food, names in zip(ids, made, strict=True)
        for language, name in zip(_LANGUAGES, names, strict=True)
    ]
    return [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]


def _misspelt(text: str, chance: random.Random) -> str:
    at = chance.randrange(1, max(2, len(text) - 1))
    return text[:at] + chance.choice("aeiou") + text[at + chance.randint(0, 1) :]
