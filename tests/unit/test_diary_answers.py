"""Answers to how much it was."""

from __future__ import annotations

from decimal import Decimal

import pytest

from rag.diary.reading.answers import Left, read_answer
from rag.diary.types import Amount, Refusal, SaidItem
from rag.types import Language
from tests.unit.diary_messages import asked, measures

BANANA = SaidItem("banana", "banana")


def answer(text: str, item: SaidItem) -> tuple[Decimal, str] | Refusal | Left | None:
    found = read_answer(text, measures(), Language.PT, item)
    return (found.value, found.unit) if isinstance(found, Amount) else found


@pytest.mark.parametrize(
    ("said", "text", "count", "unit"),
    [
        ("3 colheres de arroz", "colher de sopa", 3, "tablespoon"), ("3 colheres de arroz", "de sopa", 3, "tablespoon"),
        ("2 copos de leite", "copo americano", 2, "glass_american"), ("um copo de leite", "caneca", 1, "mug"),
    ],
)  # fmt: skip
def test_a_measure_alone_is_of_the_count_that_was_said(said: str, text: str, count: int, unit: str) -> None:
    (item,) = asked(said).items
    assert answer(text, item) == (Decimal(count), unit)


@pytest.mark.parametrize(
    ("text", "count", "unit"), [("1 banana", 1, "unit"), ("2 bananas", 2, "unit"), ("médio", 1, "unit_medium")]
)
def test_a_size_and_the_food_said_over_again_are_amounts(text: str, count: int, unit: str) -> None:
    assert answer(text, BANANA) == (Decimal(count), unit)


@pytest.mark.parametrize("text", ["não sei", "depois eu digo", "deixar de fora", "no sé", "I don't know"])
def test_who_does_not_know_leaves_it_out(text: str) -> None:
    assert answer(text, BANANA) is Left.OUT


@pytest.mark.parametrize("text", ["comi 1 maçã", "banana", "laranja", "obrigado"])
def test_what_tells_of_something_else_is_no_answer(text: str) -> None:
    assert answer(text, BANANA) is None


def test_an_absurd_amount_has_its_reason() -> None:
    assert answer("6 kg", BANANA) is Refusal.ABSURD
