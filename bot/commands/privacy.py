"""/privacy and /delete_me: what is kept, where and for how long, and the way to end it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.acts import Act, Context, Draft, say
from bot.consent import terms_text
from bot.exporting.holdings import Account, Holdings, Keeping
from bot.locales import Words
from bot.locales.prose import show_date
from bot.memory.memory import NOTHING, Memory, focused, live
from bot.memory.ports import Memories
from bot.messages import Button
from bot.ports import Person, Transaction
from rag.types import Language

_WHERE: Final = ("consent.processed_local", "consent.processed_model", "consent.telegram")
_COUNTED: Final = ("cases", "open_cases", "referrals", "entries", "targets", "foods")
_DIARY: Final = "consent.diary"


class Privacy:
    """Says what is kept and offers to withdraw the consent, or to give it, to export, and to erase.

    `version` is the terms' own, and `terms` the locale's keys that they are made of: nobody accepts what isn't shown.
    Without an `account` it tells of the consent alone.
    """

    name = "privacy"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["privacidade"], Language.ES: ["privacidad"]}
    in_menu = True

    def __init__(
        self,
        version: str,
        terms: Sequence[str] = (),
        account: Account | None = None,
        keeping: Keeping | None = None,
    ) -> None:
        self.version = version
        self.terms = terms
        self.account = account
        self.keeping = keeping or Keeping()

    async def run(self, context: Context, argument: str) -> Act:
        """What is held now, the state of the consent, and buttons."""
        held = await self.account.holdings(context.session.person) if self.account else None
        words = context.words
        texts = [words("privacy.title"), *self._consent(context, held)]
        if held is not None:
            texts += [*self._held(context, held), self._where(words), self._kept(words, held)]
        texts.append(words("privacy.rights" if context.session.consented else "privacy.not_consented_rights"))
        return say("\n\n".join(texts), buttons=self._buttons(context, held))

    async def press(self, context: Context, argument: str) -> Act:
        """The same as the command."""
        return await self.run(context, argument)

    def _consent(self, context: Context, held: Holdings | None) -> Iterator[str]:
        words = context.words
        given = held.consent if held else None
        if context.session.consented:
            told = [words("privacy.consented", version=self.version)]
            if given:
                told.append(words("privacy.consented_on", date=_day(given.granted_at, words)))
            yield " ".join(told)
            if _DIARY in self.terms:
                yield words("privacy.diary")
            return
        yield words("privacy.not_consented")
        if given and given.withdrawn_at:
            yield words("privacy.withdrawn_on", version=given.version, date=_day(given.withdrawn_at, words))
        if self.terms:
            yield terms_text(words, self.terms)

    def _held(self, context: Context, held: Holdings) -> Iterator[str]:
        words = context.words
        lines = [words("privacy.held"), _counted("messages", held.messages, words)]
        if held.since:
            lines[-1] += words("privacy.since", date=_day(held.since, words))
        counts = {name: getattr(held, name) for name in _COUNTED}
        lines += [_counted(name, count, words) for name, count in counts.items() if count]
        yield "\n".join(lines)
        memory = live(held.memory, context.incoming.at.date())
        if not held.open_cases:  # an emergency, or time, has ended what was talked about
            memory = focused(memory, None)
        yield (
            "\n".join([words("privacy.memory"), *told_memory(memory, words)])
            if memory != NOTHING
            else words("privacy.no_memory")
        )

    def _where(self, words: Words) -> str:
        return "\n".join([words("privacy.where"), *(words(key) for key in _WHERE if key in self.terms)])

    def _kept(self, words: Words, held: Holdings) -> str:
        keep = self.keeping
        periods = [("kept_messages", keep.messages), ("kept_cases", keep.cases)]
        if _DIARY in self.terms or held.entries:
            periods.insert(1, ("kept_diary", keep.diary))
        lines = [words(f"privacy.{name}", period=_period(days, words)) for name, days in periods]
        backups = words("privacy.backups", days=keep.backups) if keep.backups else words("privacy.no_backups")
        return "\n".join([words("privacy.kept"), *lines, backups, words("privacy.audit")])

    def _buttons(self, context: Context, held: Holdings | None) -> tuple[tuple[Button, ...], ...]:
        words = context.words
        if context.session.consented:
            choice = Button(words("privacy.withdraw"), "consent:withdraw")
        else:
            choice = Button(words("privacy.accept"), "consent:yes")
        more = []
        if held is not None:
            more.append((Button(words("privacy.export"), "export:all"),))
            if held.memory != NOTHING:
                more.append((Button(words("privacy.erase_memory"), "memory:erase"),))
        return ((choice,), *more, (Button(words("privacy.delete"), "delete_me:ask"),))


def told_memory(memory: Memory, words: Words) -> Iterator[str]:
    """A memory, one line an item, as markup."""
    if memory.focus:
        yield words("memory.focus", text=memory.focus)
    if memory.name:
        yield words("memory.name", text=memory.name)
    if memory.short:
        yield words("memory.short")
    for item in memory.preferences:
        yield words("memory.preference", text=item)
    for held in memory.adjustments:
        yield words("memory.adjustment", text=held.text, until=show_date(held.until.isoformat(), words.language))
    for item in memory.notes:
        yield words("memory.note", text=item)


def _counted(name: str, count: int, words: Words) -> str:
    return words(f"privacy.{name}_one") if count == 1 else words(f"privacy.{name}_many", count=count)


def _day(at: datetime, words: Words) -> str:
    return show_date(at.date().isoformat(), words.language)


def _period(days: int, words: Words) -> str:
    return words("privacy.days", days=days) if days else words("privacy.for_ever")


class EraseMemory:
    """The button under a memory; no command of the menu."""

    name = "memory"
    aliases: Mapping[Language, Sequence[str]] = {}
    in_menu = False

    def __init__(self, memories: Memories) -> None:
        self.memories = memories

    async def run(self, context: Context, argument: str) -> Act:
        """Nothing of its own."""
        return say(context.words("input.unknown_command"))

    async def press(self, context: Context, argument: str) -> Act:
        """Erases, for who has consented or not: it is theirs."""
        if argument != "erase":
            return say(context.words("input.stale"))

        async def act(transaction: Transaction) -> Sequence[Draft]:
            erased = await self.memories.erase(transaction)
            return [Draft(context.words("memory.erased" if erased else "memory.nothing"))]

        return act


async def _nothing(_: Person) -> None:
    return


class DeleteMe:
    """Asks once, then erases at once. `forget` removes what stands outside the database; `diary`: one is kept here.

    `backup_days` is when the operator's backups expire, as they say; 0 where they make none.
    """

    name = "delete_me"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["apagar"], Language.ES: ["borrar"]}
    in_menu = True

    def __init__(
        self,
        forget: Callable[[Person], Awaitable[None]] = _nothing,
        *,
        diary: bool = False,
        backup_days: int = Keeping().backups,
    ) -> None:
        self.forget = forget
        self.diary = diary
        self.backup_days = backup_days

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
            return [Draft(self._done(context.words), recorded=False)]

        return act

    def _done(self, words: Words) -> str:
        backups = words("delete.backups", days=self.backup_days) if self.backup_days else words("delete.no_backups")
        return "\n".join([words("delete.done"), backups, words("delete.telegram")])
