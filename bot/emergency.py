"""The fixed answer to an emergency: no model, no consent, nothing retrieved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from bot.acts import Act, Context, Draft
from bot.messages import Status
from bot.ports import Provenance, Transaction
from bot.redflags import Alarm
from bot.redflags.texts import text_for

CASE_WINDOW: Final = timedelta(hours=24)
"""How long after its last word a consultation is taken to be what the emergency comes of."""


def emergency(alarm: Alarm, context: Context) -> Act:
    """The fixed, reviewed text of the alarm's kind, with the rule that fired as evidence."""
    evidence = {"kind": "red_flag", "rule": alarm.rule, "version": alarm.version}
    provenance = Provenance(evidence=(evidence,))
    draft = Draft(text_for(alarm, context.language), status=Status.URGENCIA, provenance=provenance)
    at = context.incoming.at

    async def act(transaction: Transaction) -> Sequence[Draft]:
        await transaction.end_urgently(at - CASE_WINDOW, at)
        return [draft]

    return act
