"""The official Brazilian table, read with its marks and slips. Small sheets here; the real one where it is at hand."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from rag.diary.catalogue.lists import ENERGY_UNKNOWN, FoodList, Kind, ListedFood
from rag.diary.catalogue.taco import COUNT, read_taco, taco_foods
from rag.notes.errors import NoteError
from rag.types import Language

Row = list[object]
UNITS: Row = [
    "Alimento",
    "Descrição dos alimentos",
    "(%)",
    "(kcal)",
    "(kJ)",
    "(g)",
    "(g)",
    "(mg)",
    "(g)",
    *["(g)"] * 20,
]
HEADINGS: Sequence[Row] = ([""] * 29, ["Número do"] * 29, UNITS, ["Cereais e derivados", *[""] * 28])


def row(number: int, name: str = "Arroz, cozido", **cells: object) -> Row:
    """A food of 100 kcal, 2 g of protein, 1 g of fat and 20 g of carbohydrate; `c7` is its eighth cell."""
    made: Row = [float(number), name, 70.0, 100.0, 420.0, 2.0, 1.0, "NA", 20.0, *[1.0] * 20]
    for key, value in cells.items():
        made[int(key[1:])] = value
    return made


def read(*rows: Row, fats: Sequence[Row] = ()) -> FoodList:
    return taco_foods("taco.xls", [*HEADINGS, *rows], fats)


def only(*rows: Row, fats: Sequence[Row] = ()) -> ListedFood:
    return read(*rows, fats=fats).foods[0]


def told(foods: FoodList, kind: Kind) -> list[str]:
    return [
        f"{finding.line}: {finding.what}" for finding in foods.findings if finding.kind is kind and finding.line > 1
    ]


def test_a_food_has_its_number_name_and_source() -> None:
    food = only(row(7, "Arroz, integral, cozido"))
    assert (food.slug, food.names) == ("taco_007", {Language.PT: "Arroz, integral, cozido"})
    assert food.source.startswith("TACO 4")
    assert food.source.endswith(": 7")


def test_headings_repeated_on_every_page_are_no_foods() -> None:
    assert [food.slug for food in read(row(1), *HEADINGS, row(2)).foods] == ["taco_001", "taco_002"]


def test_a_trace_and_a_value_that_does_not_apply_are_zero_and_counted() -> None:
    foods = read(row(1, c11="Tr", c12=" Tr"))
    assert foods.foods[0].per_100g["calcium_mg"] == 0
    assert foods.foods[0].per_100g["magnesium_mg"] == 0
    assert foods.foods[0].per_100g["cholesterol_mg"] == 0
    assert "2 traces and 1 not applicable" in foods.findings[0].what


def test_values_under_re_analysis_and_blank_ones_are_unknown_not_zero() -> None:
    food = only(row(1, c11="*", c12="", c17=" "))
    assert [food.per_100g[key] for key in ("calcium_mg", "magnesium_mg", "sodium_mg")] == [None, None, None]


def test_a_food_without_energy_keeps_it_unknown_and_says_so() -> None:
    foods = read(row(458, c3="*", c5="*", c6="*", c8="*"))
    assert foods.foods[0].per_100g["energy_kcal"] is None
    assert foods.foods[0].flags() == (ENERGY_UNKNOWN,)
    assert told(foods, Kind.NOTED) == ["5: food 458: unknown: energy_kcal, protein_g, carbohydrate_g, fat_g"]


def test_an_oil_whose_protein_does_not_apply_has_none_and_it_is_told() -> None:
    foods = read(row(272, c5="NA", c8="NA"))
    assert foods.foods[0].per_100g["protein_g"] == 0
    assert told(foods, Kind.MENDED) == [
        "5: food 272: protein_g: not applicable, taken as 0",
        "5: food 272: carbohydrate_g: not applicable, taken as 0",
    ]


def test_a_carbohydrate_slightly_below_zero_is_zero_and_told() -> None:
    foods = read(row(288, c8=-0.0267))
    assert foods.foods[0].per_100g["carbohydrate_g"] == 0
    assert told(foods, Kind.MENDED) == ["5: food 288: carbohydrate_g: -0.027, by difference: taken as 0"]


@pytest.mark.parametrize(("column", "value"), [("c8", -0.5), ("c5", -0.01), ("c5", "nan"), ("c5", "inf"), ("c5", "x")])
def test_a_value_that_is_no_amount_is_refused_and_unknown(column: str, value: object) -> None:
    cells: dict[str, Any] = {column: value}
    foods = read(row(1, **cells))
    assert foods.foods[0].per_100g["carbohydrate_g" if column == "c8" else "protein_g"] is None
    assert len(told(foods, Kind.REFUSED)) == 1


def test_a_number_with_stray_commas_is_mended() -> None:
    foods = read(row(373, c26=",0,02"))
    assert foods.foods[0].per_100g["vitamin_b6_mg"] == Decimal("0.02")
    assert len(told(foods, Kind.MENDED)) == 1


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Cana, aguardente 1", "Cana, aguardente"),
        ("Coco,  verde, cru ", "Coco, verde, cru"),
        ("Arroz, tipo 1, cru",) * 2,
    ],
)
def test_a_footnote_digit_and_stray_spaces_leave_the_name(written: str, name: str) -> None:
    foods = read(row(1, written))
    assert foods.foods[0].names[Language.PT] == name
    assert bool(told(foods, Kind.MENDED)) == (written != name)


def test_vitamin_a_is_retinol_activity_and_retinol_where_that_was_not_asked_for() -> None:
    assert only(row(1, c21="NA", c23=9.0)).per_100g["vitamin_a_mcg"] == 9
    assert only(row(1, c21=30.0, c23="")).per_100g["vitamin_a_mcg"] == 30
    assert only(row(1, c21="NA", c23="")).per_100g["vitamin_a_mcg"] is None


def test_saturated_fat_comes_from_the_second_sheet() -> None:
    assert only(row(1), fats=[[1.0, "Arroz", 0.3]]).per_100g["saturated_fat_g"] == Decimal("0.3")
    assert only(row(1), fats=[[2.0, "Outro", 0.3]]).per_100g["saturated_fat_g"] is None


def test_energy_is_never_computed() -> None:
    assert only(row(1, c3=123.4)).per_100g["energy_kcal"] == Decimal("123.4")


def test_another_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoteError, match="4th edition"):
        taco_foods("other.xls", [["a", "b"], [1.0, "x"]], ())
    (tmp_path / "no.xls").write_text("no spreadsheet", encoding="utf-8")
    with pytest.raises(NoteError, match="not a spreadsheet"):
        read_taco(tmp_path / "no.xls")


def test_a_number_that_stands_twice_is_refused() -> None:
    with pytest.raises(NoteError, match="twice"):
        read(row(1), row(1))


def test_the_official_file_is_read_whole(shared_data: Path) -> None:
    foods = read_taco(shared_data / "taco" / "Taco_4a_edicao_2011.xls")
    by_slug = {food.slug: food for food in foods.foods}
    unknown = [slug for slug, food in by_slug.items() if food.per_100g["energy_kcal"] is None]
    assert len(by_slug) == COUNT
    assert unknown == ["taco_450", "taco_457", "taco_458", "taco_591"]
    assert by_slug["taco_003"].per_100g["energy_kcal"] == pytest.approx(Decimal("128.2585"), abs=Decimal("0.001"))
    assert sum("by difference" in finding.what for finding in foods.findings) == 4
    assert sum("protein_g: not applicable" in finding.what for finding in foods.findings) == 10
    assert [by_slug[f"taco_{n}"].names[Language.PT] for n in (472, 474)] == ["Cana, aguardente", "Cerveja, pilsen"]
    assert not [finding for finding in foods.findings if finding.kind is Kind.REFUSED]
