"""/privacy and /delete_me: what is kept, and the way to end it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.acts import Act, Context, Draft, say
from bot.consent import terms_text
from bot.messages import Button
from bot.ports import Person, Transaction
from rag.types import Language


class Privacy:
    """Says what is kept and offers to withdraw the consent, or to give it, and to erase everything.

    `version` is the terms' own, and `terms` the locale's keys that they are made of: nobody accepts what isn't shown.
    """

    name = "privacy"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["privacidade"], Language.ES: ["privacidad"]}
    in_menu = True

    def __init__(self, version: str, terms: Sequence[str] = ()) -> None:
        self.version = version
        self.terms = terms

    async def run(self, context: Context, argument: str) -> Act:
        """The state of the consent, and buttons."""
        words = context.words
        if context.session.consented:
            kept = [words("privacy.diary")] if "consent.diary" in self.terms else []
            texts = [words("privacy.consented", version=self.version), *kept, words("privacy.rights")]
            choice = Button(words("privacy.withdraw"), "consent:withdraw")
        else:
            terms = [terms_text(words, self.terms)] if self.terms else []
            texts = [words("privacy.not_consented"), *terms, words("privacy.not_consented_rights")]
            choice = Button(words("privacy.accept"), "consent:yes")
        buttons = ((choice,), (Button(words("privacy.delete"), "delete_me:ask"),))
        return say("\n\n".join([words("privacy.title"), *texts]), buttons=buttons)

    async def press(self, context: Context, argument: str) -> Act:
        """The same as the command."""
        return await self.run(context, argument)


async def _nothing(_: Person) -> None:
    return


class DeleteMe:
    """Asks once, then erases at once. `forget` removes what stands outside the database; `diary`: one is kept here."""

    name = "delete_me"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["apagar"], Language.ES: ["borrar"]}
    in_menu = True

    def __init__(self, forget: Callable[[Person], Awaitable[None]] = _nothing, *, diary: bool = False) -> None:
        self.forget = forget
        self.diary = diary

    async def run(self, context: Context, argument: str) -> Act:
        """Asks whether it is meant."""
        words = context.words
        buttons = ((Button(words("delete.yes"), "delete_me:yes"), Button(words("delete.no"), "delete_me:no")),)
        return say(words("delete.confirm_diary" if self.diary else "delete.confirm"), buttons=buttons)

    async def press(self, context: Context, argument: str) -> Act:
        """Erases, keeps, or asks."""
        if argument == "no":
            return say(context.words("delete.kept"))
        if argument != "yes":
            return await self.run(context, argument)

        async def act(transaction: Transaction) -> Sequence[Draft]:
            await transaction.erase()
            # before the commit: should that fail, the files can be made again, and the person will ask again
            await self.forget(context.session.person)
            return [Draft(context.words("delete.done"), recorded=False)]

        return act
