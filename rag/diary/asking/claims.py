"""The check of an answer about the diary: every sentence against the rows that it cites. Pure; never raises.

A sentence is read word by word against a closed vocabulary (words.toml): what can't be read can't be checked, and
is rejected. So nothing prescriptive, clinical, linked or marked up passes: no such word or sign is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any, Final

from rag.diary.asking.clauses import BOUNDING, RANKING, Clause, clauses
from rag.diary.asking.endings import ends_told
from rag.diary.asking.figures import COUNTED, Bound, FigureJudge
from rag.diary.asking.ledger import Ledger
from rag.diary.asking.marks import Mark, Marker, UnreadError
from rag.diary.asking.relations import Relations
from rag.diary.asking.rows import ASKED_ROW, PERIOD_ROW, Fact, Row, Rows, Stat
from rag.diary.asking.subjects import nutrient_of
from rag.diary.asking.words import Sense, food_phrases
from rag.grounding.scan import normalise
from rag.grounding.violation import ViolationKind

LONGEST_SENTENCE: Final = 400
_SIGNS: Final = frozenset(" .,;:()%-–—'’\"“”/·½°ºª")
_PERIODS: Final = frozenset(
    {Sense.LAST, Sense.WEEK, Sense.LAST_WEEK, Sense.THIS_WEEK, Sense.MONTH, Sense.THIS_MONTH, Sense.PERIOD}
)
_WEEK: Final = 7
_MONTH: Final = range(28, 32)
_LISTED: Final = frozenset({Stat.TIMES, Stat.FOOD_DAYS, Stat.OVER, Stat.UNDER, Stat.GAPS, Stat.LOGGED})


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence and the ids of the rows that it rests on."""

    text: str
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a sentence, by its place from 0; the span is in the NFC form of its text."""

    kind: ViolationKind
    sentence: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class LogVerdict:
    """The outcome of a check. Nothing here holds the text."""

    faults: tuple[Fault, ...]
    sentences: int

    @property
    def ok(self) -> bool:
        """Whether every sentence holds."""
        return not self.faults

    def as_dict(self) -> dict[str, Any]:
        """For storage as JSON: kinds and places."""
        told = [{"kind": f.kind.value, "sentence": f.sentence, "start": f.start, "end": f.end} for f in self.faults]
        return {"ok": self.ok, "sentences": self.sentences, "violations": told}


@dataclass(frozen=True)
class Checker:
    """Checks sentences against one set of rows."""

    rows: Rows

    @cached_property
    def _marker(self) -> Marker:
        return Marker(self.ledger, food_phrases(self.ledger))

    @property
    def ledger(self) -> Ledger:
        """What the rows are made of."""
        return self.rows.ledger

    def check(self, claims: Sequence[Claim]) -> LogVerdict:
        """Every sentence; each has one fault at most."""
        found = (self._fault(at, claim) for at, claim in enumerate(claims))
        return LogVerdict(tuple(fault for fault in found if fault is not None), len(claims))

    def _fault(self, at: int, claim: Claim) -> Fault | None:
        text = normalise(claim.text)
        try:
            self._hold(text, claim.rows)
        except UnreadError as error:
            return Fault(error.kind, at, error.start, error.end)
        return None

    def _hold(self, text: str, ids: Sequence[str]) -> None:
        """UnreadError where the sentence says anything that the rows don't."""
        whole = (0, len(text))
        if not text.strip() or len(text) > LONGEST_SENTENCE or any(not _may_stand(letter) for letter in text):
            raise UnreadError(ViolationKind.UNSUPPORTED, *whole)
        if any(id_ not in self.rows.by_id for id_ in ids):
            raise UnreadError(ViolationKind.UNKNOWN_CITATION, *whole)
        parts = clauses(self._marker.marks(text))
        if not ids and any(clause.figures or clause.days.own or clause.foods.own for clause in parts):
            raise UnreadError(ViolationKind.MISSING_CITATION, *whole)
        cited = self.rows.of(ids)
        self._names_cited(parts, cited)
        self._periods(parts)
        self._statements(parts, [fact for row in cited for fact in row.facts])

    def _statements(self, parts: Sequence[Clause], facts: Sequence[Fact]) -> None:
        judge, relations = FigureJudge(self.ledger, facts), Relations(self.ledger)
        bound: list[Bound] = []
        compared: str | None = None
        for at, clause in enumerate(parts):
            own = [one for mark in clause.figures if mark.figure for one in judge.bind(clause, mark, mark.figure)]
            bound += own
            relations.judge(replace(clause, told=_nutrients(bound)), own)
            compared = _continues(replace(clause, told=_nutrients(bound)), own, compared)
            relations.rank(clause, parts[at + 1 :])
            self._lists_all(clause, own, parts[at + 1 :])
            _uses_its_nutrients(clause, own)
        _is_of_one_row(bound)
        ends_told(parts)
        _states_something(parts)

    def _names_cited(self, parts: Sequence[Clause], cited: Sequence[Row]) -> None:
        """Every day and food that is named stands in a cited row."""
        days = frozenset[date]().union(*(row.days for row in cited))
        foods = frozenset[str]().union(*(row.foods for row in cited))
        period = any(row.id == PERIOD_ROW for row in cited)
        for mark in (mark for clause in parts for mark in clause.marks):
            named = mark.days if mark.days is not None and mark.sense is not Sense.PERIOD else None
            if named is not None and not named & days and not (period and named & set(self.ledger.days)):
                raise UnreadError(ViolationKind.DATE, mark.start, mark.end)
            if mark.sense is Sense.FOOD and not mark.names & (foods | {ASKED_ROW}):
                raise UnreadError(ViolationKind.SWAPPED, mark.start, mark.end)

    def _periods(self, parts: Sequence[Clause]) -> None:
        """Every period that is named is the one that was read."""
        for clause in parts:
            for at, mark in enumerate(clause.marks):
                following = clause.marks[at + 1] if at + 1 < len(clause.marks) else None
                if mark.sense in _PERIODS and not self._is_period(mark, following):
                    raise UnreadError(ViolationKind.DATE, mark.start, mark.end)

    def _is_period(self, mark: Mark, following: Mark | None) -> bool:
        if mark.sense is Sense.PERIOD:
            return mark.days is None
        figure = following.figure if following else None
        days = figure.value if figure is not None and figure.unit == "day" else None
        return mark.sense is not None and self._is_named(mark.sense, days)

    def _is_named(self, period: Sense, days: Decimal | None) -> bool:
        """Whether the days that were read are the last `days`, or the week or month of that name."""
        first, last = self.ledger.plan.date_from, self.ledger.plan.date_to
        span, today = self.ledger.evidence.span, self.ledger.today
        this_week = (today - first).days == today.weekday() and last == today
        one_month = first.day == 1 and (first.year, first.month) == (last.year, last.month)
        return {
            Sense.LAST: days == span and last == today,
            Sense.LAST_WEEK: span == _WEEK and (today - first).days == today.weekday() + _WEEK,
            Sense.THIS_WEEK: this_week,
            Sense.WEEK: span == _WEEK or this_week,
            Sense.THIS_MONTH: first == today.replace(day=1) and last == today,
            Sense.MONTH: one_month or span in _MONTH,
        }[period]

    def _lists_all(self, clause: Clause, bound: Sequence[Bound], following: Sequence[Clause]) -> None:
        """Days that follow a count are all the days that it counts."""
        counts = [fact for one in bound for fact in one.facts if fact.stat in _LISTED]
        listed: set[date] = set()
        for one in following:
            if one.figures or not one.days.own:
                break
            listed |= {day for mark in one.marks if mark.days is not None for day in mark.days}
        if counts and listed and listed != self._counted(counts[0]):
            raise UnreadError(ViolationKind.DATE, clause.start, clause.end)

    def _counted(self, fact: Fact) -> set[date]:
        summary = self.ledger.summaries.get(fact.nutrient or "")
        match fact.stat:
            case Stat.OVER | Stat.UNDER:
                return set((summary.over if fact.stat is Stat.OVER else summary.under) if summary else ())
            case Stat.GAPS:
                return set(self.ledger.gaps)
            case Stat.LOGGED:
                return set(self.ledger.days)
            case _:
                if fact.food == ASKED_ROW:
                    asked = self.ledger.asked
                    return set(asked.whole.days if asked and asked.whole else ())
                return {entry.day for entry in self.ledger.evidence.entries if entry.food.slug == fact.food}


def _nutrients(bound: Iterable[Bound]) -> frozenset[str]:
    """The nutrients of some amounts."""
    return frozenset(fact.nutrient for one in bound for fact in one.facts if fact.nutrient is not None)


def _continues(clause: Clause, own: Sequence[Bound], compared: str | None) -> str | None:
    """The nutrient last compared, until an amount is told: "o dia com mais sódio foi 26/11, com …" is in sodium."""
    amounts = [one for one in own if one.facts[0].nutrient is not None and one.facts[0].unit not in COUNTED]
    own_words = clause.own_senses & {Sense.NUTRIENT, Sense.FOOD} or any(mark.days for mark in clause.marks)
    if amounts and compared is not None and not own_words and compared not in _nutrients(amounts[:1]):
        raise UnreadError(ViolationKind.SWAPPED, clause.start, clause.end)
    if clause.own_senses & {*RANKING, *BOUNDING} and not amounts:
        return nutrient_of(clause)
    return None if amounts else compared


def _uses_its_nutrients(clause: Clause, bound: Sequence[Bound]) -> None:
    """A nutrient named beside amounts is that of one of them."""
    amounts = {fact.nutrient for one in bound for fact in one.facts if fact.unit not in ("day", "times", "entry")}
    if not amounts or Sense.KNOWN in clause.senses:
        return
    for mark in clause.named(Sense.NUTRIENT):
        if not mark.names & amounts:
            raise UnreadError(ViolationKind.SWAPPED, mark.start, mark.end)


def _is_of_one_row(bound: Iterable[Bound]) -> None:
    """The figures told of one food on one day are of one row: not the grams of one meal and the energy of another."""
    shared: dict[tuple[frozenset[str], frozenset[date]], frozenset[str]] = {}
    for one in bound:
        if one.key[0]:
            shared[one.key] = shared.get(one.key, one.rows) & one.rows
            if not shared[one.key]:
                raise UnreadError(ViolationKind.SWAPPED, one.mark.start, one.mark.end)


def _states_something(parts: Sequence[Clause]) -> None:
    """Words for a mean, a target or a nutrient's presence need a figure or a comparison that can be checked."""
    if any(clause.figures or clause.own_senses & _JUDGED for clause in parts):
        return
    for clause in parts:
        loose = clause.own_senses & {Sense.TARGET, Sense.MEAN, Sense.TOTAL, Sense.KNOWN, Sense.NUTRIENT}
        if loose:
            raise UnreadError(ViolationKind.UNSUPPORTED, clause.start, clause.end)


_JUDGED: Final = frozenset(
    {Sense.MORE, Sense.LESS, Sense.MOST, Sense.LEAST, Sense.OVER, Sense.UNDER, Sense.WITHIN, Sense.NO, Sense.GAP}
)


def _may_stand(letter: str) -> bool:
    return letter.isalpha() or letter.isdecimal() or letter in _SIGNS
