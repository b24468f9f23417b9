"""Whether a sentence and its translation say the same numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rag.grounding.figure import Figure, Kind
from rag.grounding.figures import figures
from rag.grounding.units import implied_unit
from rag.types import Language

_TRANSLATED_CODES = frozenset({"hba1c", "a1c", "dm1", "dm2"})
"""Codes for which another language may use words."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Figures (short forms, sorted) that only one of two sentences holds."""

    only_first: tuple[str, ...]
    only_second: tuple[str, ...]

    def __bool__(self) -> bool:
        """True where the sentences differ."""
        return bool(self.only_first or self.only_second)

    def __str__(self) -> str:
        """For an error message."""
        first, second = (", ".join(side) or "-" for side in (self.only_first, self.only_second))
        return f"only in the first: {first}; only in the second: {second}"


def differences(
    first: str, second: str, first_language: Language | None = None, second_language: Language | None = None
) -> Difference:
    """The figures (comparator and unit within) that only one of two sentences holds, as often as they stand."""
    ours, theirs = _said(first, first_language), _said(second, second_language)
    return Difference(tuple(sorted((ours - theirs).elements())), tuple(sorted((theirs - ours).elements())))


def aligned(
    first: str, second: str, first_language: Language | None = None, second_language: Language | None = None
) -> bool:
    """Whether two sentences, in any two of the languages, hold the same multiset of figures."""
    return not differences(first, second, first_language, second_language)


def _said(text: str, language: Language | None) -> Counter[str]:
    found = figures(text, language)
    return Counter(_form(figure, found) for figure in found if figure.code not in _TRANSLATED_CODES)


def _form(figure: Figure, beside: list[Figure]) -> str:
    if figure.kind in (Kind.QUANTITY, Kind.RANGE) and figure.value is not None:
        upper = f"..{figure.upper.normalize():f}" if figure.upper is not None else ""
        unit = figure.unit or implied_unit(figure, beside)
        sign = "" if figure.comparator == "=" else f"{figure.comparator} "
        return f"{sign}{figure.value.normalize():f}{upper} {unit}".strip()
    return f"{figure.kind} {figure}"
