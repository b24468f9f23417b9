"""Trigram similarity as PostgreSQL's pg_trgm defines it, over many pairs at once. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class NearCopy:
    """A golden text that all but repeats a phrase."""

    golden: str
    phrase: str
    similarity: float


def trigrams(text: str) -> frozenset[str]:
    """Those of each word of letters and digits, in lower case, two spaces before and one after (pg_trgm's manual)."""
    words = (f"  {word} " for word in _WORD.findall(text.lower()))
    return frozenset(word[start : start + 3] for word in words for start in range(len(word) - 2))


def similarity(one: str, other: str) -> float:
    """Shared trigrams over all trigrams of both, in [0, 1]."""
    first, second = trigrams(one), trigrams(other)
    union = len(first | second)
    return len(first & second) / union if union else 0.0


def near_copies(golden: Sequence[str], phrases: Sequence[str], threshold: float) -> list[NearCopy]:
    """Each golden text whose nearest phrase is at least `threshold` similar, nearest first."""
    if not golden or not phrases:
        return []
    known = {trigram: column for column, trigram in enumerate(sorted({t for p in phrases for t in trigrams(p)}))}
    theirs = _incidence(phrases, known)
    ours = _incidence(golden, known)
    shared = ours @ theirs.T
    # a golden trigram that no phrase has still counts in the union
    sizes = np.array([len(trigrams(text)) for text in golden], dtype=np.float32)
    union = sizes[:, None] + theirs.sum(axis=1)[None, :] - shared
    scores = shared / np.maximum(union, 1)
    nearest = scores.argmax(axis=1)
    found = [
        NearCopy(text, phrases[int(column)], float(scores[row, column]))
        for row, (text, column) in enumerate(zip(golden, nearest, strict=True))
        if scores[row, column] >= threshold
    ]
    return sorted(found, key=lambda copy: -copy.similarity)


def _incidence(texts: Sequence[str], known: dict[str, int]) -> NDArray[np.float32]:
    matrix = np.zeros((len(texts), len(known)), dtype=np.float32)
    for row, text in enumerate(texts):
        matrix[row, [known[t] for t in trigrams(text) if t in known]] = 1
    return matrix
