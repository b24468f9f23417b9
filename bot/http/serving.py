"""Serves an ASGI application inside the running event loop, for as long as a block lasts."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from bot.http.connections import Limits, limited
from bot.settings import SettingsError

_BACKLOG: Final = 128
"""Also how many are accepted at once, before any can be turned away."""
_KEEP_ALIVE_S: Final = 75
"""Longer than callers keep a connection idle, so that none is closed on a request under way."""
_LIMITS: Final = Limits()
_PORT_ERRORS: Final = {errno.EADDRINUSE: "is in use", errno.EACCES: "is not allowed to this user"}


@dataclass(frozen=True, slots=True)
class Door:
    """An address that is taken, and refuses everybody until it is served."""

    bound: socket.socket
    complaint: Callable[[OSError], SettingsError]

    @contextlib.asynccontextmanager
    async def serving(self, app: ASGIApp, *, farewell_s: int = 5, limits: Limits = _LIMITS) -> AsyncIterator[int]:
        """Serves `app`, once; gives the port. Raises SettingsError where another process listens by now.

        At the end of the block nothing new is accepted, and requests under way have `farewell_s` seconds.
        """
        try:
            self.bound.listen(_BACKLOG)
        except OSError as error:
            raise self.complaint(error) from error
        port: int = self.bound.getsockname()[1]
        server = _Server(_config(app, farewell_s, limits))
        task = asyncio.create_task(server.serve(sockets=[self.bound]))
        try:
            yield port
        finally:
            server.should_exit = True
            await task


@contextlib.asynccontextmanager
async def door(host: str, port: int, *, name: str) -> AsyncIterator[Door]:
    """Takes an address, whose port the system chooses where `port` is 0.

    `name` is the prefix of the two variables that an error names ("HTTP", "ADMIN"). Raises SettingsError.
    """

    def complaint(error: OSError) -> SettingsError:
        return SettingsError(_complaint(error, host, port, name))

    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"{name}_HOST: '{host}' is not an address of this machine") from error
    family, kind, protocol, _, address = found[0]
    with socket.socket(family, kind, protocol) as bound:
        try:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind(address)
        except OSError as error:
            raise complaint(error) from error
        bound.setblocking(False)
        yield Door(bound, complaint)


@contextlib.asynccontextmanager
async def serve(
    app: ASGIApp, host: str, port: int, *, name: str, farewell_s: int = 5, limits: Limits = _LIMITS
) -> AsyncIterator[int]:
    """Serves `app` at an address: `door` and its `serving` in one."""
    async with (
        door(host, port, name=name) as taken,
        taken.serving(app, farewell_s=farewell_s, limits=limits) as served,
    ):
        yield served


class _Server(uvicorn.Server):
    """Leaves the process' signals to the process."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _config(app: ASGIApp, farewell_s: int, limits: Limits) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=limited(limits),
        backlog=_BACKLOG,
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


def _complaint(error: OSError, host: str, port: int, name: str) -> str:
    if error.errno in _PORT_ERRORS:
        return f"{name}_PORT: port {port} of {host} {_PORT_ERRORS[error.errno]}"
    return f"{name}_HOST: '{host}' is not an address of this machine"
