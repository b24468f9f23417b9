"""What a question wants to know of a condition. Pure, three languages."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from pathlib import Path

from rag.wording import Lexicon, load_lexicon


class Wish(StrEnum):
    """What a question wants to know of a condition."""

    ORIENTATION = "orientation"
    MEANING = "meaning"
    CRITERIA = "criteria"
    REQUIRED = "required"
    WARNINGS = "warnings"


_IN_ORDER = (Wish.REQUIRED, Wish.WARNINGS, Wish.CRITERIA, Wish.MEANING)


def wish_of(question: str) -> Wish:
    """What `question` wants to know; an orientation where it says nothing else."""
    lexicon = _lexicon()
    words = lexicon.read(question)
    return next((wish for wish in _IN_ORDER if lexicon.found(wish, words)), Wish.ORIENTATION)


@cache
def _lexicon() -> Lexicon:
    return load_lexicon(Path(__file__).with_name("wishes.toml"))
