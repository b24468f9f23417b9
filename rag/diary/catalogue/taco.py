"""The Brazilian food composition table (TACO, 4th edition, NEPA/UNICAMP 2011) as a list of foods.

Read from the official spreadsheet; its words are not Fonte's to give away, so the file is the operator's. Its legend
decides what its marks mean: `Tr` rounds to zero or is below quantification, and is taken as 0; `NA` is not applicable,
since the food can't hold any, and is 0 too; `*` (under re-analysis) and blank (not asked for) are unknown. Energy is
taken as published, never computed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Final

from rag.diary.catalogue.lists import Finding, FoodList, Kind, ListedFood
from rag.diary.types import MACROS
from rag.notes.errors import NoteError
from rag.types import Language

NAME: Final = "taco"
SOURCE: Final = "TACO 4ª ed. (NEPA/UNICAMP, 2011)"
COUNT: Final = 597
Cell = object
_NUMBER, _NAME, _SATURATED = 0, 1, 2
_COLUMNS: Final[Mapping[str, int]] = {
    "energy_kcal": 3, "protein_g": 5, "fat_g": 6, "cholesterol_mg": 7, "carbohydrate_g": 8, "fiber_g": 9,
    "calcium_mg": 11, "magnesium_mg": 12, "manganese_mg": 14, "phosphorus_mg": 15, "iron_mg": 16, "sodium_mg": 17,
    "potassium_mg": 18, "copper_mg": 19, "zinc_mg": 20, "thiamin_mg": 24, "riboflavin_mg": 25, "vitamin_b6_mg": 26,
    "niacin_mg": 27, "vitamin_c_mg": 28,
}  # fmt: skip
_RETINOL, _RAE = 21, 23
_HEADINGS: Final = {3: "(kcal)", 5: "(g)", 6: "(g)", 8: "(g)"}
"""What stands under the columns' titles, by which the edition is known."""
_FOOTNOTE: Final = re.compile(r"(?<=[a-z]) \d$")
_ALCOHOL: Final = {472: Decimal("31.1"), 474: Decimal("3.6")}
"""Grams in 100 g, from the table's legend."""
_SLIGHT: Final = Decimal("-0.05")
"""Carbohydrate is a difference of the other parts: so much below zero is a rounding error."""


@dataclass(slots=True)
class _Row:
    """One food while it is read."""

    number: int
    line: int
    cells: Sequence[Cell]
    findings: list[Finding] = field(default_factory=list)
    marks: Counter[str] = field(default_factory=Counter)

    def mended(self, what: str) -> None:
        self.findings.append(Finding(self.line, Kind.MENDED, f"food {self.number}: {what}"))

    def noted(self, what: str) -> None:
        self.findings.append(Finding(self.line, Kind.NOTED, f"food {self.number}: {what}"))

    def value(self, key: str, cell: Cell) -> Decimal | None:
        """A cell's amount, or None for an unknown one."""
        text = str(cell).strip()
        self.marks[text] += text in {"Tr", "NA", "*", ""}
        if text in {"Tr", "NA"}:
            if text == "NA" and key in MACROS:
                self.mended(f"{key}: not applicable, taken as 0")
            return Decimal(0)
        if text in {"*", ""}:
            return None
        return self._number(key, text)

    def _number(self, key: str, text: str) -> Decimal | None:
        try:
            value = Decimal(text.strip(",").replace(",", "."))
        except InvalidOperation:
            value = Decimal("NaN")
        if not value.is_finite() or (value < 0 and not (key == "carbohydrate_g" and value >= _SLIGHT)):
            self.findings.append(
                Finding(self.line, Kind.REFUSED, f"food {self.number}: {key}: {text[:20]!r} is no amount: unknown")
            )
            return None
        if value < 0:
            self.mended(f"{key}: {value:.3f}, by difference: taken as 0")
        elif not text.replace(".", "", 1).replace("e-", "", 1).isdigit():
            self.mended(f"{key}: {text!r} read as {value}")
        return max(value, Decimal(0))


def read_taco(path: Path) -> FoodList:
    """The foods of the official .xls. Raises NoteError where it isn't that file."""
    from python_calamine import CalamineError, CalamineWorkbook  # noqa: PLC0415 - for this one file alone

    try:
        book = CalamineWorkbook.from_path(str(path))
        sheets = [book.get_sheet_by_index(at).to_python(skip_empty_area=False) for at in range(2)]
    except (CalamineError, OSError, IndexError) as error:
        raise NoteError(
            path, None, f"not a spreadsheet ({type(error).__name__})", "give TACO's official .xls"
        ) from error
    return taco_foods(path, sheets[0], sheets[1])


def taco_foods(path: object, composition: Sequence[Sequence[Cell]], fats: Iterable[Sequence[Cell]]) -> FoodList:
    """The foods of the table's first two sheets, row by row. Raises NoteError for other columns or another count."""
    _check(path, composition)
    saturated = {number: cells[_SATURATED] for number, _, cells in _numbered(fats)}
    rows = [_Row(number, line, cells) for number, line, cells in _numbered(composition)]
    foods = tuple(_food(row, saturated.get(row.number, "")) for row in rows)
    if len({food.slug for food in foods}) != len(foods):
        raise NoteError(path, None, "a food's number stands there twice", "give TACO's official .xls")
    marks = sum((row.marks for row in rows), Counter[str]())
    told = f"{marks['Tr']} traces and {marks['NA']} not applicable taken as 0; {marks['*'] + marks['']} unknown"
    findings = (Finding(1, Kind.NOTED, told), *(finding for row in rows for finding in row.findings))
    return FoodList(NAME, foods, findings)


def _check(path: object, rows: Sequence[Sequence[Cell]]) -> None:
    units = rows[2] if len(rows) > 2 else ()  # noqa: PLR2004 - the third line of the headings
    if len(units) <= _COLUMNS["vitamin_c_mg"] or any(str(units[at]).strip() != unit for at, unit in _HEADINGS.items()):
        raise NoteError(path, 3, "not the columns of TACO's 4th edition", "give TACO's official .xls")


def _numbered(rows: Iterable[Sequence[Cell]]) -> Iterator[tuple[int, int, Sequence[Cell]]]:
    """Number, line and cells of the rows that are foods: headings, repeated on every page, are none."""
    for line, cells in enumerate(rows, start=1):
        number = cells[_NUMBER] if cells else ""
        if isinstance(number, int | float) and str(cells[_NAME]).strip():
            yield int(number), line, cells


def _food(row: _Row, saturated: Cell) -> ListedFood:
    values = {key: row.value(key, row.cells[column]) for key, column in _COLUMNS.items()}
    values["saturated_fat_g"] = row.value("saturated_fat_g", saturated)
    values["vitamin_a_mcg"] = _vitamin_a(row)
    unknown = [key for key in MACROS if values[key] is None]
    if unknown:
        row.noted(f"unknown: {', '.join(unknown)}")
    return ListedFood(
        slug=f"{NAME}_{row.number:03}",
        names={Language.PT: _name(row)},
        also={},
        tags=frozenset({"alcohol"} if row.number in _ALCOHOL else ()),
        source=f"{SOURCE}: {row.number}",
        per_100g=values,
        alcohol_g=_ALCOHOL.get(row.number),
        line=row.line,
    )


def _vitamin_a(row: _Row) -> Decimal | None:
    """Retinol activity equivalents; where they weren't asked for, retinol, which is all that animal foods have."""
    rae = row.value("vitamin_a_mcg", row.cells[_RAE])
    if rae is not None or str(row.cells[_RETINOL]).strip() == "NA":
        return rae
    return row.value("vitamin_a_mcg", row.cells[_RETINOL])


def _name(row: _Row) -> str:
    written = str(row.cells[_NAME])
    name = _FOOTNOTE.sub("", " ".join(written.split()))
    if name != written:
        row.mended(f"name: {written!r} read as {name!r}")
    return name
