"""The buttons under a consultation's questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.acts import Act, Context, say
from bot.consent import Consent
from bot.consultation.consultations import Consultations
from rag.types import Language


class CaseButtons:
    """No command of the menu: `case:…` under a question."""

    name = "case"
    aliases: Mapping[Language, Sequence[str]] = {}
    in_menu = False

    def __init__(self, consultations: Consultations, consent: Consent) -> None:
        self._consultations, self._consent = consultations, consent

    async def run(self, context: Context, argument: str) -> Act:
        """Nothing of its own."""
        return say(context.words("input.unknown_command"))

    async def press(self, context: Context, argument: str) -> Act:
        """Answers the question, for who still consents."""
        return await self._consent.needed(context, lambda: self._consultations.press(context, argument))
