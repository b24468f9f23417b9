"""Bells that ring in every process, by NOTIFY. Hints: where they fail, each loop still looks by itself.

A NOTIFY makes its transaction wait for every other one's commit, so none is part of a transaction that stores
something: rings are gathered and sent by themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

import asyncpg
import structlog

from bot.adapters.delivery.connections import UNREACHABLE, lasting
from bot.delivery.bell import LocalBell

INBOX: Final = "fonte_inbox"
OUTBOX: Final = "fonte_outbox"

_GATHERING_S = 0.02
_AGAIN_S = 2.0
_NOTIFY = "select pg_notify(channel, '') from unnest($1::text[]) channel"


@dataclass(slots=True)
class Signals:
    """The bells of one process, and their way to the others'. `sleep` waits so many seconds."""

    dsn: str
    log: structlog.stdlib.BoundLogger
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    bells: dict[str, LocalBell] = field(init=False)
    _rung: set[str] = field(default_factory=set, init=False)
    _wake: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    def __post_init__(self) -> None:
        self.bells = {name: LocalBell(self._teller(name)) for name in (INBOX, OUTBOX)}

    def _teller(self, name: str) -> Callable[[], None]:
        def tell() -> None:
            self._rung.add(name)
            self._wake.set()

        return tell

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        """Hears and tells for as long as the block; connects again whenever the connection is lost."""
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self._session()
            except UNREACHABLE as error:
                self.log.info("signals_lost", error=type(error).__name__)
            await self.sleep(_AGAIN_S)

    async def _session(self) -> None:
        connection = await lasting(self.dsn, "signals")
        try:
            own = connection.get_server_pid()
            connection.add_termination_listener(lambda _: self._wake.set())
            await connection.execute("set synchronous_commit = off")
            for name in self.bells:
                await connection.add_listener(name, self._hearer(own))
            for bell in self.bells.values():
                bell.ring_here()  # what rang while there was no connection
            while not connection.is_closed():
                await self._wake.wait()
                await self._tell(connection)
        finally:
            with suppress(Exception):
                await connection.close(timeout=1)

    async def _tell(self, connection: asyncpg.Connection) -> None:
        self._wake.clear()
        names, self._rung = sorted(self._rung), set()
        if names and not connection.is_closed():
            await connection.execute(_NOTIFY, names)
            await self.sleep(_GATHERING_S)

    def _hearer(self, own: int) -> Callable[[object, int, str, object], None]:
        def hear(_: object, pid: int, name: str, __: object) -> None:
            if pid != own:
                self.bells[name].ring_here()

        return hear
