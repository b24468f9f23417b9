"""Numbers, dates and pressures told of their own accord, at a name of their field. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from rag.protocols.reading.amount import Amount
from rag.protocols.reading.answers import Heard, Told
from rag.protocols.reading.elsewhen import elsewhen, unclear
from rag.protocols.reading.numeric import date_beside
from rag.protocols.reading.phrases import Meanings, longest
from rag.protocols.reading.prepared import AGE, Prepared
from rag.protocols.reading.pressures import pairs, read_measurements
from rag.protocols.reading.said import Said
from rag.protocols.reading.said_dates import Times, plausible
from rag.protocols.reading.scope import Scope
from rag.protocols.reading.taking import alone, counted, foreign, hedged, in_unit, is_time, labelled, linked, taken
from rag.protocols.types import FieldType


@dataclass(frozen=True, slots=True)
class Listening:
    """What is heard of measured fields in one message; `found` are its numbers in order, `when` its dates."""

    said: Said
    found: Sequence[Amount]
    when: Times
    about: Scope
    today: date

    def at_names(self, names: Meanings, fields: dict[str, Prepared]) -> Iterator[Heard]:
        """What is told at each name of a field."""
        at = 0
        while at < len(self.said.words):
            key, end = longest(names, self.said.words, at)
            if key in fields and key != AGE:
                yield from self._at(fields[key], at, end)
            at = max(end, at + 1)

    def _at(self, ready: Prepared, at: int, end: int) -> Iterator[Heard]:
        match ready.field.type:
            case FieldType.NUMBER:
                yield from self._number(ready, at, end)
            case FieldType.DATE:
                yield from self._date(ready, at, end)
            case FieldType.MEASUREMENTS:
                yield from self._pressures(ready, at)

    def _number(self, ready: Prepared, at: int, end: int) -> Iterator[Heard]:
        one = self._after(end) or self._before(at)
        if one is None or not self._sure(one, ready) or not self.about.numbers(at, end):
            return
        first, last = min(self.said.at[at], one.start), max(self.said.at[end - 1] + 1, one.end)
        values = taken(one, ready, self.said)
        if values.problem is None and not self._rival(one, ready):
            yield Heard(ready.field.key, values.values[0], self.said.quote(first, last), self._on(at))

    def _after(self, end: int) -> Amount | None:
        for one in self.found:
            first = self.said.word_of(one.start)
            if first >= end:
                return one if linked(self.said, end, first) else None
        return None

    def _before(self, at: int) -> Amount | None:
        """As in "42 de IMC"."""
        words = self.said.words
        if at < 2 or words[at - 1] not in ("de", "of") or self.said.breaks[at] or self.said.breaks[at - 1]:  # noqa: PLR2004
            return None
        return next((one for one in self.found if self.said.word_of(one.end - 1) == at - 2), None)

    def _sure(self, one: Amount, ready: Prepared) -> bool:
        bare = not one.unit
        if elsewhen(one, ready, self.said) is not None or unclear([one], ready, self.said, self.when.taken):
            return False
        if one.odd or counted(one, ready, self.said) or hedged(one, self.said):
            return False
        if bare and not alone(one, ready, self.said.language):
            return False
        start, end = self.said.sentence(self.said.word_of(one.start))
        times = any(is_time(other) and start <= self.said.word_of(other.start) < end for other in self.found)
        return not (times and ready.per)

    def _rival(self, one: Amount, ready: Prepared) -> bool:
        """Whether another number of the sentence may be the field's as well."""
        start, end = self.said.sentence(self.said.word_of(one.start))
        others = (other for other in self.found if other is not one and start <= self.said.word_of(other.start) < end)
        return any(
            any(map(ready.plausible, in_unit(other, ready) or ()))
            and not foreign(other, self.found, ready, self.said)
            and (other.unit or not labelled(other, self.found, self.when.taken, self.said))
            for other in others
            if ready.of_time or not is_time(other)
        )

    def _on(self, at: int) -> date | None:
        start, end = self.said.sentence(at)
        inside = tuple(told for told in self.when.dates if start <= self.said.word_of(told.start) < end)
        vague = tuple(told for told in self.when.vague if start <= self.said.word_of(told.start) < end)
        return date_beside(Times(inside, vague, frozenset()), self.today)

    def _date(self, ready: Prepared, at: int, end: int) -> Iterator[Heard]:
        for told in self.when.dates:
            first = self.said.word_of(told.start)
            if first < end:
                continue
            sure = (
                told.day is not None and not told.either and told.day <= self.today and plausible(told.day, self.today)
            )
            if sure and told.day and linked(self.said, end, first) and self.about.numbers(at, end):
                yield Heard(ready.field.key, told.day, self.said.quote(self.said.at[at], told.end))
            return

    def _pressures(self, ready: Prepared, at: int) -> Iterator[Heard]:
        if ready.unit != "mmHg":
            return
        read = pairs(self.said, self.found)
        first, last = self.said.sentence(at)
        inside = [pair for pair in read if first <= self.said.word_of(pair.start) < last]
        if not inside or not all(
            self.about.numbers(self.said.word_of(p.start), self.said.word_of(p.start) + 1) for p in read
        ):
            return
        answer = read_measurements(self.said, ready, self.today)
        if isinstance(answer, Told):
            yield Heard(ready.field.key, answer.value, answer.quote)
