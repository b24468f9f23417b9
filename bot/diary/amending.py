"""Changes to what stands: another amount, another food, an edited message, an answer to the reply that shows a meal."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.acts import Act, Context, Draft, say
from bot.diary.drafts import WAITS, Option, PendingKind, options_json, options_of, portion_of
from bot.diary.ports import ActKind, Diary, DiaryReader, Standing
from bot.diary.recording import Recorder, Told
from bot.messages import Button
from bot.ports import Pending, Transaction
from rag.diary.evidence import Entry
from rag.diary.leaving import left_out
from rag.diary.ports import FoodIndex
from rag.diary.reading import read_amount
from rag.diary.resolving import Choice, Doubt, Outcome, Resolver, Settled, Unsettled
from rag.diary.types import Amount, Food, Placed, Refusal, SaidItem

_LONGEST_NAME = 6
_MANY = 20
"""Entries to choose from at most: more buttons than that nobody reads."""


@dataclass(frozen=True, slots=True)
class Amender:
    """Asks what should change, and changes it. Every change is an act of its own, so that it can be undone."""

    diary: Diary
    reader: DiaryReader
    index: FoodIndex
    resolver: Resolver
    recorder: Recorder
    new_id: Callable[[], uuid.UUID]

    async def which(self, context: Context, kind: PendingKind, shown: str) -> Act:
        """Asks about the entry under a reply, or first which of several it is."""
        standing = await self.reader.standing_of(context.session.person, reply=shown)
        if not standing.entries:
            return say(context.words("input.stale"))
        if len(standing.entries) == 1:
            return await self._ask(context, kind, standing.entries[0])
        buttons = [
            (Button(entry.food.name(context.language), f"log_food:entry_{kind}:{entry.id}"),)
            for entry in standing.entries[:_MANY]
        ]
        return say(context.words("log.which_entry"), buttons=tuple(buttons))

    async def entry(self, context: Context, kind: PendingKind, entry: uuid.UUID) -> Act:
        """Asks about one entry."""
        found = await self.reader.entry(context.session.person, entry)
        return say(context.words("input.stale")) if found is None else await self._ask(context, kind, found)

    async def _ask(self, context: Context, kind: PendingKind, entry: Entry) -> Act:
        by_amount = kind is PendingKind.AMOUNT
        choices = self.resolver.portions(entry.food) if by_amount else await self._foods(context, entry)
        options = [Option(choice.food.id, choice.portion.amount if choice.portion else None) for choice in choices]
        pending = Pending(self.new_id(), kind, {"entry": str(entry.id), "options": options_json(options)})
        doubt = Doubt.NO_AMOUNT if kind is PendingKind.AMOUNT else Doubt.WHICH_FOOD
        asked = Unsettled(SaidItem(entry.said, entry.food.name(context.language)), doubt, tuple(choices), entry.food)

        async def write(transaction: Transaction) -> Sequence[Draft]:
            await self.diary.ask(transaction, pending, context.incoming.at + WAITS)
            return [self.recorder.question(context, asked, pending.id, skippable=False)]

        return write

    async def _foods(self, context: Context, entry: Entry) -> Sequence[Choice]:
        phrase = entry.food.name(context.language)
        (hits,) = await self.resolver.finder.search(context.session.person.id, [phrase], context.language)
        return [Choice(hit.food) for hit in hits if hit.food.id != entry.food.id][:4]

    async def chosen(self, context: Context, pending: Pending, number: int) -> Act:
        """An answer by button to a question about an entry."""
        options = options_of(pending.payload["options"])
        entry = await self.reader.entry(context.session.person, uuid.UUID(pending.payload["entry"]))
        if entry is None or not 0 <= number < len(options):
            return say(context.words("input.stale"))
        option = options[number]
        (food,) = await self.index.foods(context.session.person.id, [option.food_id])
        return self._changed(context, pending, entry, food, option.amount or portion_of(entry).amount)

    async def answered(self, context: Context, pending: Pending, text: str) -> Act | None:
        """An answer in words to a question about an entry; None where the text is no answer."""
        entry = await self.reader.entry(context.session.person, uuid.UUID(pending.payload["entry"]))
        if entry is None:
            return None
        if pending.kind == PendingKind.AMOUNT:
            amount = read_amount(text, self.recorder.measures, context.language)
            if amount is None:
                return None
            if isinstance(amount, Refusal):
                return say(context.words(f"log.refused_{amount}", said=text))
            return self._changed(context, pending, entry, entry.food, amount)
        (hits,) = await self.resolver.finder.search(context.session.person.id, [text], context.language)
        if not hits or len(text.split()) > _LONGEST_NAME:
            return None
        return self._changed(context, pending, entry, hits[0].food, portion_of(entry).amount)

    def _changed(self, context: Context, pending: Pending, entry: Entry, food: Food, amount: Amount) -> Act:
        item = SaidItem(entry.said, food.name(context.language), amount)
        told = Told(
            [(self.resolver.settle(item, food), placed_as(entry))],
            ActKind.AMEND,
            takes_over=[entry.id],
            message=pending.message,
            answers=pending.id,
        )
        return self.recorder.record(context, told)

    async def amended(self, context: Context, standing: Standing, text: str, items: Sequence[SaidItem]) -> Act:
        """An answer to the reply that shows a meal: an amount, foods to add or to change, or foods to leave out.

        `items` are what `text` tells of food, as `MealLog.read` has them.
        """
        entries = standing.entries
        amount = read_amount(text, self.recorder.measures, context.language)
        if isinstance(amount, Amount) and len(entries) == 1:
            item = SaidItem(text, entries[0].food.name(context.language), amount)
            return self._retold(context, standing, [self.resolver.settle(item, entries[0].food)], entries)
        if left := left_out(text):
            outcomes = await self.resolver.resolve(context.session.person.id, left, context.language)
            return self._without(context, standing, outcomes)
        outcomes = await self.resolver.resolve(context.session.person.id, items, context.language)
        known = {food.id for outcome in outcomes if (food := food_of(outcome)) is not None}
        return self._retold(context, standing, outcomes, [e for e in entries if e.food.id in known])

    def _retold(
        self, context: Context, standing: Standing, outcomes: Sequence[Outcome], replaced: Sequence[Entry]
    ) -> Act:
        if not outcomes:
            return say(context.words("log.nothing"))
        ids = [entry.id for entry in replaced]
        when = placed_as(standing.entries[0])
        parts = [(outcome, when) for outcome in outcomes]
        told = Told(parts, ActKind.AMEND, takes_over=ids, message=standing.message)
        return self.recorder.record(context, told)

    def _without(self, context: Context, standing: Standing, outcomes: Sequence[Outcome]) -> Act:
        gone = {food.id for outcome in outcomes if (food := food_of(outcome)) is not None}
        removed = [entry.id for entry in standing.entries if entry.food.id in gone]
        if not removed:
            return say(context.words("log.not_in_meal"))
        told = Told([], ActKind.REMOVE, removed=removed, message=standing.message)
        return self.recorder.record(context, told)


def food_of(outcome: Outcome) -> Food | None:
    """The food of an outcome, where it is known."""
    return outcome.food if isinstance(outcome, Settled | Unsettled) else None


def placed_as(entry: Entry) -> Placed:
    """When an entry was eaten."""
    return Placed(entry.eaten_at, entry.day, entry.meal)
