"""Labels of foods to choose from, and how amounts and their sources are told."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.bootstrap.diary import FOODS
from bot.diary.labels import LABEL, cut, food_labels
from bot.diary.rendering import amount_told, origin_told
from bot.locales import load_catalogue
from rag.diary.evidence import Entry
from rag.diary.lexis.measures import load_measures
from rag.diary.types import NUTRIENTS, Food, Meal
from rag.types import Language

WORDS = load_catalogue()
MEASURES = load_measures(FOODS / "measures.csv")


def food(name: str = "Feijoada", source: str = "TACO 4ª ed.: 1", energy: int = 117) -> Food:
    per_100g = dict.fromkeys(NUTRIENTS) | {"energy_kcal": Decimal(energy)}
    return Food(1, "x", dict.fromkeys(Language, name), source, per_100g)


def told(language: Language, **portion: str) -> str:
    kept = {"how": "weighed", "value": "453.6", "unit": "g", "said": "16 oz"} | portion
    eaten = Entry(uuid.UUID(int=1), uuid.UUID(int=2), food(), Decimal(1), "x", kept, datetime(2026, 11, 30, tzinfo=UTC),
                  date(2026, 11, 30), Meal.LUNCH, food().per_100g)  # fmt: skip
    return amount_told(eaten, WORDS[language], MEASURES)


def test_foods_of_one_name_are_told_apart_by_their_tables() -> None:
    labels = food_labels([food(), food(source="USDA FDC 1"), food("Arroz")], WORDS[Language.PT])
    assert labels == ["Feijoada (TACO)", "Feijoada (USDA)", "Arroz"]


def test_foods_of_one_name_and_table_are_told_apart_by_energy_and_then_by_number() -> None:
    words = WORDS[Language.PT]
    assert food_labels([food(), food(energy=90)], words) == ["Feijoada (117 kcal)", "Feijoada (90 kcal)"]
    assert [label[-3:] for label in food_labels([food(), food()], words)] == ["· 1", "· 2"]


@given(st.lists(st.builds(food, st.text("ab ", min_size=1, max_size=70), st.sampled_from(["TACO 1", "USDA 1"]),
                          st.integers(1, 2)), max_size=6))  # fmt: skip
def test_no_two_labels_are_alike_and_none_is_longer_than_a_button(foods: list[Food]) -> None:
    labels = food_labels(foods, WORDS[Language.EN])
    assert len({label.casefold() for label in labels}) == len(foods)
    assert all(len(label) <= LABEL for label in labels)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("Arroz branco cozido", "Arroz branco…"), ("Arroz branco com", "Arroz branco…"),
     ("Arroz branco c", "Arroz branco c"), ("Arrozbrancocozido", "Arrozbrancoco…"),
     ("Arroz, feijão e ovo", "Arroz, feijão…")],
)  # fmt: skip
def test_a_long_label_ends_at_a_word(text: str, shown: str) -> None:
    assert cut(text, 14) == shown


@pytest.mark.parametrize(
    ("said", "shown"),
    [("16 oz", "16 oz, as you said"), ("1 lb", "1 lb, as you said"), ("0.5 kg", "0.5 kg, as you said"),
     ("453.6 g", "453.6 g, as you said"), ("453.6 grams", "453.6 g, as you said"), ("453.6", "453.6 g, as you said")],
)  # fmt: skip
def test_a_weight_is_told_in_the_unit_it_was_said_in(said: str, shown: str) -> None:
    assert told(Language.EN, said=said) == shown


def test_a_measure_is_called_what_the_person_called_it_where_that_is_another_name() -> None:
    measured = {"how": "measure", "value": "1", "unit": "bowl", "each": "300", "source": "own"}
    assert told(Language.PT, **measured, said="1 prato fundo").startswith("1 prato fundo × 300 g")
    assert told(Language.PT, **measured, said="1 tigelinha").startswith("1 tigela × 300 g")
    spoon = {"how": "measure", "value": "2", "unit": "tablespoon", "each": "15", "source": "pof"}
    assert told(Language.PT, **spoon, said="2 col sopa").startswith("2 colheres de sopa × 15 g")


def test_glasses_have_names_of_the_language() -> None:
    glass = {"how": "measure", "value": "1", "each": "150", "source": "own", "said": "1"}
    assert told(Language.EN, unit="glass_american", **glass).startswith("1 small glass")
    assert told(Language.ES, unit="glass_requeijao", **glass).startswith("1 vaso grande")


@pytest.mark.parametrize(
    ("language", "shown"),
    [(Language.PT, "valores: tabela do serviço"), (Language.ES, "valores: tabla del servicio"),
     (Language.EN, "values: this service's table")],
)  # fmt: skip
def test_a_list_without_sources_is_told_as_the_services_table(language: Language, shown: str) -> None:
    assert origin_told(food(source="cardapio.csv"), WORDS[language]) == shown
    assert origin_told(replace(food(), source="TACO 4ª ed.: 3"), WORDS[Language.PT]) == "valores: TACO"


def test_a_measure_of_a_list_of_the_service_is_told_as_its_own() -> None:
    assert told(Language.PT, how="measure", unit="unit", each="60", source="cardapio.csv", value="1", said="1") == (
        "1 unidade × 60 g (medida do serviço)"
    )
