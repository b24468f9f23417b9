"""/start: who Fonte is, in a few sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.acts import Act, Context, say
from rag.types import Language


class Start:
    """Says hello, how to ask, and what Fonte is not. `diary`, `consultation`: whether there are such here."""

    name = "start"
    aliases: Mapping[Language, Sequence[str]] = {}
    in_menu = True

    def __init__(self, *, diary: bool = False, consultation: bool = False) -> None:
        self.diary = diary
        self.consultation = consultation

    async def run(self, context: Context, argument: str) -> Act:
        """The greeting: of what is on, and nothing else."""
        words = context.words
        if context.specialties:
            told = [words("start.greeting", specialties=context.specialties), words("start.how")]
            told += [words("start.consultation")] if self.consultation else []
            told += [words("start.diary")] if self.diary else []
        elif self.diary:
            told = [words("start.diary_only")]
        else:
            return say(words("help.nothing"))
        return say("\n\n".join([*told, words("start.limits")]))

    async def press(self, context: Context, argument: str) -> Act:
        """The same as the command."""
        return await self.run(context, argument)
