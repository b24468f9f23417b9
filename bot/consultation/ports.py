"""What consultations ask of the world. Adapter: `bot.adapters.consultation`."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from bot.consultation.case import Case
from bot.ports import Transaction
from rag.protocols.types import Fact
from rag.types import Specialty


@dataclass(frozen=True, slots=True)
class Referral:
    """A referral that waits for a professional. `text` is what the patient was shown, plain."""

    id: uuid.UUID
    case_id: uuid.UUID
    specialty: Specialty
    summary: Mapping[str, Any]
    text: str
    created_at: datetime


class Cases(Protocol):
    """Where cases are written. They are read with the session."""

    async def keep(self, transaction: Transaction, case: Case, told: Sequence[Fact], message: uuid.UUID | None) -> None:
        """Writes one turn: the case as it stands, and the facts that `message` told.

        StorageError where the case has been written to since it was read: the turn must be thought about anew.
        """

    async def refer(self, transaction: Transaction, referral: Referral) -> None:
        """Keeps a referral."""
