"""The diary's days and values as a table, in monospace markup. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from rag.diary.asking.ledger import Ledger
from rag.diary.asking.showing import Style
from rag.diary.evidence import Summary

MOST_ROWS: Final = 60
MOST_COLUMNS: Final = 4


@dataclass(frozen=True, slots=True)
class Tables:
    """Makes tables in a language."""

    style: Style

    def of(self, ledger: Ledger) -> str:
        """Days and their values, then totals and means; of many nutrients, totals and means alone."""
        if len(ledger.nutrients) > MOST_COLUMNS:
            lines = [self._summary_row(ledger.summaries[key]) for key in ledger.nutrients]
        else:
            lines = [self._day_row(ledger, day) for day in ledger.days[-MOST_ROWS:]]
            if len(ledger.days) > 1:
                lines.append(self._sum_row(ledger, "total_row", lambda summary: summary.total))
                lines.append(self._sum_row(ledger, "mean_row", lambda summary: summary.mean))
        return "<code>" + "\n".join(lines) + "</code>"

    def _day_row(self, ledger: Ledger, day: date) -> str:
        cells = [self._cell(key, ledger.amount(day, key)) for key in ledger.nutrients]
        return " | ".join([self.style.dated(day, ledger.today), *cells])

    def _sum_row(self, ledger: Ledger, head: str, pick: Callable[[Summary], Decimal | None]) -> str:
        cells = [self._cell(key, pick(ledger.summaries[key])) for key in ledger.nutrients]
        return " | ".join([self.style.words(f"ask.{head}"), *cells])

    def _summary_row(self, summary: Summary) -> str:
        cells = [self._cell(summary.nutrient, value) for value in (summary.total, summary.mean)]
        heads = [self.style.words(f"ask.{head}") for head in ("total_row", "mean_row")]
        told = [f"{head} {cell}" for head, cell in zip(heads, cells, strict=True)]
        return " | ".join([self.style.name(summary.nutrient), *told])

    def _cell(self, nutrient: str, value: Decimal | None) -> str:
        return "?" if value is None else self.style.of(nutrient, value)
