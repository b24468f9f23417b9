"""/start: who Fonte is, in four sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.acts import Act, Context, say
from rag.types import Language


class Start:
    """Says hello, how to ask, and what Fonte is not."""

    name = "start"
    aliases: Mapping[Language, Sequence[str]] = {}
    in_menu = True

    async def run(self, context: Context, argument: str) -> Act:
        """The greeting; short where no specialty is on."""
        words = context.words
        if not context.specialties:
            return say(words("help.nothing"))
        greeting = words("start.greeting", specialties=context.specialties)
        return say("\n\n".join([greeting, words("start.how"), words("start.limits")]))

    async def press(self, context: Context, argument: str) -> Act:
        """The same as the command."""
        return await self.run(context, argument)
