"""The corpus's lay phrases in memory, asked for the nearest ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

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
    """Vectors of shape (phrases, dimensions), and whose they are."""

    phrases: Sequence[RoutingPhrase]
    matrix: np.ndarray
    specialties: np.ndarray

    @classmethod
    def build(cls, phrases: Sequence[RoutingPhrase]) -> PhraseIndex:
        """Stacks the vectors once."""
        matrix = np.stack([p.vector for p in phrases]) if phrases else np.zeros((0, 1), dtype=np.float32)
        return cls(phrases, matrix, np.array([p.specialty for p in phrases]))

    def votes(self, vector: Vector, neighbours: int = 5) -> list[Vote]:
        """Each specialty's vote, best first; empty without phrases."""
        if not self.phrases:
            return []
        similarities = self.matrix @ vector
        found = []
        for specialty in np.unique(self.specialties):
            (members,) = np.nonzero(self.specialties == specialty)
            best = members[np.argsort(-similarities[members])[:neighbours]]
            nearest = int(best[0])
            found.append(
                Vote(
                    str(specialty),
                    float(similarities[best].mean()),
                    self.phrases[nearest].text,
                    float(similarities[nearest]),
                )
            )
        return sorted(found, key=lambda vote: -vote.score)
