"""A message as comparable tokens: no accents, no case, chat shorthand spelt out. Pure; linear in the text."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from bot.redflags.lexicon.shorthand import ACCENTED, SHORTHAND

MAX_CHARS = 20_000
"""A longer message is read from its two ends: what matters is said first or last."""

_TOKEN = re.compile(r"[a-z]+|\d+(?:[.,]\d{1,3})?|[.!?;:,\n\"/-]")
_ACCENTED = re.compile(rf"\b(?:{'|'.join(ACCENTED)})\b")
_UNSEEN = re.compile("[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufe0f\ufeff]")
_RUN = re.compile(r"(.)\1{2,}")
_OWNERS = frozenset("he she it that what who there here how where".split())
_QUOTES = str.maketrans(
    dict.fromkeys("“”«»„‟″", '"') | dict.fromkeys("’‘´`ʼ", "'") | {"…": ".", "¿": ",", "¡": ","}
)
_BREAKS = {".": 3, "!": 3, "?": 3, ";": 3, "\n": 2, ",": 1, ":": 1}


@dataclass(frozen=True, slots=True)
class Tokens:
    """`words[i]` with `breaks[i]` before it: 0 none, 1 comma, 2 new line, 3 sentence end; `breaks` has one more, the
    end's. `quoted[i]`: inside quotation marks that leave something of the message outside. `question[i]`: its sentence
    ends in a question mark.
    """

    words: tuple[str, ...]
    breaks: tuple[int, ...]
    quoted: tuple[bool, ...]
    question: tuple[bool, ...]


def plain(text: str) -> str:
    """Lower case, no accents, no invisible characters, quotes and apostrophes of one kind."""
    composed = unicodedata.normalize("NFKC", text.translate(_QUOTES).casefold())
    told_apart = _ACCENTED.sub(lambda match: ACCENTED[match.group()], composed)
    return _UNSEEN.sub("", unicodedata.normalize("NFKD", told_apart))


def tokenise(text: str) -> Tokens:
    """Tokens of `text`; over MAX_CHARS, of its first and last halves."""
    if len(text) > MAX_CHARS:
        text = text[: MAX_CHARS // 2] + "\n" + text[-MAX_CHARS // 2 :]
    return _Reader().read(_join_apostrophes(plain(text)))


def _join_apostrophes(text: str) -> str:
    if "'" not in text:
        return text
    return re.sub(r"([a-z]+)'([a-z]{0,3})(?![a-z])", _joined, text).replace("'", "")


def _joined(match: re.Match[str]) -> str:
    owner, tail = match.group(1), match.group(2)
    return owner if tail == "s" and owner not in _OWNERS else owner + tail


class _Reader:
    """Collects one message's tokens; used once."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._breaks: list[int] = [3]
        self._quoted: list[bool] = []
        self._question: list[bool] = []
        self._sentence = 0
        self._open: int | None = None

    def read(self, text: str) -> Tokens:
        previous_end = -1
        for match in _TOKEN.finditer(text):
            token = match.group()
            if token in _BREAKS:
                self._break(token)
            elif token == '"':
                self._quote()
            elif token == "/":
                if match.start() == previous_end and self._words and self._words[-1][0].isdigit():
                    self._add("/")
            elif token != "-":
                self._add_word(token)
            previous_end = match.end()
        self._break(".")
        quoted = self._quoted if not all(self._quoted) else [False] * len(self._quoted)
        return Tokens(tuple(self._words), tuple(self._breaks), tuple(quoted), tuple(self._question))

    def _add_word(self, token: str) -> None:
        for word in SHORTHAND.get(token, token).split():
            self._add(word)

    def _add(self, word: str) -> None:
        self._words.append(word)
        self._breaks.append(0)
        self._quoted.append(False)
        self._question.append(False)

    def _break(self, mark: str) -> None:
        self._breaks[-1] = max(self._breaks[-1], _BREAKS[mark])
        if _BREAKS[mark] == 3:
            if mark == "?":
                for i in range(self._sentence, len(self._words)):
                    self._question[i] = True
            self._sentence = len(self._words)

    def _quote(self) -> None:
        if self._open is None:
            self._open = len(self._words)
            return
        for i in range(self._open, len(self._words)):
            self._quoted[i] = True
        self._open = None


def squeezed(word: str) -> tuple[str, str]:
    """`word` with runs of three or more letters cut to one, and to two: "dooor" gives "dor" and "door"."""
    return _RUN.sub(r"\1", word), _RUN.sub(r"\1\1", word)


_SOUNDS = (
    (re.compile(r"[cs]h"), "x"),
    (re.compile(r"ph"), "f"),
    (re.compile(r"(?<=[ln])h"), ""),
    (re.compile(r"h"), ""),
    (re.compile(r"qu(?=[eiao])|k"), "q"),
    (re.compile(r"s?c(?=[eiy])|z|ss"), "s"),
    (re.compile(r"c"), "q"),
    (re.compile(r"gu(?=[ei])"), "gg"),
    (re.compile(r"(?<!g)g(?=[ei])"), "j"),
    (re.compile(r"y"), "i"),
    (re.compile(r"v|w"), "b"),
    (re.compile(r"ou"), "o"),
    (re.compile(r"ei"), "e"),
    (re.compile(r"m(?![aeiou])"), "n"),
    (re.compile(r"(.)\1+"), r"\1"),
    (re.compile(r"u$"), "o"),
    (re.compile(r"i$"), "e"),
    (re.compile(r"(?<=..)r$"), ""),
)


def sound(word: str) -> str:
    """A spelling-blind key: words that people confuse when they write by ear share it ("peitu", "peito")."""
    for pattern, replacement in _SOUNDS:
        word = pattern.sub(replacement, word)
    return word
