"""The few Bot API methods that Fonte calls, over python-telegram-bot, with our own errors.

https://core.telegram.org/bots/api
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar
from urllib.parse import urlencode

from pydantic import SecretStr
from telegram import Bot, BotCommand

from bot.channels.telegram.errors import BadRequest, Problem, TelegramError, Unknown
from bot.channels.telegram.transport import PLACEHOLDER, Timeouts, request

ALLOWED_UPDATES: Final = ("message", "edited_message", "callback_query", "my_chat_member")

Payload = Mapping[str, Any]
"""Parameters of a method as JSON, but for the chat."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Me:
    """The bot itself."""

    id: str
    username: str


@dataclass(frozen=True, slots=True)
class Webhook:
    """What Telegram says about the webhook; `url` is "" where none is set."""

    url: str
    pending: int
    last_error: str = ""


@dataclass(frozen=True, slots=True)
class File:
    """A file that Telegram holds: its address, without the token, and its bytes, where they are told."""

    path: str
    size: int | None


class BotApi:
    """A client of one bot. Its methods raise the TelegramErrors of `bot.channels.telegram.errors` only.

    Ids of chats, messages and queries are strings. `connections` bounds the requests in flight; long polling
    has a connection of its own. `throttled` is called at each 429. Use as an async context manager, or call `close`.
    """

    def __init__(
        self,
        token: SecretStr,
        url: str,
        *,
        timeouts: Timeouts | None = None,
        connections: int = 16,
        throttled: Callable[[], None] = lambda: None,
    ) -> None:
        self._timeouts = timeouts or Timeouts()
        self._polling = request(url, token, 1, self._timeouts, throttled)
        self._requests = request(url, token, connections, self._timeouts, throttled)
        self._bot = Bot(
            PLACEHOLDER,
            base_url=f"{url}/bot",
            base_file_url=f"{url}/file/bot",
            request=self._requests,
            get_updates_request=self._polling,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await asyncio.gather(self._polling.shutdown(), self._requests.shutdown())

    async def get_me(self) -> Me:
        """Who the token belongs to."""
        user = await _settled(self._bot.get_me())
        return Me(str(user.id), user.username or "")

    async def get_updates(self, offset: int | None, *, limit: int = 100, timeout: int = 25) -> list[Any]:  # noqa: ASYNC109 - Telegram's word, and Telegram's clock
        """Raw updates, unparsed: a JSON list of whatever came. Confirms every update below `offset`.

        Waits up to `timeout` seconds for one.
        """
        parameters = {"limit": limit, "timeout": timeout, "allowed_updates": json.dumps(ALLOWED_UPDATES)}
        query = urlencode(parameters if offset is None else {**parameters, "offset": offset})
        address = f"{self._bot.base_url}/getUpdates?{query}"
        read_timeout = timeout + self._timeouts.read
        result: object = await _settled(self._polling.post(address, read_timeout=read_timeout))
        if not isinstance(result, list):
            raise Unknown("updates are not a list")
        return result

    async def send_message(self, chat: str, payload: Payload) -> str:
        """Sends `payload["text"]`; returns the message's id."""
        rest = {key: value for key, value in payload.items() if key != "text"}
        message = await _settled(self._bot.send_message(chat, payload["text"], api_kwargs=rest))
        return str(message.message_id)

    async def send_photo(self, chat: str, path: str, payload: Payload) -> str:
        """Uploads the picture at `path`; returns the message's id."""
        message = await _settled(self._bot.send_photo(chat, await _content(path), api_kwargs=dict(payload)))
        return str(message.message_id)

    async def send_document(self, chat: str, path: str, payload: Payload) -> str:
        """Uploads the file at `path`, of at most 50 MB, under its own name; returns the message's id."""
        content, name = await _content(path), Path(path).name
        message = await _settled(self._bot.send_document(chat, content, filename=name, api_kwargs=dict(payload)))
        return str(message.message_id)

    async def get_file(self, file: str) -> File:
        """Where a file that somebody sent can be had, for an hour. BadRequest where it is over 20 MB or not known."""
        found = await _settled(self._bot.get_file(file))
        if not found.file_path:
            raise Unknown("a file without a path")
        return File(found.file_path, found.file_size)

    async def download(self, file: File) -> bytes:
        """The content of a file."""
        return await _settled(self._requests.retrieve(file.path, read_timeout=self._timeouts.upload))

    async def send_chat_action(self, chat: str, action: str = "typing") -> None:
        """Shows an action for about five seconds, or until the next message."""
        await _settled(self._bot.send_chat_action(chat, action))

    async def answer_callback_query(self, query: str, text: str = "") -> None:
        """Ends the wait on a pressed button; `text`, at most 200 characters, is shown as a notice."""
        await _settled(self._bot.answer_callback_query(query, text=text or None))

    async def set_my_commands(self, commands: Sequence[tuple[str, str]], language_code: str | None = None) -> None:
        """Sets the menu of (command, description) for a two-letter language; None is everybody else's."""
        menu = [BotCommand(command, description) for command, description in commands]
        await _settled(self._bot.set_my_commands(menu, language_code=language_code))

    async def get_my_commands(self, language_code: str | None = None) -> list[tuple[str, str]]:
        """The menu of (command, description) for a two-letter language; None is everybody else's."""
        menu = await _settled(self._bot.get_my_commands(language_code=language_code))
        return [(entry.command, entry.description) for entry in menu]

    async def set_webhook(self, url: str, secret: SecretStr, connections: int) -> None:
        """Has updates delivered to `url`, up to `connections` (1 to 100) at the same time.

        `secret` is in the header X-Telegram-Bot-Api-Secret-Token of each.
        """
        setting = self._bot.set_webhook(
            url,
            max_connections=connections,
            allowed_updates=ALLOWED_UPDATES,
            secret_token=secret.get_secret_value(),
        )
        await _settled(setting)

    async def delete_webhook(self) -> None:
        """Back to polling; what is pending stays pending."""
        await _settled(self._bot.delete_webhook())

    async def get_webhook_info(self) -> Webhook:
        """The webhook as Telegram knows it."""
        info = await _settled(self._bot.get_webhook_info())
        return Webhook(info.url, info.pending_update_count, info.last_error_message or "")


async def _content(path: str) -> bytes:
    try:
        return await asyncio.to_thread(Path(path).read_bytes)
    except OSError as error:
        raise BadRequest(Problem.NO_FILE) from error


async def _settled(call: Awaitable[T]) -> T:
    try:
        return await call
    except TelegramError:
        raise
    except Exception as error:  # noqa: BLE001 - the library fails in many ways on a 2xx that it can't read
        name = type(error).__name__
    raise Unknown(name)
