"""The webhook over real sockets: what it lets in, what it refuses, and Telegram's redelivery."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr
from starlette.applications import Starlette
from structlog.testing import capture_logs

from bot.channels.telegram.api import BotApi
from bot.channels.telegram.errors import Unauthorised
from bot.channels.telegram.receiver import Backoff, poll
from bot.http.admin import NotReady
from bot.http.registration import Registration
from bot.http.serving import serve
from bot.http.webhook import MAX_BODY, SECRET_HEADER, Unreadable, Webhook, webhook_app
from bot.metrics import NullMeter
from bot.settings import SettingsError, load_settings
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_clock import Clock
from tests.fakes.telegram_faults import Fate, Fault
from tests.fakes.telegram_samples import every_kind
from tests.fakes.telegram_state import Json
from tests.fakes.telegram_state import Webhook as FakeWebhook

SECRET = "correct-horse_1"  # noqa: S105 - opens nothing but this test's webhook
PATH = "/telegram/hook"
USER = 7_001
UPDATE = {"update_id": 1, "message": {"text": "estou com coceira"}}
HEADERS = {SECRET_HEADER: SECRET}


class Inbox:
    """Keeps what it is given, once; fails as often as told; waits while `open` is not set."""

    def __init__(self, failures: int = 0) -> None:
        self.kept: dict[int, Json] = {}
        self.quarantined: list[tuple[bytes, Unreadable]] = []
        self.failures = failures
        self.asked = asyncio.Event()
        self.open = asyncio.Event()
        self.open.set()

    async def accept(self, update: dict[str, Any]) -> None:
        self.asked.set()
        await self.open.wait()
        self._fail()
        self.kept[update["update_id"]] = update

    async def quarantine(self, body: bytes, reason: Unreadable) -> None:
        self._fail()
        self.quarantined.append((body, reason))

    @property
    def empty(self) -> bool:
        return not self.kept and not self.quarantined and not self.asked.is_set()

    def _fail(self) -> None:
        if self.failures:
            self.failures -= 1
            raise OSError("no database at 10.0.0.7")


class Refusals(NullMeter):
    """Keeps the statuses."""

    def __init__(self) -> None:
        self.statuses: list[int] = []

    def refused(self, status: int) -> None:
        self.statuses.append(status)


def application(
    inbox: Inbox, meter: NullMeter | None = None, *, body_timeout_s: float = 5.0, keep_timeout_s: float = 5.0
) -> Starlette:
    log: structlog.stdlib.BoundLogger = structlog.get_logger()
    hook = Webhook(
        SecretStr(SECRET), inbox.accept, inbox.quarantine, meter or NullMeter(), log, body_timeout_s, keep_timeout_s
    )
    return webhook_app(hook, f"https://bot.example{PATH}")


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def meter() -> Refusals:
    return Refusals()


@pytest.fixture
async def address(inbox: Inbox, meter: Refusals) -> AsyncIterator[str]:
    async with serve(application(inbox, meter), "127.0.0.1", 0, name="HTTP", farewell_s=1) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
async def client(address: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=5) as opened:
        yield opened


async def raw(address: str, head: str, body: bytes = b"") -> bytes:
    """The whole answer to a request whose end is never sent."""
    url = httpx.URL(address)
    reader, writer = await asyncio.open_connection(url.host, url.port)
    request = f"POST {PATH} HTTP/1.1\r\nHost: x\r\n{SECRET_HEADER}: {SECRET}\r\n{head}\r\n\r\n"
    answer = b""
    with suppress(ConnectionError):
        writer.write(request.encode() + body)
        await writer.drain()
    with suppress(ConnectionError):
        while received := await reader.read(65_536):
            answer += received
    writer.close()
    return answer


async def test_an_update_is_answered_200_only_once_it_is_safe(client: httpx.AsyncClient, inbox: Inbox) -> None:
    inbox.open.clear()
    posting = asyncio.create_task(client.post(PATH, json=UPDATE, headers=HEADERS))
    async with asyncio.timeout(5):
        await inbox.asked.wait()
    await asyncio.wait({posting}, timeout=0.05)
    assert not posting.done()
    inbox.open.set()
    assert (await posting).status_code == 200
    assert inbox.kept == {1: UPDATE}


@pytest.mark.parametrize("secret", [None, "", SECRET[:-1], SECRET + "x", SECRET.upper(), "é", SECRET + " x"])
async def test_a_wrong_or_missing_secret_is_403_and_nothing_is_stored(
    client: httpx.AsyncClient, inbox: Inbox, meter: Refusals, secret: str | None
) -> None:
    headers = {} if secret is None else {SECRET_HEADER.encode(): secret.encode("latin-1")}
    response = await client.post(PATH, json=UPDATE, headers=headers)
    assert response.status_code == 403
    assert inbox.empty
    assert meter.statuses == [403]


async def test_a_body_announced_too_long_is_413_before_any_of_it_was_sent(address: str, inbox: Inbox) -> None:
    answer = await raw(address, "Content-Length: 99999999999")
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert inbox.empty


async def test_a_body_in_chunks_is_413_as_soon_as_it_is_too_long(address: str, inbox: Inbox) -> None:
    chunk = b"%x\r\n" % MAX_BODY + b" " * MAX_BODY + b"\r\n1\r\n \r\n"  # and no last chunk
    answer = await raw(address, "Transfer-Encoding: chunked", chunk)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert inbox.empty


async def test_a_client_that_sends_too_much_at_once_reads_413(client: httpx.AsyncClient, inbox: Inbox) -> None:
    response = await client.post(PATH, content=b" " * (MAX_BODY + 1), headers=HEADERS)
    assert response.status_code == 413
    assert inbox.empty


async def test_a_body_of_one_mebibyte_is_accepted(client: httpx.AsyncClient, inbox: Inbox) -> None:
    body = json.dumps(UPDATE).encode().ljust(MAX_BODY)
    assert (await client.post(PATH, content=body, headers=HEADERS)).status_code == 200
    assert inbox.kept == {1: UPDATE}


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", Unreadable.NOT_JSON),
        (b"{", Unreadable.NOT_JSON),
        (b"\xff\xfe\x00", Unreadable.NOT_JSON),
        (b'{"update_id": 1, "x": NaN}', Unreadable.NOT_JSON),
        (b"[" * 100_000, Unreadable.NOT_JSON),
        (b'{"update_id": ' + b"9" * 10_000 + b"}", Unreadable.NOT_JSON),
        (b"[]", Unreadable.NOT_AN_OBJECT),
        (b"null", Unreadable.NOT_AN_OBJECT),
        (b"{}", Unreadable.NO_UPDATE_ID),
        (b'{"update_id": "1"}', Unreadable.NO_UPDATE_ID),
        (b'{"update_id": true}', Unreadable.NO_UPDATE_ID),
    ],
)
async def test_what_is_no_update_is_quarantined_and_answered_200_so_that_it_does_not_come_again(
    client: httpx.AsyncClient, inbox: Inbox, body: bytes, reason: Unreadable
) -> None:
    assert (await client.post(PATH, content=body, headers=HEADERS)).status_code == 200
    assert inbox.quarantined == [(body, reason)]
    assert not inbox.kept


@given(st.binary(max_size=200) | st.sampled_from(every_kind()).map(lambda update: json.dumps(update).encode()[:-3]))
def test_any_body_at_all_is_answered_and_kept_once(body: bytes) -> None:
    async def post() -> tuple[int, int]:
        inbox = Inbox()
        async with httpx.AsyncClient(transport=httpx.ASGITransport(application(inbox)), base_url="http://x") as client:
            response = await client.post(PATH, content=body, headers=HEADERS)
        return response.status_code, len(inbox.kept) + len(inbox.quarantined)

    with closing(asyncio.new_event_loop()) as loop:
        assert loop.run_until_complete(post()) == (200, 1)


@pytest.mark.parametrize("body", [json.dumps(UPDATE).encode(), b"not JSON"])
async def test_with_the_database_away_the_answer_is_503(
    client: httpx.AsyncClient, inbox: Inbox, meter: Refusals, body: bytes
) -> None:
    inbox.failures = 1
    response = await client.post(PATH, content=body, headers=HEADERS)
    assert (response.status_code, response.content) == (503, b"")
    assert meter.statuses == [503]
    assert (await client.post(PATH, content=body, headers=HEADERS)).status_code == 200


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", PATH), ("PUT", PATH), ("POST", "/"), ("POST", PATH + "/"), ("POST", "/telegram"), ("GET", "/metrics")],
)
async def test_nothing_else_is_served_beside_the_webhook(
    client: httpx.AsyncClient, inbox: Inbox, method: str, path: str
) -> None:
    response = await client.request(method, path, headers=HEADERS)
    assert response.status_code == 404
    assert inbox.empty


async def test_a_body_that_does_not_come_is_given_up(inbox: Inbox) -> None:
    app = application(inbox, body_timeout_s=0.05)
    async with serve(app, "127.0.0.1", 0, name="HTTP", farewell_s=1) as port:
        answer = await raw(f"http://127.0.0.1:{port}", "Content-Length: 50", b'{"update_id"')
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert inbox.empty


async def test_storage_that_does_not_answer_is_503(inbox: Inbox) -> None:
    inbox.open.clear()
    app = application(inbox, keep_timeout_s=0.05)
    async with serve(app, "127.0.0.1", 0, name="HTTP", farewell_s=1) as port, httpx.AsyncClient(trust_env=False) as one:
        assert (await one.post(f"http://127.0.0.1:{port}{PATH}", json=UPDATE, headers=HEADERS)).status_code == 503


async def test_a_client_that_leaves_in_the_middle_of_a_body_leaves_nothing_behind(
    client: httpx.AsyncClient, address: str, inbox: Inbox
) -> None:
    url = httpx.URL(address)
    _, writer = await asyncio.open_connection(url.host, url.port)
    writer.write(
        f"POST {PATH} HTTP/1.1\r\nHost: x\r\n{SECRET_HEADER}: {SECRET}\r\nContent-Length: 50\r\n\r\n{{".encode()
    )
    await writer.drain()
    writer.close()
    assert (await client.post(PATH, json=UPDATE, headers=HEADERS)).status_code == 200
    assert inbox.kept == {1: UPDATE}
    assert not inbox.quarantined


async def test_nothing_of_what_people_write_and_no_secret_is_logged(
    client: httpx.AsyncClient, inbox: Inbox, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    inbox.failures = 2
    with caplog.at_level("DEBUG", "uvicorn.error"):
        for body in (json.dumps(UPDATE), "estou com coceira"):
            await client.post(PATH, content=body, headers=HEADERS)
            await client.post(PATH, content=body, headers={SECRET_HEADER: "wrong-horse"})
    printed = capfd.readouterr()
    logged = printed.out + printed.err + "".join(r.getMessage() for r in caplog.records if r.name.startswith("uvicorn"))
    assert "webhook.not_accepted" in logged
    for hidden in ("coceira", SECRET, "wrong-horse", "10.0.0.7", PATH):
        assert hidden not in logged


@dataclass(frozen=True, slots=True)
class Told:
    """What Telegram says, with the last error."""

    url: str
    pending: int
    last_error: str


class Api:
    """A client of the fake, and what it says of the last error."""

    def __init__(self, fake: FakeTelegram, client: BotApi) -> None:
        self.fake, self.client = fake, client

    async def set_webhook(self, url: str, secret: SecretStr) -> None:
        await self.client.set_webhook(url, secret)

    async def get_webhook_info(self) -> Told:
        info = await self.client.get_webhook_info()
        return Told(info.url, info.pending, self.fake.state.webhook.last_error)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def fake(clock: Clock) -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(clock=clock, sleep=clock.sleep) as server:
        yield server


@pytest.fixture
async def bot(fake: FakeTelegram) -> AsyncIterator[BotApi]:
    async with BotApi(SecretStr(TOKEN), fake.url) as opened:
        yield opened


@pytest.fixture
def registration(fake: FakeTelegram, bot: BotApi, address: str, clock: Clock) -> Registration:
    backoff = Backoff(clock.sleep, random.Random(1).random)  # noqa: S311
    return Registration(Api(fake, bot), address + PATH, SecretStr(SECRET), backoff, structlog.get_logger())


async def test_updates_come_again_until_they_are_safe_and_each_is_kept(
    fake: FakeTelegram, registration: Registration, inbox: Inbox, meter: Refusals
) -> None:
    inbox.failures = 4
    for number in range(40):
        fake.say(USER + number % 5, str(number))
    fake.faults.plan("webhook", Fate.DROP_BEFORE, Fate.DROP_AFTER)
    assert await registration.turn() == 300
    await fake.until(lambda: not fake.waiting)
    assert {update["message"]["text"] for update in inbox.kept.values()} == {str(number) for number in range(40)}
    assert meter.statuses == [503] * 4


async def test_switching_between_webhook_and_polling_needs_no_hand_work(
    fake: FakeTelegram, registration: Registration, bot: BotApi, inbox: Inbox
) -> None:
    stop = asyncio.Event()
    polled: list[Json] = []

    async def accept(updates: list[dict[str, Any]]) -> None:
        polled.extend(updates)
        stop.set()

    await registration.turn()
    fake.say(USER, "first")
    await fake.until(lambda: inbox.kept and not fake.waiting)
    polling = asyncio.create_task(
        poll(bot, accept, offset=None, stop=stop, backoff=registration.backoff, log=registration.log, wait=1)
    )
    await fake.until(lambda: not fake.state.webhook.url)
    second = fake.say(USER, "second")
    await polling
    assert polled == [second]
    with capture_logs() as logs:
        assert await registration.turn() == 300
    assert [entry["event"] for entry in logs] == ["webhook.lost", "webhook.registered"]
    third = fake.say(USER, "third")
    await fake.until(lambda: third["update_id"] in inbox.kept)


async def test_a_new_secret_is_set_at_start_though_the_address_is_the_same(
    fake: FakeTelegram, registration: Registration, address: str
) -> None:
    fake.state.webhook = FakeWebhook(address + PATH, "the-old-one", last_error="403 Forbidden")
    with capture_logs() as logs:
        await registration.turn()
    assert fake.state.webhook.secret == SECRET
    assert logs[0] == {"event": "webhook.last_error", "error": "403 Forbidden", "pending": 0, "log_level": "warning"}
    await registration.turn()
    assert len(fake.calls("setWebhook")) == 1


async def test_registering_outlives_faults_and_readiness_waits_for_it(
    fake: FakeTelegram, registration: Registration, clock: Clock
) -> None:
    fake.faults.plan("setWebhook", Fate.SERVER_ERROR, Fault(Fate.RATE_LIMITED, seconds=7))
    running = asyncio.create_task(registration.run())
    with pytest.raises(NotReady, match="not registered"):
        await registration.check()
    async with asyncio.timeout(5):
        await registration.registered.wait()
    await registration.check()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert 0.25 <= clock.naps[0] <= 0.5
    assert clock.naps[1] == 7


async def test_a_rejected_token_ends_registering(fake: FakeTelegram, registration: Registration) -> None:
    fake.token = "1:another"  # noqa: S105
    with pytest.raises(Unauthorised):
        await registration.run()


GOOD: dict[str, object] = {"telegram_webhook_url": "https://bot.example/hook", "telegram_webhook_secret": SECRET}


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"telegram_webhook_secret": ""}, "TELEGRAM_WEBHOOK_SECRET: missing"),
        ({"telegram_webhook_secret": "with space"}, "TELEGRAM_WEBHOOK_SECRET: not 1 to 256"),
        ({"telegram_webhook_secret": "x" * 257}, "TELEGRAM_WEBHOOK_SECRET: not 1 to 256"),
        ({"telegram_webhook_url": "http://bot.example/hook"}, "TELEGRAM_WEBHOOK_URL: not an https address"),
        ({"telegram_webhook_url": "bot.example"}, "TELEGRAM_WEBHOOK_URL: not an https address"),
        ({"telegram_webhook_url": "https://[::1/hook"}, "TELEGRAM_WEBHOOK_URL: not an https address"),
        ({"telegram_webhook_url": "https://bot.example:9000/hook"}, "TELEGRAM_WEBHOOK_URL: Telegram delivers to ports"),
        ({"telegram_webhook_url": "https://bot.example/hook?a=1"}, "TELEGRAM_WEBHOOK_URL: nothing may follow"),
        ({"telegram_webhook_url": "https://bot.example/{x}"}, "TELEGRAM_WEBHOOK_URL: nothing may follow"),
        ({"http_port": "0"}, "HTTP_PORT: "),
        ({"http_port": "http"}, "HTTP_PORT: "),
        ({"admin_port": "70000"}, "ADMIN_PORT: "),
    ],
)
def test_a_wrong_setting_is_one_line_that_names_the_variable_and_hides_the_secret(
    wrong: dict[str, object], complaint: str
) -> None:
    with pytest.raises(SettingsError) as error:
        load_settings(**(GOOD | wrong), _env_file=None)
    line = str(error.value)
    assert line.startswith(complaint)
    assert "\n" not in line
    assert SECRET not in line


def test_ports_and_hosts_have_the_defaults_of_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_HOST", "HTTP_PORT", "ADMIN_HOST", "ADMIN_PORT", "TELEGRAM_WEBHOOK_URL"):
        monkeypatch.delenv(name, raising=False)
    settings = load_settings(_env_file=None)
    assert (settings.http_host, settings.http_port) == ("127.0.0.1", 8080)
    assert (settings.admin_host, settings.admin_port) == ("127.0.0.1", 9090)
    assert not settings.telegram_webhook_url


def test_a_bot_api_server_of_ones_own_may_use_plain_http_on_any_port() -> None:
    address = "http://10.0.0.5:8080/hook"
    settings = load_settings(
        **(GOOD | {"telegram_webhook_url": address, "telegram_api_url": "http://10.0.0.4:8081"}), _env_file=None
    )
    assert settings.telegram_webhook_url == address
