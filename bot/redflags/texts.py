"""Placeholder until the fixed texts are in."""

from bot.redflags.types import Alarm
from rag.types import Language


def text_for(alarm: Alarm, language: Language) -> str:
    """The fixed text of an alarm."""
    return "SAMU 192"
