"""A person's whole diary as one file: CSV for spreadsheets, plain CSV, or JSON. Pure."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from typing import Any, Final

from bot.diary.progress import nutrient_name
from bot.diary.rendering import measure_source
from bot.locales import Words
from bot.markup import plain
from rag.diary.catalogue.lists import is_file
from rag.diary.evidence import Entry, Target
from rag.diary.lexis.measures import Measures
from rag.diary.own.foods import USER
from rag.diary.types import NUTRIENTS, Clock, Food, unit_shown
from rag.types import Language

_COLUMNS: Final = (
    "record", "date", "time", "weekday", "meal", "food", "grams", "said", "amount", "measure", "grams_each",
    "measure_source", "values_source",
)  # fmt: skip
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet may run a cell that begins with (https://owasp.org/www-community/attacks/CSV_Injection)."""
_THOUSANDTH: Final = Decimal("0.001")

Cell = str | Decimal | None


class Format(StrEnum):
    """How an export is written; the spreadsheet is the one that Excel opens where the comma is decimal."""

    SPREADSHEET = "spreadsheet"
    CSV = "csv"
    JSON = "json"

    @property
    def suffix(self) -> str:
        """Of the file's name."""
        return ".json" if self is Format.JSON else ".csv"


@dataclass(frozen=True, slots=True)
class Export:
    """Everything that is exported: entries that stand, in order, targets, and the person's own foods."""

    entries: Sequence[Entry]
    targets: Sequence[Target]
    foods: Sequence[Food]
    clock: Clock
    at: datetime


def written(export: Export, form: Format, words: Words, measures: Measures) -> bytes:
    """The file, in UTF-8. Times are the person's own; unknown values are empty, or null.

    A spreadsheet is for people and speaks their language; the other two are for programs, and have keys.
    """
    match form:
        case Format.JSON:
            return (json.dumps(_json(export, words.language), ensure_ascii=False, indent=1) + "\n").encode()
        case Format.CSV:
            rows = _rows(export, words.language)
            return _csv(rows, [*_COLUMNS, *NUTRIENTS], ",", _point).encode()
    names = [plain(words(f"export.{name}")) for name in _COLUMNS]
    nutrients = [f"{nutrient_name(key, words)} ({unit_shown(key)})" for key in NUTRIENTS]
    spoken = (_spoken(row, words, measures) for row in _rows(export, words.language))
    # Excel takes a CSV file for UTF-8 only where it begins with the mark
    return ("\ufeff" + _csv(spoken, names + nutrients, ";", _comma)).encode()


def _csv(
    rows: Iterable[Mapping[str, Cell]], header: Sequence[str], separator: str, number: Callable[[Decimal], str]
) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow([_cell(row.get(name), number) for name in (*_COLUMNS, *NUTRIENTS)])
    return out.getvalue()


def _cell(value: Cell, number: Callable[[Decimal], str]) -> str:
    if value is None:
        return ""
    if isinstance(value, Decimal):
        return number(value)
    return harmless(value)


def harmless(text: str) -> str:
    """A cell's text that no spreadsheet runs."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _spoken(row: Mapping[str, Cell], words: Words, measures: Measures) -> Mapping[str, Cell]:
    """The row with words of the language for what are keys."""
    told = {name: value for name, value in row.items() if isinstance(value, str)}
    spoken = {"record": plain(words(f"export.{told['record']}"))}
    if "meal" in told:
        spoken["meal"] = plain(words(f"meal.{told['meal']}"))
    if "measure" in told:
        amount = row["amount"] if isinstance(row["amount"], Decimal) else Decimal(1)
        spoken["measure"] = measures.name(told["measure"], words.language, amount)
    if "measure_source" in told:
        spoken["measure_source"] = plain(measure_source(told["measure_source"], words))
    if told.get("values_source") == USER:
        spoken["values_source"] = plain(words("diary.own_food"))
    elif is_file(told.get("values_source", "")):
        spoken["values_source"] = plain(words("diary.service_table"))
    return {**row, **spoken}


def _point(value: Decimal) -> str:
    """At most three decimals, none of them a zero at the end."""
    text = f"{_rounded(value):f}"
    return text.rstrip("0").rstrip(".")


def _rounded(value: Decimal) -> Decimal:
    return value.quantize(_THOUSANDTH, ROUND_HALF_UP)


def _comma(value: Decimal) -> str:
    return _point(value).replace(".", ",")


def _rows(export: Export, language: Language) -> Iterable[Mapping[str, Cell]]:
    yield from (_entry_row(entry, export.clock, language) for entry in export.entries)
    for target in export.targets:
        for bound in ("minimum", "maximum"):
            value: Decimal | None = getattr(target, bound)
            if value is not None:
                weekday = None if target.weekday is None else Decimal(target.weekday + 1)
                yield {"record": f"target_{bound}", "weekday": weekday, target.nutrient: value}
    for food in export.foods:
        yield {"record": "own_food", "food": food.name(language), "grams": Decimal(100),
               "values_source": food.source, **food.per_100g}  # fmt: skip


def _entry_row(entry: Entry, clock: Clock, language: Language) -> Mapping[str, Cell]:
    kept = entry.portion
    return {
        "record": "entry",
        "date": entry.day.isoformat(),
        "time": f"{entry.eaten_at.astimezone(clock.zone):%H:%M}",
        "weekday": Decimal(entry.day.isoweekday()),
        "meal": entry.meal.value,
        "food": entry.food.name(language),
        "grams": entry.grams,
        "said": entry.said,
        "amount": Decimal(kept["value"]),
        "measure": kept["unit"],
        "grams_each": Decimal(kept["each"]) if "each" in kept else None,
        "measure_source": kept.get("source"),
        "values_source": entry.food.source,
        **entry.nutrients,
    }


def _json(export: Export, language: Language) -> Mapping[str, Any]:
    clock = export.clock
    return {
        "exported_at": export.at.astimezone(clock.zone).isoformat(timespec="seconds"),
        "time_zone": clock.zone.key,
        "day_start": f"{clock.day_start:%H:%M}",
        "entries": [_entry_json(entry, clock, language) for entry in export.entries],
        "targets": [_target_json(target) for target in export.targets],
        "own_foods": [_food_json(food, language) for food in export.foods],
    }


def _entry_json(entry: Entry, clock: Clock, language: Language) -> Mapping[str, Any]:
    return {
        "id": str(entry.id),
        "day": entry.day.isoformat(),
        "eaten_at": entry.eaten_at.astimezone(clock.zone).isoformat(timespec="seconds"),
        "meal": entry.meal.value,
        "food": entry.food.name(language),
        "grams": float(entry.grams),
        "said": entry.said,
        "portion": dict(entry.portion),
        "values_source": entry.food.source,
        "computed": entry.food.computed,
        "nutrients": _numbers(entry.nutrients),
    }


def _target_json(target: Target) -> Mapping[str, Any]:
    """`weekday` is 1 for Monday to 7, as ISO 8601 has it; null for every day that has none of its own."""
    weekday = None if target.weekday is None else target.weekday + 1
    return {"nutrient": target.nutrient, "weekday": weekday, **_numbers({"minimum": target.minimum,
            "maximum": target.maximum})}  # fmt: skip


def _food_json(food: Food, language: Language) -> Mapping[str, Any]:
    measures = {key: float(measure.grams) for key, measure in food.measures.items()}
    return {"name": food.name(language), "source": food.source, "computed": food.computed,
            "measures_g": measures, "per_100g": _numbers(food.per_100g)}  # fmt: skip


def _numbers(values: Mapping[str, Decimal | None]) -> Mapping[str, float | None]:
    return {key: None if value is None else float(_rounded(value)) for key, value in values.items()}
