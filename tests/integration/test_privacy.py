"""/privacy: what is held now, where, for how long; and its buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest

from bot.bootstrap import Models
from bot.markup import plain
from bot.messages import Reply
from rag.adapters.cache import CachingEmbedder
from rag.types import Language
from tests.fakes.models import FakeChatModel
from tests.integration.belonging import case_of
from tests.integration.conversing import Conversation, conversation
from tests.integration.eating import eater


@pytest.fixture
async def ana(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> AsyncIterator[Conversation]:
    async with eater(corpus_pool, local_embedder, tmp_path) as someone:
        yield someone


def labels(reply: Reply) -> list[str]:
    return [button.label for row in reply.button_rows for button in row]


async def told(someone: Conversation, language: Language = Language.PT) -> str:
    (reply,) = await someone.say("/privacy", language=language)
    return plain(reply.text)


async def test_what_is_held_is_counted(ana: Conversation) -> None:
    await ana.say("/registrar 2 ovos cozidos")
    await ana.say("/metas kcal max 2000")
    await case_of(ana)
    text = await told(ana)
    lines = ["• 4 mensagens, suas e minhas, desde 30/11/2026", "• 1 consulta", "• 1 consulta aberta",
             "• 1 resumo para encaminhamento", "• 1 anotação no diário", "• 1 meta"]  # fmt: skip
    assert set(lines) <= set(text.splitlines())
    assert "• 0" not in text


async def test_the_terms_their_version_and_the_day_they_were_accepted_are_told(ana: Conversation) -> None:
    assert f"Você aceitou os termos {ana.runtime.app.terms}." in await told(ana)
    assert "Foi em 30/11/2026." in await told(ana)


async def test_periods_backups_and_audit_are_told_as_they_are_set(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> None:
    kept = {
        "fonte_keep_messages_days": 90,
        "fonte_keep_diary_days": 0,
        "fonte_keep_cases_days": 7_300,
        "fonte_backup_days": 14,
    }
    async with eater(corpus_pool, local_embedder, tmp_path, None, **kept) as someone:
        text = await told(someone)
    assert "Mensagens e memória: 90 dias." in text
    assert "Diário: até você apagar." in text
    assert "Consultas e resumos: 7300 dias" in text
    assert "expiram em 14 dias" in text
    assert "nenhuma regra de auditoria guarda nada seu" in text


async def test_where_texts_are_processed_is_told(
    ana: Conversation, corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> None:
    assert "Tudo é processado neste serviço" in await told(ana)
    models = Models(local_embedder, None, FakeChatModel())
    async with conversation(corpus_pool, models, fonte_home=tmp_path) as someone:
        await someone.consent()
        assert "API Gemini, do Google" in await told(someone)


@pytest.mark.parametrize("language", Language)
async def test_every_language_tells_it_all(ana: Conversation, language: Language) -> None:
    await case_of(ana)
    await ana.say("lembre que moro longe")
    text = await told(ana, language)
    assert "moro longe" in text
    assert "1825" in text
    assert "{" not in text
    assert len(text) < 4_096


async def test_the_buttons_lead_on(ana: Conversation) -> None:
    await ana.say("lembre que moro longe")
    (privacy,) = await ana.say("/privacidade")
    assert labels(privacy) == ["Retirar consentimento", "Baixar tudo", "Apagar a memória", "Apagar tudo"]
    (export,) = await ana.press_labelled(privacy, "Baixar tudo")
    assert str(export.media).endswith(".zip")
    (asked,) = await ana.press_labelled(privacy, "Apagar tudo")
    assert "Quer apagar?" in asked.text


async def test_who_has_withdrawn_is_told_when_and_may_accept_again(ana: Conversation) -> None:
    (privacy,) = await ana.say("/privacidade")
    await ana.press_labelled(privacy, "Retirar consentimento")
    (again,) = await ana.say("/privacidade")
    assert "retirou o consentimento em 30/11/2026" in plain(again.text)
    assert labels(again)[0] == "Aceitar"
    await ana.press_labelled(again, "Aceitar")
    assert "Foi em 30/11/2026" in await told(ana)


async def test_somebody_new_is_told_that_nothing_is_held(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> None:
    async with conversation(corpus_pool, Models(local_embedder, None, None), fonte_home=tmp_path) as someone:
        text = await told(someone)
    assert "• 0 mensagens, suas e minhas" in text
    assert "nada. Para eu lembrar" in text
