"""Consent: asked before anything clinical, given and refused by a button."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from bot.acts import Act, Context, Draft, say
from bot.ports import Transaction
from rag.types import Language


class ConsentButtons:
    """The answers to `ask_consent`. `version` is the terms' own, stored with the grant.

    Where the channel still knows the question that the terms were asked for, `answer` answers it.
    """

    name = "consent"
    aliases: Mapping[Language, Sequence[str]] = {}
    in_menu = False

    def __init__(self, version: str, answer: Callable[[Context, str], Awaitable[Act]]) -> None:
        self.version = version
        self.answer = answer

    async def run(self, context: Context, argument: str) -> Act:
        """Not a command."""
        return say(context.words("input.unknown_command"))

    async def press(self, context: Context, argument: str) -> Act:
        """Grants, withdraws, or leaves things as they are."""
        if argument == "yes":
            return await self._accepted(context)
        if argument == "withdraw":
            return self._set(context, granted=False, text=context.words("privacy.withdrawn"))
        return say(context.words("consent.refused"))

    async def _accepted(self, context: Context) -> Act:
        if not context.incoming.quoted:
            return self._set(context, granted=True, text=context.words("consent.accepted"))
        consenting = replace(context, session=replace(context.session, consented=True))
        answered = await self.answer(consenting, context.incoming.quoted)

        async def act(transaction: Transaction) -> Sequence[Draft]:
            await transaction.set_consent(self.version, context.incoming.at, granted=True)
            thanks = Draft(context.words("consent.accepted_quoted"))
            return [thanks, *(replace(draft, consented=True) for draft in await answered(transaction))]

        return act

    def _set(self, context: Context, *, granted: bool, text: str) -> Act:
        async def act(transaction: Transaction) -> Sequence[Draft]:
            await transaction.set_consent(self.version, context.incoming.at, granted=granted)
            return [Draft(text)]

        return act
