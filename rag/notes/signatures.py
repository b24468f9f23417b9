"""The condition that a text's own words belong to, though it says no name: "palpitação", "triglicerídeos". Pure.

A word signs for a condition where patients say it again and again of that condition and of hardly any other
(lay phrases of all three languages; a word is its first letters, so that its forms are one). Measured on openings and
questions of the development sets: three in four are signed, .99 of those rightly.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from rag.notes.mentions import asserted
from rag.wording import MARKS, tokens

_SHORTEST: Final = 5
_STEM: Final = 7
_OFTEN: Final = 3
"""Phrases of a condition in which a word must stand."""
_OWN: Final = 0.85
"""Share of the phrases with a word that must be its condition's."""

Signs = Mapping[str, str]
"""A word's first letters, and the title they sign for."""


def signs(phrases: Iterable[tuple[str, Iterable[str]]]) -> Signs:
    """The signs of a specialty, from its conditions' titles and phrases."""
    held: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for title, told in phrases:
        for phrase in told:
            for stem in {_stem(word) for word in tokens(phrase) if _tells(word)}:
                held[stem][title] += 1
    most = {stem: (owners.most_common(1)[0], owners.total()) for stem, owners in held.items()}
    return {stem: title for stem, ((title, count), total) in most.items() if count >= _OFTEN and count >= _OWN * total}


def signed(text: str, known: Signs) -> str | None:
    """The title that most of the signs in `text` are of; None without any, or where two are level.

    What is denied, or a relative's, signs for nothing.
    """
    said = tokens(text)
    found = {
        _stem(word): known[_stem(word)]
        for at, word in enumerate(said)
        if _tells(word) and _stem(word) in known and asserted(*_clause(said, at))
    }
    ranked = Counter(found.values()).most_common(2)
    clear = len(ranked) == 1 or (len(ranked) > 1 and ranked[0][1] > ranked[1][1])
    return ranked[0][0] if clear else None


def _clause(said: list[str], at: int) -> tuple[list[str], list[str]]:
    first = next((place + 1 for place in range(at - 1, -1, -1) if said[place] in MARKS), 0)
    last = next((place for place in range(at + 1, len(said)) if said[place] in MARKS), len(said))
    return said[first:at], said[at + 1 : last]


def _tells(word: str) -> bool:
    return word not in MARKS and len(word) >= _SHORTEST


def _stem(word: str) -> str:
    return word[:_STEM]
