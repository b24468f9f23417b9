"""Requests that no note may answer: a dose, a diagnosis, a change of treatment, an appointment. Three languages."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from pathlib import Path

from rag.wording import Lexicon, load_lexicon


class Beyond(StrEnum):
    """What a message asks for that Fonte doesn't give; the values are keys of the locale's `refusal` table."""

    DOSE = "dose"
    DIAGNOSIS = "diagnosis"
    LOGISTICS = "logistics"


def beyond(text: str) -> Beyond | None:
    """What `text` asks for that must be refused, or None. Where it asks for several, the most dangerous to give."""
    lexicon = _lexicon()
    words = lexicon.read(text)
    return next((kind for kind in Beyond if lexicon.found(kind, words)), None)


@cache
def _lexicon() -> Lexicon:
    folder = Path(__file__).parent
    return load_lexicon(folder / "scope_words.toml", folder / "scope.toml")
