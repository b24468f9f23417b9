"""Which truths an expression can have at all: a search over values around everything that it compares with.

Facts are given one at a time, and a branch ends where what is known decides the expression: that makes long
conjunctions cheap. What is too large to be searched whole is drawn at random, by a fixed seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from graphlib import TopologicalSorter
from itertools import chain, pairwise, product
from typing import Final

from rag.protocols.deciding import CompiledProtocol
from rag.protocols.expressions import SECOND, Expression
from rag.protocols.syntax import comparisons, integers
from rag.protocols.types import Fact, Facts, FieldType, How, ProtocolField, Reading, Truth, Value

STEP: Final = Decimal("0.01")
"""How far beside a threshold it is tried."""
_TRIED: Final = 4_000
"""Evaluations of one search."""
_DRAWN: Final = 1_000
_MOST_READINGS: Final = 10
_AT: Final = datetime(2000, 1, 1, tzinfo=UTC)
_WIDE: Final = (Decimal(0), Decimal(1_000))
"""Between which a number is tried whose field has no bounds."""


class _SpentError(Exception):
    """The search has taken all that it may."""


@dataclass(slots=True)
class Sampler:
    """Tries the values of the fields that `expression` rests on.

    A field whose `needed_when` does not hold is left out, as a conversation never asks for it.
    """

    compiled: CompiledProtocol
    expression: Expression
    _left: int = 0
    _order: tuple[ProtocolField, ...] = field(init=False)
    _values: Mapping[str, tuple[Value, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self._order = tuple(_rests_on(self.compiled, self.expression.reads))
        conditions = (self.compiled.needed_when.get(one.key) for one in self._order)
        compared = _compared((self.expression, *(condition for condition in conditions if condition)))
        self._values = {one.key: tuple(_values(one, compared)) for one in self._order}

    def reaches(self, wanted: Truth) -> bool:
        """Whether some facts give it that truth; UNKNOWN: with all known that would be asked for.

        Raises ValueError where it fails on some facts.
        """
        if wanted is Truth.UNKNOWN and not any(one.key in self.compiled.needed_when for one in self._order):
            return False
        self._left = _TRIED
        try:
            return self._search(0, {}, wanted)
        except _SpentError:
            return wanted in self._drawn()

    def _search(self, depth: int, facts: Facts, wanted: Truth) -> bool:
        if self._left == 0:
            raise _SpentError
        self._left -= 1
        truth = self.expression.truth(facts)
        if truth is not Truth.UNKNOWN or depth == len(self._order):
            return truth is wanted
        asked = self._order[depth]
        return any(self._search(depth + 1, more, wanted) for more in self._told(asked, facts, self._values[asked.key]))

    def _told(self, asked: ProtocolField, facts: Facts, values: Sequence[Value]) -> Iterator[Facts]:
        condition = self.compiled.needed_when.get(asked.key)
        if condition is not None and condition.truth(facts) is not Truth.TRUE:
            yield facts
            return
        for value in values:
            yield {**facts, asked.key: Fact(asked.key, value, How.ANSWERED, _AT)}

    def _drawn(self) -> frozenset[Truth]:
        draw = random.Random(0)  # noqa: S311 - a sample that is the same each time
        found = set()
        for _ in range(_DRAWN):
            facts: Facts = {}
            for asked in self._order:
                facts = next(self._told(asked, facts, [draw.choice(self._values[asked.key])]))
            found.add(self.expression.truth(facts))
        return frozenset(found)


def _rests_on(compiled: CompiledProtocol, reads: Iterable[str]) -> Iterator[ProtocolField]:
    """What `reads` name and what those need, each after what it needs."""
    needs: dict[str, tuple[str, ...]] = {}
    waiting = list(reads)
    while waiting:
        key = waiting.pop()
        condition = compiled.needed_when.get(key)
        needs[key] = condition.reads if condition else ()
        waiting += [other for other in needs[key] if other not in needs]
    order = TopologicalSorter(needs).static_order()
    return (one for key in order if (one := compiled.protocol.field(key)) is not None)


@dataclass(frozen=True, slots=True)
class _Compared:
    """What expressions compare each variable with, and the largest whole number that they count to."""

    numbers: Mapping[str, frozenset[Decimal]]
    count: int


def _compared(expressions: Iterable[Expression]) -> _Compared:
    trees = [expression.tree() for expression in expressions]
    numbers: dict[str, frozenset[Decimal]] = {}
    for found in chain.from_iterable(comparisons(tree) for tree in trees):
        values = {Decimal(str(value)) for value in found.values if isinstance(value, float)}
        numbers[found.name] = numbers.get(found.name, frozenset()) | values
    return _Compared(numbers, max(chain.from_iterable(integers(tree) for tree in trees), default=1))


def _values(asked: ProtocolField, compared: _Compared) -> Iterator[Value]:
    match asked.type:
        case FieldType.YES_NO:
            yield from (True, False)
        case FieldType.CHOICE:
            yield from (option.key for option in asked.options)
        case FieldType.NUMBER:
            yield from _numbers(asked, compared.numbers.get(asked.key, frozenset()))
        case FieldType.MEASUREMENTS:
            yield from _readings(asked, compared)


def _numbers(asked: ProtocolField, thresholds: Iterable[Decimal]) -> list[Decimal]:
    """The thresholds and what is just beside them, the bounds, and some between; all of them plausible."""
    around = [value + step for value in sorted(thresholds) for step in (-STEP, 0, STEP)]
    low = Decimal(str(asked.min)) if asked.min is not None else min([*_WIDE, *around])
    high = Decimal(str(asked.max)) if asked.max is not None else max([*_WIDE, *around])
    between = [] if around else [low + (high - low) * part / 4 for part in (1, 2, 3)]
    return [value for value in dict.fromkeys((*around, low, high, *between)) if low <= value <= high]


def _readings(asked: ProtocolField, compared: _Compared) -> Iterator[tuple[Reading, ...]]:
    """Lists of equal readings, and of halves that differ; of as many as are asked for, and as are counted to."""
    firsts = _numbers(asked, compared.numbers.get(asked.key, frozenset()))
    seconds = compared.numbers.get(asked.key + SECOND)
    pairs = list(product(firsts, [None] if seconds is None else _numbers(asked, seconds)))
    fewest = asked.at_least or 0
    most = min(_MOST_READINGS, max(fewest, compared.count + 1))
    for count in range(fewest, most + 1):
        equal = [(Reading(first, second),) * count for first, second in pairs]
        yield from equal
        yield from (one[: count // 2] + other[count // 2 :] for one, other in pairwise(equal))
