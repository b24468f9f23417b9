from __future__ import annotations

from decimal import Decimal
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.protocols.reading import Doubt, Told, read_answer, read_volunteered, read_yes_no
from rag.protocols.reading.amounts import MOST_AMOUNTS, amounts
from rag.protocols.reading.said import heard
from rag.protocols.types import FieldType, ProtocolField
from rag.types import Language
from tests.unit.protocol_reading_samples import (
    BMI,
    CREATININE,
    GLUCOSE,
    MONTHS,
    NODULE,
    PRESSURE,
    PROTOCOL,
    TODAY,
    TSH,
    WEIGHT,
    answer,
    told,
)

LANGUAGES: Final = st.sampled_from(Language)
FIELDS: Final = st.sampled_from(PROTOCOL.fields)
FRAGMENTS: Final = st.sampled_from(
    """
    sim não nao n talvez acho que sei mas se era tinha minha mãe tenho sou diabético diabetes tsh imc deu é foi 42 12,5
    4.500 15 por 9 x / - 10/10 em março ontem anos meses kg cm mg/dL uns mais de e meio ? . , 100% um dois meia dúzia
    nunca fumei tomo losartana no yes i have don't 54a 1,70 m desde há hoje segunda-feira vírgula ponto zero""".split()
)
TEXTS: Final = st.one_of(st.text(max_size=120), st.lists(FRAGMENTS, max_size=25).map(" ".join))


def spellings(value: Decimal) -> list[str]:
    plain = f"{value:f}"
    return [
        plain,
        plain.replace(".", ","),
        f" {plain}. ",
        f"deu {plain}",
        f"não, é {plain.replace('.', ',')}",
        f"é {plain}",
    ]


@given(st.integers(1000, 11999), st.integers(0, 5))
def test_a_number_reads_back_from_any_of_its_spellings(hundredths: int, spelling: int) -> None:
    value = Decimal(hundredths) / 100
    assert told(spellings(value)[spelling], BMI) == value


@given(st.integers(1, 49999), LANGUAGES, st.sampled_from(["mUI/L", " mUI/L", " µUI/mL", " uUI/ml", "mU/L", " mUI / L"]))
def test_a_number_with_a_unit_of_the_same_size_reads_back(hundredths: int, language: Language, unit: str) -> None:
    value = Decimal(hundredths) / 100
    assert told(f"{value:f}".replace(".", ",") + unit, TSH, language) == value


@given(st.integers(2, 400), st.sampled_from([("mm", "0.1"), ("milímetros", "0.1"), ("cm", "1"), ("m", "100")]))
def test_a_length_is_converted_as_decimals_are_multiplied(tenths: int, unit: tuple[str, str]) -> None:
    value = Decimal(tenths) / 10
    expected = value * Decimal(unit[1])
    found = answer(f"{value:f} {unit[0]}", NODULE)
    inside = Decimal("0.1") <= expected <= 20
    assert isinstance(found, Told if inside else Doubt)
    assert found.value == expected


@given(st.integers(12, 400))
def test_millimoles_of_glucose_are_multiplied_by_its_factor(tenths: int) -> None:
    value = Decimal(tenths) / 10
    assert told(f"{value:f} mmol/L", GLUCOSE) == value * Decimal("18.016")


@given(st.integers(9, 2200))
def test_micromoles_of_creatinine_are_divided_by_its_factor(value: int) -> None:
    assert told(f"{value} umol/L", CREATININE) == Decimal(value) / Decimal("88.4")


@given(st.integers(1, 90), st.integers(1, 11))
def test_years_and_months_add_up(years: int, months: int) -> None:
    text = f"{years} anos e {months} {'mês' if months == 1 else 'meses'}"
    assert told(text, MONTHS) == years * 12 + months


@given(st.integers(100, 260), st.integers(40, 95), st.integers(100, 260), st.integers(40, 95), st.sampled_from("x/"))
def test_pressures_read_back(high: int, low: int, other: int, lower: int, mark: str) -> None:
    found = told(f"{high}{mark}{low} e {other} {mark} {lower}", PRESSURE)
    assert [(one.value, one.second) for one in found] == [(high, low), (other, lower)]


@given(TEXTS, FIELDS, LANGUAGES)
def test_no_text_breaks_reading_and_every_quote_is_a_part_of_it(
    text: str, field: ProtocolField, language: Language
) -> None:
    found = read_answer(text, field, language, TODAY)
    if isinstance(found, Told):
        assert found.quote in text
    if isinstance(found, Doubt):
        assert found.said in text


@given(TEXTS)
def test_no_text_breaks_a_yes_or_no(text: str) -> None:
    said = read_yes_no(text)
    assert said is None or said is True or said is False or type(said).__name__ == "Unknown"


@given(TEXTS, LANGUAGES)
def test_what_is_heard_stands_in_the_text_and_is_of_its_fields_type(text: str, language: Language) -> None:
    types = {
        FieldType.NUMBER: Decimal, FieldType.YES_NO: bool, FieldType.CHOICE: str, FieldType.TEXT: str,
        FieldType.MEASUREMENTS: tuple, FieldType.DATE: object,
    }  # fmt: skip
    heard = read_volunteered(text, PROTOCOL, language, TODAY)
    assert len({one.key for one in heard}) == len(heard)
    for one in heard:
        field = PROTOCOL.field(one.key)
        assert field is not None
        assert one.quote in text
        assert isinstance(one.value, types[field.type])


@given(st.integers(1, 20000), st.sampled_from(["", " kg", " cm", " anos", " mg/dL", "%", " vezes"]), LANGUAGES)
def test_no_field_hears_a_number_without_its_name(tenths: int, unit: str, language: Language) -> None:
    text = f"fui ao posto e deu {Decimal(tenths) / 10:f}{unit} no papel"
    assert read_volunteered(text, PROTOCOL, language, TODAY) == ()


@given(st.sampled_from([TSH, BMI, WEIGHT, NODULE]), st.integers(11, 99))
def test_a_name_hears_its_own_number_alone(field: ProtocolField, value: int) -> None:
    unit = {"weight": " kg", "ultrasound_size": " mm"}.get(field.key, "")
    heard = read_volunteered(f"{field.cues.pt[0]} {value}{unit}", PROTOCOL, Language.PT, TODAY)
    assert {one.key for one in heard} <= {field.key}
    plausible = field is not WEIGHT or value >= 25
    assert len(heard) == (1 if plausible else 0)


@given(TEXTS)
def test_a_maybe_before_an_answer_never_makes_a_fact(text: str) -> None:
    assert read_yes_no(f"talvez {text}") not in (True, False)
    found = answer(f"acho que {text}".split(".")[0].split("\n")[0], TSH)
    assert not isinstance(found, Told)


@given(TEXTS, FIELDS)
def test_what_follows_never_turns_a_leading_yes_or_no_into_the_other(text: str, field: ProtocolField) -> None:
    question = field.question.pt
    assert read_yes_no(f"não, {text}", question) is not True
    assert read_yes_no(f"sim, {text}", question) is not False


@pytest.mark.parametrize("dense", ["meu imc é 42 e peso 100 kg ", "9 mm e ", "17 "])
def test_a_text_full_of_numbers_is_read_only_to_its_eightieth(dense: str) -> None:
    said = heard(dense * 200, Language.PT)
    assert len(amounts(said)) <= MOST_AMOUNTS
