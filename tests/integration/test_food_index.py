"""Foods found by their words, as one person sees them."""

from __future__ import annotations

import asyncpg
import pytest

from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.adapters.postgres.pool import as_person
from rag.diary.lexis.wording import SOFT
from rag.ports import StorageError
from rag.types import Language
from tests.integration.searching_foods import Eater, food, listed, load_foods


@pytest.fixture
async def eater(pool: asyncpg.Pool) -> Eater:
    await load_foods(pool)
    return Eater(pool)


async def test_a_whole_name_comes_first_and_names_with_its_words_after(eater: Eater) -> None:
    hits = await eater.find("arroz")
    assert (hits[0].food.slug, hits[0].match.value) == ("rice", "exact")
    assert hits[0].score > 0.99
    assert {hit.food.slug: hit.match.value for hit in hits[1:]} == {"rice_brown": "words", "rice_pudding": "words"}
    assert hits[1].score > 0


async def test_a_food_comes_once_with_its_measures_and_values(eater: Eater) -> None:
    hits = await eater.find("arroz branco")
    assert [hit.food.slug for hit in hits] == ["rice"]
    assert hits[0].food.measures["unit"].grams == 50
    assert hits[0].food.per_100g["energy_kcal"] == 110
    assert hits[0].food.per_100g["iron_mg"] is None


async def test_a_name_of_another_language_comes_after_those_of_ones_own(eater: Eater, pool: asyncpg.Pool) -> None:
    await load_foods(pool, listed(food("papa", "Mingau", "Papilla", "Porridge", ["aguacate"]), name="more"))
    assert await eater.slugs("aguacate") == ["papa", "avocado"]
    assert await eater.slugs("aguacate", Language.ES) == ["avocado", "papa"]


@pytest.mark.parametrize(
    ("phrase", "first"),
    [("arroz integral", "rice_brown"), ("arrozes integrais cozidos", "rice_brown"),
     ("salmão grelhado", "salmon_grilled"), ("jerimum cozido", "pumpkin"), ("pão com queijo", "pao_com_queijo"),
     ("pães de queijo", "pao_de_queijo"), ("FEIJAO PRETO", "beans"), ("filé de salmão grelhado", "salmon_grilled")],
)  # fmt: skip
async def test_the_food_that_is_meant_comes_first(eater: Eater, phrase: str, first: str) -> None:
    assert (await eater.slugs(phrase))[0] == first


async def test_a_close_way_of_cooking_is_offered_before_the_raw_food_and_neither_is_sure(eater: Eater) -> None:
    hits = await eater.find("salmão cozido")
    assert [hit.food.slug for hit in hits] == ["salmon_grilled", "salmon_raw"]
    assert {hit.match.value for hit in hits} == {"spelling"}


async def test_bread_with_cheese_is_not_surely_cheese_bread(pool: asyncpg.Pool) -> None:
    await load_foods(pool, listed(food("pao_de_queijo", "Pão de queijo")))
    assert await Eater(pool).matches("pão com queijo") == {"pao_de_queijo": "spelling"}


@pytest.mark.parametrize(
    ("phrase", "slug"),
    [("girimum", "pumpkin"), ("abobra", "pumpkin"), ("aroz integrau", "rice_brown"),
     ("salmao grelado", "salmon_grilled"),
     ("laranga", "orange"), ("lara", "orange"), ("av", "avocado")],
)  # fmt: skip
async def test_what_is_spelt_or_begins_like_a_name_is_found(eater: Eater, phrase: str, slug: str) -> None:
    matches = await eater.matches(phrase)
    assert matches[slug] == "spelling"


async def test_spelling_is_not_looked_up_where_words_are_found(eater: Eater) -> None:
    assert set((await eater.matches("limão")).values()) == {"exact", "words"}


async def test_a_category_finds_its_plain_foods_before_dishes_of_them(eater: Eater) -> None:
    assert await eater.slugs("frutas cítricas") == ["lemon", "orange", "lemon_pie"]
    assert set((await eater.matches("frutas cítricas")).values()) == {"tag"}


async def test_a_category_in_the_persons_language_outweighs_the_same_word_in_another(eater: Eater) -> None:
    assert await eater.slugs("legumes", Language.EN) == ["beans"]
    assert await eater.slugs("legumes", Language.PT) == ["vegetable_salad", "beans"]


@pytest.mark.parametrize("phrase", ["", "xyzzy", "arroz xyzzy", "% _ ' \\ ;", "a" * 5_000, "(arroz|doce)", "🍚"])
async def test_nothing_like_a_name_finds_nothing(eater: Eater, phrase: str) -> None:
    assert [slug for slug in await eater.slugs(phrase) if not slug.startswith("rice")] == []


async def test_many_phrases_are_answered_in_order_in_one_go(eater: Eater, pool: asyncpg.Pool) -> None:
    hits = await PostgresFoodIndex(pool).by_words(eater.id, ["laranja", "", "abacate"], Language.PT, 1)
    assert [[hit.food.slug for hit in found] for found in hits] == [["orange"], [], ["avocado"]]


async def test_no_more_than_the_limit_come(eater: Eater) -> None:
    assert len(await eater.find("arroz", limit=2)) == 2
    assert await eater.find("arroz", limit=0) == []


async def test_ones_own_food_comes_first_and_nobody_else_sees_it(eater: Eater, pool: asyncpg.Pool) -> None:
    own = await eater.own("my_rice", "Arroz da vovó")
    other = Eater(pool)
    assert (await eater.slugs("arroz da vovó"))[0] == "my_rice"
    assert (await eater.slugs("arros da vovo"))[0] == "my_rice"
    assert "my_rice" not in await other.slugs("arroz da vovó")
    assert await PostgresFoodIndex(pool).foods(other.id, [own]) == []
    assert [found.own for found in await PostgresFoodIndex(pool).foods(eater.id, [own])] == [True]


async def test_ones_own_words_stay_out_of_the_vocabulary_that_all_search(eater: Eater, pool: asyncpg.Pool) -> None:
    await eater.own("secret", "Xaropinho secreto")
    await load_foods(pool, listed(food("other", "Outra coisa"), name="more"))
    assert await pool.fetchval("select count(*) from food_vocabulary where term like 'xarop%'") == 0
    assert await Eater(pool).slugs("xaropinho secreto") == []


async def test_a_retired_food_is_not_found_but_still_told_by_its_id(eater: Eater, pool: asyncpg.Pool) -> None:
    index = PostgresFoodIndex(pool)
    old = (await eater.find("abacate"))[0].food.id
    await load_foods(pool, listed(food("rice", "Arroz branco cozido")))
    assert await eater.slugs("abacate") == []
    assert [found.slug for found in await index.foods(eater.id, [old])] == ["avocado"]
    assert await index.named(eater.id, ["avocado"]) == []


async def test_foods_come_in_the_order_asked_for(eater: Eater, pool: asyncpg.Pool) -> None:
    index = PostgresFoodIndex(pool)
    named = await index.named(eater.id, ["orange", "no_such", "avocado"])
    assert [found.slug for found in named] == ["orange", "avocado"]
    ids = [named[1].id, named[0].id, 0]
    assert [found.slug for found in await index.foods(eater.id, ids)] == ["avocado", "orange"]


async def test_searching_can_write_nothing(eater: Eater, pool: asyncpg.Pool) -> None:
    async with as_person(pool, eater.id, readonly=True) as connection:
        with pytest.raises(StorageError, match="ReadOnly"):
            await connection.execute("delete from foods")


async def test_ranking_in_sql_knows_the_ways_of_cooking_that_phrases_have(pool: asyncpg.Pool) -> None:
    source = await pool.fetchval("select prosrc from pg_proc where proname = 'food_names_ranked'")
    assert [state for state in SOFT if f"'{state}'" not in source] == []
