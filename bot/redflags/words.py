"""A message as comparable tokens: no accents, no case, chat shorthand spelt out. Pure; linear in the text."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from bot.redflags.lexicon.shorthand import ACCENTED, AND_BEFORE, SHORTHAND

MAX_CHARS = 20_000
"""A longer message is read from its two ends: what matters is said first or last."""

_TOKEN = re.compile(r"[a-z]+|\d+(?:[.,]\d{1,3})?|[.!?;:,\n\"/-]")
_ACCENTED = re.compile(rf"\b(?:{'|'.join(ACCENTED)})\b")
_UNSEEN = re.compile("[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufe0f\ufeff]")
_CUT_WORDS = ((re.compile(r"\bs/(?=\s)"), "sem "), (re.compile(r"\bds(?=[a-z]{3})"), "des"))
"""Words that no table can list: "s/ ar" is "sem ar", and what starts with "ds" has lost its "e" ("dsmaiou")."""
_OWNERS = frozenset("he she it that what who there here how where".split())
_QUOTES = str.maketrans(dict.fromkeys("“”«»„‟″", '"') | dict.fromkeys("’‘´`ʼ", "'") | {"…": ".", "¿": ",", "¡": ","})
_ALSO_AND = frozenset({"n", "nd"})
NO_BREAK, COMMA, NEW_LINE, SENTENCE = range(4)
_BREAKS = {".": SENTENCE, "!": SENTENCE, "?": SENTENCE, ";": SENTENCE, "\n": NEW_LINE, ",": COMMA, ":": COMMA}


@dataclass(frozen=True, slots=True)
class Tokens:
    """A message's words, and how they are parted.

    `breaks[i]` stands before `words[i]`: NO_BREAK, COMMA, NEW_LINE or SENTENCE; `breaks` has one more, the end's.
    `quoted[i]`: inside quotation marks that leave something of the message outside. `question[i]`: its sentence ends in
    a question mark.
    """

    words: tuple[str, ...]
    breaks: tuple[int, ...]
    quoted: tuple[bool, ...]
    question: tuple[bool, ...]


def plain(text: str) -> str:
    """Lower case, no accents, no invisible characters, quotes and apostrophes of one kind."""
    composed = unicodedata.normalize("NFKC", text.translate(_QUOTES).casefold())
    told_apart = _ACCENTED.sub(lambda match: ACCENTED[match.group()], composed)
    bare = _UNSEEN.sub("", unicodedata.normalize("NFKD", told_apart))
    for cut, whole in _CUT_WORDS:
        bare = cut.sub(whole, bare)
    return bare


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
        self._breaks: list[int] = [SENTENCE]
        self._quoted: list[bool] = []
        self._question: list[bool] = []
        self._sentence = 0
        self._open: int | None = None

    def read(self, text: str) -> Tokens:
        previous_end = -1
        found = list(_TOKEN.finditer(text))
        following = [*(later.group() for later in found[1:]), ""]
        for match, after in zip(found, following, strict=False):
            mark = match.group()
            if mark in _BREAKS:
                self._break(mark)
            elif mark == '"':
                self._quote()
            elif mark == "/":
                if match.start() == previous_end and self._words and self._words[-1][0].isdigit():
                    self._add("/")
            elif mark != "-":
                self._add_word(mark, after)
            previous_end = match.end()
        self._break(".")
        quoted = self._quoted if not all(self._quoted) else [False] * len(self._quoted)
        return Tokens(tuple(self._words), tuple(self._breaks), tuple(quoted), tuple(self._question))

    def _add_word(self, word: str, after: str) -> None:
        english = word in _ALSO_AND and after in AND_BEFORE
        for spelt in ("and",) if english else SHORTHAND.get(word, word).split():
            self._add(spelt)

    def _add(self, word: str) -> None:
        self._words.append(word)
        self._breaks.append(NO_BREAK)
        self._quoted.append(False)
        self._question.append(False)

    def _break(self, mark: str) -> None:
        self._breaks[-1] = max(self._breaks[-1], _BREAKS[mark])
        if _BREAKS[mark] == SENTENCE:
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
