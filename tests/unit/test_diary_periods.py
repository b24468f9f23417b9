from __future__ import annotations

import unicodedata
from datetime import date
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.diary.planning.periods import period_of
from rag.types import Language
from tests.unit.diary_days import ENGLISH, PORTUGUESE, SPANISH

THURSDAY = date(2026, 11, 19)
SATURDAY = date(2026, 11, 21)
MONDAY = date(2026, 11, 23)


def cases(*lists: tuple[Language, str]) -> list[tuple[Language, str, str]]:
    found = []
    for language, lines in lists:
        for line in lines.strip().splitlines():
            text, _, days = line.partition(" | ")
            found.append((language, text, days))
    return found


CASES = cases((Language.PT, PORTUGUESE), (Language.ES, SPANISH), (Language.EN, ENGLISH))


def named(text: str, language: Language = Language.PT, today: date = THURSDAY) -> str:
    first, last = period_of(text, language, today)
    return f"{first} {last}"


@pytest.mark.parametrize(("language", "text", "days"), CASES)
def test_a_phrase_names_its_days(language: Language, text: str, days: str) -> None:
    assert named(text, language) == days


@pytest.mark.parametrize(("language", "text", "days"), CASES)
def test_days_are_the_same_in_capitals(language: Language, text: str, days: str) -> None:
    assert named(text.upper(), language) == days


@pytest.mark.parametrize(("language", "text", "days"), CASES)
def test_days_are_the_same_without_accents_and_decomposed(language: Language, text: str, days: str) -> None:
    assert named(unicodedata.normalize("NFD", text), language) == days
    without = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    assert named(without, language) == days


@given(case=st.sampled_from(CASES), swap=st.lists(st.booleans(), min_size=60, max_size=60))
def test_days_are_the_same_however_the_case_is_mixed(case: tuple[Language, str, str], swap: list[bool]) -> None:
    language, text, days = case
    mixed = "".join(c.upper() if up else c for c, up in zip(text, swap, strict=False)) + text[len(swap) :]
    assert named(mixed, language) == days


@pytest.mark.parametrize(
    ("text", "today", "days"),
    [
        ("fim de semana", SATURDAY, "2026-11-21 2026-11-21"),
        ("fim de semana passado", SATURDAY, "2026-11-14 2026-11-15"),
        ("fim de semana", date(2026, 11, 22), "2026-11-21 2026-11-22"),
        ("semana passada", MONDAY, "2026-11-16 2026-11-22"),
        ("semana passada", date(2026, 11, 22), "2026-11-09 2026-11-15"),
        ("esta semana", MONDAY, "2026-11-23 2026-11-23"),
        ("desde segunda", MONDAY, "2026-11-23 2026-11-23"),
        ("mês passado", date(2026, 1, 15), "2025-12-01 2025-12-31"),
        ("em janeiro", date(2026, 1, 1), "2026-01-01 2026-01-01"),
        ("dia 31", date(2026, 3, 1), "2026-01-31 2026-01-31"),
        ("de 28 de dezembro a 3 de janeiro", date(2026, 1, 10), "2025-12-28 2026-01-03"),
        ("de 1 a 10 de novembro", date(2026, 11, 5), "2026-11-01 2026-11-10"),
        ("últimos 3 meses", date(2026, 5, 31), "2026-03-01 2026-05-31"),
    ],
)
def test_days_at_the_edges_of_weeks_months_and_years(text: str, today: date, days: str) -> None:
    assert named(text, today=today) == days


@pytest.mark.parametrize(
    "text",
    [
        "comi 5 ovos", "meta de 2000", "menos de 1200 kcal", "1,5 kg", "2/3 xícara de aveia", "vezes por semana",
        "3x ao dia", "120/80", "10 mil passos", "refeição de 12 g", "b12", "vitamina b 6", "ômega 3", "a cada 3 dias",
    ],
)  # fmt: skip
def test_numbers_and_amounts_are_no_days(text: str) -> None:
    assert named(text) == "None None"


@pytest.mark.parametrize(
    ("language", "text", "days"),
    [
        (Language.PT, "senana pasada", "2026-11-09 2026-11-15"),
        (Language.PT, "anteotem", "2026-11-17 2026-11-17"),
        (Language.PT, "em novenbro", "2026-11-01 2026-11-19"),
        (Language.ES, "ultimos 5 dias", "2026-11-15 2026-11-19"),
        (Language.ES, "el miercloes", "2026-11-18 2026-11-18"),
        (Language.EN, "yesteday", "2026-11-18 2026-11-18"),
        (Language.EN, "on wendesday", "2026-11-18 2026-11-18"),
    ],
)
def test_a_slip_of_the_finger_is_read_over(language: Language, text: str, days: str) -> None:
    assert named(text, language) == days


def test_reversed_and_future_days_are_left_as_said() -> None:
    assert named("de 20/11/2026 a 14/11/2026") == "2026-11-20 2026-11-14"
    assert named("de 20/11/2026 a 05/12/2026") == "2026-11-20 2026-12-05"


def test_an_english_date_is_read_the_way_that_lies_nearer_and_both_ends_the_same_way() -> None:
    assert named("10/20", Language.EN) == "2026-10-20 2026-10-20"
    assert named("from 10/11 to 10/18", Language.EN) == "2026-10-11 2026-10-18"
    assert named("5/11", Language.ES) == "2026-11-05 2026-11-05"


@given(text=st.text(max_size=300), language=st.sampled_from(Language), today=st.dates())
def test_any_text_on_any_day_is_read_without_an_error(text: str, language: Language, today: date) -> None:
    first, last = period_of(text, language, today)
    assert first is None or isinstance(first, date)
    assert last is None or isinstance(last, date)


WORDS = sorted({word for _, text, _ in CASES for word in text.split()} | {"99999", "0", "31/12/9999", "0001-01-01"})


@given(
    words=st.lists(st.sampled_from(WORDS), max_size=12),
    language=st.sampled_from(Language),
    today=st.one_of(st.dates(), st.sampled_from([date.min, date.max])),
)
def test_words_of_days_in_any_order_raise_nothing(words: list[str], language: Language, today: date) -> None:
    first, last = period_of(" ".join(words), language, today)
    assert (first, last) == period_of(" ".join(words).upper(), language, today)


@pytest.mark.parametrize(
    "part", ["de segunda a ", "últimos 3 dias ", "1/2 ", "12 a 13 de novembro ", "entre o dia 3 e "]
)
def test_time_is_linear_in_the_text(part: str) -> None:
    def took(size: int) -> float:
        text = (part * size)[:size]
        return min(_seconds(text) for _ in range(3))

    period_of("x", Language.PT, THURSDAY)
    assert took(4000) < 8 * 3 * took(500) + 0.02


def _seconds(text: str) -> float:
    start = process_time()
    period_of(text, Language.PT, THURSDAY)
    return process_time() - start
