"""What is written outside commands and meant for the diary: answers to its questions, edits, replies, meals told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from bot.acts import Act, Context, Draft, reply, say
from bot.consent import Consent, ask_consent
from bot.diary.amending import Amender
from bot.diary.drafts import Option, PendingKind, items_of, stack_of, told_at
from bot.diary.logging import MealLog
from bot.diary.questions import Question, Questions
from bot.diary.recording import MOST_ITEMS, too_many
from bot.messages import Kind
from bot.ports import Pending, Transaction
from rag.diary.answers import Left, read_answer
from rag.diary.types import Intent, LogPlan, Refusal
from rag.wording import fold

_YES: Final = frozenset("sim s quero pode claro si yes y yep sure ok registra registre registrar log".split())
_NO: Final = frozenset("nao n no nope nunca deixa cancela cancelar".split())


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
        if pending is not None and (answered := await self._answered(context, pending, text)):
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
        payload = _offered(text, at or context.incoming.at, plans)
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
        if any(plan.intent is Intent.NONE for plan in plans):
            return None
        count = sum(len(plan.items) for plan in plans)
        if count > MOST_ITEMS:
            return too_many(context, count)
        questions = self.meals.recorder.questions
        question = questions.offer(context, _offered(text, context.incoming.at, plans), context.incoming.message)
        return asking(questions, context, question)

    async def _answered(self, context: Context, pending: Pending, text: str) -> Act | None:
        match pending.kind:
            case PendingKind.OFFER:
                return await self._accepted(context, pending, text)
            case PendingKind.ITEMS:
                return await self._item(context, pending, text)
            case PendingKind.AMOUNT:
                return await self.amender.amount_answered(context, pending, text)
            case PendingKind.FOOD:
                return await self.amender.food_answered(context, pending, await self.meals.read(context, text))
        return None

    async def _accepted(self, context: Context, pending: Pending, text: str) -> Act | None:
        said = set(fold(text).strip(" .!").split())
        if said and said <= _YES:
            return await self.meals.accept(context, pending)
        if said and said <= _NO:
            return await self.meals.drop(context, pending)
        return None

    async def _item(self, context: Context, pending: Pending, text: str) -> Act | None:
        items = items_of(pending.payload)
        first = items.opened[0]
        if first.entries:
            return await self.meals.point(context, pending, items, text)
        if first.food_id is not None:
            amount = read_answer(text, self.meals.measures, context.language, first.item)
            if amount is None:
                return None
            if isinstance(amount, Left):
                return await self.meals.skip(context, pending)
            if isinstance(amount, Refusal):
                return say(context.words(f"log.refused_{amount}", said=text))
            return await self.meals.choose(context, pending, items, Option(first.food_id, amount))
        return await self.meals.rename(context, pending, items, text)


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


def _offered(text: str, at: datetime, plans: Sequence[LogPlan]) -> Mapping[str, Any]:
    """What is kept of an offer."""
    foods = ", ".join(item.said for plan in plans for item in plan.items)
    return {"text": text, "at": at.isoformat(), "foods": foods}


def _argument(text: str) -> str:
    """An edited command's text without the command."""
    return text.partition(" ")[2] if text.startswith("/") else text
