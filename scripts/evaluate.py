"""How well routing, retrieval, answers and the emergency screen do on the golden sets (tests/golden).

On a database of its own (embedded PostgreSQL in a temporary folder), unless DATABASE_URL or --database names one: there
the notes are brought up to date, and the people that it invents are erased again. Exit status: 0; 1 where something
failed (one message is enough), where a golden phrase all but repeats a lay phrase, or where a target is missed under
--gate; 2 wrong use.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, from anywhere

from bot.bootstrap import database, migrated, open_runtime
from bot.evaluation import misses as missed
from bot.evaluation.asking import Subject
from bot.evaluation.figures import Figure, Table, breakdown, by_kind, chance, confusion_table, figures
from bot.evaluation.golden import FOLDER, Golden, GoldenError, Split, load_golden
from bot.evaluation.measuring import NEAR_COPY, Results, measure
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

MOST_MISSES = 12


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the evaluation and returns the exit status."""
    options = _parser().parse_args(arguments)
    return guarded(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    started = time.monotonic()
    configure_logs("ERROR", "console")
    progress = StartProgress()
    try:
        golden = load_golden(options.golden)
        with (
            scratch_settings(database_url=options.database, local_only=options.local) as settings,
            database(settings, progress.step) as dsn,
        ):
            results = asyncio.run(_measured(dsn, settings, golden, progress))
        splits = _split(results, options.split)
        _print(splits, options, time.monotonic() - started)
        _write(splits, options)
    except (GoldenError, DocumentError) as error:
        sys.stderr.write(f"fonte: {error}\n")
        return FAILED
    return _status(results, splits, gate=options.gate)


async def _measured(dsn: str, settings: Settings, golden: Golden, progress: StartProgress) -> Results:
    dsn = await migrated(dsn, settings, progress.step)
    async with open_runtime(dsn, settings, progress.embedding) as runtime:
        try:
            return await measure(Subject(runtime, datetime.now(settings.zone)), golden, progress.embedding)
        finally:
            progress.close()


def _split(results: Results, chosen: str) -> dict[str, Results]:
    def of(split: Split) -> Results:
        return results.only(lambda item: item.split is split)

    if chosen != "all":
        return {chosen: of(Split(chosen))}
    return {**{split.value: of(split) for split in Split}, "both": results}


def _apart(splits: Mapping[str, Results]) -> dict[str, Results]:
    """The splits themselves, without their union."""
    return {name: results for name, results in splits.items() if name != "both"}


def _columns(splits: Mapping[str, Results]) -> dict[str, list[Figure]]:
    return {name: figures(results) for name, results in splits.items()}


def _breakdowns(results: Results) -> list[Table]:
    return [confusion_table(results), breakdown(results), by_kind(results)]


def _shown_misses(splits: Mapping[str, Results], options: argparse.Namespace) -> dict[str, list[Table]]:
    """The test split's misses are for those who ask: who reads them can no longer report on it."""
    shown = {n: r for n, r in _apart(splits).items() if n != Split.TEST or options.show_test}
    return {name: missed.tables(missed.misses(results), options.misses) for name, results in shown.items()}


def _print(splits: Mapping[str, Results], options: argparse.Namespace, seconds: float) -> None:
    console = terminal()
    any_split = next(iter(splits.values()))
    console.print(f"models: embeddings {any_split.models[0]}, answers {any_split.models[1]}\n")
    print_figures(console, "figures", _columns(splits))
    console.print(_chance(splits))
    for name, results in _apart(splits).items():
        console.print(f"\n[bold]{name}[/bold]")
        for table in _breakdowns(results):
            print_table(console, table)
    for name, tables in _shown_misses(splits, options).items():
        console.print(f"\n[bold]misses, {name}[/bold]")
        for table in tables:
            print_table(console, table)
    console.print(f"\n{_leaks(splits)}")
    for copy in any_split.copies:
        console.print(f"  {copy.similarity:.2f}  {copy.golden!r} ~ {copy.phrase!r}", markup=False)
    console.print(f"{seconds:.0f} s", style="dim")


def _chance(splits: Mapping[str, Results]) -> str:
    first, four = chance(list(splits.values())[-1])
    return f"By chance, inside the right specialty: first {first:.3f}, among four {four:.3f}."


def _leaks(splits: Mapping[str, Results]) -> str:
    copies = next(iter(splits.values())).copies
    return f"Golden phrases within {NEAR_COPY} trigram similarity of a phrase of the corpus: {len(copies)}."


def _write(splits: Mapping[str, Results], options: argparse.Namespace) -> None:
    columns = _columns(splits)
    if options.json:
        tables = {n: _breakdowns(r) for n, r in splits.items()}
        copies = [copy.golden for copy in next(iter(splits.values())).copies]
        for name, found in _shown_misses(splits, options).items():
            tables[name] += found
        options.json.write_text(as_json(columns, tables, near_copies=copies), encoding="utf-8")
    if options.pictures:
        from bot.evaluation.pictures import draw_confusion, draw_shares  # noqa: PLC0415 - matplotlib, where it is asked for

        draw_confusion(_apart(splits), options.pictures / "confusion.png")
        draw_shares({n: columns[n] for n in _apart(splits)}, options.pictures / "evaluation.png")
    if options.document:
        parts = [markdown_figures(columns), _chance(splits), _leaks(splits)]
        for name, results in _apart(splits).items():
            parts += [f"### {name}: {table.title}\n\n{markdown_table(table)}" for table in _breakdowns(results)]
        write_between_marks(options.document, "results", "\n\n".join(parts))


def _status(results: Results, splits: Mapping[str, Results], *, gate: bool) -> int:
    missing = any(figure.passed is False for found in _columns(splits).values() for figure in found)
    return FAILED if results.copies or results.failures or (gate and missing) else OK


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/evaluate.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--split", choices=["dev", "test", "all"], default="all", help="default: %(default)s, apart")
    parser.add_argument("--golden", type=Path, default=FOLDER, help="folder of golden sets (default: tests/golden)")
    parser.add_argument(
        "--database", metavar="URL", help="database to use (default: DATABASE_URL, else one of its own)"
    )
    parser.add_argument("--local", action="store_true", help="local models, also where a key is set")
    parser.add_argument("--json", type=Path, metavar="PATH", help="write everything as JSON too")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="draw the pictures there")
    parser.add_argument("--document", type=Path, metavar="PATH", help="write the tables between that file's marks")
    parser.add_argument(
        "--misses", type=int, default=MOST_MISSES, metavar="N", help="misses shown of a kind (default: %(default)s)"
    )
    parser.add_argument("--show-test", action="store_true", help="show the test split's misses too")
    parser.add_argument("--gate", action="store_true", help="a missed target is a failure")
    return parser


if __name__ == "__main__":
    sys.exit(main())
