"""Whether a figure of a sentence is borne out by the sentences of passages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from rag.grounding.figure import Figure, Kind, PartialDate
from rag.grounding.lexicon import lexicon, match
from rag.grounding.sentences import Clause, Sentence, Skeleton, skeleton_of
from rag.grounding.units import implied_unit
from rag.grounding.violation import ViolationKind
from rag.types import Language

_NEAR = 0.8
_MARGIN = 0.2
_HALF = 0.5
_RIVAL = 0.6
_SAME = 0.6
_MIN_WORDS = 4
_FEWEST_STEMS = 2
_TIE = 0.05
_OF = frozenset({"de", "do", "da", "del", "of"})


Number = tuple[str, Decimal | None, Decimal | None, PartialDate | None]


@dataclass(frozen=True, slots=True)
class Holding:
    """A figure of the evidence and the sentence that holds it."""

    figure: Figure
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Source:
    """A passage's sentences, its figures by bare value, its codes, its stems, and all that its sentences negate."""

    sentences: tuple[Sentence, ...]
    holdings: Mapping[Number, tuple[Holding, ...]]
    codes: frozenset[str]
    heads: frozenset[str]
    stems: frozenset[str]
    skeletons: tuple[Skeleton, ...]

    @classmethod
    def of(cls, sentences: tuple[Sentence, ...], language: Language) -> Source:
        """Index the sentences, which are in that language."""
        held: dict[Number, tuple[Holding, ...]] = {}
        for sentence in sentences:
            for figure in sentence.figures:
                held[figure.number] = (*held.get(figure.number, ()), Holding(figure, sentence))
        codes = frozenset(figure.code for sentence in sentences for figure in sentence.figures if figure.code)
        heads = frozenset[str]().union(*(sentence.heads for sentence in sentences))
        stems = frozenset[str]().union(*(sentence.stems for sentence in sentences))
        skeletons = tuple(skeleton_of(sentence.template, language) for sentence in sentences)
        return cls(sentences, held, codes, heads, stems, skeletons)


def judge(figure: Figure, sentence: Sentence, sources: Sequence[Source]) -> ViolationKind | None:
    """None where a source holds the figure with its unit, comparator and polarity; else what is wrong."""
    same_number = [held for source in sources for held in _held(figure, source)]
    if not same_number:
        return ViolationKind.DATE if figure.kind is Kind.DATE else ViolationKind.FIGURE
    same_unit = [held for held in same_number if _same_unit(figure, held)]
    if not same_unit:
        return ViolationKind.UNIT
    same = [held for held in same_unit if held.figure.comparator is figure.comparator]
    if not same:
        return ViolationKind.COMPARATOR
    if not any(_same_polarity(figure, sentence, held) for held in same):
        return ViolationKind.POLARITY
    return ViolationKind.SWAPPED if _swapped(figure, sentence, same, sources) else None


def _held(figure: Figure, source: Source) -> Sequence[Holding]:
    """Holdings of the same bare value; of a date, those that say it at least as fully."""
    if figure.date is None:
        return source.holdings.get(figure.number, ())
    return [
        held
        for number, group in source.holdings.items()
        if number[3] is not None and figure.date.within(number[3])
        for held in group
    ]


def _same_unit(figure: Figure, held: Holding) -> bool:
    if figure.unit == held.figure.unit:
        return True
    return not held.figure.unit and figure.unit == implied_unit(held.figure, held.sentence.figures)


def _same_polarity(figure: Figure, sentence: Sentence, held: Holding) -> bool:
    """Clauses negated alike; or their negations explained by the other sentence, word for word.

    A paraphrase may move "sem sintomas" out of the clause or into it: then the negated words must be negated in the
    other sentence too. It may leave it out, words and all, if the rest of the clause is plainly the same
    language's.
    """
    mine, theirs = sentence.clause_of(figure), held.sentence.clause_of(held.figure)
    if mine.negated == theirs.negated:
        return True
    if mine.negated:
        return _explained(mine, held.sentence)
    dropped = bool(theirs.heads and theirs.stems & mine.stems) and not theirs.heads & sentence.stems
    return dropped or _explained(theirs, sentence)


def _explained(clause: Clause, other: Sentence) -> bool:
    return bool(clause.heads) and clause.heads <= other.scope


def _swapped(figure: Figure, sentence: Sentence, same: list[Holding], sources: Sequence[Source]) -> bool:
    """Whether the figure is in the evidence, but of another statement than the one that the sentence makes."""
    return _other_subject(figure, sentence, same, sources) or _other_sentence(figure, sentence, same, sources)


def _other_sentence(figure: Figure, sentence: Sentence, same: list[Holding], sources: Sequence[Source]) -> bool:
    """The sentence says what one source sentence says, with the figure of a much less similar one."""
    if len(sentence.stems) < _MIN_WORDS:
        return False
    own = max(coverage(sentence.stems, held.sentence) for held in same)
    meanings = {f.meaning for f in sentence.figures}
    for rival in (rival for source in sources for rival in source.sentences if rival.figures):
        alike = [f for f in rival.figures if f.unit == figure.unit and f.kind is figure.kind]
        if not alike or any(f.number == figure.number for f in alike) or all(f.meaning in meanings for f in alike):
            continue
        near = coverage(sentence.stems, rival)
        if (near >= _RIVAL and own < _HALF * near) or (near >= _NEAR and near - own >= _MARGIN):
            return True
    return False


def coverage(stems: frozenset[str], source: Sentence) -> float:
    """Share of the stems that the source sentence holds, in [0, 1]."""
    return len(stems & source.stems) / len(stems) if stems else 0.0


def _other_subject(figure: Figure, sentence: Sentence, same: list[Holding], sources: Sequence[Source]) -> bool:
    """The text says LDL where the evidence has that figure for triglycerides, and another for LDL."""
    mine = subject_of(figure, sentence)
    if not mine:
        return False
    theirs = {subject_of(held.figure, held.sentence) for held in same}
    if mine in theirs or "" in theirs:
        return False
    return any(subject_of(own, held) == mine for source in sources for held in source.sentences for own in held.figures)


def subject_of(figure: Figure, sentence: Sentence) -> str:
    """What the figure is of: the subject right after it ("190 de LDL") or the last one named before it, else ""."""
    index = next((i for i, own in enumerate(sentence.figures) if own is figure), -1)
    before = -1
    words = sentence.template.split()
    for _ in range(index + 1):
        before = words.index("#", before + 1) if "#" in words[before + 1 :] else len(words)
    after, _ = match(lexicon().subjects, [*words[before + 2 :], "", "", "", ""], 0)
    if after and words[before + 1] in _OF:
        return after
    found = ""
    at = 0
    while at < before:
        meaning, end = match(lexicon().subjects, words, at)
        found, at = (meaning, end) if meaning else (found, at + 1)
    return found


def quoted_otherwise(sentence: Sentence, sources: Sequence[Source]) -> tuple[int, ...]:
    """Indexes of the figures that differ where the sentence is a source's word for word; () where none matches.

    Only if no source that it quotes agrees with it in every figure.
    """
    words = sentence.template.strip()
    if not sentence.figures or words.count(" ") < _MIN_WORDS:
        return ()
    padded = f" {words} "
    differing: tuple[int, ...] = ()
    for source in _sentences(sources):
        whole = f" {source.template} "
        place = whole.find(padded)
        if place < 0:
            continue
        skipped = whole[:place].count("#")
        theirs = source.figures[skipped : skipped + len(sentence.figures)]
        differing = tuple(
            i for i, (a, b) in enumerate(zip(sentence.figures, theirs, strict=False)) if a.meaning != b.meaning
        )
        if not differing:
            return ()
    return differing


def negates_otherwise(sentence: Sentence, sources: Sequence[Source], language: Language) -> bool:
    """Whether a sentence (or one of its clauses) close to a source's affirms what that denies, or the reverse.

    Judged against the closest source sentences: one that agrees is enough.
    """
    if _contradicts(sentence.stems, sentence, sources, _SAME) or _negations_moved(sentence, sources, language):
        return True
    return any(
        len(clause.stems) >= _MIN_WORDS and _contradicts(clause.stems, clause, sources, _NEAR)
        for clause in sentence.clauses
    )


def _negations_moved(sentence: Sentence, sources: Sequence[Source], language: Language) -> bool:
    """Whether the sentence is a source's but for its negations, and no source has them as it does."""
    own, moved = skeleton_of(sentence.template, language), False
    words, length = f" {own.words} ", len(own.marks)
    if length < _MIN_WORDS:
        return False
    for skeleton in (skeleton for source in sources for skeleton in source.skeletons):
        padded = f" {skeleton.words} "
        place = padded.find(words)
        if place >= 0:
            first = padded[:place].count(" ")
            theirs = skeleton.marks[first : first + length]
            # A quotation may start after the negation of its first word.
            if theirs[1:] == own.marks[1:] and own.marks[0] in (theirs[0], 0 if first else theirs[0]):
                return False
            moved = True
    return moved


def _contradicts(stems: frozenset[str], part: Sentence | Clause, sources: Sequence[Source], least: float) -> bool:
    if len(stems) < _FEWEST_STEMS or not (part.heads or any(stems & source.heads for source in sources)):
        return False
    scored = [(len(stems & source.stems), source) for source in _sentences(sources)]
    best = max((score for score, _ in scored), default=0)
    if best < least * len(stems):
        return False
    closest = [source for score, source in scored if score >= best - _TIE * len(stems)]
    return all(_opposite(part, source) for source in closest)


def _sentences(sources: Sequence[Source]) -> Iterator[Sentence]:
    return (sentence for source in sources for sentence in source.sentences)


def _opposite(part: Sentence | Clause, source: Sentence) -> bool:
    plain = _affirmed(source)
    dropped = (source.heads - plain) & part.stems - part.scope
    added = (part.heads & source.stems) - source.scope
    return bool(dropped or added)


def _affirmed(source: Sentence) -> frozenset[str]:
    """Stems that the sentence also holds in a clause without a negation over them."""
    return frozenset[str]().union(*(clause.stems - clause.scope for clause in source.clauses))
