"""Which text stands for a food, and how the vectors fill."""

from __future__ import annotations

from collections import deque

import asyncpg

from rag.diary.catalogue.embedding import BATCH, FORMULA, embedded_text, fill
from rag.ports import Outage, ProviderError
from rag.types import Language
from tests.fakes.models import FakeEmbedder
from tests.integration.ingesting import counting
from tests.integration.searching_foods import FOODS, Eater, food, listed, load_foods

MANY = tuple(food(f"food_{n}", f"Comida {n}") for n in range(2 * BATCH + 5))
VECTORS = "select id, embedding_model, embedding::text from foods order by id"


def test_the_text_is_names_then_other_words_then_categories_without_repeats() -> None:
    names = {Language.EN: "Cassava, boiled", Language.PT: "Mandioca cozida", Language.ES: "Yuca cocida"}
    also = {Language.PT: ("aipim cozido", "mandioca", "macaxeira"), Language.EN: ("cassava",)}
    assert FORMULA == "foods-v1"
    assert (
        embedded_text(names, also, ["root vegetable"])
        == "Mandioca cozida, Yuca cocida, Cassava, boiled, aipim cozido, macaxeira, root vegetable"
    )


def test_the_text_is_bounded() -> None:
    assert len(embedded_text({Language.PT: "x " * 5_000}, {}, [])) == 1_000


async def test_texts_go_out_in_batches_and_a_second_run_asks_for_nothing(pool: asyncpg.Pool) -> None:
    catalogue, embedder = await load_foods(pool, listed(*MANY)), FakeEmbedder()
    told: list[tuple[str, int, int]] = []
    filled = await fill(catalogue, embedder, lambda *step: told.append(step))
    assert [len(batch) for batch in embedder.documents] == [BATCH, BATCH, 5]
    assert told[-1] == ("fake-embedder", len(MANY), len(MANY))
    assert (filled.count, filled.outage) == (len(MANY), None)
    assert (await fill(catalogue, embedder)).count == 0
    assert len(embedder.documents) == 3


async def test_an_outage_ends_the_run_and_the_next_goes_on_from_there(pool: asyncpg.Pool) -> None:
    catalogue = await load_foods(pool, listed(*MANY))
    cut = await fill(catalogue, counting("fake-embedder", quota=BATCH + 3))
    assert cut.count == BATCH
    assert cut.outage is not None
    before = [tuple(row) for row in await pool.fetch(VECTORS) if row["embedding"]]
    embedder = FakeEmbedder()
    assert (await fill(catalogue, embedder)).count == len(MANY) - BATCH
    after = [tuple(row) for row in await pool.fetch(VECTORS)]
    assert after[:BATCH] == before
    assert sum(map(len, embedder.documents)) == len(MANY) - BATCH


async def test_a_vector_that_is_there_is_never_overwritten(pool: asyncpg.Pool) -> None:
    catalogue, embedder = await load_foods(pool), FakeEmbedder()
    await fill(catalogue, embedder)
    before = await pool.fetch(VECTORS)
    other = await embedder.embed_documents(["something else"] * len(before))
    await catalogue.keep(embedder.name, [row["id"] for row in before], other)
    assert await pool.fetch(VECTORS) == before


async def test_another_model_takes_the_place_of_the_one_before(pool: asyncpg.Pool) -> None:
    catalogue = await load_foods(pool)
    await fill(catalogue, FakeEmbedder(name="old"))
    assert (await fill(catalogue, FakeEmbedder(name="new"))).count == len(FOODS)
    assert {row["embedding_model"] for row in await pool.fetch(VECTORS)} == {"new"}
    assert await pool.fetchval("select model from food_embedding") == "new"


async def test_new_figures_keep_the_vector_and_a_new_name_needs_another(pool: asyncpg.Pool) -> None:
    orange = food("orange", "Laranja")
    catalogue, embedder = await load_foods(pool, listed(orange)), FakeEmbedder()
    await fill(catalogue, embedder)
    await catalogue.load(listed(food("orange", "Laranja", tags=[], also=["LARANJA"])))
    assert (await fill(catalogue, embedder)).count == 0
    await catalogue.load(listed(food("orange", "Laranja-pera")))
    assert (await fill(catalogue, embedder)).count == 1


async def test_retired_foods_and_peoples_own_are_left_out(pool: asyncpg.Pool) -> None:
    catalogue = await load_foods(pool)
    await catalogue.load(listed(*FOODS[:2]))
    await Eater(pool).own("mine", "Coisa minha")
    assert (await fill(catalogue, FakeEmbedder())).count == 2


async def test_a_failing_model_is_told_and_stores_nothing(pool: asyncpg.Pool) -> None:
    catalogue = await load_foods(pool)
    failing = FakeEmbedder(failures=deque([ProviderError(Outage.DOWN)]))
    filled = await fill(catalogue, failing)
    assert filled.outage is not None
    assert await pool.fetchval("select count(embedding) from foods") == 0
