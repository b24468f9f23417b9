"""Where the diary is told of, and how it speaks: greetings, terms, the console, plurals, charts of a day."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import asyncpg
import pytest

from bot.bootstrap import Models
from bot.channels.console import Console
from bot.diary.charts import PngCharts
from bot.diary.files import PersonFiles
from bot.locales import load_catalogue
from bot.markup import plain
from bot.ports import Person
from rag.adapters.cache import CachingEmbedder
from rag.diary.evidence import Evidence, Summary, Total
from rag.diary.types import Plan
from rag.types import Language
from tests.integration.conversing import Conversation, conversation
from tests.integration.eating import eater

NOON = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)
RICE: Mapping[str, str | None] = {"energy_kcal": "130", "protein_g": "2.5"}
DIARY = {Language.PT: "diário", Language.ES: "diario", Language.EN: "diary"}
EATEN = {Language.PT: "o que você come", Language.ES: "lo que come", Language.EN: "what you eat"}


@pytest.fixture
async def ana(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> AsyncIterator[Conversation]:
    async with eater(corpus_pool, local_embedder, tmp_path) as someone:
        someone.at = NOON
        yield someone


async def said(someone: Conversation, text: str, language: Language = Language.PT) -> str:
    (reply,) = await someone.say(text, language=language)
    return plain(reply.text)


@pytest.mark.parametrize("language", Language)
async def test_the_diary_is_told_of_in_greeting_help_terms_privacy_and_before_erasing(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, language: Language
) -> None:
    async with conversation(corpus_pool, Models(local_embedder, None, None)) as someone:
        assert EATEN[language] in await said(someone, "/start", language)
        assert EATEN[language] in await said(someone, "/help", language)
        assert DIARY[language] in await said(someone, "/privacy", language)  # the terms
        await someone.consent()
        assert DIARY[language] in await said(someone, "/privacy", language)
        assert DIARY[language] in await said(someone, "/delete_me", language)


@pytest.mark.parametrize("language", Language)
async def test_a_diary_that_is_off_is_told_of_nowhere(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, language: Language
) -> None:
    models = Models(local_embedder, None, None)
    async with conversation(corpus_pool, models, fonte_features="consultation,dermatologia,faq") as someone:
        told = [await said(someone, text, language) for text in ("/start", "/help", "/privacy", "/delete_me")]
        await someone.consent()
        told.append(await said(someone, "/privacy", language))
    assert not [text for text in told if DIARY[language] in text or EATEN[language] in text]


async def test_a_service_of_the_diary_alone_greets_with_it(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder
) -> None:
    async with conversation(corpus_pool, Models(local_embedder, None, None), fonte_features="diary") as someone:
        assert (await said(someone, "/start")).startswith("Oi! Eu sou o Fonte. Anoto o que você come")
        assert "/registrar" in await said(someone, "/ajuda")


@pytest.mark.parametrize(
    ("language", "word"), [(Language.PT, "arquivo"), (Language.ES, "archivo"), (Language.EN, "file")]
)
async def test_the_console_shows_the_path_of_a_file_on_a_line_of_its_own(
    ana: Conversation, tmp_path: Path, language: Language, word: str
) -> None:
    async def lines() -> AsyncIterator[str]:
        for line in ("/targets kcal max 2000", "/export json"):
            yield line

    out = io.StringIO()
    runtime = ana.runtime
    console = Console(runtime.app, runtime.conversations, ana.user, language, lambda: NOON, consent=True)
    await console.run_text(lines(), out, "")
    (line,) = [line for line in out.getvalue().splitlines() if line.startswith(f"{word}: ")]
    assert Path(line.removeprefix(f"{word}: ")).is_relative_to(tmp_path)


async def test_what_was_undone_is_told_in_the_singular_or_the_plural(ana: Conversation) -> None:
    for name in ("Pamonha da Bia", "Curau da Bia"):
        await ana.say(f"/alimento {name}: 200 kcal, 5 g de proteína, 30 g de carboidrato, 6 g de gordura")
    await ana.say("/registrar 100 g de pamonha da Bia e 50 g de curau da Bia no jantar de ontem")
    assert await said(ana, "/desfazer") == "Desfiz: Pamonha da Bia e Curau da Bia não estão mais no seu diário."
    await ana.say("/registrar 100 g de pamonha da Bia")
    assert await said(ana, "/desfazer") == "Desfiz: Pamonha da Bia não está mais no seu diário."


async def test_a_meal_of_either_gender_heads_what_was_noted(ana: Conversation) -> None:
    await ana.say("/alimento Pamonha da Bia: 200 kcal, 5 g de proteína, 30 g de carboidrato, 6 g de gordura")
    assert (await said(ana, "/registrar 100 g de pamonha da Bia na ceia de ontem")).startswith(
        "Anotado, ceia de ontem:"
    )


@pytest.mark.parametrize(
    ("language", "told"),
    [(Language.PT, "1 anotação, 1 meta e 1 alimento seu"), (Language.ES, "1 anotación, 1 meta y 1 alimento suyo"),
     (Language.EN, "1 note, 1 target and 1 food of yours")],
)  # fmt: skip
async def test_one_of_a_kind_is_told_in_the_singular(ana: Conversation, language: Language, told: str) -> None:
    await ana.say("/alimento Pamonha da Bia: 200 kcal, 5 g de proteína, 30 g de carboidrato, 6 g de gordura")
    await ana.say("/registrar 100 g de pamonha da Bia")
    await ana.say("/metas kcal max 2000")
    assert told in await said(ana, "/export csv", language)


async def test_a_saved_food_tells_its_macros_and_how_many_nutrients_more(ana: Conversation) -> None:
    macros = "200 kcal, 5 g de proteína, 30 g de carboidrato, 6 g de gordura"
    text = await said(ana, f"/alimento Pamonha da Bia: {macros}, 300 mg de sódio, 2 g de fibra")
    assert "E mais 2 nutrientes." in text
    assert "sódio" not in text
    assert "E mais 1 nutriente." in await said(ana, f"/alimento Curau da Bia: {macros}, 300 mg de sódio")


@pytest.mark.parametrize(
    ("language", "told"),
    [(Language.PT, "Só 1 de 3 dias anotado, 29/11/2026: 80 g."), (Language.ES, "Solo 1 de 3 días anotado"),
     (Language.EN, "Only 1 of 3 days logged, November 29, 2026: 80 g.")],
)  # fmt: skip
async def test_a_chart_of_one_day_tells_it_once(tmp_path: Path, language: Language, told: str) -> None:
    day, grams = date(2026, 11, 29), Decimal(80)
    total = Total(day, "protein_g", grams, Decimal(1), 1)
    summary = Summary("protein_g", grams, grams, 1, Decimal(1), (day, grams), (day, grams))
    plan = Plan(day - timedelta(days=1), day + timedelta(days=1), ("protein_g",), need_detail=False)
    charts = PngCharts(load_catalogue(), PersonFiles(tmp_path, lambda: "x", lambda: NOON))
    picture = await charts.trend(Person("test", "ana"), Evidence(plan, [total], [summary]), "protein_g", language)
    assert picture is not None
    assert told in picture.alternative
    assert picture.alternative.count("80 g") == 1
