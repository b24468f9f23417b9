"""How a person counts days. Pure."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from bot.ports import Session
from rag.diary.types import Clock


def clock_of(session: Session, zone: ZoneInfo) -> Clock:
    """Their own time zone, or the service's `zone`, and when their days begin."""
    return Clock(ZoneInfo(session.timezone) if session.timezone else zone, session.day_start)
