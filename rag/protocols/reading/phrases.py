"""Phrases that say how others are to be taken ("não sei", "mas", "minha mãe"), found in a message's words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rag.grounding.scan import fold

_WORDS: Final = "words.toml"
_ANSWERS: Final = (
    "unknown", "not_done", "hedge", "bound", "correction", "contrast", "if", "ask", "kin", "since", "past", "reverse",
    "yes", "no", "echo", "filler", "link",
)  # fmt: skip
"""The lists that say how an answer is to be taken."""

Meanings = Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]
"""First word → (the whole phrase, what it means), longest phrase first."""


@dataclass(frozen=True, slots=True)
class Tag:
    """What words [start, end) mean; "" for a word of no phrase."""

    meaning: str
    start: int
    end: int


def indexed(pairs: Iterable[tuple[Sequence[str], str]]) -> Meanings:
    """An index of phrases, given as folded words; of two meanings of one phrase the first holds."""
    found: dict[str, dict[tuple[str, ...], str]] = {}
    for words, meaning in pairs:
        if words:
            found.setdefault(words[0], {}).setdefault(tuple(words), meaning)
    return {first: tuple(sorted(group.items(), key=lambda item: -len(item[0]))) for first, group in found.items()}


def longest(phrases: Meanings, words: Sequence[str], at: int) -> tuple[str, int]:
    """Meaning of the longest phrase that starts at word `at`, and the index after it; ("", at) if there is none."""
    for phrase, meaning in phrases.get(words[at], ()) if at < len(words) else ():
        end = at + len(phrase)
        if len(phrase) == 1 or tuple(words[at:end]) == phrase:
            return meaning, end
    return "", at


def tagged(phrases: Meanings, words: Sequence[str], breaks: Sequence[int]) -> list[Tag]:
    """The words from left to right, each in the longest phrase that starts where the last one ended.

    No phrase reaches over a mark; `breaks[i]` is not 0 where one stands before word i.
    """
    found, at, stop = [], 0, 0
    while at < len(words):
        if at >= stop:
            stop = next((place for place in range(at + 1, len(words)) if breaks[place]), len(words))
        meaning, end = longest(phrases, words[:stop], at) if words[at] in phrases else ("", at)
        end = max(end, at + 1)
        found.append(Tag(meaning, at, end))
        at = end
    return found


def plain_words(phrase: str) -> tuple[str, ...]:
    """The folded words of a phrase, without marks, as `Said` has them."""
    return tuple(_word().findall(fold(phrase).replace("'", "")))


@cache
def lists() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """The phrases of words.toml by list."""
    written = tomllib.loads((Path(__file__).parent / _WORDS).read_text(encoding="utf-8"))
    return {name: tuple(filter(None, map(plain_words, re.split(r"[;\n]", text)))) for name, text in written.items()}


@cache
def meanings() -> Meanings:
    """The lists that say how an answer is to be taken; earlier ones hold over later ones."""
    return indexed((phrase, name) for name in _ANSWERS for phrase in lists()[name])


@cache
def words_in(*names: str) -> frozenset[str]:
    """The single words of some lists."""
    return frozenset(phrase[0] for name in names for phrase in lists()[name] if len(phrase) == 1)


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\W_]+(?:[.,]\d+)*")
