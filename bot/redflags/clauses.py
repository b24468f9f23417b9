"""Where the clauses of a message begin and end, and what is mentioned where. Pure; every question is O(log n)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from bot.redflags.matching import Matches, Mention
from bot.redflags.words import COMMA, NEW_LINE, SENTENCE, Tokens

Span = tuple[int, int]
"""Words [start, end)."""


class Spans:
    """Stretches of a message, asked whether one of them holds another."""

    def __init__(self, mentions: Iterable[Mention]) -> None:
        self._reach: list[int] = []
        self._starts: list[int] = []
        for mention in sorted(mentions, key=lambda found: found.start):
            self._starts.append(mention.start)
            self._reach.append(max(mention.end, self._reach[-1] if self._reach else 0))

    def hold(self, start: int, end: int) -> bool:
        """True where words [start, end) lie inside what the stretches begun by then reach."""
        before = bisect_right(self._starts, start)
        return before > 0 and self._reach[before - 1] >= end


class Clauses:
    """One message cut into sentences, segments (statements of their own), clauses (between commas), stretches."""

    def __init__(self, tokens: Tokens, matches: Matches, markers: frozenset[str]) -> None:
        self.tokens = tokens
        self.count = len(tokens.words)
        self._matches = matches
        self._ends = {name: _longest(found) for name, found in matches.mentions.items()}
        self._sorted = {name: sorted(ends) for name, ends in self._ends.items()}
        names = (name for name in matches.mentions if name not in markers and " " not in name)
        signs = [mention for name in names for mention in matches.mentions[name]]
        self.signs = _longest(signs)
        self.signs_reach = Spans(mention for mention in signs if mention.end - mention.start > 1)
        self._sign_starts = sorted(self.signs)
        self._sentences = [i for i in range(self.count) if tokens.breaks[i] >= SENTENCE]
        self._segments = sorted({*self._sentences, *self._turns()})
        self._stretches = sorted({*self._sentences, *self._sorted.get("NOW", ()), *self._sorted.get("TODAY", ())})
        self._clauses = sorted({*self._segments, *(i for i in range(self.count) if tokens.breaks[i])})

    def of(self, *names: str) -> list[Mention]:
        """Mentions of any of `names`."""
        return self._matches.of(names)

    def at(self, position: int, *names: str) -> int:
        """End of the mention that starts at `position`, of the first of `names` that has one there; else 0."""
        for name in names:
            if end := self._ends.get(name, {}).get(position, 0):
                return end
        return 0

    def inside(self, span: Span, *names: str) -> bool:
        """True where a mention of one of `names` starts in `span`."""
        return any(_starts_in(self._sorted.get(name, []), span) for name in names)

    def holds_sign(self, span: Span) -> bool:
        """True where a sign of danger starts in `span`."""
        return _starts_in(self._sign_starts, span)

    def sentence(self, position: int) -> Span:
        """The sentence that holds word `position`."""
        return _around(self._sentences, position, self.count)

    def segment(self, position: int) -> Span:
        """The segment that holds word `position`."""
        return _around(self._segments, position, self.count)

    def clause(self, position: int) -> Span:
        """The clause that holds word `position`."""
        return _around(self._clauses, position, self.count)

    def stretch(self, position: int) -> Span:
        """The part of a sentence between one "now" or "today" and the next that holds word `position`."""
        return _around(self._stretches, position, self.count)

    def opens_sentence(self, position: int) -> bool:
        """True where a sentence begins at `position`."""
        return self.tokens.breaks[position] >= SENTENCE

    def _turns(self) -> Iterator[int]:
        for i, gap in enumerate(self.tokens.breaks[:-1]):
            opens = self.at(i, "AND") or (i if gap == COMMA else 0)
            turns = gap >= NEW_LINE or self.at(i, "CONTRAST") or (opens and self._asserts(opens))
            if turns or (self.at(i, "NOW", "TODAY") and self._asserts(i)):
                yield i

    def _asserts(self, position: int) -> bool:
        """True where what begins at `position` states something of its own ("my mother has…", "can't…")."""
        position = self.at(position, "NOW", "TODAY") or position
        position = self.at(position, "SUBJECT") or position
        last = min(position + 4, self.sentence(position)[1]) if self.at(position, "POSSESSIVE") else position
        return any(self.at(owned, "STATE") for owned in range(position + 1, last)) or bool(
            self.at(position, "STATE", "NOT", "CANT", "STILL")
        )


def _longest(mentions: Iterable[Mention]) -> dict[int, int]:
    ends: dict[int, int] = {}
    for mention in mentions:
        ends[mention.start] = max(mention.end, ends.get(mention.start, 0))
    return ends


def _starts_in(starts: list[int], span: Span) -> bool:
    at = bisect_left(starts, span[0])
    return at < len(starts) and starts[at] < span[1]


def _around(starts: list[int], position: int, count: int) -> Span:
    at = bisect_right(starts, position) - 1
    start = starts[at] if at >= 0 else 0
    return start, starts[at + 1] if at + 1 < len(starts) else count
