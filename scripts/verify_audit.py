"""Checks the audit chain of the review console, link by link, and says its length and its head.

A chain holds as long as no line of it was changed or taken out. Lines cut off its end are missed only by an anchor:
keep one outside the database (--anchor), and look for it later (--against).
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, from anywhere

import scripts.packages  # noqa: F401 - before all that needs them

# isort: split

from bot.adapters.review.auditing import PostgresAudit
from bot.bootstrap import database, migrated
from bot.launch import FAILED, MISUSE, OK, StartProgress, guarded
from bot.review.chain import Anchor, read_anchor
from bot.review.records import Chain
from bot.settings import load_settings
from rag.adapters.postgres.pool import open_pool


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0 it holds, 1 it does not, or failed, 2 wrong use or settings."""
    parser = argparse.ArgumentParser(prog=".venv/bin/python scripts/verify_audit.py", description=__doc__)
    parser.add_argument("--anchor", type=Path, metavar="FILE", help="write the head and the length there, if it holds")
    parser.add_argument("--against", type=Path, metavar="FILE", help="check that the head written there is still in it")
    options = parser.parse_args(arguments)
    try:
        kept = read_anchor(options.against.read_text(encoding="ascii")) if options.against else None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it holds no anchor"
        return _complain(f"{options.against}: {reason}", MISUSE)
    return guarded(lambda: _verify(kept, options.anchor))


def _verify(kept: Anchor | None, anchor: Path | None) -> int:
    settings = load_settings()
    progress = StartProgress()

    async def look(dsn: str) -> tuple[Chain, bool]:
        dsn = await migrated(dsn, settings, progress.step)
        async with open_pool(dsn) as pool:
            audit = PostgresAudit(pool)
            return await audit.verify(), kept is None or await audit.holds(kept)

    with database(settings, progress.step) as dsn:
        chain, there = asyncio.run(look(dsn))
    if chain.broken_at is not None:
        return _complain(f"the chain is broken at line {chain.broken_at}: {chain.reason}", FAILED)
    if not there and kept:
        return _complain(f"line {kept.length} is not the one that was anchored: the chain was made anew", FAILED)
    print(f"{chain.length} lines, head {chain.head}: the chain holds")
    return _anchored(Anchor(chain.length, chain.head), anchor) if anchor else OK


def _anchored(anchor: Anchor, path: Path) -> int:
    try:
        path.write_text(anchor.written(), encoding="ascii")
    except OSError as error:
        return _complain(f"{path}: {error.strerror}", FAILED)
    return OK


def _complain(problem: str, status: int) -> int:
    sys.stderr.write(f"fonte: {problem}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
