"""/settings: the language to talk in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.acts import Act, Context, Draft, say
from bot.locales import Catalogue
from bot.messages import Button
from bot.ports import Transaction
from rag.types import Language

_LABELS = {Language.PT: "Português", Language.ES: "Español", Language.EN: "English"}


class LanguageSettings:
    """Asks for a language and keeps it."""

    name = "settings"
    aliases: Mapping[Language, Sequence[str]] = {
        Language.PT: ["idioma", "ajustes"],
        Language.ES: ["idioma", "ajustes"],
        Language.EN: ["language"],
    }
    in_menu = True

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    async def run(self, context: Context, argument: str) -> Act:
        """One button a language."""
        buttons = (tuple(Button(label, f"settings:{language}") for language, label in _LABELS.items()),)
        return say(context.words("settings.language"), buttons=buttons)

    async def press(self, context: Context, argument: str) -> Act:
        """Keeps the choice, and answers in it."""
        if argument not in set(Language):
            return say(context.words("input.stale"))
        language = Language(argument)

        async def act(transaction: Transaction) -> Sequence[Draft]:
            await transaction.keep_person(language)
            return [Draft(self.catalogue[language]("settings.saved"))]

        return act
