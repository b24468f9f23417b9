"""Connections to our own servers that ask for nothing, or that are too many: real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot.http.connections import Limits
from bot.http.serving import serve

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n"
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def echo(request: Request) -> Response:
    return PlainTextResponse(await request.body() or b"nothing")


@asynccontextmanager
async def served(limits: Limits) -> AsyncIterator[int]:
    app = Starlette(routes=[Route("/", echo, methods=["GET", "POST"])])
    async with serve(app, "127.0.0.1", 0, name="HTTP", farewell_s=1, limits=limits) as port:
        yield port


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[Connection]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def asked(connection: Connection, request: bytes = GET) -> bytes:
    """The answer's status line, and the rest of the answer read."""
    reader, writer = connection
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(
        next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")).split(b":")[1]
    )
    await reader.readexactly(length)
    return head.split(b"\r\n")[0]


async def ended(connection: Connection) -> bool:
    """Waits for the other side to close it."""
    with suppress(ConnectionError):
        async with asyncio.timeout(5):
            return not await connection[0].read(1)
    return True


@pytest.mark.parametrize("begun", [b"", b"GET", b"GET / HTTP/1.1\r\nHost: x\r\n"])
async def test_a_connection_that_asks_for_nothing_in_time_is_closed(begun: bytes) -> None:
    async with served(Limits(request_s=0.1)) as port, connected(port) as connection:
        connection[1].write(begun)
        assert await ended(connection)


async def test_so_is_one_whose_next_request_is_never_whole() -> None:
    async with served(Limits(request_s=0.1)) as port, connected(port) as connection:
        assert await asked(connection) == b"HTTP/1.1 200 OK"
        connection[1].write(b"GET / HT")
        assert await ended(connection)


async def test_trickling_a_head_buys_no_time() -> None:
    async with served(Limits(request_s=0.3)) as port, connected(port) as connection:
        over = asyncio.create_task(ended(connection))
        async with asyncio.timeout(3):
            while not over.done():
                with suppress(ConnectionError):
                    connection[1].write(b"G")
                    await connection[1].drain()
                await asyncio.wait({over}, timeout=0.05)
        assert over.result()


async def test_a_request_under_way_has_the_applications_time() -> None:
    async with served(Limits(request_s=0.1)) as port, connected(port) as slow, connected(port) as idle:
        slow[1].write(POST + b"ab")
        assert await ended(idle)
        assert await asked(slow, b"cd") == b"HTTP/1.1 200 OK"


async def test_a_connection_kept_between_requests_outlives_the_time_for_a_request() -> None:
    async with served(Limits(request_s=0.1)) as port, connected(port) as kept:
        assert await asked(kept) == b"HTTP/1.1 200 OK"
        async with connected(port) as idle:
            assert await ended(idle)
        assert await asked(kept) == b"HTTP/1.1 200 OK"


async def test_too_many_that_ask_for_nothing_make_room_for_one_that_asks() -> None:
    async with served(Limits(most=8, request_s=60)) as port, AsyncExitStack() as stack:
        kept = await stack.enter_async_context(connected(port))
        assert await asked(kept) == b"HTTP/1.1 200 OK"
        idle = [await stack.enter_async_context(connected(port)) for _ in range(40)]
        assert all([await ended(connection) for connection in idle[:33]])
        async with connected(port) as late:
            assert await asked(late) == b"HTTP/1.1 200 OK"
        assert await asked(kept) == b"HTTP/1.1 200 OK"
        assert await asked(idle[-1]) == b"HTTP/1.1 200 OK"


async def test_where_all_are_at_work_the_next_one_is_turned_away_and_none_is_cut_off() -> None:
    async with served(Limits(most=4, request_s=60)) as port, AsyncExitStack() as stack:
        busy = [await stack.enter_async_context(connected(port)) for _ in range(4)]
        for connection in busy:
            connection[1].write(POST + b"ab")
        asking = await stack.enter_async_context(connected(port))
        with suppress(ConnectionError):
            asking[1].write(GET)
        assert await ended(asking)
        assert [await asked(connection, b"cd") for connection in busy] == [b"HTTP/1.1 200 OK"] * 4
