"""/new and /cancel: the next message follows nothing, and the consultation last spoken of is closed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.acts import Act, Context, Draft
from bot.consultation.consultations import Closed
from bot.ports import Transaction
from rag.types import Language

Ending = Callable[[Context, Transaction], Awaitable[None]]
Closing = Callable[[Context], Awaitable[Closed | None]]
"""The consultation that is to be closed; None where none is open."""


class Forget:
    """Ends the subject, so that what comes next is read on its own; `also` ends what else waits for an answer.

    `close` closes the consultation last spoken of.
    """

    in_menu = True

    def __init__(
        self,
        name: str,
        aliases: Mapping[Language, Sequence[str]],
        also: Ending | None = None,
        close: Closing | None = None,
    ) -> None:
        self.name = name
        self.aliases = aliases
        self.also = also
        self.close = close

    async def run(self, context: Context, argument: str) -> Act:
        """Ends the subject and says so."""
        closed = await self.close(context) if self.close else None

        async def act(transaction: Transaction) -> Sequence[Draft]:
            await transaction.end_subject()
            if self.also is not None:
                await self.also(context, transaction)
            if closed is not None:
                await closed.write(transaction)
                return [Draft(context.words(f"case.{self.name}", condition=closed.condition))]
            return [Draft(context.words(f"session.{self.name}"))]

        return act

    async def press(self, context: Context, argument: str) -> Act:
        """The same as the command."""
        return await self.run(context, argument)
