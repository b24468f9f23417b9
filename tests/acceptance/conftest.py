"""What the acceptance tests share."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.acceptance.processes import ROOT, Ended, database_copy, environment, run
from tests.acceptance.telegram_bot import Bot, started
from tests.fakes.telegram import FakeTelegram

Script = Callable[..., Awaitable[Ended]]


@pytest.fixture
def rng() -> random.Random:
    """The same draws in every run."""
    return random.Random(20_261_130)  # noqa: S311 - reproducible on purpose


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Runs `python scripts/NAME.py ARGUMENTS…` on a database, in an empty folder."""

    async def run_script(name: str, *arguments: str | Path, on: str = "", **env: str) -> Ended:
        command = ("python", ROOT / "scripts" / f"{name}.py", *arguments)
        return await run(*command, env=environment(on, tmp_path, **env), cwd=tmp_path)

    return run_script


@pytest.fixture(scope="module")
async def corpus_copy(server: str, corpus_template: str) -> AsyncIterator[str]:
    """A database with the bundled notes, for the tests of one file."""
    async with database_copy(server, corpus_template) as dsn:
        yield dsn


@pytest.fixture(scope="module")
async def bot(corpus_copy: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bot]:
    """The bot in Telegram, for the tests of one file."""
    async with FakeTelegram() as fake, started(fake, corpus_copy, tmp_path_factory.mktemp("telegram")) as running_bot:
        yield running_bot
