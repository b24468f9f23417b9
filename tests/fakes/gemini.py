"""The Gemini REST API on loopback, with the limits and the ways of failing of the real one."""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

from tests.fakes.gemini_api import Call, Fault, Limits, Reply, Transport, answer

_PATH = re.compile(r"/v1(?:beta)?/models/(?P<model>[^/:]+):(?P<method>\w+)")


@dataclass
class FakeGemini:
    """A server for `async with`; `base_url` is what GOOGLE_GEMINI_BASE_URL would hold.

    Every request takes one of `faults` (None: answer honestly). `calls` holds what was asked. `writes`
    makes the text of an honest chat answer out of the request's body; by default an example of the schema,
    or a short line.
    """

    api_key: str = "fake-key"
    limits: Limits = field(default_factory=Limits)
    writes: Callable[[dict[str, Any]], str] | None = None
    faults: deque[Fault | None] = field(default_factory=deque)
    calls: list[Call] = field(default_factory=list)
    base_url: str = ""
    _server: asyncio.Server | None = None
    _connections: set[asyncio.Task[None]] = field(default_factory=set)

    def fail_next(self, *faults: Fault | None) -> None:
        """Spoil the answers to the next requests, one each."""
        self.faults.extend(faults)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.base_url = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        await self._server.wait_closed()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = asyncio.create_task(self._converse(reader, writer))
        self._connections.add(connection)
        connection.add_done_callback(self._connections.discard)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while call := await _read(reader):
                self.calls.append(call)
                reply = self._reply(call)
                if reply.transport is Transport.HANG:
                    await reader.read()  # until the client gives up
                if reply.transport is not Transport.WHOLE:
                    break
                await _write(writer, reply)
        except ConnectionError:
            pass  # the client left
        finally:
            writer.transport.abort()

    def _reply(self, call: Call) -> Reply:
        honest = answer(call, self.api_key, self.limits, self.writes)
        fault = self.faults.popleft() if self.faults else None
        return fault(honest) if fault else honest


async def _read(reader: asyncio.StreamReader) -> Call | None:
    """The next request of a kept-alive connection; None at its end."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    request, *lines = head.rstrip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    path = _PATH.fullmatch(request.split(" ")[1].partition("?")[0])
    model, method = (path["model"], path["method"]) if path else ("", "")
    return Call(model, method, headers, json.loads(body or b"{}"))


async def _write(writer: asyncio.StreamWriter, reply: Reply) -> None:
    head = (
        f"HTTP/1.1 {reply.status} -",
        "content-type: application/json",
        f"content-length: {len(reply.body)}",
    )
    writer.write("\r\n".join((*head, "", "")).encode() + reply.body)
    await writer.drain()
