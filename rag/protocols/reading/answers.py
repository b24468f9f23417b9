"""What a patient's words come to. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from rag.protocols.types import Value


class Problem(StrEnum):
    """Why an answer can't be taken as a fact."""

    INEXACT = "inexact"
    """Only a bound, a range or a guess: "mais de 40", "uns 40", "entre 3 e 5"."""
    IMPLAUSIBLE = "implausible"
    """Outside the field's range, or no day of any calendar."""
    UNIT = "unit"
    """A unit that can't be converted, or none said where two readings are plausible."""
    FUTURE = "future"
    """A date after today."""
    AMBIGUOUS = "ambiguous"
    """Different values, several options, yes and no at once, or one number that two readings fit."""
    TOO_FEW = "too_few"
    """Fewer measurements than are asked for."""


@dataclass(frozen=True, slots=True)
class Told:
    """A value, read from `quote`, a stretch of the text. `on` is a date told beside it, an exam's."""

    value: Value
    quote: str
    on: date | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that was meant as an answer; `said` is a stretch of the text, `value` what it would be."""

    problem: Problem
    said: str
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Unknown:
    """The patient doesn't know, or has not had that exam."""


Answer = Told | Doubt | Unknown | None
"""None: the text is no answer to the question."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A fact told of the patient's own accord, read from `quote`, a stretch of the text."""

    key: str
    value: Value
    quote: str
    on: date | None = None
