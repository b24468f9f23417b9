"""Refuses files whose text isn't a note's: compiled markup, code, blobs, mojibake, wrong encodings. Pure.

Sentences that try to instruct a model are no matter of this module: they are text, and pass.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence

from rag.notes.errors import NoteError

_PLAIN_TEXT = "export the note again as plain text or Markdown"
_AS_UTF8 = "save the file again as UTF-8, from the original"

_TAGS = (
    "html|head|body|div|span|br|hr|img|table|thead|tbody|tr|td|th|ul|ol|li|script|style|meta|link|svg|path|form"
    "|input|button|section|article|header|footer|main|nav|pre|code|strong|em|iframe|font|center|sup|sub|h[1-6]"
)
# What a line holds, and what shows it. Case-sensitive on purpose: SQL and tags have their usual spelling.
_SIGNS = (
    ("PDF syntax", r"%PDF-\d|%%EOF|\bendobj\b|\bendstream\b|^\s*startxref\b"),
    ("PostScript", r"^%!PS"),
    ("RTF", r"\{\\rtf\d"),
    ("HTML", rf"<!DOCTYPE|<\?xml|<!--|<script\b|</?(?:{_TAGS})(?:\s+[\w:-]+\s*=[^>]*)?\s*/?>"),
    # One-letter tags only in full: "p <0,05" and "a < b" are text.
    ("HTML", r"</?[pabius](?:\s+[\w:-]+=[^>]*)?/?>"),
    ("HTML entities", r"&(?:nbsp|lt|gt|amp|quot|apos|deg|ord[fm]|[lrmn]dash|#\d{2,6}|#x[0-9a-fA-F]{2,6});"),
    ("HTML entities", r"&[a-zA-Z](?:acute|tilde|cedil|circ|grave|uml);"),
    ("JSX", r"<[A-Z]\w*\s+\w+=[{\"'][^>]*>|<[A-Z]\w*\s*/>|</[A-Z]\w*>|\bclassName=|\b_?jsxs?\("),
    (
        "LaTeX",
        r"\\(?:documentclass|begin|end|(?:sub)*section|usepackage|textbf|textit|emph|frac|cite)\s*[\[{]",
    ),
    ("a template", r"\{%-?\s*\w+.*%\}"),
    (
        "JavaScript",
        r"\bfunction\b\s*\w*\s*\([^)]*\)\s*\{|=>\s*\{|\b(?:var|let|const)\s+[\w$]+\s*=|\}\)\(|\bvoid 0\b",
    ),
    (
        "JavaScript",
        r"\bmodule\.exports\b|\brequire\(['\"]|\bReact\.createElement\b|\breturn\s+[\w$.]+\(.*\);",
    ),
    ("JavaScript", r"^\s*import\b.*\bfrom\s*['\"]|^\s*export\s+(?:default|const|function)\b"),
    ("Python code", r"^\s*(?:async\s+)?def \w+\(.*\).*:\s*$|^from [\w.]+ import \w|^\s*class \w+\(.*\):\s*$"),
    ("C code", r"^\s*#include\s*[<\"]"),
    ("SQL", r"\b(?:SELECT\b.+\bFROM|INSERT INTO\b.+\bVALUES|CREATE TABLE)\b"),
    ("a style sheet", r"[\w.#-]+\s*\{\s*[\w-]+\s*:[^{}]*;[^{}]*\}"),
    ("JSON", r"\{\s*\"[^\"]{1,80}\"\s*:|^\s*[\[{]\s*\"[^\"]*\"\s*[:,]"),
    ("JSON", r"^\s*\"[^\"]{1,80}\"\s*:\s*(?:\[|\{|(?:\".*\"|-?[\d.]+|true|false|null)\s*,?\s*$)"),
    ("code", r"[\w)]\s*\{\s*$|^\s*\}[;,)]*\s*$"),
    ("escaped text", r"\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|=[C-F][0-9A-F]=[89AB][0-9A-F]"),
    ("an encoded blob", r"\bdata:[\w.+-]+/[\w.+-]+;base64,"),
    ("an encoded blob", r"^(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)[A-Za-z0-9+/]{60,}={0,2}\s*$"),
)
# UTF-8 read as Windows-1252 or Latin-1 ("Ã§", "â€œ", "Âº"), or as a DOS code page ("├º").
_MOJIBAKE = re.compile(
    "Ã[\u0080-\u009f\u00a1-\u00bf‡‰ƒ•š‚ŠŽˆ€]|(?<![A-ZÀ-Ý])Ã[“”\u00a0]"
    "|Â[\u0080-\u009f\u00a0-\u00bf]|â€|â‰[\u00a0-\u00bf]|â†|âˆ|â„¢|ï»¿|ï¿½|[├┬][\\w°º§í¡¬]"
)
_LOST_ACCENTS = re.compile(r"[A-Za-z]\?{2}[a-z]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f]")
_URL = re.compile(r"(?:https?://|www\.)\S+")
_LONGEST_WORD = 120
_LONGEST_LINE = 20_000
"""Characters: no paragraph of a note has as many, and patterns take their time over one that has."""
_WINDOW, _OVERLAP = 1_000, 200
"""A line is searched in pieces, since some patterns look on to its end from each of its marks."""
_SYMBOLS = frozenset("{}[]();=<>|&$\\`^~_")
_DENSE_FROM = 200
_DENSE = 0.12


def decode(data: bytes, path: object) -> str:
    """The text of a file's bytes: UTF-8, with or without a BOM. Raises NoteError with the line."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise NoteError(path, 1, "the file is UTF-16, not UTF-8", "save it again as UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = f"the byte 0x{data[error.start]:02x} is not UTF-8 (Windows-1252 or Latin-1, perhaps)"
        raise NoteError(path, line, problem, "save the file again as UTF-8") from error


def check_text(text: str, path: object) -> None:
    """Raises NoteError for the first line that no note would hold; it says how many more there are."""
    found = tuple(find_problems(text, path))
    if found:
        more = f" (and {len(found) - 1} more such lines)" if len(found) > 1 else ""
        raise NoteError(path, found[0].line, found[0].problem + more, found[0].remedy)


def find_problems(text: str, path: object) -> Iterator[NoteError]:
    """The problems of a text, at most one a line, in order."""
    patterns = tuple((what, re.compile(pattern)) for what, pattern in _SIGNS)
    any_sign = re.compile("|".join(f"(?:{pattern})" for _, pattern in _SIGNS))
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        if found := _too_long(line) or _broken_characters(line) or _not_prose(line, any_sign, patterns):
            yield NoteError(path, number, *found)


def _too_long(line: str) -> tuple[str, str] | None:
    return (f"a line of {len(line)} characters, not text", _PLAIN_TEXT) if len(line) > _LONGEST_LINE else None


def _pieces(line: str) -> Iterator[str]:
    yield from (line[at : at + _WINDOW + _OVERLAP] for at in range(0, max(1, len(line)), _WINDOW))


def _broken_characters(line: str) -> tuple[str, str] | None:
    if broken := _MOJIBAKE.search(line):
        return f"broken accents ('{broken[0]}')", _AS_UTF8
    if control := _CONTROL.search(line):
        return f"control character U+{ord(control[0]):04X}", _AS_UTF8
    if "\ufffd" in line:
        return "a character was lost (U+FFFD)", _AS_UTF8
    if _LOST_ACCENTS.search(_URL.sub(" ", line)):
        return "accents were lost ('??')", _AS_UTF8
    return None


def _not_prose(
    line: str, any_sign: re.Pattern[str], patterns: Sequence[tuple[str, re.Pattern[str]]]
) -> tuple[str, str] | None:
    text = _URL.sub(" ", line)
    for piece in _pieces(text):
        if any_sign.search(piece):
            what = next(what for what, pattern in patterns if pattern.search(piece))
            return f"{what}, not text", _PLAIN_TEXT
    if any(len(word) > _LONGEST_WORD for word in text.split() if not set(word) <= set(".-_=*")):
        return "an encoded blob, not text", _PLAIN_TEXT
    symbols = sum(mark in _SYMBOLS for mark in text)
    if len(text) >= _DENSE_FROM and symbols / len(text) > _DENSE:
        return "code, not text", _PLAIN_TEXT
    return None
