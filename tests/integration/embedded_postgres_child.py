"""A process of its own for the tests: it starts the server, tells them in JSON lines, and is killed.

Reads one line (a JSON object: `data`, perhaps `platform`, `write` and `keep`) before it starts, so that
the tests can load it first and measure the start alone. Runs until the end of its input.
"""

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

import asyncpg

from rag.adapters.postgres.embedded import EmbeddedPostgres, Server

ROUND = 1_000_000


def tell(**what: object) -> None:
    """One line to the tests."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


async def write_rows(dsn: str, first: int) -> None:
    """Insert `first`, `first + 1`, …; tell each id once its commit is acknowledged."""
    connection = await asyncpg.connect(dsn)
    await connection.execute("create table if not exists acknowledged (id bigint primary key, filler text)")
    number = first
    while True:
        await connection.execute("insert into acknowledged values ($1, repeat('x', 500))", number)
        tell(acknowledged=number)
        number += 1


def until_end_of_input(server: Server) -> None:
    """Wait for the tests to close our input."""
    sys.stdin.read()
    server.stop()
    tell(stopped=True)


def keep(postgres: EmbeddedPostgres) -> None:
    """Keep the server there until the end of our input; tell whenever it is restarted, and whose it is then."""
    with postgres.kept(lambda what: tell(restarted=isinstance(what, Server) and what.owned)) as dsn:
        tell(dsn=dsn)
        sys.stdin.read()
    tell(stopped=True)


def main() -> None:
    """See the module."""
    tell(loaded=True)
    wanted: dict[str, Any] = json.loads(sys.stdin.readline())
    postgres = EmbeddedPostgres(
        Path(wanted["data"]),
        on_progress=lambda step: tell(step=step),
        platform=wanted.get("platform", sys.platform),
    )
    if wanted.get("keep"):
        keep(postgres)
        return
    begin = time.perf_counter()
    server = postgres.start()
    tell(dsn=server.dsn, owned=server.owned, seconds=time.perf_counter() - begin)
    if "write" in wanted:
        asyncio.run(write_rows(server.dsn, wanted["write"] * ROUND))
    until_end_of_input(server)


if __name__ == "__main__":
    main()
