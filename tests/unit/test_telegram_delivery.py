from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import SecretStr

from bot.channels.telegram import errors
from bot.channels.telegram.api import BotApi
from bot.channels.telegram.delivery import TelegramChannel
from bot.channels.telegram.sender import Sender
from bot.channels.telegram.splitting import units
from bot.delivery.errors import AskedToWait, Blocked, NotSent, Refused, SendError, ServerFailed, Uncertain
from bot.delivery.ports import Message, NotPrivate, Part, Unanswered
from bot.locales import load_catalogue
from bot.messages import Button, Kind, Reply
from rag.types import Language
from tests.fakes.telegram import TOKEN
from tests.fakes.telegram_samples import every_kind

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
PART = Part({"text": "<b>oi</b>", "parse_mode": "HTML"}, {"text": "oi"})


class Failing:
    """Fails as told, each time."""

    def __init__(self, error: errors.TelegramError) -> None:
        self.error = error

    async def send_message(self, chat: str, payload: Mapping[str, Any]) -> str:
        raise self.error

    async def send_photo(self, chat: str, path: str, payload: Mapping[str, Any]) -> str:
        raise self.error

    async def send_document(self, chat: str, path: str, payload: Mapping[str, Any]) -> str:
        raise self.error

    async def answer_callback_query(self, query: str, text: str = "") -> None:
        raise self.error


def channel(error: errors.TelegramError | None = None) -> TelegramChannel:
    sender = Sender(Failing(error or errors.Unknown("x")))
    return TelegramChannel(BotApi(SecretStr(TOKEN), "http://127.0.0.1:9"), sender, load_catalogue())


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        (errors.RetryLater(7), AskedToWait),
        (errors.Blocked("blocked"), Blocked),
        (errors.BadRequest(errors.Problem.CHAT_NOT_FOUND), Refused),
        (errors.BadRequest(errors.Problem.CANT_PARSE_ENTITIES), Refused),
        (errors.Unsent("ConnectError"), NotSent),
        (errors.ServerFailed("HTTP 502"), ServerFailed),
        (errors.Unauthorised("token"), NotSent),
        (errors.Conflict("rival"), NotSent),
        (errors.Unknown("ReadTimeout"), Uncertain),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else value.__name__,
)
async def test_each_error_tells_the_outbox_what_may_be_done_next(
    error: errors.TelegramError, meaning: type[SendError]
) -> None:
    with pytest.raises(meaning) as caught:
        await channel(error).send("7", PART)
    assert getattr(caught.value, "seconds", 7) == 7
    assert caught.value.__context__ is None  # whose text may hold an address


def _read(**update: Any) -> Message:
    reading = channel().read({"update_id": 5, **update}, NOW)
    assert isinstance(reading, Message)
    return reading


_SENT = {"message_id": 41, "date": 1_796_040_000, "chat": {"id": 7, "type": "private"}, "from": {"id": 7}}


def test_an_edit_tells_what_its_message_is_from_now_on() -> None:
    said = _read(message={**_SENT, "text": "hello"})
    edit = _read(edited_message={**_SENT, "text": "hello", "edit_date": 1_796_040_060})
    assert (edit.incoming.kind, edit.incoming.edits, said.message) == (Kind.EDIT, "41", "41")
    assert edit.amended is not None
    amended = channel().read(edit.amended, NOW)
    assert amended == said
    assert said.amended is None


def test_the_parts_of_an_album_tell_which() -> None:
    part = _read(message={**_SENT, "photo": [{"file_id": "x"}], "caption": "look", "media_group_id": "900"})
    assert (part.album, part.incoming.text) == ("900", "look")


async def test_a_press_that_cannot_be_acknowledged_is_nobodys_loss() -> None:
    await channel(errors.BadRequest(errors.Problem.OTHER)).acknowledge("1")


@pytest.mark.parametrize("language", Language)
def test_a_repeat_says_so_first_in_the_language_of_the_answer(language: Language) -> None:
    (part,) = channel().again(PART, language)
    mark, _, rest = part.payload["text"].partition("\n\n")
    assert (mark, rest) == (load_catalogue()[language]("delivery.repeat"), "<b>oi</b>")
    assert part.plain["text"] == f"{mark[3:-4]}\n\noi"


@pytest.mark.parametrize(("key", "room", "photo"), [("text", 4_096, None), ("caption", 1_024, "x.png")])
def test_where_the_mark_has_no_room_it_goes_before_the_part_by_itself(key: str, room: int, photo: str | None) -> None:
    whole = Part({key: "x" * room, "parse_mode": "HTML"}, {key: "x" * room}, photo)
    mark, part = channel().again(whole, Language.PT)
    assert part is whole
    assert mark.plain == {"text": "(repito, porque não sei se chegou)"}
    shorter = Part({key: "x" * (room - 100)}, {key: "x" * (room - 100)}, photo)
    (marked,) = channel().again(shorter, Language.PT)
    assert units(marked.plain[key]) <= room
    assert marked.photo == photo


def test_a_picture_without_words_is_repeated_with_the_mark_as_its_caption() -> None:
    (part,) = channel().again(Part({}, {}, "x.png"), Language.EN)
    assert part.plain["caption"].startswith("(sent again")


def test_updates_are_read_as_what_delivery_has_to_do_with_them() -> None:
    readings = [channel().read(update, NOW) for update in every_kind()]
    assert sum(isinstance(reading, Message) for reading in readings) == 12
    assert [reading.chat for reading in readings if isinstance(reading, NotPrivate)] == ["-100900"]
    asides = [(reading.reason, reading.strange) for reading in readings if isinstance(reading, Unanswered)]
    assert asides == [("membership", False), ("unknown", True)]


def test_a_question_for_consent_quotes_what_was_asked_and_nothing_else_does() -> None:
    asked = channel().read(every_kind()[0], NOW)
    pressed = channel().read(every_kind()[3], NOW)
    assert isinstance(asked, Message)
    assert isinstance(pressed, Message)
    consent = Reply("1", "aceita?", ((Button("sim", "token"),),), quotes=True)
    (quoting,) = channel().render(consent, asked)
    assert quoting.payload["reply_parameters"]["message_id"] == int(asked.message)
    for reply, answered in ((Reply("1", "oi"), asked), (consent, pressed), (consent, None)):
        (part,) = channel().render(reply, answered)
        assert "reply_parameters" not in part.payload
