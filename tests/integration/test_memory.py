"""The working memory in the whole application: asked for, shown, erased; each person's own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import asyncpg
import pytest

from bot.adapters.memory import PostgresMemories
from bot.markup import plain
from bot.memory.memory import NOTHING, Adjustment, Change, Memory, Part, merged
from bot.messages import Reply
from rag.adapters.cache import CachingEmbedder
from rag.types import Language
from tests.integration.conversing import Conversation
from tests.integration.eating import eater

NOON = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)


@pytest.fixture
async def ana(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> AsyncIterator[Conversation]:
    async with eater(corpus_pool, local_embedder, tmp_path) as someone:
        someone.at = NOON
        yield someone


async def remembered(someone: Conversation) -> Memory:
    return await PostgresMemories(someone.pool).of(someone.person)


def labels(reply: Reply) -> list[str]:
    return [button.label for row in reply.button_rows for button in row]


@pytest.mark.parametrize(
    ("language", "text", "told", "note"),
    [
        (Language.PT, "lembre que moro na roça", "Anotei nas suas observações: moro na roça.", "moro na roça"),
        (Language.ES, "acuérdese de que vivo lejos", "Lo anoté en sus observaciones: vivo lejos.", "vivo lejos"),
        (Language.EN, "remember that I live far", "I noted it among your notes: I live far.", "I live far"),
    ],
)  # fmt: skip
async def test_what_was_asked_to_be_remembered_is_noted_and_said(
    ana: Conversation, language: Language, text: str, told: str, note: str
) -> None:
    (reply,) = await ana.say(text, language=language)
    assert plain(reply.text).startswith(told)
    assert (await remembered(ana)).notes == (note,)


async def test_preferences_and_adjustments_stand_in_their_places(ana: Conversation) -> None:
    await ana.say("me chame de Bia")
    await ana.say("anota aí que prefiro respostas curtas")
    (reply,) = await ana.say("lembre que estou sem sal até dia 20")
    assert "até 20/12/2026: estou sem sal" in plain(reply.text)
    day = datetime(2026, 12, 20, tzinfo=UTC).date()
    assert await remembered(ana) == Memory(name="Bia", short=True, adjustments=(Adjustment("estou sem sal", day),))


async def test_privacy_shows_the_memory_and_erases_it_at_a_press(ana: Conversation) -> None:
    await ana.say("me chame de Bia")
    await ana.say("lembre que moro na zona rural")
    (privacy,) = await ana.say("/privacidade")
    assert "• nome: Bia" in plain(privacy.text)
    assert "• moro na zona rural" in plain(privacy.text)
    (erased,) = await ana.press_labelled(privacy, "Apagar a memória")
    assert "apaguei a minha memória" in erased.text
    assert await remembered(ana) == NOTHING
    (again,) = await ana.say("/privacidade")
    assert "Apagar a memória" not in labels(again)


async def test_an_adjustment_that_has_ended_is_not_shown_and_goes_at_the_next_note(ana: Conversation) -> None:
    await ana.say("lembre que estou sem sal até dia 1")
    ana.at += timedelta(days=3)
    (privacy,) = await ana.say("/privacidade")
    assert "sem sal" not in privacy.text
    await ana.say("lembre que moro longe")
    assert (await remembered(ana)).adjustments == ()


async def test_a_symptom_is_no_note_and_an_emergency_comes_first(ana: Conversation) -> None:
    (reply,) = await ana.say("lembre que estou com dor no peito forte agora")
    assert "192" in reply.text
    await ana.say("lembre que estou com coceira nas mãos")
    assert (await remembered(ana)).notes == ()


async def test_a_meal_is_the_diary_s(ana: Conversation) -> None:
    await ana.say("anote que comi 2 ovos cozidos no café")
    assert await remembered(ana) == NOTHING


async def test_nothing_is_noted_before_consent_or_after_its_withdrawal(ana: Conversation) -> None:
    async with ana.runtime.conversations.transaction(ana.person) as transaction:
        await transaction.set_consent("", ana.at, granted=False)
    (reply,) = await ana.say("lembre que moro na zona rural")
    assert "consentimento" in reply.text
    assert await remembered(ana) == NOTHING


async def test_the_consultation_sets_and_ends_the_focus_and_leaves_the_rest(ana: Conversation) -> None:
    memories = PostgresMemories(ana.pool)
    await ana.say("me chame de Bia")
    for focus in ("psoríase", "hipertensão"):
        async with ana.runtime.conversations.transaction(ana.person) as transaction:
            await memories.focus(transaction, focus)
        assert await remembered(ana) == Memory(focus, "Bia")
    async with ana.runtime.conversations.transaction(ana.person) as transaction:
        await memories.focus(transaction, None)
    assert await remembered(ana) == Memory(name="Bia")


async def test_a_damaged_text_is_mended_at_the_next_note(ana: Conversation) -> None:
    await ana.say("lembre que moro na zona rural")
    async with ana.pool.acquire() as connection, connection.transaction():
        await connection.execute("select set_config('fonte.user_id', $1, true)", str(ana.person.id))
        await connection.execute("update working_memory set text = '## Prefer\n- moro na zona rural\n## Obse'")
    await ana.say("me chame de Bia")
    memory = await remembered(ana)
    assert (memory.name, memory.preferences) == ("Bia", ("moro na zona rural",))


async def test_a_memory_that_is_as_full_as_can_be_is_stored(ana: Conversation) -> None:
    memory = NOTHING
    for part, count in ((Part.PREFERENCE, 9), (Part.ADJUSTMENT, 9), (Part.NOTE, 21)):
        for number in range(count):
            memory = merged(memory, Change(part, f"{number:02} " + "ã" * 200, NOON.date())).memory
    async with ana.runtime.conversations.transaction(ana.person) as transaction:
        await PostgresMemories(ana.pool).keep(transaction, memory, Language.PT)
    assert await remembered(ana) == memory


async def test_nobody_reads_or_changes_another_s_memory(
    ana: Conversation, corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> None:
    await ana.say("lembre que moro na zona rural")
    async with eater(corpus_pool, local_embedder, tmp_path) as other:
        (privacy,) = await other.say("/privacidade")
        assert "zona rural" not in privacy.text
        async with other.pool.acquire() as connection, connection.transaction():
            await connection.execute("select set_config('fonte.user_id', $1, true)", str(other.person.id))
            assert await connection.fetch("select * from working_memory") == []
            assert await connection.execute("update working_memory set text = ''") == "UPDATE 0"
    assert (await remembered(ana)).notes == ("moro na zona rural",)
