"""What the memory needs of storage. Adapter: `bot.adapters.memory`."""

from __future__ import annotations

from typing import Protocol

from bot.memory.memory import Memory
from bot.ports import Person, Transaction
from rag.types import Language


class Memories(Protocol):
    """Everybody's working memory, each their own."""

    async def of(self, person: Person) -> Memory:
        """What is remembered of them, with what has ended."""

    async def held(self, transaction: Transaction) -> Memory:
        """The same, held to the end of the transaction."""

    async def keep(self, transaction: Transaction, memory: Memory, language: Language) -> None:
        """Stores a memory in the place of the one before, under headings of `language`."""

    async def focus(self, transaction: Transaction, text: str | None, language: Language = Language.PT) -> None:
        """Remembers what is being talked about; None ends it. The language of the headings is that of what is there."""

    async def erase(self, transaction: Transaction) -> bool:
        """Removes it all; false where there was nothing."""
