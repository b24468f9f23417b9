"""Connections to PostgreSQL: as the application's role, with the vector codec, and driver errors translated."""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

import asyncpg
from pgvector.asyncpg import register_vector

from rag.adapters.postgres.migrations import APP_ROLE, bypasses_row_security
from rag.ports import StorageError

PATIENCE_S = 8.0
"""A server on a socket of this machine that isn't there is likely being restarted: it is waited for so long."""
_AGAIN_S = 0.05
_CONNECT_S = 10.0
_FAREWELL_S = 2.0
LOAD_S = 1_800.0
"""For each statement of a load, or of an index."""
KEEPALIVES = {"tcp_keepalives_idle": "3", "tcp_keepalives_interval": "1", "tcp_keepalives_count": "3"}
"""A server that notices within seconds that a machine is gone gives up its locks (PostgreSQL's manual, 19.3.1)."""
_AWAY = (
    ConnectionError,
    FileNotFoundError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.InternalClientError,  # asyncpg's word for a connection that ended while it was idle
)
_LOST = (*(kind for kind in _AWAY if not issubclass(kind, OSError)), ConnectionResetError)

_CLOSED = ("connection is closed", "connection has been released back to the pool")
_REFUSALS = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.InsufficientPrivilegeError,
    asyncpg.ProgramLimitExceededError,
)
"""These values, in this name, are refused at every try."""

_FAULTS = (asyncpg.SyntaxOrAccessError, asyncpg.PLPGSQLError)
"""Ours, and the same at every try."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long, in seconds, a connection of the pool waits for a statement's end and for a lock.

    `idle_s` is how long the server lets a transaction stay open in which nothing is asked: a process that was frozen,
    or whose machine is gone, holds its locks no longer.
    """

    statement_s: float = 10.0
    lock_s: float = 5.0
    idle_s: float = 10.0

    def settings(self) -> dict[str, str]:
        """Of the server, for a connection."""
        lock, idle = (str(round(seconds * 1_000)) for seconds in (self.lock_s, self.idle_s))
        return {"lock_timeout": lock, "idle_in_transaction_session_timeout": idle, **KEEPALIVES}


class DatabaseUnavailableError(StorageError, ConnectionError):
    """The database can't be reached or refused the connection; the message is safe to show to an operator."""


@contextmanager
def driver_errors() -> Iterator[None]:
    """A driver's error in the block as StorageError, with the driver's as its cause, unless it is a refusal."""
    try:
        yield
    except StorageError:
        raise
    except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError) as error:
        if isinstance(error, _REFUSALS):
            raise
        raise StorageError(type(error).__name__) from error


class Connection(asyncpg.Connection):  # type: ignore[misc]  # asyncpg tells no types
    """A connection of the pool: as asyncpg's, but what the server can't do at this moment is a StorageError.

    `transaction`, and the pool's own methods, go through these. One that breaks between two statements fails before it
    gets here: around several, use `driver_errors`. One whose statement did not end in time, or was cancelled, is given
    up.
    """

    _longest_s: float | None = None

    def allow(self, seconds: float | None) -> None:
        """What each statement may take from now on; None for the pool's own limit."""
        self._longest_s = seconds

    async def execute(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401, D102 - asyncpg's own, passed on
        if self.is_closed() and args[0].lower().startswith("rollback"):
            return ""  # it is rolled back already; what ended the transaction is not to be hidden by this
        return await self._ended(super().execute(*args, **self._timely(options)))

    async def executemany(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401, D102
        return await self._ended(super().executemany(*args, **self._timely(options)))

    async def fetch(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401, D102
        return await self._ended(super().fetch(*args, **self._timely(options)))

    async def fetchrow(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401, D102
        return await self._ended(super().fetchrow(*args, **self._timely(options)))

    async def fetchval(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401, D102
        return await self._ended(super().fetchval(*args, **self._timely(options)))

    def _timely(self, options: dict[str, Any]) -> dict[str, Any]:
        return {"timeout": self._longest_s} | options if self._longest_s else options

    async def _ended(self, statement: Awaitable[_T]) -> _T:
        with driver_errors():
            try:
                return await statement
            except (TimeoutError, asyncio.CancelledError):
                # asyncpg would ask the server to cancel it, and wait for a server that may say nothing any more.
                # Not terminate(): that takes the connection from its holder, who is still to leave its blocks.
                self._abort()
                raise


async def _init(connection: asyncpg.Connection) -> None:
    await register_vector(connection)
    await connection.set_type_codec("jsonb", encoder=json.dumps, decoder=json.loads, schema="pg_catalog")


async def _nothing(_: asyncpg.Connection) -> None:
    """Every setting is local to its transaction, so a connection comes back as it went: no round trip to reset it."""


async def connect(dsn: str) -> asyncpg.Connection:
    """One connection, as the role that the URL names. Raises DatabaseUnavailableError."""
    return await _connect(dsn, timeout=_CONNECT_S)


async def _connect(dsn: str, **options: Any) -> asyncpg.Connection:  # noqa: ANN401 - asyncpg's own, passed on
    """As asyncpg.connect, with `PATIENCE_S`. Raises DatabaseUnavailableError."""
    end = time.monotonic() + (PATIENCE_S if _is_local(dsn) else 0)
    while True:
        try:
            return await asyncpg.connect(dsn, **options)
        except (*_AWAY, OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
            if not isinstance(error, _AWAY) or time.monotonic() > end:
                raise DatabaseUnavailableError(f"DATABASE_URL: {type(error).__name__}: {_first_line(error)}") from error
        await asyncio.sleep(_AGAIN_S)


def _is_local(dsn: str) -> bool:
    address = urlsplit(dsn)
    return not address.hostname and parse_qs(address.query).get("host", [""])[0].startswith("/")


def is_lost(error: BaseException) -> bool:
    """Whether a connection broke under a statement, or before it, or was given up since no answer came."""
    if isinstance(error, StorageError) and error.__cause__ is not None:
        error = error.__cause__
        if isinstance(error, TimeoutError):
            return True
    closed = isinstance(error, asyncpg.InterfaceError) and any(words in str(error) for words in _CLOSED)
    return closed or isinstance(error, _LOST)


def is_passing(error: BaseException) -> bool:
    """Whether storage failed in a way that another try may not meet: not by a fault of ours."""
    if isinstance(error, StorageError):
        return not isinstance(error.__cause__, _FAULTS)
    return isinstance(error, OSError) or is_lost(error)


async def again_if_lost(work: Callable[[], Awaitable[_T]]) -> _T:
    """What `work` returns: done once more, from its beginning, where its connection was lost. It must be idempotent."""
    try:
        return await work()
    except Exception as error:
        if not is_lost(error):
            raise
    return await work()


@contextmanager
def losses_told() -> Iterator[None]:
    """A connection that is lost in the block, as DatabaseUnavailableError."""
    try:
        yield
    except Exception as error:
        if isinstance(error, DatabaseUnavailableError) or not is_lost(error):
            raise
        cause = error.__cause__ if isinstance(error, StorageError) else error
        raise DatabaseUnavailableError(
            f"the connection to the database was lost ({type(cause).__name__}): run the command again"
        ) from error


def _first_line(error: BaseException) -> str:
    return (str(error) or "no answer").splitlines()[0]


@asynccontextmanager
async def open_pool(dsn: str, size: int = 8, patience: Patience = Patience()) -> AsyncIterator[asyncpg.Pool]:
    """A pool on a migrated database, closed at the end.

    Where the URL's role is a superuser the connections act as `fonte_app`. The role is a server setting, since the pool
    resets what a session has set. Whoever acquires a connection may get DatabaseUnavailableError.
    """
    connection = await connect(dsn)
    try:
        settings = {"role": APP_ROLE} if await bypasses_row_security(connection) else {}
    finally:
        await connection.close()
    pool = await asyncpg.create_pool(
        dsn,
        min_size=1,
        max_size=size,
        init=_init,
        reset=_nothing,
        connect=_connect,
        connection_class=Connection,
        timeout=_CONNECT_S,
        command_timeout=patience.statement_s,
        server_settings={"application_name": "fonte", **patience.settings(), **settings},
    )
    try:
        yield pool
    finally:
        await _close(pool)


@asynccontextmanager
async def as_person(
    pool: asyncpg.Pool, person: uuid.UUID, *, readonly: bool = False
) -> AsyncIterator[asyncpg.Connection]:
    """A transaction in a person's name, for row-level security; with `readonly` one snapshot that can't write.

    It is committed at the end of the block, or rolled back on an exception.
    """
    begin = "begin isolation level repeatable read read only" if readonly else "begin"
    with driver_errors():
        async with pool.acquire() as connection:
            # one round trip; the id is a UUID of ours, so nothing in it can end the literal
            await connection.execute(f"{begin}; set local fonte.user_id = '{person}'")
            try:
                yield connection
            except BaseException:
                await connection.execute("rollback")
                raise
            await connection.execute("commit")


async def _close(pool: asyncpg.Pool) -> None:
    try:
        async with asyncio.timeout(_FAREWELL_S):
            await pool.close()
    except TimeoutError:  # the server says nothing
        pool.terminate()


@asynccontextmanager
async def at_leisure(pool: asyncpg.Pool) -> AsyncIterator[asyncpg.Connection]:
    """A connection for loads and indexes: it waits for another's end, and each statement may take `LOAD_S`."""
    async with pool.acquire() as connection:
        connection.allow(LOAD_S)
        try:
            await connection.execute("set lock_timeout = 0; set idle_in_transaction_session_timeout = '5min'")
            yield connection
        finally:
            connection.allow(None)
            if not connection.is_closed():
                await connection.execute("reset lock_timeout; reset idle_in_transaction_session_timeout")


@asynccontextmanager
async def loading(pool: asyncpg.Pool) -> AsyncIterator[asyncpg.Connection]:
    """A transaction for a load."""
    async with at_leisure(pool) as connection, connection.transaction():
        yield connection
