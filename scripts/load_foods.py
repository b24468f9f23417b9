"""Loads foods: those of PATH…, or the catalogue that comes with Fonte; then embeds what has no vectors yet.

A PATH is TACO's official spreadsheet (.xls, 4th edition) or a CSV with the header of rag/corpus/foods.csv: slug, one of
pt, es, en, and energy_kcal, protein_g, carbohydrate_g, fat_g per 100 g are required; every other column may be missing.
A CSV is known by its file's name: load it again after a change, and what it has no more is retired. What is unchanged
costs nothing, and what was cut short goes on from where it stopped. Rows that were refused, figures that look wrong and
values that were mended are told with their lines. A refused row does not stop the others: the last line counts them,
and the exit status is 0 all the same.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, from anywhere

import scripts.packages  # noqa: F401 - before all that needs them

# isort: split

from bot.bootstrap import database, migrated, open_models
from bot.launch import FAILED, OK, StartProgress, guarded
from bot.logs import configure_logs
from bot.paths import CORPUS
from bot.settings import Settings, load_settings
from rag.adapters.postgres.food_catalogue import PostgresFoodCatalogue
from rag.adapters.postgres.pool import again_if_lost, open_pool
from rag.diary.catalogue.lists import FoodList, Kind
from rag.diary.catalogue.loading import Report, load, load_bundled
from rag.diary.catalogue.tables import BUNDLED, keys_of, read_table
from rag.diary.catalogue.taco import NAME as TACO
from rag.diary.catalogue.taco import read_taco
from rag.notes.errors import NoteError
from rag.ports import ProviderError

_MOST_TOLD = 100


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0 done, 1 failed, 2 wrong use or settings."""
    options = _parser().parse_args(arguments)
    return guarded(lambda: _run(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=".venv/bin/python scripts/load_foods.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "paths",
        nargs="*",
        type=_existing,
        metavar="PATH",
        help="TACO's .xls or a .csv (default: the catalogue that comes with Fonte)",
    )
    return parser


def _existing(text: str) -> Path:
    path = Path(text)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"{text}: no such file")
    if path.suffix.lower() not in {".csv", ".xls"}:
        raise argparse.ArgumentTypeError(f"{text}: neither .csv nor .xls")
    if path.suffix.lower() == ".csv" and _name(path) in {BUNDLED, TACO}:
        raise argparse.ArgumentTypeError(f"{text}: a list of that name is not yours: name the file otherwise")
    return path


def _name(path: Path) -> str:
    return re.sub(r"[^a-z0-9]+", "_", path.stem.lower()).strip("_") or "list"


def _run(options: argparse.Namespace) -> int:
    settings = load_settings()
    configure_logs("ERROR" if settings.log_level == "INFO" else settings.log_level, settings.log_format)
    lists = [(path, _read(path)) for path in options.paths]
    progress = StartProgress()
    with database(settings, progress.step) as dsn:
        try:
            return asyncio.run(again_if_lost(lambda: _load(dsn, settings, lists, progress)))
        finally:
            progress.close()


def _read(path: Path) -> FoodList:
    if path.suffix.lower() == ".xls":
        return read_taco(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise NoteError(path, None, "not UTF-8", "save it as UTF-8") from error
    keys = [keys_of(CORPUS / "foods" / name) for name in ("tags.csv", "measures.csv")]
    try:
        return read_table(_name(path), text, *keys)
    except NoteError as error:
        raise NoteError(path, error.line, error.problem, error.remedy) from error


async def _load(dsn: str, settings: Settings, lists: Sequence[tuple[Path, FoodList]], progress: StartProgress) -> int:
    dsn = await migrated(dsn, settings, progress.step)
    status = OK
    async with open_pool(dsn) as pool, open_models(settings) as models:
        catalogue = PostgresFoodCatalogue(pool)
        reports: list[tuple[str, Report | None]]
        if lists:
            reports = [(str(path), await load(catalogue, models.local, foods, progress.embedding))
                       for path, foods in lists]  # fmt: skip
        else:
            reports = [(BUNDLED, await load_bundled(catalogue, models.local, CORPUS, progress.embedding))]
        progress.close()
        for name, report in reports:
            status = max(status, _tell(name, report))
        progress.step("vectors")
        await catalogue.index_vectors()
    return status


def _tell(name: str, report: Report | None) -> int:
    if report is None:
        print(f"{name}: unchanged")
        return OK
    for finding in sorted(report.findings, key=lambda finding: list(Kind).index(finding.kind))[:_MOST_TOLD]:
        print(f"{name}: {finding}")
    if len(report.findings) > _MOST_TOLD:
        print(f"{name}: … and {len(report.findings) - _MOST_TOLD} more")
    counts = report.counts
    told = f"{counts.kept} kept, {counts.new} new, {counts.changed} changed, {counts.retired} retired"
    print(f"{name}: {told}, {report.refused} refused; {report.filled.count} embedded")
    return _tell_outage(report.filled.outage) if report.filled.outage else OK


def _tell_outage(outage: ProviderError) -> int:
    sys.stdout.flush()
    again = "run .venv/bin/python scripts/load_foods.py again"
    sys.stderr.write(f"fonte: some foods have no vectors yet ({outage}): {again}\n")
    return FAILED


if __name__ == "__main__":
    sys.exit(main())
