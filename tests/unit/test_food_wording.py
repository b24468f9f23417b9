"""Names of foods and what people say for them, as one key."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.diary.lexis.stems import singular
from rag.diary.lexis.wording import SOFT, WITH, cleaned, normalised, wanted
from rag.types import Language

PT, ES, EN = Language.PT, Language.ES, Language.EN
WORDS = st.text(alphabet="abcdefghijklmnopqrstuvwxyzãõçéí", min_size=1, max_size=14)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("feijão", "feijões"), ("pão", "pães"), ("grão", "grãos"), ("limão", "limões"), ("ovo", "ovos"),
        ("noz", "nozes"), ("pastel", "pastéis"), ("atum", "atuns"), ("peixe", "peixes"), ("doce", "doces"),
        ("colher", "colheres"), ("vegetal", "vegetais"), ("carne", "carnes"), ("francês", "franceses"),
        ("frijol", "frijoles"), ("papa", "papas"), ("pan", "panes"), ("nuez", "nueces"), ("tamal", "tamales"),
        ("camarón", "camarones"), ("leche", "leches"), ("ají", "ajíes"), ("tomato", "tomatoes"), ("mango", "mangoes"),
        ("strawberry", "strawberries"), ("peach", "peaches"), ("cookie", "cookies"), ("loaf", "loaves"),
        ("bean", "beans"),
        ("sandwich", "sandwiches"), ("pie", "pies"), ("glass", "glass"),
    ],
)  # fmt: skip
def test_singular_and_plural_have_one_key(one: str, many: str) -> None:
    assert normalised(one, PT) == normalised(many, PT)


@pytest.mark.parametrize(
    ("one", "other"),
    [("pão de queijo", "pão com queijo"), ("café sem açúcar", "café com açúcar"), ("leite", "leite de coco"),
     ("arroz", "arroz integral"), ("castanha do pará", "castanha"), ("ovo cozido", "ovo frito"),
     ("tres leches", "leche"),
     ("pão de ló", "pão"), ("mel", "melão"), ("batata assada", "batata frita")],
)  # fmt: skip
def test_what_tells_foods_apart_stays_in_the_key(one: str, other: str) -> None:
    assert normalised(one, PT) != normalised(other, PT)


@pytest.mark.parametrize(
    ("said", "language", "other", "in_language"),
    [
        ("brócolis no vapor", PT, "brócolis cozido", PT),
        ("papa hervida", ES, "papas cocidas", ES),
        ("baked chicken", EN, "chicken, baked", EN),
        ("muçarela", PT, "mussarela", PT),
        ("iorgute natural", PT, "iogurte natural", PT),
        ("café s/ açúcar", PT, "Café, sem açúcar", PT),
        ("pollo con arroz", ES, "pollo y arroz", ES),
    ],
)
def test_two_ways_to_say_the_same_have_one_key(
    said: str, language: Language, other: str, in_language: Language
) -> None:
    assert set(normalised(said, language).split()) == set(normalised(other, in_language).split())


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("2 colheres de arroz integral cozido", "arroz integral cozido"),
        ("uma fatia de queijo prato", "queijo prato"),
        ("1½ concha de feijão", "feijao"),
        ("½ xícara de leite", "leite"),
        ("3/4 de xícara de iogurte de morango", "iogurte de morango"),
        ("100-150 g de peito de frango", "peito de frango"),
        ("umas 2 ou 3 castanhas do pará", "castanhas do pará"),
        ("um quarto de abacate", "abacate"),
        ("a cup of rice", "rice"),
        ("dos huevos fritos", "huevos fritos"),
        ("200ml de leite", "leite"),
        ("uma colher (sopa) de arroz", "arroz"),
    ],
)
def test_the_amount_before_a_food_is_cleaned_away(said: str, left: str) -> None:
    assert cleaned(said) == left


@pytest.mark.parametrize(
    "said", ["2% milk", "Half-and-half", "caldo de cana", "arroz", "2 colheres de sopa", "7", "batata"]
)
def test_what_is_no_amount_before_a_food_stays(said: str) -> None:
    assert cleaned(said) == said


def test_a_name_that_begins_like_an_amount_keeps_it_in_its_key() -> None:
    assert normalised("tres leches", ES) == "tre lech"


def test_a_phrase_has_words_a_name_must_hold_and_words_that_it_should() -> None:
    parts = wanted(normalised("filé de frango grelhado com batata", PT))
    assert parts.hard == ("frango", "batata")
    assert parts.soft == ("grelhado", WITH)
    assert parts.phrases[0] == "fil frango grelhado com batata"
    assert parts.phrases[1] == "frango grelhado com batata"


@pytest.mark.parametrize("said", ["frito", "caseiro", "com"])
def test_a_phrase_of_nothing_but_soft_words_must_hold_them(said: str) -> None:
    parts = wanted(normalised(said, PT))
    assert parts.hard
    assert not parts.soft


def test_no_words_have_no_key() -> None:
    assert normalised(" ,. ", PT) == ""
    assert wanted("").hard == ()


@given(st.lists(WORDS, min_size=1, max_size=6), st.sampled_from(Language))
def test_a_key_is_its_own_key(words: list[str], language: Language) -> None:
    key = normalised(" ".join(words), language)
    assert normalised(key, language) == key


@given(st.text(max_size=400), st.sampled_from(Language))
def test_any_text_has_a_key_of_plain_words(text: str, language: Language) -> None:
    key = normalised(text, language)
    assert key == " ".join(key.split())
    parts = wanted(key)
    assert set(parts.soft) <= SOFT
    assert set(parts.hard) <= set(key.split())


@given(st.text(max_size=400))
def test_cleaning_never_takes_everything(text: str) -> None:
    assert bool(cleaned(text)) == bool(text[:300].split())


@given(WORDS)
def test_a_singular_has_no_further_one(word: str) -> None:
    assert singular(singular(word)) == singular(word)
