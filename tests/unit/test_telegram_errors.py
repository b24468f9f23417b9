from __future__ import annotations

import json

import httpx
import pytest

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
    from_answer,
    from_transport,
)


def body(description: str, **parameters: object) -> bytes:
    return json.dumps({"ok": False, "description": description, "parameters": parameters}).encode()


@pytest.mark.parametrize(
    "error",
    [
        httpx.ConnectError("x"),
        httpx.ConnectTimeout("x"),
        httpx.PoolTimeout("x"),
        httpx.ProxyError("x"),
        httpx.UnsupportedProtocol("x"),
    ],
)
def test_what_never_left_is_unsent(error: Exception) -> None:
    assert type(from_transport(error)) is Unsent


@pytest.mark.parametrize(
    "error",
    [
        httpx.ReadTimeout("x"),
        httpx.WriteTimeout("x"),
        httpx.ReadError("x"),
        httpx.WriteError("x"),
        httpx.RemoteProtocolError("x"),
        httpx.DecodingError("x"),
        ValueError("x"),
        None,
    ],
)
def test_what_may_have_arrived_is_unknown(error: Exception | None) -> None:
    assert type(from_transport(error)) is Unknown


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, Unauthorised),
        (404, Unauthorised),
        (403, Blocked),
        (409, Conflict),
        (400, BadRequest),
        (413, BadRequest),
        (500, ServerFailed),
        (502, ServerFailed),
        (504, ServerFailed),
        (503, Unsent),
        (302, Unsent),
    ],
)
def test_each_status_has_its_class(status: int, kind: type[TelegramError]) -> None:
    assert type(from_answer(status, body("Something"))) is kind


@pytest.mark.parametrize(
    ("description", "kind"),
    [
        ("Bad Request: can't parse entities: Unsupported start tag", Problem.CANT_PARSE_ENTITIES),
        ("Bad Request: chat not found", Problem.CHAT_NOT_FOUND),
        ("Bad Request: PEER_ID_INVALID", Problem.CHAT_NOT_FOUND),
        ("Bad Request: message is too long", Problem.OTHER),
    ],
)
def test_refusals_are_told_apart(description: str, kind: Problem) -> None:
    error = from_answer(400, body(description))
    assert isinstance(error, BadRequest)
    assert error.kind is kind


def test_a_refusal_of_markup_does_not_quote_the_message() -> None:
    description = 'Bad Request: can\'t parse entities: Unsupported start tag "segredo" at byte offset 3'
    assert "segredo" not in str(from_answer(400, body(description)))


@pytest.mark.parametrize(
    ("answer", "seconds"),
    [
        (body("Too Many Requests: retry after 7", retry_after=7), 7),
        (b"<html>", 5),
        (body("x", retry_after="soon"), 5),
        (body("x", retry_after=-1), 5),
        (b"[]", 5),
        (b'{"parameters": {"retry_after": 1e999}}', 5),
        (body("x", retry_after=10**14), 86_400),
        (body("x", retry_after=10**400), 86_400),
    ],
)
def test_a_429_says_how_long_to_wait_up_to_a_day_or_five_seconds(answer: bytes, seconds: float) -> None:
    error = from_answer(429, answer)
    assert isinstance(error, RetryLater)
    assert error.seconds == seconds
