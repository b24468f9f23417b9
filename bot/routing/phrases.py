"""The corpus's lay phrases in memory: which specialty a message speaks of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

import numpy as np
from numpy.typing import NDArray

from bot.routing.vocabulary import Vocabulary
from rag.notes.ports import RoutingPhrase
from rag.types import Specialty, Vector

NEIGHBOURS = 5
RIDGE = 3.0
LEANING = 0.1
"""Weight of the linear score beside the nearest phrases' cosines; docs/decisions, "Routing by neighbours"."""
MARGIN_SCALE = 20.0
"""Turns a difference of two scores into log-odds; fitted on the development half of tests/golden."""


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
    """The texts of each specialty's phrases, their vectors and their words.

    `matrices` holds an array of shape (phrases, dimensions) for each specialty, `lines` one of shape (dimensions,).
    """

    texts: Mapping[Specialty, Sequence[str]]
    matrices: Mapping[Specialty, NDArray[np.float32]]
    lines: Mapping[Specialty, NDArray[np.float32]]
    vocabulary: Vocabulary

    @classmethod
    def build(cls, phrases: Sequence[RoutingPhrase]) -> PhraseIndex:
        """Groups the phrases, stacks their vectors, fits the lines and counts the words.

        Half a second for 8,000 phrases: for a thread, once.
        """
        grouped: defaultdict[Specialty, list[RoutingPhrase]] = defaultdict(list)
        for phrase in phrases:
            grouped[phrase.specialty].append(phrase)
        matrices = {specialty: np.stack([p.vector for p in group]) for specialty, group in grouped.items()}
        texts = {specialty: [p.text for p in group] for specialty, group in grouped.items()}
        return cls(texts, matrices, _lines(matrices), Vocabulary.of(texts))

    def votes(self, vector: Vector) -> list[Vote]:
        """Each specialty's vote, best first; empty without phrases."""
        votes = [self._vote(specialty, vector) for specialty in self.texts]
        return sorted(votes, key=lambda vote: -vote.score)

    def tells(self, word: str, specialty: Specialty, against: Sequence[Specialty]) -> bool:
        """Whether a word speaks of `specialty` rather than of those `against` it."""
        return self.vocabulary.tells(word, specialty, against)

    def _vote(self, specialty: Specialty, vector: Vector) -> Vote:
        similarities = self.matrices[specialty] @ vector
        count = min(NEIGHBOURS, len(similarities))
        best = np.argpartition(-similarities, count - 1)[:count]
        nearest = int(best[np.argmax(similarities[best])])
        score = float(similarities[best].mean() + LEANING * (self.lines[specialty] @ vector))
        return Vote(specialty, score, self.texts[specialty][nearest], float(similarities[nearest]))


def confidence(votes: Sequence[Vote]) -> float:
    """In the best of some votes, at least one: in [0.5, 1], or lower for a lone vote with a negative score."""
    second = votes[1].score if len(votes) > 1 else 0.0
    return 1 / (1 + exp(-MARGIN_SCALE * (votes[0].score - second)))


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
