"""How fast Fonte is and what it holds in memory, on embedded PostgreSQL in a temporary folder, with local models.

Prints each figure with its target. Exit status: 0; 1 on a failure, or where a target is missed under --gate; 2 wrong
use.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, from anywhere

from bot.bootstrap import database, migrated, open_runtime
from bot.evaluation.asking import Subject
from bot.evaluation.benchmark import (
    MEMORY_QUESTIONS,
    Calls,
    Starts,
    Timed,
    count_calls,
    figures,
    questions_of,
    time_questions,
    time_starts,
)
from bot.evaluation.figures import Figure, Table
from bot.evaluation.golden import GoldenError, load_golden
from bot.evaluation.processes import ChatEndedError, Memory, memory_after
from bot.evaluation.report import (
    DocumentError,
    as_json,
    markdown_figures,
    markdown_table,
    print_figures,
    print_table,
    terminal,
    write_between_marks,
)
from bot.evaluation.scratch import scratch_settings
from bot.launch import FAILED, OK, StartProgress, guarded
from bot.logs import configure_logs
from bot.settings import Settings


@dataclass(frozen=True, slots=True)
class _Measured:
    timed: Timed
    calls: Calls
    starts: Starts
    memory: Memory | None

    def figures(self) -> list[Figure]:
        return figures(self.timed, self.calls, self.starts, self.memory)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the benchmark and returns the exit status."""
    options = _parser().parse_args(arguments)
    return guarded(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    configure_logs("ERROR", "console")
    progress = StartProgress()
    try:
        questions = questions_of(load_golden())
        measured = _measure(questions, progress)
        _print(measured)
        _write(measured, options)
    except (GoldenError, DocumentError, ChatEndedError) as error:
        sys.stderr.write(f"fonte: {error}\n")
        return FAILED
    missing = any(figure.passed is False for figure in measured.figures())
    return FAILED if options.gate and missing else OK


def _measure(questions: Sequence[str], progress: StartProgress) -> _Measured:
    with scratch_settings(database_url="", local_only=True) as settings, database(settings, progress.step) as dsn:
        timed, calls = asyncio.run(_inside(dsn, settings, questions, progress))
    with tempfile.TemporaryDirectory(prefix="fonte-", ignore_cleanup_errors=True) as folder:
        progress.step("starts")
        starts = time_starts(Path(folder), questions[0])
        progress.step("memory")
        memory = memory_after(Path(folder), questions[:MEMORY_QUESTIONS])
    return _Measured(timed, calls, starts, memory)


async def _inside(
    dsn: str, settings: Settings, questions: Sequence[str], progress: StartProgress
) -> tuple[Timed, Calls]:
    dsn = await migrated(dsn, settings, progress.step)
    async with open_runtime(dsn, settings, progress.embedding) as runtime:
        progress.close()
        progress.step("questions")
        subject = Subject(runtime, datetime.now(settings.zone))
        return await time_questions(subject, questions), await count_calls(subject, runtime, questions[0])


def _tables(measured: _Measured) -> list[Table]:
    rows = tuple((label, f"{p50:.2f}", f"{p95:.2f}") for label, (p50, p95) in measured.timed.steps.items())
    where = {"machine": f"{platform.machine()}, {os.cpu_count()} cores", "python": platform.python_version()}
    where |= {"load when done": " ".join(f"{load:.1f}" for load in os.getloadavg())} | dict(measured.calls.database)
    starts = " ".join(f"{seconds:.2f}" for seconds in measured.starts.later)
    where |= {"questions": str(len(measured.timed.questions)), "later starts, s": starts}
    return [
        Table("steps of a question, ms (answering includes grounding)", ("step", "p50", "p95"), rows),
        Table("measured on", ("", ""), tuple(where.items())),
    ]


def _print(measured: _Measured) -> None:
    console = terminal()
    print_figures(console, "benchmarks", {"measured": measured.figures()})
    for table in _tables(measured):
        print_table(console, table)
    if measured.memory is None:
        console.print("memory is read from /proc: not measured here")


def _write(measured: _Measured, options: argparse.Namespace) -> None:
    columns = {"measured": measured.figures()}
    if options.json:
        options.json.write_text(as_json(columns, {"measured": _tables(measured)}), encoding="utf-8")
    if options.pictures:
        from bot.evaluation.pictures import draw_times  # noqa: PLC0415 - matplotlib, where it is asked for

        medians = {label: p50 for label, (p50, _) in measured.timed.steps.items()}
        draw_times(measured.timed.questions, medians, options.pictures / "time.png")
    if options.document:
        parts = [markdown_figures(columns)]
        parts += [f"### {table.title}\n\n{markdown_table(table)}" for table in _tables(measured)]
        write_between_marks(options.document, "results", "\n\n".join(parts))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/bench.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", type=Path, metavar="PATH", help="write everything as JSON too")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="draw the picture there")
    parser.add_argument("--document", type=Path, metavar="PATH", help="write the tables between that file's marks")
    parser.add_argument("--gate", action="store_true", help="a missed target is a failure")
    return parser


if __name__ == "__main__":
    sys.exit(main())
