"""/log_food: what was eaten; and the buttons of every reply about it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from bot.acts import Act, Context, say
from bot.diary.amending import Amender
from bot.diary.drafts import PendingKind
from bot.diary.logging import MealLog
from bot.ports import Pending
from rag.types import Language


class LogFood:
    """Logs a meal told in words; without any, says how to tell one."""

    name = "log_food"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["registrar"], Language.ES: ["registrar"]}
    in_menu = True

    def __init__(self, meals: MealLog, amender: Amender) -> None:
        self.meals = meals
        self.amender = amender

    async def run(self, context: Context, argument: str) -> Act:
        """Logs what `argument` tells."""
        if not argument:
            return say(context.words("log.how"))
        return await self.meals.tell(context, argument, context.incoming.message)

    async def press(self, context: Context, argument: str) -> Act:
        """`what:which[:number]`, as the diary's replies write them."""
        what, _, rest = argument.partition(":")
        match what:
            case "amount" | "food":
                return await self.amender.which(context, PendingKind(what), rest)
            case "entry_amount" | "entry_food":
                return await self._entry(context, PendingKind(what.removeprefix("entry_")), rest)
            case _:
                return await self._pending(context, what, rest)

    async def _entry(self, context: Context, kind: PendingKind, entry: str) -> Act:
        try:
            return await self.amender.entry(context, kind, uuid.UUID(entry))
        except ValueError:
            return say(context.words("input.stale"))

    async def _pending(self, context: Context, what: str, rest: str) -> Act:
        """A button of the question that waits; a button of an earlier one is stale."""
        waiting, _, number = rest.partition(":")
        pending = context.session.pending
        if pending is None or str(pending.id) != waiting:
            return say(context.words("input.stale"))
        pressed = await self._pressed(context, pending, what, int(number) if number.isdecimal() else None)
        return pressed or say(context.words("input.stale"))

    async def _pressed(self, context: Context, pending: Pending, what: str, number: int | None) -> Act | None:
        match what, pending.kind:
            case "offer", PendingKind.OFFER:
                return await self.meals.accept(context, pending)
            case "drop", PendingKind.OFFER:
                return await self.meals.drop(context, pending)
            case "skip", PendingKind.ITEMS:
                return await self.meals.skip(context, pending)
            case "choose", PendingKind.ITEMS if number is not None:
                return await self.meals.chosen(context, pending, number)
            case "choose", PendingKind.AMOUNT | PendingKind.FOOD if number is not None:
                return await self.amender.chosen(context, pending, number)
        return None
