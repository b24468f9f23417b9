"""/help: what is on, and the commands there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.acts import Act, Command, Context, say
from rag.types import Language


class Help:
    """Lists what this service has switched on, and nothing else."""

    name = "help"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["ajuda"], Language.ES: ["ayuda"]}
    in_menu = True

    def __init__(
        self,
        commands: Callable[[], Sequence[Command]],
        *,
        faq: bool,
        diary: bool = False,
        consultation: bool = False,
    ) -> None:
        self.commands = commands
        self.faq = faq
        self.diary = diary
        self.consultation = consultation

    async def run(self, context: Context, argument: str) -> Act:
        """The abilities and the commands, in the person's language."""
        words = context.words
        if not (context.specialties or self.faq or self.diary):
            return say(words("help.nothing"))
        able = [words("help.ask", specialties=context.specialties)] if context.specialties else []
        able += [words("help.consultation")] if self.consultation else []
        able += [words("help.diary")] if self.diary else []
        able += [words("help.faq")] if self.faq else []
        listed = [f"/{called(c, context.language)} — {words(f'command.{c.name}')}" for c in self.commands()]
        return say(
            "\n".join([words("help.title"), *able, "", words("help.commands"), *listed, "", words("help.limits")])
        )

    async def press(self, context: Context, argument: str) -> Act:
        """The same as the command."""
        return await self.run(context, argument)


def called(command: Command, language: Language) -> str:
    """A command's name in a language, as it is shown."""
    return next(iter(command.aliases.get(language, ())), command.name)
