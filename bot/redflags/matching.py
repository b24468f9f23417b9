"""Finds a grammar's concepts in a message. Work grows linearly with the number of words: every pattern has a bounded
length and bounded gaps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.redflags.grammar import Grammar, Level, Pattern
from bot.redflags.words import Tokens, sound, squeezed
from rag.types import Language

_SHORTEST_FUZZY = 4
_SHORTEST_EDITED = 6
_OPENERS = frozenset({"se", "si", "if", "caso", "que", "e", "y"})


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words by what their spelling means: `common` ones of each language, parted by spaces; `keys`, recognised through
    a misspelling; `lookalikes`, never taken for a key; `units`, which
    make a number before them a count and not a reading.
    """

    common: dict[Language, str]
    keys: frozenset[str]
    lookalikes: frozenset[str]
    units: frozenset[str]


class Mention(NamedTuple):
    """`concept` is named by words [start, end); `uses_negation`: a "not" inside is part of its meaning."""

    concept: str
    start: int
    end: int
    uses_negation: bool


@dataclass(slots=True)
class Matches:
    """What a message holds: mentions by concept, votes for a language, and the steps that finding them took."""

    mentions: dict[str, set[Mention]] = field(default_factory=dict)
    votes: dict[Language, int] = field(default_factory=dict)
    steps: int = 0

    @property
    def language(self) -> Language:
        """The language that most words are of; Portuguese where none leads."""
        return max(Language, key=lambda language: self.votes.get(language, 0))

    def of(self, names: Iterable[str]) -> list[Mention]:
        """Mentions of any of `names`, in no order."""
        return [mention for name in names for mention in self.mentions.get(name, ())]


class Speller:
    """Reads a written word as labels of the grammar: itself, its stems, or else the one word it was meant to be."""

    def __init__(self, grammar: Grammar, common: frozenset[str], keys: frozenset[str]) -> None:
        self._grammar = grammar
        self._common = common
        self._sounds: dict[str, str] = {}
        self._near: dict[str, list[str]] = {}
        for word in sorted(keys, key=lambda found: (len(found), found)):
            self._learn(word)

    def _learn(self, word: str) -> None:
        key = sound(word)
        self._sounds.setdefault(key, word)
        if len(key) < _SHORTEST_EDITED:
            for swapped in _swaps(key):
                self._sounds.setdefault(swapped, word)
        if len(key) >= _SHORTEST_EDITED:
            for variant in {key, *_shorter(key)}:
                self._near.setdefault(variant, []).append(word)

    def labels(self, word: str) -> tuple[str, ...]:
        """Labels that `word` carries; () where it means nothing here. Raises nothing."""
        if not word[0].isalpha():
            return self._number(word)
        known = self._known(word)
        if known or word in self._common or len(word) < _SHORTEST_FUZZY:
            return known
        for cut in squeezed(word):
            if cut != word and (known := self._known(cut)):
                return known
        meant = self._meant(squeezed(word)[0])
        return self._known(meant) if meant else ()

    def _known(self, word: str) -> tuple[str, ...]:
        exact = (word,) if word in self._grammar.words else ()
        stems = self._grammar.stems
        return exact + tuple(f"{word[:n]}*" for n in range(2, min(len(word), 14) + 1) if word[:n] in stems)

    def _number(self, word: str) -> tuple[str, ...]:
        if not word[0].isdigit():
            return (word,) if word in self._grammar.words else ()
        value = float(word.replace(",", ".")[:18])
        inside = tuple(label for label, (low, high) in self._grammar.ranges.items() if low <= value <= high)
        return ((word,) if word in self._grammar.words else ()) + inside

    def _meant(self, word: str) -> str | None:
        key = sound(word[:24])
        if found := self._sounds.get(key):
            return found
        if len(key) < _SHORTEST_EDITED:
            return None
        for variant in (key, *_shorter(key)):
            for candidate in self._near.get(variant, ())[:8]:
                if candidate[0] == word[0] and _one_edit(key, sound(candidate)):
                    return candidate
        return None


def _by_word(common: dict[Language, str]) -> dict[str, tuple[Language, ...]]:
    table: dict[str, tuple[Language, ...]] = {}
    for language, words in common.items():
        for word in dict.fromkeys(words.split()):
            table[word] = (*table.get(word, ()), language)
    return table


def _shorter(key: str) -> list[str]:
    return [key[:i] + key[i + 1 :] for i in range(1, len(key))]


def _swaps(key: str) -> list[str]:
    return [key[:i] + key[i + 1] + key[i] + key[i + 2 :] for i in range(1, len(key) - 1)]


def _one_edit(left: str, right: str) -> bool:
    """True where one insertion, deletion, change or swap of neighbours makes `left` into `right`."""
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    a, b = left[start:], right[start:]
    swapped = len(a) == len(b) > 1 and a[0] == b[1] and a[1] == b[0] and a[2:] == b[2:]
    return swapped or a[1:] == b[1:] or a[1:] == b or a == b[1:]


class Matcher:
    """Runs a grammar over messages. Holds no state of a message; safe to share between threads."""

    def __init__(self, grammar: Grammar, vocabulary: Vocabulary) -> None:
        self._grammar = grammar
        self._everyday = _by_word(vocabulary.common)
        self._units = vocabulary.units
        common = frozenset(self._everyday) | vocabulary.lookalikes
        self._speller = Speller(grammar, common, vocabulary.keys)

    def match(self, tokens: Tokens) -> Matches:
        """All mentions in `tokens`."""
        found = Matches()
        board = _Board(tokens.breaks, [], {})
        for i, word in enumerate(tokens.words):
            labels = self._speller.labels(word)
            board.at.append(dict.fromkeys(labels, i + 1))
            self._vote(word, labels, found.votes)
        self._disambiguate(tokens, board.at, found.language)
        for i, held in enumerate(board.at):
            for label in held:
                board.where.setdefault(label, []).append(i)
        for level in self._grammar.levels:
            _run_level(level, board, found)
        return found

    def _vote(self, word: str, labels: tuple[str, ...], votes: dict[Language, int]) -> None:
        spoken = self._everyday.get(word)
        if spoken is None and labels:
            known = self._grammar.words.get(labels[0]) or self._grammar.stems.get(labels[0].rstrip("*"))
            spoken = tuple(known or ())
        for language in spoken or ():
            votes[language] = votes.get(language, 0) + (3, 1, 0)[len(spoken or ()) - 1]

    def _disambiguate(self, tokens: Tokens, at: list[dict[str, int]], language: Language) -> None:
        """Mark words that mean different things in different languages or places: `no!` denies, `to!` is "estou",
        `^se` opens a clause, `[10-53]!` is a reading and not a count of days.
        """
        for i, word in enumerate(tokens.words):
            if word[0].isdigit() and i + 1 < len(at) and not tokens.breaks[i + 1] and tokens.words[i + 1] in self._units:
                at[i] = {label: end for label, end in at[i].items() if label[-1] != "!"}
            elif word == "no" and language is not Language.PT:
                at[i]["no!"] = i + 1
            elif word == "mas" and language is not Language.ES:
                at[i]["mas!"] = i + 1
            elif word == "o" and language is Language.ES:
                at[i]["o!"] = i + 1
            elif word == "to" and language is not Language.EN:
                at[i]["to!"] = i + 1
            if word in _OPENERS and tokens.breaks[i]:
                at[i][f"^{word}"] = i + 1


@dataclass(slots=True)
class _Board:
    """Labels found so far: `at[i]` those that start at word i and where they end, `where` the words of each label."""

    breaks: tuple[int, ...]
    at: list[dict[str, int]]
    where: dict[str, list[int]]


def _run_level(level: Level, board: _Board, found: Matches) -> None:
    present = {"", *board.where}
    for label in board.where.keys() & level.keys():
        for pattern in _usable(level[label], present):
            for start in board.where[label]:
                found.steps += 1
                end = _end(pattern, board.at[start][label], board)
                if end:
                    _note(pattern, start, end, board, found)


def _note(pattern: Pattern, start: int, end: int, board: _Board, found: Matches) -> None:
    """Keep every reading, so that the order in which patterns are tried does not matter."""
    concept, labels = pattern.concept, board.at[start]
    if concept not in labels:
        board.where.setdefault(concept, []).append(start)
    labels[concept] = max(end, labels.get(concept, 0))
    found.mentions.setdefault(concept, set()).add(Mention(concept, start, end, pattern.negating))


def _usable(by_need: dict[str, tuple[Pattern, ...]], present: set[str]) -> list[Pattern]:
    """Patterns all of whose other elements have a label somewhere in the message."""
    likely = {pattern for need in by_need.keys() & present for pattern in by_need[need]}
    return [p for p in likely if len(p.needs) < 2 or not any(need.isdisjoint(present) for need in p.needs)]


def _end(pattern: Pattern, first_end: int, board: _Board) -> int:
    """Where `pattern`, whose first element ends at `first_end`, ends; 0 where it does not hold."""
    ends: Iterable[int] = (first_end,)
    for element in pattern.elements[1:]:
        reached = [*ends] if element.optional else []
        for position in ends:
            for here in range(position, min(position + element.gap + 1, len(board.at))):
                if board.breaks[here] >= 3:
                    break
                labels = board.at[here]
                reached += [labels[label] for label in element.labels & labels.keys()]
        if not reached:
            return 0
        ends = reached if len(reached) == 1 else set(reached)
    return min(ends)
