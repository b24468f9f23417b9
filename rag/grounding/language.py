"""Which of the three languages a text is in, by its common words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rag.grounding.words import MARKER_WORDS
from rag.types import Language


def detect(words: Iterable[str], otherwise: Language = Language.PT) -> Language:
    """The language whose common words occur most among the folded `words`; `otherwise` where none does."""
    present = set(words)
    count, language = max(
        ((len(common & present), language) for language, common in _markers()), key=lambda pair: pair[0]
    )
    return language if count else otherwise


@cache
def _markers() -> tuple[tuple[Language, frozenset[str]], ...]:
    return tuple((language, frozenset(MARKER_WORDS[language.value].split())) for language in Language)
