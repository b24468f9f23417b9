"""How a call of the Bot API can end, other than well: one hierarchy, sorted by what may be done next.

No message here quotes what was sent: Telegram's description of unparsable markup does, so it is left out.
"""

from __future__ import annotations

import json
import math
from enum import StrEnum
from http import HTTPStatus
from typing import TypeGuard

import httpx
from telegram.error import TelegramError as LibraryError

_DEFAULT_PAUSE = 5.0
_LONGEST_PAUSE = 86_400
"""No pause that Telegram means is longer than a day; a longer one would only silence the bot."""
_LONGEST_DESCRIPTION = 120
_NEVER_LEFT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)


class TelegramError(LibraryError):
    """A call failed. Derives from the library's error so that the library lets it through as it is."""


class RetryLater(TelegramError):  # noqa: N818 - named for what it asks
    """429: not done; allowed again after `seconds`."""

    __slots__ = ("seconds",)

    def __init__(self, seconds: float) -> None:
        super().__init__(f"asked to wait {seconds:g} s")
        self.seconds = seconds


class Blocked(TelegramError):  # noqa: N818
    """403: the person blocked the bot, was deactivated, or never wrote to it."""


class Problem(StrEnum):
    """What Telegram objected to, as far as a caller can act on it."""

    CANT_PARSE_ENTITIES = "cant_parse_entities"
    CHAT_NOT_FOUND = "chat_not_found"
    NO_FILE = "no_file"
    """Ours: what was to be uploaded can't be read here."""
    OTHER = "other"


class BadRequest(TelegramError):  # noqa: N818
    """400 and other refusals: the same request will never do."""

    __slots__ = ("kind",)

    def __init__(self, kind: Problem, description: str = "") -> None:
        super().__init__(f"{kind}: {description}" if description else kind)
        self.kind = kind


class Unsent(TelegramError):  # noqa: N818
    """Not done: no name, no route, no connection, no free connection in the pool; or 503 or 3xx was the answer."""


class ServerFailed(TelegramError):  # noqa: N818
    """5xx but 503: whether it was done is not known. A gateway says 502 and 504 of what it has passed on, too."""


class Unknown(TelegramError):  # noqa: N818
    """The request may have been carried out: the answer never came, or could not be read."""


class Unreadable(Unknown):
    """A 2xx whose body can't be read. `body` may hold what people wrote: it is for the quarantine, not for a log."""

    __slots__ = ("body",)

    def __init__(self, body: bytes) -> None:
        super().__init__("unreadable answer")
        self.body = body


class Unauthorised(TelegramError):  # noqa: N818
    """401 or 404: the token is not a bot's."""


class Conflict(TelegramError):  # noqa: N818
    """409: somebody else is receiving this bot's updates, or a webhook is."""


def from_transport(error: BaseException | None) -> TelegramError:
    """What an exception of the HTTP client means. Only its class is kept: its text may hold an address."""
    name = type(error).__name__
    return Unsent(name) if isinstance(error, _NEVER_LEFT) else Unknown(name)


def from_answer(status: int, body: bytes) -> TelegramError:
    """What an HTTP answer outside 2xx means."""
    description, pause = _description(body)
    if status == HTTPStatus.TOO_MANY_REQUESTS or pause is not None:
        return RetryLater(_DEFAULT_PAUSE if pause is None else pause)
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND}:
        return Unauthorised("the token was not accepted")
    if status == HTTPStatus.FORBIDDEN:
        return Blocked(description or "forbidden")
    if status == HTTPStatus.CONFLICT:
        return Conflict(description or "another receiver")
    if HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR:
        return _refusal(status, description)
    undone = status < HTTPStatus.BAD_REQUEST or status == HTTPStatus.SERVICE_UNAVAILABLE
    return (Unsent if undone else ServerFailed)(f"HTTP {status}")


def _description(body: bytes) -> tuple[str, float | None]:
    try:
        answer = json.loads(body)
        parameters = answer.get("parameters") or {}
        description, pause = answer.get("description"), parameters.get("retry_after")
    except (ValueError, AttributeError, RecursionError):
        return "", None
    text = description[:_LONGEST_DESCRIPTION] if isinstance(description, str) else ""
    return text, float(min(pause, _LONGEST_PAUSE)) if _is_pause(pause) else None


def _is_pause(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and 0 < value < math.inf


def _refusal(status: int, description: str) -> BadRequest:
    lowered = description.lower()
    if "can't parse entities" in lowered:
        return BadRequest(Problem.CANT_PARSE_ENTITIES)
    if "chat not found" in lowered or "peer_id_invalid" in lowered:
        return BadRequest(Problem.CHAT_NOT_FOUND)
    return BadRequest(Problem.OTHER, description or f"HTTP {status}")
