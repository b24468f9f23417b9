"""Telegram as delivery sees a channel."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.channels.telegram import errors, parsing, rendering
from bot.channels.telegram.api import BotApi
from bot.channels.telegram.sender import Sender, typing
from bot.channels.telegram.splitting import units
from bot.delivery.errors import AskedToWait, Blocked, NotSent, Refused, SendError, ServerFailed, Uncertain
from bot.delivery.ports import Message, NotPrivate, Part, Payload, Reading, Unanswered
from bot.locales import Catalogue
from bot.markup import plain
from bot.messages import Incoming, Kind, Reply
from rag.types import Language

_STRANGE: Final = frozenset({
    parsing.Reason.NOT_AN_OBJECT, parsing.Reason.NO_UPDATE_ID, parsing.Reason.UNKNOWN, parsing.Reason.NO_CHAT,
    parsing.Reason.NO_SENDER,
})  # fmt: skip
_COMMAND_TYPES_AFTER_S = 0.5


@dataclass(frozen=True, slots=True)
class TelegramChannel:
    """The `Channel` port. `sleep` waits so many seconds."""

    api: BotApi
    sender: Sender
    catalogue: Catalogue
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    def read(self, update: object, received: datetime) -> Reading:
        """Makes out one raw update."""
        match parsing.parse(update, received):
            case parsing.Received(incoming, message, query, album):
                return Message(incoming, message, query, album, _amended(update, incoming))
            case parsing.InGroup(chat=chat, language=language):
                return NotPrivate(chat, language)
            case parsing.Ignored(reason):
                return Unanswered(reason, strange=reason in _STRANGE)

    def render(self, reply: Reply, answered: Message | None) -> Sequence[Part]:
        """The parts of a reply; one that asks for consent quotes the question, which needn't be asked again then."""
        quoted = answered.message if answered and reply.quotes and _quotable(answered) else None
        return rendering.render(reply, reply_to=quoted)

    def again(self, part: Part, language: Language) -> Sequence[Part]:
        """The part after a line that says why it may come twice; where there is no room, the line by itself."""
        mark = self.catalogue[language]("delivery.repeat")
        key, most = (
            ("text", rendering.MESSAGE_UNITS) if "text" in part.payload else ("caption", rendering.CAPTION_UNITS)
        )
        said = part.plain.get(key, "")
        marked = _joined(plain(mark), said)
        if units(marked) > most:
            return [Part({"text": mark, "parse_mode": "HTML"}, {"text": plain(mark)}), part]
        payload = {**part.payload, key: _joined(mark, part.payload.get(key, "")), "parse_mode": "HTML"}
        return [Part(payload, {**part.plain, key: marked}, part.photo)]

    async def send(self, chat: str, part: Part) -> str:
        """One try, and one more without markup where that can't be parsed."""
        try:
            return await self.sender.send_part(chat, part)
        except errors.TelegramError as error:
            failure = _meaning(error)
        raise failure

    def thinking(self, message: Message) -> AbstractAsyncContextManager[None]:
        """Types at once; for a command, which rarely needs thought, only after a while."""
        incoming = message.incoming
        if incoming.kind is Kind.TEXT and incoming.text.startswith("/"):
            return self._typing_later(incoming.chat)
        return typing(self.api, incoming.chat)

    @asynccontextmanager
    async def _typing_later(self, chat: str) -> AsyncIterator[None]:
        async def later() -> None:
            await self.sleep(_COMMAND_TYPES_AFTER_S)
            async with typing(self.api, chat):
                await asyncio.Event().wait()

        task = asyncio.create_task(later())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def acknowledge(self, query: str) -> None:
        """Ends the wait on a pressed button."""
        await self.sender.acknowledge(query)


def _amended(update: object, incoming: Incoming) -> Payload | None:
    if incoming.kind is not Kind.EDIT or not isinstance(update, dict):
        return None
    edited = update.get("edited_message", update.get("edited_channel_post"))
    return {"update_id": update["update_id"], "message": edited}


def _meaning(error: errors.TelegramError) -> SendError:
    match error:
        case errors.RetryLater():
            return AskedToWait(error.seconds)
        case errors.Blocked():
            return Blocked(type(error).__name__)
        case errors.BadRequest():
            return Refused(error.kind)
        case errors.ServerFailed():
            return ServerFailed(type(error).__name__)
        case errors.Unsent() | errors.Unauthorised() | errors.Conflict():
            return NotSent(type(error).__name__)
    return Uncertain(type(error).__name__)


def _joined(mark: str, text: str) -> str:
    return f"{mark}\n\n{text}" if text else mark


def _quotable(answered: Message) -> bool:
    return answered.incoming.kind is not Kind.BUTTON and bool(answered.message)
