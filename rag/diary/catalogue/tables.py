"""Tables of foods as CSV, by the header of rag/corpus/foods.csv. Pure but for the bundled files.

`slug`, one of `pt`, `es`, `en`, and the four macros per 100 g are required; every other column may be missing. Lists in
a cell are joined with `|`; a measure is `key=grams@source`. An empty cell is unknown.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Final

from rag.diary.catalogue.entries import LANGUAGES, ML
from rag.diary.catalogue.lists import Finding, FoodList, Kind, ListedFood, file_source
from rag.diary.lexis.wording import normalised
from rag.diary.types import MACROS, NUTRIENTS, Measure, Nutrients
from rag.notes.errors import NoteError
from rag.types import Language

COLUMNS: Final = frozenset(
    {"slug", *LANGUAGES, *(f"also_{short}" for short in LANGUAGES), "tags", "measures", "source", "computed"}
    | {*NUTRIENTS}
)
BUNDLED: Final = "fonte"
"""The name of the list that comes with Fonte."""
_SLUG = re.compile(r"[a-z0-9][a-z0-9_]{0,79}")
_MOST = Decimal(1_000_000)
_LONGEST_NAME = 200


class RowError(Exception):
    """A row can't be a food; the message says why."""


@dataclass(slots=True)
class _Reading:
    """One table while it is read: what is known of keys, and what was found."""

    name: str
    tags: Collection[str] | None
    measures: Collection[str] | None
    findings: list[Finding] = field(default_factory=list)

    def mended(self, line: int, what: str) -> None:
        self.findings.append(Finding(line, Kind.MENDED, what))


def read_table(
    name: str, text: str, tags: Collection[str] | None = None, measures: Collection[str] | None = None
) -> FoodList:
    """The foods of a CSV, comma or semicolon separated. `tags`, `measures`: the keys that there are, None for any.

    A row that can't be a food is refused and told, as is what was mended in one. Raises NoteError for another header.
    """
    header = text.splitlines()[0] if text.strip() else ""
    rows = csv.reader(io.StringIO(text), delimiter=";" if header.count(";") > header.count(",") else ",")
    columns = [column.strip() for column in next(rows, [])]
    _check(name, columns)
    reading = _Reading(name, tags, measures)
    unknown = [column for column in columns if column not in COLUMNS]
    if unknown:
        reading.findings.append(Finding(1, Kind.NOTED, f"unknown columns left out: {', '.join(unknown)}"))
    return FoodList(name, tuple(_foods(reading, columns, rows)), tuple(reading.findings))


def read_bundled(corpus: Path) -> FoodList:
    """Fonte's own list. Raises NoteError where it is missing or can't be read."""
    path = corpus / "foods.csv"
    try:
        return read_table(BUNDLED, path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise NoteError(path, None, "missing", "run python scripts/build_foods.py") from error


def keys_of(path: Path) -> frozenset[str]:
    """The first column of tags.csv or measures.csv."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows, None)
        return frozenset(row[0] for row in rows if row)


def read_tags(path: Path) -> list[tuple[str, Language, str]]:
    """What the tags are called, as key, language and tag, of tags.csv (`tag,pt,es,en`, synonyms joined by `|`)."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            (normalised(word, language), language, row["tag"])
            for row in csv.DictReader(file)
            for short, language in LANGUAGES.items()
            for word in row[short].split("|")
            if word
        ]


def _check(name: str, columns: list[str]) -> None:
    missing = [column for column in ("slug", *MACROS) if column not in columns]
    if missing or not set(columns) & {*LANGUAGES}:
        lacks = ", ".join(missing) or "a name: pt, es or en"
        raise NoteError(name, 1, f"the header lacks {lacks}", "see rag/corpus/foods.csv")


def _foods(reading: _Reading, columns: list[str], rows: Iterator[list[str]]) -> Iterator[ListedFood]:
    seen: dict[str, int] = {}
    try:
        for line, cells in enumerate(rows, start=2):
            if not any(cell.strip() for cell in cells):
                continue
            try:
                food = _food(reading, line, columns, cells)
                if food.slug in seen:
                    raise RowError(f"{food.slug} stands in line {seen[food.slug]} too")  # noqa: TRY301
            except RowError as error:
                reading.findings.append(Finding(line, Kind.REFUSED, str(error)))
                continue
            seen[food.slug] = line
            yield food
    except csv.Error as error:
        raise NoteError(reading.name, None, f"not CSV ({error})", "quote cells that hold quotes or commas") from error


def _food(reading: _Reading, line: int, columns: list[str], cells: list[str]) -> ListedFood:
    if len(cells) != len(columns):
        raise RowError(f"{len(cells)} cells, the header has {len(columns)}")
    row = {column: " ".join(cell.split()) for column, cell in zip(columns, cells, strict=True)}
    names = {language: row[short] for short, language in LANGUAGES.items() if row.get(short)}
    if not _SLUG.fullmatch(row["slug"]):
        raise RowError(f"slug {row['slug'][:40]!r}: write lower-case letters, digits and _")
    if not names or max(map(len, names.values())) > _LONGEST_NAME:
        raise RowError(f"{row['slug']} has no name, or one of over {_LONGEST_NAME} letters")
    return ListedFood(
        slug=row["slug"],
        names=names,
        also={language: _list(row, f"also_{short}") for short, language in LANGUAGES.items()},
        tags=_tags(reading, line, row),
        source=row.get("source") or file_source(reading.name),
        per_100g=_values(reading, line, row),
        measures=_measures(reading, line, row),
        computed=row.get("computed") == "1",
        line=line,
    )


def _list(row: Mapping[str, str], column: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in row.get(column, "").split("|") if part.strip())


def _tags(reading: _Reading, line: int, row: Mapping[str, str]) -> frozenset[str]:
    tags = frozenset(_list(row, "tags"))
    known = tags if reading.tags is None else tags & frozenset(reading.tags)
    if known != tags:
        reading.mended(line, f"{row['slug']}: unknown tags left out: {', '.join(sorted(tags - known))}")
    return known


def _values(reading: _Reading, line: int, row: Mapping[str, str]) -> Nutrients:
    values = {key: _value(reading, line, key, row.get(key, "")) for key in NUTRIENTS}
    missing = [key for key in MACROS if values[key] is None]
    if missing:
        raise RowError(f"{row['slug']}: {', '.join(missing)} unknown")
    return values


def _value(reading: _Reading, line: int, key: str, text: str) -> Decimal | None:
    if not text:
        return None
    point = text.replace(",", ".") if text.count(",") == 1 and "." not in text else text
    try:
        value = Decimal(point)
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or not 0 <= value < _MOST:
        raise RowError(f"{key}: {text[:20]!r} is no amount")
    if point != text:
        reading.mended(line, f"{key}: {text} read as {point}")
    return value


def _measures(reading: _Reading, line: int, row: Mapping[str, str]) -> Mapping[str, Measure]:
    found: dict[str, Measure] = {}
    for part in _list(row, "measures"):
        key, _, told = part.partition("=")
        grams, _, source = told.partition("@")
        try:
            weight = Decimal(grams)
        except InvalidOperation:
            weight = Decimal(0)
        known = reading.measures is None or key in {ML, *reading.measures}
        if known and weight.is_finite() and Decimal("0.0005") <= weight < _MOST:
            found[key] = Measure(weight, source or file_source(reading.name))
        else:
            reading.mended(line, f"{row['slug']}: measure left out: {part[:40]}")
    return found
