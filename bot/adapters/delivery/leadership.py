"""The receiver among several processes, by an advisory lock on a connection of its own: it ends with the process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import asyncpg
import structlog

from bot.adapters.delivery.connections import UNREACHABLE, lasting

_SPACE = 0x52_45_43_56 << 32  # "RECV": apart from the lock of migrations
_RETRY_S = 2.0


@dataclass(frozen=True, slots=True)
class AdvisoryLeadership:
    """The `Leadership` port for one bot. `sleep` waits between tries."""

    dsn: str
    bot: int
    log: structlog.stdlib.BoundLogger
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    @asynccontextmanager
    async def led(self) -> AsyncIterator[asyncio.Event]:
        """Waits until this process leads; the event is set when it no longer does."""
        lost = asyncio.Event()
        connection = await self._acquired(lost)
        watching = asyncio.create_task(self._watch(connection, lost))
        try:
            yield lost
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            with suppress(Exception):
                await connection.close(timeout=1)

    async def _acquired(self, lost: asyncio.Event) -> asyncpg.Connection:
        while True:
            try:
                connection = await lasting(self.dsn, "receiver")
            except UNREACHABLE as error:
                self.log.warning("database_unreachable", error=type(error).__name__)
                await self.sleep(_RETRY_S)
                continue
            taken = False
            try:
                connection.add_termination_listener(lambda _: lost.set())
                taken = await self._taken(connection)
                if taken:
                    lost.clear()  # of an earlier connection
                    return connection
            finally:
                if not taken:
                    connection.terminate()  # it may be silent

    async def _taken(self, connection: asyncpg.Connection) -> bool:
        try:
            while not await connection.fetchval("select pg_try_advisory_lock($1)", _key(self.bot)):
                await self.sleep(_RETRY_S)
        except Exception as error:  # noqa: BLE001 - a connection that broke fails in many ways
            self.log.warning("database_unreachable", error=type(error).__name__)
            await self.sleep(_RETRY_S)
            return False
        return True

    async def _watch(self, connection: asyncpg.Connection, lost: asyncio.Event) -> None:
        """A connection that died without a word is noticed by asking."""
        while not lost.is_set():
            await self.sleep(_RETRY_S)
            try:
                await connection.fetchval("select 1", timeout=5)
            except Exception:  # noqa: BLE001 - whatever it is, the lock can't be counted on
                lost.set()


def _key(bot: int) -> int:
    return _SPACE ^ bot
