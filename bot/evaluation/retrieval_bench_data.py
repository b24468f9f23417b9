"""What is searched in the retrieval bench: the bundled notes' chunks, and many more grown from them. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.types import EMBEDDING_DIMENSIONS, Specialty, Vector

SHARES: Mapping[Specialty, float] = {"bench_rare": 0.01, "bench_middle": 0.10, "bench_common": 0.89}
"""Of grown chunks, by specialty."""
SEED = 4
_NOISE = 0.6
"""Length of what is added to a grown chunk's direction: two phrases of one condition are as far from each other."""
_MARGIN = 16
"""So many more are taken in single precision before the order is settled in double."""
Vectors = NDArray[np.float32]
"""Unit vectors, one a row: shape (n, EMBEDDING_DIMENSIONS)."""


@dataclass(frozen=True, slots=True)
class Chunks:
    """Chunks in the order of their ids, which count from 1. All four are as long."""

    specialties: Sequence[Specialty]
    titles: Sequence[str]
    contents: Sequence[str]
    vectors: Vectors

    def __len__(self) -> int:
        return len(self.titles)


@dataclass(frozen=True, slots=True)
class Query:
    """A question to a specialty's chunks, and its vector."""

    specialty: Specialty
    text: str
    vector: Vector


def grown(seeds: Chunks, texts: Vectors, count: int) -> Chunks:
    """`count` chunks, the same at each call: directions between two of `texts`' vectors, with noise.

    `texts` are all the real vectors there are (chunks, parts, patients' phrases). Noise lies in the dimensions that
    those use alone. A chunk's specialty is drawn apart from its vector, by `SHARES`; title and content are a seed's.
    """
    random = np.random.default_rng(SEED)
    pairs = random.integers(len(texts), size=(count, 2))
    weights = random.uniform(0.5, 1.0, size=(count, 1)).astype(np.float32)
    vectors = _unit(weights * texts[pairs[:, 0]] + (1 - weights) * texts[pairs[:, 1]])
    used = np.any(texts != 0, axis=0)
    stray = random.normal(size=(count, EMBEDDING_DIMENSIONS), scale=_NOISE / np.sqrt(used.sum()))
    vectors = _unit(vectors + (stray * used).astype(np.float32))
    names = list(SHARES)
    drawn = random.permutation(np.repeat(np.arange(len(names)), _counts(count)))
    origins = random.integers(len(seeds), size=count)
    return Chunks(
        [names[at] for at in drawn],
        [seeds.titles[at] for at in origins],
        [f"{seeds.contents[at]} ({number})" for number, at in enumerate(origins, start=1)],
        vectors,
    )


def _counts(count: int) -> list[int]:
    first = [round(share * count) for share in list(SHARES.values())[:-1]]
    return [*first, count - sum(first)]


def _unit(vectors: NDArray[np.floating]) -> Vectors:
    unit: Vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return unit


def to_each_specialty(queries: Sequence[Query], specialties: Sequence[Specialty]) -> list[Query]:
    """Every query to every specialty; as often as there are specialties in turn, each time to another."""
    count = len(specialties)
    return [
        Query(specialties[(at + turn) % count], query.text, query.vector)
        for turn in range(count)
        for at, query in enumerate(queries)
    ]


def nearest(chunks: Chunks, queries: Sequence[Query], count: int) -> list[list[int]]:
    """Ids of the chunks of each query's specialty that are nearest to it by cosine, exactly, nearest first."""
    specialties = np.array(chunks.specialties)
    found: dict[int, list[int]] = {}
    for specialty in {query.specialty for query in queries}:
        rows = np.flatnonzero(specialties == specialty)
        places = [at for at, query in enumerate(queries) if query.specialty == specialty]
        vectors = np.stack([queries[at].vector for at in places])
        for at, similarities in zip(places, vectors @ chunks.vectors[rows].T, strict=True):
            near = rows[np.argsort(-similarities)[: count + _MARGIN]]
            # summed row by row: a matrix product may give two equal rows different sums
            precise = (chunks.vectors[near].astype(np.float64) * queries[at].vector).sum(axis=1)
            found[at] = [int(row) + 1 for row in near[np.lexsort((near, -precise))[:count]]]
    return [found[at] for at in range(len(queries))]


def recall(found: Sequence[int], exact: Sequence[int]) -> float:
    """The share of the exact ones that were found; 1 where there are none."""
    return len(set(found) & set(exact)) / len(exact) if exact else 1.0
