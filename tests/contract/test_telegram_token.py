"""The bot's token: refused where it is wrong, and never shown."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Awaitable, Callable

import pytest
from pydantic import SecretStr

from bot.channels.telegram.api import BotApi
from bot.channels.telegram.errors import (
    TelegramError,
    Unauthorised,
)
from tests.contract.telegram_client import QUICK, TEXT, USER
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_faults import Fate, Fault

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
