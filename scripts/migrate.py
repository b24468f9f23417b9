"""Brings the database to this version's schema. Run by hand or on deploy; again changes nothing."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, from anywhere

import scripts.packages  # noqa: F401 - before all that needs them

# isort: split

from bot.bootstrap import database, migrated
from bot.launch import OK, StartProgress, guarded
from bot.settings import load_settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0 done, 1 failed, 2 wrong use or settings."""
    argparse.ArgumentParser(prog=".venv/bin/python scripts/migrate.py", description=__doc__).parse_args(arguments)
    return guarded(_migrate)


def _migrate() -> int:
    settings = load_settings()
    applied: list[str] = []
    progress = StartProgress()
    with database(settings, progress.step) as dsn:
        asyncio.run(migrated(dsn, settings, applied.append))
    for name in applied:
        print(f"{name}: applied")
    print("the schema is up to date")
    return OK


if __name__ == "__main__":
    sys.exit(main())
