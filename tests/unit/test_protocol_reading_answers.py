from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from rag.protocols.reading import Problem, Unknown, read_yes_no
from rag.protocols.types import ProtocolField, Reading
from rag.types import Language
from tests.unit.protocol_reading_samples import (
    CURVE,
    DIABETES,
    FAMILY,
    MEDICATIONS,
    NYHA,
    PRESSURE,
    SEX,
    SYMPTOMS,
    TSH_DATE,
    VDRL,
    answer,
    doubt,
    told,
)


@pytest.mark.parametrize(
    "text",
    ["sim", "s", "Sim!", "siiim", "claro", "com certeza", "sim, há dois anos", "sim, tomo todo dia", "tenho",
     "tenho sim", "isso mesmo", "Sí", "si, claro", "sí, desde 2019", "yes", "yes please", "yes I do", "👍",
     "é", "sim senhora",
     "sim, há mais de 2 anos", "tá certo"],
)  # fmt: skip
def test_a_yes(text: str) -> None:
    assert read_yes_no(text) is True


@pytest.mark.parametrize(
    "text",
    ["não", "n", "Naooo", "nunca", "claro que não", "não, nunca tive", "não tenho", "tenho não", "não, obrigado", "no",
     "no, nunca", "no tengo", "nope", "no I don't", "of course not", "ainda não", "nunca fiz", "👎",
     "está errado",
     "não uso"],
)  # fmt: skip
def test_a_no(text: str) -> None:
    assert read_yes_no(text) is False


@pytest.mark.parametrize(
    "text",
    ["acho que sim", "talvez", "às vezes", "mais ou menos", "não sei", "não lembro", "depende", "não tenho certeza",
     "não, não tenho certeza", "quase nunca", "creo que sí", "no sé", "tal vez", "I think so", "not sure",
     "sometimes",
     "I don't think so", "hoje não"],
)  # fmt: skip
def test_a_maybe_is_neither_yes_nor_no(text: str) -> None:
    assert isinstance(read_yes_no(text), Unknown)


@pytest.mark.parametrize(
    "text",
    ["sim, mas parei", "sim, só que à noite não", "não, tenho", "sim e não", "yes no", "sim?", "no ano passado",
     "sin dolor",
     "si tomo café me duele", "certo dia caí", "right knee hurts", "sim, minha mãe", "sim, tinha",
     "sim, quando corro",
     "sim, menos de noite", "não consigo dormir", "não tenho diabetes", "ok", "tá", "obrigado", "",
     "quero um médico",
     "não entendi", "nada bem", "não mais", "errado, é 42", "sim, o que é isso", "tinha"],
)  # fmt: skip
def test_what_has_a_turn_or_is_neither_is_not_read(text: str) -> None:
    assert read_yes_no(text) is None


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
