"""/targets by chat, on a real database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from decimal import Decimal
from pathlib import Path

import asyncpg
import pytest

from bot.adapters.diary.preferences import PostgresPreferences
from bot.markup import plain
from rag.adapters.cache import CachingEmbedder
from rag.diary.evidence import Target
from rag.types import Language
from tests.integration.conversing import Conversation
from tests.integration.eating import eater, last_evidence


@pytest.fixture
async def ana(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> AsyncIterator[Conversation]:
    async with eater(corpus_pool, local_embedder, tmp_path) as someone:
        yield someone


async def held(someone: Conversation) -> list[Target]:
    return list(await PostgresPreferences(someone.pool).targets(someone.person))


async def say(someone: Conversation, text: str, language: Language = Language.PT) -> str:
    (reply,) = await someone.say(text, language=language)
    return plain(reply.text)


async def test_without_words_it_lists_what_is_set_and_how_to_set_it(ana: Conversation) -> None:
    assert "Você ainda não tem metas." in await say(ana, "/metas")
    await ana.say("/metas sábado kcal max 2500; kcal max 2200")
    await ana.say("/metas proteína min 80")
    text = await say(ana, "/metas")
    assert "• Energia: até 2.200 kcal\n• Energia, aos sábados: até 2.500 kcal\n• Proteína: pelo menos 80 g" in text
    assert "/metas fibra 25 a 40" in text


@pytest.mark.parametrize(
    ("text", "language", "target", "told"),
    [
        ("/metas proteína min 80", Language.PT, Target("protein_g", Decimal(80)), "proteína: pelo menos 80 g por dia"),
        ("/metas kcal max 2200", Language.ES, Target("energy_kcal", None, Decimal(2200)), "energía: hasta 2.200 kcal"),
        ("/targets fiber 25 to 40", Language.EN, Target("fiber_g", Decimal(25), Decimal(40)), "fibre: 25 g to 40 g"),
        (
            "/metas sábado kcal max 2500", Language.PT, Target("energy_kcal", None, Decimal(2500), 5),
            "energia, aos sábados: até 2.500 kcal",
        ),
    ],
)  # fmt: skip
async def test_a_target_is_kept_and_told(
    ana: Conversation, text: str, language: Language, target: Target, told: str
) -> None:
    assert told in await say(ana, text, language)
    assert await held(ana) == [target]


async def test_a_bound_is_kept_beside_the_other_one(ana: Conversation) -> None:
    await ana.say("/metas proteína min 80")
    await ana.say("/metas proteína max 120")
    assert await held(ana) == [Target("protein_g", Decimal(80), Decimal(120))]
    await ana.say("/metas fibra min 25, max 40")
    assert Target("fiber_g", Decimal(25), Decimal(40)) in await held(ana)


async def test_a_bound_that_would_pass_the_one_that_holds_is_refused_kindly(ana: Conversation) -> None:
    await ana.say("/metas proteína max 70")
    text = await say(ana, "/metas proteína min 80")
    assert "o mínimo (80 g) passaria do máximo (70 g)" in text
    assert await held(ana) == [Target("protein_g", None, Decimal(70))]


async def test_a_target_is_removed_for_one_weekday_or_for_all(ana: Conversation) -> None:
    await ana.say("/metas kcal max 2200; sábado: kcal max 2500")
    assert "aos sábados" in await say(ana, "/metas sem meta de energia aos sábados")
    assert await held(ana) == [Target("energy_kcal", None, Decimal(2200))]
    await ana.say("/metas domingo kcal max 2600")
    assert "tirei a meta de energia" in await say(ana, "/metas sem meta de energia")
    assert await held(ana) == []
    assert "Não há meta de sódio" in await say(ana, "/metas sem meta de sódio")


async def test_a_lone_number_asks_whether_it_is_the_minimum_or_the_maximum(ana: Conversation) -> None:
    (question,) = await ana.say("/metas sábado proteína 80")
    assert await held(ana) == []
    await ana.press_labelled(question, "pelo menos 80 g")
    assert await held(ana) == [Target("protein_g", Decimal(80), None, 5)]


async def test_salt_is_kept_as_sodium_and_said_so(ana: Conversation) -> None:
    assert "Contei o sal como sódio" in await say(ana, "/metas sal max 5 g")
    assert await held(ana) == [Target("sodium_mg", None, Decimal(2000))]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/metas unicórnio min 3", "um nutriente que eu conte"),
        ("/metas proteína min -5", "negativo"),
        ("/metas fibra 40 a 25", "o mínimo (40 g) passaria do máximo (25 g)"),
        ("/metas kcal max 9999999", "grande demais"),
        ("/metas proteína max nan", "Faltou o número"),
        ("/metas proteína e gordura max 80", "mais de um nutriente"),
        ("/metas proteína min 80 kcal", "conto em g"),
        ("/metas gordura max 30%", "Não entendi a meta"),
    ],
)
async def test_nonsense_is_refused_with_a_reason_and_changes_nothing(ana: Conversation, text: str, told: str) -> None:
    assert told in await say(ana, text)
    assert await held(ana) == []


async def test_of_several_the_good_ones_are_kept(ana: Conversation) -> None:
    text = await say(ana, "/metas proteína min 80, unicórnio max 3, kcal max 2200")
    assert [target.nutrient for target in await held(ana)] == ["energy_kcal", "protein_g"]
    assert "unicórnio max 3" in text


async def test_the_targets_told_are_stored_with_the_reply(ana: Conversation) -> None:
    await ana.say("/metas kcal max 2200")
    assert await last_evidence(ana) == [
        {
            "kind": "diary",
            "targets": [{"nutrient": "energy_kcal", "weekday": None, "minimum": None, "maximum": "2200.000"}],
        }
    ]


async def test_words_of_a_message_are_shown_as_text_and_never_as_markup(ana: Conversation) -> None:
    (reply,) = await ana.say("/metas <b>x</b> min 3")
    assert "&lt;b&gt;x&lt;/b&gt;" in reply.text


async def test_two_targets_of_a_sentence_are_both_kept(ana: Conversation) -> None:
    (reply,) = await ana.say("/metas no mínimo 90 g de proteína e no máximo 1800 kcal")
    text = plain(reply.text)
    assert "Meta de proteína: pelo menos 90 g por dia." in text
    assert "Meta de energia: até 1.800 kcal por dia." in text


@pytest.mark.parametrize(
    ("command", "language", "told"),
    [("/metas segunda a sexta kcal max 2000", Language.PT, "• Energia, de segunda a sexta: até 2.000 kcal"),
     ("/metas lunes a viernes kcal max 2000", Language.ES, "• Energía, de lunes a viernes: hasta 2.000 kcal"),
     ("/targets Monday to Friday kcal max 2000", Language.EN, "• Energy, Monday to Friday: up to 2,000 kcal"),
     ("/metas fim de semana kcal max 2000", Language.PT, "• Energia, aos sábados e aos domingos: até 2.000 kcal")],
)  # fmt: skip
async def test_days_of_one_target_are_told_on_one_line(
    ana: Conversation, command: str, language: Language, told: str
) -> None:
    (saved,) = await ana.say(command, language=language)
    assert len(plain(saved.text).splitlines()) == 3  # the target, nothing, and where the day is seen
    (reply,) = await ana.say(command.split(maxsplit=1)[0], language=language)
    assert told in plain(reply.text).splitlines()
    assert plain(reply.text).count("2,000" if language is Language.EN else "2.000") == 1


async def test_days_of_other_bounds_stand_apart(ana: Conversation) -> None:
    await ana.say("/metas segunda a sexta kcal max 2000")
    await ana.say("/metas quarta kcal max 2300")
    (reply,) = await ana.say("/metas")
    assert "• Energia, às segundas, às terças, às quintas e às sextas: até 2.000 kcal" in plain(reply.text)
    assert "• Energia, às quartas: até 2.300 kcal" in plain(reply.text)
