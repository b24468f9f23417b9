from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from rag.protocols.reading import Doubt, Problem, Told, Unknown
from rag.protocols.types import ProtocolField, Reading
from rag.types import Language
from tests.unit.protocol_reading_samples import (
    BLOCK,
    CHEST_PAIN,
    CURVE,
    DIABETES,
    FAMILY,
    MEDICATIONS,
    NYHA,
    PRESSURE,
    SEVERITY,
    SEX,
    SYMPTOMS,
    TSH_DATE,
    VDRL,
    answer,
    doubt,
    told,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [("sim", True), ("não", False), ("tenho diabetes", True), ("não tenho diabetes", False),
     ("nunca tive diabetes", False), ("sou diabético desde 2010", True), ("não sou diabético", False),
     ("sim, tipo 2", True)],
)  # fmt: skip
def test_a_statement_of_the_field_answers_its_question(text: str, value: bool) -> None:
    assert told(text, DIABETES) is value


@pytest.mark.parametrize(
    "text", ["não tenho pressão alta", "minha mãe tem diabetes", "já tive", "tomo metformina", "tipo 2"]
)
def test_a_statement_of_something_else_does_not(text: str) -> None:
    assert answer(text, DIABETES) is None


def test_a_question_about_the_family_may_be_answered_of_the_family() -> None:
    assert told("sim, meu pai", FAMILY) is True
    assert doubt("sim, meu pai", DIABETES) is Problem.AMBIGUOUS


@pytest.mark.parametrize(
    ("text", "key"),
    [("IV", "iv"), ("iii", "iii"), ("2", "ii"), ("a segunda", "ii"), ("opção 3", "iii"), ("mesmo parado", "iv"),
     ("NYHA II", "ii"), ("classe 3", "iii"), ("não é em repouso, é com pouco esforço", "iii"),
     ("sem sintomas", "i")],
)  # fmt: skip
def test_an_option_is_told_by_its_label_words_or_number(text: str, key: str) -> None:
    assert told(text, NYHA) == key


@pytest.mark.parametrize(
    ("text", "field", "key"),
    [
        ("não reagente", VDRL, "no"),
        ("deu nao reagente", VDRL, "no"),
        ("reagente", VDRL, "yes"),
        ("mujer", SEX, "female"),
    ],
)
def test_the_longest_name_holds(text: str, field: ProtocolField, key: str) -> None:
    assert told(text, field) == key


@pytest.mark.parametrize(
    ("text", "field", "key"),
    [
        ("um aperto que vem com o esforço e passa no repouso", CHEST_PAIN, "typical"),
        ("aperto quando faço esforço, passa em repouso", CHEST_PAIN, "typical"),
        ("moderado", SEVERITY, "moderate"),
        ("importante", SEVERITY, "severe"),
        ("nenhuma", SEVERITY, "none"),
        ("segundo grau", BLOCK, "second"),
        ("bav 1 grau", BLOCK, "first"),
        ("terceiro grau", BLOCK, "total"),
        ("em repouso no sofá", NYHA, "iv"),
    ],
)
def test_an_answer_that_repeats_an_options_words_tells_it(text: str, field: ProtocolField, key: str) -> None:
    assert told(text, field) == key


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("aperto que vem com o esforço mas não passa no repouso", CHEST_PAIN),
        ("um aperto que não passa no repouso", CHEST_PAIN),
        ("aperto no esforço, dor no peito", CHEST_PAIN),
        ("esforço", CHEST_PAIN),
        ("bav", BLOCK),
        ("grau", BLOCK),
        ("leve a moderada", SEVERITY),
        ("moderado pra grave", SEVERITY),
        ("acho que segundo grau", BLOCK),
    ],
)
def test_words_of_no_single_option_tell_none(text: str, field: ProtocolField) -> None:
    assert not isinstance(answer(text, field), Told)


def test_a_part_of_an_options_words_is_only_likely() -> None:
    found = answer("aperto no esforço", CHEST_PAIN)
    assert isinstance(found, Doubt)
    assert (found.problem, found.value) == (Problem.INEXACT, "typical")


def test_several_options_are_ambiguous() -> None:
    assert doubt("subir escada ou em repouso", NYHA) is Problem.AMBIGUOUS


@pytest.mark.parametrize("text", ["I get tired", "não é em repouso", "nenhuma", "5", "2 ou 3", "tenho 2 filhos", "II?"])
def test_no_option_is_no_answer(text: str) -> None:
    assert answer(text, NYHA) is None


def test_a_guessed_option_is_a_doubt() -> None:
    assert doubt("acho que com pouco esforço", NYHA) is Problem.INEXACT


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("10/10/2026", date(2026, 10, 10)),
        ("10/10", date(2026, 10, 10)),
        ("10/12", date(2025, 12, 10)),
        ("ontem", date(2026, 11, 30)),
        ("mês passado", date(2026, 11, 1)),
        ("em março", date(2026, 3, 1)),
        ("março de 2026", date(2026, 3, 1)),
        ("março do ano passado", date(2025, 3, 1)),
        ("03/2026", date(2026, 3, 1)),
        ("agosto de 2026", date(2026, 8, 1)),
        ("hoje cedo", date(2026, 12, 1)),
        ("em 12 de março", date(2026, 3, 12)),
        ("15-08-26", date(2026, 8, 15)),
        ("2026-03-10", date(2026, 3, 10)),
        ("12 de outubro", date(2026, 10, 12)),
        ("10 out 2026", date(2026, 10, 10)),
        ("dia 12", date(2026, 11, 12)),
        ("na sexta", date(2026, 11, 27)),
        ("não, 11/10", date(2026, 10, 11)),
    ],
)
def test_a_date_is_read_as_far_as_it_is_told(text: str, day: date) -> None:
    assert told(text, TSH_DATE) == day


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("10/10/2027", Problem.FUTURE),
        ("amanhã", Problem.FUTURE),
        ("31/02/2026", Problem.IMPLAUSIBLE),
        ("semana passada", Problem.INEXACT),
        ("há 3 meses", Problem.INEXACT),
        ("em 2023", Problem.INEXACT),
        ("acho que em março", Problem.INEXACT),
        ("em março do ano retrasado", Problem.INEXACT),
        ("10/10 ou 12/10", Problem.AMBIGUOUS),
        ("10 e 12 de março", Problem.AMBIGUOUS),
        ("dois de março", Problem.AMBIGUOUS),
        ("03/26", Problem.AMBIGUOUS),
    ],
)
def test_a_date_that_is_not_sure_is_a_doubt(text: str, problem: Problem) -> None:
    assert doubt(text, TSH_DATE) is problem


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("semana passada", Language.PT, date(2026, 11, 24)),
        ("faz 3 meses", Language.PT, date(2026, 9, 1)),
        ("há 2 semanas", Language.PT, date(2026, 11, 17)),
        ("2025", Language.PT, date(2025, 7, 1)),
        ("em 2023", Language.PT, date(2023, 7, 1)),
        ("ano passado", Language.PT, date(2025, 7, 1)),
        ("la semana pasada", Language.ES, date(2026, 11, 24)),
        ("3 months ago", Language.EN, date(2026, 9, 1)),
    ],
)
def test_a_loose_date_says_what_day_it_would_be(text: str, language: Language, day: date) -> None:
    found = answer(text, TSH_DATE, language)
    assert isinstance(found, Doubt)
    assert (found.problem, found.value) == (Problem.INEXACT, day)


def test_in_english_day_and_month_may_be_either() -> None:
    assert doubt("03/04/2026", TSH_DATE, Language.EN) is Problem.AMBIGUOUS
    assert told("March 10", TSH_DATE, Language.EN) == date(2026, 3, 10)


def readings(*pairs: tuple[int, int, date | None]) -> tuple[Reading, ...]:
    return tuple(Reading(Decimal(high), Decimal(low), on) for high, low, on in pairs)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("150x90 e 160x95", readings((150, 90, None), (160, 95, None))),
        ("15 por 9 ontem, 16 por 10 hoje", readings((150, 90, date(2026, 11, 30)), (160, 100, date(2026, 12, 1)))),
        ("17/10 ontem e 16x9 na segunda", readings((170, 100, date(2026, 11, 30)), (160, 90, date(2026, 11, 30)))),
        ("150/90 em 10/10 e 160x95 em 12/10", readings((150, 90, date(2026, 10, 10)), (160, 95, date(2026, 10, 12)))),
        ("10/11: 150/90; 12/11: 160/95", readings((150, 90, date(2026, 11, 10)), (160, 95, date(2026, 11, 12)))),
        ("quinze por nove e dezesseis por dez", readings((150, 90, None), (160, 100, None))),
        ("150 por 90 ontem e 16 por 10 hoje", readings((150, 90, date(2026, 11, 30)), (160, 100, date(2026, 12, 1)))),
        ("15x9, 14x9", readings((150, 90, None), (140, 90, None))),
        ("140 90 e 150 95", readings((140, 90, None), (150, 95, None))),
        ("150/95 dia 10 e 148/92 dia 12/11", readings((150, 95, date(2026, 11, 10)), (148, 92, date(2026, 11, 12)))),
        ("deu 15/9 na segunda e 16/10 hoje", readings((150, 90, date(2026, 11, 30)), (160, 100, date(2026, 12, 1)))),
        ("150/90 às 8h e 160/95 às 20h", readings((150, 90, None), (160, 95, None))),
    ],
)
def test_pressures_are_read_in_pairs_with_their_days(text: str, value: tuple[Reading, ...]) -> None:
    assert told(text, PRESSURE) == value


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("15 por 9", Problem.TOO_FEW),
        ("150", Problem.TOO_FEW),
        ("140 90", Problem.TOO_FEW),
        ("140 150", Problem.TOO_FEW),
        ("140 90 85", Problem.TOO_FEW),
        ("uns 15 por 9 e 16 por 9", Problem.INEXACT),
        ("15/9 a 17/10", Problem.INEXACT),
        ("12/8 hoje e 150/90 ontem", Problem.AMBIGUOUS),
        ("era 15 por 9, hoje 12 por 8 e 13 por 8", Problem.AMBIGUOUS),
        ("120/80 e 900/20", Problem.IMPLAUSIBLE),
        ("90/150 e 95/160", Problem.IMPLAUSIBLE),
    ],
)
def test_pressures_that_are_not_sure_are_a_doubt(text: str, problem: Problem) -> None:
    assert doubt(text, PRESSURE) is problem


def test_other_measurements_are_read_one_by_one() -> None:
    assert [reading.value for reading in told("jejum 92, 1h 180, 2h 155", CURVE)] == [92, 180, 155]
    assert doubt("92 e 180", CURVE) is Problem.TOO_FEW


@pytest.mark.parametrize(
    "text", ["losartana 50", "não", "nenhum", "não uso", "Como muito e passo mal", "Preciso parar na escada"]
)
def test_a_text_keeps_the_patients_own_words(text: str) -> None:
    assert told(f"  {text}\n", SYMPTOMS) == text


def test_a_long_text_is_cut() -> None:
    assert told("dor " * 300, SYMPTOMS) == ("dor " * 300)[:500].rstrip()


@pytest.mark.parametrize(
    "text", ["sim", "ok", "o que é isso?", "quero saber o que é", "/start", "123", "👍", "bom dia", "obrigada"]
)
def test_a_question_a_command_or_a_courtesy_is_no_text(text: str) -> None:
    assert answer(text, MEDICATIONS) is None


def test_a_text_may_be_unknown() -> None:
    assert isinstance(answer("não sei", MEDICATIONS), Unknown)
