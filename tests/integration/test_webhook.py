"""The webhook over real sockets: what it lets in, and what it refuses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import closing, suppress

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.http.serving import serve
from bot.http.webhook import MAX_BODY, SECRET_HEADER, Unreadable
from tests.fakes.telegram_samples import every_kind
from tests.integration.webhooking import PATH, SECRET, Inbox, Refusals, application

UPDATE = {"update_id": 1, "message": {"text": "estou com coceira"}}


HEADERS = {SECRET_HEADER: SECRET}


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
