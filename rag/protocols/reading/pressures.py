"""The answer to a question for measurements: values of one kind, or blood pressures in pairs. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Final

from rag.protocols.reading.amount import Amount
from rag.protocols.reading.amounts import amounts
from rag.protocols.reading.answers import Answer, Doubt, Problem, Told, Unknown
from rag.protocols.reading.dates import times
from rag.protocols.reading.phrases import words_in
from rag.protocols.reading.prepared import Prepared
from rag.protocols.reading.said import Said
from rag.protocols.reading.said_dates import SaidDate, Times
from rag.protocols.reading.taking import hedged, is_time, standing, taken
from rag.protocols.types import Reading

# Plausible pressures in mmHg, and in cmHg as people say them ("15 por 9").
_SYSTOLIC, _DIASTOLIC = (Decimal(60), Decimal(300)), (Decimal(30), Decimal(200))
_SPOKEN_BELOW, _SPOKEN = Decimal(30), Decimal(10)
_BARE: Final = (((90, 260), (40, 130), 20), ((9, 25), (4, 14), 2))
"""Bounds of a pressure's numbers told side by side, and how far apart they are at least, in mmHg and in cmHg."""
_JOINERS: Final = frozenset({"x", "/", "por", "over", "sobre", "by", "com", "con"})
_BETWEEN: Final = frozenset({"a", "ate", "hasta", "to", "-", "ou", "o", "or"})


@dataclass(frozen=True, slots=True)
class Pair:
    """Two numbers told as a blood pressure at tokens [start, end); `spoken`: in cmHg, as in "15 por 9"."""

    start: int
    end: int
    first: Decimal
    second: Decimal
    spoken: bool
    inexact: bool

    @property
    def fits(self) -> bool:
        """Whether anybody may have such a pressure."""
        high, low = _SYSTOLIC[0] <= self.first <= _SYSTOLIC[1], _DIASTOLIC[0] <= self.second <= _DIASTOLIC[1]
        return high and low and self.first > self.second


def read_measurements(said: Said, ready: Prepared, today: date) -> Answer:
    """The readings that a text tells; each with its day where one is told beside it.

    Of a blood pressure both numbers; 15 by 9 is 150 by 90 mmHg. A slash between two numbers is a pressure unless a
    word before it makes it a date ("em 10/10") or it can be no pressure.
    """
    if said.asks:
        return None
    when = times(said, today)
    found = amounts(said, when.taken)
    if ready.unit == "mmHg":
        answer = _of_pairs(said, ready, when, pairs(said, found), today)
    else:
        answer = _of_values(said, ready, when, found, today)
    return Unknown() if answer is None and said.has("unknown", "not_done") else answer


def pairs(said: Said, found: Sequence[Amount]) -> list[Pair]:
    """The pressures of a text."""
    words, read, at = said.tokens.words, [], 0
    while at + 1 < len(found):
        one, other = found[at], found[at + 1]
        between = words[one.end : other.start]
        if len(between) == 1 and between[0] in _JOINERS and _measures(one) and _measures(other):
            read.append(_pair(one, other, bounded=other.inexact and between[0] != "over"))
            at += 2
        else:
            at += 1
    return read or _side_by_side(found)


def _side_by_side(found: Sequence[Amount]) -> list[Pair]:
    """As in "140 90 e 150 95": numbers two by two with nothing between them, and no others."""
    told = [one for one in found if not is_time(one)]
    twos = list(zip(told[::2], told[1::2], strict=False))
    apart = all(one.end < after.start for (_, one), (after, _) in pairwise(twos))
    if len(told) % 2 or not apart or any(one.end != other.start for one, other in twos):
        return []
    plain = all(_measures(one) and not one.odd and not one.inexact for one in told)
    fits = any(all(_near(one, other, bounds) for one, other in twos) for bounds in _BARE)
    return [_pair(one, other, bounded=False) for one, other in twos] if plain and fits else []


def _near(one: Amount, other: Amount, bounds: tuple[tuple[int, int], tuple[int, int], int]) -> bool:
    (low, high), (lowest, highest), least = bounds
    return low <= one.value <= high and lowest <= other.value <= highest and one.value - other.value >= least


def _measures(one: Amount) -> bool:
    return one.unit in ("", "mmHg", "cmHg") and len(one.values) == 1 and not (one.odd and not one.paired)


def _pair(one: Amount, other: Amount, *, bounded: bool) -> Pair:
    spoken = one.value < _SPOKEN_BELOW and other.value < _SPOKEN_BELOW
    factor = _SPOKEN if spoken else Decimal(1)
    return Pair(one.start, other.end, one.value * factor, other.value * factor, spoken, one.inexact or bounded)


def _of_pairs(said: Said, ready: Prepared, when: Times, found: Sequence[Pair], today: date) -> Answer:
    if not found:
        return _single(said, when)
    quote = said.quote(found[0].start, found[-1].end)
    outdated = not words_in("former", "norm").isdisjoint(said.words)
    if outdated or said.has("correction") or _mixed(said, found):
        return Doubt(Problem.AMBIGUOUS, quote)
    if not all(pair.fits for pair in found):
        return Doubt(Problem.IMPLAUSIBLE, quote)
    if any(pair.inexact for pair in found) or _ranged(said, found) or _loose(said):
        return Doubt(Problem.INEXACT, quote)
    days = _days(said, found, when)
    value = tuple(Reading(pair.first, pair.second, days.get(at)) for at, pair in enumerate(found))
    return _counted(value, quote, ready, today)


def _mixed(said: Said, found: Sequence[Pair]) -> bool:
    """Whether beside a pressure in mmHg another may be a date ("12/8 hoje e 150/90 ontem")."""
    slashed = [pair for pair in found if "/" in said.tokens.words[pair.start : pair.end]]
    return len({pair.spoken for pair in found}) > 1 and any(pair.spoken for pair in slashed)


def _single(said: Said, when: Times) -> Answer:
    """One number of a pressure is none."""
    found = [one for one in amounts(said, when.taken) if one.unit in ("", "mmHg") and not is_time(one)]
    if not found:
        return None
    return Doubt(Problem.TOO_FEW, said.quote(found[0].start, found[-1].end))


def _of_values(said: Said, ready: Prepared, when: Times, found: Sequence[Amount], today: date) -> Answer:
    now, _ = standing([one for one in found if not is_time(one)], said)
    if not now:
        return None
    own = [taken(one, ready, said) for one in now]
    quote = said.quote(now[0].start, now[-1].end)
    problems = {one.problem for one in own} - {None}
    if any(hedged(one, said) for one in now):
        problems.add(Problem.INEXACT)
    for problem in (Problem.UNIT, *Problem):
        if problem in problems:
            return Doubt(problem, quote)
    days = _days(said, now, when)
    value = tuple(Reading(one.values[0], None, days.get(at)) for at, one in enumerate(own))
    return _counted(value, quote, ready, today)


def _counted(value: tuple[Reading, ...], quote: str, ready: Prepared, today: date) -> Answer:
    if any(reading.on is not None and reading.on > today for reading in value):
        return Doubt(Problem.FUTURE, quote, value)
    if len(value) < (ready.field.at_least or 1):
        return Doubt(Problem.TOO_FEW, quote, value)
    return Told(value, quote)


def _loose(said: Said) -> bool:
    """Whether a text hedges; the "over" of "150 over 90" doesn't."""
    return any(tag.meaning in ("hedge", "bound") and said.words[tag.start] != "over" for tag in said.tags)


def _ranged(said: Said, found: Sequence[Pair]) -> bool:
    """As in "de 15 por 9 a 17 por 10"."""
    gaps = (said.tokens.words[one.end : other.start] for one, other in pairwise(found))
    return any(len(gap) == 1 and gap[0] in _BETWEEN for gap in gaps)


def _days(said: Said, found: Sequence[Pair | Amount], when: Times) -> dict[int, date]:
    """The day of each reading, of those told in the same clause, or else in the whole text."""
    days: dict[int, date] = {}
    for told in when.dates:
        first, last = said.clause(said.word_of(told.start))
        inside = [at for at, one in enumerate(found) if first <= said.word_of(one.start) < last]
        beside = [one for one in when.dates if not inside or first <= said.word_of(one.start) < last]
        at = _beside(told, found, inside or range(len(found)), beside)
        if at is not None and told.day is not None and told.whole and not told.either:
            days.setdefault(at, told.day)
    return days


def _beside(
    told: SaidDate, found: Sequence[Pair | Amount], among: Sequence[int], dates: Sequence[SaidDate]
) -> int | None:
    """The reading that a date belongs to: all dates stand before their readings, or all after them."""
    if dates[0].start < found[among[0]].start:
        return next((at for at in among if found[at].start >= told.end), None)
    return next((at for at in reversed(among) if found[at].end <= told.start), None)
