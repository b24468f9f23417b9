"""How well routing, retrieval, answers, the emergency screen, the diary and consultations do on tests/golden.

On a database of its own (embedded PostgreSQL in a temporary folder), unless DATABASE_URL or --database names one: there
the notes are brought up to date, and the people that it invents are erased again. Exit status: 0; 1 where something
failed (one message is enough), where a golden phrase all but repeats a lay phrase, where a figure has fallen below
tests/golden/baseline.json under --gate, or where a target is missed under --targets; 2 wrong use.

With --experiment the run is kept under a name, in the database of --database or, with --keep, of DATABASE_URL or the
embedded one under FONTE_HOME.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, from anywhere

import scripts.packages  # noqa: F401 - before all that needs them

# isort: split

from bot.bootstrap import database
from bot.evaluation import gate, keeping
from bot.evaluation.baseline import Baseline, baseline_of, load_baseline, together, write_baseline
from bot.evaluation.conditions import Conditions, conditions_of
from bot.evaluation.golden import FOLDER, GoldenError
from bot.evaluation.labelled import load_labelled
from bot.evaluation.report import DocumentError, print_table, terminal
from bot.evaluation.running import PARTS, Measured, Sets, load_sets, run_on
from bot.evaluation.scratch import scratch_settings
from bot.evaluation.telling import Shown, draw, missed_target, parts, print_parts, write_document, write_json
from bot.experiments.records import Experiment, ExperimentError
from bot.launch import FAILED, MISUSE, OK, StartProgress, guarded
from bot.logs import configure_logs
from bot.paths import ROOT
from bot.settings import load_settings

MOST_MISSES = 12


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the evaluation, or tells of experiments, and returns the exit status."""
    options = _parser().parse_args(arguments)
    configure_logs("ERROR", "console")
    return guarded(lambda: _reported(options))


def _reported(options: argparse.Namespace) -> int:
    try:
        if options.experiments or options.compare or options.export or options.notebook:
            return _tell(options)
        return _run(options)
    except (GoldenError, DocumentError) as error:
        sys.stderr.write(f"fonte: {error}\n")
        return FAILED
    except ExperimentError as error:
        sys.stderr.write(f"fonte: {error}\n")
        return MISUSE


def _tell(options: argparse.Namespace) -> int:
    console = terminal()
    if options.compare:
        first, second = options.compare
        told = keeping.with_experiments(options.database, lambda kept: keeping.compare(kept, first, second))
        keeping.print_comparison(console, told)
    if options.experiments:
        keeping.print_list(console, keeping.with_experiments(options.database, lambda kept: kept.list()))
    if options.export:
        keeping.write_export(keeping.with_experiments(options.database, keeping.exported), options.export)
    if options.notebook:
        from bot.evaluation.notebook import run_notebook  # noqa: PLC0415 - matplotlib, where it is asked for

        run_notebook(options.notebook)
    return OK


def _run(options: argparse.Namespace) -> int:
    started, at = time.monotonic(), datetime.now(UTC)
    conditions, sets, path = _conditions(options), _sets(options), options.golden / "baseline.json"
    baseline = load_baseline(path) if options.gate else None
    measured = _measured(options, sets, conditions)
    shown = Shown(options.split, options.misses, options.show_test)
    told = parts(measured, shown)
    print_parts(told, measured, time.monotonic() - started)
    if options.json:
        write_json(told, measured, options.json)
    if options.pictures:
        draw(told, measured, shown, options.pictures)
    if options.document:
        write_document(told, options.document)
    if options.experiment:
        _keep(options, conditions, measured, at)
    if options.write_baseline:
        old = load_baseline(path) if path.is_file() else None
        write_baseline(together(old, baseline_of(measured.scores)), path)
    dropped = baseline is not None and not _passed(baseline, measured)
    failed = measured.copies or measured.failures or dropped or (options.targets and missed_target(told))
    return FAILED if failed else OK


def _conditions(options: argparse.Namespace) -> Conditions:
    """Raises ExperimentError, also where a run would be kept nowhere."""
    if options.experiment and not (options.keep or options.database):
        raise ExperimentError("--experiment needs a place to keep it: --keep, or --database URL")
    if options.write_baseline and (options.set or options.split != "all"):
        raise ExperimentError("--write-baseline goes with both halves, and without --set")
    return conditions_of(options.set)


def _sets(options: argparse.Namespace) -> Sets:
    sets = load_sets(options.golden, options.only, quick=options.quick)
    if not options.labelled:
        return sets
    folder = load_settings().fonte_home / "labelled"
    return replace(sets, labelled=load_labelled(folder))


def _measured(options: argparse.Namespace, sets: Sets, conditions: Conditions) -> Measured:
    """An experiment that is kept elsewhere runs on a database of its own: it may change what is in it."""
    url = "" if options.keep and not options.database else options.database
    progress = StartProgress()
    with (
        scratch_settings(database_url=url, local_only=options.local, **conditions.overrides()) as settings,
        database(settings, progress.step) as dsn,
    ):
        try:
            return asyncio.run(run_on(dsn, settings, sets, conditions, progress.step, progress.embedding))
        finally:
            progress.close()


def _keep(options: argparse.Namespace, conditions: Conditions, measured: Measured, at: datetime) -> None:
    one = Experiment(0, options.experiment, at, conditions.kept(), keeping.commit(), measured.models, options.note)
    number = keeping.with_experiments(options.database, lambda kept: kept.keep(one, measured.scores))
    terminal().print(f"kept as experiment {number}, {one.name}", markup=False)


def _passed(baseline: Baseline, measured: Measured) -> bool:
    console = terminal()
    judged = gate.judge(baseline, measured.scores)
    for table in gate.tables(judged):
        print_table(console, table)
    console.print(f"{judged.compared} figures compared with the baseline: {'' if judged.passed else 'not '}passed")
    return judged.passed


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/evaluate.py", description=(__doc__ or "").splitlines()[0])
    _running(parser)
    _writing(parser)
    _experimenting(parser)
    return parser


def _running(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--split", choices=["dev", "test", "all"], default="all", help="default: %(default)s, apart")
    parser.add_argument("--only", choices=PARTS, help="the sets of one part alone")
    parser.add_argument("--quick", action="store_true", help="neither whole answers nor consultations")
    parser.add_argument("--labelled", action="store_true", help="ask faulty replies of FONTE_HOME/labelled again too")
    parser.add_argument("--golden", type=Path, default=FOLDER, help="folder of golden sets (default: tests/golden)")
    parser.add_argument(
        "--database", metavar="URL", help="database to use (default: DATABASE_URL, else one of its own)"
    )
    parser.add_argument("--local", action="store_true", help="local models, also where a key is set")
    parser.add_argument("--gate", action="store_true", help="a figure below baseline.json is a failure")
    parser.add_argument("--targets", action="store_true", help="a missed target is a failure")


def _writing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", type=Path, metavar="PATH", help="write everything as JSON too")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="draw the pictures there")
    parser.add_argument("--document", type=Path, metavar="PATH", help="write the tables between that file's marks")
    parser.add_argument(
        "--misses", type=int, default=MOST_MISSES, metavar="N", help="misses shown of a kind (default: %(default)s)"
    )
    parser.add_argument("--show-test", action="store_true", help="show the test split's misses too")
    parser.add_argument("--write-baseline", action="store_true", help="write baseline.json of the sets that are run")


def _experimenting(parser: argparse.ArgumentParser) -> None:
    known = ", ".join(Conditions.model_fields)
    parser.add_argument("--experiment", metavar="NAME", help="keep the run under a name")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help=f"change one of {known}")
    parser.add_argument("--note", default="", metavar="TEXT", help="kept with the experiment")
    parser.add_argument("--keep", action="store_true", help="keep it in DATABASE_URL, or in Fonte's own database")
    parser.add_argument("--experiments", action="store_true", help="list what is kept")
    parser.add_argument("--compare", nargs=2, metavar=("A", "B"), help="two experiments, by name or number")
    parser.add_argument("--export", type=Path, metavar="PATH", help="write the figures of all that is kept as JSON")
    notebook = ROOT / "docs" / "evaluation.ipynb"
    parser.add_argument("--notebook", nargs="?", type=Path, const=notebook, metavar="PATH", help="run a notebook again")


if __name__ == "__main__":
    sys.exit(main())
