"""Where published protocols are found. Adapter: `rag.adapters.postgres.protocols`."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import dataclass

from rag.protocols.deciding import CompiledProtocol
from rag.protocols.types import Protocol
from rag.types import Language, Sentence, Specialty


@dataclass(frozen=True, slots=True)
class Published:
    """One version of a condition's note, with its protocol. It never changes; a later version is another document.

    `titles` are the title's translations; dates are ISO. `passages` are the sentences of the note's criteria and
    warning signs, on which its criteria and alerts rest, by their text.
    """

    document_id: int
    version: int
    content_hash: str
    specialty: Specialty
    slug: str
    title: str
    titles: Mapping[Language, str]
    note: str
    note_date: str
    review_date: str | None
    demonstration: bool
    compiled: CompiledProtocol
    passages: Mapping[str, Sentence]

    @property
    def protocol(self) -> Protocol:
        """The protocol as it was published."""
        return self.compiled.protocol


class ProtocolSource(typing.Protocol):
    """Published protocols, of current and of former versions."""

    async def protocol(self, document_id: int) -> Published | None:
        """That version of a condition's note; None where there is none, or it was published without a protocol."""

    async def current(self, specialty: Specialty, slug: str) -> int | None:
        """The document of a condition's current version."""
