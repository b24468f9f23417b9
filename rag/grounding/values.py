"""Whether a figure is a computed or diary value, of the day and the name that the sentence speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from functools import lru_cache

from rag.grounding.evidence import Evidence, Origin, Value
from rag.grounding.figure import Comparator, Figure, Kind, PartialDate
from rag.grounding.figures import canonical_unit
from rag.grounding.reading import Reading
from rag.grounding.scan import fold, normalise
from rag.grounding.sentences import Sentence
from rag.grounding.violation import ViolationKind

_DAYS_BACK = {
    **dict.fromkeys(("hoje", "hoy", "today"), 0),
    **dict.fromkeys(("ontem", "ayer", "yesterday"), 1),
    **dict.fromkeys(("anteontem", "anteayer", "antier"), 2),
}
_WEEKDAYS = {
    **dict.fromkeys(("segunda", "segunda-feira", "lunes", "monday"), 0),
    **dict.fromkeys(("terca", "terca-feira", "martes", "tuesday"), 1),
    **dict.fromkeys(("quarta", "quarta-feira", "miercoles", "wednesday"), 2),
    **dict.fromkeys(("quinta", "quinta-feira", "jueves", "thursday"), 3),
    **dict.fromkeys(("sexta", "sexta-feira", "viernes", "friday"), 4),
    **dict.fromkeys(("sabado", "saturday"), 5),
    **dict.fromkeys(("domingo", "sunday"), 6),
}
_LINKS = frozenset("de do da del of no na em en on in dia el ( , = : the".split())
_LINK_WORDS = 3
_LARGEST = 18
_NOTHING = frozenset({"nada", "nothing"})
_DIARY_STEMS = frozenset(
    """regis comeu comis comer come comio inger consu tomou tomas bebeu bebis bebio anoto anota logge log ate eat
    eaten drank entri entra refei comid meals meal""".split()
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A word at a place that says which day or thing is spoken of."""

    start: int
    end: int
    day: PartialDate | int | None = None
    name: str = ""

    def is_on(self, day: date) -> bool:
        """Whether it names that day (an int is a weekday, 0 for Monday)."""
        if isinstance(self.day, PartialDate):
            return self.day.within(PartialDate(day.year, day.month, day.day))
        return self.day == day.weekday()


@lru_cache(maxsize=256)
def unit_of(written: str) -> str:
    """`canonical_unit`, remembered."""
    return canonical_unit(written) if written else ""


@dataclass(frozen=True, slots=True)
class _Item:
    """A value with its unit and names as the text is read."""

    value: Value
    unit: str
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class ValueJudge:
    """Judges figures of one reading against the values of its evidence."""

    reading: Reading
    items: tuple[_Item, ...]
    by_whole: Mapping[int, tuple[_Item, ...]]
    days: tuple[Mark, ...]
    names: tuple[Mark, ...]

    @classmethod
    def of(cls, reading: Reading, evidence: Evidence) -> ValueJudge:
        """Find every day and name in the text once."""
        if not evidence.values:
            return cls(reading, (), {}, (), ())
        folded = {name: _folded(name) for value in evidence.values for name in value.names}
        items = tuple(
            _Item(value, unit_of(value.unit), frozenset(folded[name] for name in value.names))
            for value in evidence.values
        )
        by_whole: dict[int, tuple[_Item, ...]] = {}
        for item in items:
            whole = _whole(item.value.value)
            by_whole[whole] = (*by_whole.get(whole, ()), item)
        return cls(reading, items, by_whole, _days(reading, evidence.today), _names(reading, set(folded.values())))

    def judge(self, figure: Figure) -> ViolationKind | None:
        """None where a value bears the figure out; else the nearest thing that is wrong (FIGURE: no such value)."""
        if figure.kind is Kind.RANGE:
            low, high = (self._single(figure, end) for end in (figure.value, figure.upper))
            return low or high
        return self._single(figure, figure.value)

    def denies(self, sentence: Sentence) -> bool:
        """Whether a sentence without figures says that nothing was eaten or logged where the diary holds some.

        On the day that it names, or any; of the thing that it names, or any. A value of zero is no entry.
        """
        if any(figure.date is None for figure in sentence.figures) or not self._says_none(sentence):
            return False
        inside = [m for m in self.names if sentence.start <= m.start < sentence.end]
        marks = [m for m in self.days if sentence.start <= m.start < sentence.end]
        named = {mark.name for mark in inside}
        return any(
            item.value.origin is Origin.DIARY
            and item.value.value != 0
            and (not named or not named.isdisjoint(item.names))
            and (not marks or _is_on(item.value.day, marks))
            for item in self.items
        )

    def _says_none(self, sentence: Sentence) -> bool:
        denied = _DIARY_STEMS | {word[:5] for mark in self.names for word in mark.name.split()}
        words = sentence.template.split()
        return any(clause.negated and clause.heads & denied for clause in sentence.clauses) or any(
            word in words for word in _NOTHING
        )

    def _single(self, figure: Figure, number: Decimal | None) -> ViolationKind | None:
        if number is None or figure.kind not in (Kind.QUANTITY, Kind.RANGE):
            return ViolationKind.FIGURE
        equal = [item for item in self._about(number, figure.step) if _equal(item.value, number, figure)]
        if not equal:
            return ViolationKind.FIGURE
        same_unit = [item for item in equal if item.unit == figure.unit]
        if not same_unit:
            return ViolationKind.UNIT
        same = [item for item in same_unit if _compares(item.value, figure)]
        if not same:
            return ViolationKind.COMPARATOR
        return None if any(self._bound(item, figure) for item in same) else ViolationKind.SWAPPED

    def _about(self, number: Decimal, step: Decimal) -> Sequence[_Item]:
        """Items that may equal the number, for all a step of at most one can tell."""
        if step > 1:
            return self.items
        whole = _whole(number)
        return [item for near in (whole - 1, whole, whole + 1) for item in self.by_whole.get(near, ())]

    def _bound(self, item: _Item, figure: Figure) -> bool:
        if item.value.day is not None and self.days:
            mark = self._governing(self.days, figure, carried=True)
            if mark is not None and not mark.is_on(item.value.day):
                return False
        if not item.names:
            return True
        mark = self._governing(self.names, figure, carried=False)
        return mark is not None and mark.name in item.names

    def _governing(self, marks: Sequence[Mark], figure: Figure, *, carried: bool) -> Mark | None:
        """The mark that the figure belongs to.

        One that directly follows ("206 kcal de arroz", "… em 12/06"); else the last before it in its stretch
        between full stops and semicolons; else the next after it there; else the last before that stretch, in the
        same sentence or, if carried, in any.
        """
        start, end, sentence = self._stretch(figure)
        before = [mark for mark in marks if mark.end <= figure.start]
        after = [mark for mark in marks if figure.end <= mark.start < end]
        if after and self._linked(figure.end, after[0].start):
            return after[0]
        inside = [mark for mark in before if mark.start >= start]
        if inside:
            return inside[-1]
        if after:
            return after[0]
        return before[-1] if before and (carried or before[-1].start >= sentence) else None

    def _linked(self, start: int, end: int) -> bool:
        between = self.reading.tokens.folded[start:end].replace("(", " ( ").replace(",", " , ").split()
        return len(between) <= _LINK_WORDS and all(word in _LINKS for word in between) and between != [","]

    def _stretch(self, figure: Figure) -> tuple[int, int, int]:
        """Where its stretch starts and ends, and where its sentence starts."""
        folded, start, end = self.reading.tokens.folded, figure.start, figure.end
        sentence = next((s for s in self.reading.sentences if s.start <= figure.start < s.end), None)
        low, high = (sentence.start, sentence.end) if sentence else (0, len(folded))
        while start > low and folded[start - 1] not in ";\n":
            start -= 1
        while end < high and folded[end] not in ";\n":
            end += 1
        return start, end, low


def _whole(number: Decimal) -> int:
    """The whole part; 0 for what has none or more digits than any amount."""
    return int(number) if number.is_finite() and number.adjusted() < _LARGEST else 0


def _equal(value: Value, number: Decimal, figure: Figure) -> bool:
    if value.value == number:
        return True
    if value.origin is not Origin.DIARY or not value.value.is_finite() or abs(value.value - number) > figure.step:
        return False
    return any(
        (value.value / figure.step).quantize(Decimal(1), rounding=rule) * figure.step == number
        for rule in (ROUND_HALF_UP, ROUND_HALF_EVEN)
    )


def _compares(value: Value, figure: Figure) -> bool:
    about = figure.comparator is Comparator.ABOUT and value.comparator is Comparator.EQUAL
    return about or figure.comparator is value.comparator


def _days(reading: Reading, today: date | None) -> tuple[Mark, ...]:
    marks = [Mark(f.start, f.end, f.date) for f in reading.figures if f.date is not None]
    tokens = reading.tokens
    for word, start, end in zip(tokens.words, tokens.starts, tokens.ends, strict=True):
        if word in _WEEKDAYS:
            marks.append(Mark(start, end, _WEEKDAYS[word]))
        elif word in _DAYS_BACK and today is not None:
            day = today - timedelta(days=_DAYS_BACK[word])
            marks.append(Mark(start, end, PartialDate(day.year, day.month, day.day)))
    return tuple(sorted(marks, key=lambda mark: mark.start))


def _is_on(day: date | None, marks: Sequence[Mark]) -> bool:
    return day is not None and any(mark.is_on(day) for mark in marks)


def _names(reading: Reading, names: set[str]) -> tuple[Mark, ...]:
    """Every one of the folded names in the text; where names overlap, the longest."""
    taken: list[Mark] = []
    for name in sorted(names, key=len, reverse=True):
        for start in _places(reading.tokens.folded, name):
            if not any(mark.start < start + len(name) and start < mark.end for mark in taken):
                taken.append(Mark(start, start + len(name), name=name))
    return tuple(sorted(taken, key=lambda mark: mark.start))


def _places(folded: str, name: str) -> list[int]:
    places, at = [], folded.find(name) if name else -1
    while at >= 0:
        end = at + len(name)
        if not folded[at - 1 : at].isalnum() and not folded[end : end + 1].isalnum():
            places.append(at)
        at = folded.find(name, at + 1)
    return places


def _folded(name: str) -> str:
    return fold(normalise(name)).strip()
