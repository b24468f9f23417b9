"""What SQL sums of a food that is asked about, over all entries, and what it leaves open where values are unknown."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

import pytest

from bot.adapters.diary.reading import MOST_ENTRIES, PostgresDiaryReader
from bot.bootstrap import Runtime
from rag.diary.evidence import AskedFood, Evidence, FoodPhrase, Summary
from rag.diary.types import Plan
from rag.types import Language
from tests.integration.conversing import START, Conversation
from tests.integration.eating import eat, eat_all, own_food

DAY = START.date()
CAKE = "/alimento Bolo da vó: 320 kcal, 5 g de proteína, 50 g de carboidrato, 10 g de gordura"
FISH = """
select f.id from foods f where f.tags && '{white_fish,oily_fish}' and f.sodium_mg is not null
   and f.energy_kcal is not null and f.choline_mg is null order by f.slug limit 2
"""


@pytest.fixture
async def ana(corpus_runtime: Runtime) -> Conversation:
    talking = Conversation(corpus_runtime, corpus_runtime.pool, uuid.uuid4().hex)
    await talking.consent()
    return talking


async def read(someone: Conversation, phrase: str | None = None, wanted: Sequence[str] = ("sodium_mg",)) -> Evidence:
    plan = Plan(DAY - timedelta(days=29), DAY, tuple(wanted), need_detail=True)
    asked = FoodPhrase(phrase, Language.PT) if phrase else None
    return await PostgresDiaryReader(someone.pool).evidence(someone.person, plan, asked)


async def found(someone: Conversation, phrase: str, wanted: Sequence[str] = ("sodium_mg",)) -> AskedFood:
    asked = (await read(someone, phrase, wanted)).asked
    assert asked is not None
    return asked


async def fish(someone: Conversation) -> list[int]:
    return [row["id"] for row in await someone.pool.fetch(FISH)]


async def test_a_food_is_counted_and_summed_beyond_the_entries_that_are_read(ana: Conversation) -> None:
    lard = await own_food(ana, "banha de teste", {"energy_kcal": "900", "fat_g": "100"})
    hake, cod = await fish(ana)
    await eat(ana, hake, "100", START - timedelta(days=3))
    await eat_all(ana, [(hake, "20.5"), (cod, "30")], START - timedelta(days=2))
    await eat_all(ana, [(lard, "100")] * (MOST_ENTRIES + 3), START - timedelta(days=1))
    evidence = await read(ana, "peixe", ["energy_kcal", "sodium_mg"])
    assert evidence.left_out == 6
    assert evidence.asked is not None
    whole = evidence.asked.whole
    assert whole is not None
    rows = await ana.pool.fetch("select * from foods where id = any ($1::bigint[])", [hake, cod])
    values = {row["id"]: row for row in rows}
    for key in ("energy_kcal", "sodium_mg"):
        assert whole.nutrients[key] == (values[hake][key] * Decimal("120.5") + values[cod][key] * 30) / 100
    assert (whole.entries, whole.grams) == (3, Decimal("150.5"))
    assert list(whole.days) == [DAY - timedelta(days=3), DAY - timedelta(days=2)]
    assert whole.last[0] == DAY - timedelta(days=2)
    assert [(food.entries, food.grams) for food in evidence.asked.foods] == [(2, Decimal("120.5")), (1, Decimal(30))]
    (told,) = await ana.say("/perguntar quantas vezes comi peixe nos últimos 30 dias?")
    assert "registrou peixe 3 vezes, em 2 dias: 27/11 e 28/11" in told.text
    assert "150,5 g" in told.text


async def test_what_is_unknown_of_one_entry_is_no_sum(ana: Conversation) -> None:
    hake, cod = await fish(ana)
    await eat_all(ana, [(hake, "10"), (cod, "10")], START)
    whole = (await found(ana, "peixe", ["sodium_mg", "choline_mg"])).whole
    assert whole is not None
    assert whole.nutrients["choline_mg"] is None
    assert whole.nutrients["sodium_mg"] is not None


async def test_versions_of_a_food_count_as_one_and_a_deleted_one_still_counts(ana: Conversation) -> None:
    await ana.say(CAKE)
    await ana.say("/registrar 100 g de bolo da vó")
    (saved,) = await ana.say(CAKE.replace("320", "330"))
    await ana.say("/registrar 50 g de bolo da vó")
    (food,) = (await found(ana, "bolo da vó")).foods
    assert (food.entries, food.grams) == (2, Decimal(150))
    await ana.press_labelled(saved, "Apagar")
    (food,) = (await found(ana, "bolo da vó")).foods
    assert (food.entries, food.grams, food.names[Language.PT]) == (2, Decimal(150), "Bolo da vó")
    assert (await found(ana, "bolo de fubá")).whole is None


@pytest.mark.parametrize(
    ("phrase", "said", "counted"),
    [
        ("fruta", ["1 banana", "1 maçã", "100 g de arroz branco cozido"], 2),
        ("banana", ["1 banana", "1 maçã"], 1),
        ("arroz", ["100 g de arroz branco cozido", "100 g de arroz integral cozido", "1 banana"], 2),
        ("feijoada", ["1 banana"], 0),
        ("de", ["1 banana"], 0),
    ],
)
async def test_only_what_is_called_so_or_is_of_the_category_counts(
    ana: Conversation, phrase: str, said: Sequence[str], counted: int
) -> None:
    for item in said:
        (reply,) = await ana.say(f"/registrar {item}")
        assert len(reply.entries) == 1, reply.text
    whole = (await found(ana, phrase)).whole
    assert (whole.entries if whole else 0) == counted


async def test_another_persons_entries_are_in_no_sum(ana: Conversation, corpus_runtime: Runtime) -> None:
    other = Conversation(corpus_runtime, corpus_runtime.pool, f"other-{ana.user}")
    await other.consent()
    hake, _ = await fish(ana)
    await eat(other, hake, "100", START)
    assert (await found(ana, "peixe")).whole is None


async def partly(someone: Conversation, *, minimum: str | None = None, maximum: str | None = None) -> Summary:
    """Sodium of three days: 500 of which all is known, 100 of which half is, and one of which nothing is."""
    salty = await own_food(someone, "sopa de teste", {"sodium_mg": "500"})
    mild = await own_food(someone, "mingau de teste", {"sodium_mg": "100"})
    unknown = await own_food(someone, "doce de teste", {"sodium_mg": None})
    for bound, value in (("min", minimum), ("max", maximum)):
        if value:
            await someone.say(f"/metas sódio {bound} {value}")
    await eat(someone, salty, "100", START - timedelta(days=2))
    await eat_all(someone, [(mild, "100"), (unknown, "100")], START - timedelta(days=1))
    await eat(someone, unknown, "100", START)
    (summary,) = (await read(someone)).summaries
    return summary


def day(ago: int) -> date:
    return DAY - timedelta(days=ago)


async def test_only_a_day_of_which_all_is_known_is_under_or_the_lowest(ana: Conversation) -> None:
    summary = await partly(ana, minimum="600")
    assert list(summary.under) == [day(2)]
    assert summary.lowest is None
    assert summary.highest == (day(2), Decimal(500))


async def test_a_day_that_is_partly_known_may_be_over(ana: Conversation) -> None:
    assert list((await partly(ana, maximum="90")).over) == [day(2), day(1)]


async def test_the_lowest_day_is_told_where_no_other_may_be_lower(ana: Conversation) -> None:
    salty = await own_food(ana, "caldo de teste", {"sodium_mg": "500"})
    half = await own_food(ana, "pão de teste", {"sodium_mg": None})
    await eat(ana, salty, "10", START - timedelta(days=2))
    await eat_all(ana, [(salty, "10"), (half, "10")], START - timedelta(days=1))
    (summary,) = (await read(ana)).summaries
    assert summary.lowest == (day(2), Decimal(50))


async def test_what_can_t_be_told_is_said(ana: Conversation) -> None:
    await partly(ana, maximum="450")
    (told,) = await ana.say("/perguntar em quantos dias passei da meta de sódio nos últimos 7 dias?")
    assert "em 1 dia: 28/11" in told.text
    assert "Sódio: em 2 dias não dá para saber" in told.text
    (today,) = await ana.say("/hoje")
    assert "ainda não dá para saber" in today.text
    (trend,) = await ana.say("/perguntar como variou meu sódio nos últimos 7 dias?")
    assert "o menor não dá para saber" in trend.text
