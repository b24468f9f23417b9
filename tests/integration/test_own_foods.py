"""A person's own foods and recipes by chat: stored as told, found by nobody else, kept in what was logged."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from bot.bootstrap import Models, Runtime, wired
from bot.messages import Reply
from bot.settings import Settings
from rag.adapters.cache import CachingEmbedder
from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.adapters.postgres.note_index import PostgresNoteIndex
from rag.diary.foods.search import FoodSearch
from rag.diary.types import Match
from rag.ports import Outage, ProviderError
from rag.types import Language, Vector
from tests.integration.conversing import Conversation

NOON = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)
FIGURES = "320 kcal, 5 g de proteína, 50 g carboidrato, 10 g gordura, 300 mg sódio; 1 fatia = 60 g"
CAKE = f"/alimento Bolo da vó: {FIGURES}"
SMOOTHIE = "/receita Vitamina da manhã: 1 banana, 200 ml de leite integral, 1 colher de sopa de aveia em flocos"


async def somebody(runtime: Runtime) -> Conversation:
    opened = Conversation(runtime, runtime.pool, uuid.uuid4().hex, at=NOON)
    await opened.consent()
    return opened


@pytest.fixture
async def talking(corpus_runtime: Runtime) -> Conversation:
    return await somebody(corpus_runtime)


@pytest.fixture
async def stranger(corpus_runtime: Runtime) -> Conversation:
    return await somebody(corpus_runtime)


async def rows(talking: Conversation, query: str, *values: Any) -> Sequence[Mapping[str, Any]]:
    """What the person sees of a table."""
    async with talking.pool.acquire() as connection, connection.transaction():
        await connection.execute("select set_config('fonte.user_id', $1, true)", str(talking.person.id))
        found: Sequence[Mapping[str, Any]] = await connection.fetch(query, *values)
        return found


async def kept(talking: Conversation) -> list[Mapping[str, Any]]:
    """The person's foods as stored, retired ones too."""
    return list(await rows(talking, "select * from foods where user_id = fonte_user_id() order by id"))


def labels(reply: Reply) -> list[str]:
    return [button.label for row in reply.button_rows for button in row]


async def test_a_food_is_stored_with_its_names_measures_and_vector_and_shown_from_the_row(
    talking: Conversation,
) -> None:
    (reply,) = await talking.say(CAKE)
    (food,) = await kept(talking)
    assert (food["energy_kcal"], food["sodium_mg"], food["fiber_g"]) == (Decimal(320), Decimal(300), None)
    assert (food["source"], food["computed"], food["embedded_text"]) == ("user", False, "Bolo da vó")
    assert food["embedding"] is not None
    (model,) = await rows(talking, "select model from food_embedding")
    assert food["embedding_model"] == model["model"]
    words = await rows(talking, "select language, word, shown from food_words where food_id = $1", food["id"])
    assert sorted((w["language"], w["word"], w["shown"]) for w in words) == [
        (language, "bolo vo", True) for language in ("en", "es", "pt-BR")
    ]
    (measure,) = await rows(talking, "select measure, grams, source from food_measures where food_id = $1", food["id"])
    assert list(measure.values()) == ["slice", Decimal(60), "user"]
    assert "Em 100 g: 320 kcal · proteína 5 g · carboidrato 50 g · gordura 10 g" in reply.text
    assert "E mais 1 nutriente." in reply.text
    assert "1 fatia (60 g): 192 kcal · proteína 3 g" in reply.text
    assert "<code>/registrar 1 fatia de bolo da vó</code>" in reply.text
    assert labels(reply) == ["Apagar"]


async def test_it_is_logged_as_the_reply_says(talking: Conversation) -> None:
    await talking.say(CAKE)
    (logged,) = await talking.say("/registrar 1 fatia de bolo da vó")
    ((entry,),) = [logged.entries]
    assert (entry.food, entry.grams, entry.energy_kcal) == ("Bolo da vó", Decimal(60), Decimal(192))
    assert "medida sua" in logged.text
    assert "valores que você cadastrou" in logged.text


async def test_a_name_of_the_catalogue_wins_for_its_owner_alone(talking: Conversation, stranger: Conversation) -> None:
    await talking.say("/alimento Arroz branco cozido: 100 kcal, 2 g proteína, 22 g carboidrato, 0 g gordura")
    (own,) = await talking.say("/registrar 100 g de arroz branco cozido")
    (others,) = await stranger.say("/registrar 100 g de arroz branco cozido")
    assert own.entries[0].energy_kcal == Decimal(100)
    assert others.entries[0].energy_kcal not in (None, Decimal(100))


async def test_a_generic_word_means_ones_own_food_of_that_name(talking: Conversation, stranger: Conversation) -> None:
    await talking.say("/alimento Queijo: 300 kcal, 20 g proteína, 2 g carboidrato, 24 g gordura")
    (own,) = await talking.say("/registrar 50 g de queijo")
    (question,) = await stranger.say("/registrar 50 g de queijo")
    assert own.entries[0].food == "Queijo"
    assert question.entries == ()
    assert "qual destes" in question.text


async def test_nobody_else_finds_it_by_search_log_list_or_id(
    talking: Conversation, stranger: Conversation, local_embedder: CachingEmbedder
) -> None:
    name = "Xerobolo quântico"
    await talking.say(f"/alimento {name}: {FIGURES}")
    ((food,),) = [await kept(talking)]
    index = PostgresFoodIndex(talking.pool)
    search = FoodSearch(index, local_embedder)
    ((mine, *_),) = await search.search(talking.person.id, [name], Language.PT)
    assert (mine.food.id, mine.match, mine.food.own) == (food["id"], Match.EXACT, True)
    vectors = await local_embedder.embed_documents([name])
    assert food["id"] in [hit.food.id for hit in (await index.near(talking.person.id, ["x"], vectors, 8, 0.65))[0]]
    for phrase in (name, "xerobolo", "xerobollo", "quantico", "bolo"):
        for hits in (
            *await search.search(stranger.person.id, [phrase], Language.PT),
            *await index.near(stranger.person.id, [phrase], vectors, 20, 2.0),
        ):
            assert food["id"] not in [hit.food.id for hit in hits]
    assert await index.foods(stranger.person.id, [food["id"]]) == []
    assert await index.named(stranger.person.id, [food["slug"]]) == []
    for table in ("foods", "food_words", "food_terms", "food_measures", "food_tags"):
        assert await rows(stranger, f"select from {table} where user_id is not null") == []
    (logged,) = await stranger.say(f"/registrar 100 g de {name}")
    assert logged.entries == ()
    (listed,) = await stranger.say("/alimento")
    assert name not in listed.text


async def test_a_button_of_another_person_deletes_nothing(talking: Conversation, stranger: Conversation) -> None:
    (reply,) = await talking.say(CAKE)
    (stale,) = await stranger.press(reply.button_rows[0][0].data)
    assert stale.text == "Esse botão já não vale mais."
    (food,) = await kept(talking)
    assert food["retired_at"] is None


async def test_the_same_name_makes_a_new_version_and_entries_keep_theirs(talking: Conversation) -> None:
    await talking.say(CAKE)
    await talking.say("/registrar 100 g de bolo da vó")
    (reply,) = await talking.say("/alimento bolo da vo: 400 kcal, 5 g proteína, 70 g carboidrato, 11 g gordura")
    assert "nova versão" in reply.text
    old, new = await kept(talking)
    assert old["retired_at"] is not None
    assert new["retired_at"] is None
    (logged,) = await talking.say("/registrar 100 g de bolo da vó")
    assert logged.entries[0].energy_kcal == Decimal(400)
    (summed,) = await rows(talking, "select amount from diary_totals('2026-11-30', '2026-11-30', array['energy_kcal'])")
    assert summed["amount"] == Decimal(720)


async def test_a_deleted_food_is_found_no_more_and_its_entries_still_count(talking: Conversation) -> None:
    (saved,) = await talking.say(CAKE)
    await talking.say("/registrar 1 fatia de bolo da vó")
    (removed,) = await talking.press_labelled(saved, "Apagar")
    assert "apaguei <b>Bolo da vó</b>" in removed.text
    (listed,) = await talking.say("/alimento")
    assert "Bolo da vó</b>:" not in listed.text
    (logged,) = await talking.say("/registrar 1 fatia de bolo da vó")
    assert logged.entries == ()
    (total,) = await rows(talking, "select amount from diary_totals('2026-11-30', '2026-11-30', array['energy_kcal'])")
    assert total["amount"] == Decimal(192)
    command = removed.text.partition("<code>")[2].partition("</code>")[0]
    (again,) = await talking.say(command)
    assert "Em 100 g: 320 kcal" in again.text


async def test_a_button_of_an_older_version_is_stale(talking: Conversation) -> None:
    (first,) = await talking.say(CAKE)
    await talking.say(CAKE)
    (stale,) = await talking.press_labelled(first, "Apagar")
    assert stale.text == "Esse botão já não vale mais."
    assert [food["retired_at"] is None for food in await kept(talking)] == [False, True]


@pytest.mark.parametrize(
    "name",
    [
        "'); drop table foods; --",
        "{reply} %s $1",
        "<b>negrito</b> & cia",
        "..\\..\\etc",
        "a\x07b\u202ec",
        "SELECT * FROM foods",
    ],
)
async def test_names_like_injections_are_only_names(talking: Conversation, name: str) -> None:
    (reply,) = await talking.say(f"/alimento {name.replace(';', ',')}: {FIGURES}")
    (food,) = await kept(talking)
    shown = food["name_pt"].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert f"Guardei <b>{shown}</b>" in reply.text
    (listed,) = await talking.say("/alimento")
    assert f"<b>{shown}</b>: 320 kcal" in listed.text
    (gone,) = await talking.press_first(listed)
    assert f"apaguei <b>{shown}</b>" in gone.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/alimento Bolo: 320 kcal", "Faltou: proteína, carboidrato e gordura."),
        ("/alimento Bolo: nan kcal, 5 g proteína, 50 g carboidrato, 10 g gordura", "Não entendi o número"),
        ("/alimento Bolo: 320 kcal, -5 g proteína, 50 g carboidrato, 10 g gordura", "é negativo"),
        ("/alimento Bolo: 90 kcal, 5 g proteína, 50 g carboidrato, 10 g gordura", "A energia não bate"),
        ("/alimento Bolo: 900 kcal, 50 g proteína, 50 g carboidrato, 50 g gordura", "somam mais"),
        ("/receita Bolo: 1 banana, aveia em flocos", "Quanto de"),
        ("/receita Bolo: 1 banana, 20 g de xyzzyqwerty", "Não conheço <b>20 g de xyzzyqwerty</b>"),
        ("/receita Bolo: 1 banana, 20 g de queijo", "qual alimento?"),
        ("/receita Bolo: -1 banana", "negativa"),
        ("/receita Bolo: 1 banana; rende 1 g", "Não entendi quanto rende"),
    ],
)
async def test_what_is_in_doubt_is_said_and_nothing_is_stored(talking: Conversation, text: str, said: str) -> None:
    (reply,) = await talking.say(text)
    assert said in reply.text
    assert await kept(talking) == []


async def test_a_recipe_is_computed_from_its_ingredients_and_keeps_them(talking: Conversation) -> None:
    (reply,) = await talking.say(f"{SMOOTHIE}; rende 350 g; 1 copo = 200 g")
    (food,) = await kept(talking)
    assert food["computed"]
    ingredients = food["ingredients"]
    assert [one["said"] for one in ingredients] == [
        "1 banana",
        "200 ml de leite integral",
        "1 colher de sopa de aveia em flocos",
    ]
    query = "select id, energy_kcal from foods where id = any ($1::bigint[])"
    found = {row["id"]: row["energy_kcal"] for row in await rows(talking, query, [one["food"] for one in ingredients])}
    total = sum(Decimal(one["grams"]) * found[one["food"]] for one in ingredients)
    assert food["energy_kcal"] == (total / 350).quantize(Decimal("0.001"))
    assert "valores calculados" in reply.text
    assert "você não disse" not in reply.text.casefold()
    (measure,) = await rows(talking, "select measure, grams from food_measures where food_id = $1", food["id"])
    assert (measure["measure"], measure["grams"]) == ("glass_disposable", Decimal(200))


async def test_a_recipe_without_a_yield_weighs_what_its_ingredients_do_and_it_is_told(talking: Conversation) -> None:
    (reply,) = await talking.say(f"{SMOOTHIE}; rende 2 porções")
    (food,) = await kept(talking)
    weight = sum(Decimal(one["grams"]) for one in food["ingredients"])
    (measure,) = await rows(talking, "select measure, grams from food_measures where food_id = $1", food["id"])
    assert (measure["measure"], measure["grams"]) == ("portion", weight / 2)
    assert "contei o dos ingredientes" in reply.text


async def test_ones_own_food_is_an_ingredient_under_its_own_name(talking: Conversation, stranger: Conversation) -> None:
    await talking.say(f"/alimento Bolo de milho e coco da vó: {FIGURES}")
    text = "/receita Sobremesa: 1 fatia de bolo de milho e coco da vó, 100 g de banana prata"
    await talking.say(text)
    cake, dish = await kept(talking)
    assert next((one["food"], one["grams"]) for one in dish["ingredients"]) == (cake["id"], "60.000")
    await stranger.say(text)
    assert await kept(stranger) == []


async def test_the_lists_show_ones_own_with_a_button_each_and_recipes_apart(talking: Conversation) -> None:
    (none,) = await talking.say("/alimento")
    assert "ainda não cadastrou" in none.text
    await talking.say(CAKE)
    await talking.say(SMOOTHIE)
    (foods,) = await talking.say("/alimento")
    assert labels(foods) == ["Apagar: Bolo da vó", "Apagar: Vitamina da manhã"]
    (recipes,) = await talking.say("/receita")
    assert labels(recipes) == ["Apagar: Vitamina da manhã"]
    await talking.press_first(recipes)
    assert [food["retired_at"] is None for food in await kept(talking)] == [True, False]


async def test_long_lists_have_pages_and_two_hundred_foods_are_the_most(talking: Conversation) -> None:
    async with talking.pool.acquire() as connection, connection.transaction():
        await connection.execute("select set_config('fonte.user_id', $1, true)", str(talking.person.id))
        await connection.execute(
            "insert into foods (user_id, slug, name_pt, name_es, name_en, source, energy_kcal)"
            " select $1, 'own/x-' || n, n, n, n, 'user', 1 from generate_series(100, 298) n",
            talking.person.id,
        )
    (first,) = await talking.say("/alimento")
    assert labels(first)[-1] == "Ver mais"
    assert len(labels(first)) == 21
    (second,) = await talking.press_labelled(first, "Ver mais")
    assert labels(second)[0] == "Apagar: 120"
    (saved,) = await talking.say(CAKE)
    assert "Guardei" in saved.text
    (full,) = await talking.say(f"/alimento Outro bolo: {FIGURES}")
    assert "Você já tem 200 alimentos" in full.text
    (again,) = await talking.say(CAKE)
    assert "nova versão" in again.text
    assert sum(food["retired_at"] is None for food in await kept(talking)) == 200


class Failing:
    """The local model, away for as long as it is told to be."""

    def __init__(self, model: CachingEmbedder) -> None:
        self.model, self.away = model, False

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def max_tokens(self) -> int:
        return self.model.max_tokens

    def count_tokens(self, text: str) -> int:
        return self.model.count_tokens(text)

    async def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        if self.away:
            raise ProviderError(Outage.DOWN)
        return await self.model.embed_documents(texts)

    async def embed_query(self, text: str) -> Vector:
        return await self.model.embed_query(text)


async def test_an_embedding_that_failed_is_made_with_the_next_food(
    talking: Conversation, local_embedder: CachingEmbedder
) -> None:
    model = Failing(local_embedder)
    index = PostgresNoteIndex(talking.pool)
    runtime = await wired(talking.pool, index, Models(model, None, None), Settings(_env_file=None), new_id=uuid.uuid4)
    there = replace(talking, runtime=runtime)
    model.away = True
    (saved,) = await there.say(CAKE)
    assert "Guardei" in saved.text
    (logged,) = await there.say("/registrar 1 fatia de bolo da vó")
    assert logged.entries[0].food == "Bolo da vó"
    assert [food["embedding_model"] for food in await kept(there)] == [None]
    model.away = False
    await there.say(f"/alimento Pão da tia: {FIGURES}")
    assert [food["embedding_model"] for food in await kept(there)] == [model.name, model.name]


async def test_before_consent_nothing_is_stored(talking: Conversation) -> None:
    newcomer = Conversation(talking.runtime, talking.pool, uuid.uuid4().hex)
    (reply,) = await newcomer.say(CAKE)
    assert labels(reply) == ["Aceito", "Não aceito"]
    assert await kept(newcomer) == []


async def test_erasing_a_person_erases_their_foods(talking: Conversation) -> None:
    await talking.say(CAKE)
    (confirm,) = await talking.say("/apagar")
    await talking.press_labelled(confirm, "Apagar tudo")
    assert await kept(talking) == []


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        (Language.ES, "/receta Licuado: 1 banana, 200 ml de leche entera; rinde 250 g", "Receta con"),
        (
            Language.ES,
            "/alimento Torta: 320 kcal, proteínas 5 g, carbohidratos 50 g, grasas 10 g",
            "En 100 g: 320 kcal",
        ),
        (Language.EN, "/recipe Smoothie: 1 banana, 200 ml of whole milk; makes 250 g", "Recipe with"),
        (
            Language.EN,
            "/food Cake: 320 kcal, 5 g protein, 50 g carbs, 10 g fat; 1 slice = 60 g",
            "/log_food 1 slice of cake",
        ),
    ],
)
async def test_the_commands_speak_spanish_and_english(
    talking: Conversation, language: Language, text: str, said: str
) -> None:
    talking.language = language
    (reply,) = await talking.say(text)
    assert said in reply.text
    assert len(await kept(talking)) == 1
