"""Takes a wish to be remembered before the agents do, and says what was noted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from bot.acts import Act, Context, Draft
from bot.consent import Consent, ask_consent
from bot.diary.clock import clock_of
from bot.locales.prose import show_date
from bot.memory.asking import read_request
from bot.memory.memory import Change, Merged, Part, clean, live, merged
from bot.memory.ports import Memories
from bot.messages import Kind
from bot.ports import Transaction
from rag.diary.days import day_of
from rag.diary.types import Clock


@dataclass(frozen=True, slots=True)
class MemoryListener:
    """The `Listener` of the memory. `elsewhere` tells what is another's to take: a meal, a complaint."""

    memories: Memories
    consent: Consent
    zone: ZoneInfo
    elsewhere: Callable[[str], bool] = lambda _: False

    async def hear(self, context: Context, text: str) -> Act | None:
        """An act, or None where nothing is asked to be remembered."""
        if context.incoming.kind is not Kind.TEXT or context.incoming.forwarded:
            return None
        today = day_of(context.incoming.at, self._clock(context))
        change = read_request(text, today, context.language)
        if change is None or (change.text and change.part is not Part.NAME and self.elsewhere(change.text)):
            return None
        if not context.session.consented:
            return ask_consent(context, self.consent.lines, quotes=True)
        return self.consent.held(context, self._noted(context, change, today))

    def _noted(self, context: Context, change: Change, today: date) -> Act:
        async def act(transaction: Transaction) -> Sequence[Draft]:
            done = merged(live(await self.memories.held(transaction), today), change)
            await self.memories.keep(transaction, done.memory, context.language)
            return [Draft(_told(context, change, done))]

        return act

    def _clock(self, context: Context) -> Clock:
        return clock_of(context.session, self.zone)


def _told(context: Context, change: Change, done: Merged) -> str:
    words = context.words
    values = {"text": clean(change.text)}
    if change.until:
        values["until"] = show_date(change.until.isoformat(), context.language)
    texts = [words(f"memory.noted_{change.part}", **values), words("memory.shown")]
    if done.dropped:
        texts.insert(1, words("memory.dropped", text="; ".join(done.dropped)))
    return "\n".join(texts)
