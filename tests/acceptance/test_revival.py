"""Programs that share the embedded server outlive each other and the server's own death; no row of theirs is lost."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from bot.locales import load_catalogue
from bot.markup import plain
from rag.adapters.postgres.embedded import EmbeddedPostgres
from rag.adapters.postgres.embedded.cluster import Cluster, read_status
from rag.types import Language
from tests.acceptance.processes import BOT, ROOT, bot_environment, run, start

pytestmark = pytest.mark.xdist_group("revival")

LONG = bool(os.environ.get("FONTE_LONG_TESTS"))
INGEST = ("python", ROOT / "scripts" / "ingest_notes.py")
APOLOGY = plain(load_catalogue()[Language.PT]("error.generic"))
WITHIN_S = 20.0  # how fast it is, is measured elsewhere; this only tells soon from never
_STORED = """
select m.external_id from mensagens m join mensagens r on r.in_reply_to = m.id
 where m.external_id like $1 and m.text is not null order by m.seq
"""
_SESSIONS = """
select count(*) from pg_stat_activity where backend_type = 'client backend' and application_name like $1
"""


@pytest.fixture(scope="module")
async def home(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Path]:
    """A FONTE_HOME with the bundled notes, that nobody uses now."""
    folder = tmp_path_factory.mktemp("revival")
    ended = await run(*INGEST, env=bot_environment("", folder), cwd=folder)
    assert (ended.status, ended.err) == (0, "")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@dataclass
class Talk:
    """One `python -m bot chat`, and the ids of the lines that were answered."""

    process: asyncio.subprocess.Process
    name: str
    said: int = 0
    answered: list[str] = field(default_factory=list)

    async def say(self) -> bool:
        """Whether one line was answered, and not with the apology."""
        assert self.process.stdin
        assert self.process.stdout
        self.said += 1
        line = {"text": "oi", "user": self.name, "id": f"{self.name}-{self.said}"}
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        answered = await asyncio.wait_for(self.process.stdout.readline(), 30)
        assert answered, (await self.leave())[1].decode()
        answer = json.loads(answered)
        if answer["replies"][0]["text"] == APOLOGY:
            return False
        self.answered.append(line["id"])
        return True

    async def leave(self) -> tuple[int | None, bytes]:
        """Its exit status and what it complained about."""
        _, err = await self.process.communicate(b"")
        return self.process.returncode, err

    async def leave_after(self, seconds: float) -> tuple[int | None, bytes]:
        await _ended_within(self.process, seconds)
        return await self.leave()


@asynccontextmanager
async def talk(home: Path, name: str) -> AsyncIterator[Talk]:
    process = await start(*BOT, "chat", "--json", "--consent", env=bot_environment("", home), cwd=home)
    try:
        yield Talk(process, name)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


def server(home: Path) -> int | None:
    """The process id of the server, once it is ready."""
    status = read_status(Cluster(home / "postgres"))
    return status.pid if status and status.ready else None


def kill_server(home: Path) -> int:
    pid = server(home)
    assert pid
    os.kill(pid, signal.SIGKILL)
    return pid


async def _ended_within(process: asyncio.subprocess.Process, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), seconds)


@asynccontextmanager
async def connected(home: Path) -> AsyncIterator[asyncpg.Connection]:
    """A session of ours on the server, which is started where there is none."""
    with EmbeddedPostgres(home / "postgres").start() as server:
        connection = await asyncpg.connect(urlsplit(server.dsn)._replace(path="/fonte").geturl())
        try:
            yield connection
        finally:
            await connection.close()


async def stored(home: Path, talk: Talk) -> list[str]:
    """The lines of this talk that are stored, each with a reply, in their order."""
    async with connected(home) as connection:
        return [row["external_id"] for row in await connection.fetch(_STORED, f"{talk.name}-%")]


async def test_when_the_owner_leaves_the_others_next_line_is_answered(home: Path) -> None:
    async with talk(home, "a") as first:
        assert await first.say()  # so that it is the owner
        async with talk(home, "b") as second:
            assert await second.say()
            assert await first.leave() == (0, b"")
            left = time.monotonic()
            assert await second.say()
            assert time.monotonic() - left < WITHIN_S
            assert await second.leave() == (0, b"")
    assert await stored(home, second) == second.answered


async def test_when_the_owner_is_killed_the_others_soon_go_on(home: Path) -> None:
    async with talk(home, "g") as first:
        assert await first.say()  # so that it is the owner
        async with talk(home, "h") as second:
            assert await second.say()
            killed, at = server(home), time.monotonic()
            first.process.kill()
            await until_answered(home, second, killed)
            assert time.monotonic() - at < WITHIN_S
            assert await second.say()
            assert (await second.leave())[0] == 0
    assert set(second.answered) <= set(await stored(home, second))


async def until_answered(home: Path, talk: Talk, killed: int | None) -> None:
    """Talks on until another server than that answers; what was under way when that one died gets the apology."""
    async with asyncio.timeout(30):
        while server(home) in {killed, None} or not await talk.say():
            await talk.say()


async def test_when_the_server_is_killed_it_is_back_and_no_acknowledged_line_is_lost(home: Path) -> None:
    async with talk(home, "e") as someone:
        assert await someone.say()
        for _ in range(40 if LONG else 4):
            killed, at = kill_server(home), time.monotonic()
            await until_answered(home, someone, killed)
            assert time.monotonic() - at < WITHIN_S
            for _ in range(3):
                assert await someone.say()
        assert (await someone.leave())[0] == 0
    assert set(someone.answered) <= set(await stored(home, someone))


async def test_programs_that_start_while_the_owner_leaves_do_their_work(home: Path) -> None:
    for number in range(40 if LONG else 3):
        async with talk(home, f"c{number}") as first:
            assert await first.say()
            async with talk(home, f"d{number}") as second:
                leaving = asyncio.create_task(first.leave_after(number * (0.05 if LONG else 0.3)))
                assert await second.say()
                assert await leaving == (0, b"")
                assert await second.leave() == (0, b"")


async def test_ingestions_at_once_all_succeed(home: Path) -> None:
    env = bot_environment("", home)
    for _ in range(30 if LONG else 3):
        pair = await asyncio.gather(*(run(*INGEST, env=env, cwd=home) for _ in range(2)))
        assert [(ended.status, ended.err) for ended in pair] == [(0, "")] * 2


@pytest.mark.parametrize("sessions", ["", "fonte"], ids=["migrating", "publishing"])
async def test_an_ingestion_whose_server_is_killed_does_its_work_all_the_same(home: Path, sessions: str) -> None:
    async with talk(home, "f") as owner:
        assert await owner.say()
        for _ in range(10 if LONG else 1):
            ingestion = await start(*INGEST, env=bot_environment("", home), cwd=home)
            await came(home, sessions)
            kill_server(home)
            _, err = await ingestion.communicate()
            assert (ingestion.returncode, err) == (0, b"")
        assert (await owner.leave())[0] == 0


async def came(home: Path, name: str) -> None:
    """Until there is one session more whose name begins like this."""
    async with connected(home) as connection:
        before = await connection.fetchval(_SESSIONS, f"{name}%")
        while await connection.fetchval(_SESSIONS, f"{name}%") <= before:
            pass
