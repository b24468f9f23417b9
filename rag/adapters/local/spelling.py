"""How a text is spelt, as a vector: what tells "hiper" from "hipo", and survives a typo or a missing accent."""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

_WORD = re.compile(r"[a-z0-9]+")
_LONG = 8  # letters from which a word counts in full: long words carry the subject, short ones the grammar


def spelling_vectors(texts: Sequence[str], dimensions: int) -> NDArray[np.float32]:
    """Signed hashes of the letter trigrams of each text's words: shape (texts, dimensions), rows of norm 1 or 0.

    Words weigh by the square of their length, up to eight letters; accents and case don't count. Hashing tricks of this
    kind keep inner products on average (Weinberger et al. 2009, "Feature hashing for large scale multitask learning").
    """
    rows = np.zeros((len(texts), dimensions), dtype=np.float32)
    for row, text in zip(rows, texts, strict=True):
        for trigram, weight in _trigrams(text):
            code = zlib.crc32(trigram.encode())
            row[(code >> 1) % dimensions] += weight if code & 1 else -weight
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    np.divide(rows, norms, out=rows, where=norms > 0)
    return rows


def _trigrams(text: str) -> Iterator[tuple[str, float]]:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in decomposed if not unicodedata.combining(c))
    for word in _WORD.findall(plain):
        edged = f"^{word}$"
        found = [edged[i : i + 3] for i in range(max(1, len(edged) - 2))]
        weight = (min(len(word), _LONG) / _LONG) ** 2 / len(found) ** 0.5
        for trigram in found:
            yield trigram, weight
