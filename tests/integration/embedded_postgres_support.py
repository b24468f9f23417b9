"""What the tests of the embedded server share."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg

from rag.adapters.postgres.embedded.cluster import Cluster, Status, read_status

ROOT = Path(__file__).parents[2]
CHILD = Path(__file__).with_name("embedded_postgres_child.py")


class Child:
    """A process that has loaded everything and waits for `begin`."""

    def __init__(self) -> None:
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        self.process = subprocess.Popen(
            [sys.executable, str(CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def begin(self, data: Path, **wanted: object) -> None:
        assert self.next("loaded")
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"data": str(data), **wanted}) + "\n")
        self.process.stdin.flush()

    def next(self, key: str) -> dict[str, Any]:
        """The next line that has `key`."""
        assert self.process.stdout
        for line in self.process.stdout:
            said: dict[str, Any] = json.loads(line)
            if key in said:
                return said
        raise AssertionError(f"the child ended before it said {key}")

    def rest(self, key: str) -> list[Any]:
        """The values of `key` in all lines to the end; a line cut by the kill does not count."""
        assert self.process.stdout
        whole = [line for line in self.process.stdout if line.endswith("}\n")]
        return [said[key] for said in map(json.loads, whole) if key in said]

    def end_input(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def kill_after(self, seconds: float) -> None:
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()

    def close(self) -> None:
        self.kill()
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdout.close()
        with suppress(BrokenPipeError):
            self.process.stdin.close()


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that every user can enter: run by root, pytest's own are closed to `nobody`."""
    folder = Path(tempfile.mkdtemp(prefix="fonte-test-")).resolve()
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def running(data: Path) -> Status:
    """What the server of `data` says of itself."""
    status = read_status(Cluster(data))
    assert status
    return status


async def ask(dsn: str, query: str) -> Any:
    connection = await asyncpg.connect(dsn)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()
