"""The embedded server with real processes: started, shared, killed at any moment, and brought back."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import pytest

from rag.adapters.postgres.embedded import EmbeddedPostgres, Step
from rag.adapters.postgres.embedded.cluster import Cluster
from rag.adapters.postgres.embedded.database import ensure_database
from rag.adapters.postgres.embedded.errors import BusyError
from rag.adapters.postgres.embedded.locks import try_lock
from tests.integration.embedded_postgres_support import Child, ask, open_folder, running

PROGRAMS, CONNECTIONS_EACH = 4, 10  # docs/operations.md
LONG = os.environ.get("FONTE_LONG_TESTS") == "1"


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


def test_a_new_folder_is_initialised_then_started_and_told(new: Path) -> None:
    steps: list[Step] = []
    with EmbeddedPostgres(new, on_progress=steps.append).start() as server:
        assert server.owned
        assert asyncio.run(ask(server.dsn, "select current_setting('server_version_num')::int / 10000")) == 18
    assert steps == [Step.INITIALISING, Step.STARTING]


def test_a_second_run_does_not_initialise_again(used: Path) -> None:
    EmbeddedPostgres(used).start().stop()
    steps: list[Step] = []
    EmbeddedPostgres(used, on_progress=steps.append).start().stop()
    assert steps == [Step.STARTING]


async def test_the_extensions_are_there_and_trigrams_keep_accents(used: Path) -> None:
    with EmbeddedPostgres(used).start() as server:
        connection = await asyncpg.connect(server.dsn)
        for name in ("vector", "pg_trgm", "unaccent", "btree_gist"):
            await connection.execute(f"create extension {name}")
        assert await connection.fetchval("select similarity('ação', 'aco')") < 1
        assert await connection.fetchval("select cardinality(show_trgm('ção'))") == 4
        assert await connection.fetchval("select '[1,0]'::vector <=> '[1,0]'") == 0
        await connection.close()


async def test_what_makes_a_commit_durable_stays_on(used: Path) -> None:
    with EmbeddedPostgres(used).start() as server:
        for name in ("fsync", "full_page_writes", "synchronous_commit"):
            assert await ask(server.dsn, f"select current_setting('{name}')") == "on"


async def test_a_failed_statement_leaves_no_text_in_the_log(used: Path) -> None:
    with EmbeddedPostgres(used).start() as server, pytest.raises(asyncpg.PostgresError):
        await ask(server.dsn, "select 'dor no peito'::int")
    log = Cluster(used).log.read_text()
    assert "ready to accept connections" in log
    assert "peito" not in log


async def test_the_address_does_not_depend_on_the_environment(used: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPORT", "1")
    with EmbeddedPostgres(used).start() as server:
        assert await ask(server.dsn, "select 1") == 1


async def test_a_database_is_made_once_also_by_many_at_a_time(used: Path) -> None:
    with EmbeddedPostgres(used).start() as server:
        name = 'fonte "ção"/?&'
        addresses = await asyncio.gather(*(ensure_database(server.dsn, name) for _ in range(4)))
        assert {await ask(dsn, "select current_database()") for dsn in addresses} == {name}
        assert await ensure_database(server.dsn, name) == addresses[0]


def test_to_stop_twice_is_to_stop_once(used: Path) -> None:
    first = EmbeddedPostgres(used).start()
    first.stop()
    with EmbeddedPostgres(used).start() as second:
        first.stop()
        assert asyncio.run(ask(second.dsn, "select 1")) == 1


# several processes


async def test_a_second_process_attaches_and_its_stop_leaves_the_server(used: Path, child: Callable[[], Child]) -> None:
    with EmbeddedPostgres(used).start() as server:
        second = child()
        second.begin(used)
        attached = second.next("dsn")
        assert (attached["dsn"], attached["owned"]) == (server.dsn, False)
        second.end_input()
        assert second.next("stopped")
        assert await ask(server.dsn, "select 1") == 1


def test_processes_that_start_at_once_on_a_new_folder_share_one_server(new: Path, child: Callable[[], Child]) -> None:
    children = [child() for _ in range(3)]
    for one in children:
        one.begin(new)
    said = [one.next("dsn") for one in children]
    assert sorted(one["owned"] for one in said) == [False, False, True]
    assert len({one["dsn"] for one in said}) == 1


async def test_when_the_owner_is_killed_an_attached_process_can_become_the_owner(
    used: Path, child: Callable[[], Child]
) -> None:
    owner = child()
    owner.begin(used)
    assert owner.next("dsn")["owned"]
    attached = EmbeddedPostgres(used).start()
    assert not attached.owned
    connection = await asyncpg.connect(attached.dsn)
    owner.kill()
    with EmbeddedPostgres(used).start() as server:
        assert server.owned
        with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
            await connection.fetchval("select 1")
        assert await ask(server.dsn, "select 1") == 1
    connection.terminate()


async def test_an_owner_whose_server_was_killed_can_start_it_again(used: Path) -> None:
    postgres = EmbeddedPostgres(used)
    first = postgres.start()
    os.kill(running(used).pid, signal.SIGKILL)
    with postgres.start() as second:
        assert second.owned
        first.stop()
        assert await ask(second.dsn, "select 1") == 1
        attached = postgres.start()
        assert not attached.owned


def test_a_folder_held_by_a_server_that_never_answers_is_a_clear_error(new: Path) -> None:
    lock = try_lock(Cluster(new).lock)
    assert lock is not None
    steps: list[Step] = []
    with pytest.raises(BusyError, match="FONTE_HOME"):
        EmbeddedPostgres(new, on_progress=steps.append, timeout=0.05).start()
    os.close(lock)
    assert steps == [Step.WAITING]


# killed at any moment


def test_no_acknowledged_row_is_lost_and_restarts_are_quick(
    new: Path, child: Callable[[], Child], record_property: Callable[[str, object], None]
) -> None:
    dice = random.Random(18)  # noqa: S311
    rounds = 60 if LONG else 8
    acknowledged: set[int] = set()
    seconds: list[float] = []
    writer = child()
    for number in range(rounds):
        writer.begin(new, write=number)
        seconds.append(writer.next("seconds")["seconds"])
        for _ in range(dice.randrange(1, 200)):
            acknowledged.add(writer.next("acknowledged")["acknowledged"])
        successor = child()
        victims = [writer.process.pid, running(new).pid]
        for victim in ([victims[0]], [victims[1]], victims, victims[::-1])[number % 4]:
            os.kill(victim, signal.SIGKILL)
        writer.kill()
        acknowledged.update(writer.rest("acknowledged"))
        writer = successor
    with EmbeddedPostgres(new).start() as server:
        stored = asyncio.run(ask(server.dsn, "select array_agg(id) from acknowledged"))
    restarts = sorted(seconds[1:])
    p95 = restarts[int(len(restarts) * 0.95)]
    record_property("restart_p50", statistics.median(restarts))
    record_property("restart_p95", p95)
    record_property("first_start", seconds[0])
    assert len(acknowledged) >= rounds
    assert acknowledged <= set(stored)
    assert p95 <= 1.0


@pytest.mark.parametrize("fraction", [index / 12 for index in range(12)] if LONG else [0.15, 0.5, 0.8])
def test_killed_during_the_first_start_it_comes_up_the_next_time(
    new: Path, child: Callable[[], Child], fraction: float
) -> None:
    one = child()
    one.begin(new)
    one.next("step")
    one.kill_after(fraction * 0.6)
    with EmbeddedPostgres(new).start() as server:
        assert server.owned
        assert asyncio.run(ask(server.dsn, "select 1")) == 1


def test_killed_while_postgres_starts_it_comes_up_the_next_time(used: Path, child: Callable[[], Child]) -> None:
    EmbeddedPostgres(used).start().stop()
    for milliseconds in range(0, 40, 2 if LONG else 13):
        one = child()
        one.begin(used)
        while one.next("step")["step"] != Step.STARTING:
            pass  # the server of the one before is still going away
        one.kill_after(milliseconds / 1000)
    with EmbeddedPostgres(used).start() as server:
        assert server.owned


def test_a_stale_status_file_that_names_a_living_process_is_no_hindrance(used: Path) -> None:
    EmbeddedPostgres(used).start().stop()
    lines = [os.getpid(), "/", 0, 5432, ".", "", "0 0", "ready"]
    (used / "postmaster.pid").write_text("\n".join(map(str, lines)))
    with EmbeddedPostgres(used).start() as server:
        assert server.owned


@pytest.mark.parametrize("victim", ["owner", "initdb"])
def test_without_the_kernel_s_help_a_watchdog_stops_postgres_when_the_owner_is_killed(
    reachable_folder: Path, child: Callable[[], Child], victim: str
) -> None:
    data = reachable_folder / "postgres"
    owner = child()
    owner.begin(data, platform="darwin")
    owner.next("dsn" if victim == "owner" else "step")
    owner.kill()
    with EmbeddedPostgres(data, timeout=5, platform="darwin").start() as server:
        assert server.owned


async def test_four_programs_find_all_the_connections_that_each_may_hold(server: str) -> None:
    held = [await asyncpg.connect(server) for _ in range(PROGRAMS * CONNECTIONS_EACH)]
    try:
        assert [await connection.fetchval("select 1") for connection in held] == [1] * len(held)
    finally:
        await asyncio.gather(*(connection.close() for connection in held))
