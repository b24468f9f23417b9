"""How well routing, retrieval, answers, the emergency screen, the diary and consultations do on tests/golden.

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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, from anywhere

import scripts.packages  # noqa: F401 - before all that needs them

# isort: split

from bot.bootstrap import Runtime, database, migrated, open_runtime
from bot.evaluation import consultation, diary_figures, misses
from bot.evaluation.asking import Subject
from bot.evaluation.consultation import (
    ConsultationGolden,
    ConsultationResults,
    load_consultation_golden,
    read_openings,
)
from bot.evaluation.dialogues import Player
from bot.evaluation.diary import Diarist, DiaryResults
from bot.evaluation.diary_golden import DiaryGolden, load_diary_golden
from bot.evaluation.figures import Figure, Table, breakdown, by_kind, chance, confusion_table, figures
from bot.evaluation.golden import FOLDER, Golden, GoldenError, Split, load_golden
from bot.evaluation.measuring import NEAR_COPY, Results, measure
from bot.evaluation.misses import Miss
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
from bot.evaluation.trigrams import NearCopy
from bot.launch import FAILED, OK, StartProgress, guarded
from bot.logs import configure_logs
from bot.settings import Settings
from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.diary.foods.search import FoodSearch

MOST_MISSES = 12
_Outcomes = TypeVar("_Outcomes", Results, DiaryResults, ConsultationResults)
_Any = TypeVar("_Any")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the evaluation and returns the exit status."""
    options = _parser().parse_args(arguments)
    return guarded(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    started = time.monotonic()
    configure_logs("ERROR", "console")
    progress = StartProgress()
    try:
        sets = _sets(options)
        with (
            scratch_settings(database_url=options.database, local_only=options.local) as settings,
            database(settings, progress.step) as dsn,
        ):
            measured = asyncio.run(_measured(dsn, settings, sets, progress))
        parts = _parts(measured, options)
        _print(parts, measured, time.monotonic() - started)
        _write(parts, measured, options)
    except (GoldenError, DocumentError) as error:
        sys.stderr.write(f"fonte: {error}\n")
        return FAILED
    return _status(measured, parts, gate=options.gate)


@dataclass(frozen=True, slots=True)
class _Sets:
    """What is to be run."""

    notes: Golden | None
    diary: DiaryGolden | None
    consultation: ConsultationGolden | None


def _sets(options: argparse.Namespace) -> _Sets:
    def wanted(name: str) -> bool:
        return options.only in (None, name)

    return _Sets(
        load_golden(options.golden) if wanted("notes") else None,
        load_diary_golden(options.golden) if wanted("diary") else None,
        load_consultation_golden(options.golden) if wanted("consultation") else None,
    )


@dataclass(frozen=True, slots=True)
class _Measured:
    """What was run: each may have been left out."""

    notes: Results | None
    diary: DiaryResults | None
    consultation: ConsultationResults | None

    @property
    def copies(self) -> Sequence[NearCopy]:
        return self.notes.copies if self.notes else ()

    @property
    def failures(self) -> int:
        return sum(results.failures for results in (self.notes, self.diary, self.consultation) if results)


async def _measured(dsn: str, settings: Settings, sets: _Sets, progress: StartProgress) -> _Measured:
    dsn = await migrated(dsn, settings, progress.step)
    async with open_runtime(dsn, settings, progress.embedding) as runtime:
        subject = Subject(runtime, datetime.now(settings.zone))
        foods = FoodSearch(PostgresFoodIndex(runtime.pool), subject.retriever.local)
        try:
            diarist = Diarist(runtime, foods, progress.embedding)
            diary = await diarist.measure(sets.diary) if sets.diary else None
            cases = await _consulted(runtime, sets.consultation, progress) if sets.consultation else None
            notes = await measure(subject, sets.notes, progress.embedding) if sets.notes else None
            return _Measured(notes, diary, cases)
        finally:
            progress.close()


async def _consulted(runtime: Runtime, golden: ConsultationGolden, progress: StartProgress) -> ConsultationResults:
    played = await Player(runtime, progress.embedding).measure(golden.dialogues)
    return ConsultationResults(played, read_openings(golden))


@dataclass(frozen=True, slots=True)
class _Part:
    """What is told of some sets. `columns`, `tables` and `misses` go by split; `mark` is their place in a document.

    `picture` is the file of their shares.
    """

    title: str
    mark: str
    picture: str
    columns: Mapping[str, Sequence[Figure]]
    lines: Sequence[str]
    tables: Mapping[str, Sequence[Table]]
    misses: Mapping[str, Sequence[Table]]


def _parts(measured: _Measured, options: argparse.Namespace) -> list[_Part]:
    parts = []
    if measured.notes:
        splits = _split(measured.notes, options.split)
        tables = {name: _breakdowns(results) for name, results in splits.items()}
        missed = {name: misses.misses(results) for name, results in splits.items()}
        columns = {name: figures(results) for name, results in splits.items()}
        parts.append(
            _Part("figures", "results", "evaluation.png", columns, _lines(splits), tables, _shown(missed, options))
        )
    if measured.diary:
        meals = _split(measured.diary, options.split)
        columns = {name: diary_figures.figures(results) for name, results in meals.items()}
        tables = {name: diary_figures.breakdowns(results) for name, results in meals.items()}
        missed = {name: diary_figures.misses(results) for name, results in meals.items()}
        parts.append(_Part("the diary", "diary", "diary.png", columns, (), tables, _shown(missed, options)))
    if measured.consultation:
        cases = _split(measured.consultation, options.split)
        columns = {name: consultation.figures(results) for name, results in cases.items()}
        tables = {name: consultation.breakdowns(results) for name, results in cases.items()}
        missed = {name: consultation.misses(results) for name, results in cases.items()}
        shown = _shown(missed, options)
        parts.append(_Part("consultations", "consultation", "consultation.png", columns, (), tables, shown))
    return parts


def _split(results: _Outcomes, chosen: str) -> dict[str, _Outcomes]:
    def of(split: Split) -> _Outcomes:
        return results.only(lambda item: item.split is split)

    if chosen != "all":
        return {chosen: of(Split(chosen))}
    return {**{split.value: of(split) for split in Split}, "both": results}


def _apart(splits: Mapping[str, _Any]) -> dict[str, _Any]:
    """The splits themselves, without their union."""
    return {name: results for name, results in splits.items() if name != "both"}


def _breakdowns(results: Results) -> list[Table]:
    return [confusion_table(results), breakdown(results), by_kind(results)]


def _shown(missed: Mapping[str, Sequence[Miss]], options: argparse.Namespace) -> dict[str, list[Table]]:
    """The test split's misses are for those who ask: who reads them can no longer report on it."""
    shown = {n: found for n, found in _apart(missed).items() if n != Split.TEST or options.show_test}
    return {name: misses.tables(found, options.misses) for name, found in shown.items()}


def _print(parts: Sequence[_Part], measured: _Measured, seconds: float) -> None:
    console = terminal()
    if measured.notes:
        console.print(f"models: embeddings {measured.notes.models[0]}, answers {measured.notes.models[1]}\n")
    for part in parts:
        print_figures(console, part.title, part.columns)
        for line in part.lines:
            console.print(line)
        for name in _apart(part.columns):
            console.print(f"\n[bold]{name}[/bold]")
            for table in part.tables[name]:
                print_table(console, table)
        for name, tables in part.misses.items():
            console.print(f"\n[bold]misses, {name}[/bold]")
            for table in tables:
                print_table(console, table)
        console.print()
    for copy in measured.copies:
        console.print(f"  {copy.similarity:.2f}  {copy.golden!r} ~ {copy.phrase!r}", markup=False)
    console.print(f"{seconds:.0f} s", style="dim")


def _lines(splits: Mapping[str, Results]) -> list[str]:
    results = list(splits.values())[-1]
    first, four = chance(results)
    return [
        f"By chance, inside the right specialty: first {first:.3f}, among four {four:.3f}.",
        f"Golden phrases within {NEAR_COPY} trigram similarity of a phrase of the corpus: {len(results.copies)}.",
    ]


def _write(parts: Sequence[_Part], measured: _Measured, options: argparse.Namespace) -> None:
    if options.json:
        copies = [copy.golden for copy in measured.copies]
        columns = _joined(part.columns for part in parts)
        tables = _joined(each for part in parts for each in (part.tables, part.misses))
        options.json.write_text(as_json(columns, tables, near_copies=copies), encoding="utf-8")
    if options.pictures:
        _draw(parts, measured, options)
    for part in parts if options.document else ():
        told = [markdown_figures(part.columns), *part.lines]
        for name, broken_down in _apart(part.tables).items():
            told += [f"### {name}: {table.title}\n\n{markdown_table(table)}" for table in broken_down]
        write_between_marks(options.document, part.mark, "\n\n".join(told))


def _joined(members: Iterable[Mapping[str, Sequence[_Any]]]) -> dict[str, list[_Any]]:
    """By split, what each of the members holds of it, one after another."""
    joined: dict[str, list[_Any]] = {}
    for member in members:
        for name, values in member.items():
            joined.setdefault(name, []).extend(values)
    return joined


def _draw(parts: Sequence[_Part], measured: _Measured, options: argparse.Namespace) -> None:
    from bot.evaluation.pictures import draw_confusion, draw_shares  # noqa: PLC0415 - matplotlib, where it is asked for

    if measured.notes:
        draw_confusion(_apart(_split(measured.notes, options.split)), options.pictures / "confusion.png")
    for part in parts:
        draw_shares(_apart(part.columns), options.pictures / part.picture)


def _status(measured: _Measured, parts: Sequence[_Part], *, gate: bool) -> int:
    found = [figure for part in parts for members in part.columns.values() for figure in members]
    missing = any(figure.passed is False for figure in found)
    return FAILED if measured.copies or measured.failures or (gate and missing) else OK


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/evaluate.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--split", choices=["dev", "test", "all"], default="all", help="default: %(default)s, apart")
    parser.add_argument("--only", choices=["notes", "diary", "consultation"], help="the sets of one part alone")
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
