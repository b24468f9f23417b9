"""How people are spoken to: `usted` in Spanish, a warm word before every no, questions that read as sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.locales import Words, load_catalogue
from bot.redflags import AlarmKind
from bot.redflags.texts import text_for
from bot.redflags.types import Alarm
from rag.notes.faq import load_faq
from rag.types import Language

CORPUS = Path(__file__).parents[2] / "rag" / "corpus"
FEATURES = {"cardiologia", "dermatologia", "endocrinologia", "consultation", "diary", "generation", "faq"}
ENTRIES = load_faq(CORPUS / "faq", features=FEATURES)
CATALOGUE = load_catalogue()
WORDS = [CATALOGUE[language] for language in Language]
INFORMAL = re.compile(
    r"\b(?:tú|tus?|te|ti|contigo|tuy[oa]s?|eres|tienes|puedes|quieres|sientes|cuentas|dices|haces|escribes|preguntas?te"
    r"|contaste|comiste|conociste|llama (?:al?|ya|ahora)|ve (?:ya|ahora|al?) |acude al|envía (?:/|el\b|la\b)|toca "
    r"|cuéntame|escríbeme|quédate|esperes|vayas|puedas|prueba con|busca atención)\b",
    re.IGNORECASE,
)


def alarm(kind: AlarmKind) -> Alarm:
    return Alarm("rule", "family", kind, critical=True, language=Language.ES, version="1")


def spanish() -> list[str]:
    notes = [
        line for path in sorted((CORPUS / "notes").glob("*.es.md")) for line in path.read_text("utf-8").splitlines()
    ]
    asked = [
        line for path in sorted(CORPUS.glob("protocols/*/*.toml")) for line in path.read_text("utf-8").splitlines()
    ]
    faq = [text for e in ENTRIES if e.language is Language.ES for text in (e.answer, e.questions[0])]
    return [
        *CATALOGUE[Language.ES].texts.values(),
        *notes,
        *(line for line in asked if line.startswith("es = ")),
        *faq,
        *(text_for(alarm(k), Language.ES) for k in AlarmKind),
    ]


def test_spanish_says_usted_everywhere() -> None:
    texts = spanish()
    assert len(texts) > 500
    assert [text for text in texts if INFORMAL.search(text)] == []


@pytest.mark.parametrize("text", ["¿Qué tienes?", "Llama al 192", "Cuéntame tus síntomas", "ve ya a urgencias"])
def test_the_informal_forms_would_be_noticed(text: str) -> None:
    assert INFORMAL.search(text)


@pytest.mark.parametrize("language", list(Language))
def test_questions_that_are_shown_begin_with_a_capital(language: Language) -> None:
    shown = [entry.questions[0].lstrip("¿¡") for entry in ENTRIES if entry.language is language]
    assert len(shown) >= 36
    assert [question for question in shown if not question[0].isupper()] == []


@pytest.mark.parametrize("words", WORDS, ids=[words.language for words in WORDS])
def test_every_refusal_begins_with_a_word_for_the_person(words: Words) -> None:
    warm = re.compile(r"Entendo|Obrigado|Lo entiendo|Entiendo|Gracias|I understand|Thank you")
    refusals = [words(f"refusal.{name}") for name in ("out_of_scope", "off", "dose", "diagnosis", "logistics")]
    assert [text for text in [*refusals, words("answer.nothing")] if not warm.match(text)] == []


@pytest.mark.parametrize("words", WORDS, ids=[words.language for words in WORDS])
def test_what_is_out_of_scope_still_gets_the_way_to_care(words: Words) -> None:
    told = words("refusal.out_of_scope", specialties="X")
    place = told.rindex("192")
    assert "UPA" in told[:place]
    assert len(told) - place < 30


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.PT, "escreva de novo a sua pergunta: antes do aceite eu não a guardei"),
        (Language.ES, "escriba de nuevo su pregunta: antes de que aceptara no la guardé"),
        (Language.EN, "write your question again: I didn't keep it before you accepted"),
    ],
)
def test_after_consent_the_question_is_asked_for_again(language: Language, said: str) -> None:
    assert said in CATALOGUE[language]("consent.accepted")


def test_the_languages_have_the_same_keys() -> None:
    assert len({frozenset(words.texts) for words in WORDS}) == 1
