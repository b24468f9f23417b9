"""Outcomes → what is stored, what is told of it, and the one question that is left. For every way to tell of food."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.acts import REPLY_ID, Act, Context, Draft, say
from bot.diary.clock import clock_of
from bot.diary.drafts import Items, Open, Part, Several
from bot.diary.ports import ActKind, Diary, Done, NewAct, NewEntry
from bot.diary.questions import Question, Questions
from bot.diary.rendering import by_meal, entry_lines, headed, logged, total_line
from bot.messages import Button
from bot.ports import Pending, Provenance, Transaction
from rag.diary.days import day_of
from rag.diary.evidence import Entry
from rag.diary.foods.resolving import Refused, Settled, Unsettled
from rag.diary.lexis.measures import Measures
from rag.diary.types import Clock

MOST_ITEMS: Final = 40
"""Foods of one message: more is no meal, and no reply that anybody reads."""
_MOST_REFUSED: Final = 10
_MANY_ROWS: Final = 10
"""Rows of a reply after which the total is looked for above them."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was told at once.

    `message` is the channel's id of the message that first told of it. `removed` entries go at once; those that all of
    it `takes_over` as soon as something stands in their place, which may be when a question has been answered.
    """

    parts: Sequence[Part]
    kind: ActKind = ActKind.LOG
    removed: Sequence[uuid.UUID] = ()
    takes_over: Sequence[uuid.UUID] = ()
    message: str | None = None
    at: datetime | None = None
    """When it was told, where that was before the message at hand."""
    answers: Pending | None = None
    """The question that this answers."""
    edits: str | None = None
    """The message of which nothing may be asked any more."""


@dataclass(frozen=True, slots=True)
class Recorder:
    """Stores what is clear, asks about the first thing that is not, and refuses what is no amount."""

    diary: Diary
    measures: Measures
    zone: ZoneInfo
    new_id: Callable[[], uuid.UUID]
    questions: Questions

    def clock(self, context: Context) -> Clock:
        """The person's days, or the service's."""
        return clock_of(context.session, self.zone)

    async def record(self, context: Context, told: Told) -> Act:
        """The act: entries and the question in one transaction, then the replies from the rows."""
        if len(told.parts) > MOST_ITEMS:
            return too_many(context, len(told.parts))
        act = self._act(context, told)
        refused = [part.outcome for part in told.parts if isinstance(part.outcome, Refused)]

        async def write(transaction: Transaction) -> Sequence[Draft]:
            drafts = _refusals(context, refused)
            if act.added or act.removed:
                drafts.append(await self._done(transaction, context, act))
            return drafts

        question = self._question(context, told, waits=not act.added)
        return await self.closing(context, write, answers=told.answers, edits=told.edits, question=question)

    def _act(self, context: Context, told: Told) -> NewAct:
        settled = [(part, part.outcome) for part in told.parts if isinstance(part.outcome, Settled)]
        replaced = [entry for part, _ in settled for entry in part.replaces]
        added = [NewEntry(s.food.id, s.portion, s.item.said, part.placed) for part, s in settled]
        removed = [*told.removed, *replaced, *(told.takes_over if settled else ())]
        return NewAct(told.kind, told.at or context.incoming.at, added, removed, told.message)

    def _question(self, context: Context, told: Told, *, waits: bool) -> Question | None:
        """About the first part in doubt. `waits`: nothing stands yet in the place of what is taken over."""
        opened = [(part, part.outcome) for part in told.parts if isinstance(part.outcome, Unsettled | Several)]
        if not opened:
            return None
        at = told.at or context.incoming.at
        items = Items(tuple(Open.of(part) for part, _ in opened), tuple(told.takes_over) if waits else (), at)
        return self.questions.of_items(context, items, opened[0][1], told.message)

    async def closing(
        self,
        context: Context,
        act: Act,
        *,
        answers: Pending | None = None,
        edits: str | None = None,
        question: Question | None = None,
    ) -> Act:
        """The act, where the question that it answers still waits; then the next question.

        That is `question`, or the one that was interrupted.
        """
        waiting = await self.questions.waiting(context, answers, edits, resumed=question is None)

        async def write(transaction: Transaction) -> Sequence[Draft]:
            if not await waiting.ended(transaction):
                return [Draft(context.words("input.stale"))]
            return [*await act(transaction), *await waiting.asked(transaction, question)]

        return write

    async def _done(self, transaction: Transaction, context: Context, act: NewAct) -> Draft:
        done = await self.diary.do(transaction, act)
        return await self.show(transaction, context, done)

    async def show(self, transaction: Transaction, context: Context, done: Done) -> Draft:
        """The reply about an act, from its rows, with the buttons that change it."""
        made = self.new_id()
        await self.diary.shown(transaction, done.id, made)
        return replace(self.shown(context, done), id=made)

    def shown(self, context: Context, done: Done) -> Draft:
        """The same, without noting it."""
        words, today = context.words, day_of(context.incoming.at, self.clock(context))
        if not done.added:
            names = ", ".join(entry.food.name(context.language) for entry in done.removed)
            return Draft(words("log.removed", foods=names), ((_undo(context, done),),), provenance=_evidence(done))
        lines = [line for meal in by_meal(done.added) for line in self._meal(context, done, meal, today)]
        total = [total_line(done.added, words)] if len(done.added) > 1 else []
        many = len(done.added) > _MANY_ROWS
        change = (
            Button(words("log.change_amount"), f"log_food:amount:{REPLY_ID}"),
            Button(words("log.change_food"), f"log_food:food:{REPLY_ID}"),
        )
        return Draft(
            "\n".join([*total, *lines] if many else [*lines, *total]),
            ((_undo(context, done), *change),),
            provenance=_evidence(done),
            entries=logged(done.added, context.language),
        )

    def _meal(self, context: Context, done: Done, entries: Sequence[Entry], today: date) -> list[str]:
        words, first = context.words, entries[0]
        head = words(f"log.done_{done.kind}", when=headed(first.meal, first.day, today, words))
        return [head, *(entry_lines(entry, words, self.measures) for entry in entries)]


def _undo(context: Context, done: Done) -> Button:
    return Button(context.words("log.undo"), f"undo:{done.id}")


def too_many(context: Context, count: int) -> Act:
    """That a message tells of more foods than are read."""
    return say(context.words("log.too_many", n=count, most=MOST_ITEMS))


def _refusals(context: Context, refused: Sequence[Refused]) -> list[Draft]:
    """One reply about every amount that is none."""
    if not refused:
        return []
    lines = [context.words(f"log.refused_{one.reason}", said=one.item.said) for one in refused[:_MOST_REFUSED]]
    more = len(refused) - _MOST_REFUSED
    return [Draft("\n".join([*lines, *([context.words("log.refused_more", n=more)] if more > 0 else [])]))]


def _evidence(done: Done) -> Provenance:
    """The rows that a reply shows, by their ids: its proof."""
    kept = {"kind": "diary", "act": str(done.id), "entries": [str(e.id) for e in (*done.added, *done.removed)]}
    return Provenance(evidence=(kept,))
