"""Sends parts, and shows that an answer is being thought about."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from bot.channels.telegram.errors import (
    BadRequest,
    Blocked,
    Problem,
    RetryLater,
    TelegramError,
)
from bot.delivery.ports import Part

Sleep = Callable[[float], Awaitable[None]]

RENEWAL_S: Final = 4.5
"""Telegram shows an action for about 5 s."""

_GRACE_S = 0.3
_PICTURES: Final = frozenset({".png", ".jpg", ".jpeg"})


class SendingApi(Protocol):
    """What sending needs of the Bot API."""

    async def send_message(self, chat: str, payload: Mapping[str, Any]) -> str:
        """Sends a text."""

    async def send_photo(self, chat: str, path: str, payload: Mapping[str, Any]) -> str:
        """Sends a picture."""

    async def send_document(self, chat: str, path: str, payload: Mapping[str, Any]) -> str:
        """Sends a file."""

    async def answer_callback_query(self, query: str, text: str = "") -> None:
        """Ends the wait on a button."""


class ActionApi(Protocol):
    """What the typing action needs of the Bot API."""

    async def send_chat_action(self, chat: str, action: str = "typing") -> None:
        """Shows an action."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Sends to one bot's chats."""

    api: SendingApi

    async def send_part(self, chat: str, part: Part) -> str:
        """Sends one part and returns its message id; where its markup can't be parsed, once more without.

        A caption whose file is gone, or was written on another host, is sent as a text. One try otherwise: what to do
        about a TelegramError is the outbox's business.
        """
        try:
            return await self._call(chat, part.photo, part.payload)
        except BadRequest as error:
            if error.kind is Problem.NO_FILE and part.payload.get("caption"):
                return await self.send_part(chat, Part(_as_text(part.payload), _as_text(part.plain)))
            if error.kind is not Problem.CANT_PARSE_ENTITIES:
                raise
        return await self._call(chat, part.photo, part.plain)

    async def acknowledge(self, query: str, text: str = "") -> None:
        """Ends the wait on a pressed button; a press that is too old to be answered is nobody's loss."""
        with suppress(TelegramError):
            await self.api.answer_callback_query(query, text)

    async def _call(self, chat: str, photo: str | None, payload: Mapping[str, Any]) -> str:
        if photo is not None and Path(photo).suffix.lower() in _PICTURES:
            return await self.api.send_photo(chat, photo, payload)
        if photo is not None:
            return await self.api.send_document(chat, photo, payload)
        return await self.api.send_message(chat, payload)


def _as_text(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {("text" if key == "caption" else key): value for key, value in payload.items()}


@asynccontextmanager
async def typing(api: ActionApi, chat: str, sleep: Sleep = asyncio.sleep) -> AsyncIterator[None]:
    """Shows "typing…" at once and until the end of the block. Never raises, whatever Telegram says."""
    idle = asyncio.Event()
    task = asyncio.create_task(_renew(api, chat, sleep, idle))
    try:
        yield
    finally:
        await _stop(task, idle)


async def _renew(api: ActionApi, chat: str, sleep: Sleep, idle: asyncio.Event) -> None:
    while True:
        pause = RENEWAL_S
        idle.clear()
        try:
            await api.send_chat_action(chat)
        except RetryLater as error:
            pause = max(pause, error.seconds)
        except (Blocked, BadRequest):
            return
        except TelegramError:
            pass
        finally:
            idle.set()
        await sleep(pause)


async def _stop(task: asyncio.Task[None], idle: asyncio.Event) -> None:
    # Cancelling a request closes its connection, and the answer would have to open another: let it end.
    waiting = asyncio.create_task(idle.wait())
    try:
        await asyncio.wait({task, waiting}, timeout=_GRACE_S, return_when=asyncio.FIRST_COMPLETED)
    finally:
        task.cancel()
        waiting.cancel()
        await asyncio.gather(task, waiting, return_exceptions=True)
