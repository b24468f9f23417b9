"""What is written outside commands and meant for the diary: answers to its questions, edits, replies, meals told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.acts import Act, Context, Draft, say
from bot.consent import Consent, ask_consent
from bot.diary.amending import Amender
from bot.diary.drafts import WAITS, Option, PendingKind, items_of
from bot.diary.logging import MealLog
from bot.messages import Button, Kind
from bot.ports import Pending, Transaction
from rag.diary.reading import read_amount
from rag.diary.types import Intent, Refusal
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
        standing = await self.amender.reader.standing_of(context.session.person, message=context.incoming.edits)
        if not standing.entries:
            return None
        return await self.meals.retell(context, _argument(text), standing)

    async def _replied(self, context: Context, text: str) -> Act | None:
        standing = await self.amender.reader.standing_of(context.session.person, reply=context.incoming.reply_to)
        if not standing.entries:
            return None
        plans = await self.meals.read(context, text)
        return await self.amender.amended(context, standing, text, [item for plan in plans for item in plan.items])

    async def _told(self, context: Context, text: str) -> Act | None:
        """A meal told in passing is offered to be logged, and nothing is stored of it before a yes."""
        plans = await self.meals.read(context, text, asked=False)
        if any(plan.intent is Intent.NONE for plan in plans):
            return None
        foods = ", ".join(item.said for plan in plans for item in plan.items)
        shown = context.words("log.offer", foods=foods) if foods else context.words("log.offer_repeat")
        return offer(self.meals, context, text, Draft(shown), context.incoming.message)

    async def _answered(self, context: Context, pending: Pending, text: str) -> Act | None:
        match pending.kind:
            case PendingKind.OFFER:
                return await self._offered(context, pending, text)
            case PendingKind.ITEMS:
                return await self._item(context, pending, text)
            case PendingKind.AMOUNT | PendingKind.FOOD:
                return await self.amender.answered(context, pending, text)
        return None

    async def _offered(self, context: Context, pending: Pending, text: str) -> Act | None:
        said = set(fold(text).strip(" .!").split())
        if said and said <= _YES:
            return await self.meals.accept(context, pending)
        if said and said <= _NO:
            return self.meals.drop(context, pending)
        return None

    async def _item(self, context: Context, pending: Pending, text: str) -> Act | None:
        items = items_of(pending.payload)
        first = items.opened[0]
        if first.food_id is not None:
            amount = read_amount(text, self.meals.measures, context.language)
            if amount is None:
                return None
            if isinstance(amount, Refusal):
                return say(context.words(f"log.refused_{amount}", said=text))
            return await self.meals.choose(context, pending, items, Option(first.food_id, amount))
        return await self.meals.rename(context, pending, items, text)


def offer(meals: MealLog, context: Context, text: str, shown: Draft, message: str | None) -> Act:
    """Asks whether `text` is to be logged; `message` is the channel's id of a message whose edits then change it."""
    payload = {"text": text, "at": context.incoming.at.isoformat()}
    pending = Pending(meals.new_id(), PendingKind.OFFER, payload, message)
    buttons = (
        Button(context.words("log.offer_yes"), f"log_food:offer:{pending.id}"),
        Button(context.words("log.offer_no"), f"log_food:drop:{pending.id}"),
    )

    async def write(transaction: Transaction) -> Sequence[Draft]:
        await meals.diary.ask(transaction, pending, context.incoming.at + WAITS)
        return [replace(shown, buttons=(buttons,))]

    return write


def _argument(text: str) -> str:
    """An edited command's text without the command."""
    return text.partition(" ")[2] if text.startswith("/") else text
