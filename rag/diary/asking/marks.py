"""A sentence about the diary as marks: each figure, day, food and word with what it does there. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from rag.diary.asking.ledger import Ledger
from rag.diary.asking.words import Meaning, Phrases, Sense, vocabulary
from rag.grounding.figure import Comparator, Figure, Kind, PartialDate
from rag.grounding.figures import read_figures
from rag.grounding.scan import Tokens, scan
from rag.grounding.violation import ViolationKind
from rag.types import Language

_BEYOND: Final = {Comparator.ABOVE: Sense.MORE, Comparator.BELOW: Sense.LESS}
_DAYS_BACK: Final = {Sense.TODAY: 0, Sense.YESTERDAY: 1, Sense.BEFORE_YESTERDAY: 2}
_SPLITTERS: Final = frozenset(".;,:-")
_QUIET: Final = frozenset("()'\"“”·")
_SHORT: Final = 31


class UnreadError(Exception):
    """A sentence holds what can't be checked; `kind` says of which sort it is, and the span where it stands."""

    def __init__(self, kind: ViolationKind, start: int, end: int) -> None:
        super().__init__(str(kind))
        self.kind, self.start, self.end = kind, start, end


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing in a sentence, at `start:end`. `days` are those of the period that it may name."""

    sense: Sense | None
    start: int
    end: int
    names: frozenset[str] = frozenset()
    figure: Figure | None = None
    days: frozenset[date] | None = None

    @property
    def is_date(self) -> bool:
        """Whether it names one day by number, "hoje" and "ontem" within."""
        return self.days is not None and self.sense is not Sense.WEEKDAY


@dataclass(frozen=True, slots=True)
class Marker:
    """Reads sentences against one ledger; `foods` are the names that they may hold."""

    ledger: Ledger
    foods: Phrases

    def marks(self, text: str) -> list[Mark]:
        """The marks of a sentence, fillers left out. UnreadError for a word, number or sign that is none of them."""
        tokens = scan(text)
        found = _Reading(self, tokens, {f.start: f for f in read_figures(tokens, self.ledger.language)}).all()
        return _days_joined(_ranges(_listed_days(found, self.ledger), self.ledger))


@dataclass(slots=True)
class _Reading:
    """One walk over the tokens."""

    marker: Marker
    tokens: Tokens
    figures: dict[int, Figure]
    found: list[Mark] = field(default_factory=list)

    def all(self) -> list[Mark]:
        at = 0
        while at < self.tokens.count:
            at = self._take(at)
        return self.found

    def _take(self, at: int) -> int:
        words, ledger = self.tokens.words, self.marker.ledger
        named = self.marker.foods.at(words, at)
        known = vocabulary(ledger.language).at(words, at)
        if named and (known is None or named[1] >= known[1]):
            return self._mean(named, at)
        figure = self.figures.get(self.tokens.starts[at])
        if figure is not None and figure.kind is not Kind.CODE:
            return self._figure(figure, at)
        if words[at] == "once" and ledger.language is Language.EN:
            return self._figure(Figure(Kind.QUANTITY, *self._span(at), Decimal(1), unit="times"), at)
        if known is not None:
            return self._mean(known, at)
        return self._symbol(at)

    def _span(self, at: int) -> tuple[int, int]:
        return self.tokens.starts[at], self.tokens.ends[at]

    def _mean(self, found: tuple[Meaning, int], at: int) -> int:
        meaning, end = found
        start, stop = self.tokens.starts[at], self.tokens.ends[end - 1]
        if self.tokens.text[start:stop].lower() == "é":
            return end
        for sense in meaning.senses:
            if sense is not Sense.FILLER:
                self.found.append(Mark(sense, start, stop, meaning.names, days=self._days(sense, meaning)))
        return end

    def _days(self, sense: Sense, meaning: Meaning) -> frozenset[date] | None:
        if sense in _DAYS_BACK:
            return frozenset([self.marker.ledger.today - timedelta(days=_DAYS_BACK[sense])])
        if sense is not Sense.WEEKDAY:
            return None
        number = int(next(iter(meaning.names)))
        return frozenset(day for day in _period(self.marker.ledger) if day.weekday() == number)

    def _figure(self, figure: Figure, at: int) -> int:
        if figure.kind not in (Kind.QUANTITY, Kind.DATE):
            raise UnreadError(ViolationKind.FIGURE, figure.start, figure.end)
        if figure.date is not None:
            self.found.append(self._dated(figure, figure.date))
        else:
            if self.tokens.words[at] == "ate" and self.marker.ledger.language is Language.EN:
                # "ate 50 g" is no "até 50 g"
                self.found.append(Mark(Sense.EAT, *self._span(at)))
                figure = replace(figure, comparator=Comparator.EQUAL)
            elif figure.comparator in _BEYOND:
                for sense in (_BEYOND[figure.comparator], Sense.THAN):
                    self.found.append(Mark(sense, figure.start, figure.start))
                figure = replace(figure, comparator=Comparator.EQUAL)
            self.found.append(Mark(None, figure.start, figure.end, figure=figure))
        while at < self.tokens.count and self.tokens.starts[at] < figure.end:
            at += 1
        return at

    def _dated(self, figure: Figure, said: PartialDate) -> Mark:
        period = _period(self.marker.ledger)
        days = frozenset(day for day in period if said.within(PartialDate(day.year, day.month, day.day)))
        if said.day is None:
            return Mark(Sense.PERIOD, figure.start, figure.end, days=None if len(days) == len(period) else frozenset())
        return Mark(None, figure.start, figure.end, days=days)

    def _symbol(self, at: int) -> int:
        word, start, end = self.tokens.words[at], self.tokens.starts[at], self.tokens.ends[at]
        if word in _SPLITTERS:
            self.found.append(Mark(Sense.AND, start, end, frozenset([word])))
        elif word not in _QUIET:
            raise UnreadError(ViolationKind.UNSUPPORTED, start, end)
        return at + 1


def _period(ledger: Ledger) -> list[date]:
    return [ledger.plan.date_from + timedelta(days=n) for n in range(ledger.evidence.span)]


def _listed_days(marks: Sequence[Mark], ledger: Ledger) -> list[Mark]:
    """A bare number beside a day of that month is a day too: "12 e 15/11", "November 5 and 6"."""
    found = list(marks)
    for at in range(len(found) - 3, -1, -1):
        found[at] = _like(found[at], found[at + 2], found[at + 1], ledger) or found[at]
    for at in range(2, len(found)):
        found[at] = _like(found[at], found[at - 2], found[at - 1], ledger) or found[at]
    return found


def _like(bare: Mark, day: Mark, between: Mark, ledger: Ledger) -> Mark | None:
    figure = bare.figure
    if figure is None or figure.unit or figure.value is None or figure.comparator is not Comparator.EQUAL:
        return None
    number = int(figure.value)
    if between.sense not in (Sense.AND, Sense.UNTIL) or not day.is_date or day.sense or number != figure.value:
        return None
    if not day.days or not 1 <= number <= _SHORT:
        return None
    months = {(one.year, one.month) for one in day.days}
    days = frozenset(one for one in _period(ledger) if (one.year, one.month) in months and one.day == number)
    return replace(bare, figure=None, days=days)


def _ranges(marks: Sequence[Mark], ledger: Ledger) -> list[Mark]:
    """Two days that say the period, which it must be: "de 23/11 a 29/11"."""
    found: list[Mark] = []
    at = 0
    while at < len(marks):
        between = marks[at].sense is Sense.BETWEEN
        first, joint, last = (at + 1, at + 2, at + 3) if between else (at, at + 1, at + 2)
        if last < len(marks) and _joins(marks[joint], between=between) and marks[first].is_date and marks[last].is_date:
            ends = (frozenset([ledger.plan.date_from]), frozenset([ledger.plan.date_to]))
            days = None if (marks[first].days, marks[last].days) == ends else frozenset[date]()
            found.append(Mark(Sense.PERIOD, marks[first].start, marks[last].end, days=days))
            at = last + 1
        else:
            if between:
                raise UnreadError(ViolationKind.UNSUPPORTED, marks[at].start, marks[at].end)
            if marks[at].sense is not Sense.UNTIL:
                found.append(marks[at])
            at += 1
    return found


def _joins(mark: Mark, *, between: bool) -> bool:
    if mark.sense is Sense.UNTIL or (mark.sense is Sense.AND and mark.names == {"-"}):
        return True
    return between and mark.sense is Sense.AND and not mark.names


def _days_joined(marks: Sequence[Mark]) -> list[Mark]:
    """One day said twice, which both must name: "segunda, 23/11", "hoje (30/11)"."""
    found: list[Mark] = []
    for mark in marks:
        before = found[-1] if found else None
        pause = before is not None and before.sense is Sense.AND and before.names in ({","}, {"-"})
        other = found[-2] if pause and len(found) > 1 else before
        if mark.days is not None and other is not None and other.days is not None and _one_day(mark, other):
            joined = replace(other, sense=None, end=mark.end, days=other.days & mark.days)
            found[-2 if pause else -1 :] = [joined]
        else:
            found.append(mark)
    return found


def _one_day(mark: Mark, other: Mark) -> bool:
    """A word and a number, or two words of different sorts, side by side."""
    if Sense.PERIOD in (mark.sense, other.sense):
        return False
    one_is_a_word = (mark.sense is None) != (other.sense is None)
    return one_is_a_word or (Sense.WEEKDAY in (mark.sense, other.sense) and mark.sense is not other.sense)
