"""Bots as whole processes on one Bot API: Fonte, and other libraries' own echoes beside it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from bot.paths import ROOT

PEERS = Path(__file__).parent / "peers"
_INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "VIRTUAL_ENV")
_READY_S = 90.0
_LIFTED = dict.fromkeys(("FONTE_SEND_RATE", "FONTE_CHAT_SEND_RATE", "FONTE_USER_RATE"), "0")
_PATIENT = {"FONTE_USER_BACKLOG": "100000"}


class SentMessage(Protocol):
    """What the API keeps of a message that a bot sent; `at` in seconds of its clock."""

    @property
    def chat(self) -> int:
        """To whom."""

    @property
    def at(self) -> float:
        """When it was received."""


class Api(Protocol):
    """The Bot API that a bot talks to, and the people who write to it."""

    @property
    def url(self) -> str:
        """Its address."""

    @property
    def token(self) -> str:
        """The bot's."""

    @property
    def sent(self) -> Sequence[SentMessage]:
        """Everything that was sent, in order."""

    def say(self, user: int, text: str) -> Any:  # noqa: ANN401 - an update
        """Somebody writes."""

    async def until(self, condition: Callable[[], object], timeout: float) -> None:  # noqa: ASYNC109
        """Returns once the condition holds. Raises TimeoutError."""


OpenApi = Callable[[int], AbstractAsyncContextManager[Api]]
"""Opens one for the bot of an id; its clock is `time.perf_counter`."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A bot: its command, which is given URL and token where it is a peer, and what it does with a message.

    `durable` bots answer after a kill what they had accepted before it.
    """

    name: str
    command: Sequence[str]
    durable: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)


def fonte(dsn: str, home: Path) -> Contender:
    """The whole process on a database, with nothing held up by paces and rates."""
    lifted = {
        "FONTE_SEND_RATE": "0",
        "FONTE_CHAT_SEND_RATE": "0",
        "FONTE_USER_RATE": "0",
        "FONTE_USER_BACKLOG": "100000",
    }
    environment = {"DATABASE_URL": dsn, "FONTE_HOME": str(home), "LOG_LEVEL": "ERROR", **lifted}
    command = (sys.executable, "-m", "bot", "telegram")
    return Contender("Fonte", command, durable=True, environment=environment)


def peers(aiogram_python: str | None) -> list[Contender]:
    """Those that can be run: aiogram's where that interpreter has it."""
    ptb = (sys.executable, str(PEERS / "ptb_echo.py"))
    found = [
        Contender("python-telegram-bot, one by one", ptb),
        Contender("python-telegram-bot, concurrent_updates", (*ptb, "--concurrent")),
    ]
    if aiogram_python and _has_aiogram(aiogram_python):
        found.append(Contender("aiogram", (aiogram_python, str(PEERS / "aiogram_echo.py"))))
    return found


def _has_aiogram(python: str) -> bool:
    try:
        found = subprocess.run([python, "-c", "import aiogram"], capture_output=True, check=False)  # noqa: S603
    except OSError:
        return False
    return found.returncode == 0


@asynccontextmanager
async def running(contender: Contender, api: Api, admin_port: int) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bot, once it answers; killed at the end. Raises TimeoutError where it doesn't."""
    environment = {name: os.environ[name] for name in _INHERITED if name in os.environ} | dict(contender.environment)
    command = list(contender.command)
    if contender.durable:
        environment |= {
            "TELEGRAM_API_URL": api.url, "TELEGRAM_BOT_TOKEN": api.token, "PYTHONPATH": str(ROOT),
            "ADMIN_PORT": str(admin_port),
        }  # fmt: skip
    else:
        command[2:2] = [api.url, api.token]
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*command, env=environment, cwd=ROOT, stdout=quiet, stderr=quiet)
    try:
        before = len(api.sent)
        api.say(1, "/start")
        await api.until(lambda: len(api.sent) > before or process.returncode is not None, timeout=_READY_S)
        if process.returncode is not None:
            raise TimeoutError(f"{contender.name} ended with {process.returncode}")
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
