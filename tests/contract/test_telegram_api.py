"""Our client against the fake Bot API: each method, and each way a call can end."""

from __future__ import annotations

import asyncio
import logging
import socket
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.channels.telegram.api import ALLOWED_UPDATES, BotApi, Me, Webhook
from bot.channels.telegram.errors import (
    BadRequest,
    Blocked,
    Conflict,
    Problem,
    RetryLater,
    ServerFailed,
    TelegramError,
    Unauthorised,
    Unknown,
    Unsent,
)
from bot.channels.telegram.menu import set_menus
from bot.channels.telegram.rendering import keyboard, render
from bot.channels.telegram.transport import Timeouts
from bot.messages import Button, Reply
from rag.types import Language
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_clock import Clock
from tests.fakes.telegram_faults import Fate, Fault
from tests.fakes.telegram_people import PNG

USER = 7_001
QUICK = Timeouts(connect=2, read=0.3, write=2, pool=0.2)
TEXT = {"text": "<b>oi</b>", "parse_mode": "HTML"}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def fake(clock: Clock) -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(clock=clock, sleep=clock.sleep) as server:
        server.say(USER, "oi")
        yield server


@pytest.fixture
async def api(fake: FakeTelegram) -> AsyncIterator[BotApi]:
    async with BotApi(SecretStr(TOKEN), fake.url, timeouts=QUICK) as client:
        yield client


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


async def test_a_picture_that_is_not_there_is_a_bad_request(api: BotApi, tmp_path: Path) -> None:
    with pytest.raises(BadRequest):
        await api.send_photo(str(USER), str(tmp_path / "none.png"), {})


async def test_typing_and_answers_to_presses_are_accepted(fake: FakeTelegram, api: BotApi, clock: Clock) -> None:
    await api.send_chat_action(str(USER))
    query = fake.press(USER, "x", 1)["callback_query"]["id"]
    await api.answer_callback_query(query, "Pronto")
    clock.now += 3_600
    with pytest.raises(BadRequest, match="query is too old"):
        await api.answer_callback_query(query)
    assert [call.status for call in fake.calls("answerCallbackQuery")] == [200, 400]


async def test_edits_replace_and_no_change_is_a_success(fake: FakeTelegram, api: BotApi) -> None:
    rows = keyboard(((Button("a", "b"),),))
    number = await api.send_message(str(USER), {**TEXT, "reply_markup": rows})
    for _ in range(2):
        await api.edit_message_reply_markup(str(USER), number)
        await api.edit_message_text(str(USER), number, {"text": "novo"})
    assert [(sent.method, sent.text) for sent in fake.to(USER)] == [
        ("sendMessage", "oi"),
        ("editMessageReplyMarkup", "oi"),
        ("editMessageText", "novo"),
    ]
    assert [call.status for call in fake.calls("editMessageText")] == [200, 400]
    with pytest.raises(BadRequest):
        await api.edit_message_text(str(USER), "999", {"text": "novo"})


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
    await api.set_webhook(f"{fake.url}/nowhere", SecretStr("s3cret"))
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


# How a call can end

FAULTS: list[tuple[Fault, type[TelegramError], bool]] = [
    (Fault(Fate.DROP_BEFORE), Unknown, False),
    (Fault(Fate.RATE_LIMITED, seconds=17), RetryLater, False),
    (Fault(Fate.SERVER_ERROR), ServerFailed, False),
    (Fault(Fate.SERVER_ERROR, status=503), ServerFailed, False),
    (Fault(Fate.HANG_AFTER), Unknown, True),
    (Fault(Fate.DROP_AFTER), Unknown, True),
    (Fault(Fate.MALFORMED), Unknown, True),
]


@pytest.mark.parametrize(("fault", "kind", "done"), FAULTS)
async def test_each_fault_is_told_apart_and_the_next_call_works(
    fake: FakeTelegram, api: BotApi, fault: Fault, kind: type[TelegramError], *, done: bool
) -> None:
    fake.faults.plan("sendMessage", fault)
    with pytest.raises(kind) as raised:
        await api.send_message(str(USER), TEXT)
    assert type(raised.value) is kind
    assert bool(fake.to(USER)) is done
    await api.send_message(str(USER), TEXT)


async def test_the_pause_asked_for_is_passed_on(fake: FakeTelegram, api: BotApi) -> None:
    fake.flood(USER, 17)
    with pytest.raises(RetryLater) as raised:
        await api.send_message(str(USER), TEXT)
    assert raised.value.seconds == 17


async def test_nobody_listening_is_unsent() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    async with BotApi(SecretStr(TOKEN), f"http://127.0.0.1:{port}", timeouts=QUICK) as api:
        with pytest.raises(Unsent):
            await api.send_message("7", TEXT)


async def test_a_proxy_of_the_environment_is_used(fake: FakeTelegram, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", fake.url)
    async with BotApi(SecretStr(TOKEN), "http://telegram.invalid", timeouts=QUICK) as api:
        assert (await api.get_me()).username == "fonte_test_bot"


async def test_no_free_connection_is_unsent(fake: FakeTelegram) -> None:
    fake.faults.plan("sendMessage", Fate.HANG_AFTER)
    timeouts = Timeouts(read=5, pool=0.1)
    async with BotApi(SecretStr(TOKEN), fake.url, timeouts=timeouts, connections=1) as api:
        hanging = asyncio.create_task(api.send_message(str(USER), TEXT))
        await fake.until(lambda: fake.to(USER))
        with pytest.raises(Unsent):
            await api.send_message(str(USER), TEXT)
        hanging.cancel()
        await asyncio.gather(hanging, return_exceptions=True)
    assert len(fake.to(USER)) == 1


REFUSALS: list[tuple[dict[str, object], Problem]] = [
    ({"text": "a < b", "parse_mode": "HTML"}, Problem.CANT_PARSE_ENTITIES),
    ({"text": "a" * 4_097}, Problem.OTHER),
    ({"text": "😀" * 2_049}, Problem.OTHER),
    ({"text": " \u200b"}, Problem.OTHER),
    ({"text": "a", "reply_markup": {"inline_keyboard": [[{"text": "x", "callback_data": "y" * 65}]]}}, Problem.OTHER),
    ({"text": "a", "reply_parameters": {"message_id": 999}}, Problem.OTHER),
]


@pytest.mark.parametrize(("payload", "kind"), REFUSALS)
async def test_refusals_keep_their_kind(
    fake: FakeTelegram, api: BotApi, payload: dict[str, object], kind: Problem
) -> None:
    with pytest.raises(BadRequest) as raised:
        await api.send_message(str(USER), payload)
    assert raised.value.kind is kind
    assert fake.to(USER) == []


async def test_markup_does_not_count_towards_the_limit(fake: FakeTelegram, api: BotApi) -> None:
    await api.send_message(str(USER), {"text": "<b>" + "&amp;" * 4_096 + "</b>", "parse_mode": "HTML"})
    assert fake.to(USER)[0].text == "&" * 4_096


async def test_a_stranger_is_a_chat_not_found_and_a_blocker_has_blocked(fake: FakeTelegram, api: BotApi) -> None:
    with pytest.raises(BadRequest) as raised:
        await api.send_message("404", TEXT)
    assert raised.value.kind is Problem.CHAT_NOT_FOUND
    fake.block(USER)
    with pytest.raises(Blocked):
        await api.send_message(str(USER), TEXT)
    fake.unblock(USER)
    await api.send_message(str(USER), TEXT)


async def test_an_answer_of_another_shape_is_unknown(fake: FakeTelegram, api: BotApi) -> None:
    fake.state.me = {"id": "x"}
    with pytest.raises(Unknown):
        await api.get_me()


# The token

WRONG = "4839574812:BBFD39kkdpWt3ywyRZergyOLMaJhac60qcF"

CALLS: list[Callable[[BotApi], Awaitable[object]]] = [
    lambda api: api.get_me(),
    lambda api: api.get_updates(None, timeout=0),
    lambda api: api.send_message(str(USER), TEXT),
    lambda api: api.delete_webhook(),
]


@pytest.mark.parametrize("token", [WRONG, "nonsense", "with space/and slash"])
@pytest.mark.parametrize("call", CALLS)
async def test_a_wrong_token_is_unauthorised(
    fake: FakeTelegram, token: str, call: Callable[[BotApi], Awaitable[object]]
) -> None:
    async with BotApi(SecretStr(token), fake.url) as api:
        with pytest.raises(Unauthorised):
            await call(api)


def everything_about(error: BaseException) -> str:
    seen, chain = [], [error]
    while chain:
        current = chain.pop()
        seen += [repr(current), str(current), repr(vars(current))]
        chain += [other for other in (current.__cause__, current.__context__) if other]
    return "\n".join([*seen, *traceback.format_exception(error)])


async def test_the_token_appears_nowhere_even_at_debug(fake: FakeTelegram, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for name in ("httpx", "httpcore", "httpcore.http11", "httpcore.connection", "telegram", "telegram.Bot"):
        caplog.set_level(logging.DEBUG, name)
    shown = []
    fates: list[Fault | Fate] = [
        Fate.DROP_AFTER,
        Fault(Fate.SERVER_ERROR),
        Fate.MALFORMED,
        Fate.HANG_AFTER,
        Fault(Fate.RATE_LIMITED),
    ]
    async with BotApi(SecretStr(TOKEN), fake.url, timeouts=QUICK) as api:
        shown.append(f"{api!r} {vars(api)!r}")
        for method, call in (("sendMessage", CALLS[2]), ("getUpdates", CALLS[1])):
            await call(api)
            fake.faults.plan(method, *fates)
            for _ in fates:
                with pytest.raises(TelegramError) as raised:
                    await call(api)
                shown.append(everything_about(raised.value))
    async with BotApi(SecretStr(WRONG), fake.url) as api:
        with pytest.raises(Unauthorised) as rejected:
            await api.get_me()
        shown.append(everything_about(rejected.value))
    shown += [f"{record.getMessage()} {record.exc_text} {record.args!r}" for record in caplog.records]
    assert any("HTTP Request: POST" in line for line in shown)
    assert not [line for line in shown if TOKEN in line or WRONG in line or "AAFD39" in line]


async def test_each_429_is_told_of_whatever_the_method(fake: FakeTelegram) -> None:
    throttled: list[int] = []
    for method in ("getUpdates", "sendMessage", "sendChatAction"):
        fake.faults.plan(method, Fault(Fate.RATE_LIMITED, seconds=3))
    async with BotApi(SecretStr(TOKEN), fake.url, throttled=lambda: throttled.append(429)) as api:
        calls: list[Awaitable[object]] = [
            api.get_updates(None, timeout=0),
            api.send_message(str(USER), TEXT),
            api.send_chat_action(str(USER)),
        ]
        for call in calls:
            with pytest.raises(RetryLater):
                await call
        await api.send_message(str(USER), TEXT)
    assert throttled == [429] * 3
