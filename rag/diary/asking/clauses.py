"""The clauses of a sentence about the diary, each with the days, foods and words that govern its figures. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from rag.diary.asking.marks import Mark
from rag.diary.asking.words import Sense

Reader = Callable[[Sequence[Mark]], list[Mark]]

RANKING: Final = frozenset({Sense.MORE, Sense.LESS, Sense.MOST, Sense.LEAST})
BOUNDING: Final = frozenset({Sense.OVER, Sense.UNDER, Sense.WITHIN})
PREDICATES: Final = frozenset({*RANKING, *BOUNDING, Sense.NO, Sense.GAP})
_STATES: Final = frozenset({Sense.MEAN, Sense.TOTAL, Sense.KNOWN, Sense.TARGET})
VERBS: Final = frozenset({Sense.LOG, Sense.EAT})
_RESETTING: Final = frozenset({Sense.MEAN, Sense.TOTAL, Sense.PERIOD})


@dataclass(frozen=True, slots=True)
class Governed:
    """What governs a clause in one respect. `own` stands in it, or right before it in a clause without a statement.

    `carried` was said of an earlier statement; `ahead` follows in a clause without figures.
    """

    own: tuple[Mark, ...] = ()
    carried: tuple[Mark, ...] = ()
    ahead: tuple[Mark, ...] = ()

    @property
    def near(self) -> tuple[Mark, ...]:
        """What is its own, or else was carried, or else follows."""
        return self.own or self.carried or self.ahead


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence. `senses` are the words in it and those taken over from an open clause before it.

    `inherited` are the words of the statement before, where it has none; `told` the nutrients of the amounts so far.
    """

    marks: tuple[Mark, ...]
    senses: frozenset[Sense]
    days: Governed
    foods: Governed
    nutrients: Governed
    meals: Governed
    inherited: frozenset[Sense] = frozenset()
    told: frozenset[str] = frozenset()

    @property
    def figures(self) -> list[Mark]:
        """Its figures; days are none."""
        return [mark for mark in self.marks if mark.figure is not None]

    @property
    def own_senses(self) -> frozenset[Sense]:
        """The words that stand in the clause itself."""
        return senses_of(self.marks)

    def named(self, sense: Sense) -> list[Mark]:
        """Its marks of one sense."""
        return [mark for mark in self.marks if mark.sense is sense]

    @property
    def start(self) -> int:
        """Where it starts."""
        return self.marks[0].start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.marks[-1].end


@dataclass(slots=True)
class _Carry:
    """What has been said in one respect: of an open clause, or of a statement before."""

    open: list[Mark] = field(default_factory=list)
    closed: list[Mark] = field(default_factory=list)

    def take(self, own: list[Mark], ahead: list[Mark]) -> Governed:
        found = [*self.open, *own]
        if found:
            return Governed(tuple(found), tuple(self.closed))
        return Governed(carried=tuple(self.closed), ahead=() if self.closed else tuple(ahead))

    def keep(self, governed: Governed, *, closes: bool) -> None:
        if governed.own and closes:
            self.open, self.closed = [], list(governed.own)
        elif governed.own:
            self.open = list(governed.own)


def clauses(marks: Sequence[Mark]) -> list[Clause]:
    """The clauses of a sentence's marks, in order. Commas, "and" and full stops part them."""
    parts = [part for part in _parted(marks) if part]
    carries = [_Carry() for _ in _READERS]
    found: list[Clause] = []
    open_senses: frozenset[Sense] = frozenset()
    before: frozenset[Sense] = frozenset()
    for at, part in enumerate(parts):
        own = senses_of(part)
        closes = _closes(part)
        governed = [
            carry.take(read(part), _ahead(parts, at, read)) for carry, read in zip(carries, _READERS, strict=True)
        ]
        for carry, one in zip(carries, governed, strict=True):
            carry.keep(one, closes=closes)
        days, foods, nutrients, meals = governed
        alone = not own & (PREDICATES | _STATES | VERBS) and not any(mark.figure for mark in part)
        inherited = before if alone else frozenset[Sense]()
        senses = own | open_senses | _states_ahead(parts[at + 1 :])
        found.append(Clause(tuple(part), senses, days, foods, nutrients, meals, inherited))
        open_senses = frozenset() if closes else (own | open_senses) & (_STATES | {Sense.PERIOD, Sense.DAY_NOUN})
        before = before if alone else own
    return found


def senses_of(marks: Iterable[Mark]) -> frozenset[Sense]:
    """The senses of some marks."""
    return frozenset(mark.sense for mark in marks if mark.sense is not None)


def _closes(part: Sequence[Mark]) -> bool:
    """Whether a statement ends with it: it holds a figure, compares, or says that a food was eaten."""
    senses = senses_of(part)
    eaten = senses & VERBS and Sense.FOOD in senses
    return any(mark.figure for mark in part) or bool(senses & PREDICATES or eaten)


def _parted(marks: Sequence[Mark]) -> Iterable[list[Mark]]:
    part: list[Mark] = []
    for mark in marks:
        if mark.sense is Sense.AND:
            yield part
            part = []
        else:
            part.append(mark)
    yield part


def _days(part: Sequence[Mark]) -> list[Mark]:
    return [mark for mark in part if mark.days is not None and mark.sense is not Sense.PERIOD]


def _of(sense: Sense) -> Reader:
    return lambda part: [mark for mark in part if mark.sense is sense]


_READERS: Final[tuple[Reader, ...]] = (_days, _of(Sense.FOOD), _of(Sense.NUTRIENT), _of(Sense.MEAL))


def _ahead(parts: Sequence[Sequence[Mark]], at: int, read: Reader) -> list[Mark]:
    """What follows in that respect before the next statement; and the only day of the sentence, wherever it stands."""
    for part in parts[at + 1 :]:
        if _closes(part):
            break
        if found := read(part):
            return found
    named = _days([mark for part in parts for mark in part])
    alone = len(named) == 1 and read is _days and not senses_of(parts[at]) & _RESETTING
    return named if alone else []


def _states_ahead(parts: Sequence[Sequence[Mark]]) -> frozenset[Sense]:
    """Words such as "on average" that follow in a clause of their own."""
    following = senses_of(parts[0]) if parts else frozenset[Sense]()
    alone = parts and all(mark.sense in _STATES for mark in parts[0])
    return following if alone else frozenset()
