"""What delivery needs of storage and of a channel. Adapters: `bot.adapters.delivery`; `bot.channels.telegram.delivery`.

The life of an update and of a part of a reply, and who may change what, are told in docs/delivery.md.
"""

from __future__ import annotations

import asyncio
import math
import uuid
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from bot.messages import Incoming, Reply
from bot.ports import Transaction
from rag.types import Language

Payload = Mapping[str, Any]
"""JSON of the channel's own."""

T = TypeVar("T")


# What a channel makes of an update


@dataclass(frozen=True, slots=True)
class Message:
    """A person's message, to be answered.

    `message` is the channel's id of it, `query` that of a button's press, `album` that of the album it is part of;
    `amended`, of an edit, is the update as if the message had been sent so.
    """

    incoming: Incoming
    message: str = ""
    query: str | None = None
    album: str | None = None
    amended: Payload | None = None


@dataclass(frozen=True, slots=True)
class NotPrivate:
    """Something in a group, which is told once that the bot talks in private; nothing of it is kept."""

    chat: str
    language: Language | None


@dataclass(frozen=True, slots=True)
class Unanswered:
    """An update that asks for no answer; `strange` where it could not be made out."""

    reason: str
    strange: bool


Reading = Message | NotPrivate | Unanswered


@dataclass(frozen=True, slots=True)
class Part:
    """One message to send, but for the chat: JSON that the outbox keeps.

    `plain` says the same without markup, for when the channel can't read that. `photo` is the path of a picture or of
    another file, which its suffix tells, sent with the text as its caption.
    """

    payload: Payload
    plain: Payload
    photo: str | None = None


class Channel(Protocol):
    """One channel, to delivery."""

    def read(self, update: object, received: datetime) -> Reading:
        """Makes out one raw update; pure, and never raises."""

    def render(self, reply: Reply, answered: Message | None) -> Sequence[Part]:
        """The parts of a reply, in order; pure. Raises ValueError for one that can't be shown."""

    def again(self, part: Part, language: Language) -> Sequence[Part]:
        """The same part marked as perhaps a repeat, in as many parts as that needs; pure."""

    async def send(self, chat: str, part: Part) -> str:
        """One try. Returns the channel's id of the message; raises SendError."""

    def thinking(self, message: Message) -> AbstractAsyncContextManager[None]:
        """Shows, for as long as the block, that the message is being thought about. Never raises of itself."""

    async def acknowledge(self, query: str) -> None:
        """Ends the wait on a pressed button. Never raises."""


# In


@dataclass(frozen=True, slots=True)
class Job:
    """A claimed update. `token` is the lease on its chat.

    `attempts` counts the tries that failed, and this one; `deaths` those that ended in no word, as when a process dies.
    """

    id: int
    chat: str
    payload: Any
    attempts: int
    received_at: datetime
    token: uuid.UUID
    deaths: int = 0


@dataclass(frozen=True, slots=True)
class Batch(Generic[T]):
    """What was claimed, and the seconds until there may be more: 0 for at once, inf where nothing waits."""

    items: Sequence[T] = ()
    due_in: float = math.inf


class Inbox(Protocol):
    """Updates to be handled, one at a time a chat, in the order of their ids."""

    async def claim(self, limit: int) -> Batch[Job]:
        """Takes the first update of each of up to `limit` chats whose turn it is.

        Of those that were in hand at more than one death, one at a time: of them only the fatal one dies again.
        """

    async def renew(self, jobs: Sequence[Job]) -> Sequence[Job]:
        """Extends the leases; returns the jobs whose lease is still held."""

    async def finish(self, transaction: Transaction, job: Job) -> bool:
        """Done, as part of the transaction; returns whether more waits in the chat. Raises LeaseLost."""

    async def bury(self, transaction: Transaction, job: Job, error: str) -> None:
        """Given up, as part of the transaction. Raises LeaseLost.

        The payload stays only where the transaction has stored the person's words as well.
        """

    async def postpone(self, transaction: Transaction, job: Job, seconds: float) -> None:
        """Put back as if never claimed, for so long, as part of the transaction. Raises LeaseLost."""

    async def retry(self, job: Job, seconds: float, error: str, *, counted: bool = True) -> None:
        """Put back, to be tried after a pause; nothing where the lease was lost.

        What is not `counted` was no failure of the update's: no attempt is used up.
        """

    async def release(self, jobs: Sequence[Job]) -> None:
        """Put back as if never claimed."""


# Out


@dataclass(frozen=True, slots=True)
class Post:
    """Replies to one chat, rendered. `language` is the marker's where no stored reply tells.

    `priority` goes outside the chat's queue, first; `push` is what nobody asked for: it is never repeated, and not
    sent to whoever blocked the bot.
    """

    chat: str
    parts: Sequence[tuple[str | None, Part]]
    language: Language
    priority: bool = False
    push: bool = False


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A claimed part. `abandoned`: somebody had begun to send it and never said how that ended."""

    id: int
    chat: str
    part: Part
    language: Language
    attempts: int
    token: uuid.UUID
    priority: bool = False
    push: bool = False
    repeat: bool = False
    abandoned: bool = False


class Fate(StrEnum):
    """How a try to send ended."""

    SENT = "sent"
    UNSENT = "unsent"
    PAUSED = "paused"
    BLOCKED = "blocked"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Settlement:
    """The end of a try. `pause` is in seconds: before the next try, or of the whole chat where it is PAUSED.

    `again` are the marked parts that repeat one whose end is UNKNOWN.
    """

    outgoing: Outgoing
    fate: Fate
    message: str | None = None
    error: str | None = None
    pause: float = 0.0
    again: Sequence[Part] = field(default=())


class Outbox(Protocol):
    """Parts to be sent, one at a time a chat, in order."""

    async def enqueue(self, transaction: Transaction, posts: Sequence[Post]) -> None:
        """Stores them as part of the transaction."""

    async def claim(self, limit: int, ordinary: int) -> Batch[Outgoing]:
        """Takes up to `limit` parts, of which at most `ordinary` are no emergencies, as the pace allows."""

    async def settle(self, settlements: Sequence[Settlement]) -> None:
        """Records how tries ended; leaves alone those whose lease was lost."""

    async def renew(self, outgoing: Sequence[Outgoing]) -> None:
        """Extends the leases of parts being sent."""


# Around


class Bell(Protocol):
    """Tells a waiting loop that there may be work. A hint only: every loop looks by itself too."""

    def ring(self) -> None:
        """There may be work, for any process."""

    def ring_here(self) -> None:
        """There may be work for this process."""

    def clear(self) -> None:
        """Forgets what has rung so far."""

    async def wait(self, seconds: float) -> None:
        """Returns at a ring since `clear`, or after `seconds`."""


class Leadership(Protocol):
    """Who of several processes is the receiver."""

    def led(self) -> AbstractAsyncContextManager[asyncio.Event]:
        """Waits until this process leads, and gives up the lead at the end; the event is set when it no longer does."""


class Cleaning(Protocol):
    """What the janitor clears away."""

    async def clean(self) -> Mapping[str, int]:
        """Removes what has served its time; returns rows by kind."""
