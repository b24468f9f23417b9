"""HTTP under python-telegram-bot: the token is put in at the last moment, and failures are told apart.

The library, and httpx above its transport, only ever see PLACEHOLDER in an address; so no log line, repr or
exception of theirs can hold the token.
"""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import quote, urlsplit

import httpx
from pydantic import SecretStr
from telegram._utils.types import JSONDict, ODVInput
from telegram.error import NetworkError
from telegram.request import BaseRequest, HTTPXRequest, RequestData

from bot.channels.telegram.errors import TelegramError, Unreadable, from_answer, from_transport

PLACEHOLDER = "TOKEN"


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds for each stage of a request. `read` is on top of a long poll's own duration."""

    connect: float = 5.0
    read: float = 10.0
    write: float = 10.0
    pool: float = 5.0
    upload: float = 30.0


class TokenTransport(httpx.AsyncBaseTransport):
    """Replaces PLACEHOLDER in a request's path by the token, below everything that logs."""

    def __init__(self, inner: httpx.AsyncBaseTransport, token: SecretStr) -> None:
        self._inner = inner
        self._path = f"/bot{quote(token.get_secret_value(), safe=':')}/".encode()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Sends a copy of `request` with the real path."""
        path = request.url.raw_path.replace(f"/bot{PLACEHOLDER}/".encode(), self._path, 1)
        real = httpx.Request(
            request.method,
            request.url.copy_with(raw_path=path),
            headers=request.headers,
            stream=request.stream,
            extensions=request.extensions,
        )
        return await self._inner.handle_async_request(real)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._inner.aclose()


class Request(HTTPXRequest):
    """HTTPXRequest whose failures are our own errors, and which logs no body."""

    __slots__ = ()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        write_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        connect_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        pool_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """One request. Raises a TelegramError unless it was answered 2xx."""
        failure: TelegramError
        try:
            status, body = await super().do_request(
                url, method, request_data, read_timeout, write_timeout, connect_timeout, pool_timeout
            )
        except NetworkError as error:
            failure = from_transport(error.__cause__)
        else:
            if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
                return status, body
            failure = from_answer(status, body)
        raise failure  # outside the handler: no context whose text could hold an address

    @staticmethod
    def parse_json_payload(payload: bytes) -> JSONDict:
        """The answer of a 2xx. Raises Unreadable where it is not Telegram's; the library's own would log it."""
        try:
            answer = json.loads(payload)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or answer.get("ok") is not True or "result" not in answer:
            raise Unreadable(payload)
        return answer


def request(
    url: str, token: SecretStr, connections: int, timeouts: Timeouts, throttled: Callable[[], None] = lambda: None
) -> Request:
    """A request object with a pool of its own; `throttled` is called at each 429."""

    async def answered(response: httpx.Response) -> None:
        if response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
            throttled()

    inner = httpx.AsyncHTTPTransport(limits=httpx.Limits(max_connections=connections), proxy=_proxy(url))
    return Request(
        connection_pool_size=connections,
        read_timeout=timeouts.read,
        write_timeout=timeouts.write,
        connect_timeout=timeouts.connect,
        pool_timeout=timeouts.pool,
        media_write_timeout=timeouts.upload,
        httpx_kwargs={"transport": TokenTransport(inner, token), "event_hooks": {"response": [answered]}},
    )


def _proxy(url: str) -> str | None:
    # httpx reads the usual proxy variables only when it builds the transport itself.
    address = urlsplit(url)
    if not address.hostname or urllib.request.proxy_bypass(address.hostname):
        return None
    proxies = urllib.request.getproxies()
    return proxies.get(address.scheme) or proxies.get("all")
