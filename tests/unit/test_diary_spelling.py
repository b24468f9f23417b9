"""Misspelt words of foods and measures: read where they can be one known word only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.diary.lexis.edible import edible
from rag.diary.lexis.spelling import Speller, respelt, speller
from tests.unit.diary_messages import asked, measures, shown

# Everyday words of the three languages that sound like a food's, or are one letter away from one.
WORDS = """
pero mal mais cosas carros jogos filmes morte sono fato mesmo casa cama perna bola bota gato pato rato vela sela mola
centro perigo senhora musica questoes time shop ship rise match desert union brain whine boiler posters waiters burner
consejo castillo carrito tobillo martes juego beso peso queja cosa perro pelo
""".split()


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("bannana prata", "banana prata"),
        ("bananna", "banana"),
        ("arros", "arroz"),
        ("peito de frago grelhado", "peito de frango grelhado"),
        ("huebos", "huevos"),
        ("pechuga de poyo a la plancha", "pechuga de pollo a la plancha"),
        ("boild eggs", "boiled eggs"),
        ("gilled chiken breast", "grilled chicken breast"),
    ],
)
def test_a_word_that_can_be_one_known_word_only_is_read_as_it(said: str, meant: str) -> None:
    assert respelt(said) == meant


@pytest.mark.parametrize("phrase", ["mantega", "Zuprex", "alfajores Trulalá", "arroz", "peito de frango", "", "mil"])
def test_two_meanings_strange_words_and_right_spelling_are_left_alone(phrase: str) -> None:
    assert respelt(phrase) is None


@pytest.mark.parametrize("word", WORDS)
def test_an_everyday_word_is_no_misspelt_food(word: str) -> None:
    assert respelt(word) is None


@pytest.mark.parametrize("word", ["cox", "mell", "ovu"])
def test_a_short_word_is_not_mended_by_an_edit(word: str) -> None:
    assert Speller.of({"coxa": 9, "mel": 9, "ovo": 9}).mended(word) is None


def test_of_words_that_sound_alike_only_one_used_far_more_often_is_meant() -> None:
    assert Speller.of({"arroz": 100, "aros": 5}).mended("arros") == "arroz"
    assert Speller.of({"arroz": 100, "aros": 50}).mended("arros") is None


def test_one_edit_from_two_foods_is_left_alone_however_often_one_is_used() -> None:
    assert Speller.of({"manteiga": 100, "manteca": 1}).mended("mantega") is None


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz", max_size=12))
def test_what_is_mended_is_known_and_was_not(word: str) -> None:
    meant = speller().mended(word)
    assert meant is None or (speller().knows(meant) and not speller().knows(word) and word not in edible().chatter)


@given(st.text(max_size=40))
def test_any_text_may_be_respelt_and_once_is_enough(text: str) -> None:
    meant = respelt(text)
    assert meant is None or respelt(meant) is None


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("2 colers de sopa de arroz e 1 conxa de feijão", ["arroz | 2 tablespoon", "feijão | 1 ladle"]),
        ("1 tasa de arroz", ["arroz | 1 cup"]),
        ("2 fatyas de queijo minas", ["queijo minas | 2 slice"]),
        ("2 cases de cerveja", ["cases de cerveja | 2 unit"]),
    ],
)
def test_a_misspelt_measure_is_read_after_a_number(text: str, items: list[str]) -> None:
    assert shown(asked(text)) == items


def test_no_everyday_word_is_a_misspelt_measure() -> None:
    assert [word for word in WORDS if measures().speller.mended(word, alone=True)] == []
