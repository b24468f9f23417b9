"""The corpus's lay phrases in memory: which specialty a message speaks of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.notes.ports import RoutingPhrase
from rag.types import Specialty, Vector

NEIGHBOURS = 5
RIDGE = 3.0
LEANING = 0.1
"""Weight of the linear score beside the nearest phrases' cosines; docs/decisions, "Routing by neighbours"."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A specialty's standing: its score, and the text and cosine of its nearest phrase.

    The score is the mean cosine of the specialty's nearest phrases, in [-1, 1], plus a tenth of what a linear
    classifier of all phrases says for it: neighbours know the odd phrasing, the line knows the field.
    """

    specialty: Specialty
    score: float
    nearest: str
    similarity: float


@dataclass(frozen=True)
class PhraseIndex:
    """The texts of each specialty's phrases, and their vectors.

    `matrices` holds an array of shape (phrases, dimensions) for each specialty, `lines` one of shape (dimensions,).
    """

    texts: Mapping[Specialty, Sequence[str]]
    matrices: Mapping[Specialty, NDArray[np.float32]]
    lines: Mapping[Specialty, NDArray[np.float32]]

    @classmethod
    def build(cls, phrases: Sequence[RoutingPhrase]) -> PhraseIndex:
        """Groups the phrases, stacks their vectors and fits the lines, once (a fifth of a second for 8,000)."""
        grouped: defaultdict[Specialty, list[RoutingPhrase]] = defaultdict(list)
        for phrase in phrases:
            grouped[phrase.specialty].append(phrase)
        matrices = {specialty: np.stack([p.vector for p in group]) for specialty, group in grouped.items()}
        texts = {specialty: [p.text for p in group] for specialty, group in grouped.items()}
        return cls(texts, matrices, _lines(matrices))

    def votes(self, vector: Vector) -> list[Vote]:
        """Each specialty's vote, best first; empty without phrases."""
        votes = [self._vote(specialty, vector) for specialty in self.texts]
        return sorted(votes, key=lambda vote: -vote.score)

    def _vote(self, specialty: Specialty, vector: Vector) -> Vote:
        similarities = self.matrices[specialty] @ vector
        count = min(NEIGHBOURS, len(similarities))
        best = np.argpartition(-similarities, count - 1)[:count]
        nearest = int(best[np.argmax(similarities[best])])
        score = float(similarities[best].mean() + LEANING * (self.lines[specialty] @ vector))
        return Vote(specialty, score, self.texts[specialty][nearest], float(similarities[nearest]))


def _lines(matrices: Mapping[Specialty, NDArray[np.float32]]) -> dict[Specialty, NDArray[np.float32]]:
    """One-against-all ridge regression in closed form; every specialty weighs the same, however many phrases it has."""
    if not matrices:
        return {}
    total = sum(len(matrix) for matrix in matrices.values())
    weights = {s: total / len(matrices) / len(matrix) for s, matrix in matrices.items()}
    dimensions = next(iter(matrices.values())).shape[1]
    gram = sum((weights[s] * (m.T @ m) for s, m in matrices.items()), RIDGE * np.eye(dimensions, dtype=np.float32))
    sums = {s: weights[s] * m.sum(axis=0) for s, m in matrices.items()}
    everything = sum(sums.values(), np.zeros(dimensions, dtype=np.float32))
    targets = np.stack([sums[s] - everything / len(matrices) for s in matrices], axis=1)
    solved = np.linalg.solve(gram, targets).astype(np.float32)
    return {s: solved[:, n].copy() for n, s in enumerate(matrices)}
