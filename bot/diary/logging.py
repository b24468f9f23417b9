"""Meals told in words → acts of the diary: told, offered, asked about item by item, repeated, told anew."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.acts import Act, Context, Draft, say
from bot.diary.drafts import Items, Open, Option, items_of, portion_of
from bot.diary.ports import ActKind, Diary, DiaryReader, NewAct, NewEntry, Standing
from bot.diary.recording import Recorder, Told
from bot.ports import Pending, Person, PromptText, Transaction
from rag.diary.days import day_of
from rag.diary.evidence import Entry
from rag.diary.measures import Measures
from rag.diary.model_reading import Meal, MealReader, Reading
from rag.diary.moments import placed
from rag.diary.own_foods import OwnNames
from rag.diary.portions import portion
from rag.diary.ports import FoodIndex
from rag.diary.reading import read_meals
from rag.diary.resolving import Choice, Doubt, Outcome, Resolver, Unsettled
from rag.diary.types import Food, Intent, LogPlan, Moment, Placed

_LONGEST_NAME = 6


@dataclass(frozen=True, slots=True)
class MealLog:
    """Reads meals and leaves them to be stored. `prompt` is that of the model which `meal_reader` may ask."""

    diary: Diary
    reader: DiaryReader
    index: FoodIndex
    resolver: Resolver
    recorder: Recorder
    measures: Measures
    known: Callable[[str], bool]
    names: Callable[[Person], Awaitable[Sequence[str]]]
    new_id: Callable[[], uuid.UUID]
    meal_reader: MealReader
    prompt: PromptText

    async def reading(self, context: Context, text: str) -> Reading:
        """What a text tells, by the grammar and perhaps a model; nothing is stored."""
        return await self._reading(context, text, await self.read(context, text))

    async def tell(self, context: Context, text: str, message: str | None = None) -> Act:
        """What a text tells, stored where it is clear, at the time of the context's message."""
        plans = await self.read(context, text)
        if plans[0].intent is Intent.REPEAT:
            return await self._repeat(context, plans[0], message)
        reading = await self._reading(context, text, plans)
        if not reading.meals:
            return self._by(reading, say(context.words("log.nothing")))
        times = [placed(meal.moment, context.incoming.at, self.recorder.clock(context)) for meal in reading.meals]
        outcomes = _timed(reading.meals, times)
        if outcomes is None:
            return say(context.words("log.future"))
        return self._by(reading, self.recorder.record(context, Told(outcomes, message=message)))

    async def retell(self, context: Context, text: str, standing: Standing) -> Act:
        """An edited message: what it tells stands in the place of all that it told, on the day that it told it."""
        entries = [entry.id for entry in standing.entries]
        reading = await self.reading(context, text)
        if not reading.meals:
            told = Told([], ActKind.REMOVE, removed=entries, message=standing.message)
            return self._by(reading, self.recorder.record(context, told))
        outcomes = _timed(reading.meals, [self._then(context, meal.moment, standing) for meal in reading.meals])
        if outcomes is None:
            return say(context.words("log.future"))
        told = Told(outcomes, ActKind.AMEND, takes_over=entries, message=standing.message)
        return self._by(reading, self.recorder.record(context, told))

    def _then(self, context: Context, moment: Moment, standing: Standing) -> Placed | None:
        """When an edited message tells of: as it first did, where it says nothing else."""
        first = standing.entries[0]
        if moment == Moment():
            return Placed(first.eaten_at, first.day, first.meal)
        return placed(moment, first.eaten_at, self.recorder.clock(context))

    async def _reading(self, context: Context, text: str, plans: Sequence[LogPlan]) -> Reading:
        return await self.meal_reader.read(context.session.person.id, text, plans, context.language)

    def _by(self, reading: Reading, act: Act) -> Act:
        """The act, whose first reply keeps which model was asked, and why it gave nothing."""
        if reading.chat_model is None:
            return act

        async def write(transaction: Transaction) -> Sequence[Draft]:
            first, *others = await act(transaction)
            provenance = replace(
                first.provenance,
                chat_model=reading.chat_model,
                prompt=self.prompt,
                tokens_in=reading.tokens_in,
                tokens_out=reading.tokens_out,
                degraded=reading.degraded,
            )
            return [replace(first, provenance=provenance), *others]

        return write

    async def read(self, context: Context, text: str, *, asked: bool = True) -> tuple[LogPlan, ...]:
        """What a text tells, the names of the person's own foods kept whole."""
        names = OwnNames(await self.names(context.session.person))
        return names.read(
            text, lambda said: read_meals(said, self.measures, context.language, asked=asked, known=self.known)
        )

    async def _repeat(self, context: Context, plan: LogPlan, message: str | None) -> Act:
        clock, at = self.recorder.clock(context), context.incoming.at
        again = plan.again or Moment()
        today = day_of(at, clock)
        day = again.day or today - timedelta(days=again.days_ago if again.days_ago is not None else 1)
        entries = await self.reader.entries(context.session.person, day, again.meal)
        added = [new for entry in entries if (new := self._again(entry, context, plan)) is not None]
        if not added:
            return say(context.words("log.nothing_to_repeat"))
        act = NewAct(ActKind.REPEAT, at, added, message=message)

        async def write(transaction: Transaction) -> Sequence[Draft]:
            return [await self.recorder.show(transaction, context, await self.diary.do(transaction, act))]

        return write

    def _again(self, entry: Entry, context: Context, plan: LogPlan) -> NewEntry | None:
        """The same entry at this moment, in the meal that it was of."""
        moment = plan.moment if plan.moment.meal else replace(plan.moment, meal=entry.meal)
        when = placed(moment, context.incoming.at, self.recorder.clock(context))
        return None if when is None else NewEntry(entry.food.id, portion_of(entry), entry.said, when)

    async def accept(self, context: Context, pending: Pending) -> Act:
        """Yes to an offer: the message is logged at the time it was sent."""
        at = datetime.fromisoformat(pending.payload["at"])
        then = replace(context, incoming=replace(context.incoming, at=at))
        told = await self.tell(then, pending.payload["text"], pending.message)
        return self._ending(context, pending, told)

    def drop(self, context: Context, pending: Pending) -> Act:
        """No to an offer."""
        return self._ending(context, pending, say(context.words("log.dropped")))

    async def skip(self, context: Context, pending: Pending) -> Act:
        """The item in doubt is left out, and the next one asked about."""
        items = items_of(pending.payload)
        rest = replace(items.rest(), replaces=items.replaces)
        if not rest.opened:
            return self._ending(context, pending, say(context.words("log.skipped")))
        return self._ending(context, pending, await self._next(context, rest, pending.message))

    async def chosen(self, context: Context, pending: Pending, number: int) -> Act | None:
        """The same by the number of an option."""
        items = items_of(pending.payload)
        options = items.opened[0].options
        return await self.choose(context, pending, items, options[number]) if number < len(options) else None

    async def choose(self, context: Context, pending: Pending, items: Items, option: Option) -> Act:
        """An answer to the question about the first item: a food, and perhaps an amount of it."""
        foods = await self.index.foods(context.session.person.id, [option.food_id])
        if not foods:
            return say(context.words("input.stale"))
        item = items.opened[0].item
        item = replace(item, amount=option.amount or item.amount)
        return await self._answer(context, pending, items, self.resolver.settle(item, foods[0]))

    async def rename(self, context: Context, pending: Pending, items: Items, text: str) -> Act | None:
        """Another name for the food that was not found, or was in doubt; None where the text is none."""
        if len(text.split()) > _LONGEST_NAME:
            return None
        plans = await self.read(context, text)
        if len(plans) != 1 or len(plans[0].items) != 1:
            return None
        said, first = plans[0].items[0], items.opened[0].item
        item = replace(said, said=first.said, amount=said.amount or first.amount, vague=said.vague or first.vague)
        (outcome,) = await self.resolver.resolve(context.session.person.id, [item], context.language)
        if isinstance(outcome, Unsettled) and outcome.doubt is Doubt.UNKNOWN_FOOD:
            return None
        return await self._answer(context, pending, items, outcome)

    async def _answer(self, context: Context, pending: Pending, items: Items, outcome: Outcome) -> Act:
        """Stores the item that has been answered for, and asks about what is still in doubt."""
        rest = await self._unsettled(context, items.rest())
        told = Told(
            [(outcome, items.opened[0].placed), *rest],
            ActKind.AMEND if items.replaces else ActKind.LOG,
            takes_over=items.replaces,
            message=pending.message,
            answers=pending.id,
        )
        return self.recorder.record(context, told)

    async def _next(self, context: Context, rest: Items, message: str | None) -> Act:
        told = Told(await self._unsettled(context, rest), takes_over=rest.replaces, message=message)
        return self.recorder.record(context, told)

    async def _unsettled(self, context: Context, items: Items) -> list[tuple[Outcome, Placed]]:
        """Items in doubt, with the foods of their options read again, in one query."""
        ids = sorted({i for o in items.opened for i in (o.food_id, *(option.food_id for option in o.options)) if i})
        foods = {food.id: food for food in await self.index.foods(context.session.person.id, ids)} if ids else {}
        return [(self._reopened(opened, foods), opened.placed) for opened in items.opened]

    def _reopened(self, opened: Open, foods: Mapping[int, Food]) -> Unsettled:
        millilitres = self.resolver.kitchen.millilitres
        choices = (
            Choice(food, portion(food, option.amount, millilitres) if option.amount else None)
            for option in opened.options
            if (food := foods.get(option.food_id))
        )
        return Unsettled(opened.item, opened.doubt, tuple(choices), foods.get(opened.food_id or 0))

    def _ending(self, context: Context, pending: Pending, act: Act) -> Act:
        """The act, where the question still waits; it ends with it."""

        async def write(transaction: Transaction) -> Sequence[Draft]:
            if not await self.diary.answered(transaction, pending.id):
                return [Draft(context.words("input.stale"))]
            return await act(transaction)

        return write


def _timed(meals: Sequence[Meal], times: Sequence[Placed | None]) -> list[tuple[Outcome, Placed]] | None:
    """Every outcome with its meal; None where a meal has not been yet."""
    pairs = [(outcome, when) for meal, when in zip(meals, times, strict=True) for outcome in meal.outcomes]
    found = [(outcome, when) for outcome, when in pairs if when is not None]
    return found if len(found) == len(pairs) else None
