"""A raw update, whatever JSON it may be, → what the application reads. Pure; never raises.

Field names are the Bot API's (https://core.telegram.org/bots/api#update).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final, TypeGuard

from bot.messages import Incoming, Kind
from rag.types import Language

CHANNEL: Final = "telegram"

_Json = dict[str, Any]

_LARGEST_ID = 2**63 - 1
_LONGEST_ALBUM = 64
_LAST_DATE = 4_102_444_800  # 2100-01-01: beyond it a date is noise
_LANGUAGES = {"pt": Language.PT, "es": Language.ES, "en": Language.EN}
_MESSAGES = ("message", "edited_message", "channel_post", "edited_channel_post")
_KINDS = {
    "photo": Kind.PHOTO,
    "voice": Kind.VOICE,
    "audio": Kind.VOICE,
    "video_note": Kind.VOICE,
    "sticker": Kind.STICKER,
}
_SERVICE = frozenset({
    "pinned_message", "message_auto_delete_timer_changed", "write_access_allowed", "connected_website",
    "chat_background_set", "users_shared", "chat_shared", "successful_payment", "refunded_payment",
    "passport_data", "proximity_alert_triggered", "boost_added", "web_app_data", "giveaway_created",
    "forum_topic_created", "forum_topic_edited", "forum_topic_closed", "forum_topic_reopened",
    "new_chat_title", "new_chat_photo", "delete_chat_photo", "group_chat_created",
    "migrate_to_chat_id", "migrate_from_chat_id",
})  # fmt: skip


class Reason(StrEnum):
    """Why an update is not a message to answer."""

    NOT_AN_OBJECT = "not_an_object"
    NO_UPDATE_ID = "no_update_id"
    UNKNOWN = "unknown"
    MEMBERSHIP = "membership"
    NO_CHAT = "no_chat"
    NO_SENDER = "no_sender"
    BOT = "bot"
    SERVICE = "service"
    EDIT_WITHOUT_TEXT = "edit_without_text"


@dataclass(frozen=True, slots=True)
class Received:
    """A message to answer, with what only this channel needs.

    `message` is the Telegram id of the message (for a button: of the message that carries it), which replies
    and edits refer to; `query` the callback query to acknowledge; `album` groups the parts of one album.
    """

    incoming: Incoming
    message: str
    query: str | None = None
    album: str | None = None


@dataclass(frozen=True, slots=True)
class InGroup:
    """Something happened in a group or channel; nothing of it is kept but where."""

    id: str
    chat: str
    language: Language | None


@dataclass(frozen=True, slots=True)
class Ignored:
    """An update that asks for no answer. `id` is None where the update has none."""

    reason: Reason
    id: str | None


Parsed = Received | InGroup | Ignored


def update_id(update: object) -> int | None:
    """The id of an update, or None where it has none that Telegram could have given."""
    value = update.get("update_id") if isinstance(update, dict) else None
    return value if _is_id(value) and value >= 0 else None


def parse(update: object, received: datetime) -> Parsed:
    """Reads one update. `received` (aware) is its time where Telegram gives none, as for a pressed button."""
    if not isinstance(update, dict):
        return Ignored(Reason.NOT_AN_OBJECT, None)
    number = update_id(update)
    if number is None:
        return Ignored(Reason.NO_UPDATE_ID, None)
    for key in _MESSAGES:
        if key in update:
            return _message(str(number), _object(update[key]), received, edited=key.startswith("edited"))
    if "callback_query" in update:
        return _press(str(number), _object(update["callback_query"]), received)
    if "my_chat_member" in update:
        return _membership(str(number), _object(update["my_chat_member"]))
    return Ignored(Reason.UNKNOWN, str(number))


def _message(number: str, message: _Json, received: datetime, *, edited: bool) -> Parsed:
    aside = _aside(number, message, _object(message.get("from")))
    if aside is not None:
        return aside
    if any(message.get(key) not in (None, False) for key in _SERVICE):
        return Ignored(Reason.SERVICE, number)
    incoming = _incoming(number, message, received)
    if edited:
        if not incoming.text:  # a live location moved, a picture was swapped
            return Ignored(Reason.EDIT_WITHOUT_TEXT, number)
        changed = _date(message.get("edit_date"), received)
        incoming = replace(incoming, kind=Kind.EDIT, at=changed, edits=_id(message.get("message_id")))
    return Received(incoming, _id(message.get("message_id")) or "", album=_album(message))


def _aside(number: str, message: _Json, sender: _Json) -> InGroup | Ignored | None:
    """What is to be done with a message that is no person's in a private chat; None for one that is."""
    chat = _object(message.get("chat"))
    where, kind = _id(chat.get("id")), chat.get("type")
    if where is None or not isinstance(kind, str):
        return Ignored(Reason.NO_CHAT, number)
    if kind != "private":
        return InGroup(number, where, _language(sender))
    if _id(sender.get("id")) is None:
        return Ignored(Reason.NO_SENDER, number)
    return Ignored(Reason.BOT, number) if sender.get("is_bot") is True else None


def _incoming(number: str, message: _Json, received: datetime) -> Incoming:
    sender = _object(message.get("from"))
    kind, media = _content(message)
    return Incoming(
        id=number,
        channel=CHANNEL,
        user=str(sender["id"]),
        chat=str(message["chat"]["id"]),
        kind=kind,
        text=_text(message, "text") or _text(message, "caption"),
        at=_date(message.get("date"), received),
        language=_language(sender),
        message=_id(message.get("message_id")),
        reply_to=_id(_object(message.get("reply_to_message")).get("message_id")),
        forwarded=not {"forward_origin", "forward_date", "forward_from"}.isdisjoint(message),
        media=media,
    )


def _album(message: _Json) -> str | None:
    """The id of its album; a hash of one that is too long for an index."""
    album = _text(message, "media_group_id")
    return (album if len(album) <= _LONGEST_ALBUM else hashlib.sha256(album.encode()).hexdigest()) or None


def _content(message: _Json) -> tuple[Kind, str | None]:
    """What kind of message it is, and the file it carries."""
    if isinstance(message.get("text"), str):
        return Kind.TEXT, None
    for key, kind in _KINDS.items():
        if message.get(key) is not None:
            return kind, _file(message[key])
    document = _object(message.get("document"))
    if _text(document, "mime_type").startswith("image/"):  # a picture sent "as a file"
        return Kind.PHOTO, _file(document)
    return Kind.OTHER, None


def _file(content: object) -> str | None:
    if isinstance(content, list):  # a photo comes in several sizes, the largest last
        content = content[-1] if content else None
    return _text(_object(content), "file_id") or None


def _press(number: str, query: _Json, received: datetime) -> Parsed:
    message, sender = _object(query.get("message")), _object(query.get("from"))
    aside = _aside(number, message, sender)
    if aside is not None:
        return aside
    answered = _object(message.get("reply_to_message"))
    theirs = _object(answered.get("from")).get("id") == sender["id"]
    incoming = Incoming(
        id=number,
        channel=CHANNEL,
        user=str(sender["id"]),
        chat=str(message["chat"]["id"]),
        kind=Kind.BUTTON,
        text="",
        at=received,
        language=_language(sender),
        data=_text(query, "data"),
        quoted=(_text(answered, "text") or _text(answered, "caption")) if theirs else "",
    )
    return Received(incoming, _id(message.get("message_id")) or "", query=_text(query, "id") or None)


def _membership(number: str, change: _Json) -> InGroup | Ignored:
    chat, sender = _object(change.get("chat")), _object(change.get("from"))
    where, kind = _id(chat.get("id")), chat.get("type")
    status = _object(change.get("new_chat_member")).get("status")
    added = status in ("member", "administrator")
    if added and where is not None and kind in ("group", "supergroup"):
        return InGroup(number, where, _language(sender))
    return Ignored(Reason.MEMBERSHIP, number)


def _language(sender: _Json) -> Language | None:
    code = _text(sender, "language_code").lower().replace("_", "-")
    return _LANGUAGES.get(code.split("-")[0])


def _date(value: object, received: datetime) -> datetime:
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value < _LAST_DATE:
        return datetime.fromtimestamp(value, UTC)
    return received


def _is_id(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST_ID


def _id(value: object) -> str | None:
    return str(value) if _is_id(value) else None


def _object(value: object) -> _Json:
    return value if isinstance(value, dict) else {}


def _text(holder: _Json, key: str) -> str:
    """A string that UTF-8 and PostgreSQL can hold: halves of pairs joined or replaced, no NUL."""
    value = holder.get(key)
    if not isinstance(value, str):
        return ""
    return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").replace("\0", "")
