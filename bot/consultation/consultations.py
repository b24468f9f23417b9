"""The way of a message through the consultations: what it answers, what it opens, what it reminds of."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from bot.acts import Act, Context, Draft, say
from bot.consultation.asking import OTHER
from bot.consultation.attending import Attending, Opening
from bot.consultation.case import CaseStatus
from bot.consultation.hearing import Hearing
from bot.consultation.records import Records
from bot.messages import Kind
from bot.ports import Transaction

REMINDED_WITHIN: Final = timedelta(hours=24)
"""How long after its question an answer about something else ends with it."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A consultation that is being closed: what it is about, and how."""

    condition: str
    write: Callable[[Transaction], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Consultations:
    """Takes what belongs to an open case, and opens cases."""

    records: Records
    hearing: Hearing
    attending: Attending

    async def hear(self, context: Context, text: str, *, late: bool = False) -> Act | None:
        """What answers the question that waits, or what a case waits for; None for everything else.

        `late`: nobody else has taken the text.
        """
        session = context.session
        if not text or not session.consented or context.incoming.kind is not Kind.TEXT or not session.cases:
            return None
        waiting = await self.records.waiting(context, late=late)
        if waiting is not None:
            return await self.hearing.hear(context, text, *waiting)
        return await self._taken_up(context, text)

    async def attend(self, context: Context, opening: Opening) -> Act:
        """A complaint: opens a case, or goes on with the specialty's open one."""
        return await self.attending.attend(context, opening)

    async def press(self, context: Context, argument: str) -> Act:
        """A button under a case's question: its answer, or that the case is about something else."""
        waiting = await self.records.waiting(context)
        if waiting is None:
            return say(context.words("input.stale"))
        record, asking = waiting
        if argument == OTHER:
            return await self.attending.elsewhere(context, record)
        return await self.hearing.press(context, argument, record, asking)

    async def reminding(self, context: Context, act: Act) -> Act:
        """An act about something else, whose last reply ends with the question that waits."""
        waiting = await self.records.waiting(context)
        if waiting is None or context.incoming.at - waiting[1].at > REMINDED_WITHIN:
            return act
        record, asking = waiting
        asker = await self.records.asker(context, record)
        lead = context.words("case.waiting", condition=record.title(context.language))
        text, buttons = asker.text(asking), asker.buttons(asking)

        async def write(transaction: Transaction) -> Sequence[Draft]:
            *before, last = await act(transaction)
            if last.status is None:
                last = replace(last, text=f"{last.text}\n\n{lead}\n{text}", buttons=(*last.buttons, *buttons))
            return [*before, last]

        return write

    async def closing(self, context: Context) -> Closed | None:
        """The open case last spoken of, to be closed without a decision."""
        record = await self.records.last(context)
        if record is None:
            return None
        at = context.incoming.at
        ended = replace(record.case, status=CaseStatus.CANCELADO, asking=None, updated_at=at)

        async def write(transaction: Transaction) -> None:
            await self.hearing.turns.end(transaction, context, ended)

        return Closed(record.title(context.language), write)

    async def _taken_up(self, context: Context, text: str) -> Act | None:
        """A case that waits for what the patient did not know is taken up by being told some of it."""
        record = await self.records.last(context)
        if record is None or self.records.business.asks(text):
            return None
        heard = {fact.key for fact in self.records.volunteered(context, record, text)}
        told = heard.intersection(record.lacking())
        return await self.attending.resume(context, record, text) if told else None
