"""A message as words that know their places, its clauses and its sentences. Pure, linear time."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from rag.grounding.scan import Tokens, scan
from rag.protocols.reading.phrases import Tag, meanings, tagged
from rag.protocols.reading.unseen import visible
from rag.types import Language

COMMA, STOP, QUESTION = 1, 2, 3
MOST_READ: Final = 4000
"""Characters of a message that are read."""
OPENS, JOINS = "opens", "joins"
_OPENING: Final = frozenset("([:<>=~")
_TYPED: Final = frozenset({"diabetes", "diabete", "dm", "mellitus", "diabetico", "diabetica", "melito"})
_TYPES: Final = (("1",), ("2",), ("i",), ("ii",), ("um",), ("dois",), ("uno",), ("dos",))
_BREAKS: Final = {
    **dict.fromkeys(",()[]", COMMA),
    **dict.fromkeys(".!;\n…•|", STOP),
    "?": QUESTION,
}


@dataclass(frozen=True, slots=True)
class Said:
    """A message in tokens and words.

    `words` are the tokens of letters or digits, stretched letters levelled and apostrophes left out; `at` is the
    token of each. `breaks[i]` is the strongest mark before word i, and the last one the mark after the last word.
    """

    text: str
    language: Language
    tokens: Tokens
    words: tuple[str, ...]
    at: tuple[int, ...]
    breaks: tuple[int, ...]
    tags: tuple[Tag, ...]

    @property
    def asks(self) -> bool:
        """Whether a question mark stands in it."""
        return QUESTION in self.breaks

    def has(self, *names: str) -> bool:
        """Whether a phrase of one of the lists stands in it."""
        return any(tag.meaning in names for tag in self.tags)

    def word_of(self, token: int) -> int:
        """The word that token is, or the last one before it; -1 where none is."""
        return bisect_right(self.at, token) - 1

    def clause(self, word: int) -> tuple[int, int]:
        """Words between the marks around a word."""
        return self._around(word, COMMA)

    def sentence(self, word: int) -> tuple[int, int]:
        """Words between the ends of sentences around a word."""
        return self._around(word, STOP)

    def sentences(self) -> Iterator[tuple[int, int]]:
        """Every sentence."""
        start = 0
        for at in range(1, len(self.words) + 1):
            if at == len(self.words) or self.breaks[at] >= STOP:
                yield start, at
                start = at

    def tags_in(self, start: int, end: int) -> Iterator[Tag]:
        """The phrases that start in words [start, end)."""
        return (tag for tag in self.tags if start <= tag.start < end)

    def quote(self, start: int, end: int) -> str:
        """Tokens [start, end) as they were written."""
        last = self.tokens.ends[max(start, end - 1)]
        start -= decimal_mark(self.tokens, start) == OPENS
        first = self.tokens.starts[start]
        if self.tokens.text == self.text:
            return self.text[first:last]
        places = _places(self.text)
        return self.text[places[first] : places[last]].strip() if places else self.text.strip()

    def quoted(self, start: int, end: int) -> str:
        """Words [start, end) as they were written."""
        return self.quote(self.at[start], self.at[end - 1] + 1)

    def _around(self, word: int, strength: int) -> tuple[int, int]:
        if not 0 <= word < len(self.words):
            return word, word + 1
        edges = _edges(self.breaks, strength)
        last = bisect_right(edges, word)
        return edges[last - 1], edges[last]


@lru_cache(maxsize=64)
def _edges(breaks: tuple[int, ...], strength: int) -> tuple[int, ...]:
    """Where the stretches between marks of a strength begin, and the end of the last one."""
    count = len(breaks) - 1
    return (0, *(at for at in range(1, count) if breaks[at] >= strength), count)


def heard(text: str, language: Language) -> Said:
    """Cut a message into words, without what can't be seen; of a very long one only the beginning."""
    text = visible(text[:MOST_READ])
    tokens = scan(text)
    words, at, breaks, mark, done = [], [], [], 0, 0
    for token in range(tokens.count):
        mark = max(mark, *(_BREAKS.get(c, 0) for c in tokens.folded[done : tokens.starts[token]]), 0)
        done = tokens.ends[token]
        if decimal_mark(tokens, token + 1) == OPENS:
            continue
        if tokens.kinds[token] in ("symbol", "url"):
            mark = max(mark, _BREAKS.get(tokens.words[token], 0))
            continue
        words.append(_levelled(tokens.words[token]))
        at.append(token)
        breaks.append(mark)
        mark = 0
    breaks.append(max(mark, *(_BREAKS.get(c, 0) for c in tokens.folded[done:]), 0))
    found = tuple(words)
    return Said(text, language, tokens, found, tuple(at), tuple(breaks), _tags(found, breaks))


def decimal_mark(tokens: Tokens, at: int) -> str:
    """What a point or comma right before the number at a token does; "" where there is none.

    It OPENS a decimal (".9"), or JOINS what stands before it as well ("foi,9").
    """
    mark = at - 1
    if mark < 0 or tokens.kinds[at] != "num" or tokens.words[mark] not in (".", ",") or not tokens.touching(mark, at):
        return ""
    if mark == 0 or not tokens.touching(mark - 1, mark) or tokens.words[mark - 1] in _OPENING:
        return OPENS
    return "" if tokens.words[mark - 1] in (".", ",") else JOINS


def _tags(words: tuple[str, ...], breaks: Sequence[int]) -> tuple[Tag, ...]:
    """The phrases of words; the "tipo" of "diabetes tipo 2" hedges nothing."""
    tags = tagged(meanings(), words, breaks)
    return tuple(Tag("", tag.start, tag.end) if _names_a_type(words, tag) else tag for tag in tags)


def _names_a_type(words: tuple[str, ...], tag: Tag) -> bool:
    typed = words[tag.start] == "tipo" and tag.start > 0 and tag.end == tag.start + 1
    return typed and words[tag.start - 1] in _TYPED and words[tag.end : tag.end + 1] in _TYPES


def _levelled(word: str) -> str:
    return word if word[0].isdigit() else _stretched().sub(r"\1\2", word).replace("'", "")


def _places(text: str) -> list[int] | None:
    """Where each character of the NFC form begins in `text`; None where letters don't compose one by one."""
    places: list[int] = []
    composed, start = "", 0
    for end in range(1, len(text) + 1):
        if end == len(text) or not unicodedata.combining(text[end]):
            piece = unicodedata.normalize("NFC", text[start:end])
            places += [start] * len(piece)
            composed += piece
            start = end
    return [*places, len(text)] if composed == unicodedata.normalize("NFC", text) else None


@cache
def _stretched() -> re.Pattern[str]:
    return re.compile(r"([a-hj-z])\1{2,}|(?<=[a-hj-z])(i)i{2,}")
