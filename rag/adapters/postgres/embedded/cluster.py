"""A data folder: what lies in it and beside it, whether it is ours, and how it is first made."""

from __future__ import annotations

import hashlib
import locale
import os
import shutil
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from rag.adapters.postgres.embedded.errors import (
    FolderNotWritableError,
    ForeignFolderError,
    OtherMajorVersionError,
    SocketFolderError,
    StartFailedError,
    UnreachableError,
)
from rag.adapters.postgres.embedded.install import Account, reachable

MAJOR_VERSION = 18
SOCKET_NAME = ".s.PGSQL.5432"
_LONGEST_SOCKET_PATH = 103  # bytes of sun_path, macOS; 107 on Linux


@dataclass(frozen=True)
class Cluster:
    """Paths of one data folder; `data` is absolute, its parent holds the files beside it."""

    data: Path

    @property
    def lock(self) -> Path:
        """The file of the server lock."""
        return self._beside(".lock")

    @property
    def owner(self) -> Path:
        """The file of the owner lock."""
        return self._beside(".owner")

    @property
    def log(self) -> Path:
        """The server's log."""
        return self._beside(".log")

    @property
    def unfinished(self) -> Path:
        """Where initdb works: renamed once whole, so a half-made cluster is never used."""
        return self._beside(".init")

    @property
    def status_file(self) -> Path:
        """Where postgres writes its process id, socket folder and state."""
        return self.data / "postmaster.pid"

    @property
    def is_new(self) -> bool:
        """Whether initdb has yet to run."""
        return not (self.data / "PG_VERSION").exists()

    def _beside(self, suffix: str) -> Path:
        return self.data.with_name(self.data.name + suffix)


@dataclass(frozen=True)
class Status:
    """What postgres says of itself in postmaster.pid."""

    pid: int
    socket_folder: Path
    ready: bool


def read_status(cluster: Cluster) -> Status | None:
    """None where the file is missing or not whole yet. Lines: storage/pidfile.h of PostgreSQL."""
    try:
        lines = cluster.status_file.read_text().splitlines()
        return Status(int(lines[0]), cluster.data / lines[4], lines[7].strip() == "ready")
    except (OSError, IndexError, ValueError):
        return None


def clear_stale_files(cluster: Cluster, socket_folder: Path) -> None:
    """Remove what a killed server left. Only for the holder of the server lock.

    The process id in postmaster.pid may exist again (a zombie, a low number): postgres would refuse.
    """
    cluster.status_file.unlink(missing_ok=True)
    for name in (SOCKET_NAME, f"{SOCKET_NAME}.lock"):
        (socket_folder / name).unlink(missing_ok=True)


def check_folder(cluster: Cluster, account: Account | None) -> None:
    """Raise unless the folder is absent, empty, or a data folder of this version and user.

    Raises ForeignFolderError, FolderNotWritableError, OtherMajorVersionError.
    """
    data = cluster.data
    if not data.exists():
        return
    if not data.is_dir():
        raise ForeignFolderError(data, "it is a file")
    owners = {account.uid if account else os.geteuid()}
    if (names := _names(data)) and cluster.is_new:
        raise ForeignFolderError(data, "it is not empty and has no PG_VERSION")
    if names == []:
        owners.add(os.geteuid())
    if data.stat().st_uid not in owners:
        raise ForeignFolderError(data, "it belongs to another user")
    if names and (version := (data / "PG_VERSION").read_text().strip()) != str(MAJOR_VERSION):
        raise OtherMajorVersionError(data, version, MAJOR_VERSION)
    if not os.access(data, os.W_OK | os.X_OK):
        raise FolderNotWritableError(data)


def _names(folder: Path) -> list[str] | None:
    """The folder's entries; None where we may not look: its owner says why."""
    try:
        return [entry.name for entry in folder.iterdir()]
    except PermissionError:
        return None


def choose_socket_folder(cluster: Cluster, account: Account | None) -> Path:
    """The data folder, or where its path is too long for a socket a private folder of temporary files.

    A fixed name, so that a killed owner leaves nothing behind, and the next one, whatever its TMPDIR, has the same
    address. Raises SocketFolderError, UnreachableError.
    """
    if _fits(cluster.data):
        return cluster.data
    digest = hashlib.sha256(os.fsencode(cluster.data)).hexdigest()[:16]
    usual = Path("/tmp")  # noqa: S108 - what is made in it is private, and checked
    for base in (usual, Path(tempfile.gettempdir())):
        if _fits(folder := base / f"fonte-{digest}") and (account is None or reachable(base, account)):
            return _private_folder(folder, account)
    raise SocketFolderError(Path(tempfile.gettempdir()), "its path is too long or out of reach")


def _fits(folder: Path) -> bool:
    path = os.fsencode(folder / SOCKET_NAME)
    readable = path.decode(errors="replace").encode() == path  # drivers read a host as UTF-8, and split it at commas
    return len(path) <= _LONGEST_SOCKET_PATH and b"," not in path and readable


def _private_folder(folder: Path, account: Account | None) -> Path:
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    owners = {os.geteuid(), account.uid if account else os.geteuid()}
    if not stat.S_ISDIR(status.st_mode) or status.st_uid not in owners:
        raise SocketFolderError(folder, "it is not ours")
    if account:
        os.chown(folder, account.uid, account.gid, follow_symlinks=False)
    folder.chmod(0o700)
    return folder


def prepare_unfinished(cluster: Cluster, account: Account | None) -> Path:
    """An empty folder for initdb, of the user who runs it."""
    folder = cluster.unfinished
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    if account:
        os.chown(folder, account.uid, account.gid)
    return folder


def adopt_unfinished(cluster: Cluster) -> None:
    """The made cluster gets its name, and the name reaches the disk."""
    cluster.unfinished.rename(cluster.data)
    parent = os.open(cluster.data.parent, os.O_RDONLY)
    try:
        os.fsync(parent)
    finally:
        os.close(parent)


def data_argument(data: Path, platform: str, account: Account | None) -> str:
    """How postgres, started with `data` as its working folder, names it.

    Linux: by a link of the kernel that needs no permission on the parent folders, so that `nobody` can serve
    a folder in root's home (mode 0700). Elsewhere by its path. Raises UnreachableError.
    """
    if platform == "linux" and Path("/proc/self/cwd").exists():
        return "/proc/self/cwd"
    if account and not reachable(data.parent, account):
        raise UnreachableError(data, account.name)
    return str(data)


def utf8_ctype(data: Path) -> str:
    """A UTF-8 locale of this machine: under LC_CTYPE=C, pg_trgm drops every accented letter."""
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        for name in ("C.UTF-8", "en_US.UTF-8", "pt_BR.UTF-8", "UTF-8"):
            try:
                return locale.setlocale(locale.LC_CTYPE, name)
            except locale.Error:
                continue
    finally:
        locale.setlocale(locale.LC_CTYPE, before)
    raise StartFailedError(data, "no UTF-8 locale on this machine: install one, such as C.UTF-8")
