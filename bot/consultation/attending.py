"""Complaints: they open a case, or go on with the one that is open."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.acts import Act, Context, Draft, reply
from bot.consultation.answers import conflict, merged
from bot.consultation.case import Asking, AskKind, Case
from bot.consultation.hearing import Hearing
from bot.consultation.records import Record, Records
from bot.consultation.turns import Turn, Turns
from bot.routing import Routing
from rag.types import Passage

MOST_OFFERED: Final = 4


@dataclass(frozen=True, slots=True)
class Opening:
    """What a case is opened with: the complaint, where it was routed, and the agent's orientation.

    `near` are the passages about as near as the first, the first included.
    """

    text: str
    routing: Routing
    draft: Draft
    near: Sequence[Passage]


@dataclass(frozen=True, slots=True)
class Attending:
    """Attends to complaints."""

    records: Records
    turns: Turns
    hearing: Hearing
    new_id: Callable[[], uuid.UUID]

    async def attend(self, context: Context, opening: Opening) -> Act:
        """Opens a case, or goes on with the specialty's open one; asks the patient where it isn't plain which."""
        held = await self.records.of(context, opening.routing.specialty)
        if held is None:
            return await self._open(context, opening)
        if held.published.title in {passage.title for passage in opening.near}:
            return await self.resume(context, held, opening.text)
        return self.hearing.apart(context, held, opening.text)

    async def resume(self, context: Context, record: Record, text: str) -> Act:
        """Takes a case up again: what the patient did not know is asked anew."""
        case = record.case
        new, against = merged(case, self.records.volunteered(context, record, text))
        proposed = await self.records.proposed(context, replace(record, case=case.knowing(new)), text)
        turn = Turn(
            case,
            record.published,
            new,
            asking=conflict(case, against[0]) if against else None,
            leads=(context.words("case.resumed", condition=record.title(context.language)),),
            proposed=proposed,
            asked_again=(*record.lacking(), *(fact.key for fact in against[1:])),
        )
        return self.turns.act(context, turn)

    async def elsewhere(self, context: Context, record: Record) -> Act:
        """The case is about something else: the other conditions that were found are offered."""
        case = record.case
        others = tuple(s.documento_id for s in case.sources if s.documento_id != case.document_id)
        if not others:
            return self.hearing.close(context, record)
        asking = Asking(AskKind.CONDITION, context.incoming.at, documents=others[: MOST_OFFERED - 1])
        titles = await self.records.titles(context, asking)
        return self.turns.act(context, Turn(case, record.published, asking=asking, titles=titles))

    async def _open(self, context: Context, opening: Opening) -> Act:
        at, first = context.incoming.at, opening.near[0]
        case = Case(self.new_id(), opening.routing.specialty, "", first.document_id, at, at)
        record = await self.records.of_document(replace(case, sources=opening.draft.sources), first.document_id)
        if record is None:
            return reply(opening.draft)
        if len(opening.near) > 1:
            return await self._which(context, opening, record)
        told = self.records.volunteered(context, record, opening.text)
        known = replace(record, case=record.case.knowing(told))
        turn = Turn(
            record.case,
            record.published,
            told,
            leads=(context.words("case.opened", condition=record.title(context.language)),),
            opening=opening.draft,
            proposed=await self.records.proposed(context, known, opening.text),
            first=True,
        )
        return self.turns.act(context, turn)

    async def _which(self, context: Context, opening: Opening, record: Record) -> Act:
        """Several conditions are about as near: the patient says which, or that it is another of those found."""
        near = [passage.document_id for passage in opening.near]
        found = [source.documento_id for source in opening.draft.sources]
        documents = tuple(dict.fromkeys((*near, *found)))[:MOST_OFFERED]
        asking = Asking(AskKind.CONDITION, context.incoming.at, documents=documents, text=opening.text)
        titles = await self.records.titles(context, asking)
        turn = Turn(record.case, record.published, asking=asking, opening=opening.draft, titles=titles)
        return self.turns.act(context, turn)
