"""Changes to what stands: another amount, another food, another time, an answer to the reply that shows a meal."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.acts import Act, Context, Draft, say
from bot.diary.correcting import Corrector, food_of
from bot.diary.drafts import Part, PendingKind, options_of, portion_of
from bot.diary.ports import ActKind, Diary, DiaryReader, NewAct, NewEntry, Standing
from bot.diary.recording import MOST_ITEMS, Recorder, Told, too_many
from bot.diary.rendering import entry_labels
from bot.diary.replying import corrects, moment_of, moved
from bot.messages import Button
from bot.ports import Pending, Transaction
from rag.diary.evidence import Entry
from rag.diary.foods.resolving import Choice, Doubt, Outcome, Refused, Resolver, Unsettled
from rag.diary.ports import FoodIndex
from rag.diary.reading.intent import Stance, stance
from rag.diary.reading.leaving import left_out
from rag.diary.reading.meals import read_amount
from rag.diary.types import Amount, Intent, LogPlan, Moment, Placed, Refusal, SaidItem

_MANY: Final = 20
"""Entries to choose from at most: more buttons than that nobody reads."""


@dataclass(frozen=True, slots=True)
class Amender:
    """Asks what should change, and changes it. Every change is an act of its own, so that it can be undone."""

    diary: Diary
    reader: DiaryReader
    index: FoodIndex
    resolver: Resolver
    recorder: Recorder

    async def which(self, context: Context, kind: PendingKind, shown: str) -> Act:
        """Asks about the entry under a reply, or first which of several it is."""
        standing = await self.reader.standing_of(context.session.person, reply=shown)
        if not standing.entries:
            return say(context.words("input.stale"))
        if len(standing.entries) == 1:
            return await self._ask(context, kind, standing.entries[0])
        entries = standing.entries[:_MANY]
        buttons = [
            (Button(label, f"log_food:entry_{kind}:{entry.id}"),)
            for entry, label in zip(entries, entry_labels(entries, context.words), strict=True)
        ]
        return say(context.words("log.which_entry"), buttons=tuple(buttons))

    async def entry(self, context: Context, kind: PendingKind, entry: uuid.UUID) -> Act:
        """Asks about one entry."""
        found = await self.reader.entry(context.session.person, entry)
        return say(context.words("input.stale")) if found is None else await self._ask(context, kind, found)

    async def _ask(self, context: Context, kind: PendingKind, entry: Entry) -> Act:
        by_amount = kind is PendingKind.AMOUNT
        choices = (
            self.resolver.portions(entry.food, beside=entry.grams) if by_amount else await self._foods(context, entry)
        )
        doubt = Doubt.NO_AMOUNT if by_amount else Doubt.WHICH_FOOD
        asked = Unsettled(SaidItem(entry.said, entry.food.name(context.language)), doubt, tuple(choices), entry.food)
        question = self.recorder.questions.of_entry(context, kind, entry, asked)
        waiting = self.recorder.questions.interrupted(context)

        async def write(transaction: Transaction) -> Sequence[Draft]:
            return await waiting.asked(transaction, question)

        return write

    async def _foods(self, context: Context, entry: Entry) -> Sequence[Choice]:
        phrase = entry.food.name(context.language)
        (hits,) = await self.resolver.finder.search(context.session.person.id, [phrase], context.language)
        return [Choice(hit.food) for hit in hits if hit.food.id != entry.food.id][:4]

    async def chosen(self, context: Context, pending: Pending, number: int) -> Act:
        """An answer by button to a question about an entry."""
        options = options_of(pending.payload["options"])
        entry = await self._entry(context, pending)
        if entry is None or not 0 <= number < len(options):
            return say(context.words("input.stale"))
        option = options[number]
        (food,) = await self.index.foods(context.session.person.id, [option.food_id])
        item = SaidItem(entry.said, food.name(context.language), option.amount or portion_of(entry).amount)
        return await self._changed(context, pending, entry, self.resolver.settle(item, food))

    async def amount_answered(self, context: Context, pending: Pending, text: str) -> Act | None:
        """An answer in words to how much it was; None where the text is no amount."""
        entry = await self._entry(context, pending)
        amount = read_amount(text, self.recorder.measures, context.language)
        if entry is None or amount is None:
            return None
        if isinstance(amount, Refusal):
            return say(context.words(f"log.refused_{amount}", said=text))
        item = SaidItem(entry.said, entry.food.name(context.language), amount)
        return await self._changed(context, pending, entry, self.resolver.settle(item, entry.food))

    async def food_answered(self, context: Context, pending: Pending, plans: Sequence[LogPlan]) -> Act | None:
        """An answer in words to which food it was, as it is read; None where it tells of no one food that is known."""
        if len(plans) != 1 or plans[0].intent is not Intent.LOG or len(plans[0].items) != 1:
            return None
        entry = await self._entry(context, pending)
        outcome = await self._renamed(context, entry, plans[0].items[0]) if entry else None
        return await self._changed(context, pending, entry, outcome) if entry and outcome else None

    async def _entry(self, context: Context, pending: Pending) -> Entry | None:
        return await self.reader.entry(context.session.person, uuid.UUID(pending.payload["entry"]))

    async def _renamed(self, context: Context, entry: Entry, said: SaidItem) -> Outcome | None:
        """Another food for an entry, of its amount where none is said; None for a food that nobody knows."""
        kept = said.amount is None and said.vague is None and said.refused is None
        item = replace(said, amount=portion_of(entry).amount) if kept else said
        (outcome,) = await self.resolver.resolve(context.session.person.id, [item], context.language)
        return None if isinstance(outcome, Unsettled) and outcome.doubt is Doubt.UNKNOWN_FOOD else outcome

    async def _changed(self, context: Context, pending: Pending, entry: Entry, outcome: Outcome) -> Act:
        if isinstance(outcome, Refused):  # the question stays
            return say(context.words(f"log.refused_{outcome.reason}", said=outcome.item.said))
        part = Part(outcome, Placed(entry.eaten_at, entry.day, entry.meal), (entry.id,))
        return await self.recorder.record(
            context, Told([part], ActKind.AMEND, message=pending.message, answers=pending)
        )

    async def amended(self, context: Context, standing: Standing, text: str, plans: Sequence[LogPlan]) -> Act | None:
        """An answer to the reply that shows a meal: an amount, a time, foods to add, to change or to leave out.

        `plans` are what `text` tells of food, as `MealLog.read` has them. None where it asks something.
        """
        amount = read_amount(text, self.recorder.measures, context.language)
        if isinstance(amount, Amount) and len(standing.entries) == 1:
            item = SaidItem(text, standing.entries[0].food.name(context.language), amount)
            return await self._corrected(context, standing, item, plans)
        if (moment := moment_of(text)) is not None:
            return self._moved(context, standing, moment)
        if left := left_out(text):
            outcomes = await self.resolver.resolve(context.session.person.id, left, context.language)
            return await self._without(context, standing, outcomes)
        items = [item for plan in plans for item in plan.items]
        if not items:
            return None if stance(text) is Stance.NEVER else say(context.words("log.nothing"))
        if len(items) > MOST_ITEMS:
            return too_many(context, len(items))
        return await self._retold(context, standing, text, plans)

    async def _corrected(self, context: Context, standing: Standing, item: SaidItem, plans: Sequence[LogPlan]) -> Act:
        """An amount alone, of the only entry."""
        (entry,) = standing.entries
        moment = plans[0].moment if len(plans) == 1 else Moment()
        when = moved(moment, entry, context.incoming.at, self.recorder.clock(context))
        if when is None:
            return say(context.words("log.future"))
        part = Part(self.resolver.settle(item, entry.food), when, (entry.id,))
        return await self.recorder.record(context, Told([part], ActKind.AMEND, message=standing.message))

    def _moved(self, context: Context, standing: Standing, moment: Moment) -> Act:
        """The whole meal at another time."""
        clock, at = self.recorder.clock(context), context.incoming.at
        times = [moved(moment, entry, at, clock) for entry in standing.entries]
        pairs = zip(standing.entries, times, strict=True)
        added = [NewEntry(e.food.id, portion_of(e), e.said, when) for e, when in pairs if when is not None]
        if len(added) < len(standing.entries):
            return say(context.words("log.future"))
        removed = [entry.id for entry in standing.entries]
        act = NewAct(ActKind.AMEND, at, added, removed, standing.message)

        async def write(transaction: Transaction) -> Sequence[Draft]:
            return [await self.recorder.show(transaction, context, await self.diary.do(transaction, act))]

        return write

    async def _retold(self, context: Context, standing: Standing, text: str, plans: Sequence[LogPlan]) -> Act | None:
        entries, items = standing.entries, [item for plan in plans for item in plan.items]
        if len(entries) == len(items) == 1 and items[0].amount is None and corrects(text):
            outcome = await self._renamed(context, entries[0], items[0])
            outcomes = [outcome] if outcome else []
            parts = [
                Part(o, Placed(e.eaten_at, e.day, e.meal), (e.id,)) for o, e in zip(outcomes, entries, strict=False)
            ]
        else:
            outcomes = await self.resolver.resolve(context.session.person.id, items, context.language)
            corrector = Corrector.of(self.recorder, self.resolver, context, entries, text)
            found = corrector.parts(plans, outcomes)
            if found is None:
                return say(context.words("log.future"))
            parts = found
        if not parts:
            return None
        return await self.recorder.record(context, Told(parts, ActKind.AMEND, message=standing.message))

    async def _without(self, context: Context, standing: Standing, outcomes: Sequence[Outcome]) -> Act:
        gone = {food.id for outcome in outcomes if (food := food_of(outcome)) is not None}
        removed = [entry.id for entry in standing.entries if entry.food.id in gone]
        if not removed:
            return say(context.words("log.not_in_meal"))
        return await self.recorder.record(context, Told([], ActKind.REMOVE, removed=removed, message=standing.message))
