"""The answer to a question for a number. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from rag.grounding.words import ARTICLES
from rag.protocols.reading.amount import Amount
from rag.protocols.reading.amounts import amounts
from rag.protocols.reading.answers import Answer, Doubt, Problem, Told, Unknown
from rag.protocols.reading.bmi import bmi
from rag.protocols.reading.dates import times
from rag.protocols.reading.elsewhen import elsewhen, supposed, unclear
from rag.protocols.reading.grades import read_grade
from rag.protocols.reading.phrases import words_in
from rag.protocols.reading.prepared import Prepared
from rag.protocols.reading.said import Said
from rag.protocols.reading.said_dates import Times, plausible
from rag.protocols.reading.taking import (
    Taken,
    age_since,
    bound,
    counted,
    foreign,
    halved,
    in_unit,
    in_years,
    is_once_a_day,
    is_time,
    labelled,
    miscounted,
    of_age,
    standing,
    taken,
)
from rag.protocols.reading.units import CALENDAR, dimension
from rag.protocols.reading.yes_kinds import covered

_FOR: Final = frozenset(
    {"ha", "faz", "fazem", "por", "durante", "hace", "for", "during", "cada", "every", "em", "en", "in"}
)
_NONE: Final = frozenset(
    {"nenhum", "nenhuma", "nunca", "nada", "ningun", "ninguno", "ninguna", "none", "never", "nothing"}
)


def read_number(said: Said, ready: Prepared, today: date) -> Answer:
    """What a text answers to a question for a number.

    Of several numbers those that are named for the field hold; two different values are a doubt. A bare number has
    the field's unit.
    """
    if said.asks or supposed(said):
        return None
    if (grade := read_grade(said, ready)) is not None:
        return grade
    when = times(said, today)
    found = amounts(said, when.taken)
    answer = _Numbers(said, ready, when, today).answer(in_years(said, found) if ready.unit == "anos" else found)
    if answer is None and ready.counts:
        answer = _in_words(said, ready)
    if answer is None and ready.of_time and (when.vague or when.dates):
        return Doubt(Problem.INEXACT, said.text.strip(), _since(when, ready, today))
    return Unknown() if answer is None and said.has("unknown", "not_done") else answer


def _since(when: Times, ready: Prepared, today: date) -> Decimal | None:
    """How many whole months or years it is since the one day or time told ("desde janeiro")."""
    days = {one.day for one in when.dates} | {one.day for one in when.vague}
    day = days.pop() if len(days) == 1 else None
    if day is None or day > today or ready.unit not in ("meses", "anos"):
        return None
    months = (today.year - day.year) * 12 + today.month - day.month - (today.day < day.day)
    value = Decimal(months if ready.unit == "meses" else months // 12)
    return value if ready.plausible(value) else None


def _in_words(said: Said, ready: Prepared) -> Answer:
    """None at all ("nenhuma"), or one of what is counted ("uma internação")."""
    none = bool(_NONE & set(said.words)) and covered(said, "no", "filler", "link")
    none = none or (len(said.words) == 2 and said.words[0] in _NONE and ready.asks(said.words[1]))  # noqa: PLR2004
    one = len(said.words) == 2 and said.words[0] in ARTICLES and ready.about(said.words[1])  # noqa: PLR2004
    value = Decimal(0) if none else Decimal(1)
    return Told(value, said.text.strip()) if (none or one) and ready.plausible(value) else None


def date_beside(when: Times, today: date) -> date | None:
    """The one day or month that a text tells of, if it is past; the first of a month told alone."""
    days = {told.day for told in when.dates}
    if len(days) != 1 or when.vague or any(told.either for told in when.dates):
        return None
    day = days.pop()
    return day if day is not None and day <= today and plausible(day, today) else None


@dataclass(frozen=True, slots=True)
class _Numbers:
    said: Said
    ready: Prepared
    when: Times
    today: date

    def answer(self, found: Sequence[Amount]) -> Answer:
        off = [(one, problem) for one in found if (problem := elsewhen(one, self.ready, self.said)) is not None]
        present = [one for one in found if all(one is not other for other, _ in off)]
        if off and not self._outlasts(present, off):
            return self._elsewhen(off)
        now, gone = standing(present, self.said, growth="anos" in self.ready.per)
        named = bound(now, self.ready, self.said)
        among = (
            [one for one in now if one in named or not labelled(one, now, self.when.taken, self.said)] if named else now
        )
        if (apart := self._apart(now, among, named)) is not None:
            return apart
        own, strange = self._sorted(among)
        if own and (halved(now, self.said) or self._scheduled()):
            return Doubt(Problem.UNIT, self.said.text.strip())
        if strange:
            return Doubt(Problem.UNIT, self._quote(strange))
        return self._told(own, gone)

    def _apart(self, now: Sequence[Amount], among: Sequence[Amount], named: Sequence[Amount]) -> Answer:
        """What is told in place of the field's own number: a weight and a height, another exam's, a unit unclear."""
        of_body = self.ready.unit == "kg/m2"
        if unclear(now if of_body else among, self.ready, self.said, self.when.taken):
            bare = next(one for one in now if not one.unit)
            return Doubt(Problem.UNIT, self.said.text.strip(), None if of_body else bare.value)
        computed = bmi(now, self.said) if of_body and not named else None
        if computed is None and not named and any(foreign(one, now, self.ready, self.said) for one in among):
            return Doubt(Problem.AMBIGUOUS, self._quote(among))
        return computed

    def _sorted(self, found: Sequence[Amount]) -> tuple[list[Taken], list[Amount]]:
        """The field's own numbers; and those that make it unsafe to take them."""
        own: list[Taken] = []
        strange: list[Amount] = []
        for one in found:
            if self._passes(one):
                continue
            counts = miscounted if self.ready.counts else counted
            thing = counts(one, self.ready, self.said)
            if thing or one.odd or in_unit(one, self.ready) is None:
                strange.append(one)
            else:
                own.append(taken(one, self.ready, self.said))
        return _united(own), strange

    def _passes(self, one: Amount) -> bool:
        """Whether a number says nothing of the field: how long something lasts, how often a dose is taken."""
        ready, said = self.ready, self.said
        if is_time(one) and not ready.of_time:
            return not ready.per
        if dimension(one.unit) == CALENDAR and ready.unit == "anos":
            word = said.word_of(one.start)
            return not ready.asks_how_long and word > 0 and said.words[word - 1] in _FOR
        if is_time(one) and dimension(one.unit) != dimension(ready.unit):
            return True
        return "dias" in ready.per and is_once_a_day(one)

    def _told(self, own: Sequence[Taken], gone: Sequence[Amount]) -> Answer:
        if not own:
            return self._denied(gone)
        quote = self._quote([one.amount for one in own])
        values = {value for one in own for value in one.values}
        only = values.pop() if len(values) == 1 else None
        problems = {one.problem for one in own} - {None}
        if self.ready.unit == "meses" and any(of_age(one.amount, self.said) for one in own):
            return Doubt(Problem.AMBIGUOUS, quote)
        if self.ready.unit == "meses" and any(age_since(one.amount, self.said) for one in own):
            return Doubt(Problem.INEXACT, quote)
        if only is None:
            inexact = any(one.amount.inexact for one in own)
            problem = Problem.IMPLAUSIBLE if not values and Problem.IMPLAUSIBLE in problems else Problem.AMBIGUOUS
            return Doubt(Problem.INEXACT if inexact else problem, quote, own[0].values[0] if own[0].values else None)
        if self.said.has("hedge", "bound", "unknown"):
            problems.add(Problem.INEXACT)
        for problem in Problem:
            if problem in problems:
                return Doubt(problem, quote, only)
        return Told(only, quote, date_beside(self.when, self.today))

    def _outlasts(self, present: Sequence[Amount], off: Sequence[tuple[Amount, Problem]]) -> bool:
        """Whether a present value is told beside one of another time; of an age only the one before: "17, faço 18"."""
        own = [one for one in present if not self._passes(one)]
        coming = [one.value for one, problem in off if problem is Problem.INEXACT]
        values = [value for one in own for value in in_unit(one, self.ready) or ()]
        return bool(own) and all(0 < later - value <= 1 for later in coming for value in values)

    def _elsewhen(self, off: Sequence[tuple[Amount, Problem]]) -> Answer:
        """The doubt about a number of another time, where no other is told."""
        one, problem = off[0]
        values = in_unit(one, self.ready) or ()
        value = values[0] if values and problem is not Problem.FUTURE else None
        return Doubt(problem, self.said.quote(one.start, one.end), value)

    def _denied(self, gone: Sequence[Amount]) -> Answer:
        """A number that is only denied, or was once so, is no answer."""
        for one in gone:
            if not self._passes(one) and (values := in_unit(one, self.ready)) is not None:
                return Doubt(Problem.AMBIGUOUS, self.said.quote(one.start, one.end), values[0])
        return None

    def _scheduled(self) -> bool:
        """Whether a dose is not the same every day."""
        return "dias" in self.ready.per and not words_in("schedule").isdisjoint(self.said.words)

    def _quote(self, found: Sequence[Amount]) -> str:
        return self.said.quote(min(one.start for one in found), max(one.end for one in found))


def _united(own: list[Taken]) -> list[Taken]:
    """Without the bare numbers that the field can't take, where another is told with its unit."""
    if not any(one.amount.unit and one.values and one.problem is not Problem.IMPLAUSIBLE for one in own):
        return own
    return [one for one in own if one.amount.unit or one.problem is not Problem.IMPLAUSIBLE]
