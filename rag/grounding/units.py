"""Units: after a number, put together, and shared in a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rag.grounding.figure import Comparator, Figure, Kind
from rag.grounding.lexicon import Phrases, match
from rag.grounding.scan import Tokens
from rag.grounding.unit_words import AGE_WORDS, DENOMINATORS, LABELS, PER, PER_A

_ARTICLES = frozenset({"a", "o", "el", "la", "cada"})
_SPARSE_PER = frozenset({"a", "ao", "al", "cada"})
_LABEL_GLUE = frozenset("de of the com con with entre between from a :".split())
_OR = frozenset({"ou", "o", "u", "or"})
_LIST_GLUE = _OR | {"e", "y", "and", ","}
_MEASURES = (Kind.QUANTITY, Kind.RANGE)


@dataclass(frozen=True, slots=True)
class UnitReader:
    """Reads the unit after a number, and the label before one."""

    tokens: Tokens
    units: Phrases
    comparators: Phrases

    def read(self, at: int) -> tuple[str, int]:
        """The unit at token `at`, compounds within, and the index after it; ("", at) if there is none."""
        tokens, start = self.tokens, at
        if tokens.words[at] == "-" and tokens.touching(at - 1, at) and tokens.touching(at, at + 1):
            at += 1
        if not at or not tokens.near(at - 1, at):
            return "", start
        unit, end = match(self.units, tokens.words, at)
        if tokens.words[at] == "x" and tokens.kinds[end] == "num":  # "10 x 20 mm"
            return "", start
        return self.compound(unit, end) if unit else self.compound("", start)

    def compound(self, unit: str, end: int) -> tuple[str, int]:
        """Put "mm" and "por ano" together: "mm/year"."""
        words, whole = self.tokens.words, unit
        while words[end] in PER and (whole or words[end] not in ("a", "/")):
            below, after = match(self.units, words, end + 2 if words[end + 1] in _ARTICLES else end + 1)
            if below not in (PER_A if words[end] in _SPARSE_PER else DENOMINATORS):
                break
            whole, end = f"{whole}/{below}", after
        return ("bpm" if whole == "times/minute" else whole), end

    def label(self, begin: int, at: int) -> str:
        """The unit that words before a bare number give: "tipo 2" → "type", "idade de 30" → "year".

        `begin` is the first token of its comparator, `at` the number.
        """
        words, index = self.tokens.words, begin - 1
        while index >= 0 and words[index] in _LABEL_GLUE:
            index -= 1
        if (index >= 0 and words[index] in AGE_WORDS) or not AGE_WORDS.isdisjoint(words[begin:at]):
            return "year"
        return LABELS.get(words[begin - 1], "") if begin else ""


def share_units(found: list[Figure], folded: str) -> list[Figure]:
    """Give every figure of a list the unit of its last ("7 ou 10 mm"), or the label of its first."""
    for index in range(len(found) - 2, -1, -1):
        left, right = found[index], found[index + 1]
        if right.unit and not left.unit and _listed(left, right, folded):
            found[index] = replace(left, unit=right.unit)
    for index in range(1, len(found)):
        left, right = found[index - 1], found[index]
        if left.unit in LABELS.values() and not right.unit and _listed(left, right, folded):
            found[index] = replace(right, unit=left.unit)
    return found


def _listed(left: Figure, right: Figure, folded: str) -> bool:
    if left.kind not in _MEASURES or right.kind not in _MEASURES:
        return False
    glue = folded[left.end : right.start].strip()
    alike = (left.comparator is Comparator.EQUAL) == (right.comparator is Comparator.EQUAL)
    return glue in _OR or (alike and glue in _LIST_GLUE)


def implied_unit(figure: Figure, beside: Sequence[Figure]) -> str:
    """The unit left unsaid, that of the like figures beside it; "" where they differ or there is none.

    "homens de 50 a 69 anos e mulheres de 30 a 49": the second range is in years.
    """
    others = [other for other in beside if other.unit and other.kind is figure.kind]
    alike = [other for other in others if other.comparator is figure.comparator] or others
    units = {other.unit for other in alike}
    return units.pop() if len(units) == 1 else ""
