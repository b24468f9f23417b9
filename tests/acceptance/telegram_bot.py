"""The bot in Telegram as a process, for tests: what it sent, what it stored, what it logged."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

from bot.bootstrap import TERMS
from tests.acceptance.processes import BOT, bot_environment, running
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_state import Sent

ITCH = "o que é prurido, a coceira no corpo sem mancha?"
LEGS = "quando a insuficiência cardíaca é caso de especialista?"
SECRET = TOKEN.partition(":")[2]
FAILED = "Algo deu errado"
UNPACED = {"FONTE_SEND_RATE": "0", "FONTE_CHAT_SEND_RATE": "0", "FONTE_USER_RATE": "0", "FONTE_USER_BACKLOG": "0"}


@dataclass
class Bot:
    """The process, the Telegram it talks to, its database and its log. Users are numbered afresh for each test."""

    fake: FakeTelegram
    process: asyncio.subprocess.Process
    database: str
    log: Path
    numbers: count[int] = field(default_factory=lambda: count(7_001))

    def somebody(self) -> int:
        return next(self.numbers)

    async def replies(self, chat: int, number: int) -> list[Sent]:
        """The first `number` messages to a chat, once they are there."""
        await self.fake.until(lambda: len(self.fake.to(chat)) >= number, timeout=20)
        return self.fake.to(chat)

    async def idle(self) -> None:
        """Until every update has been dealt with."""
        await self.fake.until(lambda: not self.fake.waiting, timeout=20)

    async def consented(self) -> int:
        """Somebody who has accepted the terms, after two messages from the bot."""
        user = self.somebody()
        self.fake.say(user, "/start")
        self.fake.say(user, "/start")
        await self.replies(user, 2)
        consent = (
            "insert into consents (user_id, version, granted_at) "
            "select id, version, now() from users, unnest($2::text[]) version where external_id = $1"
        )
        await self.query(consent, str(user), [TERMS, f"{TERMS}+gemini"])
        return user

    async def rows(self, user: int) -> list[Mapping[str, Any]]:
        """What is stored of a person's messages."""
        query = "select m.* from mensagens m join users u on u.id = m.user_id where u.external_id = $1 order by seq"
        return await self.query(query, str(user))

    async def query(self, statement: str, *arguments: object) -> list[Mapping[str, Any]]:
        connection = await asyncpg.connect(self.database)
        try:
            return [dict(row) for row in await connection.fetch(statement, *arguments)]
        finally:
            await connection.close()


@asynccontextmanager
async def started(fake: FakeTelegram, database: str, home: Path, **env: str) -> AsyncIterator[Bot]:
    """The bot, once it listens."""
    settings = {"TELEGRAM_API_URL": fake.url, "TELEGRAM_BOT_TOKEN": TOKEN, "LOG_LEVEL": "DEBUG", **UNPACED} | env
    log = home / "log"
    environment = bot_environment(database, home, **settings)
    async with running(*BOT, "telegram", env=environment, cwd=home, log=log) as process:
        await fake.until(lambda: fake.calls("setMyCommands")[3:] or process.returncode is not None, timeout=30)
        assert process.returncode is None, log.read_text()
        yield Bot(fake, process, database, log)


def texts(sent: list[Sent]) -> list[str]:
    """What is seen of messages."""
    return [message.text for message in sent]


def buttons(sent: Sent) -> list[str]:
    """The data of a message's buttons."""
    return [button["callback_data"] for row in sent.buttons for button in row]
