"""Our client against the fake Bot API: each method."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.channels.telegram.api import ALLOWED_UPDATES, BotApi, Me, Webhook
from bot.channels.telegram.errors import (
    BadRequest,
    Conflict,
)
from bot.channels.telegram.menu import set_menus
from bot.channels.telegram.rendering import keyboard, render
from bot.messages import Button, Reply
from rag.types import Language
from tests.contract.telegram_client import QUICK, TEXT, USER
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_clock import Clock
from tests.fakes.telegram_people import PNG


async def test_it_knows_itself(api: BotApi) -> None:
    assert await api.get_me() == Me(TOKEN.partition(":")[0], "fonte_test_bot")


async def test_updates_arrive_raw_and_only_of_the_kinds_asked_for(fake: FakeTelegram, api: BotApi) -> None:
    fake.raw({"update_id": 800_000_000, "message": {"text": 5, "from": []}})
    updates = await api.get_updates(None, timeout=0)
    assert updates == fake.waiting
    assert updates[-1]["message"] == {"text": 5, "from": []}
    assert fake.state.allowed == list(ALLOWED_UPDATES)


async def test_an_offset_confirms_what_lies_below_it(fake: FakeTelegram, api: BotApi) -> None:
    second = fake.say(USER, "2")
    assert len(await api.get_updates(None, timeout=0)) == 2
    assert await api.get_updates(second["update_id"], timeout=0) == [second]
    assert await api.get_updates(second["update_id"] + 1, timeout=0) == []


async def test_a_long_poll_outlasts_the_read_timeout(api: BotApi) -> None:
    await api.get_updates(700_000_002, timeout=0)
    assert QUICK.read < 1
    assert await api.get_updates(None, timeout=1) == []


async def test_a_long_poll_ends_with_the_first_update(fake: FakeTelegram, api: BotApi) -> None:
    await api.get_updates(700_000_002, timeout=0)
    fake.state.consumer = None
    poll = asyncio.create_task(api.get_updates(None, timeout=30))
    await fake.until(lambda: fake.state.consumer)
    update = fake.say(USER, "agora")
    assert await poll == [update]


async def test_a_message_shows_what_its_markup_says(fake: FakeTelegram, api: BotApi) -> None:
    number = await api.send_message(str(USER), TEXT)
    (sent,) = fake.to(USER)
    assert (str(sent.message), sent.text) == (number, "oi")
    assert [entity["type"] for entity in sent.entities] == ["bold"]


async def test_a_rendered_reply_arrives_whole(fake: FakeTelegram, api: BotApi) -> None:
    reply = Reply("1", "<b>" + "Uma frase. " * 800 + "</b>", ((Button("Fontes", "s:1"),),))
    parts = render(reply, reply_to="1")
    for part in parts:
        await api.send_message(str(USER), part.payload)
    sent = fake.to(USER)
    assert [message.text for message in sent] == [part.plain["text"] for part in parts]
    assert [bool(message.buttons) for message in sent] == [False, False, True]
    assert sent[0].params["link_preview_options"] == {"is_disabled": True}
    assert fake.state.messages[USER, sent[-1].message]["reply_to_message"]["text"] == "oi"


async def test_a_picture_is_uploaded(fake: FakeTelegram, api: BotApi, tmp_path: Path) -> None:
    (tmp_path / "chart.png").write_bytes(PNG)
    caption = {"caption": "<b>Hoje</b>", "parse_mode": "HTML", "reply_markup": keyboard(((Button("a", "b"),),))}
    await api.send_photo(str(USER), str(tmp_path / "chart.png"), caption)
    (sent,) = fake.to(USER)
    assert (sent.method, sent.text) == ("sendPhoto", "Hoje")
    assert sent.buttons == [[{"text": "a", "callback_data": "b"}]]
    assert PNG in fake.state.files.values()


async def test_a_file_is_uploaded(fake: FakeTelegram, api: BotApi, tmp_path: Path) -> None:
    (tmp_path / "diary-1.csv").write_bytes(b"a;b\r\n")
    await api.send_document(str(USER), str(tmp_path / "diary-1.csv"), {"caption": "<b>CSV</b>", "parse_mode": "HTML"})
    (sent,) = fake.to(USER)
    assert (sent.method, sent.text) == ("sendDocument", "CSV")
    assert b"a;b\r\n" in fake.state.files.values()


async def test_a_picture_that_is_not_there_is_a_bad_request(api: BotApi, tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="no_file"):
        await api.send_photo(str(USER), str(tmp_path / "none.png"), {})
    with pytest.raises(BadRequest, match="no_file"):
        await api.send_document(str(USER), str(tmp_path / "none.csv"), {})


async def test_typing_and_answers_to_presses_are_accepted(fake: FakeTelegram, api: BotApi, clock: Clock) -> None:
    await api.send_chat_action(str(USER))
    query = fake.press(USER, "x", 1)["callback_query"]["id"]
    await api.answer_callback_query(query, "Pronto")
    clock.now += 3_600
    with pytest.raises(BadRequest, match="query is too old"):
        await api.answer_callback_query(query)
    assert [call.status for call in fake.calls("answerCallbackQuery")] == [200, 400]


async def test_menus_are_set_for_everybody_and_per_language(fake: FakeTelegram, api: BotApi) -> None:
    menus = {Language.PT: [("fontes", "Fontes")], Language.EN: [("sources", "Sources")]}
    await set_menus(api, menus)
    assert {code: [c["command"] for c in menu] for code, menu in fake.state.commands.items()} == {
        "": ["fontes"],
        "pt": ["fontes"],
        "en": ["sources"],
    }


@pytest.mark.parametrize(
    "commands", [[("Fontes", "x")], [("a" * 33, "x")], [("", "x")], [("a", "")], [("a", "x")] * 101]
)
async def test_a_menu_that_telegram_would_refuse_is_an_error_before_any_call(
    fake: FakeTelegram, api: BotApi, commands: list[tuple[str, str]]
) -> None:
    with pytest.raises(ValueError, match="command"):
        await set_menus(api, {Language.PT: [("ok", "x")], Language.ES: commands})
    assert fake.calls("setMyCommands") == []
    with pytest.raises(BadRequest):
        await api.set_my_commands(commands)


async def test_the_webhook_is_set_shown_and_deleted(fake: FakeTelegram, api: BotApi) -> None:
    await api.set_webhook(f"{fake.url}/nowhere", SecretStr("s3cret"), 7)
    assert (await api.get_webhook_info()).url == f"{fake.url}/nowhere"
    assert fake.state.webhook.secret == "s3cret"  # noqa: S105
    with pytest.raises(Conflict):
        await api.get_updates(None, timeout=0)
    await api.delete_webhook()
    assert await api.get_webhook_info() == Webhook("", 1, "Wrong response from the webhook: 404")


async def test_a_second_receiver_ends_the_first_ones_poll(fake: FakeTelegram, api: BotApi) -> None:
    await api.get_updates(700_000_002, timeout=0)
    first = asyncio.create_task(api.get_updates(None, timeout=30))
    await fake.until(lambda: fake.state.consumer)
    held = fake.state.consumer
    async with BotApi(SecretStr(TOKEN), fake.url) as other:
        second = asyncio.create_task(other.get_updates(None, timeout=30))
        with pytest.raises(Conflict):
            await first
        assert fake.state.consumer is not held
        fake.say(USER, "oi")
        assert len(await second) == 1
