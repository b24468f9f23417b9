"""What is written outside commands and meant for the diary: answers to its questions, edits, replies, meals told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.acts import Act, Context, Draft, reply, say
from bot.consent import Consent, ask_consent
from bot.diary.amending import Amender
from bot.diary.choosing import picked, picked_food
from bot.diary.drafts import Option, PendingKind, items_of, stack_of, told_at
from bot.diary.logging import MealLog
from bot.diary.picking import agrees
from bot.diary.questions import Question, Questions
from bot.diary.recording import MOST_ITEMS, too_many
from bot.diary.rendering import headed
from bot.messages import Kind
from bot.ports import Pending, Transaction
from rag.diary.days import day_of
from rag.diary.reading.answers import Left, read_answer
from rag.diary.reading.intent import Stance, is_foodlike, stance
from rag.diary.reading.moments import placed
from rag.diary.types import Amount, Intent, LogPlan, Moment, Refusal
from rag.wording import fold


@dataclass(frozen=True, slots=True)
class DiaryListener:
    """Takes what is the diary's; None leaves a message to the specialty agents."""

    meals: MealLog
    amender: Amender
    consent: Consent

    async def hear(self, context: Context, text: str) -> Act | None:
        """An act, or None where the text is none of the diary's business."""
        if not text:
            return None
        if not context.session.consented:
            return ask_consent(context, self.consent.lines, quotes=True) if await self._told(context, text) else None
        act = await self._heard(context, text)
        return self.consent.held(context, act) if act else None

    async def _heard(self, context: Context, text: str) -> Act | None:
        if context.incoming.kind is Kind.EDIT:
            return await self._edited(context, text)
        if context.incoming.kind is not Kind.TEXT and context.incoming.kind is not Kind.BUTTON:
            return None
        pending = context.session.pending
        if pending is not None:
            if (new := await self._new(context, pending, text)) is not None:
                return self._offer(context, text, new)
            if answered := await self._answered(context, pending, text):
                return answered
        if context.incoming.reply_to and (amended := await self._replied(context, text)):
            return amended
        return await self._told(context, text)

    async def _edited(self, context: Context, text: str) -> Act | None:
        message = context.incoming.edits
        standing = await self.amender.reader.standing_of(context.session.person, message=message)
        if standing.entries:
            return await self.meals.retell(context, _argument(text), standing)
        asked = next((p for p in stack_of(context.session.pending) if p.message and p.message == message), None)
        return await self._told_anew(context, text, asked) if asked else None

    async def _told_anew(self, context: Context, text: str, asked: Pending) -> Act:
        """An edited message of which nothing is stored yet: the question about it ends, and it is read again."""
        at = told_at(asked)
        if asked.kind == PendingKind.ITEMS or text.startswith("/"):
            return await self.meals.tell(context, _argument(text), asked.message, at=at, edits=asked.message)
        plans = await self.meals.read(context, text, asked=False)
        if any(plan.intent is Intent.NONE for plan in plans):
            return await self.meals.recorder.closing(context, say(context.words("log.dropped")), edits=asked.message)
        payload = self._offered(context, text, at or context.incoming.at, plans)
        question = self.meals.recorder.questions.offer(context, payload, asked.message)
        return await self.meals.recorder.closing(context, reply(), edits=asked.message, question=question)

    async def _replied(self, context: Context, text: str) -> Act | None:
        standing = await self.amender.reader.standing_of(context.session.person, reply=context.incoming.reply_to)
        if not standing.entries:
            return None
        return await self.amender.amended(context, standing, text, await self.meals.read(context, text))

    async def _told(self, context: Context, text: str) -> Act | None:
        """A meal told in passing is offered to be logged, and nothing is stored of it before a yes."""
        plans = await self.meals.read(context, text, asked=False)
        return None if any(plan.intent is Intent.NONE for plan in plans) else self._offer(context, text, plans)

    def _offer(self, context: Context, text: str, plans: Sequence[LogPlan]) -> Act:
        count = sum(len(plan.items) for plan in plans)
        if count > MOST_ITEMS:
            return too_many(context, count)
        questions = self.meals.recorder.questions
        payload = self._offered(context, text, context.incoming.at, plans)
        return asking(questions, context, questions.offer(context, payload, context.incoming.message))

    async def _new(self, context: Context, pending: Pending, text: str) -> Sequence[LogPlan] | None:
        """A meal of its own that is told while a question waits: with a verb for eating, or a meal, day or time."""
        if pending.kind == PendingKind.OFFER:
            return None
        plans = await self.meals.read(context, text)
        dated = any(plan.moment != Moment() for plan in plans)
        if any(plan.intent is not Intent.LOG for plan in plans) or (
            not dated and self._repeats(context, pending, text)
        ):
            return None
        if dated and all(is_foodlike(item, self.meals.known) for plan in plans for item in plan.items):
            return plans
        strict = await self.meals.read(context, text, asked=False)
        told = stance(text) in (Stance.TOLD, Stance.HINTED) and all(plan.intent is Intent.LOG for plan in strict)
        return strict if told else None

    def _repeats(self, context: Context, pending: Pending, text: str) -> bool:
        """Whether it is an amount of the very food that is asked about ("comi 2 bananas")."""
        if pending.kind != PendingKind.ITEMS:
            return False
        first = items_of(pending.payload).opened[0]
        if first.food_id is None:
            return False
        return isinstance(read_answer(text, self.meals.measures, context.language, first.item), Amount)

    async def _answered(self, context: Context, pending: Pending, text: str) -> Act | None:
        match pending.kind:
            case PendingKind.OFFER:
                return await self._accepted(context, pending, text)
            case PendingKind.ITEMS:
                return await self._item(context, pending, text)
            case PendingKind.AMOUNT:
                return await self.amender.amount_answered(context, pending, text)
            case PendingKind.FOOD:
                found = await picked_food(self.amender, context, pending, text)
                return found or await self.amender.food_answered(context, pending, await self.meals.read(context, text))
        return None

    async def _accepted(self, context: Context, pending: Pending, text: str) -> Act | None:
        said = agrees(text)
        if said is None:
            return None
        return await (self.meals.accept if said else self.meals.drop)(context, pending)

    async def _item(self, context: Context, pending: Pending, text: str) -> Act | None:
        items = items_of(pending.payload)
        first = items.opened[0]
        left = read_answer(text, self.meals.measures, context.language, first.item)
        if isinstance(left, Left) or fold(text).strip(" .!") == fold(context.words("log.skip")):
            return await self.meals.skip(context, pending)
        if found := await picked(self.meals, context, pending, items, text):
            return found
        if first.entries:
            return await self.meals.point(context, pending, items, text)
        if first.food_id is None:
            return await self.meals.rename(context, pending, items, text)
        if isinstance(left, Refusal):
            return say(context.words(f"log.refused_{left}", said=text))
        return await self.meals.choose(context, pending, items, Option(first.food_id, left)) if left else None

    def _offered(self, context: Context, text: str, at: datetime, plans: Sequence[LogPlan]) -> Mapping[str, Any]:
        """What is kept of an offer, and shown: each meal with its day and foods."""
        lines = [self._line(context, at, plan) for plan in plans]
        return {"text": text, "at": at.isoformat(), "foods": "\n".join(lines)}

    def _line(self, context: Context, at: datetime, plan: LogPlan) -> str:
        foods = ", ".join(item.said for item in plan.items)
        clock = self.meals.recorder.clock(context)
        when = placed(plan.moment, at, clock)
        if when is None:
            return foods
        return f"{headed(when.meal, when.day, day_of(at, clock), context.words)}: {foods}"


def offer(meals: MealLog, context: Context, text: str, shown: Draft, message: str | None) -> Act:
    """Asks whether `text` is to be logged; `message` is the channel's id of a message whose edits then change it."""
    payload = {"text": text, "at": context.incoming.at.isoformat(), "foods": ", ".join(text.splitlines())}
    questions = meals.recorder.questions
    return asking(questions, context, questions.offer(context, payload, message, shown))


def asking(questions: Questions, context: Context, question: Question) -> Act:
    """An act that asks a question before all that wait."""
    waiting = questions.interrupted(context)

    async def write(transaction: Transaction) -> Sequence[Draft]:
        return await waiting.asked(transaction, question)

    return write


def _argument(text: str) -> str:
    """An edited command's text without the command."""
    return text.partition(" ")[2] if text.startswith("/") else text
