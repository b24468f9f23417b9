"""The day that a moment belongs to, as a person counts days. Pure."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from rag.diary.types import Clock


def day_of(at: datetime, clock: Clock) -> date:
    """The person's day at an aware time: before `day_start` it is still the day before."""
    local = at.astimezone(clock.zone)
    early = local.timetz().replace(tzinfo=None) < clock.day_start
    return local.date() - timedelta(days=1) if early else local.date()
