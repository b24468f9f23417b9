"""The bot as a process that Telegram delivers to, for tests."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import httpx

from bot.http.webhook import SECRET_HEADER
from tests.acceptance.processes import BOT, bot_environment, free_port, running
from tests.acceptance.telegram_bot import UNPACED, texts
from tests.fakes.telegram import TOKEN, FakeTelegram

HOOK_SECRET = "correct-horse_battery-staple"  # noqa: S105 - opens nothing but these tests' webhook


PATH = "/telegram/hook"


ALLOWED = {SECRET_HEADER: HOOK_SECRET}


SAID = ("oi", "obrigado", "/xyzzy", "/cancelar", "/nova", "/ajuda")


USERS = count(7_100_000_001)
"""Ids that no other number in a log looks like."""


@dataclass(frozen=True)
class Replica:
    """One process, and where it listens."""

    process: asyncio.subprocess.Process
    hook: str
    admin: httpx.AsyncClient
    log: Path

    async def checks(self) -> dict[str, str]:
        checks: dict[str, str] = (await self.admin.get("/readyz")).json()["checks"]
        return checks

    async def until_ready(self) -> None:
        async with asyncio.timeout(30):
            while True:
                with suppress(httpx.TransportError):
                    if (await self.admin.get("/readyz")).status_code == 200:
                        return
                await self.moment()

    async def moment(self) -> None:
        """A little while of the process' life."""
        with suppress(TimeoutError):
            async with asyncio.timeout(0.1):
                await self.process.wait()
        assert self.process.returncode is None, self.log.read_text()

    async def sample(self, name: str) -> float:
        """One sample of its metrics."""
        lines = (await self.admin.get("/metrics")).text.splitlines()
        values = [float(line.rpartition(" ")[2]) for line in lines if line.rpartition(" ")[0] == name]
        assert values, name
        return values[0]

    async def told_to_stop(self) -> int:
        """Its exit status after SIGTERM."""
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(20):
            return await self.process.wait()


def settings(fake: FakeTelegram, **more: str) -> dict[str, str]:
    return {"TELEGRAM_API_URL": fake.url, "TELEGRAM_BOT_TOKEN": TOKEN, "LOG_LEVEL": "DEBUG", **UNPACED, **more}


def hooked(url: str) -> dict[str, str]:
    return {"TELEGRAM_WEBHOOK_URL": url + PATH, "TELEGRAM_WEBHOOK_SECRET": HOOK_SECRET}


@asynccontextmanager
async def started(
    fake: FakeTelegram, database: str, home: Path, *, port: int = 0, **env: str
) -> AsyncIterator[Replica]:
    """A process, once it is ready."""
    http, admin, log = port or free_port(), free_port(), home / "log"
    ports = {"HTTP_PORT": str(http), "ADMIN_PORT": str(admin)}
    environment = bot_environment(database, home, **settings(fake, **ports, **env))
    async with (
        running(*BOT, "telegram", env=environment, cwd=home, log=log) as process,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{admin}", trust_env=False, timeout=5) as client,
    ):
        replica = Replica(process, f"http://127.0.0.1:{http}", client, log)
        await replica.until_ready()
        yield replica


@asynccontextmanager
async def balanced(*ports: int) -> AsyncIterator[str]:
    """An address whose connections go to one port after the other."""
    turns, tasks = count(), set()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            back, forth = await asyncio.open_connection("127.0.0.1", ports[next(turns) % len(ports)])
        except ConnectionError:
            writer.close()
            return
        await asyncio.gather(pump(reader, forth), pump(back, writer))

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(relay(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def hooked_process(fake: FakeTelegram, database: str, home: Path, **env: str) -> AsyncIterator[Replica]:
    port = free_port()
    async with balanced(port) as url, started(fake, database, home, port=port, **hooked(url), **env) as one:
        yield one


async def stored(database: str, table: str = "inbox") -> list[dict[str, Any]]:
    connection = await asyncpg.connect(database)
    try:
        return [dict(row) for row in await connection.fetch(f"select * from {table}")]  # noqa: S608 - a name of ours
    finally:
        await connection.close()


async def told(fake: FakeTelegram, user: int, number: int) -> list[str]:
    await fake.until(lambda: len(fake.to(user)) >= number, timeout=30)
    return texts(fake.to(user))


async def post(url: str, body: bytes, headers: dict[str, str]) -> int:
    async with httpx.AsyncClient(trust_env=False) as client:
        return (await client.post(url + PATH, content=body, headers=headers)).status_code
