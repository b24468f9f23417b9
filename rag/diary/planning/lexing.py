"""A question to the diary as words that keep their place in the text, and lists of phrases found in them. Pure."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rag.wording import fold
from rag.wording.lexicon import Spelling

LONGEST_TEXT = 4000
"""Characters of a question that are read; Telegram's longest message has 4,096."""

_TOKEN = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}(?!\d)|\d{1,2}/\d{1,2}(?:/\d{4}|/\d{2})?(?![\d/])|\d{1,2}([.-])\d{1,2}\1(?:\d{4}|\d{2})(?!\d)"
    r"|\d{1,2}(?:st|nd|rd|th|o|a)(?![^\W_])|b[ -]?(?:12|[1-9])(?![^\W_])|\d+(?:[.,]\d+)*|[^\W\d_]+|[?.,!;:\n&%+-]",
    re.IGNORECASE,
)
_STRETCHED = re.compile(r"([^\W\d_])\1{2,}")
_POSSESSIVE = re.compile(r"['’]s(?![^\W_])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number, date or mark: as written, and folded with stretched letters levelled."""

    said: str
    word: str


def lex(text: str) -> list[Token]:
    """The tokens of `text`: a numeric date is one, so is "b12"; an ordinal keeps its ending ("3rd", "2a")."""
    plain = unicodedata.normalize("NFKC", text[:LONGEST_TEXT])
    plain = "".join(c for c in plain if unicodedata.category(c) != "Cf")
    plain = _POSSESSIVE.sub("", plain).replace("'", "").replace("’", "")
    return [Token(m.group(), _word(m.group())) for m in _TOKEN.finditer(plain)]


def _word(said: str) -> str:
    word = _STRETCHED.sub(r"\1", fold(said))
    return re.sub(r"[ -]", "", word) if word[0] == "b" and word[-1].isdecimal() else word


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases with what each stands for, by first word, the longest first."""

    by_word: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]
    spelling: Spelling

    @classmethod
    def of(cls, written: Iterable[tuple[str, str]]) -> Phrases:
        """From pairs of phrase (`two_words`) and meaning; a later pair outweighs an earlier one of the same phrase."""
        meanings = {tuple(fold(phrase).split("_")): meaning for phrase, meaning in written}
        by_word: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for phrase in sorted(meanings, key=lambda words: (-len(words), words)):
            by_word.setdefault(phrase[0], []).append((phrase, meanings[phrase]))
        known = {word for phrase in meanings for word in phrase}
        return cls({word: tuple(found) for word, found in by_word.items()}, Spelling.of(known))

    def mended(self, words: Sequence[str]) -> list[str]:
        """The words with the longer known ones spelt right."""
        return [self.spelling.mended(word) for word in words]

    def at(self, words: Sequence[str], place: int) -> tuple[int, str] | None:
        """The end and meaning of the longest phrase that starts at `place`; hyphens inside it don't count."""
        for phrase, meaning in self.by_word.get(words[place], ()):
            end = _end(words, place, phrase)
            if end is not None:
                return end, meaning
        return None


def _end(words: Sequence[str], place: int, phrase: Sequence[str]) -> int | None:
    for word in phrase:
        if word is not phrase[0] and place < len(words) and words[place] == "-":
            place += 1
        if place >= len(words) or words[place] != word:
            return None
        place += 1
    return place


def load_lists(path: Path) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """A TOML file of tables of word lists: table → name → entries."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return {table: {name: text.split() for name, text in lists.items()} for table, lists in tables.items()}
