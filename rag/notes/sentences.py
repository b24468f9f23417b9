"""Where sentences end, in Portuguese, Spanish and English. Pure."""

from __future__ import annotations

import re
from itertools import pairwise

_BREAK = re.compile(r"\n\s*|[.!?…]+[\"'”’»)\]]*(?=\s)")
_SPACE = re.compile(r"\s*")
_STARTS_SENTENCE = re.compile(r"[\"'“‘«(\[¿¡*_-]*\s*[^\W_a-zà-öø-ÿ]")
_WORD_BEFORE = re.compile(r"[^\s(\[]*$")
_LONGEST_ABBREVIATION = 12
# Words that end in a full stop without ending a sentence, the stop left off.
_ABBREVIATION = re.compile(
    r"(?:p\.)?e[xj]|e\.g|i\.e|p\.e|dra?s?|sra?s?|profa?|enf|mrs?|máx|mín|aprox|approx|obs|cf|vs|ee",
    re.IGNORECASE,
)
# These do so only before a figure: "n.º 4", "p. 12", but "yes or no. If".
_BEFORE_FIGURES = re.compile(r"n\.?º|n[or]|n[úu]m|arts?|p|p[áa]gs?|figs?|tab|vol|cap|item|av", re.IGNORECASE)
_CLOSES = {"(": ")", "[": "]"}


def split_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, without the spacing around them; a line end ends one too.

    Abbreviations ("p. ex.", "n.º", "Dr."), decimals and whatever stands in brackets don't.
    """
    return tuple(bare for span in sentence_spans(text) if (bare := span.strip()))


def sentence_spans(text: str) -> tuple[str, ...]:
    """The text cut after each sentence's trailing spacing, so that the spans join to the text itself."""
    inside = _bracketed(text)
    cuts = [0]
    for found in _BREAK.finditer(text):
        if found[0].isspace():
            cuts.append(found.end())
        elif found.start() not in inside and _ends_sentence(text, found):
            cuts.append(_after_space(text, found.end()))
    cuts.append(len(text))
    return tuple(text[start:stop] for start, stop in pairwise(cuts) if stop > start)


def _after_space(text: str, position: int) -> int:
    space = _SPACE.match(text, position)
    return space.end() if space else position


def _ends_sentence(text: str, found: re.Match[str]) -> bool:
    start = _after_space(text, found.end())
    if not _STARTS_SENTENCE.match(text, start):
        return False
    before = _WORD_BEFORE.search(text[max(0, found.start() - _LONGEST_ABBREVIATION) : found.start()])
    word = before[0] if before and found[0] == "." else ""
    return not (_ABBREVIATION.fullmatch(word) or (text[start].isdigit() and _BEFORE_FIGURES.fullmatch(word)))


def _bracketed(text: str) -> frozenset[int]:
    """Positions inside brackets that close on the same line; one left open hides nothing."""
    inside: set[int] = set()
    waiting: list[int] = []
    for position, mark in enumerate(text):
        if mark == "\n":
            waiting.clear()
        elif mark in _CLOSES:
            waiting.append(position)
        elif waiting and mark == _CLOSES[text[waiting[-1]]]:
            inside.update(range(waiting.pop(), position))
    return frozenset(inside)
