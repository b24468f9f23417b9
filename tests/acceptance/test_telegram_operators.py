"""Operators in Telegram: a whole process, a fake Bot API, a real PostgreSQL, and deaths in between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import asyncpg
import pytest

from tests.acceptance.killing import fleet
from tests.acceptance.relays import Moment
from tests.acceptance.telegram_bot import Bot, started, texts
from tests.fakes.telegram import TOKEN, FakeTelegram

FIRST, SECOND, SILENT = 5_001, 5_002, 5_003
OPERATORS: Final = {
    "FONTE_OPERATORS": f"{FIRST}, {SECOND}, {SILENT}",
    "FONTE_REVIEW_URL": "https://review.example",
}
"""The last one has never talked to the bot."""
EMERGENCY: Final = "meu pai está com dor no peito agora e não consegue respirar"
UNKNOWN: Final = "Não conheço esse comando. Veja os que existem em /ajuda."
_UNHANDLED = "insert into inbox (bot, update_id, chat, payload, state) values ($1, $2, $3, $4, 'new')"


@pytest.fixture(scope="module")
async def bot(corpus_copy: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bot]:
    """The bot with operators of its own, two of whom have talked to it."""
    home = tmp_path_factory.mktemp("operators")
    async with FakeTelegram() as fake, started(fake, corpus_copy, home, **OPERATORS) as running_bot:
        fake.state.chat(SILENT)
        fake.block(SILENT)  # Telegram answers 403, as where nobody has begun
        for operator in (FIRST, SECOND):
            fake.say(operator, "/start")
            await running_bot.replies(operator, 1)
        yield running_bot


async def pushes(bot: Bot, number: int) -> list[str]:
    """What each operator was told of their own accord, once there are so many; the same for each."""
    await bot.fake.until(
        lambda: min(len(pushed(bot.fake, operator)) for operator in (FIRST, SECOND)) >= number, timeout=30
    )
    assert pushed(bot.fake, FIRST) == pushed(bot.fake, SECOND)
    return pushed(bot.fake, FIRST)


def pushed(fake: FakeTelegram, operator: int) -> list[str]:
    return [text for text in texts(fake.to(operator)) if text.startswith(("Emergências", "Mensagens"))]


async def give_up(bot: Bot, number: int) -> None:
    """Something that no version can handle any more waits for its turn, and is given up."""
    chat, payload = "7777", json.dumps({"update_id": number, "gone": "zorbulina"})
    await bot.query(_UNHANDLED, int(TOKEN.partition(":")[0]), number, chat, payload)
    await bot.query("insert into inbox_chats (bot, chat) values ($1, $2)", int(TOKEN.partition(":")[0]), chat)


async def test_emergencies_and_dead_letters_reach_the_operators_and_nothing_of_a_patient_does(bot: Bot) -> None:
    patient = await bot.consented()
    bot.fake.say(patient, f"{EMERGENCY} zorbulina")
    (urgent,) = await pushes(bot, 1)
    assert urgent.startswith("Emergências: 1\n• ")
    assert urgent.endswith("\n\nPainel: https://review.example")
    await give_up(bot, 1)
    _, dead = await pushes(bot, 2)
    assert dead.startswith("Mensagens que não puderam ser tratadas: 1\n• Unreadable, ")
    rows = await bot.rows(patient)
    for word in ("zorbulina", "peito", str(patient), "7777", *(str(row["id"]) for row in rows)):
        assert word not in urgent + dead
    assert "192" in bot.fake.to(patient)[-1].text
    refused = [c for c in bot.fake.calls("sendMessage") if str(c.params["chat_id"]) == str(SILENT)]
    assert [call.status for call in refused] == [403]
    assert await bot.query("select from outbox where state in ('pending', 'sending')") == []


async def test_what_happens_at_once_is_one_message(bot: Bot) -> None:
    before = len(await pushes(bot, 0))
    ended = "insert into inbox (bot, update_id, state) select 1, n, 'done' from generate_series(1, 3) n"
    await bot.query(ended)
    await bot.query("update inbox set state = 'dead', error = 'MemoryError', finished_at = now() where bot = 1")
    told = (await pushes(bot, before + 1))[before:]
    assert [text.partition(",")[0] for text in told] == ["Mensagens que não puderam ser tratadas: 3\n• 3 × MemoryError"]


async def test_only_an_operator_is_shown_the_counts(bot: Bot) -> None:
    stranger = bot.somebody()
    for command in ("/review", "/revisar", "/xyzzy"):
        bot.fake.say(stranger, command)
    assert texts(await bot.replies(stranger, 3)) == [UNKNOWN] * 3
    before = len(bot.fake.to(FIRST))
    bot.fake.say(FIRST, "/revisar")
    counts = (await bot.replies(FIRST, before + 1))[-1].text
    assert counts.startswith("Revisão de ")
    assert counts.endswith("Painel: https://review.example")
    listed = {command["command"] for menu in bot.fake.state.commands.values() for command in menu}
    assert not {"review", "revisar"} & listed


@pytest.mark.parametrize("at", ["before tell", "after tell"])
async def test_killed_while_it_tells_it_tells_each_operator_once(corpus_database: str, tmp_path: Path, at: str) -> None:
    async with FakeTelegram() as fake, fleet(fake, lambda: corpus_database, tmp_path, lambda: OPERATORS) as processes:
        for operator in (FIRST, SECOND, SILENT):
            fake.state.chat(operator)
        await processes.grow(1)
        await processes.up()
        (doomed,) = processes.live
        doomed.trap.moment = Moment(at)
        fake.say(7_001, EMERGENCY)
        await asyncio.wait_for(doomed.process.wait(), 30)
        assert doomed.killed()
        processes.live.clear()
        await processes.grow(1)
        await fake.until(lambda: pushed(fake, FIRST) and pushed(fake, SECOND) and pushed(fake, SILENT), timeout=40)
        fake.say(FIRST, "/xyzzy")  # behind whatever else waits for them
        await fake.until(lambda: UNKNOWN in texts(fake.to(FIRST)), timeout=20)
        assert [len(pushed(fake, operator)) for operator in (FIRST, SECOND, SILENT)] == [1, 1, 1]
        assert await _left(corpus_database) == 0


async def _left(database: str) -> int:
    connection = await asyncpg.connect(database)
    try:
        count: int = await connection.fetchval("select count(*) from operator_notices")
    finally:
        await connection.close()
    return count
