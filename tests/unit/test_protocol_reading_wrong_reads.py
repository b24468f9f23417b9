"""Answers that look like a value and are none: a relative's, a plan's, of long ago, meant as a joke or to go on."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from rag.protocols.reading import Doubt, Problem, Told, Unknown, read_answer, read_yes_no
from rag.protocols.types import ProtocolField
from rag.types import Language
from tests.unit.protocol_reading_samples import (
    AGE,
    BMI,
    MEDICATIONS,
    NODULE,
    NYHA,
    PRESSURE,
    SEX,
    SYMPTOMS,
    TSH,
    TSH_DATE,
    WEIGHT,
    answer,
    doubt,
    told,
    yes_no,
)

PT, ES, EN = Language.PT, Language.ES, Language.EN


@pytest.mark.parametrize(
    ("text", "field", "language"),
    [
        ("minha mãe pesa 120 e mede 1,60", BMI, PT),
        ("meu pai tem 42", BMI, PT),
        ("meu pai tem 42 anos", AGE, PT),
        ("a pressão da minha esposa deu 15 por 9 e 16 por 10", PRESSURE, PT),
        ("a pressão da minha esposa deu 15 por 9", PRESSURE, PT),
        ("minha mulher pesa 70", WEIGHT, PT),
        ("o tsh do meu marido deu 12", TSH, PT),
        ("minha irmã fez em março", TSH_DATE, PT),
        ("meu avô tem sintoma mesmo parado", NYHA, PT),
        ("meu irmão é homem", SEX, PT),
        ("minha filha tem 8 anos e eu peso 80", WEIGHT, PT),
        ("mi madre pesa 120", WEIGHT, ES),
        ("mi mamá tiene 42", BMI, ES),
        ("my mother weighs 70 kg", WEIGHT, EN),
        ("my wife's bmi is 42", BMI, EN),
    ],
)
def test_a_relatives_value_is_a_doubt(text: str, field: ProtocolField, language: Language) -> None:
    assert doubt(text, field, language) is Problem.AMBIGUOUS


@pytest.mark.parametrize(
    ("text", "field", "language", "value"),
    [
        ("minha filha tem 8 anos", AGE, PT, Decimal(8)),
        ("minha filha pesa 30", WEIGHT, PT, Decimal(30)),
        ("oi, meu filho tem 12 anos", AGE, PT, Decimal(12)),
        ("ela tem 8 anos", AGE, PT, Decimal(8)),
        ("ele tem imc 42", BMI, PT, Decimal(42)),
        ("sou a mãe, ela pesa 30", WEIGHT, PT, Decimal(30)),
        ("mi hija tiene 8 años", AGE, ES, Decimal(8)),
        ("él tiene 8 años", AGE, ES, Decimal(8)),
        ("she is 8 years old", AGE, EN, Decimal(8)),
        ("my son weighs 30 kg", WEIGHT, EN, Decimal(30)),
        ("nódulo na mama de 2 cm", NODULE, PT, Decimal(2)),
        ("o médico da família disse 42", BMI, PT, Decimal(42)),
        ("42, amiga", BMI, PT, Decimal(42)),
    ],
)
def test_a_carer_and_words_that_are_no_relative_tell_the_patients_value(
    text: str, field: ProtocolField, language: Language, value: Decimal
) -> None:
    assert told(text, field, language) == value


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("vou repetir em março", PT),
        ("marquei pra dia 10", PT),
        ("farei em março", PT),
        ("está agendado para 10/03", PT),
        ("tenho consulta dia 10", PT),
        ("mês que vem", PT),
        ("março do ano que vem", PT),
        ("só pra março", PT),
        ("só consigo em março", PT),
        ("em 2 meses", PT),
        ("daqui a 2 meses", PT),
        ("el mes que viene", ES),
        ("será en marzo", ES),
        ("fiz, mas vou repetir em março", PT),
        ("lo haré en marzo", ES),
        ("voy a hacerlo en marzo", ES),
        ("tengo turno el 10 de marzo", ES),
        ("I'll have it in March", EN),
        ("scheduled for March 10", EN),
        ("next March", EN),
    ],
)
def test_a_planned_date_is_to_come(text: str, language: Language) -> None:
    found = answer(text, TSH_DATE, language)
    assert isinstance(found, Doubt)
    assert (found.problem, found.value) == (Problem.FUTURE, None)


def test_a_plan_told_beside_a_date_of_what_is_done_leaves_it_alone() -> None:
    assert told("fiz dia 10, vou repetir", TSH_DATE) == date(2026, 11, 10)


@pytest.mark.parametrize("text", ["em junho faz 2 anos", "foi em junho, há 2 anos", "10/10/2026, 3 anos atrás"])
def test_a_span_that_leads_elsewhere_makes_a_date_inexact(text: str) -> None:
    found = answer(text, TSH_DATE)
    assert isinstance(found, Doubt)
    assert (found.problem, found.value) == (Problem.INEXACT, None)


def test_a_span_that_leads_to_the_date_leaves_it_alone() -> None:
    assert told("10/10/2026, há 2 meses", TSH_DATE) == date(2026, 10, 10)
    assert told("tenho 40 anos, fiz em março", TSH_DATE) == date(2026, 3, 1)


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("maio", PT, date(2026, 5, 1)),
        ("mês passado", PT, date(2026, 11, 1)),
        ("10/2026", PT, date(2026, 10, 1)),
        ("dezembro", PT, date(2026, 12, 1)),
        ("set", PT, date(2026, 9, 1)),
        ("mayo", ES, date(2026, 5, 1)),
        ("May", EN, date(2026, 5, 1)),
    ],
)
def test_a_month_alone_is_its_first_day(text: str, language: Language, day: date) -> None:
    assert told(text, TSH_DATE, language) == day


def test_a_month_that_is_to_come_is_last_years_and_the_present_one_is_this_years() -> None:
    today = date(2026, 5, 20)
    said = [read_answer(text, TSH_DATE, PT, today) for text in ("junho", "maio", "abril")]
    days = [one.value for one in said if isinstance(one, Told)]
    assert days == [date(2025, 6, 1), date(2026, 5, 1), date(2026, 4, 1)]


HAS = "Você tem pressão alta?"
HAS_ES = "¿Tiene usted presión alta?"
HAS_EN = "Do you have high blood pressure?"
SMOKES = "Você fuma?"
HAD = "Você já teve infarto?"
HAD_ES = "¿Alguna vez tuvo un infarto?"
HAD_EN = "Have you had a heart attack?"


def _language(question: str) -> Language:
    return ES if "¿" in question else EN if "you" in question else PT


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (HAS, "sim, na gravidez de 2010"),
        (HAS, "sim, em 2015"),
        (HAS, "sim, ano passado"),
        (HAS, "tive em 2015"),
        (HAS, "sim, 2 anos atrás"),
        (HAS, "sim, tive em 2015, hoje não"),
        (HAS_ES, "sí, en el embarazo de 2010"),
        (HAS_ES, "sí, en 2015"),
        (HAS_EN, "yes, in 2015"),
        (HAS_EN, "yes, during my pregnancy"),
    ],
)
def test_a_yes_of_the_past_is_no_yes_of_today(question: str, text: str) -> None:
    assert not isinstance(answer(text, yes_no(question), _language(question)), Told)
    assert read_yes_no(text, question) is None


@pytest.mark.parametrize(
    ("question", "text"),
    [(HAS, "tive em 2015, hoje não"), (HAS, "tive, não tenho mais"), (HAS, "tinha em 2015, hoje não"),
     (SMOKES, "fumei até 2015, hoje não"),
     (SMOKES, "fumava, hoje não fumo"), (HAS_ES, "tuve en 2015, hoy no")],
)  # fmt: skip
def test_what_was_and_is_no_more_is_a_no(question: str, text: str) -> None:
    assert told(text, yes_no(question), _language(question)) is False


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (HAD, "sim, em 2015"), (HAD, "tive em 2015"), (HAD, "sim, na gravidez de 2010"),
        (HAD, "tive em 2015, hoje não"), (HAD_ES, "sí, en 2015"), (HAD_EN, "yes, in 2015"),
        (HAS, "sim, desde 2015"), (HAS, "sim, descobri em 2015"), (HAS, "sim, há dois anos"),
        (HAS_EN, "yes, diagnosed in 2015"),
    ],
)  # fmt: skip
def test_a_yes_of_the_past_answers_a_question_of_the_past_and_of_what_began_then(question: str, text: str) -> None:
    assert told(text, yes_no(question), _language(question)) is True


@pytest.mark.parametrize(
    "text", ["yeah right", "yeah, right", "aham sei", "aham, sei", "até parece", "não é que não", "no es que no",
             "it's not that I don't"],
)  # fmt: skip
@pytest.mark.parametrize("question", ["", HAS])
def test_irony_and_a_denied_no_are_no_answer(text: str, question: str) -> None:
    assert read_yes_no(text, question) is None
    assert answer(text, yes_no(question or "Qual é?")) is None


NO_TEXT = """
cancelar; cancela; depois eu digo; depois; pula; pular; próxima; próxima pergunta; skip; later; más tarde; ?; hã;
como assim; oi; kkkk; kkk oi; hahaha; rsrs; jajaja; lol; a; ab; x; ok; Ok.; I'll tell you later; not now; siguiente"""


@pytest.mark.parametrize("text", [one.strip() for one in NO_TEXT.split(";")])
@pytest.mark.parametrize("language", Language)
def test_what_puts_off_laughs_or_says_nothing_is_no_text(text: str, language: Language) -> None:
    assert answer(text, MEDICATIONS, language) is None


@pytest.mark.parametrize("text", ["não quero responder", "prefiro não dizer", "no quiero responder", "rather not say"])
def test_a_text_that_is_withheld_is_not_known(text: str) -> None:
    assert isinstance(answer(text, MEDICATIONS), Unknown)


@pytest.mark.parametrize(
    ("text", "language"),
    [("depois do almoço dói", PT), ("pulo muito no trabalho", PT), ("AAS", PT), ("no", EN), ("no", ES), ("T4", PT),
     ("dor depois de comer", PT), ("hay dolor", ES), ("minha mãe tem diabetes", PT)],
)  # fmt: skip
def test_a_text_that_only_begins_so_is_kept(text: str, language: Language) -> None:
    assert told(text, SYMPTOMS, language) == text
