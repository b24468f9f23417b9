"""A text, read once: tokens, figures, sentences."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rag.grounding.figure import Figure
from rag.grounding.figures import read_figures
from rag.grounding.language import detect
from rag.grounding.scan import Tokens, scan
from rag.grounding.sentences import Sentence, sentences
from rag.grounding.support import Source
from rag.types import Language


@dataclass(frozen=True, slots=True)
class Reading:
    """A text, read: its tokens, figures and sentences."""

    tokens: Tokens
    figures: tuple[Figure, ...]
    sentences: tuple[Sentence, ...]
    language: Language


def read(text: str, language: Language | None = None, otherwise: Language = Language.PT) -> Reading:
    """Read a text, in the language given, or told from its words, or `otherwise`. Pure."""
    tokens = scan(text)
    spoken = language or detect(tokens.words, otherwise)
    found = read_figures(tokens, spoken)
    own = sentences(tokens, found, spoken)
    return Reading(tokens, tuple(found), own, spoken)


@dataclass(frozen=True, slots=True)
class ReadPassage:
    """A passage, read and indexed."""

    reading: Reading
    source: Source


@lru_cache(maxsize=512)
def read_passage(text: str, language: Language | None) -> ReadPassage:
    """Read a passage; remembered, for passages recur and hold nothing personal."""
    reading = read(text, language)
    return ReadPassage(reading, Source.of(reading.sentences, reading.language))
