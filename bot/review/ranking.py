"""The nearest passages of many questions at once, in memory: today's, and those of a revision. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.review.records import Ranked
from bot.review.revising import CurrentChunk, Revision
from rag.notes.retrieval import MATCH_COUNT
from rag.types import Vector

_ROWS: Final = 512
"""Questions at a time: with 5,000 texts their cosines are 20 MB."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Place:
    """One passage of a ranking, by its condition."""

    slug: str
    ranked: Ranked


@dataclass(frozen=True, slots=True)
class Space:
    """The texts of a specialty's passages under one model.

    `vectors` has shape (texts, 768), rows of norm 1, those of one passage side by side; `starts` are the first rows of
    the passages, shape (passages,). Passages are in the order in which level ones are ranked.
    """

    passages: tuple[Place, ...]
    vectors: Matrix
    starts: NDArray[np.intp]

    @classmethod
    def of(cls, passages: Sequence[tuple[Place, Sequence[Vector]]]) -> Space:
        """From each passage's vectors; one without any is never found, and one of zeros is near nothing."""
        held = [(place, unit(vectors)) for place, vectors in passages if len(vectors)]
        sizes = [len(vectors) for _, vectors in held]
        starts = np.cumsum([0, *sizes[:-1]]) if held else np.zeros(0)
        stacked = np.vstack([vectors for _, vectors in held]) if held else np.zeros((0, 1))
        return cls(tuple(place for place, _ in held), stacked, starts.astype(np.intp))

    def nearest(self, questions: Sequence[Vector]) -> Iterator[tuple[Place, ...]]:
        """The MATCH_COUNT nearest passages of each question, the nearest first."""
        for start in range(0, len(questions), _ROWS):
            yield from self._nearest(unit(questions[start : start + _ROWS]))

    def _nearest(self, questions: Matrix) -> Iterator[tuple[Place, ...]]:
        if not self.passages:
            yield from (() for _ in questions)
            return
        cosines = np.maximum.reduceat(questions @ self.vectors.T, self.starts, axis=1)
        order = np.argsort(-cosines, axis=1, kind="stable")[:, :MATCH_COUNT]
        for row, columns in zip(cosines, order, strict=True):
            yield tuple(self._placed(int(column), float(row[column])) for column in columns)

    def _placed(self, column: int, similarity: float) -> Place:
        place = self.passages[column]
        ranked = place.ranked
        return Place(place.slug, Ranked(ranked.document_id, ranked.version, ranked.title, similarity))


def unit(vectors: Sequence[Vector] | NDArray[np.float32]) -> Matrix:
    """Rows of norm 1, of shape (vectors, 768); a row of zeros stays."""
    matrix = np.asarray(vectors, dtype=np.float64)
    norms = np.linalg.norm(matrix, axis=1, keepdims=True)
    return matrix / np.where(norms == 0, 1, norms)


def today(current: Sequence[CurrentChunk], vectors: Mapping[int, Sequence[Vector]]) -> Space:
    """The passages of today, with their stored vectors by document."""
    return Space.of([_today(one, vectors) for one in sorted(current, key=lambda one: one.document_id)])


def revised(
    current: Sequence[CurrentChunk],
    vectors: Mapping[int, Sequence[Vector]],
    revision: Revision,
    embedded: Mapping[str, Vector],
) -> Space:
    """The passages as they would be: those that stay, then the changed ones, whose texts' vectors are `embedded`."""
    stay = [one for one in sorted(current, key=lambda one: one.document_id) if one.slug not in revision.slugs]
    kept = [_today(one, vectors) for one in stay]
    changed = [
        (
            Place(one.chunk.slug, Ranked(one.document_id, one.version, one.chunk.title, 0.0)),
            _own(one.texts, one.chunk.parts, embedded),
        )
        for one in revision.changed
    ]
    return Space.of([*kept, *changed])


def _today(one: CurrentChunk, vectors: Mapping[int, Sequence[Vector]]) -> tuple[Place, Sequence[Vector]]:
    ranked = Ranked(one.document_id, one.version, one.title, 0.0)
    return Place(one.slug, ranked), vectors.get(one.document_id, ())


def _own(texts: Sequence[str], parts: Sequence[str], embedded: Mapping[str, Vector]) -> Sequence[Vector]:
    """The vectors of a chunk's texts, and of the whole where it went in parts: their mean."""
    found = [embedded[text] for text in texts]
    if len(parts) > 1:
        found.append(np.mean([embedded[part] for part in parts], axis=0).astype(np.float32))
    return found
