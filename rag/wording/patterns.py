"""Patterns of words: sequences of choices and bounded gaps, followed place by place, in linear time.

A pattern is written as it reads: `posso|devo .. <change> ... <medicine>`. Words are parted by spaces. `a|b` is a
choice, `<name>` a list of words, `recei*` a beginning, `por_favor` two words in a row, `(x)` optional; `..` is up to
three words and `...` up to six inside one sentence; `^` and `$` are where a sentence starts and ends, `?` is a question
mark, and `!no|nunca` what must not have come just before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from rag.wording.tokens import MARKS, fold

_GAPS = {"..": 3, "...": 6}
_MOST_REMEMBERED = 4_000
_SHORTEST_STEM = 2
_LONGEST_PHRASE = 4


class PatternError(Exception):
    """A pattern can't be read; the message quotes it."""


class Step(Protocol):
    """A part of a pattern: where it can end when it starts at word `at`."""

    def ends(self, words: Sequence[str], at: int) -> Iterator[int]:
        """Places after the step, each at most once."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """Any of some phrases (by first word) or of some beginnings of words."""

    phrases: Mapping[str, tuple[tuple[str, ...], ...]]
    stems: frozenset[str]
    longest: int = 0
    optional: bool = False

    @classmethod
    def of(cls, entries: Iterable[str]) -> Choice:
        """From written words: `word`, `stem*`, `two_words`."""
        phrases: dict[str, tuple[tuple[str, ...], ...]] = {}
        stems = set()
        for entry in map(fold, entries):
            if entry.endswith("*"):
                stems.add(entry[:-1])
            else:
                words = tuple(entry.split("_"))
                phrases[words[0]] = (*phrases.get(words[0], ()), words)
        return cls(phrases, frozenset(stems), max(map(len, stems), default=0))

    def ends(self, words: Sequence[str], at: int) -> Iterator[int]:
        """After each phrase that stands at `at`; at `at` itself too when optional."""
        if self.optional:
            yield at
        if at >= len(words):
            return
        for phrase in self.phrases.get(words[at], ()):
            if tuple(words[at : at + len(phrase)]) == phrase:
                yield at + len(phrase)
        if self.has_stem(words[at]):
            yield at + 1

    def has_stem(self, word: str) -> bool:
        """Whether `word` begins with one of the stems."""
        stems = self.stems
        for size in range(_SHORTEST_STEM, min(self.longest, len(word)) + 1):  # noqa: SIM110 - any() costs more
            if word[:size] in stems:
                return True
        return False


@dataclass(frozen=True, slots=True)
class Gap:
    """Up to `most` words of the same sentence."""

    most: int

    def ends(self, words: Sequence[str], at: int) -> Iterator[int]:
        """Every place up to `most` words on."""
        yield at
        for place in range(at, min(at + self.most, len(words))):
            if words[place] in MARKS:
                return
            yield place + 1


@dataclass(frozen=True, slots=True)
class Edge:
    """The start of a sentence, or its end."""

    start: bool

    def ends(self, words: Sequence[str], at: int) -> Iterator[int]:
        """`at`, where it is such an edge."""
        outside = at == 0 if self.start else at == len(words)
        if outside or words[at - 1 if self.start else at] in MARKS:
            yield at


@dataclass(frozen=True, slots=True)
class Unless:
    """Nothing, where none of some phrases has just ended."""

    choice: Choice

    def ends(self, words: Sequence[str], at: int) -> Iterator[int]:
        """`at`, unless a phrase of the choice ends there."""
        starts = range(max(0, at - _LONGEST_PHRASE), at)
        if not any(at in self.choice.ends(words, start) for start in starts):
            yield at


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern, ready to be followed from any word."""

    steps: tuple[Step, ...]
    source: str

    def openers(self) -> tuple[Choice, ...]:
        """The choices one of which the first word must be in."""
        found = []
        for step in self.steps:
            if isinstance(step, Choice):
                found.append(step)
                if not step.optional:
                    return tuple(found)
            elif isinstance(step, Gap):
                break
        raise PatternError(f"no word to start from: {self.source}")

    def matches(self, words: Sequence[str], at: int) -> bool:
        """Whether the pattern can be followed from word `at`."""
        places = {at}
        for step in self.steps:
            places = {end for place in places for end in step.ends(words, place)}
            if not places:
                return False
        return True


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """Patterns found by their first word. What a word begins is remembered, of the first words that come."""

    by_word: Mapping[str, tuple[Pattern, ...]]
    by_stem: tuple[tuple[Choice, Pattern], ...]
    _begun: dict[str, tuple[Pattern, ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, patterns: Iterable[Pattern]) -> Phrasebook:
        """Raises PatternError where a pattern has no word to start from."""
        by_word: dict[str, tuple[Pattern, ...]] = {}
        by_stem = []
        for pattern in patterns:
            for opener in pattern.openers():
                for word in opener.phrases:
                    by_word[word] = (*by_word.get(word, ()), pattern)
                if opener.stems:
                    by_stem.append((opener, pattern))
        return cls(by_word, tuple(by_stem))

    def found_in(self, words: Sequence[str]) -> Pattern | None:
        """The first pattern that stands anywhere in `words`."""
        return next((p for at, word in enumerate(words) for p in self._from(word) if p.matches(words, at)), None)

    def _from(self, word: str) -> tuple[Pattern, ...]:
        known = self._begun.get(word)
        if known is None:
            stems = (pattern for opener, pattern in self.by_stem if opener.has_stem(word))
            known = (*self.by_word.get(word, ()), *stems)
            if len(self._begun) < _MOST_REMEMBERED:
                self._begun[word] = known
        return known


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads patterns, with the lists of words that they may name."""

    lists: Mapping[str, str]
    _open: list[str] = field(default_factory=list)

    def pattern(self, source: str) -> Pattern:
        """Raises PatternError where `source` can't be read."""
        return Pattern(tuple(self._step(part, source) for part in source.split()), source)

    def entries(self, name: str) -> list[str]:
        """The words of list `name` and of the lists it names. Raises PatternError for an unknown or circular one."""
        if name not in self.lists or name in self._open:
            raise PatternError(f"no list of words <{name}>, or it names itself")
        self._open.append(name)
        found = [entry for word in self.lists[name].split() for entry in self._alternatives(word)]
        self._open.pop()
        return found

    def _step(self, part: str, source: str) -> Step:
        if part in _GAPS:
            return Gap(_GAPS[part])
        if part in {"^", "$"}:
            return Edge(part == "^")
        if part.startswith("!"):
            return Unless(Choice.of(self._alternatives(part[1:])))
        optional = part.startswith("(") and part.endswith(")")
        choice = Choice.of(self._alternatives(part[1:-1] if optional else part))
        if not choice.phrases and not choice.stems:
            raise PatternError(f"an empty choice in: {source}")
        return replace(choice, optional=optional)

    def _alternatives(self, part: str) -> list[str]:
        found: list[str] = []
        for entry in filter(None, part.split("|")):
            found += self.entries(entry[1:-1]) if entry[0] == "<" and entry[-1] == ">" else [entry]
        return found
