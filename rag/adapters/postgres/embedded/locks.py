"""Two locks of the operating system per data folder; the kernel frees both, whatever kills the holder.

- the *server lock* is inherited by postgres and all its children and held by nobody else: free means that no
  process of an earlier server is left;
- the *owner lock* is held by the process that started the server: free means that the server is going away.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path


def try_lock(path: Path) -> int | None:
    """The descriptor that holds the lock of `path`, or None where another process holds it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def publish_lock(path: Path) -> int:
    """Put a new locked file at `path`; an earlier owner's lock stays on the file that it replaces."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    descriptor = try_lock(fresh)
    if descriptor is None:
        raise BlockingIOError(f"{fresh} is locked")
    fresh.replace(path)
    return descriptor


def is_locked(path: Path) -> bool:
    """Whether some process holds the lock of `path`."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
