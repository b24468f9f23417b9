"""The bot as it is installed: at its own pace, with nothing switched off."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest

from tests.acceptance.processes import database_copy
from tests.acceptance.telegram_bot import UNPACED, Bot, started, texts
from tests.acceptance.webhook_bot import hooked_process
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram_faults import Fate
from tests.fakes.telegram_state import Limits

pytestmark = pytest.mark.xdist_group("default settings")

DEFAULTS = dict.fromkeys((*UNPACED, "FONTE_USER_BURST", "FONTE_WEBHOOK_CONNECTIONS"), "")
NOTICE = "em pouco tempo"
EMERGENCY = "meu pai está com dor no peito agora"


@pytest.fixture
async def database(server: str, corpus_template: str) -> AsyncIterator[str]:
    async with database_copy(server, corpus_template) as dsn:
        yield dsn


@pytest.fixture
async def bot(database: str, tmp_path: Path) -> AsyncIterator[Bot]:
    limits = Limits(chat_rate=1.0, chat_burst=4, bot_rate=30.0)
    async with FakeTelegram(limits=limits) as fake, started(fake, database, tmp_path, **DEFAULTS) as running:
        yield running


async def rows(database: str, query: str) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(database)
    try:
        return list(await connection.fetch(query))
    finally:
        await connection.close()


async def test_everybody_is_answered_in_order_and_an_emergency_at_once_while_one_person_floods(bot: Bot) -> None:
    flooder, calm, ill = (bot.somebody() for _ in range(3))
    commands = ["/ajuda", "/xyzzy"] * 5
    for command in commands:
        bot.fake.say(flooder, command)
    bot.fake.say(calm, "oi")
    bot.fake.say(ill, EMERGENCY)
    await bot.replies(calm, 1)
    assert "192" in (await bot.replies(ill, 1))[0].text
    assert len(bot.fake.to(flooder)) < len(commands)
    await bot.fake.until(lambda: len(bot.fake.to(flooder)) == len(commands) + 1, timeout=60)
    said = texts(bot.fake.to(flooder))
    notice = next(text for text in said if NOTICE in text)
    assert "fora" not in notice
    answers = [text for text in said if text != notice]
    assert len(set(answers[::2])) == len(set(answers[1::2])) == 1
    assert answers[0] != answers[1]
    await bot.idle()
    ends = await bot.query("select state, error, count(*) from inbox group by 1, 2")
    assert {(row["state"], row["error"]) for row in ends} == {("done", None)}
    assert not [call for call in bot.fake.calls("sendMessage") if call.status == 429]


async def test_by_webhook_a_chat_is_answered_in_the_order_it_was_written_in(database: str, tmp_path: Path) -> None:
    async with FakeTelegram() as fake, hooked_process(fake, database, tmp_path, **DEFAULTS | UNPACED):
        users = range(8_001, 8_006)
        fake.faults.plan("webhook", *[None] * 7, Fate.DROP_BEFORE)  # over other connections, others would overtake it
        for number in range(8):
            for user in users:
                fake.say(user, f"/x{number}")
        await fake.until(lambda: all(len(fake.to(user)) == 8 for user in users), timeout=60)
        assert fake.state.webhook.max_connections == 1
    query = "select m.external_id::bigint as number, user_id from mensagens m where direction = 'in' order by seq"
    asked = await rows(database, query)
    for user in {row["user_id"] for row in asked}:
        theirs = [row["number"] for row in asked if row["user_id"] == user]
        assert theirs == sorted(theirs)
        assert len(theirs) == 8
