"""What receiving needs of storage: updates to be stored, what ties them together, and what becomes of them.

Adapter: `bot.adapters.delivery.inbox`. docs/delivery.md tells the states.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.delivery.ports import Post
from bot.ports import Person, Transaction
from rag.types import Language


@dataclass(frozen=True, slots=True)
class Urgent:
    """An emergency's answer, written as the update is stored. `write` may raise: the update is then an ordinary one."""

    person: Person
    write: Callable[[Transaction], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Ties:
    """What ties a message to others of its chat, by the channel's ids.

    `message` is the message itself, `edits` the one that it edits, whose payload is then to be `amended` (JSON text),
    `album` the album that it is part of; `worded` where it has words.
    """

    message: str | None = None
    edits: str | None = None
    amended: str | None = None
    album: str | None = None
    worded: bool = False


@dataclass(frozen=True, slots=True)
class Flood:
    """Whom to tell, and what in the language of their choice, where too much of theirs waits already."""

    person: Person
    notice: Callable[[Language | None], Post]


class Arrival(StrEnum):
    """The state in which an update is stored."""

    NEW = "new"
    DONE = "done"
    QUARANTINED = "quarantined"


@dataclass(frozen=True, slots=True)
class Update:
    """An update to be stored. `payload` is JSON text that PostgreSQL takes, or None; NEW ones have a chat.

    `notice` is what a group is told, once. One without `flood` is stored however much waits.
    """

    id: int
    state: Arrival
    chat: str | None = None
    payload: str | None = None
    error: str | None = None
    urgent: Urgent | None = None
    notice: Post | None = None
    ties: Ties = Ties()
    flood: Flood | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """What became of a batch: updates not seen before, those `known` already.

    Of the new ones, `urgent` were answered at once, and `cut` left out: too much of that person waits.
    """

    new: int
    known: int
    urgent: int = 0
    cut: int = 0


class Arrivals(Protocol):
    """Where received updates are stored."""

    async def accept(self, updates: Sequence[Update], next_offset: int | None) -> Accepted:
        """In one transaction: the updates not yet known, emergencies' answers, the cursor (None leaves it).

        An edit amends its message where that still waits, and of an album one update stays to be answered.
        """

    async def next_offset(self) -> int | None:
        """The cursor, if it is fresh enough to be used: an old one would skip ids that began again lower."""
