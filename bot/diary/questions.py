"""Questions of the diary: how they are shown, and which waits behind which. Nothing that waits is forgotten."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.acts import Context, Draft
from bot.diary.drafts import (
    WAITS,
    Items,
    Open,
    Option,
    Part,
    PendingKind,
    Several,
    items_json,
    items_of,
    options_json,
    stack_of,
    stacked,
)
from bot.diary.labels import food_labels
from bot.diary.ports import Diary, DiaryReader
from bot.diary.rendering import entry_labels, portion_label
from bot.messages import Button
from bot.ports import Pending, Transaction
from rag.diary.evidence import Entry
from rag.diary.foods.portions import portion
from rag.diary.foods.resolving import Choice, Doubt, Resolver, Unsettled
from rag.diary.lexis.measures import Measures
from rag.diary.ports import FoodIndex
from rag.diary.types import Food

_MOST_WAITING: Final = 20
_CHANGES: Final = (PendingKind.AMOUNT, PendingKind.FOOD)
"""Questions about what is stored already: nothing is lost with them."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that is ready to be asked."""

    pending: Pending
    draft: Draft


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits as a message is handled: `before` it, and of that what is `left`, the first asked first.

    `answers` is the question that the message answers; `following` the one that is asked again after it.
    """

    diary: Diary
    context: Context
    before: tuple[Pending, ...]
    left: tuple[Pending, ...]
    answers: Pending | None = None
    following: Question | None = None

    async def ended(self, transaction: Transaction) -> bool:
        """Ends the question that is answered; false where it no longer waits."""
        return self.answers is None or await self.diary.answered(transaction, self.answers.id)

    async def asked(self, transaction: Transaction, new: Question | None) -> list[Draft]:
        """Asks a new question before all that is left, or goes on with what is left."""
        if new is not None:
            return [await self._ask(transaction, new, [one for one in self.left if one.kind not in _CHANGES])]
        if self.following is not None:
            return [await self._ask(transaction, self.following, self.left[1:])]
        if self.left == self.before:
            return []
        if self.left:
            await self._keep(transaction, stacked(self.left[0], self.left[1:]))
        elif self.answers is None:
            await self.diary.answered(transaction, self.before[0].id)
        return []

    async def _ask(self, transaction: Transaction, question: Question, later: Sequence[Pending]) -> Draft:
        await self._keep(transaction, stacked(question.pending, later[:_MOST_WAITING]))
        if len(later) <= _MOST_WAITING:
            return question.draft
        return replace(question.draft, text=f"{question.draft.text}\n\n{self.context.words('log.let_go')}")

    async def _keep(self, transaction: Transaction, pending: Pending) -> None:
        await self.diary.ask(transaction, pending, self.context.incoming.at + WAITS)


@dataclass(frozen=True, slots=True)
class Questions:
    """Makes questions, anew and from what is kept of them."""

    diary: Diary
    reader: DiaryReader
    index: FoodIndex
    resolver: Resolver
    measures: Measures
    new_id: Callable[[], uuid.UUID]

    async def forget(self, context: Context, transaction: Transaction) -> None:
        """Ends the question that waits, and all behind it."""
        if context.session.pending is not None:
            await self.diary.answered(transaction, context.session.pending.id)

    def interrupted(self, context: Context) -> Waiting:
        """What waits, for a message that has a question of its own."""
        stack = stack_of(context.session.pending)
        return Waiting(self.diary, context, stack, stack)

    async def waiting(
        self, context: Context, answers: Pending | None, edits: str | None, *, resumed: bool = True
    ) -> Waiting:
        """What waits, for a message that answers a question or edits one of which something is being asked.

        `resumed`: the next question is asked again where the one before it has ended.
        """
        before = stack_of(context.session.pending)
        ended = {answers.id} if answers else set()
        left = tuple(p for p in before if p.id not in ended and (edits is None or p.message != edits))
        again = resumed and bool(left) and left[0] is not before[0]
        following = await self._again(context, left[0]) if again else None
        return Waiting(self.diary, context, before, left, answers, following)

    async def _again(self, context: Context, pending: Pending) -> Question:
        if pending.kind == PendingKind.OFFER:
            return self.offer(context, pending.payload, pending.message)
        items = items_of(pending.payload)
        first, *rest = items.opened
        (asked,) = await self.reopened(context, [first])
        part = Part(asked, first.placed, first.replaces, first.own_time)  # what is gone can't be chosen by its number
        return self.of_items(context, replace(items, opened=(Open.of(part), *rest)), asked, pending.message)

    def of_items(self, context: Context, items: Items, first: Unsettled | Several, message: str | None) -> Question:
        """Items in doubt, of which the first is asked about."""
        pending = Pending(self.new_id(), PendingKind.ITEMS, items_json(items), message)
        return Question(pending, self._draft(context, first, pending.id, skippable=True))

    def of_entry(self, context: Context, kind: PendingKind, entry: Entry, asked: Unsettled) -> Question:
        """Another amount or food of an entry that stands."""
        options = [
            Option(choice.food.id, choice.portion.amount if choice.portion else None) for choice in asked.choices
        ]
        pending = Pending(self.new_id(), kind, {"entry": str(entry.id), "options": options_json(options)})
        return Question(pending, self._draft(context, asked, pending.id, skippable=False))

    def offer(
        self, context: Context, payload: Mapping[str, Any], message: str | None, shown: Draft | None = None
    ) -> Question:
        """Whether the text of `payload` is to be logged. `shown` is the offer, where it is not one of foods."""
        words = context.words
        pending = Pending(self.new_id(), PendingKind.OFFER, payload, message)
        foods = payload.get("foods")
        text = words("log.offer", foods=foods) if foods else words("log.offer_repeat")
        yes = Button(words("log.offer_yes"), f"log_food:offer:{pending.id}")
        no = Button(words("log.offer_no"), f"log_food:drop:{pending.id}")
        return Question(pending, replace(shown or Draft(text), buttons=((yes, no),)))

    async def reopened(self, context: Context, opened: Sequence[Open]) -> list[Unsettled | Several]:
        """Items in doubt with the rows that they were read with, as these are at this moment."""
        ids = sorted({i for o in opened for i in (o.food_id, *(option.food_id for option in o.options)) if i})
        foods = {food.id: food for food in await self.index.foods(context.session.person.id, ids)} if ids else {}
        return [
            Several(one.item, await self.entries(context, one)) if one.entries else self._unsettled(one, foods)
            for one in opened
        ]

    async def entries(self, context: Context, opened: Open) -> tuple[Entry, ...]:
        """Those that the item may correct and that still stand."""
        found = [await self.reader.entry(context.session.person, entry) for entry in opened.entries]
        return tuple(entry for entry in found if entry is not None)

    def _unsettled(self, opened: Open, foods: Mapping[int, Food]) -> Unsettled:
        millilitres = self.resolver.kitchen.millilitres
        choices = (
            Choice(food, portion(food, option.amount, millilitres) if option.amount else None)
            for option in opened.options
            if (food := foods.get(option.food_id))
        )
        return Unsettled(opened.item, opened.doubt, tuple(choices), foods.get(opened.food_id or 0))

    def _draft(self, context: Context, asked: Unsettled | Several, pending: uuid.UUID, *, skippable: bool) -> Draft:
        """One short question with its choices as buttons."""
        words = context.words
        labels = self.labels(context, asked)
        buttons = [(Button(label, f"log_food:choose:{pending}:{number}"),) for number, label in enumerate(labels)]
        if skippable:
            buttons.append((Button(words("log.skip"), f"log_food:skip:{pending}"),))
        if isinstance(asked, Several):
            return Draft(words("log.ask_which_entry", said=asked.item.said), tuple(buttons))
        name = asked.food.name(context.language) if asked.food else asked.item.food
        unusable = asked.item.amount if asked.food and asked.doubt is Doubt.VAGUE_MEASURE else None
        doubt = Doubt.NO_AMOUNT if unusable else asked.doubt
        key = doubt if asked.choices else f"{doubt}_open"
        text = words(f"log.ask_{key}", food=name, said=asked.item.said, measure=asked.item.vague or "")
        if unusable:
            text = f"{words('log.unusable', amount=unusable.said or asked.item.said, food=name)} {text}"
        return Draft(text, tuple(buttons))

    def labels(self, context: Context, asked: Unsettled | Several) -> list[str]:
        """What its buttons say, in their order."""
        if isinstance(asked, Several):
            return entry_labels(asked.entries, context.words)
        named = food_labels([choice.food for choice in asked.choices], context.words)
        return [
            portion_label(choice.portion, context.words, self.measures) if choice.portion is not None else name
            for choice, name in zip(asked.choices, named, strict=True)
        ]
