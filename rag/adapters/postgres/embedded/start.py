"""Own the server of a data folder or attach to it: which, the locks decide."""

from __future__ import annotations

import os
import socket
import struct
import time
from pathlib import Path
from urllib.parse import quote

from rag.adapters.postgres.embedded.cluster import (
    SOCKET_NAME,
    Cluster,
    check_folder,
    choose_socket_folder,
    clear_stale_files,
    read_status,
)
from rag.adapters.postgres.embedded.errors import BusyError, translated
from rag.adapters.postgres.embedded.install import (
    Account,
    Install,
    find_install,
    runnable_install,
    server_account,
)
from rag.adapters.postgres.embedded.launch import POLL_SECONDS, Launcher, Postgres
from rag.adapters.postgres.embedded.locks import is_locked, publish_lock, try_lock
from rag.adapters.postgres.embedded.server import EmbeddedPostgres, Server, Step

# length and code of an SSLRequest: the one question that postgres answers before it knows the user
_SSL_REQUEST = struct.pack("!ii", 8, 80877103)


def start(wanted: EmbeddedPostgres) -> Server:
    """See EmbeddedPostgres.start."""
    cluster = Cluster(wanted.data.absolute().resolve())
    account = server_account()
    with translated(cluster.data):
        cluster.data.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        check_folder(cluster, account)
        lock = _lock_or_server(cluster, wanted)
        if isinstance(lock, Server):
            return lock
        try:
            return _own(cluster, wanted, account, lock)
        finally:
            os.close(lock)  # from here on only postgres and its children hold it


def _lock_or_server(cluster: Cluster, wanted: EmbeddedPostgres) -> int | Server:
    """The server lock, once no earlier server is left; or the running server."""
    end = time.monotonic() + wanted.timeout
    waiting = False
    while (lock := try_lock(cluster.lock)) is None:
        if socket_folder := _running(cluster):
            return Server(_dsn(socket_folder), owned=False, _stop=lambda: None)
        if time.monotonic() > end:
            raise BusyError(cluster.data, wanted.timeout)
        if not waiting:
            wanted.on_progress(Step.WAITING)
            waiting = True
        time.sleep(POLL_SECONDS)
    return lock


def _running(cluster: Cluster) -> Path | None:
    """The socket folder of a server that accepts connections and whose owner lives."""
    status = read_status(cluster)
    if status and status.ready and is_locked(cluster.owner) and _answers(status.socket_folder):
        return status.socket_folder
    return None


def _answers(socket_folder: Path) -> bool:
    """Whether postgres itself answers: the kernel still accepts connections for one that was just killed."""
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(socket_folder / SOCKET_NAME))
            probe.sendall(_SSL_REQUEST)
            return probe.recv(1) in (b"N", b"S")
        except OSError:
            return False


def _own(cluster: Cluster, wanted: EmbeddedPostgres, account: Account | None, lock: int) -> Server:
    check_folder(cluster, account)  # it may have changed while we waited
    install = Install(wanted.binaries) if wanted.binaries else find_install()
    install = runnable_install(install, account, wanted.cache)
    launcher = Launcher(cluster, install, account, wanted.platform, lock)
    if cluster.is_new:
        wanted.on_progress(Step.INITIALISING)
        launcher.initialise()
    socket_folder = choose_socket_folder(cluster, account)
    clear_stale_files(cluster, socket_folder)
    owner = publish_lock(cluster.owner)
    try:
        wanted.on_progress(Step.STARTING)
        postgres = launcher.start(socket_folder, wanted.settings, wanted.timeout)
    except BaseException:
        os.close(owner)
        raise
    return Server(_dsn(socket_folder), owned=True, _stop=_Ownership(postgres, owner).end)


class _Ownership:
    """Ends once: a descriptor's number is soon another file's."""

    def __init__(self, postgres: Postgres, owner: int) -> None:
        self._postgres = postgres
        self._owner: int | None = owner

    def end(self) -> None:
        if self._owner is not None:
            os.close(self._owner)  # first: nobody attaches to a server that is going away
            self._owner = None
            self._postgres.stop()


def _dsn(socket_folder: Path) -> str:
    # with the port, or PGPORT of the environment would count
    return f"postgresql://postgres@/postgres?host={quote(str(socket_folder))}&port=5432"
