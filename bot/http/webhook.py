"""The webhook: takes updates from Telegram and answers 200 once they are safe. Nothing else is served beside it.

| status | when | Telegram |
|---|---|---|
| 200 | `accept` has returned, or what can't be an update was put in quarantine | forgets the update |
| 403 | the secret is wrong or missing; nothing was read or stored | tries again later |
| 404 | any other path or method | |
| 408 | the body did not come in time | tries again later |
| 413 | the body is over 1 MiB; the rest was not read | tries again later |
| 503 | `accept` or `quarantine` raised, or did not end in time: the database is away | tries again later |

What is no JSON object with an update's id would come again for ever, unchanged, hence 200 and the quarantine.
"""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Never
from urllib.parse import urlsplit

import structlog
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from bot.channels.telegram.parsing import update_id
from bot.metrics import DeliveryMeter

MAX_BODY: Final = 1024 * 1024
BODY_TIMEOUT_S: Final = 30.0
KEEP_TIMEOUT_S: Final = 10.0
SECRET_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - a name

Accept = Callable[[dict[str, Any]], Awaitable[None]]
"""Makes one raw update safe, or raises. May see one again, and several at the same time."""


class Unreadable(StrEnum):
    """Why a body is no update."""

    NOT_JSON = "not_json"
    NOT_AN_OBJECT = "not_an_object"
    NO_UPDATE_ID = "no_update_id"


Quarantine = Callable[[bytes, Unreadable], Awaitable[None]]
"""Keeps a body that is no update, or raises."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """What the webhook does. `body_timeout_s` bounds the wait for a body, `keep_timeout_s` that for storage."""

    secret: SecretStr
    accept: Accept
    quarantine: Quarantine
    meter: DeliveryMeter
    log: structlog.stdlib.BoundLogger
    body_timeout_s: float = BODY_TIMEOUT_S
    keep_timeout_s: float = KEEP_TIMEOUT_S

    async def answer(self, request: Request) -> Response:
        """Answers one request."""
        response = await self._answer(request)
        if response.status_code != 200:  # noqa: PLR2004 - OK
            self.meter.refused(response.status_code)
            self.log.info("webhook.refused", status=response.status_code)
        return response

    async def _answer(self, request: Request) -> Response:
        if not self._authentic(request):
            return _unread(403)
        try:
            async with asyncio.timeout(self.body_timeout_s):
                body = await _body(request)
        except TimeoutError:
            return _unread(408)
        except ClientDisconnect:
            return Response(status_code=400)
        return _unread(413) if body is None else await self._keep(body)

    def _authentic(self, request: Request) -> bool:
        given = request.headers.get(SECRET_HEADER, "").encode("latin-1")
        return hmac.compare_digest(given, self.secret.get_secret_value().encode())

    async def _keep(self, body: bytes) -> Response:
        update = _read(body)
        try:
            async with asyncio.timeout(self.keep_timeout_s):
                if isinstance(update, Unreadable):
                    self.log.warning("webhook.quarantined", reason=update)
                    await self.quarantine(body, update)
                else:
                    await self.accept(update)
        except Exception as error:  # noqa: BLE001 - whatever storing raises, the update is still Telegram's
            self.log.warning("webhook.not_accepted", error=type(error).__name__)
            return Response(status_code=503)
        return Response(status_code=200)


def webhook_app(webhook: Webhook, url: str) -> Starlette:
    """The application that serves `webhook` at the path of `url`, and nothing anywhere else."""
    path = urlsplit(url).path or "/"
    app = Starlette(
        routes=[Route(path, webhook.answer, methods=["POST"])], exception_handlers={404: _not_found, 405: _not_found}
    )
    app.router.redirect_slashes = False
    return app


async def _not_found(_: Request, __: Exception) -> Response:
    return _unread(404)


def _unread(status: int) -> Response:
    """An answer to a request whose body is left unread, which ends the connection."""
    return Response(status_code=status, headers={"Connection": "close"})


async def _body(request: Request) -> bytes | None:
    """The body, or None as soon as it is known to be too long."""
    announced = request.headers.get("Content-Length", "0")
    if not announced.isdecimal() or int(announced) > MAX_BODY:
        return None
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            return None
    return bytes(body)


def _read(body: bytes) -> dict[str, Any] | Unreadable:
    try:
        update = json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return Unreadable.NOT_JSON
    if not isinstance(update, dict):
        return Unreadable.NOT_AN_OBJECT
    return update if update_id(update) is not None else Unreadable.NO_UPDATE_ID


def _no_constant(name: str) -> Never:
    raise ValueError(f"{name} is no JSON")
