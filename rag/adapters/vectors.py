"""What every embedder's output goes through."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.ports import Outage, ProviderError
from rag.types import EMBEDDING_DIMENSIONS, Vector


def unit_vectors(rows: NDArray[np.floating[Any]], count: int) -> list[Vector]:
    """The rows, each divided by its norm: `count` vectors of shape (EMBEDDING_DIMENSIONS,), float32.

    Raises:
        ProviderError: BAD_OUTPUT, if the shape isn't (count, EMBEDDING_DIMENSIONS), a component isn't finite,
            or a row is all zeros.
    """
    if rows.shape != (count, EMBEDDING_DIMENSIONS):
        expected = (count, EMBEDDING_DIMENSIONS)
        raise ProviderError(Outage.BAD_OUTPUT, f"embeddings of shape {rows.shape}, expected {expected}")
    exact = rows.astype(np.float64)
    norms = np.linalg.norm(exact, axis=1, keepdims=True)
    if not np.isfinite(norms).all() or not norms.all():
        raise ProviderError(Outage.BAD_OUTPUT, "an embedding that is not finite, or is zero")
    return list((exact / norms).astype(np.float32))
