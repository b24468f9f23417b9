"""The patient's age, told of their own accord. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from rag.protocols.reading.amount import Amount
from rag.protocols.reading.phrases import words_in
from rag.protocols.reading.prepared import Prepared
from rag.protocols.reading.said import Said
from rag.protocols.reading.scope import Scope
from rag.protocols.reading.taking import hedged, in_years
from rag.protocols.reading.units import converted
from rag.types import Language

_MINE: Final = frozenset({"tenho", "tengo", "am", "im"})
_THEIRS: Final = frozenset({"tem", "tiene", "is", "shes", "hes"})
_NAMED: Final = frozenset({"idade", "edad", "age", "aged"})
_OF_AGE: Final = (("de", "idade"), ("de", "edad"), ("of", "age"))
_IS: Final = frozenset({"e", "de", "is", "es"})
_LEAD: Final = frozenset({"sou", "soy", "paciente", "pct", "pcte", "patient", "sexo"})
_OF: Final = frozenset({"de", "com", "con", "of"})
_AFTER: Final = frozenset({"e", "y", "and", "old", "sexo", "sex", "mas", "pero", "but", "ele", "ela", "que"})
_SHORTHAND: Final = frozenset({"a", "yo", "y", "anos"})
_YOUNGEST: Final = 8
"""Nobody younger writes "tenho 3 anos": it is how long something lasts."""


def ages(said: Said, found: Sequence[Amount], ready: Prepared, about: Scope) -> Iterator[tuple[Decimal, int, int]]:
    """Each age told of the patient, in years, and the tokens [start, end) that tell it; never a duration."""
    for one in in_years(said, found):
        value = _years(one, ready)
        first, last = said.word_of(one.start), said.word_of(one.end - 1) + 1
        if value is None or not about.numbers(first, last) or hedged(one, said):
            continue
        begin = _of_person(said, first, about) if one.unit else None
        begin = _told(said, one, value) if begin is None and _ends(said, last) else begin
        if begin is not None:
            yield value, said.at[begin], one.end


def _years(one: Amount, ready: Prepared) -> Decimal | None:
    if one.inexact or one.paired or one.odd or len(one.values) > 1 or one.unit not in ("", "anos", "meses"):
        return None
    value = converted(one.value, one.unit or "anos", "anos")
    return value if value is not None and ready.plausible(value) else None


def _ends(said: Said, at: int) -> bool:
    """Whether what follows is no "de diabetes", "tomando remédio": then it would be a duration."""
    if at < len(said.words) and said.words[at] in _SHORTHAND and not said.breaks[at]:
        at += 1
    if at >= len(said.words) or said.breaks[at]:
        return True
    word = said.words[at]
    if word in ("de", "of") and at + 1 < len(said.words):
        return said.words[at + 1] in _NAMED
    return word in _AFTER or word in words_in("mine", "person") or word in _THEIRS


def _told(said: Said, one: Amount, value: Decimal) -> int | None:
    """The word at which the statement of an age begins."""
    first, last = said.word_of(one.start), said.word_of(one.end - 1) + 1
    if last < len(said.words) and (said.words[last] == "old" or said.words[last : last + 2] in _OF_AGE):
        return first
    if first == 0 or said.breaks[first]:
        return None
    before = said.words[first - 1]
    named = first - 1 if before in _NAMED else first - 2
    if named >= 0 and said.words[named] in _NAMED and (named == first - 1 or before in _IS):
        return named
    if before in _MINE:
        return first - 1 if value >= _YOUNGEST and (one.unit or said.language is Language.EN) else None
    return None


def _of_person(said: Said, first: int, about: Scope) -> int | None:
    """As in "homem de 54 anos", "mulher, 54 anos" at the head of a clause; of one cared for, "tem 8 anos"."""
    if first == 0:
        return None
    before = said.words[first - 1]
    if before in _THEIRS:
        return first - 1 if about.carer else None
    back = first - 2 if before in _OF else first - 1
    if back < 0 or said.words[back] not in words_in("person") or said.breaks[first] > 1:
        return None
    heads = back == 0 or said.breaks[back] > 0 or said.words[back - 1] in _LEAD
    return back if heads or about.carer else None
