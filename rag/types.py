"""Values that retrieval, grounding and answering exchange. Nothing here does I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

EMBEDDING_DIMENSIONS = 768

Vector = NDArray[np.float32]
"""A unit vector: shape (EMBEDDING_DIMENSIONS,), float32."""

Specialty = str
"""A specialty's name as stored in `especialidade`; which ones exist is decided by the corpus."""

GENERAL: Specialty = "duvidas_gerais"


class Language(StrEnum):
    """Languages that Fonte speaks; the values are the ones of `FONTE_LOCALE`."""

    PT = "pt-BR"
    ES = "es"
    EN = "en"


class Section(StrEnum):
    """The parts of a condition in a note, in the order a reader needs them."""

    ABOUT = "about"
    CRITERIA = "criteria"
    REQUIRED = "required"
    WARNINGS = "warnings"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence or bullet of a passage, with what the same sentence says in other languages."""

    section: Section
    text: str
    translations: dict[Language, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Passage:
    """One retrieved chunk of a note, as it stood when it was retrieved.

    `similarity` is a cosine in [-1, 1]; `content_hash` the SHA-256 of `content` in hex.
    """

    document_id: int
    version: int
    content_hash: str
    specialty: Specialty
    title: str
    content: str
    similarity: float
    note: str
    note_date: str
    review_date: str | None
    demonstration: bool
    titles: Mapping[Language, str] = field(default_factory=dict)

    def title_in(self, language: Language) -> str:
        """The title in a language, or as the note has it."""
        return self.titles.get(language, self.title)


@dataclass(frozen=True, slots=True)
class Source:
    """What a reply rests on: one element of `fontes_rag` (CONTRACT.md)."""

    titulo: str
    similarity: float
    documento_id: int
    versao: int
    hash: str
    posicao: int
    citada: bool
