"""Serves an ASGI application inside the running event loop, for as long as a block lasts."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from bot.settings import SettingsError

_BACKLOG: Final = 512
_KEEP_ALIVE_S: Final = 75
"""Longer than callers keep a connection idle, so that none is closed on a request under way."""
_PORT_ERRORS: Final = {errno.EADDRINUSE: "is in use", errno.EACCES: "is not allowed to this user"}


@contextlib.asynccontextmanager
async def serve(app: ASGIApp, host: str, port: int, *, name: str, farewell_s: int = 5) -> AsyncIterator[int]:
    """Serves `app`; gives the port, which the system chooses where `port` is 0.

    At the end of the block nothing new is accepted, and requests under way have `farewell_s` seconds. `name` is the
    prefix of the two variables that an error names ("HTTP", "ADMIN"). Raises SettingsError where it can't listen.
    """
    listening = await _listen(host, port, name)
    server = _Server(_config(app, farewell_s))
    task = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        await task


class _Server(uvicorn.Server):
    """Leaves the process' signals to the process."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _config(app: ASGIApp, farewell_s: int) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE_S,
        timeout_graceful_shutdown=farewell_s,
    )


async def _listen(host: str, port: int, name: str) -> socket.socket:
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"{name}_HOST: '{host}' is not an address of this machine") from error
    family, kind, protocol, _, address = found[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError as error:
        listening.close()
        raise SettingsError(_complaint(error, host, port, name)) from error
    listening.setblocking(False)
    return listening


def _complaint(error: OSError, host: str, port: int, name: str) -> str:
    if error.errno in _PORT_ERRORS:
        return f"{name}_PORT: port {port} of {host} {_PORT_ERRORS[error.errno]}"
    return f"{name}_HOST: '{host}' is not an address of this machine"
