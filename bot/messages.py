"""What channels and the application exchange. Channel-agnostic; nothing here does I/O."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from rag.types import Language, Source, Specialty


class Kind(StrEnum):
    """What arrived. Everything but TEXT, COMMAND, BUTTON and EDIT gets a kind fixed answer in this version."""

    TEXT = "text"
    BUTTON = "button"
    EDIT = "edit"
    PHOTO = "photo"
    VOICE = "voice"
    STICKER = "sticker"
    OTHER = "other"


class Status(StrEnum):
    """State of a consultation as stored in `mensagens.status`."""

    PENDENTE = "PENDENTE"
    FINALIZADO = "FINALIZADO"
    NAO_ELEGIVEL = "NAO_ELEGIVEL"
    URGENCIA = "URGENCIA"


@dataclass(frozen=True, slots=True)
class Incoming:
    """One message of one user, as any channel hands it over.

    `channel` and `user` together identify a person; `chat` is where replies go. `text` is the message's text, a
    photo's caption, or "" where there is none. `data` is the callback data of a pressed button, `quoted` the text of
    the user's own message that the button's message answered, when the channel can tell. `language` is what the client
    announces (`None`: unknown); `at` is aware. `message` is the channel's id of the message itself, as `edits` is of
    the one that an edit changes and `reply_to` of the one that is answered.
    """

    id: str
    channel: str
    user: str
    chat: str
    kind: Kind
    text: str
    at: datetime
    language: Language | None = None
    data: str = ""
    quoted: str = ""
    message: str | None = None
    edits: str | None = None
    reply_to: str | None = None
    forwarded: bool = False
    media: str | None = None


@dataclass(frozen=True, slots=True)
class Button:
    """A choice under a reply. `data` is at most 64 bytes of UTF-8 (Bot API, InlineKeyboardButton)."""

    label: str
    data: str


@dataclass(frozen=True, slots=True)
class Logged:
    """One stored entry of the food diary, as a reply shows it. `meal` is a key (`rag.diary.types.Meal`)."""

    food: str
    food_en: str
    grams: Decimal
    at: datetime
    meal: str
    energy_kcal: Decimal | None
    protein_g: Decimal | None
    carbohydrate_g: Decimal | None
    fat_g: Decimal | None


@dataclass(frozen=True, slots=True)
class Planned:
    """What a question to the diary was read as: days inclusive, nutrients by their keys."""

    date_from: date
    date_to: date
    nutrients: tuple[str, ...]
    need_detail: bool


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply, already stored as the row `id` of `mensagens`.

    `text` is markup: plain text in which only `<b> <i> <code>` and their closings are tags and `& < >` are escaped
    (see `bot.markup`). `button_rows` are drawn in rows. `quotes` asks the channel to show the reply as an answer to the
    message that it answers, so that a button under it still knows that message.
    `degraded` says why it was made with less than is set up (docs/operations.md).
    """

    id: str
    text: str
    button_rows: tuple[tuple[Button, ...], ...] = ()
    specialty: Specialty | None = None
    status: Status | None = None
    sources: tuple[Source, ...] = ()
    media: str | None = None
    quotes: bool = False
    degraded: tuple[str, ...] = ()
    entries: tuple[Logged, ...] = ()
    plan: Planned | None = None
