"""Meals told in words → acts of the diary: told, offered, asked about item by item, repeated, told anew."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.acts import Act, Context, Draft, say
from bot.diary.drafts import Items, Option, Part, items_of, portion_of, told_at
from bot.diary.ports import ActKind, Diary, DiaryReader, NewAct, NewEntry, Standing
from bot.diary.recording import MOST_ITEMS, Recorder, Told, too_many
from bot.diary.replying import denies, hinted_by
from bot.ports import Pending, Person, PromptText, Transaction
from rag.diary.days import day_of
from rag.diary.evidence import Entry
from rag.diary.foods.resolving import Doubt, Refused, Resolver, Unsettled
from rag.diary.lexis.measures import Measures
from rag.diary.own.foods import OwnNames
from rag.diary.ports import FoodIndex
from rag.diary.reading.meals import read_amount, read_meals
from rag.diary.reading.model import Meal, MealReader, Reading
from rag.diary.reading.moments import placed
from rag.diary.types import Clock, Intent, LogPlan, Moment, Placed

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
    meal_reader: MealReader
    prompt: PromptText

    async def reading(self, context: Context, text: str) -> Reading:
        """What a text tells, by the grammar and perhaps a model; nothing is stored."""
        return await self._reading(context, text, await self.read(context, text))

    async def tell(
        self,
        context: Context,
        text: str,
        message: str | None = None,
        *,
        at: datetime | None = None,
        answers: Pending | None = None,
        edits: str | None = None,
    ) -> Act:
        """What a text tells, stored where it is clear. `at` is when it was told, where that was not in this message.

        `answers` is the question that this ends, `edits` the message of which nothing may be asked any more.
        """
        told = Told([], message=message, at=at, answers=answers, edits=edits)
        plans = await self.read(context, text)
        if plans[0].intent is Intent.REPEAT:
            return await self._repeat(context, plans[0], told)
        if (count := _count(plans)) > MOST_ITEMS:
            return await self._closed(context, told, too_many(context, count))
        if unreal := next((plan.moment.unreal for plan in plans if plan.moment.unreal), None):
            return await self._closed(context, told, say(context.words("log.no_such_day", day=unreal)))
        reading = await self._reading(context, text, plans)
        if not reading.meals:
            return self._by(reading, await self._closed(context, told, say(context.words("log.nothing"))))
        clock, then = self.recorder.clock(context), at or context.incoming.at
        parts = _timed(reading.meals, [placed(meal.moment, then, clock) for meal in reading.meals])
        if parts is None:
            return await self._closed(context, told, say(context.words("log.future")))
        return self._by(reading, await self.recorder.record(context, replace(told, parts=parts)))

    async def _closed(self, context: Context, told: Told, act: Act) -> Act:
        """An act that stores nothing, and ends the questions that the telling ends."""
        return await self.recorder.closing(context, act, answers=told.answers, edits=told.edits)

    async def retell(self, context: Context, text: str, standing: Standing) -> Act:
        """An edited message: what it tells stands in the place of all that it told, on the day that it told it."""
        entries = [entry.id for entry in standing.entries]
        message = standing.message
        told = Told([], ActKind.AMEND, takes_over=entries, message=message, edits=message)
        plans = await self.read(context, text)
        if plans[0].intent is Intent.REPEAT:
            return await self._repeat(context, plans[0], replace(told, at=standing.at))
        if (count := _count(plans)) > MOST_ITEMS:
            return too_many(context, count)
        if unreal := next((plan.moment.unreal for plan in plans if plan.moment.unreal), None):
            return say(context.words("log.no_such_day", day=unreal))
        reading = await self._reading(context, text, plans)
        if not reading.meals:
            return self._by(reading, await self._untold(context, text, told))
        parts = _timed(reading.meals, [self._then(context, meal.moment, standing) for meal in reading.meals])
        if parts is None:
            return say(context.words("log.future"))
        return self._by(reading, await self.recorder.record(context, replace(told, parts=parts)))

    async def _untold(self, context: Context, text: str, told: Told) -> Act:
        """An edit in which no food can be read: the meal goes where it is denied, and else stays."""
        if not denies(text):
            return say(context.words("log.edit_unread"))
        gone = replace(told, kind=ActKind.REMOVE, removed=told.takes_over, takes_over=())
        return await self.recorder.record(context, gone)

    def _then(self, context: Context, moment: Moment, standing: Standing) -> Placed | None:
        """When an edited message tells of: as it first did, where it says nothing else."""
        first = standing.entries[0]
        if moment == Moment():
            return Placed(first.eaten_at, first.day, first.meal)
        return placed(moment, standing.at or first.eaten_at, self.recorder.clock(context))

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

    async def _repeat(self, context: Context, plan: LogPlan, told: Told) -> Act:
        """The entries of another meal once more, in the place of those that an edited message told of."""
        clock, at = self.recorder.clock(context), told.at or context.incoming.at
        again, today = plan.again or Moment(), day_of(at, clock)
        day = again.day or today - timedelta(days=again.days_ago if again.days_ago is not None else 1)
        entries = await self.reader.entries(context.session.person, day, again.meal)
        kept = [entry for entry in entries if entry.id not in told.takes_over]
        added = [new for entry in kept if (new := self._again(entry, plan, at, clock)) is not None]
        if not added:
            return await self._closed(context, told, say(context.words("log.nothing_to_repeat")))
        act = NewAct(ActKind.REPEAT, at, added, told.takes_over, told.message)

        async def write(transaction: Transaction) -> Sequence[Draft]:
            return [await self.recorder.show(transaction, context, await self.diary.do(transaction, act))]

        return await self._closed(context, told, write)

    def _again(self, entry: Entry, plan: LogPlan, at: datetime, clock: Clock) -> NewEntry | None:
        """The same entry at the moment told, in the meal that it was of."""
        moment = plan.moment if plan.moment.meal else replace(plan.moment, meal=entry.meal)
        when = placed(moment, at, clock)
        return None if when is None else NewEntry(entry.food.id, portion_of(entry), entry.said, when)

    async def accept(self, context: Context, pending: Pending) -> Act:
        """Yes to an offer: the message is logged at the time it was sent."""
        return await self.tell(context, pending.payload["text"], pending.message, at=told_at(pending), answers=pending)

    async def drop(self, context: Context, pending: Pending) -> Act:
        """No to an offer."""
        return await self.recorder.closing(context, say(context.words("log.dropped")), answers=pending)

    async def skip(self, context: Context, pending: Pending) -> Act:
        """The item in doubt is left out, and the next one asked about."""
        items = items_of(pending.payload)
        rest = items.rest()
        if not rest.opened:
            return await self.recorder.closing(context, say(context.words("log.skipped")), answers=pending)
        told = Told(await self._parts(context, rest), takes_over=items.replaces, message=pending.message, at=items.at)
        return await self.recorder.record(context, replace(told, answers=pending))

    async def chosen(self, context: Context, pending: Pending, number: int) -> Act | None:
        """An answer by the number of an option."""
        items = items_of(pending.payload)
        first = items.opened[0]
        if first.entries:
            entry = await self._entry(context, first.entries, number)
            return await self.correct(context, pending, items, entry) if entry else None
        return (
            await self.choose(context, pending, items, first.options[number]) if number < len(first.options) else None
        )

    async def _entry(self, context: Context, ids: Sequence[uuid.UUID], number: int) -> Entry | None:
        return await self.reader.entry(context.session.person, ids[number]) if number < len(ids) else None

    async def point(self, context: Context, pending: Pending, items: Items, text: str) -> Act | None:
        """An answer in words to which entry is meant; None where they name none of them, or several."""
        entries = await self.recorder.questions.entries(context, items.opened[0])
        meant = [entry for entry in entries if hinted_by(text, entry, [entry.said])]
        return await self.correct(context, pending, items, meant[0]) if len(meant) == 1 else None

    async def correct(self, context: Context, pending: Pending, items: Items, entry: Entry) -> Act:
        """The first item is that entry's food, and stands in its place."""
        first = items.opened[0]
        when = Placed(entry.eaten_at, entry.day, entry.meal) if first.own_time else first.placed
        item = replace(first.item, food=entry.food.name(context.language))
        part = Part(self.resolver.settle(item, entry.food), when, (entry.id,))
        return await self._answer(context, pending, items, part)

    async def choose(self, context: Context, pending: Pending, items: Items, option: Option) -> Act:
        """An answer to the question about the first item: a food, and perhaps an amount of it."""
        foods = await self.index.foods(context.session.person.id, [option.food_id])
        if not foods:
            return say(context.words("input.stale"))
        first = items.opened[0]
        item = replace(first.item, amount=option.amount or first.item.amount)
        outcome = self.resolver.settle(item, foods[0])
        return await self._answer(context, pending, items, Part(outcome, first.placed, first.replaces))

    async def rename(self, context: Context, pending: Pending, items: Items, text: str) -> Act | None:
        """Another name for the food that was not found, or was in doubt; None where the text is none."""
        if len(text.split()) > _LONGEST_NAME or read_amount(text, self.measures, context.language) is not None:
            return None
        plans = await self.read(context, text)
        if len(plans) != 1 or len(plans[0].items) != 1:
            return None
        said, first = plans[0].items[0], items.opened[0]
        item = replace(
            said,
            said=first.item.said,
            amount=said.amount or first.item.amount,
            vague=said.vague or first.item.vague,
            count=said.count if said.vague else first.item.count,
        )
        (outcome,) = await self.resolver.resolve(context.session.person.id, [item], context.language)
        if isinstance(outcome, Unsettled) and outcome.doubt is Doubt.UNKNOWN_FOOD:
            return None
        return await self._answer(context, pending, items, Part(outcome, first.placed, first.replaces))

    async def _answer(self, context: Context, pending: Pending, items: Items, part: Part) -> Act:
        """Stores the item that has been answered for, and asks about what is still in doubt."""
        if isinstance(part.outcome, Refused):  # the question stays
            refused = part.outcome
            return say(context.words(f"log.refused_{refused.reason}", said=refused.item.said))
        replaced = (*items.replaces, *part.replaces)
        if replaced and not await self._stand(context, replaced):  # they were changed or undone meanwhile
            return await self.recorder.closing(context, say(context.words("input.stale")), answers=pending)
        told = Told(
            [part, *await self._parts(context, items.rest())],
            ActKind.AMEND if replaced else ActKind.LOG,
            takes_over=items.replaces,
            message=pending.message,
            at=items.at,
            answers=pending,
        )
        return await self.recorder.record(context, told)

    async def _stand(self, context: Context, entries: Sequence[uuid.UUID]) -> bool:
        """Whether any of the entries still stands."""
        return any([await self.reader.entry(context.session.person, entry) for entry in entries])

    async def _parts(self, context: Context, items: Items) -> list[Part]:
        """Items in doubt, with the rows of their options read again."""
        reopened = await self.recorder.questions.reopened(context, items.opened)
        return [
            Part(asked, opened.placed, opened.replaces, opened.own_time)
            for asked, opened in zip(reopened, items.opened, strict=True)
        ]


def _count(plans: Sequence[LogPlan]) -> int:
    return sum(len(plan.items) for plan in plans)


def _timed(meals: Sequence[Meal], times: Sequence[Placed | None]) -> list[Part] | None:
    """Every outcome with its meal; None where a meal has not been yet."""
    pairs = [(outcome, when) for meal, when in zip(meals, times, strict=True) for outcome in meal.outcomes]
    found = [Part(outcome, when) for outcome, when in pairs if when is not None]
    return found if len(found) == len(pairs) else None
