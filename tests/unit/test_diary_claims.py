"""Every sentence of an answer about the diary against its rows."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.diary.asking.claims import Checker, Claim
from rag.diary.asking.rows import Rows
from rag.diary.asking.words import nutrient_words, vocabulary
from rag.diary.types import NUTRIENTS, Meal
from rag.grounding import ViolationKind
from rag.types import Language
from tests.unit.lying_sentences import (
    BEANS,
    ENTRIES,
    FALSE,
    RICE,
    TRUE,
    checker,
    entry,
    evidence,
    ledger,
    sentences,
)

DAY = date(2026, 11, 23)
PT = checker(Language.PT)


def faults(text: str, judge: Checker = PT, *rows: str) -> list[ViolationKind]:
    return [fault.kind for fault in judge.check([Claim(text, rows or tuple(judge.rows.by_id))]).faults]


@pytest.mark.parametrize(("language", "text"), sentences(TRUE))
def test_what_the_rows_show_is_let_through(language: Language, text: str) -> None:
    assert not faults(text, checker(language))


@pytest.mark.parametrize(("language", "text"), sentences(FALSE))
def test_what_the_rows_do_not_show_is_rejected(language: Language, text: str) -> None:
    assert faults(text, checker(language))


def test_a_row_that_does_not_exist_is_an_unknown_citation() -> None:
    assert faults("Em 23/11 você registrou 271 kcal.", PT, "d1", "d9") == [ViolationKind.UNKNOWN_CITATION]


def test_a_figure_needs_a_cited_row() -> None:
    assert faults("Em 23/11 você registrou 271 kcal.", PT, "d1") == []
    verdict = PT.check([Claim("Em 23/11 você registrou 271 kcal.", ())])
    assert [fault.kind for fault in verdict.faults] == [ViolationKind.MISSING_CITATION]


def test_a_figure_of_a_row_that_is_not_cited_is_rejected() -> None:
    assert faults("Em 23/11 você registrou 271 kcal.", PT, "s1", "p")
    assert faults("Em 23/11 você registrou 271 kcal.", PT, "d2")


def test_a_food_of_a_row_that_is_not_cited_is_rejected() -> None:
    assert faults("Em 23/11 você comeu arroz branco cozido.", PT, "d1") == [ViolationKind.SWAPPED]


@pytest.mark.parametrize("shown", ["8,55 g", "8,6 g", "9 g"])
def test_a_value_may_be_rounded(shown: str) -> None:
    assert not faults(f"Em 23/11 foram {shown} de proteína.")


@pytest.mark.parametrize("shown", ["8,5 g", "8 g", "8,56 g", "10 g"])
def test_a_value_may_not_be_rounded_otherwise(shown: str) -> None:
    assert faults(f"Em 23/11 foram {shown} de proteína.")


def test_a_small_amount_is_not_told_as_zero() -> None:
    little = checker(Language.PT, evidence([entry(RICE, "10", DAY, Meal.LUNCH)]))
    assert not faults("Em 23/11 foram 0,3 g de proteína.", little)
    assert faults("Em 23/11 foram 0 g de proteína.", little)


def test_each_sentence_is_checked_by_itself() -> None:
    said = [Claim("Em 23/11 você registrou 271 kcal.", ("d1",)), Claim("Em 24/11 você registrou 271 kcal.", ("d2",))]
    verdict = PT.check(said)
    assert [fault.sentence for fault in verdict.faults] == [1]
    assert verdict.as_dict()["violations"][0]["sentence"] == 1
    assert not verdict.ok


def test_a_food_eaten_twice_is_not_told_as_once() -> None:
    twice = [*ENTRIES, entry(RICE, "100", DAY, Meal.DINNER)]
    judge = checker(Language.PT, evidence(twice))
    assert faults("Em 23/11, o arroz deu 195 kcal.", judge)
    assert not faults("No almoço de 23/11, o arroz deu 195 kcal.", judge)
    assert faults("No almoço de 23/11 você comeu 150 g de arroz, com 130 kcal.", judge)


def test_nothing_is_denied_where_entries_were_left_out() -> None:
    part = checker(Language.PT, evidence(left_out=3))
    assert faults("Você não comeu peixe em 23/11.", part)
    assert faults("O alimento que mais deu sódio foi o pão francês.", part)
    assert faults("Você comeu arroz 3 vezes.", part)
    assert not faults("Você comeu peixe 1 vez.", part)  # SQL counted all of what was asked for


def test_nothing_is_below_a_target_where_values_are_unknown() -> None:
    bare = replace(BEANS, per_100g={**BEANS.per_100g, "sodium_mg": None})
    partly = checker(Language.PT, evidence([*ENTRIES[:1], entry(bare, "100", DAY, Meal.LUNCH)]))
    assert faults("Em 23/11 o sódio ficou abaixo da meta.", partly)
    assert faults("Nenhum dia passou da meta de sódio.", partly)


def test_without_a_target_nothing_is_over_it() -> None:
    free = checker(Language.PT, evidence(maximum=None))
    assert faults("Nenhum dia passou da meta de sódio.", free)
    assert faults("Em 26/11 o sódio ficou acima da meta.", free)


def test_of_one_day_the_day_need_not_be_said() -> None:
    single = checker(Language.PT, evidence(first=DAY, last=DAY, entries=ENTRIES[:2]))
    assert not faults("Você registrou 271 kcal e 8,6 g de proteína.", single)
    assert faults("Ontem você registrou 271 kcal.", single)


def test_a_weekday_that_the_period_has_twice_names_no_day() -> None:
    long = checker(Language.PT, evidence(first=date(2026, 11, 10)))
    assert faults("Na segunda você registrou 271 kcal.", long)
    assert not faults("Na segunda, 23/11, você registrou 271 kcal.", long)


def test_a_category_asked_for_is_no_name_of_one_food_among_several() -> None:
    judge = Checker(Rows(ledger(Language.PT)))
    assert not faults("Você comeu peixe em 26/11.", judge)
    assert faults("O peixe deu 400 mg de sódio.", judge)


@given(st.text(max_size=120))
def test_no_text_breaks_the_check(text: str) -> None:
    assert PT.check([Claim(text, ("p",))]).sentences == 1


@given(st.decimals(min_value=0, max_value=9999, places=1), st.sampled_from(["kcal", "g de proteína", "mg de sódio"]))
def test_no_other_number_passes_for_the_days_own(number: Decimal, unit: str) -> None:
    held = {"kcal": Decimal(271), "g de proteína": Decimal("8.55"), "mg de sódio": Decimal("3.5")}[unit]
    text = f"Em 23/11 foram {str(number).replace('.', ',')} {unit}."
    near = abs(number - held) <= Decimal("0.05")
    assert near or faults(text, PT, "d1")


@pytest.mark.parametrize("language", list(Language))
def test_every_nutrient_has_words(language: Language) -> None:
    named = {name for names in nutrient_words(language).values() for name in names}
    assert named == set(NUTRIENTS)
    assert vocabulary(language).by_word
