"""Conditions that a text calls by their names. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from rag.types import Passage
from rag.wording import MARKS, tokens

_SHORTEST = 4
"""Letters from which a single word names a condition."""
_SMALL = frozenset("de da do das dos del la el e y o a of the and em en in".split())


def names(text: str, passage: Passage) -> bool:
    """Whether `text` has the title of the passage's condition, or a part of it, whole, in any language."""
    said = _words(text)
    return any(_within(part, said) for part in _parts(passage))


def _parts(passage: Passage) -> Iterator[tuple[str, ...]]:
    """A title's parts, as they stand around its slashes; "Arritmia / Síncope" names two things."""
    for title in (passage.title, *passage.titles.values()):
        for part in title.split("/"):
            words = _words(part)
            if len(words) > 1 or (words and len(words[0]) >= _SHORTEST):
                yield words


def _words(text: str) -> tuple[str, ...]:
    """Folded words without the small ones, in the singular as far as a last letter tells it."""
    return tuple(_singular(word) for word in tokens(text) if word not in MARKS and word not in _SMALL)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > _SHORTEST and word.endswith("s") else word


def _within(part: tuple[str, ...], said: tuple[str, ...]) -> bool:
    return any(said[at : at + len(part)] == part for at in range(len(said) - len(part) + 1))
