"""Finds a grammar's concepts in a message.

Work grows linearly with the number of words: every pattern has a bounded length and bounded gaps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.redflags.grammar import Grammar, Level, Pattern
from bot.redflags.spelling import Speller, Vocabulary
from bot.redflags.words import SENTENCE, Tokens
from rag.types import Language

_OPENERS = frozenset({"se", "si", "if", "caso", "que", "e", "y"})


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
        """Mark words that mean different things in different languages or places.

        `no!` denies, `mas!` is "but", `o!` is "or", `to!` is "estou", `^se` opens a clause, and a number keeps
        `[10-53]!` where it is a reading and not a count of days.
        """
        for i, word in enumerate(tokens.words):
            if word[0].isdigit() and not tokens.breaks[i + 1] and tokens.words[i + 1] in self._units:
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
        starts = board.where[label]
        for pattern in _usable(level[label], present):
            found.steps += len(starts)
            for start in starts:
                end = board.at[start][label]
                if len(pattern.elements) > 1:
                    end = _end(pattern, end, board)
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
    return [p for p in likely if not p.needs or not any(need.isdisjoint(present) for need in p.needs)]


def _end(pattern: Pattern, first_end: int, board: _Board) -> int:
    """Where `pattern`, whose first element ends at `first_end`, ends; 0 where it does not hold."""
    ends: Iterable[int] = (first_end,)
    for element in pattern.elements[1:]:
        reached = [*ends] if element.optional else []
        for position in ends:
            for here in range(position, min(position + element.gap + 1, len(board.at))):
                if board.breaks[here] >= SENTENCE:
                    break
                labels = board.at[here]
                reached += [labels[label] for label in element.labels & labels.keys()]
        if not reached:
            return 0
        ends = reached if len(reached) == 1 else set(reached)
    return min(ends)


def _by_word(common: dict[Language, str]) -> dict[str, tuple[Language, ...]]:
    table: dict[str, tuple[Language, ...]] = {}
    for language, words in common.items():
        for word in dict.fromkeys(words.split()):
            table[word] = (*table.get(word, ()), language)
    return table
