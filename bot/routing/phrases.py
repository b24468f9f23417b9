"""The corpus's lay phrases in memory, asked for the nearest ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.notes.ports import RoutingPhrase
from rag.types import Specialty, Vector


@dataclass(frozen=True, slots=True)
class Vote:
    """A specialty's standing: the mean cosine of its best phrases, in [-1, 1], and the nearest one's text."""

    specialty: Specialty
    score: float
    nearest: str
    similarity: float


@dataclass(frozen=True)
class PhraseIndex:
    """The phrases of each specialty, and their vectors: an array of shape (phrases, dimensions) for each."""

    phrases: Mapping[Specialty, Sequence[RoutingPhrase]]
    matrices: Mapping[Specialty, NDArray[np.float32]]

    @classmethod
    def build(cls, phrases: Sequence[RoutingPhrase]) -> PhraseIndex:
        """Groups the phrases and stacks their vectors, once."""
        grouped: defaultdict[Specialty, list[RoutingPhrase]] = defaultdict(list)
        for phrase in phrases:
            grouped[phrase.specialty].append(phrase)
        return cls(grouped, {specialty: np.stack([p.vector for p in group]) for specialty, group in grouped.items()})

    def votes(self, vector: Vector, neighbours: int = 5) -> list[Vote]:
        """Each specialty's vote, best first; empty without phrases."""
        votes = [self._vote(specialty, vector, neighbours) for specialty in self.phrases]
        return sorted(votes, key=lambda vote: -vote.score)

    def _vote(self, specialty: Specialty, vector: Vector, neighbours: int) -> Vote:
        similarities = self.matrices[specialty] @ vector
        count = min(neighbours, len(similarities))
        best = np.argpartition(-similarities, count - 1)[:count]
        nearest = int(best[np.argmax(similarities[best])])
        text = self.phrases[specialty][nearest].text
        return Vote(specialty, float(similarities[best].mean()), text, float(similarities[nearest]))
