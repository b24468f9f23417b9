from __future__ import annotations

import csv
import io
import json
import uuid
from dataclasses import replace
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.bootstrap.diary import FOODS
from bot.diary.exporting import Export, Format, written
from bot.locales import load_catalogue
from rag.diary.evidence import Entry, Target
from rag.diary.lexis.measures import load_measures
from rag.diary.types import NUTRIENTS, Clock, Food, Meal
from rag.types import Language

CATALOGUE = load_catalogue()
WORDS = CATALOGUE[Language.PT]
MEASURES = load_measures(FOODS / "measures.csv")
AT = datetime(2026, 11, 30, 2, 30, tzinfo=UTC)
RUNS = ("=", "+", "-", "@", "\t", "\r", "\n")


def food(name: str = "Arroz", energy: str | None = "130") -> Food:
    per_100g = dict.fromkeys(NUTRIENTS) | {"energy_kcal": None if energy is None else Decimal(energy)}
    return Food(1, "arroz", dict.fromkeys(Language, name), "USDA:1", per_100g)


def entry(said: str = "100 g de arroz", eaten: Food | None = None, grams: str = "150.500") -> Entry:
    eaten = eaten or food()
    weight = Decimal(grams)
    nutrients = {key: None if held is None else held * weight / 100 for key, held in eaten.per_100g.items()}
    portion = {"how": "measure", "value": "1.5", "unit": "ladle", "said": "uma e meia", "each": "100", "source": "pof"}
    return Entry(uuid.UUID(int=1), uuid.UUID(int=2), eaten, weight, said, portion, AT, date(2026, 11, 29),
                 Meal.SUPPER, nutrients)  # fmt: skip


def export(*entries: Entry, zone: str = "America/Manaus") -> Export:
    targets = [Target("sodium_mg", None, Decimal("2300.000"), 0)]
    return Export(entries, targets, [food("Bolo", None)], Clock(ZoneInfo(zone), time(4)), AT)


def read(content: bytes, separator: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=separator))


def test_the_amount_and_how_it_came_about_are_in_the_row() -> None:
    row = read(written(export(entry()), Format.CSV, WORDS, MEASURES), ",")[0]
    assert (row["amount"], row["measure"], row["grams_each"], row["measure_source"]) == ("1.5", "ladle", "100", "pof")
    assert (row["grams"], row["energy_kcal"], row["values_source"]) == ("150.5", "195.65", "USDA:1")


def test_times_are_those_of_the_persons_zone_and_the_day_is_the_stored_one() -> None:
    row = read(written(export(entry()), Format.CSV, WORDS, MEASURES), ",")[0]
    assert (row["date"], row["time"], row["weekday"]) == ("2026-11-29", "22:30", "7")


def test_unknown_values_are_empty_and_never_zero() -> None:
    row = read(written(export(entry(eaten=food(energy=None))), Format.CSV, WORDS, MEASURES), ",")[0]
    assert [row[key] for key in NUTRIENTS] == [""] * len(NUTRIENTS)
    told = json.loads(written(export(entry(eaten=food(energy=None))), Format.JSON, WORDS, MEASURES))
    assert set(told["entries"][0]["nutrients"].values()) == {None}


@pytest.mark.parametrize("language", list(Language))
def test_every_column_of_the_spreadsheet_has_a_name_of_its_own(language: Language) -> None:
    header = written(export(), Format.SPREADSHEET, CATALOGUE[language], MEASURES).decode("utf-8-sig").split("\r\n")[0]
    names = next(csv.reader([header], delimiter=";"))
    assert len(set(names)) == len(names) == 13 + len(NUTRIENTS)


def test_targets_and_own_foods_are_rows_too() -> None:
    target, own = read(written(export(), Format.SPREADSHEET, WORDS, MEASURES), ";")
    assert (target["registro"], target["dia da semana"], target["sódio (mg)"]) == ("meta, máximo", "1", "2300")
    assert (own["alimento"], own["gramas"]) == ("Bolo", "100")


_texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)


@given(_texts | _texts.map(lambda text: f"={text}"), _texts, st.sampled_from([Format.CSV, Format.SPREADSHEET]))
def test_no_text_begins_a_formula_or_breaks_a_row(said: str, name: str, form: Format) -> None:
    separator = "," if form is Format.CSV else ";"
    content = written(export(entry(said, food(name))), form, WORDS, MEASURES)
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=separator))
    assert {len(row) for row in rows} == {13 + len(NUTRIENTS)}
    assert len(rows) == 4
    assert [cell for row in rows for cell in row if cell.startswith(RUNS)] == []
    assert {said, f"'{said}"} & set(rows[1])


@given(st.decimals("0.001", "20000", places=3), st.decimals(0, 900, places=3))
def test_numbers_are_right_to_the_third_decimal(grams: Decimal, energy: Decimal) -> None:
    eaten = entry(eaten=food(energy=str(energy)), grams=str(grams))
    exact = eaten.nutrients["energy_kcal"]
    assert exact is not None
    row: dict[str, Any] = read(written(export(eaten), Format.SPREADSHEET, WORDS, MEASURES), ";")[0]
    assert abs(Decimal(row["energia (kcal)"].replace(",", ".")) - exact) <= Decimal("0.0005")
    told = json.loads(written(export(eaten), Format.JSON, WORDS, MEASURES))
    assert abs(Decimal(str(told["entries"][0]["nutrients"]["energy_kcal"])) - exact) <= Decimal("0.0005")


def test_the_spreadsheet_speaks_the_persons_language_where_the_others_have_keys() -> None:
    row = read(written(export(entry()), Format.SPREADSHEET, WORDS, MEASURES), ";")[0]
    assert (row["medida"], row["fonte da medida"]) == ("concha", "medida do IBGE, POF 2008–2009")
    plain_row = read(written(export(entry()), Format.CSV, WORDS, MEASURES), ",")[0]
    assert (plain_row["measure"], plain_row["measure_source"]) == ("ladle", "pof")


def test_a_list_of_the_services_own_is_named_so_in_the_spreadsheet() -> None:
    mine = replace(food(), source="cardapio.csv")
    row = read(written(export(entry(eaten=mine)), Format.SPREADSHEET, WORDS, MEASURES), ";")[0]
    assert row["fonte dos valores"] == "tabela do serviço"
