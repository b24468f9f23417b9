"""The fixed answer to an emergency: no model, no consent, nothing retrieved."""

from __future__ import annotations

from bot.acts import Act, Context, Draft, reply
from bot.messages import Status
from bot.ports import Provenance
from bot.redflags import Alarm
from bot.redflags.texts import text_for


def emergency(alarm: Alarm, context: Context) -> Act:
    """The fixed, reviewed text of the alarm's kind, with the rule that fired as evidence."""
    evidence = {"kind": "red_flag", "rule": alarm.rule, "version": alarm.version}
    provenance = Provenance(evidence=(evidence,))
    return reply(Draft(text_for(alarm, context.language), status=Status.URGENCIA, provenance=provenance))
