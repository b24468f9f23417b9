"""Everything of a person as one ZIP file: a JSON file that holds it whole, and a CSV file a kind. Pure."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.diary.exporting import Export, Format, harmless, written
from bot.exporting.belongings import Belongings, Row, Table
from bot.locales import Words
from bot.markup import plain
from rag.diary.lexis.measures import Measures

FORMAT: Final = 1
"""Of the JSON file; another number where a key has changed its meaning."""
_MOMENT: Final = (1980, 1, 1, 0, 0, 0)
"""What a ZIP file can say at the earliest; when it was made stands in the JSON file."""


@dataclass(frozen=True, slots=True)
class Whole:
    """What is exported."""

    belongings: Belongings
    diary: Export


def archived(whole: Whole, words: Words, measures: Measures) -> bytes:
    """The ZIP file. Its diary is as `/export json`, `csv` and `spreadsheet` give it."""
    diary = json.loads(written(whole.diary, Format.JSON, words, measures))
    tables: dict[str, list[Row]] = {
        table.value: [dict(row) for row in whole.belongings.tables.get(table, ())] for table in Table
    }
    told: dict[str, Any] = {"format": FORMAT, "exported_at": diary["exported_at"], **tables, "diary": diary}
    files = {"LEIA-ME.txt": plain(words("export.readme")), "fonte.json": _json(told)}
    files |= {f"{table}.csv": _csv(rows) for table, rows in tables.items() if rows}
    files |= {f"{name}.csv": _csv(_flat(rows)) for name in ("targets", "own_foods") if (rows := diary[name])}
    content = {name: text.encode() for name, text in files.items()}
    if diary["entries"] or diary["targets"] or diary["own_foods"]:
        for form, name in ((Format.CSV, "diary.csv"), (Format.SPREADSHEET, "diary-spreadsheet.csv")):
            content[name] = written(whole.diary, form, words, measures)
    return _zipped(content)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, _MOMENT), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _csv(rows: Sequence[Row]) -> str:
    """Rows of the same columns; what is no plain value is JSON in its cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(rows[0])
    writer.writerows([_cell(value) for value in row.values()] for row in rows)
    return out.getvalue()


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case str():
            return harmless(value)
        case bool() | int() | float():
            return str(value).lower()
    return json.dumps(value, ensure_ascii=False)


def _flat(rows: Iterable[Mapping[str, Any]]) -> list[Row]:
    """What a food holds per 100 g as columns."""
    return [
        {**{name: value for name, value in row.items() if name != "per_100g"}, **row.get("per_100g", {})}
        for row in rows
    ]
