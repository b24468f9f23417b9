from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.diary.catalogue.entries import flags, parse
from rag.diary.types import Nutrients
from rag.notes.errors import NoteError, NoteErrors
from rag.types import Language
from tests.unit.catalogue_samples import BANANA, HEADER, HONEY, dish, files, values


def problem(foods: str = BANANA, recipes: str = "", generics: str = "") -> str:
    with pytest.raises(NoteError) as caught:
        parse(files(foods, recipes, generics))
    return str(caught.value)


def test_a_food_is_read_with_its_names_tags_and_measures() -> None:
    catalogue = parse(files())
    banana, honey = catalogue.entries["banana"], catalogue.entries["honey"]
    assert banana.names[Language.EN] == "Banana, raw"
    assert banana.words(Language.PT) == {"banana", "banana crua"}
    assert banana.tags == ("fruit",)
    assert (banana.measures["unit"].grams, banana.measures["unit"].source) == (Decimal(75), "pof")
    assert honey.measures["ml"].grams == Decimal("1.42")


def test_a_files_kind_is_known_by_its_header_whatever_its_name() -> None:
    renamed = {f"x_{path}": text for path, text in files(recipes=dish("banana=100")).items()}
    assert set(parse(renamed).entries) == {"banana", "honey", "sweet"}


@pytest.mark.parametrize(
    ("foods", "said"),
    [
        (BANANA.replace(",fruit,", ",fruits,"), "fruits.csv:2: unknown tag 'fruits'"),
        (BANANA.replace("unit=75", "unidade=75"), "fruits.csv:2: unknown measure 'unidade'"),
        (BANANA.replace("@pof", "@ibge"), "fruits.csv:2: unknown source 'ibge'"),
        (BANANA.replace("@pof", ""), "fruits.csv:2: unknown source ''"),
        (BANANA.replace("=75", "=nan"), "fruits.csv:2: 'nan' is no weight"),
        (BANANA.replace("=75", "=inf"), "fruits.csv:2: 'inf' is no weight"),
        (BANANA.replace("=75", "=0"), "fruits.csv:2: '0' is no weight"),
        (BANANA.replace("=75", "=-75"), "fruits.csv:2: '-75' is no weight"),
        (BANANA.replace("unit=75@pof", "unit"), "fruits.csv:2: measures: 'unit'"),
        (BANANA.replace("unit=75@pof", "unit=75@pof|unit=80@own"), "fruits.csv:2: measures: 'unit=80@own'"),
        (BANANA.replace("Banana crua", ""), "fruits.csv:2: a slug, name or USDA row is missing"),
        (BANANA + "banana,only\n", "fruits.csv:3: 2 cells"),
        (BANANA + BANANA.replace("banana,", "plantain,", 1), "'banana' is on plantain and on banana (fruits.csv:2)"),
        (BANANA + HONEY.replace("mel de abelha", "BANANA"), "pt-BR 'banana' is on honey and on banana (fruits.csv:2)"),
        (BANANA + BANANA, "fruits.csv:3: banana: also at fruits.csv:2"),
    ],
)
def test_what_is_wrong_with_a_food_is_said_with_file_and_line(foods: str, said: str) -> None:
    with pytest.raises((NoteError, NoteErrors)) as caught:
        parse(files(foods))
    assert said in str(caught.value)


def test_a_generic_word_may_stand_on_no_food() -> None:
    assert "'banana' is on the generic 'Banana' and on banana" in problem(generics="pt-BR,Banana,banana\n")


def test_a_generic_words_choices_are_foods() -> None:
    assert "generics.csv:2: unknown choice 'apple'" in problem(generics="en,fruit,banana|apple\n")


def test_a_word_may_mean_one_food_in_one_language_and_another_elsewhere() -> None:
    assert set(parse(files(BANANA + HONEY.replace(",,,,tab", ",,banana crua,,tab"))).entries) == {"banana", "honey"}


def test_a_recipes_ingredients_are_foods() -> None:
    assert "recipes.csv:2: unknown ingredient 'milk'" in problem(recipes=dish("banana=50|milk=50"))


def test_a_recipe_has_ingredients_and_a_weight() -> None:
    assert "recipes.csv:2: no ingredients" in problem(recipes=dish(""))
    assert "recipes.csv:2: '' is no weight" in problem(recipes=dish("banana=50", ""))


def test_an_unknown_header_is_an_error() -> None:
    with pytest.raises(NoteError, match=r"more\.csv:1: unknown header 'a,b'"):
        parse({**files(), "more.csv": "a,b\n1,2\n"})


@given(st.text())
def test_any_text_is_read_or_refused_with_the_files_name(text: str) -> None:
    try:
        catalogue = parse({"foods.csv": HEADER + text})
    except (NoteError, NoteErrors) as error:
        assert "foods.csv" in str(error)  # noqa: PT017 - either outcome is right, each is checked
    else:
        assert not catalogue.generics


@dataclass(frozen=True)
class Figures:
    per_100g: Nutrients
    tags: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("figures", "found"),
    [
        (values(energy_kcal=89, protein_g=1.09, carbohydrate_g=22.84, fat_g=0.33), ()),
        (values(energy_kcal=884, protein_g=0, carbohydrate_g=0, fat_g=100), ()),
        (values(energy_kcal=460, protein_g=30, carbohydrate_g=70, fat_g=6), ("macros_over_105_g",)),
        (values(energy_kcal=189, protein_g=10, carbohydrate_g=40, fat_g=10), ("energy_far_from_macros",)),
        (values(energy_kcal=25, protein_g=0, carbohydrate_g=0, fat_g=0), ()),
        (values(energy_kcal=26, protein_g=0, carbohydrate_g=0, fat_g=0), ("energy_far_from_macros",)),
        (values(energy_kcal=216, protein_g=15.6, carbohydrate_g=64.5, fat_g=4.3), ("energy_far_from_macros",)),
        (values(energy_kcal=246, protein_g=15.6, carbohydrate_g=64.5, fat_g=4.3, fiber_g=42.8), ()),
        (values(energy_kcal=500, protein_g=1, carbohydrate_g=1), ()),
        (values(protein_g=50, carbohydrate_g=50, fat_g=6), ("macros_over_105_g",)),
    ],
)
def test_figures_that_cannot_be_right_are_flagged(figures: Nutrients, found: tuple[str, ...]) -> None:
    assert flags(Figures(figures)) == found


def test_alcohols_energy_is_counted_where_known_and_not_judged_where_unknown() -> None:
    wine = values(energy_kcal=85, protein_g=0.1, carbohydrate_g=2.6, fat_g=0)
    assert flags(Figures(wine)) == ("energy_far_from_macros",)
    assert flags(Figures(wine, frozenset({"alcohol"}))) == ()
    assert flags(Figures({**wine, "alcohol_g": Decimal("10.6")})) == ()
    assert flags(Figures({**wine, "alcohol_g": Decimal(1)}, frozenset({"alcohol"}))) == ("energy_far_from_macros",)
