"""Under the bot PostgreSQL is killed, again and again."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
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
from tests.acceptance.crowds import verify
from tests.acceptance.killing import LONG, calm, fleet, moments
from tests.fakes.telegram import FakeTelegram

LOSING = ("before store", "after store", "before finish", "after finish", "after send")


async def test_with_postgres_itself_killed_the_same_process_goes_on_when_it_is_back(
    server: str, corpus_template: str, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, rng: random.Random
) -> None:
    async with (
        _own_postgres(tmp_path_factory.mktemp("own"), server, corpus_template) as postgres,
        FakeTelegram() as fake,
        fleet(fake, postgres.database, tmp_path, strike=postgres.kill) as processes,
    ):
        crowd = await calm(fake, processes, rng, people=8 * len(LOSING) * LONG)
        for at in moments(rng, LOSING, 0):
            await processes.struck(at, crowd)
            postgres.start_again()
            (replica,) = processes.live
            replica.trap.open = True
        await crowd.settled()
        assert replica.process.returncode is None
        await verify(crowd)


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
