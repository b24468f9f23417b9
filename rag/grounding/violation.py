"""What can be wrong with an answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ViolationKind(StrEnum):
    """Why an answer may not be sent."""

    FIGURE = "figure"
    """No evidence holds the value."""
    UNIT = "unit"
    """Evidence holds the value, with another unit."""
    COMPARATOR = "comparator"
    """… with another comparator."""
    POLARITY = "polarity"
    """… in a statement negated otherwise; or a statement without figures is negated otherwise than its source."""
    SWAPPED = "swapped"
    """… for another subject, statement, food or day."""
    DATE = "date"
    CODE = "code"
    """A code, telephone or address that the evidence does not hold."""
    OTHER_PASSAGE = "other_passage"
    """Only a passage that the sentence does not cite holds it."""
    MISSING_CITATION = "missing_citation"
    UNKNOWN_CITATION = "unknown_citation"
    DIAGNOSIS = "diagnosis"
    """It tells the reader which illness they have, or don't have."""
    PRESCRIPTION = "prescription"
    """It tells to take, dose, stop or change a treatment."""
    REASSURANCE = "reassurance"
    """It says that all is well, or that nobody need be seen."""
    UNSUPPORTED = "unsupported"
    """Too few of its words are those of the passages that it cites."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing wrong, at `start:end` of the NFC form of the text. `figure` is its short form, None for codes."""

    kind: ViolationKind
    start: int
    end: int
    figure: str | None = None
