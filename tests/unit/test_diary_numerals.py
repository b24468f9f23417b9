from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.diary.lexis.words import clean, scan
from rag.diary.reading.digits import decimal
from rag.diary.reading.numerals import NumberReader, Quantity
from rag.diary.types import Refusal


def number(text: str, *, coarse: bool = False) -> Quantity:
    found = NumberReader(scan(clean(text)), english=True, spanish=True).at(0, coarse=coarse)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.5", "1.5"), ("1,5", "1.5"), ("1.000", "1000"), ("0,250", "0.250"), ("1.234,5", "1234.5"),
        ("1,234.5", "1234.5"), ("½", "0.5"), ("1½", "1.5"), ("1 1/2", "1.5"), ("3/4", "0.75"), ("1 e 1/2", "1.5"),
        ("meia", "0.5"), ("metade de um", "0.5"), ("uma e meia", "1.5"), ("dois e meio", "2.5"), ("uno y medio", "1.5"),
        ("one and a half", "1.5"), ("half an", "0.5"), ("um quarto", "0.25"), ("tres cuartos", "0.75"),
        ("three quarters of a", "0.75"), ("meia dúzia", "6"), ("uma dúzia", "12"), ("media docena", "6"),
        ("half a dozen", "6"), ("dúzia e meia", "18"), ("a couple of", "2"), ("um par de", "2"), ("uns 3", "3"),
        ("about 3", "3"), ("mais ou menos duas", "2"), ("vinte e dois", "22"), ("treinta y cinco", "35"),
        ("twenty-five", "25"), ("cento e cinquenta", "150"), ("doscientos cincuenta", "250"),
        ("two hundred and fifty", "250"), ("a hundred", "100"), ("mil", "1000"), ("doce", "12"), ("once", "11"),
        ("2-3", "2.5"), ("2 a 3", "2.5"), ("dois ou três", "2.5"), ("entre 100 e 150", "125"), ("2, 3", "2.5"),
        ("between 2 and 4", "3"), ("de 2 a 4", "3"), ("one or two", "1.5"),
    ],
)  # fmt: skip
def test_a_number_in_any_form_has_its_value(text: str, value: str) -> None:
    found = number(text)
    assert (found.value, found.refused) == (Decimal(value), None)
    assert [word.form for word in scan(text)[found.end :]] in ([], ["of"], ["de"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nan", Refusal.NOT_A_NUMBER), ("inf", Refusal.NOT_A_NUMBER), ("∞", Refusal.NOT_A_NUMBER),
        ("1e400", Refusal.NOT_A_NUMBER), ("1.23.4", Refusal.NOT_A_NUMBER), ("1/0", Refusal.NOT_A_NUMBER),
        ("-2", Refusal.NEGATIVE), ("menos duas", Refusal.NEGATIVE),
    ],
)  # fmt: skip
def test_what_is_no_amount_is_refused_with_the_reason(text: str, reason: Refusal) -> None:
    assert number(text).refused is reason


def test_a_range_keeps_its_ends() -> None:
    found = number("entre 100 e 150")
    assert (found.low, found.high) == (Decimal(100), Decimal(150))


def test_three_decimals_are_thousands_of_a_gram_but_parts_of_a_kilo() -> None:
    assert decimal("1.500") == Decimal(1500)
    assert decimal("1.500", coarse=True) == Decimal("1.5")


def test_a_size_is_no_half() -> None:
    assert NumberReader(scan("média")).at(0) is None


def test_a_sweet_is_not_twelve() -> None:
    assert NumberReader(scan("doce de leite"), spanish=True).at(0) is None


@given(st.integers(1, 999), st.integers(0, 99), st.sampled_from([".", ","]))
def test_a_written_decimal_reads_as_itself(whole: int, cents: int, separator: str) -> None:
    assert number(f"{whole}{separator}{cents:02d}").value == Decimal(whole) + Decimal(cents) / 100


@given(st.integers(1, 12), st.integers(1, 15), st.integers(2, 16))
def test_a_whole_and_a_fraction_add_up(whole: int, over: int, under: int) -> None:
    over = over % under or 1
    assert number(f"{whole} {over}/{under}").value == whole + Decimal(over) / Decimal(under)


@given(st.integers(1, 300), st.integers(1, 300), st.sampled_from(["-", " a ", " ou ", " to ", "–", " o "]))
def test_a_range_is_its_midpoint(low: int, more: int, joined: str) -> None:
    assert number(f"{low}{joined}{low + more}").value == Decimal(low + low + more) / 2


@given(st.text(max_size=80))
def test_any_text_is_read_without_an_error(text: str) -> None:
    words = scan(clean(text))
    reader = NumberReader(words, english=True, spanish=True)
    assert all((found := reader.at(at)) is None or at < found.end <= len(words) for at in range(len(words)))
