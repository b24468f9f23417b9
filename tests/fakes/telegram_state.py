"""What the fake Bot API knows: chats, messages, the queue of updates, everything that was sent."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

Json = dict[str, Any]
Clock = Callable[[], float]

_FIRST_UPDATE = 700_000_001


class Refused(Exception):  # noqa: N818 - an answer, not an error of ours
    """An answer that isn't ok."""

    def __init__(self, status: int, description: str, parameters: Json | None = None) -> None:
        super().__init__(description)
        self.status = status
        self.parameters = parameters

    @property
    def answer(self) -> Json:
        """The body."""
        answer: Json = {"ok": False, "error_code": self.status, "description": str(self)}
        return answer | ({"parameters": self.parameters} if self.parameters else {})


def bad_request(description: str) -> Refused:
    return Refused(400, f"Bad Request: {description}")


def too_many(seconds: float) -> Refused:
    wait = max(1, math.ceil(seconds))
    return Refused(429, f"Too Many Requests: retry after {wait}", {"retry_after": wait})


@dataclass(frozen=True)
class Limits:
    """Flood limits, off by default so that tests run at full speed: messages a second, and at once."""

    chat_rate: float | None = None
    chat_burst: int = 3
    bot_rate: float | None = None
    bot_burst: int = 30
    query_age_s: float = 30.0


@dataclass
class Bucket:
    """A token bucket by an injected clock."""

    rate: float
    burst: int
    left: float = field(init=False)
    at: float = field(default=-math.inf, init=False)

    def __post_init__(self) -> None:
        self.left = float(self.burst)

    def wait(self, now: float) -> float:
        """Takes one token: 0, or the seconds until there will be one."""
        if self.at > -math.inf:
            self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return (1 - self.left) / self.rate
        self.left -= 1
        return 0.0


@dataclass
class Chat:
    """A chat; a private one has its user's id."""

    id: int
    type: str = "private"
    language: str | None = "pt-br"
    blocked: bool = False
    flooded_until: float = -math.inf
    bucket: Bucket | None = None

    @property
    def json(self) -> Json:
        name = {"first_name": f"User {self.id}"} if self.type == "private" else {"title": f"Group {-self.id}"}
        return {"id": self.id, "type": self.type, **name}


@dataclass(frozen=True)
class Sent:
    """One message that the bot sent or edited, in order. `text` is what is seen, `at` by the fake's clock."""

    method: str
    chat: int
    message: int
    text: str
    entities: list[Json]
    params: Json
    at: float

    @property
    def buttons(self) -> list[list[Json]]:
        markup = self.params.get("reply_markup") or {}
        rows: list[list[Json]] = markup.get("inline_keyboard", [])
        return rows


@dataclass(frozen=True)
class Call:
    """One request that was carried out, or refused."""

    method: str
    params: Json
    at: float
    status: int


class Signal:
    """Wakes everybody who waits for something to change."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def notify(self) -> None:
        event, self._event = self._event, asyncio.Event()
        event.set()

    async def wait(self, timeout: float) -> None:  # noqa: ASYNC109
        event = self._event
        try:
            async with asyncio.timeout(timeout):
                await event.wait()
        except TimeoutError:
            return


@dataclass
class Webhook:
    """The webhook that is set; `url` empty for none."""

    url: str = ""
    secret: str = ""
    max_connections: int = 40
    last_error: str = ""
    last_error_at: float = 0.0


class State:
    """One bot's world."""

    def __init__(self, token: str, clock: Clock, limits: Limits) -> None:
        self.clock = clock
        self.limits = limits
        self.me: Json = {
            "id": int(token.partition(":")[0]),
            "is_bot": True,
            "first_name": "Fonte",
            "username": "fonte_test_bot",
            "can_join_groups": True,
            "can_read_all_group_messages": False,
            "supports_inline_queries": False,
        }
        self.chats: dict[int, Chat] = {}
        self.messages: dict[tuple[int, int], Json] = {}
        self.queries: dict[str, float] = {}
        self.files: dict[str, bytes] = {}
        self.commands: dict[str, list[Json]] = {}
        self.sent: list[Sent] = []
        self.calls: list[Call] = []
        self.webhook = Webhook()
        self.allowed: list[str] | None = None
        self.queue: list[Json] = []
        self.consumer: object = None
        self.changed = Signal()
        self.overall = Bucket(limits.bot_rate, limits.bot_burst) if limits.bot_rate else None
        self._update_ids = count(_FIRST_UPDATE)
        self._message_ids = count(1)
        self._other_ids = count(1)

    def chat(self, chat_id: int, kind: str = "private", language: str | None = "pt-br") -> Chat:
        """The chat, made at first sight: somebody wrote to the bot there."""
        if chat_id not in self.chats:
            bucket = Bucket(self.limits.chat_rate, self.limits.chat_burst) if self.limits.chat_rate else None
            self.chats[chat_id] = Chat(chat_id, kind, language, bucket=bucket)
        return self.chats[chat_id]

    def has_webhook(self) -> bool:
        return bool(self.webhook.url)

    def new_message_id(self) -> int:
        return next(self._message_ids)

    def new_id(self) -> int:
        return next(self._other_ids)

    def put(self, kind: str, body: Json) -> Json:
        """Queues an update, unless its kind isn't asked for; returns it either way."""
        update = {"update_id": next(self._update_ids), kind: body}
        if not self.allowed or kind in self.allowed:
            self.put_raw(update)
        return update

    def put_raw(self, update: Json) -> None:
        self.queue.append(update)
        self.changed.notify()

    def confirm(self, offset: int) -> None:
        """Forgets updates below `offset`; a negative one keeps that many of the latest."""
        if offset < 0:
            self.queue = self.queue[offset:]
        else:
            self.queue = [update for update in self.queue if not _below(update, offset)]
        self.changed.notify()

    def writable(self, chat_id: int | None) -> Chat:
        """The chat, if the bot may write there now."""
        chat = self.chats.get(chat_id) if chat_id is not None else None
        if chat is None:
            raise bad_request("chat not found")
        if chat.blocked:
            raise Refused(403, "Forbidden: bot was blocked by the user")
        return chat

    def spend(self, chat: Chat) -> None:
        """Counts one message against the flood limits."""
        now = self.clock()
        if chat.flooded_until > now:
            raise too_many(chat.flooded_until - now)
        for bucket in (chat.bucket, self.overall):
            wait = bucket.wait(now) if bucket else 0.0
            if wait > 0:
                raise too_many(wait)

    def record(self, sent: Iterable[Sent] = (), call: Call | None = None) -> None:
        self.sent.extend(sent)
        if call:
            self.calls.append(call)
        self.changed.notify()


def _below(update: object, offset: int) -> bool:
    number = update.get("update_id") if isinstance(update, dict) else None
    return isinstance(number, int) and number < offset
