"""Our client against the fake Bot API: each way a call can end."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable

import pytest
from pydantic import SecretStr

from bot.channels.telegram.api import BotApi
from bot.channels.telegram.errors import (
    BadRequest,
    Blocked,
    Problem,
    RetryLater,
    ServerFailed,
    TelegramError,
    Unknown,
    Unreadable,
    Unsent,
)
from bot.channels.telegram.transport import Timeouts
from tests.contract.telegram_client import QUICK, TEXT, USER
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_faults import Fate, Fault

FAULTS: list[tuple[Fault, type[TelegramError], bool]] = [
    (Fault(Fate.DROP_BEFORE), Unknown, False),
    (Fault(Fate.RATE_LIMITED, seconds=17), RetryLater, False),
    (Fault(Fate.SERVER_ERROR), ServerFailed, False),
    (Fault(Fate.SERVER_ERROR, status=503), Unsent, False),
    (Fault(Fate.SERVER_ERROR_AFTER, status=504), ServerFailed, True),
    (Fault(Fate.HANG_AFTER), Unknown, True),
    (Fault(Fate.DROP_AFTER), Unknown, True),
    (Fault(Fate.MALFORMED), Unreadable, True),
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
