"""Just enough HTTP/1.1 for a server whose connections can be spoiled at will."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from http import HTTPStatus
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.fakes.telegram_messages import Params
from tests.fakes.telegram_state import Json

_LARGEST_HEAD = 64 * 1024


@dataclass(frozen=True)
class Head:
    """A request line with its headers, names in lower case."""

    method: str
    path: str
    query: str
    headers: dict[str, str]


class Gone(Exception):  # noqa: N818 - the end of a connection is no error
    """The client closed the connection."""


async def read_head(reader: asyncio.StreamReader) -> Head:
    """Raises Gone at the end of the stream, and at what isn't HTTP."""
    try:
        raw = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        line, *lines = raw.split("\r\n")
        method, target, _ = line.split(" ")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError, ValueError):
        raise Gone from None
    headers = {name.strip().lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)}
    url = urlsplit(target)
    return Head(method, unquote(url.path), url.query, headers)


async def read_body(reader: asyncio.StreamReader, head: Head) -> bytes:
    """The whole body. Raises Gone if it doesn't come."""
    try:
        if head.headers.get("transfer-encoding", "").lower() == "chunked":
            return await _chunks(reader)
        return await reader.readexactly(int(head.headers.get("content-length", "0")))
    except (asyncio.IncompleteReadError, ConnectionError):
        raise Gone from None


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while size := int((await reader.readline()).split(b";")[0], 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readline()
    return body


def params(head: Head, body: bytes) -> Params:
    """Parameters from the query, then from a body of any of the three kinds the Bot API reads."""
    values: Json = dict(parse_qsl(head.query, keep_blank_values=True))
    kind = head.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind == "application/json" and body:
        return Params(values | json.loads(body))
    if kind == "application/x-www-form-urlencoded":
        return Params(values | dict(parse_qsl(body.decode(), keep_blank_values=True)))
    if kind == "multipart/form-data":
        return _multipart(values, head.headers["content-type"], body)
    return Params(values)


def _multipart(values: Json, content_type: str, body: bytes) -> Params:
    message = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {content_type}\r\n\r\n".encode() + body)
    files: dict[str, bytes] = {}
    for part in message.iter_parts():
        name = str(part.get_param("name", header="content-disposition"))
        content = part.get_payload(decode=True)
        data = content if isinstance(content, bytes) else b""
        if part.get_filename() is not None:
            files[name] = data
        else:
            values[name] = data.decode()
    return Params(values, files)


def answer(status: int, body: bytes, content_type: str = "application/json") -> bytes:
    """A whole response, keeping the connection."""
    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = "Unknown"
    head = f"HTTP/1.1 {status} {phrase}\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body
