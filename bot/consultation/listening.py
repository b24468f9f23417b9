"""Takes a message that answers a consultation's question before anybody else does."""

from __future__ import annotations

from dataclasses import dataclass

from bot.acts import Act, Context
from bot.consent import Consent
from bot.consultation.consultations import Consultations


@dataclass(frozen=True, slots=True)
class ConsultationListener:
    """The `Listener` of the consultations; a `late` one hears what no other listener has taken."""

    consultations: Consultations
    consent: Consent
    late: bool = False

    async def hear(self, context: Context, text: str) -> Act | None:
        """An act for who consents, None where the message is none of a consultation's business."""
        act = await self.consultations.hear(context, text, late=self.late)
        return self.consent.held(context, act) if act else None
