"""Grades told as a part of a whole scale: "3/6", "grau III de VI", "3+/4+". Pure."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from typing import Final

from rag.protocols.reading.answers import Answer, Doubt, Problem, Told
from rag.protocols.reading.prepared import Prepared
from rag.protocols.reading.said import Said

_ROMAN: Final = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}
_TOP: Final = 10
"""The longest scale that is read so."""
_NAMED: Final = frozenset({"grau", "grado", "grade"})
_WEAK: Final = ("hedge", "bound", "unknown", "no", "contrast", "past", "if", "correction", "reverse")


def read_grade(said: Said, ready: Prepared) -> Answer:
    """The grade that is all a text tells, of a field whose scale ends at its maximum; None for anything else.

    A number of another scale ("2/4" of six) is a doubt.
    """
    top = ready.field.max
    if ready.field.unit or top is None or top > _TOP or ready.asked.isdisjoint(_NAMED):
        return None
    found = _pattern().fullmatch(said.tokens.folded.strip())
    if found is None or any(tag.meaning in _WEAK for tag in said.tags):
        return None
    grade, whole = _number(found["grade"]), _number(found["whole"] or "")
    if grade is None or (not found["whole"] and (found["grade"].isdecimal() or found["plus"])):
        return None
    quote, value = said.text.strip(), Decimal(grade)
    if found["whole"] and whole != top:
        return Doubt(Problem.AMBIGUOUS, quote)
    return Told(value, quote) if ready.plausible(value) else Doubt(Problem.IMPLAUSIBLE, quote, value)


def _number(written: str) -> int | None:
    return int(written) if written.isdecimal() else _ROMAN.get(written)


@cache
def _pattern() -> re.Pattern[str]:
    number = r"(?:\d{1,2}|[ivx]{1,4})"
    before = "e|eh|is|es|foi|deu|sopro|soplo|murmur|sistolico|diastolico|systolic|diastolic|de|of|um|a"
    lead = rf"(?:(?:{before})\s+)*(?:(?:grau|grado|grade)\s+)?"
    joint = r"\s*(?:/|de|em|en|sobre|of|out of|in|para)\s*"
    whole = rf"(?:{joint}(?P<whole>{number})\s*\+?(?:\s*\+)*)?"
    return re.compile(rf"{lead}(?P<grade>{number})(?P<plus>\s*\+)?{whole}[.! ]*")
