from __future__ import annotations

from decimal import Decimal

import pytest

from rag.protocols.reading import Doubt, Problem, Told
from rag.types import Language
from tests.unit.protocol_reading_samples import COUNT, MONTHS, MURMUR, YEARS_OF_DIABETES, answer, told


@pytest.mark.parametrize(
    ("text", "value"),
    [("4 semanas", "1"), ("8 semanas", "2"), ("6 semanas", "1.5"), ("3 semanas", "0.75"), ("30 dias", "1"),
     ("15 dias", "0.5"), ("104 semanas", "24"), ("730 dias", "24"), ("51 semanas", "12"), ("364 dias", "12"),
     ("1 mês e 2 semanas", "1.5")],
)  # fmt: skip
def test_four_weeks_or_thirty_days_are_a_month_and_a_year_twelve(text: str, value: str) -> None:
    assert told(text, MONTHS) == Decimal(value)


@pytest.mark.parametrize(
    ("text", "language"),
    [("um ano e meio", Language.PT), ("ano e meio", Language.PT), ("un año y medio", Language.ES),
     ("a year and a half", Language.EN), ("one and a half years", Language.EN)],
)  # fmt: skip
def test_a_year_and_a_half_is_eighteen_months(text: str, language: Language) -> None:
    assert told(text, MONTHS, language) == 18


@pytest.mark.parametrize(
    ("text", "value"),
    [("faz uns 2 anos", 24), ("há mais de 3 meses", 3), ("quase 1 ano", 12), ("mais ou menos 6 meses", 6),
     ("desde janeiro", 11), ("desde 01/06/2026", 6)],
)  # fmt: skip
def test_a_loose_duration_says_what_it_would_be(text: str, value: int) -> None:
    found = answer(text, MONTHS)
    assert isinstance(found, Doubt)
    assert (found.problem, found.value) == (Problem.INEXACT, Decimal(value))


@pytest.mark.parametrize("text", ["10 anos", "há 10 anos", "faz 10 anos"])
def test_a_duration_answers_how_many_years_something_lasts(text: str) -> None:
    assert told(text, YEARS_OF_DIABETES) == 10


@pytest.mark.parametrize(
    ("text", "value"),
    [("3/6", 3), ("2 de 6", 2), ("grau III de VI", 3), ("III/VI", 3), ("grau II", 2), ("3+/6+", 3), ("grade 4 of 6", 4),
     ("sopro sistólico 2/6", 2), ("3", 3), ("grau 3", 3)],
)  # fmt: skip
def test_a_grade_of_the_whole_scale_is_its_first_number(text: str, value: int) -> None:
    assert told(text, MURMUR) == value


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("2/4", Problem.AMBIGUOUS),
        ("7/6", Problem.IMPLAUSIBLE),
        ("acho que 3/6", None),
        ("entre 2 e 3", Problem.INEXACT),
    ],
)
def test_a_grade_of_another_scale_or_a_guessed_one_is_a_doubt(text: str, problem: Problem | None) -> None:
    found = answer(text, MURMUR)
    assert isinstance(found, Doubt)
    assert problem in (None, found.problem)


def test_a_count_is_no_grade() -> None:
    assert answer("3/10", COUNT) != answer("3", COUNT)
    assert not isinstance(answer("2+", COUNT), Told)
