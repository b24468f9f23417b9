"""Running Fonte's own programs as an operator does."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import asyncpg

ROOT = Path(__file__).parents[2]
BOT = ("python", "-m", "bot")
_OURS = ("FONTE_", "TELEGRAM_", "GEMINI_", "GOOGLE_", "HTTP_", "ADMIN_", "LOG_", "DATABASE_URL")


@dataclass(frozen=True)
class Ended:
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def environment(database_url: str, home: Path, **more: str) -> dict[str, str]:
    """This process's, without what it says to Fonte, and with `python` meaning the one that runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    kept["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{kept.get('PATH', os.defpath)}"
    return {**kept, "DATABASE_URL": database_url, "FONTE_HOME": str(home), "TMPDIR": str(home), **more}


def bot_environment(database_url: str, home: Path, **more: str) -> dict[str, str]:
    """`environment`, for `BOT` started in a folder that is not the checkout, where no `.env` of a developer's lies."""
    return environment(database_url, home, **{"PYTHONPATH": str(ROOT), "ADMIN_PORT": str(free_port()), **more})


def free_port() -> int:
    """A port that nobody listens at now; below those from which the system gives out its own."""
    for port in random.SystemRandom().sample(range(20_000, 32_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise OSError("no free port")


async def start(
    *command: str | Path, env: dict[str, str], cwd: Path, stderr: int = asyncio.subprocess.PIPE
) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        *command, env=env, cwd=cwd, stdin=pipe, stdout=pipe, stderr=stderr, preexec_fn=_as_from_a_terminal
    )


def _as_from_a_terminal() -> None:
    """Ctrl+C means what it does there, also where the tests run in the background and inherit that it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


async def run(*command: str | Path, env: dict[str, str], cwd: Path, stdin: str | bytes = "") -> Ended:
    process = await start(*command, env=env, cwd=cwd)
    out, err = await process.communicate(stdin.encode() if isinstance(stdin, str) else stdin)
    assert process.returncode is not None
    return Ended(process.returncode, out.decode(), err.decode())


@asynccontextmanager
async def running(
    *command: str | Path, env: dict[str, str], cwd: Path, log: Path
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process for as long as a block, its standard error in the file `log`; killed if it is still there then."""
    with log.open("wb") as file:
        process = await start(*command, env=env, cwd=cwd, stderr=file.fileno())
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@asynccontextmanager
async def database_copy(server: str, template: str) -> AsyncIterator[str]:
    """The address of a copy of a template, for as long as a block."""
    name = f"process_{uuid4().hex}"
    await _execute(server, f"create database {name} template {template} strategy file_copy")
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        await _execute(server, f"drop database if exists {name} with (force)")


async def _execute(server: str, statement: str) -> None:
    connection = await asyncpg.connect(server)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
