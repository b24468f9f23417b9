"""What an answer may rest on."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from rag.grounding.figure import Comparator
from rag.types import Language

EMERGENCY_NUMBERS = frozenset({"192", "188"})
"""SAMU (ambulance) and CVV (emotional support), Brazil's national numbers."""


class Origin(StrEnum):
    """Where a value comes from."""

    COMPUTED = "computed"
    DIARY = "diary"


@dataclass(frozen=True, slots=True)
class PassageText:
    """The text of a retrieved passage; `position` is the n of `[n]`, from 1.

    The same position may stand several times, once for each language in which the passage is at hand. `language`
    None: told from the words.
    """

    position: int
    text: str
    language: Language | None = None


@dataclass(frozen=True, slots=True)
class PatientText:
    """What the patient said: supports figures that are theirs, in a sentence that retells it."""

    text: str
    language: Language | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """A number that code computed (sum, mean, count, a parsed answer) or that stands in the diary.

    `unit` as written anywhere in this package ("kcal", "mg/dL", "days", "" for a bare count); `label` is for
    people. A diary value may be shown rounded, at whatever precision the text shows; a computed one is shown
    exactly. With `day`, a sentence that names a day must name this one; with `names` (of the food, the nutrient…,
    in any language) the sentence must hold one, and no other value's name may stand nearer to the figure.
    """

    value: Decimal
    unit: str
    label: str
    origin: Origin = Origin.COMPUTED
    day: date | None = None
    names: tuple[str, ...] = ()
    comparator: Comparator = Comparator.EQUAL


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that one answer may rest on.

    `dates` are days that the answer may name beside those of its values and passages; `today` gives "ontem" a day;
    `allowed` are codes (digits, folded text) that need no passage.
    """

    passages: tuple[PassageText, ...] = ()
    patient: tuple[PatientText, ...] = ()
    values: tuple[Value, ...] = ()
    dates: tuple[date, ...] = ()
    today: date | None = None
    allowed: frozenset[str] = field(default=EMERGENCY_NUMBERS)
