"""Questions to the diary put in plain words, answered as the command answers them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.acts import Act, Command, Context
from bot.consent import Consent
from bot.messages import Kind
from rag.diary.planning.plain_questions import asks_diary


@dataclass(frozen=True, slots=True)
class PlainQuestions:
    """Takes questions about what the person ate or logged; every other one is left to the specialty agents."""

    ask: Command
    consent: Consent

    async def hear(self, context: Context, text: str) -> Act | None:
        """The answer from the person's rows; None for any other message, and for who has not agreed to the terms."""
        if context.incoming.kind is not Kind.TEXT or not context.session.consented or not asks_diary(text):
            return None
        return self.consent.held(context, await self.ask.run(context, text))
