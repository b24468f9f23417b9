"""What stands around every answer: its headers, the hosts it is served under, and how long a request may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.review.web.sessions import host_of, loopback

MOST_FORM: Final = 128 * 1024
MOST_UPLOAD: Final = 8 * 1024 * 1024
"""Bytes of a body: of a form, and of notes that are looked into."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_STATIC: Final = "/static/"
_OK: Final = 200


class TooLong(Exception):  # noqa: N818 - an answer, not a fault
    """The body is longer than its page takes."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """An application behind its guards. `longest` gives the paths whose bodies may be longer than a form."""

    app: ASGIApp
    names: frozenset[str]
    longest: Mapping[str, int]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if scope["type"] != "http":
            return
        request = Request(scope)

        async def answering(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers["Cache-Control"] = _kept(request, message["status"])
            await send(message)

        asked = host_of(request)
        if not loopback(asked) and asked not in self.names:
            await PlainTextResponse("Unknown host.\n", status_code=400)(scope, receive, answering)
            return
        most = self.longest.get(request.url.path, MOST_FORM)
        await self.app(scope, _Measured(receive, most, request.headers.get("content-length", "")), answering)


def _kept(request: Request, status: int) -> str:
    """A static file asked for by its hash may be kept for good; nothing that may hold a patient's words at all."""
    by_hash = request.url.path.startswith(_STATIC) and "v" in request.query_params
    return "public, max-age=31536000, immutable" if by_hash and status == _OK else "no-store"


@dataclass(slots=True)
class _Measured:
    """A body that ends where it grows too long."""

    receive: Receive
    most: int
    announced: str
    taken: int = 0

    async def __call__(self) -> Message:
        message = await self.receive()
        if message["type"] == "http.request":
            self.taken += len(message.get("body", b""))
            told = int(self.announced) if self.announced.isdecimal() else 0
            if max(self.taken, told) > self.most:
                raise TooLong
        return message
