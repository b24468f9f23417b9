"""Outcomes → what is stored, what is told of it, and the one question that is left. For every way to tell of food."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final
from zoneinfo import ZoneInfo

from bot.acts import REPLY_ID, Act, Context, Draft
from bot.diary.drafts import WAITS, Items, Open, PendingKind, items_json
from bot.diary.ports import ActKind, Diary, Done, NewAct, NewEntry
from bot.diary.rendering import by_meal, entry_lines, headed, logged, portion_label, total_line
from bot.messages import Button
from bot.ports import Pending, Provenance, Transaction
from rag.diary.days import day_of
from rag.diary.evidence import Entry
from rag.diary.measures import Measures
from rag.diary.resolving import Outcome, Refused, Settled, Unsettled
from rag.diary.types import Clock, Placed

_LABEL: Final = 48
"""Letters of a button's label; a phone shows about so many."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was told at once: outcomes, each with its meal, and the entries that they replace.

    `message` is the channel's id of the message that first told of it. `removed` entries go at once; those that it
    `takes_over` as soon as something stands in their place, which may be when a question has been answered.
    """

    outcomes: Sequence[tuple[Outcome, Placed]]
    kind: ActKind = ActKind.LOG
    removed: Sequence[uuid.UUID] = ()
    takes_over: Sequence[uuid.UUID] = ()
    message: str | None = None
    answers: uuid.UUID | None = None
    """The question that this answers."""


@dataclass(frozen=True, slots=True)
class Recorder:
    """Stores what is clear, asks about the first thing that is not, and refuses what is no amount."""

    diary: Diary
    measures: Measures
    zone: ZoneInfo
    new_id: Callable[[], uuid.UUID]

    def clock(self, context: Context) -> Clock:
        """The person's days, or the service's."""
        session = context.session
        return Clock(ZoneInfo(session.timezone) if session.timezone else self.zone, session.day_start)

    def record(self, context: Context, told: Told) -> Act:
        """The act: entries and the question in one transaction, then the replies from the rows."""
        settled = [(outcome, placed) for outcome, placed in told.outcomes if isinstance(outcome, Settled)]
        opened = [(outcome, placed) for outcome, placed in told.outcomes if isinstance(outcome, Unsettled)]
        refused = [outcome for outcome, _ in told.outcomes if isinstance(outcome, Refused)]
        act = NewAct(
            told.kind,
            context.incoming.at,
            [NewEntry(s.food.id, s.portion, s.item.said, placed) for s, placed in settled],
            [*told.removed, *(told.takes_over if settled else ())],
            told.message,
        )

        async def write(transaction: Transaction) -> Sequence[Draft]:
            if told.answers is not None and not await self.diary.answered(transaction, told.answers):
                return [Draft(context.words("input.stale"))]
            drafts = [_refusal(context, outcome) for outcome in refused]
            if act.added or act.removed:
                drafts.append(await self._done(transaction, context, act))
            if opened:
                later = () if settled else tuple(told.takes_over)
                items = Items(tuple(Open.of(outcome, placed) for outcome, placed in opened), later)
                drafts.append(await self.ask(transaction, context, items, opened[0][0], told.message))
            return drafts

        return write

    async def ask(
        self, transaction: Transaction, context: Context, items: Items, first: Unsettled, message: str | None
    ) -> Draft:
        """Keeps the items in doubt and asks about the first."""
        pending = Pending(self.new_id(), PendingKind.ITEMS, items_json(items), message)
        await self.diary.ask(transaction, pending, context.incoming.at + WAITS)
        return self.question(context, first, pending.id, skippable=True)

    def question(self, context: Context, asked: Unsettled, pending: uuid.UUID, *, skippable: bool) -> Draft:
        """One short question with its choices as buttons."""
        words = context.words
        buttons = [
            (Button(self._label(context, asked, number), f"log_food:choose:{pending}:{number}"),)
            for number in range(len(asked.choices))
        ]
        if skippable:
            buttons.append((Button(words("log.skip"), f"log_food:skip:{pending}"),))
        name = asked.food.name(context.language) if asked.food else asked.item.food
        key = asked.doubt if asked.choices else f"{asked.doubt}_open"
        text = words(f"log.ask_{key}", food=name, said=asked.item.said, measure=asked.item.vague or "")
        return Draft(text, tuple(buttons))

    def _label(self, context: Context, asked: Unsettled, number: int) -> str:
        choice = asked.choices[number]
        if choice.portion is not None:
            return portion_label(choice.portion, context.words, self.measures)
        return choice.food.name(context.language)[:_LABEL]

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
        change = (
            Button(words("log.change_amount"), f"log_food:amount:{REPLY_ID}"),
            Button(words("log.change_food"), f"log_food:food:{REPLY_ID}"),
        )
        return Draft(
            "\n".join([*lines, *total]),
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


def _refusal(context: Context, refused: Refused) -> Draft:
    return Draft(context.words(f"log.refused_{refused.reason}", said=refused.item.said))


def _evidence(done: Done) -> Provenance:
    """The rows that a reply shows, by their ids: its proof."""
    kept = {"kind": "diary", "act": str(done.id), "entries": [str(e.id) for e in (*done.added, *done.removed)]}
    return Provenance(evidence=(kept,))
