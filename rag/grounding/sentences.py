"""Sentences and clauses of a text, and what each negates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType

from rag.grounding.figure import Figure
from rag.grounding.scan import MARKER, Tokens
from rag.grounding.words import CONCORD, NEGATIVE_WORDS, NEGATORS, SAME_STEM, STOP_WORDS
from rag.types import Language

_ABBREVIATIONS = frozenset(
    """dr dra drs sr sra srta sres prof profa p ex ej e g i n no nro num art arts vs aprox max min pag pags cap fig
    obs tel av cf ed sec st mr mrs ms jr op cit vol inc depto eq ref approx est incl resp""".split()
)
_CLAUSE_SYMBOLS = frozenset(";:,()[]")
_CLAUSE_WORDS = frozenset("mas porem pero sino but however embora aunque although".split())
_STEM = 5
_SHORTEST = 2
_LIGHT = frozenset("com con with e y and ou o or do does did".split())
"""Words that change with a negation: left out of skeletons."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch between punctuation marks.

    `stems` are its content words' first five letters; `heads` the stems right after a negation, `scope` all those
    after one; `negated` tells whether its negations are odd in number.
    """

    start: int
    end: int
    stems: frozenset[str]
    heads: frozenset[str]
    scope: frozenset[str]
    negated: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or line: its place (citation markers that follow it within), figures, clauses, and a template.

    `template` is its folded words with "#" for each figure, for comparing two sentences word by word.
    """

    start: int
    end: int
    figures: tuple[Figure, ...]
    clauses: tuple[Clause, ...]
    stems: frozenset[str]
    heads: frozenset[str]
    scope: frozenset[str]
    template: str

    def clause_of(self, figure: Figure) -> Clause:
        """The clause that holds the figure."""
        for clause in self.clauses:
            if clause.start <= figure.start < clause.end:
                return clause
        return self.clauses[0]


def split(text: str) -> list[tuple[int, int]]:
    """Places of the sentences of `text`: lines are cut, abbreviations and decimals are not.

    Citation markers right after a full stop belong to the sentence before it.
    """
    spans: list[tuple[int, int]] = []
    for line in _patterns().line.finditer(text):
        spans.extend(_split_line(text, line.start(), line.end()))
    return spans


def sentences(tokens: Tokens, figures: list[Figure], language: Language) -> tuple[Sentence, ...]:
    """The sentences of a text, with their figures and clauses."""
    builder = _Builder(tokens, figures, _negation(language))
    found: list[Sentence] = []
    token = figure = 0
    for start, end in split(tokens.text):
        while token < tokens.count and tokens.starts[token] < start:
            token += 1
        first_token, first_figure = token, figure
        while token < tokens.count and tokens.starts[token] < end:
            token += 1
        while figure < len(figures) and figures[figure].start < end:
            figure += 1
        found.append(builder.sentence(start, end, range(first_token, token), first_figure, figure))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Patterns:
    line: re.Pattern[str]
    stop: re.Pattern[str]
    markers: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    return _Patterns(
        line=re.compile(r"[^\n\r\u2028\u2029]*[^\s][^\n\r\u2028\u2029]*"),
        stop=re.compile(rf"[.!?…]+[\"'”’»)*_]*((?:\s*{MARKER}[*_]*)*)(?=\s|$)"),
        markers=re.compile(MARKER),
    )


def _split_line(text: str, start: int, end: int) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    begin = start
    for stop in _patterns().stop.finditer(text, start, end):
        if stop.end() >= end or _is_end(text, begin, stop, end):
            spans.append((begin, stop.end()))
            begin = stop.end()
    if text[begin:end].strip():
        spans.append((begin, end))
    return spans


def _is_end(text: str, begin: int, stop: re.Match[str], end: int) -> bool:
    following = text[stop.end() : end].lstrip(" \t\u00a0\"'“‘«(*_-•–—¿¡#")
    if not following:
        return True
    if stop[0][0] != ".":
        return True
    if following[0].islower():
        return bool(stop[1])
    word = re.search(r"([^\W_]+)$", text[begin : stop.start()])
    if word is None:
        return True
    last = word[1].lower()
    alone = len(last) == 1 and last.isalpha()
    return last not in _ABBREVIATIONS and not (alone and text[stop.start() - 1].isupper())


@dataclass(frozen=True, slots=True)
class _Negation:
    """Word → how it negates: 1 always, 2 only where nothing else does."""

    words: Mapping[str, int]


@cache
def _negation(language: Language) -> _Negation:
    words = dict.fromkeys(CONCORD[language.value].split(), 2)
    words.update(dict.fromkeys(NEGATORS[language.value].split(), 1))
    return _Negation(MappingProxyType(words))


@dataclass(slots=True)
class _Open:
    """A clause being read."""

    start: int
    stems: set[str]
    heads: set[str]
    scope: set[str]
    strong: int = 0
    weak: int = 0
    waiting: bool = False

    def negate(self, kind: int) -> None:
        """Take a negation: 1 always counts, 2 only alone."""
        self.strong += kind == 1
        self.weak += kind != 1
        self.waiting = True

    def add(self, stem: str) -> None:
        """Take a content word."""
        self.stems.add(stem)
        if self.strong or self.weak:
            self.scope.add(stem)
            if self.waiting:
                self.heads.add(stem)
                self.waiting = False

    def close(self, end: int) -> Clause:
        """The clause, whole."""
        negations = self.strong or min(self.weak, 1)
        stems, heads, scope = frozenset(self.stems), frozenset(self.heads), frozenset(self.scope)
        return Clause(self.start, end, stems, heads, scope, negations % 2 == 1)


@dataclass(frozen=True, slots=True)
class _Builder:
    tokens: Tokens
    figures: list[Figure]
    negation: _Negation

    def sentence(self, start: int, end: int, among: range, first: int, last: int) -> Sentence:
        own = tuple(self.figures[first:last])
        clauses: list[Clause] = []
        template: list[str] = []
        opened = _Open(start, set(), set(), set())
        starts, kinds, words = self.tokens.starts, self.tokens.kinds, self.tokens.words
        at, following = among.start, 0
        next_figure = own[0].start if own else end
        while at < among.stop:
            if starts[at] >= next_figure:
                template.append("#")
                at = self._after(at, among.stop, own[following].end)
                following += 1
                next_figure = own[following].start if following < len(own) else end
                continue
            word = words[at]
            symbol = kinds[at] == "symbol"
            if (symbol or word in _CLAUSE_WORDS) and self._breaks(at):
                clauses.append(opened.close(starts[at]))
                opened = _Open(starts[at], set(), set(), set())
            if not symbol:
                template.append(word)
                self._read(word, opened)
            at += 1
        clauses.append(opened.close(end))
        return _joined((start, end), own, tuple(clauses), " ".join(template))

    def _after(self, at: int, stop: int, place: int) -> int:
        at += 1
        while at < stop and self.tokens.starts[at] < place:
            at += 1
        return at

    def _breaks(self, at: int) -> bool:
        tokens, word = self.tokens, self.tokens.words[at]
        if word == "-":
            return tokens.folded[tokens.starts[at] - 1 : tokens.ends[at] + 1] == " - "
        return word in _CLAUSE_SYMBOLS or word in _CLAUSE_WORDS

    def _read(self, word: str, opened: _Open) -> None:
        kind = self.negation.words.get(word)
        if kind:
            opened.negate(kind)
            return
        stem = stem_of(word)
        if stem:
            if word in NEGATIVE_WORDS:
                opened.negate(1)
            opened.add(stem)


@lru_cache(maxsize=4096)
def stem_of(word: str) -> str:
    """What a content word is compared by: its first five letters, or what it negates; "" for any other word."""
    if word in NEGATIVE_WORDS:
        stem = NEGATIVE_WORDS[word]
    elif len(word) <= _SHORTEST or word in STOP_WORDS:
        return ""
    else:
        stem = word[:_STEM]
    return SAME_STEM.get(stem, stem)


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A template without its negations and the like; `marks` counts the negations before each of its words."""

    words: str
    marks: tuple[int, ...]


def skeleton_of(template: str, language: Language) -> Skeleton:
    """The skeleton of a sentence in that language."""
    kept: list[str] = []
    marks: list[int] = []
    waiting = 0
    negations = _negation(language).words
    for word in template.split():
        if word in negations:
            waiting += 1
        elif word not in _LIGHT:
            kept.append(word)
            marks.append(waiting)
            waiting = 0
    return Skeleton(" ".join(kept), tuple(marks))


def _joined(
    place: tuple[int, int], figures: tuple[Figure, ...], clauses: tuple[Clause, ...], template: str
) -> Sentence:
    first, *rest = clauses
    if not rest:
        return Sentence(*place, figures, clauses, first.stems, first.heads, first.scope, template)
    stems = first.stems.union(*(clause.stems for clause in rest))
    heads = first.heads.union(*(clause.heads for clause in rest))
    scope = first.scope.union(*(clause.scope for clause in rest))
    return Sentence(*place, figures, clauses, stems, heads, scope, template)
