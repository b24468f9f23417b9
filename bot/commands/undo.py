"""/undo and /redo: the diary's last act, taken back, and done again."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from bot.acts import Act, Context, Draft, say
from bot.diary.ports import Diary
from bot.diary.recording import Recorder
from bot.locales.prose import joined
from bot.messages import Button
from bot.ports import Transaction
from rag.types import Language


class Undo:
    """Takes back the last act that stands, or the one under whose reply the button was pressed."""

    name = "undo"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["desfazer"], Language.ES: ["deshacer"]}
    in_menu = True

    def __init__(self, diary: Diary) -> None:
        self.diary = diary

    async def run(self, context: Context, argument: str) -> Act:
        """The last one."""
        return self._undo(context, None)

    async def press(self, context: Context, argument: str) -> Act:
        """The act named."""
        try:
            return self._undo(context, uuid.UUID(argument))
        except ValueError:
            return say(context.words("input.stale"))

    def _undo(self, context: Context, act: uuid.UUID | None) -> Act:
        words = context.words

        async def write(transaction: Transaction) -> Sequence[Draft]:
            done = await self.diary.undo(transaction, context.incoming.at, act)
            if done is None:
                return [Draft(words("undo.nothing" if act is None else "undo.changed_since"))]
            names = [e.food.name(context.language) for e in done.added or done.removed]
            foods = joined(names, context.language)
            key = ("undo.back" if done.removed else "undo.done") + ("_many" if len(names) > 1 else "")
            return [Draft(words(key, foods=foods), ((Button(words("undo.redo"), f"redo:{done.id}"),),))]

        return write


class Redo:
    """Does again what was undone last, or the act under whose undoing the button was pressed."""

    name = "redo"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["refazer"], Language.ES: ["rehacer"]}
    in_menu = False

    def __init__(self, diary: Diary, recorder: Recorder) -> None:
        self.diary = diary
        self.recorder = recorder

    async def run(self, context: Context, argument: str) -> Act:
        """The last one."""
        return self._redo(context, None)

    async def press(self, context: Context, argument: str) -> Act:
        """The act named."""
        try:
            return self._redo(context, uuid.UUID(argument))
        except ValueError:
            return say(context.words("input.stale"))

    def _redo(self, context: Context, act: uuid.UUID | None) -> Act:
        """Does it again, and shows it."""

        async def write(transaction: Transaction) -> Sequence[Draft]:
            done = await self.diary.redo(transaction, act)
            if done is None:
                return [Draft(context.words("undo.nothing_to_redo" if act is None else "undo.cannot_redo"))]
            return [await self.recorder.show(transaction, context, done)]

        return write
