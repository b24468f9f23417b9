"""What the acceptance tests share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.acceptance.processes import ROOT, Ended, environment, run

Script = Callable[..., Awaitable[Ended]]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Runs `python scripts/NAME.py ARGUMENTS…` on a database, in an empty folder."""

    async def run_script(name: str, *arguments: str | Path, on: str = "", **env: str) -> Ended:
        command = ("python", ROOT / "scripts" / f"{name}.py", *arguments)
        return await run(*command, env=environment(on, tmp_path, **env), cwd=tmp_path)

    return run_script
