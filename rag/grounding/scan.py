"""Text → folded text of the same length → tokens with their places."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

MARKER = r"\[\s*\d{1,4}(?:\s*[,;-]\s*\d{1,4})*\s*\]"
FRACTION_CHARACTERS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_KEPT = {ord(character): ord(character) for character in FRACTION_CHARACTERS + "²³"}
_REPLACED = {
    "º": "°", "ª": "°", "×": "x", "✕": "x", "–": "-", "—": "-", "−": "-", "‑": "-", "‐": "-", "’": "'",
    "⁄": "/", "∕": "/", "µ": "u", "【": "[", "】": "]",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text cut into tokens.

    `text` is the NFC form and `folded` its lower-case form without accents, of the same length, with the citation
    markers blanked. The lists are parallel, `count` long, and then hold four empty tokens of kind "end", so that
    looking ahead needs no check. Kinds: num, code (letters then digits), word, fraction, url, symbol.
    """

    text: str
    folded: str
    kinds: list[str]
    words: list[str]
    starts: list[int]
    ends: list[int]
    count: int

    def near(self, left: int, right: int) -> bool:
        """Whether at most one blank, and no line end, stands between two neighbouring tokens."""
        gap = self.starts[right] - self.ends[left]
        return gap == 0 or (gap == 1 and self.folded[self.ends[left]] != "\n")

    def touching(self, left: int, right: int) -> bool:
        """Whether nothing stands between two neighbouring tokens."""
        return self.starts[right] == self.ends[left]


class _Fold(dict[int, int]):
    def __missing__(self, point: int) -> int:
        self[point] = folded = _fold_character(chr(point))
        return folded


def normalise(text: str) -> str:
    """The form that every span refers to: NFC."""
    return unicodedata.normalize("NFC", text)


def fold(text: str) -> str:
    """Lower case, no accents, ASCII digits, plain dashes, blanks and brackets; as long as `text`."""
    return text.translate(_fold_table())


def scan(text: str) -> Tokens:
    """Cut `text` into tokens; never raises."""
    whole = normalise(text)
    folded = _marker().sub(_blank, fold(whole))
    kinds: list[str] = []
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for found in _token().finditer(folded):
        start, end = found.span()
        kinds.append(found.lastgroup or "symbol")
        words.append(found[0])
        starts.append(start)
        ends.append(end)
    count, closing = len(words), [len(folded)] * 4
    return Tokens(
        whole,
        folded,
        [*kinds, *["end"] * 4],
        [*words, *[""] * 4],
        [*starts, *closing],
        [*ends, *closing],
        count,
    )


def words_of(phrase: str) -> tuple[str, ...]:
    """The tokens of a phrase of the lexicon."""
    return tuple(found[0] for found in _token().finditer(fold(phrase)))


def _blank(found: re.Match[str]) -> str:
    return " " * (found.end() - found.start())


@cache
def _marker() -> re.Pattern[str]:
    return re.compile(MARKER)


@cache
def _token() -> re.Pattern[str]:
    letter = rf"[^\W\d_²³{FRACTION_CHARACTERS}]"
    return re.compile(
        rf"(?P<url>https?://\S+|www\.\S+)"
        rf"|(?P<code>(?<!\d){letter}+\d[a-z0-9]*(?:\.\d+)?)"
        rf"|(?P<word>{letter}+(?:'{letter}+)?)"
        r"|(?P<num>\d+(?:[.,]\d+)*)"
        rf"|(?P<fraction>[{FRACTION_CHARACTERS}])"
        r"|(?P<symbol>[<>]=|=[<>]|[^\w\s]|[²³])"
    )


@cache
def _fold_table() -> _Fold:
    table = _Fold(_KEPT)
    table.update({ord(written): ord(read) for written, read in _REPLACED.items()})
    return table


def _fold_character(character: str) -> int:
    if character.isspace():
        return ord("\n") if character in "\n\r\x0b\x0c\x85\u2028\u2029" else ord(" ")
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return ord(str(digit))
    plain = [part for part in unicodedata.normalize("NFKD", character) if not unicodedata.combining(part)]
    only = plain[0] if len(plain) == 1 else character
    return ord(_REPLACED.get(only, only.lower()[0]))
