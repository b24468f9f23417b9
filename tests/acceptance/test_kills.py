"""The bot is killed at any moment, again and again; everybody is answered once, in order, as if nothing happened."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import pytest

from bot.paths import SQL
from rag.adapters.postgres.embedded import EmbeddedPostgres, Server
from rag.adapters.postgres.embedded.database import ensure_database
from rag.adapters.postgres.embedded.install import find_install
from rag.adapters.postgres.migrations import load_schema, migrate
from tests.acceptance.killing import Crowd, Fleet, fleet, verify
from tests.acceptance.processes import database_copy, free_port
from tests.acceptance.relays import POINTS
from tests.fakes.telegram import FakeTelegram

pytestmark = pytest.mark.xdist_group("kills")

LONG = 10 if os.environ.get("FONTE_LONG_TESTS") else 1
SEED = 20_261_130
TAKEOVER_S = 10
PATIENCE = 5
"""Deaths in a row: an update that was taken up in more than six is given up."""
RECEIVING = ("after updates", "before store", "after store", "before confirm")
ANSWERING = ("before finish", "after mark", "after send")
LOSING = ("before store", "after store", "before finish", "after finish", "after send")
HOOK = {"TELEGRAM_WEBHOOK_SECRET": "correct-horse_battery-staple"}


@pytest.fixture
async def database(server: str, corpus_template: str) -> AsyncIterator[str]:
    async with database_copy(server, corpus_template) as dsn:
        yield dsn


@pytest.fixture
def rng() -> random.Random:
    return random.Random(SEED)  # noqa: S311 - reproducible on purpose


def moments(rng: random.Random, points: tuple[str, ...], at_random: int) -> list[str | int]:
    """Each point, and pieces of traffic to die at, in any order."""
    found: list[str | int] = [*points * LONG, *(rng.randrange(1, 300) for _ in range(at_random * LONG))]
    rng.shuffle(found)
    return found


async def test_killed_at_every_point_and_at_random_it_answers_everybody_once_and_in_order(
    database: str, tmp_path: Path, rng: random.Random
) -> None:
    times = moments(rng, POINTS, 4)
    async with FakeTelegram() as fake, fleet(fake, lambda: database, tmp_path) as processes:
        crowd = await _calm(fake, processes, rng, people=4 * len(times))
        for number, at in enumerate(times, start=1):
            await processes.grow(1, spare=len(times) - number + 1)
            await processes.struck(at, crowd)
            if number % PATIENCE == 0:
                await processes.grow(1, spare=len(times) - number)
                await crowd.settled(aged=True)
        for _ in range(LONG):
            starting = await processes.started(rng.randrange(1, 150))
            await starting.process.wait()
            assert starting.killed()
        await processes.grow(1)
        await crowd.settled(aged=True)
        await verify(crowd)


async def test_of_two_replicas_one_takes_over_within_ten_seconds_and_nobody_is_answered_twice(
    database: str, tmp_path: Path, rng: random.Random
) -> None:
    times = moments(rng, RECEIVING + ANSWERING, 0)
    async with FakeTelegram() as fake, fleet(fake, lambda: database, tmp_path) as processes:
        crowd = await _calm(fake, processes, rng, people=4 * len(times))
        for left, at in enumerate(reversed(times)):
            await processes.grow(2, spare=left)
            await processes.struck(at, crowd)
            receiver = fake.state.consumer
            if at in RECEIVING:
                await fake.until(lambda: fake.state.consumer is not receiver, timeout=TAKEOVER_S)  # noqa: B023
        await crowd.settled()
        await verify(crowd)


async def test_behind_a_webhook_telegram_delivers_again_what_died_with_the_process(
    database: str, tmp_path: Path, rng: random.Random
) -> None:
    def settings() -> Mapping[str, str]:
        port = str(free_port())
        return {"HTTP_PORT": port, "TELEGRAM_WEBHOOK_URL": f"http://127.0.0.1:{port}/hook", **HOOK}

    times = moments(rng, ("before store", "after store", *ANSWERING), 0)
    async with FakeTelegram(sleep=_briefly) as fake, fleet(fake, lambda: database, tmp_path, settings) as processes:
        crowd = await _calm(fake, processes, rng, people=4 * len(times))
        for left, at in enumerate(reversed(times)):
            await processes.grow(1, spare=left)
            await processes.struck(at, crowd)
        await processes.grow(1)
        await crowd.settled(aged=True)
        await verify(crowd)


async def test_with_postgres_itself_killed_the_same_process_goes_on_when_it_is_back(
    server: str, corpus_template: str, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, rng: random.Random
) -> None:
    async with (
        _own_postgres(tmp_path_factory.mktemp("own"), server, corpus_template) as postgres,
        FakeTelegram() as fake,
        fleet(fake, postgres.database, tmp_path, strike=postgres.kill) as processes,
    ):
        crowd = await _calm(fake, processes, rng, people=8 * len(LOSING) * LONG)
        for at in moments(rng, LOSING, 0):
            await processes.struck(at, crowd)
            postgres.start_again()
            (replica,) = processes.live
            replica.trap.open = True
        await crowd.settled()
        assert replica.process.returncode is None
        await verify(crowd)


async def _calm(fake: FakeTelegram, processes: Fleet, rng: random.Random, people: int) -> Crowd:
    crowd = Crowd(fake, processes.database, rng)
    await crowd.gather(people)
    await processes.grow(1, spare=processes.ahead)
    await crowd.talk_calmly()
    return crowd


async def _briefly(seconds: float) -> None:
    """Telegram's pauses between deliveries, shortened."""
    await asyncio.sleep(min(seconds, 0.1))


@dataclass
class OwnPostgres:
    """A server that a test may kill."""

    cluster: EmbeddedPostgres
    server: Server

    def database(self) -> str:
        return self.server.dsn.replace("/postgres?", "/fonte?")

    def kill(self) -> None:
        pid = (self.cluster.data / "postmaster.pid").read_text().split("\n")[0]
        os.kill(int(pid), signal.SIGKILL)

    def start_again(self) -> None:
        self.server.stop()
        self.server = self.cluster.start()


@asynccontextmanager
async def _own_postgres(folder: Path, server: str, template: str) -> AsyncIterator[OwnPostgres]:
    """With a copy of a template of another server, whose notes needn't be embedded again."""
    cluster = EmbeddedPostgres(folder / "pg")
    postgres = OwnPostgres(cluster, cluster.start())
    try:
        connection = await asyncpg.connect(postgres.server.dsn)
        await migrate(connection, load_schema(SQL))  # makes the roles, which belong to no database
        await connection.close()
        await ensure_database(postgres.server.dsn, "fonte")
        programs, dump = find_install().root / "bin", folder / "dump"
        source = server.replace("/postgres?", f"/{template}?")
        await _run(programs / "pg_dump", "--format=custom", f"--file={dump}", source)
        await _run(programs / "pg_restore", "--exit-on-error", f"--dbname={postgres.database()}", dump)
        yield postgres
    finally:
        postgres.server.stop()


async def _run(*command: str | Path) -> None:
    process = await asyncio.create_subprocess_exec(*command)
    assert await process.wait() == 0
