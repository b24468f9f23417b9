"""Imported first by what runs as a file: under a Python without Fonte's packages it ends with one line.

Any Python 3 can read this.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

_LEAST = (3, 11)
_MISUSE = 2
_NEEDED = ("asyncpg", "pydantic_settings", "structlog")


def complaint(program: str) -> str:
    """What is wrong with this Python, in a line that says what to run; "" where nothing is."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if sys.version_info >= _LEAST and not missing:
        return ""
    lacks = f"has no {missing[0]}" if missing else f"is {sys.version_info[0]}.{sys.version_info[1]}, not 3.11 or newer"
    return f"fonte: this Python ({sys.executable}) {lacks}: run make setup, then .venv/bin/python {program}"


if _complaint := complaint(sys.argv[0]):
    sys.stderr.write(f"{_complaint}\n")
    sys.exit(_MISUSE)
