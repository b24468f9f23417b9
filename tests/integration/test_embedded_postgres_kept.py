"""The embedded server kept there by every process that uses it, with real processes."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from rag.adapters.postgres import pool
from rag.adapters.postgres.embedded import EmbeddedPostgres, keeping
from rag.adapters.postgres.embedded.cluster import Cluster, choose_socket_folder
from rag.adapters.postgres.embedded.install import server_account
from rag.adapters.postgres.pool import DatabaseUnavailableError, again_if_lost, connect, losses_told, open_pool
from tests.integration.embedded_postgres_support import Child, ask, running


@pytest.fixture
def child() -> Iterator[Callable[[], Child]]:
    children: list[Child] = []

    def make() -> Child:
        children.append(Child())
        return children[-1]

    yield make
    for one in children:
        one.close()


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The data folder of an earlier run: each initdb writes and syncs 40 MB."""
    data = tmp_path_factory.mktemp("kept") / "postgres"
    with EmbeddedPostgres(data).start() as server:
        asyncio.run(ask(server.dsn, "create extension vector"))
    yield data
    shutil.rmtree(data)


def kept(child: Child, data: Path) -> str:
    """Has the child keep the server; its address."""
    child.begin(data, keep=True)
    return str(child.next("dsn")["dsn"])


async def ask_patiently(dsn: str, query: str) -> Any:
    connection = await connect(dsn)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


@pytest.mark.parametrize("leaves", [Child.end_input, Child.kill])
async def test_when_the_owner_leaves_an_attached_process_takes_over_at_the_same_address(
    used: Path, child: Callable[[], Child], leaves: Callable[[Child], None]
) -> None:
    owner, attached = child(), child()
    dsn = kept(owner, used)
    assert kept(attached, used) == dsn
    leaves(owner)
    assert await ask_patiently(dsn, "select 1") == 1
    assert attached.next("restarted")["restarted"] is True


async def test_a_server_that_was_killed_is_back_once_for_all(used: Path, child: Callable[[], Child]) -> None:
    processes = [child() for _ in range(3)]
    [dsn] = {kept(one, used) for one in processes}
    killed = running(used).pid
    os.kill(killed, signal.SIGKILL)
    assert await ask_patiently(dsn, "select 1") == 1
    assert running(used).pid != killed


async def test_a_pool_goes_on_after_a_restart(used: Path, child: Callable[[], Child]) -> None:
    owner, attached = child(), child()
    dsn = kept(owner, used)
    kept(attached, used)
    await _make_role(dsn)
    async with open_pool(dsn) as opened:
        assert await opened.fetchval("select current_user") == "fonte_app"
        owner.end_input()
        assert await asyncio.to_thread(owner.next, "stopped")
        assert await opened.fetchval("select current_user") == "fonte_app"


async def test_an_owner_leaves_after_the_transactions_of_others(used: Path, child: Callable[[], Child]) -> None:
    owner = child()
    dsn = kept(owner, used)
    connection = await asyncpg.connect(dsn)
    async with connection.transaction():
        await connection.execute("create table if not exists kept (id bigint)")
        owner.end_input()
        await connection.execute("select pg_sleep(0.5)")
        await connection.execute("insert into kept values (1)")
    assert owner.next("stopped")
    with EmbeddedPostgres(used).start() as server:
        assert await ask(server.dsn, "select count(*) from kept") == 1


async def test_an_owner_does_not_wait_for_ever(used: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "QUIET_SECONDS", 0.2)
    with EmbeddedPostgres(used).kept() as dsn:
        connection = await asyncpg.connect(dsn)
        transaction = connection.transaction()
        await transaction.start()
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError)):
        await transaction.commit()


async def test_an_owner_leaves_while_others_are_idle_and_another_start_succeeds(used: Path) -> None:
    with EmbeddedPostgres(used).kept() as dsn:
        connection = await asyncpg.connect(dsn)
        assert await connection.fetchval("select 1") == 1
    with EmbeddedPostgres(used).kept() as again:
        assert again == dsn
        assert await ask(again, "select 1") == 1
    connection.terminate()


def test_the_address_of_a_long_path_is_the_same_for_every_tmpdir(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = Cluster(tmp_path / ("x" * 120))
    first = choose_socket_folder(cluster, server_account())
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert choose_socket_folder(cluster, server_account()) == first
    first.rmdir()


# what becomes of connections


async def test_what_lost_its_connection_is_done_once_more(used: Path) -> None:
    times = 0

    async def work() -> int:
        nonlocal times
        times += 1
        connection = await connect(dsn)
        try:
            if times == 1:
                await connection.execute("select pg_terminate_backend(pg_backend_pid())")
            await connection.execute("select 1")
        finally:
            await connection.close()
        return times

    with EmbeddedPostgres(used).start() as server:
        dsn = server.dsn
        assert await again_if_lost(work) == 2


async def test_a_connection_that_is_lost_for_good_is_one_clear_line(used: Path) -> None:
    with EmbeddedPostgres(used).start() as server:
        connection = await asyncpg.connect(server.dsn)
    one_line = r"^the connection to the database was lost \(\w+\): [^\n]*$"
    with pytest.raises(DatabaseUnavailableError, match=one_line), losses_told():
        await connection.fetchval("select 1")


async def test_another_failure_stays_what_it_is_and_is_not_repeated() -> None:
    times = 0

    async def work() -> None:
        nonlocal times
        times += 1
        raise asyncpg.UniqueViolationError("twice")

    with pytest.raises(asyncpg.UniqueViolationError), losses_told():
        await again_if_lost(work)
    assert times == 1


async def test_a_server_that_does_not_come_back_is_an_error_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "PATIENCE_S", 0.1)
    with pytest.raises(DatabaseUnavailableError, match="FileNotFoundError"):
        await connect(f"postgresql://postgres@/postgres?host={tmp_path}")


async def _make_role(dsn: str) -> None:
    await ask(dsn, "create role fonte_app nologin")
