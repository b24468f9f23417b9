"""Whether the bot of this container lives: its /livez answers. What it waits for, /readyz says.

Exit status: 0 it lives, 1 it doesn't, with one line that says so, 2 wrong use or settings.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, from anywhere

import scripts.packages  # noqa: F401 - before all that needs them

# isort: split

from bot.settings import SettingsError, load_settings

WELL, UNWELL, MISUSE = 0, 1, 2
DEADLINE_S = 5.0
_OK = 200
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where to ask a server that listens everywhere


class Unwell(Exception):  # noqa: N818 - a finding, not an error of ours
    """What is wrong, in one line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """See the module."""
    argparse.ArgumentParser(prog=".venv/bin/python scripts/healthcheck.py", description=__doc__).parse_args(arguments)
    try:
        settings = load_settings()
        check(_EVERYWHERE.get(settings.admin_host, settings.admin_host), settings.admin_port)
    except (Unwell, SettingsError) as error:
        sys.stderr.write(f"unhealthy: {error}\n")
        return MISUSE if isinstance(error, SettingsError) else UNWELL
    return WELL


def check(host: str, port: int, deadline_s: float = DEADLINE_S) -> None:
    """Raises Unwell unless /livez there answers 200 in time."""
    connection = HTTPConnection(host, port, timeout=deadline_s)
    try:
        connection.request("GET", "/livez")
        status = connection.getresponse().status
    except (OSError, HTTPException) as error:
        raise Unwell(f"/livez at {host}, port {port}: {type(error).__name__}") from error
    finally:
        connection.close()
    if status != _OK:
        raise Unwell(f"/livez at {host}, port {port}: HTTP {status}")


if __name__ == "__main__":
    sys.exit(main())
