"""Which of Fonte's three languages a message is written in, by the words and letters that only one of them has.

Silent (None) where there is no evidence or it points two ways: then the person's own setting decides.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rag.types import Language
from rag.wording import fold

_WORD = re.compile(r"[^\W\d_]{2,40}|\by\b", re.IGNORECASE)
_LONGEST = 2_000
_SHORTEST_TO_END = 6
_WORD_WEIGHT, _ENDING_WEIGHT, _LETTER_WEIGHT = 2, 1, 3
_LEAD = 2


@dataclass(frozen=True, slots=True)
class _Signs:
    words: frozenset[str]
    endings: tuple[str, ...]
    letters: tuple[str, ...]

    def weigh(self, words: list[str], text: str) -> int:
        """Twice each telling word, once an ending of an unknown one, thrice each telling letter."""
        known = [word in self.words for word in words]
        ended = [len(word) >= _SHORTEST_TO_END and word.endswith(self.endings) for word in words]
        counted = sum(_WORD_WEIGHT if k else _ENDING_WEIGHT * e for k, e in zip(known, ended, strict=True))
        return counted + sum(_LETTER_WEIGHT for letters in self.letters if letters in text)


def detect(text: str) -> Language | None:
    """The language of `text`, or None where none leads clearly: by one telling word, and by double the next."""
    start = text[:_LONGEST].casefold().replace("’", "'")
    words = _WORD.findall(fold(start).replace("'", ""))
    scores = sorted(((signs.weigh(words, start), language) for language, signs in _signs().items()), reverse=True)
    (best, language), (second, _) = scores[0], scores[1]
    return language if best >= max(_LEAD, 2 * second) else None


@cache
def _signs() -> Mapping[Language, _Signs]:
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {language: _read(tables[language.value]) for language in Language}


def _read(table: Mapping[str, str]) -> _Signs:
    return _Signs(frozenset(table["words"].split()), tuple(table["endings"].split()), tuple(table["letters"].split()))
