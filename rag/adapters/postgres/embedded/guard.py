"""A child must not outlive us, whatever kills us: SIGKILL leaves no time for a farewell.

Linux: the kernel signals the child when the *thread* that started it dies (prctl(2), PR_SET_PDEATHSIG).
Elsewhere: a shell waits for the end of a pipe whose only writer is this process, then sends the signal.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

from rag.adapters.postgres.embedded.install import Account

_PR_SET_PDEATHSIG = 1
# The first line is the child's process id: written by the child itself before it becomes postgres, so no
# moment exists at which postgres runs unwatched.
_WATCH = 'read -r pid || exit 0; read -r end; kill -s "$1" "$pid"'


@dataclass(frozen=True)
class Guard:
    """`in_child` runs between fork and exec; `release` ends the watch, once the child is gone."""

    in_child: Callable[[], None]
    release: Callable[[], None]


def guard(platform: str, death_signal: signal.Signals, account: Account | None) -> Guard:
    """A guard that sends `death_signal` to the child started with it when this process dies."""
    if platform == "linux":
        return _kernel_guard(death_signal)
    return _watchdog_guard(death_signal, account)


def _kernel_guard(death_signal: signal.Signals) -> Guard:
    libc = ctypes.CDLL(None, use_errno=True)  # loaded here: between fork and exec as little as can be
    parent = os.getpid()

    def in_child() -> None:
        if libc.prctl(_PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")
        if os.getppid() != parent:  # we died before the kernel was asked
            os._exit(1)

    return Guard(in_child, lambda: None)


def _watchdog_guard(death_signal: signal.Signals, account: Account | None) -> Guard:
    reader, writer = os.pipe()
    watchdog = subprocess.Popen(  # noqa: S603 - fixed words only
        ["/bin/sh", "-c", _WATCH, "watchdog", death_signal.name.removeprefix("SIG")],
        stdin=reader,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
    )
    os.close(reader)

    def in_child() -> None:
        os.write(writer, b"%d\n" % os.getpid())

    def release() -> None:
        if watchdog.returncode is None:
            watchdog.kill()  # before the pipe is closed: it must not signal a process id that is free again
            watchdog.wait()
            os.close(writer)

    return Guard(in_child, release)
