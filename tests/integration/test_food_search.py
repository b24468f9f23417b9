"""Food search: words first, vectors where words give too little, and the golden queries on the bundled catalogue."""

from __future__ import annotations

import json
import re
import uuid
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import asyncpg
import pytest

from bot.paths import ROOT
from rag.adapters.cache import CachingEmbedder
from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.diary.catalogue.embedding import fill
from rag.diary.foods.search import FoodSearch
from rag.diary.types import Food, FoodHit, Match
from rag.ports import Outage, ProviderError, StorageError
from rag.types import Language, Vector
from rag.wording import fold
from tests.fakes.models import FakeEmbedder
from tests.integration.searching_foods import load_foods

SOMEBODY = uuid.UUID(int=1)
GOLDEN = ROOT / "tests" / "golden" / "food_search.jsonl"


@dataclass
class Counted:
    """A food index whose queries are counted, and whose vectors' queries fail where told to."""

    inner: PostgresFoodIndex
    near_fails: bool = False
    calls: list[str] = field(default_factory=list)

    async def by_words(
        self, owner: uuid.UUID, phrases: Sequence[str], language: Language, limit: int
    ) -> list[list[FoodHit]]:
        self.calls.append("words")
        return await self.inner.by_words(owner, phrases, language, limit)

    async def near(
        self, owner: uuid.UUID, phrases: Sequence[str], vectors: Sequence[Vector], limit: int, max_dist: float
    ) -> list[list[FoodHit]]:
        self.calls.append("near")
        if self.near_fails:
            raise StorageError("gone")
        return await self.inner.near(owner, phrases, vectors, limit, max_dist)

    async def foods(self, owner: uuid.UUID, ids: Sequence[int]) -> list[Food]:
        return await self.inner.foods(owner, ids)

    async def named(self, owner: uuid.UUID, slugs: Sequence[str]) -> list[Food]:
        return await self.inner.named(owner, slugs)


@pytest.fixture
async def index(pool: asyncpg.Pool) -> Counted:
    await fill(await load_foods(pool), FakeEmbedder())
    return Counted(PostgresFoodIndex(pool))


def slugs(hits: Sequence[FoodHit]) -> list[str]:
    return [hit.food.slug for hit in hits]


async def test_words_come_first_then_what_is_near_and_each_food_once(index: Counted) -> None:
    hits = (await FoodSearch(index, FakeEmbedder(), 2.0).search(SOMEBODY, ["arroz"], Language.PT))[0]
    kinds = [hit.match for hit in hits]
    assert slugs(hits)[0] == "rice"
    assert kinds == sorted(kinds, key=[*Match].index)
    assert Match.MEANING in kinds
    assert len(set(slugs(hits))) == len(hits) == 8


async def test_a_whole_message_is_two_queries_and_one_call(index: Counted) -> None:
    embedder = FakeEmbedder()
    search = FoodSearch(index, embedder, 2.0)
    hits = await search.search(SOMEBODY, ["arroz", "2 laranjas", "xyzzy", "tres leches"], Language.PT)
    assert index.calls == ["words", "near"]
    assert embedder.documents == [["arroz", "laranjas", "xyzzy", "leches"]]
    assert slugs(hits[1])[0] == "orange"
    assert len(hits) == 4


async def test_enough_hits_by_words_need_no_vector(index: Counted) -> None:
    embedder = FakeEmbedder()
    hits = await FoodSearch(index, embedder).search(SOMEBODY, ["arroz"], Language.PT, limit=2)
    assert slugs(hits[0])[0] == "rice"
    assert len(hits[0]) == 2
    assert (index.calls, embedder.documents) == (["words"], [])


@pytest.mark.parametrize("failure", [ProviderError(Outage.DOWN), ProviderError(Outage.QUOTA, daily=True)])
async def test_a_failing_model_leaves_the_words_hits_as_they_were(index: Counted, failure: ProviderError) -> None:
    failing = FakeEmbedder(failures=deque([failure]))
    hits = await FoodSearch(index, failing, 2.0).search(SOMEBODY, ["laranja", "xyzzy"], Language.PT)
    assert [slugs(found) for found in hits] == [["orange"], []]


async def test_a_database_that_fails_at_the_vectors_leaves_the_words_hits_too(index: Counted) -> None:
    index.near_fails = True
    hits = await FoodSearch(index, FakeEmbedder(), 2.0).search(SOMEBODY, ["laranja"], Language.PT)
    assert [slugs(found) for found in hits] == [["orange"]]


async def test_what_is_beyond_the_distance_is_not_offered(index: Counted) -> None:
    hits = await FoodSearch(index, FakeEmbedder(), 0.0).search(SOMEBODY, ["laranja", "xyzzy"], Language.PT)
    assert [slugs(found) for found in hits] == [["orange"], []]


async def test_a_name_that_begins_like_an_amount_is_found_whole(index: Counted) -> None:
    search = FoodSearch(index, FakeEmbedder(), 0.0)
    hits = await search.search(SOMEBODY, ["meia abóbora", "100 g de feijão preto", "", "   "], Language.PT)
    assert [slugs(found)[:1] for found in hits] == [["pumpkin"], ["beans"], [], []]


def right(item: dict[str, Any], hit: FoodHit) -> bool:
    names = ((item["expect"], hit.food.name(Language.PT)), (item["expect_en"], hit.food.name(Language.EN)))
    return all(re.search(pattern, fold(name)) for pattern, name in names)


@pytest.mark.parametrize("split", ["dev", "test"])
async def test_golden_queries_find_a_right_food_among_the_first_three(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, split: str
) -> None:
    items = [
        item for item in map(json.loads, GOLDEN.read_text(encoding="utf-8").splitlines()) if item["split"] == split
    ]
    search = FoodSearch(PostgresFoodIndex(corpus_pool), local_embedder)
    hits = [(await search.search(SOMEBODY, [item["text"]], Language(item["language"])))[0] for item in items]
    found = sum(any(right(item, hit) for hit in hit3[:3]) for item, hit3 in zip(items, hits, strict=True))
    assert found / len(items) >= 0.95
