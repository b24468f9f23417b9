"""The fake's own rules, where our client would not reach them."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from telegram import Bot
from telegram.request import HTTPXRequest

from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_clock import Clock
from tests.fakes.telegram_faults import Fate, Faults
from tests.fakes.telegram_http import answer, read_body, read_head
from tests.fakes.telegram_state import Json, Limits

USER = 7_001


class Client:
    """The Bot API by hand."""

    def __init__(self, fake: FakeTelegram, http: httpx.AsyncClient) -> None:
        self.fake = fake
        self.http = http

    async def __call__(self, method: str, **params: Any) -> Any:
        response = await self.http.post(f"{self.fake.url}/bot{TOKEN}/{method}", json=params)
        body = response.json()
        return body["result"] if body["ok"] else body


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(trust_env=False) as client:
        yield client


@pytest.fixture
async def fake(clock: Clock) -> AsyncIterator[FakeTelegram]:
    limits = Limits(chat_rate=1.0, chat_burst=2, bot_rate=30.0, bot_burst=30)
    async with FakeTelegram(clock=clock, sleep=clock.sleep, limits=limits) as server:
        yield server


@pytest.fixture
def call(fake: FakeTelegram, http: httpx.AsyncClient) -> Client:
    return Client(fake, http)


async def test_an_update_stays_queued_until_a_higher_offset_confirms_it(fake: FakeTelegram, call: Client) -> None:
    first, second, third = (fake.say(USER, text) for text in "123")
    assert await call("getUpdates", limit=2) == [first, second]
    assert await call("getUpdates", offset=first["update_id"]) == [first, second, third]
    assert await call("getUpdates", offset=second["update_id"]) == [second, third]
    assert await call("getUpdates", offset=-1) == [third]
    assert await call("getUpdates") == [third]


@pytest.mark.parametrize(("limit", "length"), [(0, 100), (101, 100), (100, 100), (7, 7)])
async def test_a_batch_holds_at_most_a_hundred(fake: FakeTelegram, call: Client, limit: int, length: int) -> None:
    for number in range(120):
        fake.say(USER, str(number))
    assert len(await call("getUpdates", limit=limit)) == length


async def test_kinds_that_were_not_asked_for_are_not_queued(fake: FakeTelegram, call: Client) -> None:
    await call("getUpdates", allowed_updates=["message"])
    fake.block(USER)
    said = fake.say(USER, "oi")
    assert await call("getUpdates") == [said]


async def test_a_chats_messages_are_paced_by_the_clock(fake: FakeTelegram, call: Client, clock: Clock) -> None:
    fake.say(USER, "oi")
    fake.say(USER + 1, "oi")
    answers = [await call("sendMessage", chat_id=USER, text="x") for _ in range(3)]
    assert answers[2]["error_code"] == 429
    assert answers[2]["parameters"] == {"retry_after": 1}
    assert "message_id" in await call("sendMessage", chat_id=USER + 1, text="x")
    clock.now += 1
    assert "message_id" in await call("sendMessage", chat_id=USER, text="x")
    assert [sent.at for sent in fake.to(USER)] == [clock.now - 1, clock.now - 1, clock.now]


async def test_all_chats_together_are_paced_too(fake: FakeTelegram, call: Client) -> None:
    for user in range(31):
        fake.say(user + 1, "oi")
    answers = [await call("sendMessage", chat_id=user + 1, text="x") for user in range(31)]
    assert [user for user, sent in enumerate(answers) if "error_code" in sent] == [30]


@pytest.mark.parametrize(
    ("method", "params", "description"),
    [
        ("sendMessage", {"text": ""}, "message text is empty"),
        ("sendMessage", {"text": "x", "parse_mode": "Markdown"}, "unsupported parse_mode"),
        ("sendMessage", {"text": "x", "reply_markup": "{"}, "can't parse reply_markup JSON object"),
        ("sendMessage", {"text": "x", "reply_markup": {"a": 1}}, "object expected as reply markup"),
        (
            "sendMessage",
            {"text": "x", "reply_markup": {"inline_keyboard": [[{"text": "", "callback_data": "x"}]]}},
            "inline keyboard button text must be non-empty",
        ),
        (
            "sendMessage",
            {"text": "x", "reply_markup": {"inline_keyboard": [[{"text": "x", "callback_data": "x"}]] * 101}},
            "reply markup is too long",
        ),
        ("sendPhoto", {}, "there is no photo in the request"),
        ("sendPhoto", {"photo": "x", "caption": "x" * 1_025}, "message caption is too long"),
        ("sendDocument", {}, "there is no document in the request"),
        ("sendDocument", {"document": "x", "caption": "x" * 1_025}, "message caption is too long"),
        ("sendChatAction", {"action": "dancing"}, "wrong parameter action in request"),
        ("editMessageText", {"message_id": 1, "text": "x"}, "message can't be edited"),
        ("editMessageText", {"message_id": 99, "text": "x"}, "message to edit not found"),
        ("getFile", {"file_id": "x"}, "invalid file_id"),
        ("setWebhook", {"url": "http://example.org"}, "bad webhook: An HTTPS URL must be provided for webhook"),
        ("setWebhook", {"url": "https://x", "secret_token": "a b"}, "secret token contains unallowed characters"),
        ("setMyCommands", {"commands": [], "language_code": "pt-BR"}, "invalid language code specified"),
    ],
)
async def test_what_telegram_refuses_is_refused(
    fake: FakeTelegram, call: Client, method: str, params: Json, description: str
) -> None:
    fake.say(USER, "oi")
    refusal = await call(method, chat_id=USER, **params)
    assert refusal == {"ok": False, "error_code": 400, "description": f"Bad Request: {description}"}


@pytest.mark.parametrize(
    ("token", "method", "status"),
    [(TOKEN, "getNothing", 404), ("123:abc", "getMe", 401), ("abc", "getMe", 404), (TOKEN, "GETME", 200)],
)
async def test_the_path_is_checked(
    fake: FakeTelegram, http: httpx.AsyncClient, token: str, method: str, status: int
) -> None:
    assert (await http.get(f"{fake.url}/bot{token}/{method}")).status_code == status


async def test_a_persons_file_can_be_downloaded_with_the_token_only(
    fake: FakeTelegram, call: Client, http: httpx.AsyncClient
) -> None:
    voice = fake.voice(USER)["message"]["voice"]
    path = (await call("getFile", file_id=voice["file_id"]))["file_path"]
    assert (await http.get(f"{fake.url}/file/bot{TOKEN}/{path}")).content == b"voice"
    assert (await http.get(f"{fake.url}/file/bot123:abc/{path}")).status_code == 404


async def test_the_library_itself_reads_what_the_fake_writes(fake: FakeTelegram) -> None:
    said = fake.say(USER, "/start")
    requests = [HTTPXRequest(httpx_kwargs={"trust_env": False}) for _ in range(2)]
    bot = Bot(TOKEN, f"{fake.url}/bot", f"{fake.url}/file/bot", requests[0], requests[1])
    async with bot:
        (update,) = await bot.get_updates()
        assert update.message
        assert (update.update_id, update.message.text) == (said["update_id"], "/start")
        assert list(update.message.parse_entities(["bot_command"]).values()) == ["/start"]
        message = await bot.send_message(USER, "<i>oi</i>", parse_mode="HTML")
        assert message.text_html == "<i>oi</i>"
        file = await bot.get_file(fake.voice(USER)["message"]["voice"]["file_id"])
        assert bytes(await file.download_as_bytearray()) == b"voice"


async def test_a_batch_can_arrive_out_of_order(fake: FakeTelegram, call: Client) -> None:
    updates = [fake.say(USER, str(number)) for number in range(20)]
    fake.faults.plan("getUpdates", Fate.REORDER)
    shuffled = await call("getUpdates")
    assert shuffled != updates
    assert sorted(shuffled, key=lambda update: int(update["update_id"])) == updates


def test_seeded_faults_come_out_the_same_each_time() -> None:
    rates = {Fate.DROP_AFTER: 0.2, Fate.MALFORMED: 0.3}

    def drawn(seed: int) -> list[str | None]:
        faults = Faults(random.Random(seed), rates, {"sendMessage"})  # noqa: S311
        drawn = [faults.next("sendMessage") for _ in range(400)]
        assert faults.next("getMe") is None
        return [fault.fate if fault else None for fault in drawn]

    first = drawn(1)
    assert first == drawn(1) != drawn(2)
    assert 50 < first.count(Fate.DROP_AFTER) < 110
    assert 90 < first.count(Fate.MALFORMED) < 150


# Webhook


class Hook:
    """A webhook that answers as told, then 200."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses)
        self.got: list[tuple[str, Json]] = []
        self.url = ""

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await read_head(reader)
        body = json.loads(await read_body(reader, head))
        self.got.append((head.headers.get("x-telegram-bot-api-secret-token", ""), body))
        writer.write(answer(self.statuses.pop(0) if self.statuses else 200, b"{}"))
        await writer.drain()
        writer.close()


async def hooked(hook: Hook) -> asyncio.Server:
    server = await asyncio.start_server(hook, "127.0.0.1", 0)
    hook.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    return server


async def test_a_webhook_gets_an_update_again_until_it_says_2xx(fake: FakeTelegram, call: Client, clock: Clock) -> None:
    hook = Hook(503, 403)
    async with await hooked(hook):
        first = fake.say(USER, "1")
        second = fake.say(USER, "2")
        await call("setWebhook", url=hook.url, secret_token="s3cret", max_connections=1)  # noqa: S106
        await fake.until(lambda: not fake.waiting)
    assert hook.got == [("s3cret", update) for update in (first, first, first, second)]
    assert clock.naps == [1, 2]
    info = await call("getWebhookInfo")
    assert info["last_error_message"] == "Wrong response from the webhook: 403"


async def test_a_webhook_gets_an_update_again_when_its_answer_was_lost(fake: FakeTelegram, call: Client) -> None:
    hook = Hook()
    fake.faults.plan("webhook", Fate.DROP_BEFORE, Fate.DROP_AFTER)
    async with await hooked(hook):
        update = fake.say(USER, "1")
        await call("setWebhook", url=hook.url)
        await fake.until(lambda: not fake.waiting)
    assert hook.got == [("", update), ("", update)]


async def test_over_one_connection_updates_come_in_their_order(fake: FakeTelegram, call: Client) -> None:
    hook = Hook(200, 500, 500)
    said = [fake.say(user, "x") for user in (1, 2, 1, 2)]
    async with await hooked(hook):
        await call("setWebhook", url=hook.url, max_connections=1)
        await fake.until(lambda: not fake.waiting)
    assert [update for _, update in hook.got] == [said[0], *[said[1]] * 3, *said[2:]]


async def test_over_several_connections_updates_of_one_chat_come_side_by_side(fake: FakeTelegram, call: Client) -> None:
    hook = Hook(500)
    said = [fake.say(1, str(number)) for number in range(3)]
    async with await hooked(hook):
        await call("setWebhook", url=hook.url, max_connections=2)
        await fake.until(lambda: not fake.waiting)
    order = [update["update_id"] for _, update in hook.got]
    assert sorted(order) == sorted(update["update_id"] for update in (*said, said[0]))
    assert order != sorted(order)


async def test_pending_updates_can_be_dropped(fake: FakeTelegram, call: Client) -> None:
    fake.say(USER, "1")
    await call("deleteWebhook", drop_pending_updates=True)
    assert await call("getUpdates") == []


async def test_it_runs_alone_and_is_told_what_to_do_over_http(http: httpx.AsyncClient) -> None:
    command = [sys.executable, "-m", "tests.fakes.telegram", "--port", "0"]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout
        url = (await process.stdout.readline()).decode().strip()
        said = (await http.post(f"{url}/control/say", json={"user": USER, "text": "oi"})).json()
        updates = (await http.get(f"{url}/bot{TOKEN}/getUpdates")).json()["result"]
        assert updates == [said]
        await http.post(f"{url}/control/plan", json={"method": "sendMessage", "fates": ["drop_after"]})
        with pytest.raises(httpx.RemoteProtocolError):
            await http.post(f"{url}/bot{TOKEN}/sendMessage", json={"chat_id": USER, "text": "olá"})
        sent = (await http.get(f"{url}/control/sent")).json()
        assert [message["text"] for message in sent] == ["olá"]
        assert "error" in (await http.post(f"{url}/control/__init__")).json()
    finally:
        process.terminate()
        await process.wait()
