"""/new and /cancel: the next message follows nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.acts import Act, Context, Draft
from bot.ports import Transaction
from rag.types import Language

Ending = Callable[[Context, Transaction], Awaitable[None]]


class Forget:
    """Ends the subject, so that what comes next is read on its own; `also` ends what else waits for an answer."""

    in_menu = True

    def __init__(self, name: str, aliases: Mapping[Language, Sequence[str]], also: Ending | None = None) -> None:
        self.name = name
        self.aliases = aliases
        self.also = also

    async def run(self, context: Context, argument: str) -> Act:
        """Ends the subject and says so."""

        async def act(transaction: Transaction) -> Sequence[Draft]:
            await transaction.end_subject()
            if self.also is not None:
                await self.also(context, transaction)
            return [Draft(context.words(f"session.{self.name}"))]

        return act

    async def press(self, context: Context, argument: str) -> Act:
        """The same as the command."""
        return await self.run(context, argument)
