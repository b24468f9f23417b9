"""Numbers whose unit stands apart, that are of another time, supposed or no age; and what can't be seen of a text."""

from __future__ import annotations

from decimal import Decimal

import pytest

from rag.protocols.reading import Problem, Told, read_volunteered, read_yes_no
from rag.protocols.types import ProtocolField
from rag.types import Language
from tests.unit.protocol_reading_samples import (
    AGE,
    BMI,
    HOW_LONG,
    LESION,
    MONTHS,
    NODULE,
    PRESSURE,
    PROTOCOL,
    TODAY,
    TSH,
    WEIGHT,
    answer,
    doubt,
    field,
    told,
)

PT, ES, EN = Language.PT, Language.ES, Language.EN
BEGAN = field("onset_age", label="Idade", question="Com que idade começou?", unit="anos", min=0, max=110)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("9 (mm)", PT), ("9 em mm", PT), ("em mm: 9", PT), ("o laudo diz 9 em milímetros", PT), ("9 (nove) mm", PT),
        ("mm 9", PT), ("9... mm", PT), ("9, mm", PT), ("9 [mm]", PT), ("9 - mm", PT), ("em milímetros, 9", PT),
        ("9 (mm)", ES), ("el informe dice 9 en milímetros", ES), ("9 (nueve) mm", ES), ("en mm: 9", ES),
        ("9 in mm", EN), ("in mm: 9", EN), ("the report says 9 in millimetres", EN), ("9 (nine) mm", EN),
    ],
)  # fmt: skip
def test_a_unit_that_stands_apart_is_the_numbers(text: str, language: Language) -> None:
    assert told(text, NODULE, language) == Decimal("0.9")
    assert told(text, LESION, language) == 9


@pytest.mark.parametrize(
    ("text", "language"),
    [("há 2 (dois) anos", PT), ("2, anos", PT), ("2... anos", PT), ("2 (anos)", PT), ("em anos: 2", PT),
     ("dois anos (2)", PT), ("hace 2 (dos) años", ES), ("2, años", ES), ("2 (two) years", EN), ("2... years", EN)],
)  # fmt: skip
@pytest.mark.parametrize("to", [MONTHS, HOW_LONG])
def test_years_that_stand_apart_are_counted_in_months(text: str, language: Language, to: ProtocolField) -> None:
    assert told(text, to, language) == 24


@pytest.mark.parametrize(
    ("text", "to"),
    [("9 mi", NODULE), ("9, não sei se cm ou mm", NODULE), ("9 em milim.", LESION), ("6 a", MONTHS), ("2 an", MONTHS),
     ("2 sem", MONTHS), ("2 (m)", MONTHS), ("faz anos, 2", MONTHS), ("em mm, 9 por 7", NODULE)],
)  # fmt: skip
def test_a_cut_unit_or_one_that_may_be_anothers_is_a_doubt(text: str, to: ProtocolField) -> None:
    assert doubt(text, to) is Problem.UNIT


@pytest.mark.parametrize(
    ("text", "to", "value"),
    [("bom dia, 54", AGE, 54), ("54 a", AGE, 54), ("42, segundo o laudo", BMI, 42), ("9, em cm não mm", NODULE, 9)],
)
def test_a_word_that_is_no_unit_there_leaves_a_number_alone(text: str, to: ProtocolField, value: int) -> None:
    assert told(text, to) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [(".9", "0.9"), (",9", "0.9"), (".8 cm", "0.8"), (",8 cm", "0.8"), ("mede .9", "0.9"), ("deu ,9 cm", "0.9"),
     ("nódulo ,9", "0.9"), ("(.9)", "0.9"), ("9.", "9"), ("é... 9", "9")],
)  # fmt: skip
@pytest.mark.parametrize("language", Language)
def test_a_decimal_is_read_without_its_zero(text: str, value: str, language: Language) -> None:
    found = answer(text, NODULE, language)
    assert isinstance(found, Told)
    assert found.value == Decimal(value)
    assert found.quote in text


def test_a_mark_that_may_end_a_word_or_open_a_decimal_is_a_doubt() -> None:
    assert doubt("foi,9", NODULE) is Problem.AMBIGUOUS


@pytest.mark.parametrize(
    ("text", "language", "problem"),
    [
        ("há 2 anos atrás", PT, Problem.AMBIGUOUS), ("25 anos atrás", PT, Problem.AMBIGUOUS),
        ("25 years ago", EN, Problem.AMBIGUOUS), ("daqui a 2 anos", PT, Problem.FUTURE),
        ("em 2 anos", PT, Problem.FUTURE), ("en 2 años", ES, Problem.FUTURE), ("dentro de 2 años", ES, Problem.FUTURE),
        ("in 2 years", EN, Problem.FUTURE), ("2 years from now", EN, Problem.FUTURE),
    ],
)  # fmt: skip
@pytest.mark.parametrize("to", [AGE, BEGAN])
def test_a_span_back_or_ahead_is_no_age(text: str, language: Language, problem: Problem, to: ProtocolField) -> None:
    assert doubt(text, to, language) is problem


@pytest.mark.parametrize(("text", "language"), [("daqui a 2 anos", PT), ("dentro de 2 meses", PT), ("in 2 years", EN)])
def test_a_span_ahead_is_no_duration(text: str, language: Language) -> None:
    assert doubt(text, MONTHS, language) is Problem.FUTURE
    assert told("2 anos atrás", MONTHS) == 24


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("foi 41 em 2010", PT), ("em 2010 deu 41", PT), ("já foi 42", PT), ("41 ano passado", PT),
        ("41 na gravidez", PT),
        ("fue 41 en 2010", ES), ("ya fue 42", ES), ("el año pasado 41", ES), ("it was 41 in 2010", EN),
        ("used to be 42", EN), ("last year 41", EN), ("41 five years ago", EN),
    ],
)  # fmt: skip
def test_a_value_of_another_time_is_a_doubt(text: str, language: Language) -> None:
    assert doubt(text, BMI, language) is Problem.AMBIGUOUS


def test_a_value_of_another_time_leaves_one_of_today_alone() -> None:
    assert told("ano passado 41, hoje 43", BMI) == 43
    assert told("deu 41 em março", BMI) == 41


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("se eu engordar chego a 41", PT), ("será que é 42", PT), ("finge que é 42", PT), ("digamos que 42", PT),
        ("caso seja 41", PT), ("si engordo llego a 41", ES), ("supongamos 42", ES), ("finge que es 42", ES),
        ("if I gain weight I'll get to 41", EN), ("could it be 42", EN), ("pretend it's 42", EN),
    ],
)  # fmt: skip
def test_what_is_supposed_is_no_answer(text: str, language: Language) -> None:
    assert answer(text, BMI, language) is None


def test_what_is_supposed_is_no_pressure_and_no_yes() -> None:
    assert answer("finge que é 15 por 9 e 16 por 10", PRESSURE) is None
    assert read_yes_no("finge que sim") is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("faço 18 mês que vem", PT), ("completo 18 mês que vem", PT), ("18 incompletos", PT), ("quase 18", PT),
        ("vou fazer 18", PT), ("ainda não fiz 18", PT), ("18 menos 1 mês", PT), ("cumplo 18 el mes que viene", ES),
        ("voy a cumplir 18", ES), ("casi 18", ES), ("I turn 18 next month", EN), ("I'll be 18", EN), ("not 18 yet", EN),
    ],
)  # fmt: skip
def test_an_age_that_is_not_reached_is_inexact(text: str, language: Language) -> None:
    assert doubt(text, AGE, language) is Problem.INEXACT


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [("17, faço 18 mês que vem", PT, 17), ("acabei de fazer 18", PT, 18), ("faço 18 hoje", PT, 18),
     ("recién cumplí 18", ES, 18), ("just turned 18", EN, 18), ("45 anos de idade", PT, 45)],
)  # fmt: skip
def test_an_age_that_is_reached_is_told(text: str, language: Language, value: int) -> None:
    assert told(text, AGE, language) == value


@pytest.mark.parametrize(
    ("text", "language"),
    [("45 anos de casado", PT), ("3 anos de diabetes", PT), ("tenho 3 anos de diabetes", PT), ("década de 80", PT),
     ("nasci em 80", PT), ("45 años de casado", ES), ("década de los 80", ES), ("45 years married", EN),
     ("3 years of diabetes", EN)],
)  # fmt: skip
def test_years_of_something_are_no_age(text: str, language: Language) -> None:
    assert doubt(text, AGE, language) is Problem.AMBIGUOUS


@pytest.mark.parametrize(
    ("text", "to", "language"),
    [("18 stone", WEIGHT, EN), ("70 (stone)", WEIGHT, EN), ("weight 18 stone height 1.70", BMI, EN),
     ("I'm 18 stone and 1.70 m", BMI, EN), ("120 kg, 5 feet 7", BMI, EN), ("peso 18 stone e 1,70", BMI, PT),
     ("120 kg e 5 pés", BMI, PT), ("120 kg y 5 pies", BMI, ES)],
)  # fmt: skip
def test_stones_and_feet_are_a_doubt(text: str, to: ProtocolField, language: Language) -> None:
    assert doubt(text, to, language) is Problem.UNIT


@pytest.mark.parametrize(
    ("text", "language"),
    [("meu imc foi 41 em 2010", PT), ("meu imc já foi 41", PT), ("my bmi was 41 last year", EN),
     ("I weigh 30 stone and I'm 1.70 m tall", EN), ("\u202emeu imc é 41", PT)],
)  # fmt: skip
def test_what_is_no_answer_is_not_heard_either(text: str, language: Language) -> None:
    assert not [one for one in read_volunteered(text, PROTOCOL, language, TODAY) if one.key == "bmi"]


@pytest.mark.parametrize("text", ["7\u200b0", "\ufeff70", "\u200f70", "70 k\u200dg", "\u206670\u2069", "7\u00ad0"])
def test_what_cannot_be_seen_is_not_read(text: str) -> None:
    found = answer(text, WEIGHT)
    assert isinstance(found, Told)
    assert found.value == 70
    assert found.quote in text
    assert read_yes_no("s\u200bim") is True


@pytest.mark.parametrize("mark", ["\u202e", "\u202d", "\u202b", "\u2067"])
def test_a_text_that_is_shown_in_another_order_is_a_doubt(mark: str) -> None:
    assert doubt(f"{mark}71", WEIGHT) is Problem.AMBIGUOUS
    assert doubt(f"12 {mark}5", TSH) is Problem.AMBIGUOUS
    assert read_yes_no(f"{mark}sim") is None
