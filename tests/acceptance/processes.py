"""Running Fonte's own programs as an operator does."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
_OURS = ("FONTE_", "TELEGRAM_", "GEMINI_", "GOOGLE_", "LOG_", "DATABASE_URL")


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


async def start(
    *command: str | Path, env: dict[str, str], cwd: Path, stderr: int = asyncio.subprocess.PIPE
) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(*command, env=env, cwd=cwd, stdin=pipe, stdout=pipe, stderr=stderr)


async def run(*command: str | Path, env: dict[str, str], cwd: Path, stdin: str = "") -> Ended:
    process = await start(*command, env=env, cwd=cwd)
    out, err = await process.communicate(stdin.encode())
    assert process.returncode is not None
    return Ended(process.returncode, out.decode(), err.decode())
