"""The bot's start against the fake Bot API: only the token holds it up; its menus come when they can."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
import structlog
from pydantic import SecretStr

from bot.channels.telegram.announcing import identified, menus_set_beside
from bot.channels.telegram.api import BotApi
from bot.channels.telegram.errors import Unauthorised
from bot.channels.telegram.menu import Commands
from bot.channels.telegram.receiver import Retries
from rag.types import Language
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_clock import Clock
from tests.fakes.telegram_faults import Fate, Fault

MENUS: dict[Language, Commands] = {
    Language.PT: [("fontes", "Fontes")],
    Language.ES: [("fuentes", "Fuentes")],
    Language.EN: [("sources", "Sources")],
}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def backoff(clock: Clock) -> Retries:
    return Retries(clock.sleep, random.Random(1).random)  # noqa: S311


@pytest.fixture
async def fake(clock: Clock) -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(clock=clock, sleep=clock.sleep) as server:
        yield server


@pytest.fixture
async def api(fake: FakeTelegram) -> AsyncIterator[BotApi]:
    async with BotApi(SecretStr(TOKEN), fake.url) as client:
        yield client


async def set_in(fake: FakeTelegram, api: BotApi, backoff: Retries, menus: dict[Language, Commands]) -> list[str]:
    """Waits until everything is set; what was logged as a warning or worse."""
    with structlog.testing.capture_logs() as logs:
        log = structlog.get_logger()
        async with menus_set_beside(api, menus, Language.PT, backoff, log):
            await fake.until(lambda: {"telegram.menus_set", "telegram.menus_refused"} & {e["event"] for e in logs})
    return [entry["event"] for entry in logs if entry["log_level"] in {"warning", "error"}]


async def test_who_the_bot_is_is_asked_until_telegram_answers_and_each_try_is_logged(
    fake: FakeTelegram, api: BotApi, backoff: Retries, clock: Clock
) -> None:
    fake.faults.plan("getMe", Fault(Fate.RATE_LIMITED, seconds=9), Fate.SERVER_ERROR)
    with structlog.testing.capture_logs() as logs:
        assert await identified(api, asyncio.Event(), backoff, structlog.get_logger()) == int(TOKEN.partition(":")[0])
    told = [entry["event"] for entry in logs]
    assert told == ["telegram.asked_to_wait", "telegram.unreachable", "telegram_started"]
    assert clock.naps[0] == 9
    assert {call.method for call in fake.state.calls} == {"getMe"}


async def test_a_rejected_token_ends_the_start(fake: FakeTelegram, backoff: Retries) -> None:
    async with BotApi(SecretStr("123:abc"), fake.url) as api:
        with pytest.raises(Unauthorised):
            await identified(api, asyncio.Event(), backoff, structlog.get_logger())


async def test_menus_are_tried_again_as_long_as_telegram_asks_and_until_they_are_set(
    fake: FakeTelegram, api: BotApi, backoff: Retries, clock: Clock
) -> None:
    fake.faults.plan("setMyCommands", Fault(Fate.RATE_LIMITED, seconds=60), None, Fate.SERVER_ERROR, Fate.MALFORMED)
    assert await set_in(fake, api, backoff, MENUS) == ["telegram.menus_not_set"] * 3
    assert clock.naps[0] == 60
    assert {code: [c["command"] for c in menu] for code, menu in fake.state.commands.items()} == {
        "": ["fontes"],
        "pt": ["fontes"],
        "es": ["fuentes"],
        "en": ["sources"],
    }


async def test_a_restart_sets_only_the_menus_that_differ(fake: FakeTelegram, api: BotApi, backoff: Retries) -> None:
    await set_in(fake, api, backoff, MENUS)
    assert len(fake.calls("setMyCommands")) == 4
    await set_in(fake, api, backoff, MENUS)
    assert len(fake.calls("setMyCommands")) == 4
    await set_in(fake, api, backoff, MENUS | {Language.EN: [("sources", "Where it is from")]})
    assert [call.params.get("language_code") for call in fake.calls("setMyCommands")[4:]] == ["en"]


async def test_a_menu_that_telegram_refuses_is_an_error_and_not_tried_again(
    fake: FakeTelegram, api: BotApi, backoff: Retries, clock: Clock
) -> None:
    fake.faults.plan("setMyCommands", Fault(Fate.SERVER_ERROR, status=400))
    assert await set_in(fake, api, backoff, MENUS) == ["telegram.menus_refused"]
    assert clock.naps == []


async def test_a_menu_that_never_ends_holds_up_neither_the_block_nor_its_end(
    fake: FakeTelegram, api: BotApi, backoff: Retries
) -> None:
    fake.faults.plan("getMyCommands", Fate.HANG_AFTER)
    async with asyncio.timeout(2), menus_set_beside(api, MENUS, Language.PT, backoff, structlog.get_logger()):
        await fake.until(lambda: fake.calls("getMyCommands"))
    assert fake.calls("setMyCommands") == []


async def test_a_menu_with_a_mistake_of_ours_is_an_error_at_once(api: BotApi, backoff: Retries) -> None:
    wrong: dict[Language, Commands] = {Language.PT: [("Fontes", "x")]}
    with pytest.raises(ValueError, match="command"):
        async with menus_set_beside(api, wrong, Language.PT, backoff, structlog.get_logger()):
            pass
