"""The check: a text against its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rag.grounding.citations import Marker, markers_in, needs_citation, retells
from rag.grounding.claims import claims
from rag.grounding.evidence import Evidence
from rag.grounding.figure import Figure, Kind, PartialDate
from rag.grounding.overlap import LEAST_SHARE, in_language, share, stems_of
from rag.grounding.reading import Reading, ReadPassage, read, read_passage
from rag.grounding.scan import fold, normalise
from rag.grounding.sentences import Sentence
from rag.grounding.support import Source, judge, negates_otherwise, quoted_otherwise
from rag.grounding.values import ValueJudge
from rag.grounding.violation import Violation, ViolationKind
from rag.types import Language

_ALIASES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("hba1c", "a1c"),
        (
            "hemoglobina glicada",
            "hemoglobina glicosilada",
            "hemoglobina glucosilada",
            "glycated h",
            "hba1c",
            "a1c",
        ),
    ),
    "dm1": ("diabetes tipo 1", "type 1 diabetes", "diabetes mellitus tipo 1"),
    "dm2": ("diabetes tipo 2", "type 2 diabetes", "diabetes mellitus tipo 2"),
}
"""Codes that may stand for words of a passage."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a check. Spans refer to the NFC form of the text; nothing here holds its words."""

    ok: bool
    violations: tuple[Violation, ...]
    figures: tuple[Figure, ...]
    citations: tuple[int, ...]

    def as_dict(self) -> dict[str, Any]:
        """For storage as JSON: kinds, places and values; never a code (it may be a telephone) nor the text."""
        return {
            "ok": self.ok,
            "violations": [
                {"kind": v.kind.value, "start": v.start, "end": v.end, "figure": v.figure} for v in self.violations
            ],
            "figures": [
                {"kind": f.kind.value, "start": f.start, "end": f.end, "figure": _public(f)} for f in self.figures
            ],
            "citations": list(self.citations),
        }


def check(text: str, evidence: Evidence, *, fixed: Sequence[str] = (), language: Language | None = None) -> Verdict:
    """Every figure, citation and negation of `text` (plain, not escaped) against `evidence`. Pure; never raises.

    A figure must have its value, unit and comparator in a passage that its sentence cites, in a clause negated
    alike, or be a value's, or the patient's own where the sentence retells what they said. It is strict: a
    threshold told without its comparator, or with a unit that the passage leaves out, is a violation. Every
    sentence that claims something cites a passage, unless the evidence is values alone; questions, courtesy, offers
    and what stands word for word in `fixed` need none, and `fixed` is not checked. Where there are passages, no
    sentence may diagnose, prescribe or reassure unless a passage that it cites says the same, and its words must be
    largely theirs.
    """
    sources = _Sources.of(evidence)
    reading = read(text, language, sources.language)
    days = {*evidence.dates, *(value.day for value in evidence.values if value.day)}
    known = frozenset(PartialDate(day.year, day.month, day.day) for day in days)
    return _Check(reading, evidence, sources, ValueJudge.of(reading, evidence), tuple(fixed), known).verdict()


@dataclass(frozen=True, slots=True)
class _Sources:
    """The evidence, read."""

    passages: dict[int, tuple[ReadPassage, ...]]
    patient: tuple[Reading, ...]

    @classmethod
    def of(cls, evidence: Evidence) -> _Sources:
        passages: dict[int, tuple[ReadPassage, ...]] = {}
        for item in evidence.passages:
            passage = read_passage(item.text, item.language)
            passages[item.position] = (*passages.get(item.position, ()), passage)
        return cls(passages, tuple(read(item.text, item.language) for item in evidence.patient))

    def cited(self, positions: frozenset[int]) -> list[ReadPassage]:
        """These passages."""
        return [passage for position in sorted(positions) for passage in self.passages.get(position, ())]

    @property
    def language(self) -> Language:
        """The first passage's: that of a text too short to tell."""
        return next((one.reading.language for group in self.passages.values() for one in group), Language.PT)

    @property
    def positions(self) -> frozenset[int]:
        """The n that `[n]` may hold."""
        return frozenset(self.passages)


@dataclass(frozen=True, slots=True)
class _Check:
    reading: Reading
    evidence: Evidence
    sources: _Sources
    values: ValueJudge
    fixed: tuple[str, ...]
    days: frozenset[PartialDate]

    def verdict(self) -> Verdict:
        found = markers_in(fold(self.reading.tokens.text))
        exempt = _fixed_spans(self.reading.tokens.text, self.fixed)
        violations = [
            Violation(ViolationKind.UNKNOWN_CITATION, marker.start, marker.end)
            for marker in found
            if marker.unknown(self.sources.positions)
        ]
        checked: list[Figure] = []
        for index, sentence in enumerate(self.reading.sentences):
            if not any(start <= sentence.start and sentence.end <= end for start, end in exempt):
                violations.extend(self._sentence(index, sentence, found))
                checked.extend(sentence.figures)
        cited = sorted({n for marker in found for n in marker.positions(self.sources.positions)})
        violations.sort(key=lambda violation: (violation.start, violation.end, violation.kind))
        return Verdict(not violations, tuple(violations), tuple(checked), tuple(cited))

    def _sentence(self, index: int, sentence: Sentence, found: list[Marker]) -> list[Violation]:
        positions = self._cited(sentence, found)
        violations: list[Violation] = []
        if not positions and self._must_cite(index, sentence, found):
            violations.append(Violation(ViolationKind.MISSING_CITATION, sentence.start, sentence.end))
        theirs_alone = not positions and self._retells(sentence)
        passages = [] if theirs_alone else self.sources.cited(positions or self.sources.positions)
        own = [passage.source for passage in passages]
        for figure in sentence.figures:
            kind = self._figure(figure, sentence, passages, positions)
            if kind is not None:
                violations.append(_violation(kind, figure))
        if self.values.denies(sentence):
            violations.append(Violation(ViolationKind.POLARITY, sentence.start, sentence.end))
        if not violations and own:
            violations.extend(self._statement(sentence, own))
        if self.sources.passages:
            cited = self.sources.cited(positions)
            kinds = claims(sentence, self.reading, cited)
            violations.extend(Violation(kind, sentence.start, sentence.end) for kind in kinds)
            if not violations and not self._is_supported(sentence, cited):
                violations.append(Violation(ViolationKind.UNSUPPORTED, sentence.start, sentence.end))
        return violations

    def _is_supported(self, sentence: Sentence, cited: list[ReadPassage]) -> bool:
        """Whether the cited passages speak of what the sentence does; words of two languages can't be compared."""
        comparable = in_language(cited, self.reading.language)
        said = [stem for own in self.sources.patient for stem in stems_of(own)] if self._retells(sentence) else []
        return not comparable or share(sentence, comparable, said) >= LEAST_SHARE

    def _retells(self, sentence: Sentence) -> bool:
        return retells(self.reading.tokens.folded[sentence.start : sentence.end])

    def _cited(self, sentence: Sentence, found: list[Marker]) -> frozenset[int]:
        inside = (m for m in found if sentence.start <= m.start < sentence.end)
        return frozenset[int]().union(*(m.positions(self.sources.positions) for m in inside))

    def _must_cite(self, index: int, sentence: Sentence, found: list[Marker]) -> bool:
        if self.evidence.values and not self.evidence.passages:
            return False
        folded = self.reading.tokens.folded[sentence.start : sentence.end]
        if not needs_citation(folded):
            return False
        following = self.reading.sentences[index + 1 : index + 2]
        leads = folded.rstrip(" \t*_").endswith(":") and not sentence.figures
        return not (leads and following and self._cited(following[0], found))

    def _figure(
        self,
        figure: Figure,
        sentence: Sentence,
        passages: list[ReadPassage],
        positions: frozenset[int],
    ) -> ViolationKind | None:
        if figure.kind is Kind.CODE:
            theirs = self._is_theirs(figure, sentence, positions)
            return None if theirs or self._has_code(figure.code, passages) else ViolationKind.CODE
        if self._is_allowed_number(figure):
            return None
        problem = judge(figure, sentence, [passage.source for passage in passages])
        if problem is None or self._is_theirs(figure, sentence, positions) or self._is_known_day(figure):
            return None
        by_value = self.values.judge(figure)
        if by_value is None:
            return None
        if problem is ViolationKind.FIGURE and by_value is not ViolationKind.FIGURE:
            return by_value
        return ViolationKind.OTHER_PASSAGE if self._is_elsewhere(figure, sentence, positions, problem) else problem

    def _has_code(self, code: str, passages: list[ReadPassage]) -> bool:
        if code in self.evidence.allowed or any(code in passage.source.codes for passage in passages):
            return True
        aliases = _ALIASES.get(code, ())
        return any(words in passage.reading.tokens.folded for words in aliases for passage in passages)

    def _is_allowed_number(self, figure: Figure) -> bool:
        plain = figure.kind is Kind.QUANTITY and not figure.unit and figure.comparator == "="
        return plain and str(figure.value) in self.evidence.allowed

    def _is_theirs(self, figure: Figure, sentence: Sentence, positions: frozenset[int]) -> bool:
        """Whether the sentence retells it as theirs: where it cites a passage too, before anything else is said."""
        if not self._retells(sentence) or (positions and sentence.clause_of(figure) is not sentence.clauses[0]):
            return False
        return any(
            said.meaning == figure.meaning or _covers(said, figure)
            for reading in self.sources.patient
            for said in reading.figures
        )

    def _is_known_day(self, figure: Figure) -> bool:
        if figure.date is None:
            return False
        return any(figure.date.within(day) for day in self.days)

    def _is_elsewhere(
        self, figure: Figure, sentence: Sentence, positions: frozenset[int], problem: ViolationKind
    ) -> bool:
        if not positions or problem is ViolationKind.SWAPPED:
            return False
        others = self.sources.cited(self.sources.positions - positions)
        return judge(figure, sentence, [passage.source for passage in others]) is None

    def _statement(self, sentence: Sentence, own: list[Source]) -> list[Violation]:
        """What only a whole statement shows: figures changed places, or a negation was dropped or added."""
        found = [_violation(ViolationKind.SWAPPED, sentence.figures[i]) for i in quoted_otherwise(sentence, own)]
        if not found and negates_otherwise(sentence, own, self.reading.language):
            found.append(Violation(ViolationKind.POLARITY, sentence.start, sentence.end))
        return found


def _covers(said: Figure, figure: Figure) -> bool:
    """A date told less fully than it was said."""
    return said.date is not None and figure.date is not None and figure.date.within(said.date)


def _violation(kind: ViolationKind, figure: Figure) -> Violation:
    return Violation(kind, figure.start, figure.end, _public(figure))


def _public(figure: Figure) -> str | None:
    return None if figure.kind is Kind.CODE else str(figure)


def _fixed_spans(text: str, fixed: Sequence[str]) -> list[tuple[int, int]]:
    """Places of the fixed texts, with the blanks and citation markers around them."""
    spans = []
    for piece in fixed:
        whole = normalise(piece).strip()
        at = text.find(whole) if whole else -1
        while at >= 0:
            spans.append(_widened(text, at, at + len(whole)))
            at = text.find(whole, at + len(whole))
    return spans


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and text[start - 1] in " \t*_-•":
        start -= 1
    while end < len(text) and text[end] in " \t*_[],-0123456789.":
        end += 1
    return start, end
