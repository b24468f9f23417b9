from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.diary.reading.meals import read_amount
from rag.diary.types import Amount, Refusal
from rag.types import Language
from tests.unit.diary_messages import measures

PT, ES, EN = Language.PT, Language.ES, Language.EN


def amount(text: str) -> str:
    found = read_amount(text, measures(), PT)
    return f"{found.value.normalize():f} {found.unit}" if isinstance(found, Amount) else str(found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("150 g", "150 g"), ("150g", "150 g"), ("150 gramas", "150 g"), ("1,5 kg", "1500 g"), ("1.500 kg", "1500 g"),
        ("meio quilo", "500 g"), ("um quilo e meio", "1500 g"), ("0.2 l", "200 ml"), ("um litro e meio", "1500 ml"),
        ("33 cl", "330 ml"), ("2 oz", "56.7 g"), ("1 lb", "453.6 g"), ("8 fl oz", "236.56 ml"),
        ("100g a 150g", "125 g"),
        ("100-150 g", "125 g"), ("duas", "2 unit"), ("foram 3", "3 unit"), ("acho que 2, por favor", "2 unit"),
        ("meia concha", "0.5 ladle"), ("2 colheres de sopa", "2 tablespoon"), ("2 col. sopa", "2 tablespoon"),
        ("dois terços de xícara", "0.6666666666666666666666666667 cup"), ("uma xícara e meia", "1.5 cup"),
        ("a cup and a half", "1.5 us_cup"), ("half a cup", "0.5 us_cup"), ("una cucharada", "1 tablespoon"),
        ("uma grande", "1 unit_large"), ("2 latas de 350 ml", "700 ml"), ("3 tbsp.", "3 tablespoon"),
        ("2 copos americanos cheios", "2 glass_american"), ("a dozen", "12 unit"),
    ],
)  # fmt: skip
def test_an_answer_is_read_as_an_amount(text: str, expected: str) -> None:
    assert amount(text) == expected


@pytest.mark.parametrize("text", ["um copo", "um pouco", "não sei", "2 ovos", "sim", "", "muito", "uma fatia pequena"])
def test_an_answer_that_says_too_little_is_none(text: str) -> None:
    assert read_amount(text, measures(), PT) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0", Refusal.ZERO), ("0 g", Refusal.ZERO), ("-3", Refusal.NEGATIVE), ("nan", Refusal.NOT_A_NUMBER),
        ("inf g", Refusal.NOT_A_NUMBER), ("6 kg", Refusal.ABSURD), ("5001 g", Refusal.ABSURD), ("61", Refusal.ABSURD),
        ("9" * 400, Refusal.ABSURD),
    ],
)  # fmt: skip
def test_an_amount_that_is_none_is_refused(text: str, reason: Refusal) -> None:
    assert read_amount(text, measures(), PT) is reason


@pytest.mark.parametrize(
    ("key", "language", "count", "expected"),
    [
        ("tablespoon", PT, "2", "colheres de sopa"), ("tablespoon", PT, "1.5", "colher de sopa"),
        ("tablespoon", ES, "1.5", "cucharadas"), ("tablespoon", EN, "1", "tablespoon"),
        ("leaf", EN, "3", "leaves"), ("portion", PT, "2", "porções"), ("ladle", ES, "2", "cucharones"),
        ("slice_thick", PT, "2", "fatias grossas"), ("unit_large", EN, "2", "large"), ("g", PT, "2", "g"),
    ],
)  # fmt: skip
def test_a_measure_is_named_in_the_number_it_is_counted(
    key: str, language: Language, count: str, expected: str
) -> None:
    assert measures().name(key, language, Decimal(count)) == expected


def test_measures_know_their_volumes() -> None:
    assert measures().millilitres["tablespoon"] == Decimal(15)


@given(st.decimals("0.1", "4999", places=1), st.sampled_from(["g", " g", " gramas", " gramos", " grams"]))
def test_grams_read_as_they_were_written(value: Decimal, unit: str) -> None:
    found = read_amount(f"{value}{unit}", measures(), PT)
    assert isinstance(found, Amount)
    assert (found.value, found.unit) == (value, "g")


@given(st.integers(1, 60), st.sampled_from(sorted(measures().names)))
def test_every_measure_is_read_by_the_name_it_is_shown_under(count: int, named: tuple[str, Language]) -> None:
    key, language = named
    shown = measures().name(key, language, Decimal(count))
    found = read_amount(f"{count} {shown}", measures(), language)
    assert found is None or isinstance(found, Amount)
    assert found is None or found.value == count


@given(st.text(max_size=80))
def test_any_answer_is_read_without_an_error(text: str) -> None:
    found = read_amount(text, measures(), EN)
    assert found is None or isinstance(found, Amount | Refusal)
