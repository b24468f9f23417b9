from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.notes.signatures import signed, signs

PHRASES: Final = {
    "Taquiarritmias": ("palpitação no trabalho", "sinto palpitações", "muita palpitação à noite", "coração acelerado"),
    "Síncope": ("outro desmaio na fila", "tive um desmaio", "desmaio quando levanto", "coração fraco"),
    "Dislipidemia": ("triglicerídeos altos", "meu triglicérides subiu", "triglicéridos en 500", "coração da família"),
}
KNOWN: Final = signs(PHRASES.items())


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("me dá umas palpitações na estrada", "Taquiarritmias"),
        ("tive dois desmaios esse ano", "Síncope"),
        ("me salieron los triglicéridos altísimos", "Dislipidemia"),
        ("tive palpitação, palpitações e um desmaio", None),
        ("meu coração está diferente", None),
        ("não tenho palpitação", None),
        ("minha mãe tem palpitação", None),
        ("", None),
    ],
)
def test_words_that_patients_say_of_one_condition_alone_sign_for_it(text: str, title: str | None) -> None:
    assert signed(text, KNOWN) == title


def test_a_word_that_few_say_or_that_several_conditions_share_signs_for_nothing() -> None:
    assert set(KNOWN) == {"palpita", "desmaio", "triglic"}


@given(st.text(max_size=200))
def test_any_text_signs_for_a_known_title_or_for_none(text: str) -> None:
    assert signed(text, KNOWN) in {*PHRASES, None}
