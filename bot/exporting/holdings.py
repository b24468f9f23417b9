"""What is held of a person at this moment, and for how long it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.memory.memory import Memory
from bot.ports import Person


@dataclass(frozen=True, slots=True)
class Given:
    """A consent: to which terms, when, and when it was withdrawn."""

    version: str
    granted_at: datetime
    withdrawn_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Holdings:
    """Counts; messages either way, and the time of the first. `foods`: their own. `consent` is the last one given."""

    messages: int
    since: datetime | None
    cases: int
    open_cases: int
    referrals: int
    entries: int
    targets: int
    foods: int
    memory: Memory
    consent: Given | None


@dataclass(frozen=True, slots=True)
class Keeping:
    """Days that things are kept (`bot.settings`); 0: for ever. Of `backups`: none are made."""

    messages: int = 365
    diary: int = 730
    cases: int = 1_825
    backups: int = 30


class Account(Protocol):
    """Tells what is held. Adapter: `bot.adapters.exporting`."""

    async def holdings(self, person: Person) -> Holdings:
        """Of that person, as it is now."""
