"""Which words are whose: how often each specialty's phrases use a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.routing.rules import own_words
from rag.types import Specialty

TIMES = 2.0
"""How much more often a specialty's phrases use a word of its own than another's do."""
LEAST = 2
"""Phrases that a word must stand in to count."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """For each specialty, the share of its phrases that each of its words stands in."""

    shares: Mapping[Specialty, Mapping[str, float]]

    @classmethod
    def of(cls, texts: Mapping[Specialty, Sequence[str]]) -> Vocabulary:
        """From each specialty's phrases; words that any subject may have are left out."""
        return cls({specialty: _shares(phrases) for specialty, phrases in texts.items()})

    def tells(self, word: str, specialty: Specialty, against: Sequence[Specialty]) -> bool:
        """Whether a folded word speaks of `specialty` rather than of any of those `against` it."""
        share = self._share(word, specialty)
        return share > 0 and all(share >= TIMES * self._share(word, other) for other in against)

    def _share(self, word: str, specialty: Specialty) -> float:
        return self.shares.get(specialty, {}).get(word, 0.0)


def _shares(phrases: Sequence[str]) -> Mapping[str, float]:
    counted = Counter(word for phrase in phrases for word in set(own_words(phrase)))
    return {word: count / len(phrases) for word, count in counted.items() if count >= LEAST}
