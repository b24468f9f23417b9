from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from rag.protocols.reading import Problem, Told, Unknown
from rag.protocols.types import ProtocolField
from rag.types import Language
from tests.unit.protocol_reading_samples import (
    AGE,
    BMI,
    CREATININE,
    DOSE,
    FREE_T4,
    GLUCOSE,
    GROWTH,
    HOW_LONG,
    LDL,
    LESION,
    MONTHS,
    NODULE,
    PAUSE,
    PROLACTIN,
    STAYS,
    TRIGLYCERIDES,
    TSH,
    WEIGHT,
    answer,
    doubt,
    told,
)


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("42", BMI, "42"),
        ("42,5", BMI, "42.5"),
        ("42.5", BMI, "42.5"),
        ("imc: 42.", BMI, "42"),
        ("quarenta e dois vírgula cinco", BMI, "42.5"),
        ("42 kg/m²", BMI, "42"),
        ("4.500", TSH, "4.5"),
        ("12 e meio", TSH, "12.5"),
        ("doze vírgula zero cinco", TSH, "12.05"),
        ("meia dúzia", MONTHS, "6"),
        ("três meses e meio", MONTHS, "3.5"),
        ("um ano e meio", MONTHS, "18"),
        ("2 anos e 3 meses", MONTHS, "27"),
        ("54a", AGE, "54"),
        ("ela tem 8 anos", AGE, "8"),
        ("1 ano e 6 meses", AGE, "1.5"),
        ("duas", STAYS, "2"),
        ("3 internações", STAYS, "3"),
        ("uma internação", STAYS, "1"),
        ("nenhuma", STAYS, "0"),
        ("98,5 quilos", WEIGHT, "98.5"),
        ("100mcg por dia", DOSE, "100"),
        ("100 mcg uma vez ao dia", DOSE, "100"),
        ("5 mm por ano", GROWTH, "5"),
    ],
)
def test_a_number_reads_as_it_is_spelt(text: str, field: ProtocolField, value: str) -> None:
    assert told(text, field) == Decimal(value)


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("15 mm", NODULE, "1.5"),
        ("um centímetro e meio", NODULE, "1.5"),
        ("2 cm", LESION, "20"),
        ("meio centímetro", LESION, "5"),
        ("200 lb", WEIGHT, "90.718474"),
        ("3500 ms", PAUSE, "3.5"),
        ("0,1 mg", DOSE, "100"),
        ("2 anos", MONTHS, "24"),
        ("5,5 mmol/L", GLUCOSE, "99.088"),
        ("2 mmol/L", LDL, "77.34"),
        ("2 mmol/L", TRIGLYCERIDES, "177.14"),
        ("88,4 µmol/L", CREATININE, "1"),
        ("12,87 pmol/L", FREE_T4, "1"),
        ("12,5 µUI/mL", TSH, "12.5"),
        ("12,5 uUI/mL", TSH, "12.5"),
        ("150 mcg/L", PROLACTIN, "150"),
    ],
)
def test_a_unit_is_converted_exactly(text: str, field: ProtocolField, value: str) -> None:
    assert told(text, field) == Decimal(value)


@pytest.mark.parametrize(
    "text",
    ["mais de 40", "uns 40", "40 e poucos", "acho que 42", "quase 42", "até 42", ">42", "42+", "entre 40 e 42", "40-42",
     "12 ou 13", "de 40 a 42", "42 ou mais", "imc de 40 pra cima", "n lembro, acho q 42", "IMC 42, mas não sei"],
)  # fmt: skip
def test_a_bound_a_range_or_a_guess_is_inexact(text: str) -> None:
    assert doubt(text, BMI) is Problem.INEXACT


@pytest.mark.parametrize(
    ("text", "field"),
    [("about 42", BMI), ("over 40", BMI), ("40 something", BMI), ("maybe 42", BMI), ("forty or so", BMI)],
)
def test_a_guess_in_english_is_inexact(text: str, field: ProtocolField) -> None:
    assert doubt(text, field, Language.EN) is Problem.INEXACT


@pytest.mark.parametrize("text", ["más de 40", "unos 40", "casi 42", "creo que 42", "40 y pico"])
def test_a_guess_in_spanish_is_inexact(text: str) -> None:
    assert doubt(text, BMI, Language.ES) is Problem.INEXACT


@pytest.mark.parametrize("text", ["2 anos e alguns meses", "2 anos e pouco", "há mais de 2 anos", "2 ou 3 semanas"])
def test_a_loose_duration_is_inexact(text: str) -> None:
    assert doubt(text, MONTHS) is Problem.INEXACT


@pytest.mark.parametrize(
    ("text", "field"),
    [("200", BMI), ("-42", BMI), ("1,70", WEIGHT), ("5,5", GLUCOSE), ("150", NODULE), ("2 minutos", PAUSE)],
)
def test_a_value_outside_the_range_is_implausible(text: str, field: ProtocolField) -> None:
    assert doubt(text, field) is Problem.IMPLAUSIBLE


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("12,5 pmol/L", TSH),
        ("12 mg/dL", TSH),
        ("0,3 mUI/mL", TSH),
        ("42%", BMI),
        ("2", LESION),
        ("24", HOW_LONG),
        ("6m", MONTHS),
        ("2 nódulos", NODULE),
        ("3 dedos", LESION),
        ("2 vezes por mês", STAYS),
        ("5 mm por mês", GROWTH),
        ("5 mm em 6 meses", GROWTH),
        ("2 comprimidos de 50 mcg", DOSE),
        ("meio comprimido de 100 mcg", DOSE),
        ("50 mcg 2x ao dia", DOSE),
        ("75 mcg dia sim dia não", DOSE),
        ("3 comprimidos", STAYS),
        ("4 por dia", STAYS),
    ],
)
def test_a_unit_that_is_not_the_fields_or_may_be_another_is_a_doubt(text: str, field: ProtocolField) -> None:
    assert doubt(text, field) is Problem.UNIT


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("12,5 e 8,3", TSH),
        ("12,5 em março e 8 em maio", TSH),
        ("1.500", PROLACTIN),
        ("1,5 x 1,2 cm", NODULE),
        ("não é 42", BMI),
        ("era 42", BMI),
        ("T4 0,8", TSH),
        ("perdi 30 kg", WEIGHT),
        ("tenho 98 mas quero 80", WEIGHT),
        ("tenho 54 anos", MONTHS),
        ("minha mãe 42 e eu 38", BMI),
        ("98 1,63", BMI),
        ("peso 120kg", BMI),
        ("tirads 3, visto ontem", NODULE),
        ("2 em março e 1 em maio", STAYS),
    ],
)
def test_two_values_or_one_of_something_else_is_ambiguous(text: str, field: ProtocolField) -> None:
    assert doubt(text, field) is Problem.AMBIGUOUS


@pytest.mark.parametrize(
    ("text", "value"),
    [("não, é 42", 42), ("errei, 42", 42), ("quis dizer 42", 42), ("não é 40, é 42", 42), ("40, digo, 42", 42)],
)
def test_a_correction_gives_the_new_value(text: str, value: int) -> None:
    assert told(text, BMI) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("era 12, agora 8", "8"),
        ("12,5 (ref 0,4-4,5)", "12.5"),
        ("4,5 é o normal, o meu deu 12,5", "12.5"),
        ("TSH 12,5 e T4 0,8", "12.5"),
        ("tenho 54 anos, tsh 12", "12"),
        ("fiz há 3 meses, deu 12,5", "12.5"),
    ],
)
def test_of_several_numbers_the_fields_own_is_read(text: str, value: str) -> None:
    assert told(text, TSH) == Decimal(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("peso 120 kg e altura 1,70", "41.5"),
        ("1,70 e 120kg", "41.5"),
        ("120kg, 1m70", "41.5"),
        ("120 kg, 170 cm", "41.5"),
        ("altura 170 peso 80", "27.7"),
        ("peso 98, altura 1,63", "36.9"),
    ],
)
def test_the_body_mass_index_is_computed_from_weight_and_height(text: str, value: str) -> None:
    assert told(text, BMI) == Decimal(value)


def test_a_computed_index_is_not_rounded_onto_a_threshold() -> None:
    assert told("peso 115,49 kg, altura 1,70", BMI) == Decimal("39.96")


def test_the_quote_of_a_computed_index_has_both_numbers() -> None:
    found = answer("eu peso 120 kg e minha altura é 1,70 m", BMI)
    assert isinstance(found, Told)
    assert found.quote == "120 kg e minha altura é 1,70 m"


@pytest.mark.parametrize(
    "text", ["não sei", "n sei", "não lembro", "sei lá", "ainda não fiz esse exame", "no sé", "no idea"]
)
def test_not_knowing_is_an_answer(text: str) -> None:
    assert isinstance(answer(text, TSH), Unknown)


@pytest.mark.parametrize(
    "text",
    [
        "sim",
        "não",
        "obesidade",
        "42?",
        "qual é o normal?",
        "tenho 42 anos",
        "10/10/2026",
        "/cancel",
        "",
        "   ",
        "tsh12",
    ],
)
def test_what_has_no_value_is_no_answer(text: str) -> None:
    assert answer(text, TSH) is None


@pytest.mark.parametrize("text", ["há 8 anos", "faz 8 anos", "por 8 anos"])
def test_a_duration_is_no_age(text: str) -> None:
    assert answer(text, AGE) is None


@pytest.mark.parametrize("text", ["desde os 15 anos", "desde 2019", "ano passado", "aos 15 anos"])
def test_a_beginning_is_no_exact_duration(text: str) -> None:
    assert doubt(text, MONTHS) is Problem.INEXACT


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("12,5 em 10/10/2026", date(2026, 10, 10)),
        ("deu 12,5 em março", date(2026, 3, 1)),
        ("12,5 dia 10/10", date(2026, 10, 10)),
        ("ontem deu 12,5", date(2026, 11, 30)),
        ("12,5", None),
        ("12,5 semana passada", None),
        ("12,5 em 10/10/2027", None),
    ],
)
def test_the_date_of_an_exam_told_beside_it_is_kept(text: str, on: date | None) -> None:
    found = answer(text, TSH)
    assert isinstance(found, Told)
    assert (found.value, found.on) == (Decimal("12.5"), on)
