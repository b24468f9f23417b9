"""Five scores of an answer by cosines alone, and their weighted sum. No judge, no threshold of a gate. Pure.

Q is the question, A the answer, E the answer that was expected, C the context: the mean of the retrieved chunks'
vectors, made of length 1. All are vectors of one model. An answer that copies its context scores high whatever it
says, and one that declines, rightly, scores low: the scores compare two runs, and say nothing of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rag.types import Vector

NEAR = 0.4
"""Least cosine of a chunk and the expected answer that counts as near, under the local model: of the development half,
where it lets through most of the right chunks and least of the others (docs/evaluation.md)."""
WEIGHTS = {
    "faithfulness": 0.30,
    "answer relevancy": 0.25,
    "context relevancy": 0.20,
    "context recall": 0.15,
    "context precision": 0.10,
}
OVERALL = "overall"


@dataclass(frozen=True, slots=True)
class Cosines:
    """The scores of one answer. None: no answer was expected, or nothing was retrieved."""

    answer_relevancy: float
    faithfulness: float | None
    context_relevancy: float | None
    context_recall: float | None
    context_precision: float | None

    @property
    def overall(self) -> float | None:
        """The weighted sum of the five; None where one is missing."""
        scores = self.named()
        if scores.keys() != WEIGHTS.keys():
            return None
        return sum(weight * scores[name] for name, weight in WEIGHTS.items())

    def named(self) -> dict[str, float]:
        """The scores that there are, by the names of WEIGHTS."""
        scores = (getattr(self, name.replace(" ", "_")) for name in WEIGHTS)
        return {name: score for name, score in zip(WEIGHTS, scores, strict=True) if score is not None}


def cosines(question: Vector, answer: Vector, expected: Vector | None, chunks: Sequence[Vector]) -> Cosines:
    """The scores of one answer; `chunks` in the order of retrieval."""
    context = context_vector(chunks)
    recall = cosine(expected, context) if expected is not None and context is not None else None
    precision = ranked_share(expected, chunks) if expected is not None and chunks else None
    if context is None:
        return Cosines(cosine(question, answer), None, None, recall, precision)
    return Cosines(cosine(question, answer), cosine(answer, context), cosine(question, context), recall, precision)


def context_vector(chunks: Sequence[Vector]) -> Vector | None:
    """The mean of the chunks' vectors, of length 1; None of nothing, or where they cancel out."""
    if not chunks:
        return None
    mean = np.mean(np.stack(chunks), axis=0)
    length = float(np.linalg.norm(mean))
    return (mean / length).astype(np.float32) if length else None


def cosine(one: Vector, other: Vector) -> float:
    """Of two unit vectors: their dot product, kept in [-1, 1]."""
    return max(-1.0, min(1.0, float(one @ other)))


def ranked_share(expected: Vector, chunks: Sequence[Vector], near: float = NEAR) -> float:
    """The share of chunks near `expected`, the chunk at rank n weighing 1/n; in [0, 1]."""
    weights = [1 / rank for rank in range(1, len(chunks) + 1)]
    kept = [weight for weight, chunk in zip(weights, chunks, strict=True) if cosine(expected, chunk) >= near]
    return sum(kept) / sum(weights)
