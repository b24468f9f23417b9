"""What commands, buttons and agents share: the context they think in, and the act they leave to be written."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.locales import Words
from bot.messages import Button, Incoming, Logged, Planned, Status
from bot.ports import MediaSource, Provenance, Session, Transaction
from rag.types import Language, Source, Specialty

REPLY_ID = "{reply}"


@dataclass(frozen=True, slots=True)
class Context:
    """One message, its person, the language and words of the answer, and the specialties on offer, as prose.

    `media` is where the file of a message can be had; None where the channel has none. `received` is the id under which
    the message itself is kept.
    """

    incoming: Incoming
    session: Session
    language: Language
    words: Words
    specialties: str
    media: MediaSource | None = None
    received: uuid.UUID | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A reply before it is stored. `text` is markup.

    `consented` says that the act itself gave the consent under which the text may be kept. `recorded` false is for the
    reply to a message after which nothing of a person may be left. In a button's data, `REPLY_ID` stands for the id
    that the reply will have; an act that must know it itself gives it as `id`.
    """

    text: str
    buttons: tuple[tuple[Button, ...], ...] = ()
    specialty: Specialty | None = None
    status: Status | None = None
    sources: tuple[Source, ...] = ()
    provenance: Provenance = field(default_factory=Provenance)
    recorded: bool = True
    consented: bool = False
    quotes: bool = False
    media: str | None = None
    entries: tuple[Logged, ...] = ()
    plan: Planned | None = None
    id: uuid.UUID | None = None


Act = Callable[[Transaction], Awaitable[Sequence[Draft]]]
"""What is done in the transaction: effects first, then the replies about them."""


class Command(Protocol):
    """A command or the buttons of its replies.

    `name` is the menu's; `aliases` are its other names by language, the one shown there first.
    """

    name: str
    aliases: Mapping[Language, Sequence[str]]
    in_menu: bool

    async def run(self, context: Context, argument: str) -> Act:
        """Thinks about `/name argument`."""

    async def press(self, context: Context, argument: str) -> Act:
        """Thinks about a button whose data is `name:argument`."""


class Listener(Protocol):
    """What takes a message before the specialty agents do."""

    async def hear(self, context: Context, text: str) -> Act | None:
        """An act, or None where the message is none of its business."""


def say(text: str, *, buttons: tuple[tuple[Button, ...], ...] = (), degraded: tuple[str, ...] = ()) -> Act:
    """An act without effects: one fixed reply."""
    return reply(Draft(text, buttons, provenance=Provenance(degraded=degraded)))


def reply(*drafts: Draft) -> Act:
    """An act without effects."""

    async def act(_: Transaction) -> Sequence[Draft]:
        return drafts

    return act
