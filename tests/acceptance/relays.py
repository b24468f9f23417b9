"""Relays between a process and what it talks to, which see how far it has come and stop it dead at a chosen point.

A point is named after what the traffic says: "before store" is the moment at which the COMMIT that stores updates has
left the process and not reached PostgreSQL, "after store" when PostgreSQL has done it and the process doesn't know yet;
so for every commit, and for every call of the Bot API. Nothing in the process itself is changed.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

STATEMENTS = {
    "store": b"insert into inbox ",
    "take": b"inbox_claim(",
    "finish": b"inbox_finish(",
    "mark": b"outbox_claim(",
    "settle": b"outbox_settle(",
    "tell": b"delete from operator_notices",
}
"""The statement that tells what a transaction is about: storing updates, taking one, finishing it; marking a part as
being sent, recording how that ended; telling operators of something."""
_CALLS = {"getUpdates": "updates", "sendMessage": "send"}
TAKING = (
    "after updates", "before store", "after store", "before confirm", "before take", "after take",
)  # fmt: skip
ANSWERING = (
    "before finish", "after finish", "before mark", "after mark", "before send", "after send", "before settle",
    "after settle",
)  # fmt: skip
"""Every point, on the way in and on the way out."""
_IDLE = b"I"
_REQUEST = re.compile(rb"(?:POST|GET) \S*/(\w+)\S* HTTP/1")

Dial = Callable[[], "asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]]"]


class Watch(Protocol):
    """Reads one connection's traffic: what is to be passed on, piece by piece, and the point that each reaches."""

    def up(self, data: bytes) -> Iterator[tuple[bytes, str]]:
        """From the process."""

    def down(self, data: bytes) -> Iterator[tuple[bytes, str]]:
        """To the process."""


@dataclass
class Moment:
    """When to strike: at a named point, or at the n-th piece of traffic from now. Once, whoever reaches it."""

    at: str | int
    over: bool = False
    pieces: int = 0

    def reached(self, point: str) -> bool:
        self.pieces += 1
        hit = not self.over and self.at in (point, self.pieces)
        self.over = self.over or hit
        return hit


@dataclass
class Trap:
    """Runs `strike` at its moment; from then on nothing passes, until it is `open` again."""

    strike: Callable[[], None]
    moment: Moment | None = None
    open: bool = True

    def passed(self, point: str) -> bool:
        """Whether traffic goes on."""
        if self.open and self.moment and self.moment.reached(point):
            self.open = False
            self.strike()
        return self.open


@dataclass
class SqlWatch:
    """PostgreSQL's protocol, version 3 (https://www.postgresql.org/docs/current/protocol-message-formats.html)."""

    prepared: dict[bytes, str] = field(default_factory=dict)
    about: str = ""
    rows: int = 0
    open: bytes = _IDLE
    begun: bool = False
    _up: bytes = b""
    _down: bytes = b""

    def up(self, data: bytes) -> Iterator[tuple[bytes, str]]:
        messages, self._up = _messages(self._up + data, typed=self.begun)
        for message in messages:
            yield message, self._asked(message) if self.begun else ""
            self.begun = True

    def down(self, data: bytes) -> Iterator[tuple[bytes, str]]:
        messages, self._down = _messages(self._down + data, typed=True)
        for message in messages:
            yield message, self._answered(message)

    def _asked(self, message: bytes) -> str:
        kind, body = message[:1], message[5:]
        if kind == b"P":
            name, query = body.split(b"\0")[:2]
            self.prepared[name] = next((about for about, words in STATEMENTS.items() if words in query), "")
        if kind == b"B" and (about := self.prepared.get(body.split(b"\0")[1], "")):
            self.about, self.rows = about, 0
            return f"before {about}" if self.open == _IDLE else ""
        if kind == b"Q" and body[:6].lower() == b"commit" and self.about:
            return f"before {self.about}"
        return ""

    def _answered(self, message: bytes) -> str:
        kind = message[:1]
        self.rows += kind == b"D"
        if kind == b"E":
            self.about = ""
        if kind == b"Z":
            self.open = message[5:6]
        if kind != b"Z" or self.open != _IDLE or not self.about:
            return ""
        about, self.about = self.about, ""
        return "" if about in {"take", "mark"} and not self.rows else f"after {about}"


@dataclass
class CallWatch:
    """The Bot API over HTTP/1.1: one call at a time on a connection."""

    about: str = ""
    unconfirmed: bool = False

    def up(self, data: bytes) -> Iterator[tuple[bytes, str]]:
        request = _REQUEST.match(data)
        if request:
            self.about = _CALLS.get(request[1].decode(), "")
        point = "before confirm" if self.about == "updates" and self.unconfirmed else f"before {self.about}"
        yield data, point if request and self.about else ""

    def down(self, data: bytes) -> Iterator[tuple[bytes, str]]:
        about, self.about = self.about, ""
        if about == "updates":
            self.unconfirmed = b'"update_id"' in data
            about = "updates" if self.unconfirmed else "waiting"
        yield data, f"after {about}" if about else ""


def _messages(data: bytes, *, typed: bool) -> tuple[list[bytes], bytes]:
    """Whole messages, and the rest. The first one that a client sends has no type."""
    found: list[bytes] = []
    while len(data) >= 5:
        head = 1 if typed else 0
        length = head + int.from_bytes(data[head : head + 4], "big")
        if len(data) < length:
            break
        found.append(data[:length])
        data, typed = data[length:], True
    return found, data


@asynccontextmanager
async def relay(dial: Dial, watch: Callable[[], Watch], trap: Trap, gate: asyncio.Event) -> AsyncIterator[int]:
    """A port on loopback whose connections go on to what `dial` reaches, once the gate is open."""
    tasks: set[asyncio.Task[None]] = set()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(_joined(reader, writer, dial, watch(), trap, gate))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(connected, "127.0.0.1")
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _joined(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    dial: Dial,
    watch: Watch,
    trap: Trap,
    gate: asyncio.Event,
) -> None:
    try:
        await gate.wait()
        far_reader, far_writer = await dial()
        try:
            await _either(_pumped(reader, far_writer, watch.up, trap), _pumped(far_reader, writer, watch.down, trap))
        finally:
            far_writer.transport.abort()
    except OSError:
        return
    finally:
        writer.transport.abort()


async def _either(*pumps: Coroutine[Any, Any, None]) -> None:
    tasks = [asyncio.create_task(pump) for pump in pumps]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _pumped(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    watch: Callable[[bytes], Iterator[tuple[bytes, str]]],
    trap: Trap,
) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(1 << 16):
            for piece, point in watch(data):
                if not trap.passed(point):
                    return
                writer.write(piece)
            await writer.drain()


def to_database(address: Callable[[], str]) -> Dial:
    """Reaches the server of an address with a Unix socket, looked up anew for each connection."""

    async def dial() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        query = parse_qs(urlsplit(address()).query)
        return await asyncio.open_unix_connection(Path(query["host"][0]) / f".s.PGSQL.{query['port'][0]}")

    return lambda: asyncio.ensure_future(dial())


def to_port(url: str) -> Dial:
    """Reaches the port of an address on loopback."""
    port = urlsplit(url).port or 0
    return lambda: asyncio.ensure_future(asyncio.open_connection("127.0.0.1", port))
