"""A conversation with the whole application on a real database, for tests."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg

from bot.app import Handled
from bot.bootstrap import Models, Runtime, wired
from bot.messages import Incoming, Kind, Reply
from bot.ports import Person
from bot.settings import Settings
from rag.adapters.postgres.note_index import PostgresNoteIndex
from rag.types import Language

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@dataclass
class Conversation:
    """Speaks for one person. Time goes on by a minute a message."""

    runtime: Runtime
    pool: asyncpg.Pool
    user: str
    language: Language | None = Language.PT
    count: int = 0
    at: datetime = field(default=START)

    @property
    def person(self) -> Person:
        return Person("test", self.user)

    def incoming(self, text: str, **fields: Any) -> Incoming:
        """The person's next message."""
        self.count += 1
        self.at += timedelta(minutes=1)
        values: dict[str, Any] = {"kind": Kind.TEXT, "at": self.at, "language": self.language} | fields
        return Incoming(id=str(self.count), channel="test", user=self.user, chat=self.user, text=text, **values)

    async def think(self, text: str, **fields: Any) -> Handled:
        """Has the person's next message thought about, and nothing written yet."""
        return await self.runtime.app.handle(self.incoming(text, **fields))

    async def say(self, text: str, **fields: Any) -> list[Reply]:
        handled = await self.think(text, **fields)
        async with self.runtime.conversations.transaction(handled.person) as transaction:
            return await handled.write(transaction)

    async def press(self, data: str, **fields: Any) -> list[Reply]:
        """Presses a button by what the channel carries for it."""
        return await self.say("", kind=Kind.BUTTON, data=data, **fields)

    async def press_first(self, reply: Reply, **fields: Any) -> list[Reply]:
        """Presses the first button under a reply."""
        return await self.press(reply.button_rows[0][0].data, **fields)

    async def press_labelled(self, reply: Reply, label: str, **fields: Any) -> list[Reply]:
        """Presses the button under a reply that says `label`."""
        (data,) = [b.data for row in reply.button_rows for b in row if b.label == label]
        return await self.press(data, **fields)

    async def consent(self) -> None:
        """Consents to the terms that hold, without a message."""
        async with self.runtime.conversations.transaction(self.person) as transaction:
            await transaction.keep_person(None)
            await transaction.set_consent(self.runtime.app.terms, self.at, granted=True)

    async def rows(self) -> list[Mapping[str, Any]]:
        """This person's rows of `mensagens`, in order."""
        async with self.pool.acquire() as connection, connection.transaction():
            await connection.execute("select set_config('fonte.user_id', $1, true)", str(self.person.id))
            return [dict(row) for row in await connection.fetch("select * from mensagens order by seq")]

    async def diary(self) -> list[Mapping[str, Any]]:
        """What stands in this person's diary, in the order in which it was told."""
        async with self.pool.acquire() as connection, connection.transaction():
            await connection.execute("select set_config('fonte.user_id', $1, true)", str(self.person.id))
            return [dict(row) for row in await connection.fetch(_DIARY)]


_DIARY = """
select d.*, f.name_pt from diary d join foods f on f.id = d.food_id join diary_acts a on a.id = d.added_by
 order by a.seq, d.position
"""


@asynccontextmanager
async def conversation(
    pool: asyncpg.Pool, models: Models, user: str | None = None, **settings: Any
) -> AsyncIterator[Conversation]:
    """The application on `pool`, as `settings` have it, and somebody new who talks to it."""
    chosen = Settings(_env_file=None, **settings)
    yield Conversation(
        await wired(pool, PostgresNoteIndex(pool), models, chosen, new_id=uuid.uuid4), pool, user or uuid.uuid4().hex
    )
