"""Whether the container is well: the process that the entry point became is alive, and the database answers.

Exit status: 0 well, 1 not, with one line that says what is wrong, 2 wrong use or settings.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, from anywhere

from bot.settings import Settings, SettingsError, load_settings
from rag.adapters.postgres.pool import DatabaseUnavailableError, connect

WELL, UNWELL, MISUSE = 0, 1, 2
DEADLINE_S = 5.0
_DEAD_STATES = "ZTtXx"
"""Zombie, stopped, traced, dead: proc(5)."""


class Unwell(Exception):  # noqa: N818 - a finding, not an error of ours
    """What is wrong, in one line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """See the module."""
    options = _parser().parse_args(arguments)
    try:
        check_process(options.pid_file)
        asyncio.run(check_database(load_settings()))
    except (Unwell, SettingsError) as error:
        sys.stderr.write(f"unhealthy: {error}\n")
        return MISUSE if isinstance(error, SettingsError) else UNWELL
    return WELL


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python scripts/healthcheck.py", description=__doc__)
    default = Path(tempfile.gettempdir()) / "fonte.pid"
    parser.add_argument(
        "--pid-file",
        type=Path,
        default=default,
        help="where the entry point wrote its process (default: fonte.pid among the temporary files)",
    )
    return parser


def check_process(pid_file: Path, proc: Path = Path("/proc")) -> None:
    """Raises Unwell unless the process of `pid_file` exists and is neither a zombie nor stopped (Linux)."""
    try:
        pid = int(pid_file.read_text())
    except (OSError, ValueError) as error:
        raise Unwell(f"{pid_file}: the command hasn't started") from error
    try:
        # after the name, which may hold blanks and brackets
        state = (proc / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    except OSError as error:
        raise Unwell(f"process {pid} is gone") from error
    if state in _DEAD_STATES:
        raise Unwell(f"process {pid} is in state {state}")


async def check_database(settings: Settings) -> None:
    """Raises Unwell unless the database answers a query in time; never starts a server."""
    try:
        async with asyncio.timeout(DEADLINE_S):
            connection = await connect(_address(settings))
            try:
                await connection.execute("select")
            finally:
                connection.terminate()
    except (DatabaseUnavailableError, TimeoutError) as error:
        raise Unwell(str(error) or f"the database gave no answer in {DEADLINE_S:g} s") from error


def _address(settings: Settings) -> str:
    url = settings.database_url.get_secret_value()
    if url:
        return url
    from rag.adapters.postgres.embedded.cluster import Cluster, read_status  # noqa: PLC0415 - not with a server

    status = read_status(Cluster(settings.fonte_home / "postgres"))
    if status is None or not status.ready:
        raise Unwell("the embedded PostgreSQL isn't running")
    return f"postgresql://postgres@/fonte?host={quote(str(status.socket_folder))}&port=5432"


if __name__ == "__main__":
    sys.exit(main())
