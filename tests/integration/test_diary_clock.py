"""/settings: the language, the time zone and the day's start."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import time
from pathlib import Path

import asyncpg
import pytest

from bot.markup import plain
from bot.messages import Reply
from rag.adapters.cache import CachingEmbedder
from rag.types import Language
from tests.integration.conversing import START, Conversation
from tests.integration.eating import eater


@pytest.fixture
async def ana(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> AsyncIterator[Conversation]:
    async with eater(corpus_pool, local_embedder, tmp_path) as someone:
        yield someone


def labels(reply: Reply) -> list[str]:
    return [button.label for row in reply.button_rows for button in row]


async def clock(someone: Conversation) -> tuple[str | None, time]:
    session = await someone.runtime.conversations.session(someone.person, "", START, START)
    return session.timezone, session.day_start


async def test_settings_show_what_holds_and_offer_the_common_choices(ana: Conversation) -> None:
    (reply,) = await ana.say("/ajustes")
    assert "Fuso horário: São Paulo (agora são 09:01). Seu dia começa às 00:00." in plain(reply.text)
    assert labels(reply)[:3] == ["Português", "Español", "English"]
    assert {"✓ São Paulo", "Manaus", "Rio Branco", "Lisboa", "Bogotá", "Nova York"} <= set(labels(reply))
    assert labels(reply)[-4:] == ["✓ dia às 00:00", "dia às 03:00", "dia às 04:00", "dia às 05:00"]


async def test_a_time_zone_is_chosen_by_a_button(ana: Conversation) -> None:
    (reply,) = await ana.say("/ajustes")
    (saved,) = await ana.press_labelled(reply, "Manaus")
    assert "Manaus: agora são 08:02" in plain(saved.text)
    assert await clock(ana) == ("America/Manaus", time(0))
    (after,) = await ana.say("/ajustes")
    assert "✓ Manaus" in labels(after)
    assert "São Paulo" in labels(after)


async def test_the_day_start_is_chosen_by_a_button_and_leaves_the_zone(ana: Conversation) -> None:
    await ana.say("/settings America/Lima")
    (reply,) = await ana.say("/settings")
    await ana.press_labelled(reply, "dia às 04:00")
    assert await clock(ana) == ("America/Lima", time(4))


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("America/Lima", "America/Lima"),
        ("america/lima", "America/Lima"),
        ("Lima", "America/Lima"),
        ("buenos aires", None),
        ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
        ("são paulo", "America/Sao_Paulo"),
        ("UTC", "UTC"),
    ],
)
async def test_a_zone_is_typed_by_its_name_or_its_city(ana: Conversation, typed: str, zone: str | None) -> None:
    await ana.say(f"/settings {typed}")
    assert (await clock(ana))[0] == zone


@pytest.mark.parametrize(
    ("typed", "start"), [("04:00", time(4)), ("4:30", time(4, 30)), ("3h", time(3)), ("5h15", time(5, 15))]
)
async def test_the_day_start_is_typed_as_hours_are_written(ana: Conversation, typed: str, start: time) -> None:
    await ana.say(f"/ajustes {typed}")
    assert await clock(ana) == (None, start)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("America/Atlantis", "Não conheço o fuso ou a hora America/Atlantis"),
        ("../../etc/passwd", "Não conheço"),
        ("posix/America/Lima", "Não conheço"),
        ("25:00", "Não conheço"),
        ("04:75", "Não conheço"),
        ("14:00", "entre 00:00 e 11:59"),
        ("<b>x</b>", "Não conheço"),
    ],
)
async def test_what_is_no_zone_or_hour_is_refused_kindly(ana: Conversation, typed: str, told: str) -> None:
    (reply,) = await ana.say(f"/ajustes {typed}")
    assert told in plain(reply.text)
    assert await clock(ana) == (None, time(0))


async def test_the_language_is_chosen_as_before(ana: Conversation) -> None:
    (reply,) = await ana.say("/ajustes")
    (saved,) = await ana.press_labelled(reply, "English")
    assert saved.text == "Done! Let's talk in English."
    (after,) = await ana.say("/settings", language=Language.PT)
    assert "Time zone: São Paulo" in plain(after.text)


async def test_without_a_diary_only_the_language_is_asked(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> None:
    async with eater(corpus_pool, local_embedder, tmp_path, fonte_features="faq") as someone:
        (reply,) = await someone.say("/settings")
        assert reply.text == "Em que idioma prefere conversar?"
        assert labels(reply) == ["Português", "Español", "English"]
        (ignored,) = await someone.say("/settings America/Lima")
        assert ignored.text == reply.text
        assert (await clock(someone))[0] is None
