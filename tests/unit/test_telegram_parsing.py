from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from bot.channels.telegram.parsing import Ignored, InGroup, Parsed, Reason, Received, parse, update_id
from bot.messages import Incoming, Kind
from rag.types import Language
from tests.fakes.telegram_samples import (
    GROUP,
    NOW,
    USER,
    Actors,
    every_kind,
    json_values,
    mutated_updates,
    unwieldy,
)
from tests.fakes.telegram_state import Json

RECEIVED = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def people() -> Actors:
    return Actors()


def received(update: object) -> Received:
    parsed = parse(update, RECEIVED)
    assert isinstance(parsed, Received)
    return parsed


def incoming(update: object) -> Incoming:
    return received(update).incoming


def test_a_text_becomes_a_text_with_its_ids_as_strings(people: Actors) -> None:
    update = people.say(USER, "estou com coceira", language="pt-br")
    assert received(update) == Received(
        Incoming(
            id=str(update["update_id"]),
            channel="telegram",
            user=str(USER),
            chat=str(USER),
            kind=Kind.TEXT,
            text="estou com coceira",
            at=datetime.fromtimestamp(NOW, UTC),
            language=Language.PT,
            message=str(update["message"]["message_id"]),
        ),
        message=str(update["message"]["message_id"]),
    )


def test_a_command_keeps_its_text_raw(people: Actors) -> None:
    assert incoming(people.say(USER, "/start@fonte_test_bot abc")).text == "/start@fonte_test_bot abc"


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("pt", Language.PT),
        ("pt-br", Language.PT),
        ("PT_pt", Language.PT),
        ("es-419", Language.ES),
        ("en-US", Language.EN),
        ("fr", None),
        ("ptx", None),
        ("", None),
    ],
)
def test_the_clients_language_is_one_of_three_or_unknown(people: Actors, code: str, language: Language | None) -> None:
    update = people.say(USER, "oi")
    update["message"]["from"]["language_code"] = code
    assert incoming(update).language is language


def test_an_empty_text_is_a_text(people: Actors) -> None:
    message = incoming(people.say(USER, ""))
    assert (message.kind, message.text) == (Kind.TEXT, "")


@pytest.mark.parametrize(
    ("body", "kind", "media"),
    [
        ({"photo": [{"file_id": "small"}, {"file_id": "large"}]}, Kind.PHOTO, "large"),
        ({"photo": []}, Kind.PHOTO, None),
        ({"voice": {"file_id": "v"}}, Kind.VOICE, "v"),
        ({"audio": {"file_id": "a"}}, Kind.VOICE, "a"),
        ({"video_note": {"file_id": "n"}}, Kind.VOICE, "n"),
        ({"sticker": {"file_id": "s"}}, Kind.STICKER, "s"),
        ({"document": {"file_id": "d", "mime_type": "image/png"}}, Kind.PHOTO, "d"),
        ({"document": {"file_id": "d", "mime_type": "application/pdf"}}, Kind.OTHER, None),
        ({"location": {"latitude": 1.0, "longitude": 1.0}}, Kind.OTHER, None),
        ({"contact": {"phone_number": "1"}}, Kind.OTHER, None),
        ({"poll": {"id": "1"}}, Kind.OTHER, None),
        ({"hologram": {"id": "1"}}, Kind.OTHER, None),
    ],
)
def test_what_is_not_text_is_told_apart(people: Actors, body: Json, kind: Kind, media: str | None) -> None:
    update = people.say(USER, "x", **body)
    del update["message"]["text"]
    message = incoming(update)
    assert (message.kind, message.media, message.text) == (kind, media, "")


def test_a_caption_is_the_text_and_an_album_keeps_its_id(people: Actors) -> None:
    first, second = people.album(USER, ["o que é isto?", ""])
    assert incoming(first).text == "o que é isto?"
    assert received(first).album == received(second).album
    assert received(first).album is not None


def test_an_edit_names_the_message_it_changes(people: Actors) -> None:
    said = people.say(USER, "100 g de arroz")
    message = incoming(people.edit(USER, said, "200 g de arroz"))
    number = str(said["message"]["message_id"])
    assert (message.kind, message.text, message.edits) == (Kind.EDIT, "200 g de arroz", number)


def test_an_edit_of_a_caption_is_an_edit(people: Actors) -> None:
    update = people.photo(USER, "antes")
    update["edited_message"] = update.pop("message") | {"caption": "depois", "edit_date": NOW + 60}
    message = incoming(update)
    assert (message.kind, message.text) == (Kind.EDIT, "depois")
    assert message.at == datetime.fromtimestamp(NOW + 60, UTC)


def test_a_live_location_that_moves_asks_for_no_answer(people: Actors) -> None:
    update = people.location(USER)
    update["edited_message"] = update.pop("message")
    assert parse(update, RECEIVED) == Ignored(Reason.EDIT_WITHOUT_TEXT, str(update["update_id"]))


def test_a_press_carries_its_data_its_query_and_the_question_it_answers(people: Actors) -> None:
    said = people.say(USER, "estou com coceira")
    button = people.bot_message(USER, answering=said)
    parsed = received(people.press(USER, "sources:1", button))
    press = parsed.incoming
    assert (press.kind, press.data, press.quoted) == (Kind.BUTTON, "sources:1", "estou com coceira")
    assert (press.at, press.text, parsed.message) == (RECEIVED, "", str(button.message))
    assert parsed.query is not None


def test_a_press_quotes_nobody_elses_words(people: Actors) -> None:
    said = people.say(USER, "estou com coceira")
    said["message"]["from"] = {**said["message"]["from"], "id": USER + 1}
    assert incoming(people.press(USER, "x", people.bot_message(USER, answering=said))).quoted == ""


def test_a_press_under_a_message_too_old_to_be_shown_is_still_a_press(people: Actors) -> None:
    people.say(USER, "oi")
    assert incoming(people.press(USER, "x", 99)).data == "x"


def test_an_answer_names_the_message_it_answers(people: Actors) -> None:
    number = people.say(USER, "oi")["message"]["message_id"]
    assert incoming(people.answer(USER, "sim", number)).reply_to == str(number)


def test_a_forward_says_so(people: Actors) -> None:
    assert incoming(people.forward(USER, "leia")).forwarded
    assert not incoming(people.say(USER, "leia")).forwarded


@pytest.mark.parametrize("kind", ["group", "supergroup", "channel"])
def test_a_group_gives_its_chat_and_nothing_that_was_said(people: Actors, kind: str) -> None:
    update = people.say_in_group(USER, GROUP, "segredo")
    update["message"]["chat"]["type"] = kind
    parsed = parse(update, RECEIVED)
    assert parsed == InGroup(str(update["update_id"]), str(GROUP), Language.PT)


def test_being_added_to_a_group_is_noticed_and_being_removed_is_not(people: Actors) -> None:
    update = people.block(USER)
    change = update["my_chat_member"]
    change["chat"] = {"id": GROUP, "type": "group"}
    assert parse(update, RECEIVED) == Ignored(Reason.MEMBERSHIP, str(update["update_id"]))
    change["new_chat_member"]["status"] = "member"
    assert isinstance(parse(update, RECEIVED), InGroup)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"pinned_message": {}}, Reason.SERVICE),
        ({"from": None}, Reason.NO_SENDER),
        ({"from": {"id": True}}, Reason.NO_SENDER),
        ({"from": {"id": 2**70}}, Reason.NO_SENDER),
        ({"from": {"id": 5, "is_bot": True}}, Reason.BOT),
        ({"chat": {"id": 5}}, Reason.NO_CHAT),
        ({"chat": {"id": "5", "type": "private"}}, Reason.NO_CHAT),
    ],
)
def test_a_message_that_is_nobodys_is_ignored_with_its_reason(people: Actors, change: Json, reason: Reason) -> None:
    update = people.say(USER, "oi", **change)
    assert parse(update, RECEIVED) == Ignored(reason, str(update["update_id"]))


@pytest.mark.parametrize(
    ("update", "expected"),
    [
        ([], Ignored(Reason.NOT_AN_OBJECT, None)),
        (None, Ignored(Reason.NOT_AN_OBJECT, None)),
        ({}, Ignored(Reason.NO_UPDATE_ID, None)),
        ({"update_id": "5"}, Ignored(Reason.NO_UPDATE_ID, None)),
        ({"update_id": True}, Ignored(Reason.NO_UPDATE_ID, None)),
        ({"update_id": -1}, Ignored(Reason.NO_UPDATE_ID, None)),
        ({"update_id": 2**64}, Ignored(Reason.NO_UPDATE_ID, None)),
        ({"update_id": 5, "purchased_paid_media": {}}, Ignored(Reason.UNKNOWN, "5")),
        ({"update_id": 5, "message": None}, Ignored(Reason.NO_CHAT, "5")),
    ],
)
def test_what_cannot_be_a_message_is_ignored(update: object, expected: Parsed) -> None:
    assert parse(update, RECEIVED) == expected


def test_a_service_key_that_says_no_means_nothing(people: Actors) -> None:
    assert incoming(people.say(USER, "oi", group_chat_created=False)).text == "oi"


@pytest.mark.parametrize("date", [None, -5, 10**18, "x", 0, True])
def test_a_date_that_makes_no_sense_is_the_time_of_receipt(people: Actors, date: object) -> None:
    assert incoming(people.say(USER, "oi", date=date)).at == RECEIVED


def test_text_that_utf8_or_postgres_cannot_hold_is_mended(people: Actors) -> None:
    assert incoming(people.say(USER, "a\ud83d\ude00b\ud83dc\0d")).text == "a😀b\ufffdcd"


def check(parsed: Parsed) -> None:
    assert isinstance(parsed, Received | InGroup | Ignored)
    if isinstance(parsed, Received):
        message = parsed.incoming
        assert message.at.tzinfo is not None
        assert message.user.lstrip("-").isdecimal()
        for text in (message.text, message.data, message.quoted, message.media or "", parsed.query or ""):
            assert "\0" not in text
            assert text.encode().decode() == text


@settings(max_examples=2_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(update=mutated_updates())
def test_a_mutated_update_never_raises(update: Any) -> None:
    check(parse(update, RECEIVED))


@settings(max_examples=500, deadline=None)
@given(update=json_values)
def test_no_json_value_at_all_raises(update: Any) -> None:
    check(parse(update, RECEIVED))
    check(parse({"update_id": 1, "message": update, "callback_query": update}, RECEIVED))


def test_unspoilt_samples_are_messages_but_for_the_last_three() -> None:
    kinds = [type(parse(update, RECEIVED)) for update in every_kind()]
    assert kinds == [Received] * 12 + [InGroup, Ignored, Ignored]
    assert all(update_id(update) is not None for update in every_kind())


def test_the_id_of_an_album_is_never_too_long_for_an_index(people: Actors) -> None:
    def album(value: str) -> str | None:
        update = people.photo(USER, "x", album="77")
        update["message"]["media_group_id"] = value
        return received(update).album

    ids = [album(value) for value in ("77", unwieldy(1), unwieldy(1), unwieldy(2))]
    assert ids[0] == "77"
    assert ids[1] == ids[2] != ids[3]
    assert {len(found or "") for found in ids[1:]} == {64}
