"""How fast Fonte is and what it holds in memory, on embedded PostgreSQL in a temporary folder, with local models.

BENCH=full measures delivery and turns for longer, food search among 300,000 foods, retrieval among 100,000 chunks and
growth to a million messages too, in many minutes more; all but the turns go on where they were stopped (--resume).

Prints each figure with its target. Exit status: 0; 1 on a failure, or where a target is missed under --gate; 2 wrong
use.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, from anywhere

import scripts.packages  # noqa: F401 - before all that needs them

# isort: split

from bot.bootstrap import database, migrated, open_runtime
from bot.evaluation.asking import Subject
from bot.evaluation.bench_runs import MEASURES, measured_parts
from bot.evaluation.benchmark import (
    MEMORY_QUESTIONS,
    Calls,
    FailedMessageError,
    Starts,
    Timed,
    count_calls,
    figures,
    questions_of,
    time_questions,
    time_starts,
)
from bot.evaluation.consultation_bench import turn_figures, turn_times
from bot.evaluation.contenders import Api, fonte, peers
from bot.evaluation.delivery_bench import FULL, IN_FLIGHT, QUICK, Bench, Delivered, Kept
from bot.evaluation.delivery_figures import delivery_bars, delivery_figures, delivery_tables
from bot.evaluation.dialogues import Player, load_dialogues
from bot.evaluation.diary_bench import AT, DiaryTimed, lines_of, time_diary
from bot.evaluation.diary_bench_figures import DiaryMeasured, diary_bench_figures, diary_bench_tables, diary_curves
from bot.evaluation.diary_golden import DiaryGolden, load_diary_golden
from bot.evaluation.figures import Figure, Table
from bot.evaluation.golden import GoldenError, load_golden
from bot.evaluation.processes import ChatEndedError, Memory, memory_after
from bot.evaluation.report import (
    DocumentError,
    as_json,
    markdown_figures,
    markdown_table,
    measured_on,
    print_figures,
    print_table,
    terminal,
    write_between_marks,
)
from bot.evaluation.retrieval_bench import Among as AmongChunks
from bot.evaluation.retrieval_bench_figures import retrieval_columns, retrieval_figures, retrieval_tables
from bot.evaluation.retrieval_bench_run import measure_retrieval
from bot.evaluation.retrieval_bench_searchers import PEERS_PYTHON, PeerError
from bot.evaluation.scratch import scratch_settings
from bot.launch import FAILED, OK, StartProgress, guarded
from bot.logs import configure_logs
from bot.settings import Settings
from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.adapters.postgres.pool import open_pool
from rag.diary.foods.search import FoodSearch

RESUME = Path(tempfile.gettempdir()) / "fonte-bench-full.json"
RESUME_PARTS = Path(tempfile.gettempdir()) / "fonte-bench-parts.json"
_PARTS = ("questions", "diary", "consultation", "delivery", "retrieval", *MEASURES)


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
    missed = False
    try:
        if options.only in {None, "questions"}:
            measured = _measure(questions_of(load_golden()), progress)
            _report(_Report("questions", "results", measured.figures(), _tables(measured)), options)
            _draw_times(measured, options)
            if measured.memory is None:
                terminal().print("memory is read from /proc: not measured here")
            missed |= _missed(measured.figures())
        if options.only in {None, "diary"}:
            eaten = _eat(progress)
            tables = [*diary_bench_tables(eaten), measured_on()]
            _report(_Report("the diary", "diary", diary_bench_figures(eaten), tables), options)
            _draw_diary(eaten, options)
            missed |= _missed(diary_bench_figures(eaten))
        if options.only in {None, "consultation"}:
            turns = _consult(progress)
            _report(_Report("consultations", "consultation", turn_figures(turns), [measured_on()]), options)
            missed |= _missed(turn_figures(turns))
        if options.only in {None, "delivery"}:
            delivered = _deliver(options, progress)
            tables = [*delivery_tables(delivered), measured_on()]
            _report(_Report("delivery", "delivery", delivery_figures(delivered), tables), options)
            _draw_delivery(delivered, options)
            missed |= _missed(delivery_figures(delivered))
        if options.only in {None, "retrieval"}:
            retrieved = measure_retrieval(full=_full(), resume=options.resume, told=progress.step)
            tables = [*retrieval_tables(retrieved), measured_on()]
            _report(_Report("retrieval", "retrieval", retrieval_figures(retrieved), tables), options)
            _draw_retrieval(retrieved, options)
            if not PEERS_PYTHON.exists():
                terminal().print("no other library is installed (make bench installs them): Fonte is measured alone")
            missed |= _missed(retrieval_figures(retrieved))
        missed |= _others(options, progress)
    except (GoldenError, DocumentError, ChatEndedError, FailedMessageError, PeerError, TimeoutError) as error:
        sys.stderr.write(f"fonte: {error}\n")
        return FAILED
    return FAILED if options.gate and missed else OK


def _others(options: argparse.Namespace, progress: StartProgress) -> bool:
    """Measures and reports the parts that share one server; whether a target was missed."""
    names = [name for name in MEASURES if options.only in {None, name}]
    if not names:
        return False
    missed = False
    kept = Kept.at(options.resume or (RESUME_PARTS if _full() else None))
    for part in measured_parts(names, progress.step, kept, full=_full()):
        _report(_Report(part.name, part.mark, part.figures, part.tables), options)
        if options.pictures and part.draw:
            part.draw(options.pictures)
        missed |= _missed(part.figures)
    _forget(kept, options)
    return missed


def _missed(figures: Sequence[Figure]) -> bool:
    return any(figure.passed is False for figure in figures)


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


def _eat(progress: StartProgress) -> DiaryMeasured:
    golden = load_diary_golden()
    with scratch_settings(database_url="", local_only=True) as settings, database(settings, progress.step) as dsn:
        timed = asyncio.run(_eating(dsn, settings, golden, progress))
    with tempfile.TemporaryDirectory(prefix="fonte-", ignore_cleanup_errors=True) as folder:
        progress.step("memory")
        memory = memory_after(Path(folder), lines_of(golden))
    return DiaryMeasured(timed, memory)


async def _eating(dsn: str, settings: Settings, golden: DiaryGolden, progress: StartProgress) -> DiaryTimed:
    dsn = await migrated(dsn, settings, progress.step)
    async with open_runtime(dsn, settings, progress.embedding) as runtime:
        progress.close()
        progress.step("the diary")
        subject = Subject(runtime, AT.astimezone(settings.zone))
        finder = FoodSearch(PostgresFoodIndex(runtime.pool), subject.retriever.local)
        return await time_diary(subject, finder, golden)


def _consult(progress: StartProgress) -> list[float]:
    """Milliseconds of each turn of the dialogues, one after another."""
    with scratch_settings(database_url="", local_only=True) as settings, database(settings, progress.step) as dsn:
        return asyncio.run(_consulting(dsn, settings, progress))


async def _consulting(dsn: str, settings: Settings, progress: StartProgress) -> list[float]:
    dsn = await migrated(dsn, settings, progress.step)
    async with open_runtime(dsn, settings, progress.embedding) as runtime:
        progress.close()
        progress.step("consultations")
        return await turn_times(Player(runtime), load_dialogues())


def _full() -> bool:
    return os.environ.get("BENCH") == "full"


def _deliver(options: argparse.Namespace, progress: StartProgress) -> Delivered:
    full = _full()
    kept = Kept.at(options.resume or (RESUME if full else None))
    with scratch_settings(database_url="", local_only=True) as settings, database(settings, progress.step) as dsn:
        delivered = asyncio.run(_delivering(dsn, settings, options, progress, kept, full=full))
    _forget(kept, options)
    return delivered


def _forget(kept: Kept, options: argparse.Namespace) -> None:
    """What was kept to go on with, once it has been told; a file that was asked for stays."""
    if kept.path and not options.resume:
        kept.path.unlink(missing_ok=True)


async def _delivering(
    dsn: str, settings: Settings, options: argparse.Namespace, progress: StartProgress, kept: Kept, *, full: bool
) -> Delivered:
    dsn = await migrated(dsn, settings, progress.step)
    bench = Bench(_open_api, FULL if full else QUICK, kept, _free_port, progress.step)
    async with open_pool(dsn, size=2) as pool:
        return await bench.run([fonte(dsn, settings.fonte_home), *peers(options.peers_python)], pool)


@asynccontextmanager
async def _open_api(bot: int) -> AsyncIterator[Api]:
    from tests.fakes.telegram import TOKEN, FakeTelegram  # noqa: PLC0415 - only a checkout has it

    async with FakeTelegram(token=f"{bot}:{TOKEN.partition(':')[2]}", clock=time.perf_counter) as api:
        yield api


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


def _tables(measured: _Measured) -> list[Table]:
    rows = tuple((label, f"{p50:.2f}", f"{p95:.2f}") for label, (p50, p95) in measured.timed.steps.items())
    starts = " ".join(f"{seconds:.2f}" for seconds in measured.starts.later)
    more = {**measured.calls.database, "questions": str(len(measured.timed.questions)), "later starts, s": starts}
    where = measured_on()
    return [
        Table("steps of a question, ms (answering includes grounding)", ("step", "p50", "p95"), rows),
        Table(where.title, where.columns, (*where.rows, *more.items())),
    ]


@dataclass(frozen=True, slots=True)
class _Report:
    """What is told of one part; `mark` is its place in a document."""

    name: str
    mark: str
    figures: Sequence[Figure]
    tables: Sequence[Table]


def _report(report: _Report, options: argparse.Namespace) -> None:
    columns = {"measured": report.figures}
    console = terminal()
    print_figures(console, report.name, columns)
    for table in report.tables:
        print_table(console, table)
    if options.json:
        known = json.loads(options.json.read_text(encoding="utf-8")) if options.json.exists() else {}
        known[report.name] = json.loads(as_json(columns, {"measured": report.tables}))
        options.json.write_text(json.dumps(known, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    if options.document:
        parts = [markdown_figures(columns)]
        parts += [f"### {table.title}\n\n{markdown_table(table)}" for table in report.tables]
        write_between_marks(options.document, report.mark, "\n\n".join(parts))


def _draw_times(measured: _Measured, options: argparse.Namespace) -> None:
    if options.pictures:
        from bot.evaluation.pictures import draw_times  # noqa: PLC0415 - matplotlib, where it is asked for

        medians = {label: p50 for label, (p50, _) in measured.timed.steps.items()}
        draw_times(measured.timed.questions, medians, options.pictures / "time.png")


def _draw_diary(measured: DiaryMeasured, options: argparse.Namespace) -> None:
    if options.pictures:
        from bot.evaluation.pictures import draw_curves  # noqa: PLC0415 - as above

        parts = {"a message logged": measured.timed.log.steps, "a question": measured.timed.ask.steps}
        medians = {title: {label: p50 for label, (p50, _) in steps.items()} for title, steps in parts.items()}
        draw_curves(diary_curves(measured), medians, options.pictures / "diary_time.png")


def _draw_delivery(delivered: Delivered, options: argparse.Namespace) -> None:
    if options.pictures:
        from bot.evaluation.pictures import draw_delivery  # noqa: PLC0415 - as above

        draw_delivery(delivery_bars(delivered), IN_FLIGHT, options.pictures / "delivery.png")


def _draw_retrieval(measured: Sequence[AmongChunks], options: argparse.Namespace) -> None:
    if options.pictures:
        from bot.evaluation.pictures import draw_retrieval  # noqa: PLC0415 - as above

        draw_retrieval(retrieval_columns(measured), options.pictures / "retrieval.png")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/bench.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", choices=_PARTS, help="one part alone")
    parser.add_argument("--peers-python", metavar="PATH", help="an interpreter that has aiogram, to measure it too")
    parser.add_argument("--resume", type=Path, metavar="PATH", help="keep long parts there, and skip those there")
    parser.add_argument("--json", type=Path, metavar="PATH", help="write everything as JSON too")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="draw the picture there")
    parser.add_argument("--document", type=Path, metavar="PATH", help="write the tables between that file's marks")
    parser.add_argument("--gate", action="store_true", help="a missed target is a failure")
    return parser


if __name__ == "__main__":
    sys.exit(main())
