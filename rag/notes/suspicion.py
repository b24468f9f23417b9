"""Sentences of a note that are never said to a patient: orders to the reader or to a model, doses, links, identities.

A technical note describes; whatever in it commands a dose, turns people away from help, speaks to a machine or carries
a link or a person's data has no business in an answer. It stays in the note's text, is named at ingestion, and is
never shown. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rag.types import Sentence
from rag.wording import fold


class Suspicion(StrEnum):
    """Why a sentence is kept back."""

    ORDER_TO_A_MACHINE = "an order to a machine or its reader"
    DOSE = "an order to take a dose"
    AWAY_FROM_HELP = "words that keep people from help"
    LINK = "a link or an address"
    IDENTITY = "a person's data"


def _any(words: str) -> str:
    return "(?:" + "|".join(words.split()) + ")"


_FORGET = _any(r"ignor\w* esquec\w* desconsider\w* olvid\w* disregard forget")
_RULES = _any(r"instru\w+ regras? reglas? prompts? rules? anterior\w* previous acima above")
_SAY = _any("diga responda repita escreva revele di responde say reply reveal")
_SOMEBODY = _any("usuario paciente user patient")
_SECRETS = _any("senha contrasena password pix jailbreak prompt")
_TAKE = _any(
    "tome tomar tomem tomen use usar aplique injete inyecte inject ingira dobre dobrar duplique double aumente reduza "
    "suspenda take"
)
_AMOUNT = r"\d+(?:[.,]\d+)?\s*" + _any(
    "mg mcg g ml ui iu gotas drops comprimidos? capsulas? tablets? pills? pastillas?"
)
_SEEK = _any("ligue chame procure llame busque call seek")
_HELP = _any(r"samu 192 911 112 emergenc\w+ urgenc\w+ ambulanc\w+ medic\w+ doctor hospital pronto.socorro")
_SITES = _any("com net org info biz io app br ly gl gle example site online xyz link page shop click dev ru cn tk")
_PATTERNS = (
    (Suspicion.ORDER_TO_A_MACHINE, rf"\b{_FORGET}\b.{{0,40}}\b{_RULES}\b"),
    (Suspicion.ORDER_TO_A_MACHINE, rf"\b(?:system|assistant|user)\s*:|\b{_SECRETS}\b|\bsenha do cartao\b"),
    (Suspicion.ORDER_TO_A_MACHINE, rf"\b{_SAY}\b.{{0,30}}\b(?:que|ao|to|al)\b.{{0,20}}\b{_SOMEBODY}\b"),
    (Suspicion.DOSE, rf"\b{_TAKE}\b.{{0,60}}\b(?:{_AMOUNT}|a dose|la dosis|the dose)\b"),
    (Suspicion.AWAY_FROM_HELP, rf"\b(?:nao|no|do not|don't|never|nunca)\b.{{0,12}}\b{_SEEK}\b.{{0,40}}\b{_HELP}\b"),
    (Suspicion.LINK, r"\w://|www\.|\]\(|\b[\w.+-]+@[\w-]+\.\w|\bt\.me/"),
    (Suspicion.LINK, rf"\b[a-z0-9-]+\.(?:{_SITES}\b(?!\w)|[a-z]{{2,}}/\w)"),
    (Suspicion.IDENTITY, r"\b\d{3}\.?\d{3}\.?\d{3}-\d{2}\b|\bcpf\b|\(\d{2}\)\s*9?\d{4}-?\d{4}|\bcartao do sus\b"),
)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A sentence that is kept back, and why."""

    sentence: Sentence
    suspicion: Suspicion


def suspicion_of(text: str) -> Suspicion | None:
    """Why `text` must not be said, or None."""
    folded = fold(text)
    return next((kind for kind, pattern in _PATTERNS if re.search(pattern, folded, re.DOTALL)), None)


def suspects(sentences: Iterable[Sentence]) -> Iterator[Suspect]:
    """Those of `sentences` that must not be said, in whichever language they are suspect."""
    for sentence in sentences:
        for text in (sentence.text, *sentence.translations.values()):
            if kind := suspicion_of(text):
                yield Suspect(sentence, kind)
                break
