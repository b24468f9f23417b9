"""Keeps the server there while processes come and go: each looks after it, and whoever is first restarts it.

A thread of its own per process, since Linux stops the server when the *thread* that started it ends: this one lasts
until the process leaves the server, and no event loop waits for it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

import asyncpg

from rag.adapters.postgres.embedded.cluster import Cluster
from rag.adapters.postgres.embedded.errors import EmbeddedPostgresError
from rag.adapters.postgres.embedded.locks import is_locked
from rag.adapters.postgres.embedded.server import EmbeddedPostgres, Server
from rag.adapters.postgres.embedded.start import start

CHECK_SECONDS = 0.2
PAUSE_SECONDS = 2.0
"""After a start that failed."""
QUIET_SECONDS = 3.0
LEAVING_SECONDS = 20.0
"""Then the process just ends, and its server with it."""

# In PostgreSQL 18 the state of a session that is still connecting is not `idle` either. A session that has been idle
# for a moment only is likely in the middle of its work.
_BUSY = """
select exists (select from pg_stat_activity
                where backend_type = 'client backend' and pid <> pg_backend_pid()
                  and (state is distinct from 'idle' or clock_timestamp() - state_change < interval '100 ms'))
"""


@contextmanager
def keep(wanted: EmbeddedPostgres, server: Server, told: Callable[[Server | Exception], None]) -> Iterator[str]:
    """See EmbeddedPostgres.kept."""
    keeper = _Keeper(wanted, server, told)
    thread = threading.Thread(target=keeper.run, name="embedded-postgres", daemon=True)
    thread.start()
    try:
        yield server.dsn
    finally:
        keeper.leaving.set()
        thread.join(LEAVING_SECONDS)


class _Keeper:
    def __init__(self, wanted: EmbeddedPostgres, server: Server, told: Callable[[Server | Exception], None]) -> None:
        self.leaving = threading.Event()
        self._cluster = Cluster(wanted.data.absolute().resolve())
        self._wanted = replace(wanted, on_progress=lambda _: None)
        self._server = server
        self._told = told

    def run(self) -> None:
        """Until `leaving` is set."""
        pause = CHECK_SECONDS
        while not self.leaving.wait(pause):
            pause = CHECK_SECONDS
            try:
                self._look()
            except (EmbeddedPostgresError, OSError) as error:
                self._told(error)
                pause = PAUSE_SECONDS
        if self._server.owned:
            asyncio.run(_stop_when_quiet(self._server))

    def _look(self) -> None:
        # the folder may have been removed under us: a new cluster in its place would lack everything
        if self._is_there() or self._cluster.is_new:
            return
        self._server.stop()
        self._server = start(self._wanted)
        self._told(self._server)

    def _is_there(self) -> bool:
        return is_locked(self._cluster.owner) and is_locked(self._cluster.lock)


async def _stop_when_quiet(server: Server) -> None:
    """Stops it between the transactions of other processes, unless these go on for `QUIET_SECONDS`."""
    with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):  # it is gone already
        connection = await asyncpg.connect(server.dsn, timeout=1)
        try:
            async with asyncio.timeout(QUIET_SECONDS):
                while await connection.fetchval(_BUSY):  # noqa: ASYNC110 - nothing tells of it
                    await asyncio.sleep(0.01)
        finally:
            connection.terminate()
    server.stop()
