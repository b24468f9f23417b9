"""Where to cut a long text. Pure; knows nothing of markup.

Telegram counts a message in UTF-16 code units after its markup has been parsed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_LINE = re.compile(r"\n")
_SENTENCE = re.compile(r"(?<=[^\d\s][.!?…])[\"'”’»)\]]*(?=\s)")  # not after a digit: "1. Item"
_WORD = re.compile(r"\s+")
_FEWEST = 4  # a cut that leaves under a fourth of the room used is worth a lesser kind of cut
_LONGEST_CLUSTER = 64
_INVISIBLE = frozenset("\u2800\u3164\ufffc\u115f\u1160\uffa0")  # seen as blank, though of visible categories
_ZWJ = "\u200d"


def units(text: str) -> int:
    """UTF-16 code units."""
    return len(text) + sum(char > "\uffff" for char in text)


def blank(text: str) -> bool:
    """Whether a reader would see nothing: Telegram refuses such a message as empty."""
    return all(
        char.isspace() or char in _INVISIBLE or unicodedata.category(char) in {"Cc", "Cf", "Mn", "Me"} for char in text
    )


def pieces(text: str, limit: int) -> Iterator[tuple[int, int]]:
    """Cuts `text` into (start, end) of at most `limit` (≥ 2) units; outer whitespace and blank pieces are left out.

    Cuts at the last paragraph, else line, else sentence, each unless that leaves most of the room unused;
    else at a word; else between graphemes; else between code points.
    """
    start = _skip(text, 0)
    while start < len(text):
        end = _cut(text, start, _reach(text, start, limit))
        stop = start + len(text[start:end].rstrip())
        if not blank(text[start:stop]):
            yield start, stop
        start = _skip(text, end)


def _skip(text: str, start: int) -> int:
    while start < len(text) and text[start].isspace():
        start += 1
    return start


def _reach(text: str, start: int, limit: int) -> int:
    """The largest end such that `text[start:end]` fits."""
    end = min(len(text), start + limit)
    while (excess := units(text[start:end]) - limit) > 0:
        end -= (excess + 1) // 2
    return end


def _cut(text: str, start: int, end: int) -> int:
    if not text[end:].strip():
        return end
    least = start + (end - start) // _FEWEST
    for pattern, floor in ((_PARAGRAPH, least), (_LINE, least), (_SENTENCE, least), (_WORD, start)):
        # two more characters, so that a break right behind the room is seen
        found = [match for match in pattern.finditer(text, start, end + 2) if match.start() <= end]
        at = max((m.end() if pattern is _SENTENCE else m.start() for m in found), default=start)
        if floor < at <= end:
            return at
    return _between_graphemes(text, start, end)


def _between_graphemes(text: str, start: int, end: int) -> int:
    for at in range(end, max(start, end - _LONGEST_CLUSTER), -1):
        if not _joined(text, at):
            return at
    return end


def _joined(text: str, at: int) -> bool:
    """Whether the characters on both sides of `at` belong together (the common rules of UAX #29)."""
    before, after = text[at - 1], text[at]
    if unicodedata.category(after).startswith("M") or _ZWJ in (before, after):
        return True
    if "\U0001f3fb" <= after <= "\U0001f3ff" or "\U000e0020" <= after <= "\U000e007f":  # skin tones, tags
        return True
    if _is_flag_letter(after) and _is_flag_letter(before):  # flags are pairs
        run = at
        while run > 0 and _is_flag_letter(text[run - 1]):
            run -= 1
        return (at - run) % 2 == 1
    return before == "\r" and after == "\n"


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
