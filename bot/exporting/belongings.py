"""Everything that is a person's, as it is exported, but for the diary (`bot.diary.exporting`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.ports import Person

Row = Mapping[str, object]
"""By columns: text, numbers, booleans, null, or what JSON holds."""


class Table(StrEnum):
    """What an export has a file of."""

    SETTINGS = "settings"
    CONSENTS = "consents"
    MESSAGES = "messages"
    CASES = "cases"
    CASE_FACTS = "case_facts"
    REFERRALS = "referrals"
    MEMORY = "memory"
    OPEN_QUESTIONS = "open_questions"


@dataclass(frozen=True, slots=True)
class Belongings:
    """The rows of each table, in the order in which they came about; a table may have none."""

    tables: Mapping[Table, Sequence[Row]]

    def count(self, table: Table) -> int:
        """How many rows a table has."""
        return len(self.tables.get(table, ()))


class Everything(Protocol):
    """Reads what is a person's. Adapter: `bot.adapters.exporting`."""

    async def belongings(self, person: Person) -> Belongings:
        """All of it, as of one moment."""
