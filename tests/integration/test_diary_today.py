"""/today: meals, totals against the targets of the day, and the picture."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import asyncpg
import pytest
from PIL import Image

from bot.markup import plain
from rag.adapters.cache import CachingEmbedder
from rag.diary.types import Meal
from rag.types import Language
from tests.integration.conversing import Conversation
from tests.integration.eating import eat, eater, last_evidence, own_food

NOON = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)  # 12:00 of a Monday in São Paulo
RICE = {"energy_kcal": "130", "protein_g": "2.5", "carbohydrate_g": "28", "fat_g": "0.2", "fiber_g": "1.6"}
LENTILS = {"energy_kcal": "100", "protein_g": "9", "carbohydrate_g": "16", "fat_g": "0.5", "fiber_g": "8"}
MYSTERY: dict[str, str | None] = {"energy_kcal": None, "protein_g": "5", "fiber_g": None}


@pytest.fixture
async def ana(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> AsyncIterator[Conversation]:
    async with eater(corpus_pool, local_embedder, tmp_path) as someone:
        someone.at = NOON
        yield someone


async def day(someone: Conversation, command: str = "/hoje", language: Language = Language.PT) -> str:
    (reply,) = await someone.say(command, language=language)
    return plain(reply.text)


async def lunch(someone: Conversation) -> None:
    rice, lentils = await own_food(someone, "Arroz", dict(RICE)), await own_food(someone, "Lentilha", dict(LENTILS))
    await eat(someone, rice, "200", NOON, Meal.LUNCH)
    await eat(someone, lentils, "100", NOON, Meal.LUNCH)
    await eat(someone, rice, "50.5", NOON, Meal.BREAKFAST)


async def test_a_day_shows_meals_in_their_order_with_grams_and_energy(ana: Conversation) -> None:
    await lunch(ana)
    text = await day(ana)
    assert text.startswith(
        "Seu dia, 30/11/2026\n\nCafé da manhã · 66 kcal\n• Arroz: 50,5 g · 66 kcal\n\nAlmoço · 360 kcal"
    )
    assert "• Arroz: 200 g · 260 kcal\n• Lentilha: 100 g · 100 kcal" in text
    assert "• Energia: 426 kcal\n• Proteína: 15,3 g\n• Carboidrato: 86,1 g\n• Gordura: 1 g" in text
    assert "/metas" in text


async def test_totals_are_told_against_the_targets_with_what_is_left_missing_or_over(ana: Conversation) -> None:
    await lunch(ana)
    await ana.say("/metas kcal max 400, proteína min 80, fibra 10 a 40, carboidrato max 100")
    text = await day(ana)
    assert "• Energia: 426 kcal · meta: até 400 kcal · passou 26 kcal" in text
    assert "• Proteína: 15,3 g · meta: pelo menos 80 g · faltam 64,7 g" in text
    assert "• Fibra: 12 g · meta: de 10 g a 40 g · dentro da meta, restam 28 g" in text
    assert "• Carboidrato: 86,1 g · meta: até 100 g · dentro da meta, restam 13,9 g" in text
    await ana.say("/metas proteína min 15")
    assert "• Proteína: 15,3 g · meta: pelo menos 15 g · meta alcançada" in await day(ana)


async def test_the_target_of_the_weekday_goes_before_the_general_one(ana: Conversation) -> None:
    await lunch(ana)
    await ana.say("/metas kcal max 2200")
    await ana.say("/metas segunda kcal max 300")
    assert "meta: até 300 kcal · passou 126 kcal" in await day(ana)


async def test_how_much_of_a_total_is_known_is_said_where_foods_lack_values(ana: Conversation) -> None:
    await lunch(ana)
    await eat(ana, await own_food(ana, "Mistério", MYSTERY), "149.5", NOON, Meal.LUNCH)
    await ana.say("/metas fibra min 10")
    text = await day(ana)
    assert "• Mistério: 149,5 g · não sei" in text
    assert "Almoço · 360 kcal, sem o que a tabela não tem" in text
    assert "a soma conhece: energia 70 % e fibra 70 %" in text


async def test_what_nothing_is_known_of_is_neither_reached_nor_missed(ana: Conversation) -> None:
    await eat(ana, await own_food(ana, "Mistério", MYSTERY), "100", NOON)
    await ana.say("/metas fibra min 10")
    assert "• Fibra: não sei · meta: pelo menos 10 g · ainda não dá para saber" in await day(ana)


async def test_an_empty_day_is_said_kindly_with_the_targets_that_hold(ana: Conversation) -> None:
    (reply,) = await ana.say("/hoje")
    assert "Nada anotado hoje por enquanto, e tudo bem" in reply.text
    assert reply.media is None
    await ana.say("/metas kcal max 2200; segunda: kcal max 2500; terça: kcal max 1")
    text = await day(ana)
    assert "• Energia: até 2.500 kcal" in text
    assert "2.200" not in text


@pytest.mark.parametrize(
    ("command", "language"),
    [("/hoje ontem", Language.PT), ("/hoje 29/11", Language.PT), ("/hoy ayer", Language.ES),
     ("/today yesterday", Language.EN), ("/today 2026-11-29", Language.EN)],
)  # fmt: skip
async def test_another_day_is_shown_by_its_name_or_date(ana: Conversation, command: str, language: Language) -> None:
    rice = await own_food(ana, "Arroz", dict(RICE))
    await eat(ana, rice, "200", NOON - timedelta(days=1), day=date(2026, 11, 29))
    await eat(ana, rice, "70", NOON)
    (reply,) = await ana.say(command, language=language)
    assert [int(entry.grams) for entry in reply.entries] == [200]
    assert reply.media is not None


@pytest.mark.parametrize(
    ("command", "told"),
    [("/hoje amanhã", "ainda não chegou"), ("/hoje 25/12/2027", "ainda não chegou"),
     ("/hoje 31/02", "Não sei que dia é 31/02"), ("/hoje <b>", "Não sei que dia é <b>"),
     ("/hoje semana passada", "um dia de cada vez"), ("/hoje 28/11", "Nada anotado em 28/11/2026."),
     ("/hoje hoje", "Nada anotado hoje")],
)  # fmt: skip
async def test_a_day_that_can_not_be_shown_is_told_kindly(ana: Conversation, command: str, told: str) -> None:
    assert told in await day(ana, command)


@pytest.mark.parametrize(
    ("command", "language", "said"),
    [("/hoy", Language.ES, "Su día, 30/11/2026"), ("/today", Language.EN, "Your day, November 30, 2026")],
)
async def test_the_day_is_told_in_three_languages(
    ana: Conversation, command: str, language: Language, said: str
) -> None:
    await lunch(ana)
    assert (await day(ana, command, language)).startswith(said)


def look(path: Path, home: Path) -> None:
    assert path.is_relative_to(home)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    with Image.open(path) as picture:
        assert (picture.format, picture.width) == ("PNG", 1080)


async def test_the_picture_is_a_private_png_as_wide_as_a_phone(ana: Conversation, tmp_path: Path) -> None:
    await lunch(ana)
    (reply,) = await ana.say("/hoje")
    assert reply.media is not None
    look(Path(reply.media), tmp_path)


async def test_the_rows_and_figures_shown_are_stored_with_the_reply(ana: Conversation) -> None:
    entry = await eat(ana, await own_food(ana, "Arroz", dict(RICE)), "200", NOON)
    await ana.say("/metas kcal max 2200")
    await ana.say("/hoje")
    (evidence,) = await last_evidence(ana)
    assert (evidence["kind"], evidence["day"], evidence["entries"]) == ("diary", "2026-11-30", [str(entry.id)])
    energy = evidence["totals"][0]
    assert (energy["nutrient"], float(energy["amount"]), float(energy["maximum"])) == ("energy_kcal", 260.0, 2200.0)


async def test_the_day_is_the_persons_own_by_zone_and_day_start(ana: Conversation) -> None:
    await lunch(ana)
    ana.at = datetime(2026, 12, 1, 5, 0, tzinfo=UTC)  # 02:00 of the 1st in São Paulo, 05:00 in Lisbon
    assert "Nada anotado" in await day(ana)
    await ana.say("/ajustes 03:00")
    assert "30/11/2026" in await day(ana)
    await ana.say("/ajustes Lisboa")
    await ana.say("/ajustes Europe/Lisbon")
    assert "Nada anotado" in await day(ana)


async def test_what_was_undone_is_no_longer_in_the_day(ana: Conversation) -> None:
    await lunch(ana)
    await ana.say("/desfazer")
    assert "Café da manhã" not in await day(ana)


async def test_nobody_sees_the_day_of_another(
    ana: Conversation, corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> None:
    await lunch(ana)
    await ana.say("/metas kcal max 2200")
    async with eater(corpus_pool, local_embedder, tmp_path) as other:
        other.at = NOON
        text = await day(other)
    assert "Nada anotado" in text
    assert "2.200" not in text


async def test_without_consent_nothing_of_the_day_is_shown(ana: Conversation, corpus_pool: asyncpg.Pool) -> None:
    await lunch(ana)
    async with ana.runtime.conversations.transaction(ana.person) as transaction:
        await transaction.set_consent(ana.runtime.app.terms, NOON, granted=False)
    (reply,) = await ana.say("/hoje")
    assert "Arroz" not in reply.text
    assert reply.media is None
