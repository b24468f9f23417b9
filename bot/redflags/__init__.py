"""Emergency screen: pure rules over a message's words, ahead of everything else. No I/O, no model, no state.

All three languages are read at once, whatever the user's locale. It is meant to err on the side of alarm for a present
complaint, and to stay calm on denied, past, hypothetical, educational, quoted and figurative mentions.
"""

from __future__ import annotations

from functools import cache

from bot.redflags.lexicon import COMMON, KEYS, LEXICON, LOOKALIKES, UNITS
from bot.redflags.rules import RULES, RULES_VERSION
from bot.redflags.screening import Screen, Verdict
from bot.redflags.spelling import Vocabulary
from bot.redflags.types import Alarm, AlarmKind, Rule, Scope, Source

__all__ = [
    "RULES",
    "RULES_VERSION",
    "Alarm",
    "AlarmKind",
    "Rule",
    "Scope",
    "Source",
    "Verdict",
    "screen",
    "warm",
]


@cache
def _default() -> Screen:
    return Screen(RULES, LEXICON, Vocabulary(COMMON, KEYS, LOOKALIKES, UNITS), RULES_VERSION)


def warm() -> None:
    """Compile the rules now, so that the first message does not wait for it (a few tens of milliseconds)."""
    _default()


def screen(text: str) -> Alarm | None:
    """The emergency that `text` tells of, or None. Any length; linear time; never raises."""
    return _default().screen(text).alarm
