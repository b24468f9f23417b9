"""The `Memories` port on PostgreSQL."""

from __future__ import annotations

from dataclasses import dataclass

import asyncpg

from bot.adapters.delivery.connections import connection_of
from bot.memory.memory import NOTHING, Memory, focused
from bot.memory.template import parse, render
from bot.ports import Person, Transaction
from rag.adapters.postgres.pool import as_person
from rag.types import Language

_OF = "select text from working_memory where user_id = fonte_user_id()"
_HELD = "select text, language from working_memory where user_id = fonte_user_id() for update"
_KEEP = """
insert into working_memory (user_id, text, language) values (fonte_user_id(), $1, $2)
on conflict (user_id) do update set text = excluded.text, language = excluded.language, updated_at = now()
"""
_ERASE = "delete from working_memory where user_id = fonte_user_id() returning true"


@dataclass(frozen=True, slots=True)
class PostgresMemories:
    """One row a person, as text; nothing to remember is no row."""

    pool: asyncpg.Pool

    async def of(self, person: Person) -> Memory:
        """What is remembered of them, with what has ended."""
        async with as_person(self.pool, person.id, readonly=True) as connection:
            text: str | None = await connection.fetchval(_OF)
        return parse(text or "")

    async def held(self, transaction: Transaction) -> Memory:
        """The same, held to the end of the transaction."""
        text: str | None = await connection_of(transaction).fetchval(_HELD)
        return parse(text or "")

    async def keep(self, transaction: Transaction, memory: Memory, language: Language) -> None:
        """Stores a memory in the place of the one before, under headings of `language`."""
        if memory == NOTHING:
            await self.erase(transaction)
        else:
            await connection_of(transaction).execute(_KEEP, render(memory, language), language)

    async def focus(self, transaction: Transaction, text: str | None, language: Language = Language.PT) -> None:
        """Remembers what is being talked about; None ends it. The language of the headings is that of what is there."""
        row = await connection_of(transaction).fetchrow(_HELD)
        memory = parse(row["text"]) if row else NOTHING
        await self.keep(transaction, focused(memory, text), Language(row["language"]) if row else language)

    async def erase(self, transaction: Transaction) -> bool:
        """Removes it all; false where there was nothing."""
        return await connection_of(transaction).fetchval(_ERASE) is not None
