"""Runs initdb and postgres as guarded children that hold the server lock."""

from __future__ import annotations

import errno
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from rag.adapters.postgres.embedded.cluster import (
    Cluster,
    adopt_unfinished,
    data_argument,
    prepare_unfinished,
    read_status,
    utf8_ctype,
)
from rag.adapters.postgres.embedded.errors import DISK_FULL_TEXT, DiskFullError, StartFailedError
from rag.adapters.postgres.embedded.guard import Guard, guard
from rag.adapters.postgres.embedded.install import Account, Install

POLL_SECONDS = 0.005
_LOG_BYTES = 1_000_000
# LC_ALL=C: messages that we can read; without a locale, on macOS, postgres becomes multithreaded and refuses
_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}

# Small for one bot and a few tools. fsync and full_page_writes stay on.
SETTINGS: Mapping[str, str] = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "cluster_name": "fonte",
    "timezone": "UTC",
    "shared_buffers": "24MB",
    "max_connections": "48",
    "huge_pages": "off",
    "jit": "off",
    "io_method": "sync",
    "autovacuum_max_workers": "1",
    "max_worker_processes": "2",
    "max_parallel_workers": "0",
    "max_logical_replication_workers": "0",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "128MB",
    # an orphaned query ends soon after its client
    "client_connection_check_interval": "1s",
    # what people wrote stays out of the log: no statements, no rows, no errors of statements
    "logging_collector": "off",
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}


@dataclass(frozen=True)
class Launcher:
    """`lock` is the descriptor of the server lock, which every child inherits."""

    cluster: Cluster
    install: Install
    account: Account | None
    platform: str
    lock: int

    def initialise(self) -> None:
        """Make the cluster. Raises StartFailedError, DiskFullError, UnreachableError."""
        folder = prepare_unfinished(self.cluster, self.account)
        ctype = utf8_ctype(folder)
        arguments = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", f"--lc-ctype={ctype}"]
        arguments += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"]
        arguments += [f"--sync-method={self._sync_method}"]
        with self._child("initdb", arguments, folder, subprocess.PIPE, signal.SIGKILL) as (process, watch):
            said = process.communicate()[0].decode(errors="replace")
            watch.release()
        if process.returncode != 0:
            raise _failure(self.cluster, said, None)
        adopt_unfinished(self.cluster)

    def start(self, socket_folder: Path, settings: Mapping[str, str], timeout: float) -> Postgres:
        """postgres, ready for connections. Raises StartFailedError, DiskFullError, UnreachableError."""
        folder = self.cluster.data
        arguments = ["-k", "." if socket_folder == folder else str(socket_folder)]
        syncing = {"recovery_init_sync_method": self._sync_method}
        for name, value in {**SETTINGS, **syncing, **settings}.items():
            arguments += ["-c", f"{name}={value}"]
        with _open_log(self.cluster.log) as log:
            begin = log.tell()
            with self._child("postgres", arguments, folder, log, signal.SIGINT) as (process, watch):
                postgres = Postgres(process, watch)
                if not _becomes_ready(process, self.cluster, timeout):
                    postgres.stop(timeout=1)
                    raise _failure(self.cluster, _read_from(self.cluster.log, begin), self.cluster.log)
        return postgres

    @property
    def _sync_method(self) -> str:
        """One flush of the disk where the kernel can, not a thousand: on a busy disk .2 s a restart instead of 2.7."""
        return "syncfs" if self.platform == "linux" else "fsync"

    @contextmanager
    def _child(
        self,
        program: str,
        arguments: Sequence[str],
        folder: Path,
        output: int | IO[bytes],
        death_signal: signal.Signals,
    ) -> Iterator[tuple[subprocess.Popen[bytes], Guard]]:
        """A child that dies with us, and at once where the block fails."""
        where = data_argument(folder, self.platform, self.account)
        watch = guard(self.platform, death_signal, self.account)
        try:
            process = subprocess.Popen(  # noqa: S603 - our binary, our settings
                [str(self.install.program(program)), "-D", where, *arguments],
                env=_ENVIRONMENT,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is for us
                preexec_fn=watch.in_child,  # noqa: PLW1509 - takes no lock; prctl works from nowhere else
                pass_fds=(self.lock,),
                user=self.account.uid if self.account else None,
                group=self.account.gid if self.account else None,
                extra_groups=[] if self.account else None,
            )
        except BaseException as error:
            watch.release()
            if isinstance(error, OSError) and error.errno != errno.ENOSPC:
                raise StartFailedError(self.cluster.data, f"{program}: {error.strerror}") from error
            raise
        try:
            yield process, watch
        except BaseException:
            process.kill()
            process.wait()
            watch.release()
            raise


@dataclass(frozen=True)
class Postgres:
    """A running postmaster, child of this process."""

    process: subprocess.Popen[bytes]
    watch: Guard

    def stop(self, timeout: float = 10.0) -> None:
        """Fast shutdown; an immediate one where that takes longer than `timeout` seconds."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
        self.watch.release()


def _becomes_ready(process: subprocess.Popen[bytes], cluster: Cluster, timeout: float) -> bool:
    end = time.monotonic() + timeout
    while process.poll() is None and time.monotonic() < end:
        status = read_status(cluster)
        if status and status.ready and status.pid == process.pid:
            return True
        time.sleep(POLL_SECONDS)
    return False


def _open_log(path: Path) -> IO[bytes]:
    if path.exists() and path.stat().st_size > _LOG_BYTES:
        path.replace(path.with_name(path.name + ".1"))
    path.touch(mode=0o600)
    return path.open("ab")


def _read_from(path: Path, begin: int) -> str:
    with path.open("rb") as log:
        log.seek(begin)
        return log.read().decode(errors="replace")


def _failure(cluster: Cluster, said: str, log: Path | None) -> DiskFullError | StartFailedError:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    # of semaphores and shared memory the same words mean a limit of the kernel
    if any(DISK_FULL_TEXT in line and "semaphore" not in line and "shared memory" not in line for line in lines):
        return DiskFullError(cluster.data)
    telling = [line for line in lines if any(word in line for word in ("FATAL:", "PANIC:", "error:"))]
    return StartFailedError(cluster.data, " ".join((telling or lines or [""])[-1].split()), log)
