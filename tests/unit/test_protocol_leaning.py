from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.protocols.reading import lean, lean_yes_no
from rag.protocols.types import Value
from rag.types import Language
from tests.unit.protocol_reading_samples import LESION, TODAY, field

SYMPTOM = "Você sente algum sintoma, como tontura, fraqueza ou cansaço?"
PORTUGUESE_NO = """
nega qualquer sintoma; não sinto nada; q eu saiba nao; não, só de noite; sinto não, doutora; ultimamente ñ
não, ele disse que está tudo bem; fiz não, não precisou; não falou isso não; não, segue sem sintomas"""


@pytest.mark.parametrize("text", [one.strip() for one in PORTUGUESE_NO.replace("\n", ";").split(";") if one.strip()])
def test_a_denial_in_any_form_leans_to_no(text: str) -> None:
    assert lean_yes_no(text, SYMPTOM, Language.PT) is False


@pytest.mark.parametrize(
    "text",
    [
        "sinto sim, todo dia",
        "ela disse q sim",
        "sim, ele falou que sinto",
        "sente, quando levanta",
        "sinto sim, quase todo dia",
    ],
)
def test_an_affirmation_or_an_echo_leans_to_yes(text: str) -> None:
    assert lean_yes_no(text, SYMPTOM, Language.PT) is True


@pytest.mark.parametrize(
    ("text", "language", "leans"),
    [
        ("qué va, no siento nada", Language.ES, False),
        ("no, es chiquito, solo entre los dedos", Language.ES, False),
        ("not that we know of", Language.EN, False),
        ("he does, yes", Language.EN, True),
        ("no, she has no doubt at all", Language.EN, False),
    ],
)
def test_the_other_languages_lean_alike(text: str, language: Language, *, leans: bool) -> None:
    assert lean_yes_no(text, "¿Siente algo?" if language is Language.ES else "Do you feel it?", language) is leans


@pytest.mark.parametrize(
    "text",
    ["sim, mas já passou", "acho que não", "se eu correr, sim", "não sei", "sim, não sinto", "coça muito",
     "será que não?", "depende, às vezes sim", "", "   ", "🙂"],
)  # fmt: skip
def test_what_is_turned_unsure_asked_or_says_neither_leans_to_nothing(text: str) -> None:
    assert lean_yes_no(text, SYMPTOM, Language.PT) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("uns 5 mm", 5), ("mais ou menos 18 mm", 18), ("acho que uns 7 mm", 7), ("mais de 5 mm", None),
     ("entre 5 e 8 mm", None), ("menos de 9 mm", None), ("5 mm", None), ("de 5 mm pra cima", None)],
)  # fmt: skip
def test_a_rough_number_is_leant_to_and_a_bound_is_not(text: str, value: int | None) -> None:
    assert lean(text, LESION, Language.PT, TODAY) == (None if value is None else Decimal(value))


def test_a_number_that_a_list_explains_and_none_of_what_is_counted_are_leant_to() -> None:
    count = field("drug_count", min=0, max=10)
    assert lean("três: losartana, anlodipino e hidroclorotiazida", count, Language.PT, TODAY) == Decimal(3)
    assert lean("nenhuma, só aquela do mês passado", count, Language.PT, TODAY) == Decimal(0)
    assert lean("as de sempre: losartana", count, Language.PT, TODAY) is None


def test_a_verb_that_turns_what_it_denies_leans_to_nothing() -> None:
    assert lean_yes_no("direitinho, não falho uma semana", "O tratamento vem sendo bem feito?", Language.PT) is None


def test_a_denial_stands_for_the_option_of_none() -> None:
    names = {"fast": "Ritmo rápido", "slow": "Ritmo lento", "none": "Nenhum destes"}
    options = [{"key": key, "pt": name, "es": name, "en": name} for key, name in names.items()]
    rhythm = field("rhythm", "choice", options=options)
    assert lean("nenhum, deu tudo normal", rhythm, Language.PT, TODAY) == "none"
    assert lean("deu tudo normal", rhythm, Language.PT, TODAY) is None


@given(st.text(max_size=120))
def test_any_text_leans_to_an_answer_of_the_field_s_kind_or_to_nothing(text: str) -> None:
    told: Value | None = lean(text, LESION, Language.PT, TODAY)
    assert told is None or isinstance(told, Decimal)
    assert lean_yes_no(text, SYMPTOM, Language.PT) in (True, False, None)


def test_words_and_dates_are_never_guessed() -> None:
    for kind in ("text", "date"):
        assert lean("sim, tomo losartana", field("medicines", kind), Language.PT, TODAY) is None
