"""Units that stand apart from their number: "9 (mm)", "9 em mm", "em mm: 9", "2 (dois) anos". Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rag.protocols.reading.amount import Amount
from rag.protocols.reading.said import Said
from rag.protocols.reading.units import CALENDAR, CLOCK, COUNT, dimension, read_unit

_MARKS: Final = frozenset(",.;:()[]-~…")
_IN: Final = frozenset({"em", "en", "in"})
_VERBS: Final = frozenset({"e", "eh", "es", "is", "sao", "son"})
_CLOSED: Final = frozenset({")", "]"})
_MOST_MARKS: Final = 6


@dataclass(frozen=True, slots=True)
class Loose:
    """A unit at tokens [start, end) that no number has."""

    unit: str
    start: int
    end: int


def united(said: Said, found: Sequence[Amount], taken: Collection[int] = ()) -> list[Amount]:
    """Numbers with the units that stand apart from them: behind marks or "em", or before the only number."""
    once = _once(said, found)
    whole = [_with_unit(said, one, once, taken) for one in once]
    if len(whole) != 1 or whole[0].unit or whole[0].odd:
        return whole
    units = [one for one in loose(said, whole, taken) if _leads(said, one)]
    return [replace(whole[0], unit=units[0].unit)] if len({one.unit for one in units}) == 1 else whole


def loose(said: Said, found: Sequence[Amount], taken: Collection[int] = ()) -> Iterator[Loose]:
    """The units of a message that no number has and no date, but for "vezes" and the like."""
    words, inside = said.tokens.words, {at for one in found for at in range(one.start, one.end)}
    phrases = {at for tag in said.tags if tag.end > tag.start + 1 and tag.meaning for at in range(tag.start, tag.end)}
    at = 0
    while at < said.tokens.count:
        unit, end = read_unit(words, at)
        end = max(end, at + 1)
        free = inside.isdisjoint(range(at, end)) and not any(token in taken for token in range(at, end))
        if unit and free and dimension(unit) != COUNT and said.word_of(at) not in phrases:
            yield Loose(unit, at, end)
        at = end


def _once(said: Said, found: Sequence[Amount]) -> list[Amount]:
    """A number told again in brackets, as one: "2 (dois) anos", "dois anos (2)"."""
    words, whole = said.tokens.words, list[Amount]()
    for one in found:
        last = whole[-1] if whole else None
        opened = one.start > 0 and words[one.start - 1] in ("(", "[")
        again = last is not None and opened and last.end == one.start - 1 and last.values == one.values
        if last is None or not again or (last.unit and one.unit and last.unit != one.unit):
            whole.append(one)
            continue
        inexact = last.inexact or one.inexact
        whole[-1] = replace(one, start=last.start, unit=last.unit or one.unit, inexact=inexact)
    return whole


def _with_unit(said: Said, one: Amount, found: Sequence[Amount], taken: Collection[int]) -> Amount:
    if one.unit or one.odd or one.paired:
        return one
    words, at = said.tokens.words, one.end
    while at < said.tokens.count and words[at] in _MARKS and at - one.end < _MOST_MARKS:
        at += 1
    at += words[at] in _VERBS and words[at + 1] in _IN
    named = words[at] in _IN
    at += named
    unit, end = read_unit(words, at)
    starts = {other.start for other in found}
    if not unit or dimension(unit) == COUNT or any(token in taken or token in starts for token in range(at, end)):
        return one
    short = end == at + 1 and len(words[at]) == 1 and not named
    closes = end >= said.tokens.count or words[end] in _CLOSED or words[end] in ".!;"
    if (short or dimension(unit) in (CALENDAR, CLOCK)) and not closes:
        return one  # "42, mês passado", "7, segundo o laudo"
    return replace(one, end=end, unit=unit)


def _leads(said: Said, one: Loose) -> bool:
    """As in "em mm: 9", "mm 9"; no "em dia"."""
    words = said.tokens.words
    before = words[one.start - 1] if one.start else ""
    if before in _IN:
        return words[one.start] not in ("dia", "hora", "mes", "ano", "day", "time")
    return one.start == 0 and len(words[0]) > 1 and dimension(one.unit) not in (CALENDAR, CLOCK)
