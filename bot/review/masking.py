"""Hides from texts what names a person: numbers to call, addresses, documents, user names. Pure.

Figures of health stay: a number is taken for a telephone or a document from 8 digits on, or where it is written as one.
"""

from __future__ import annotations

import re
from typing import Final

_PATTERNS: Final = (
    ("[url]", re.compile(r"\b(?:https?://|www\.|t\.me/)[^\s,;]+", re.IGNORECASE)),
    ("[email]", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    ("[user]", re.compile(r"(?<![\w@])@\w{2,}")),
    # CPF 123.456.789-09 and CNS 123 4567 8901 2345 among them; a date has fewer digits
    ("[number]", re.compile(r"\b\d{3}\.\d{3}\.\d{3}-?\d{2}\b")),
    ("[number]", re.compile(r"(?<![\w])(?<!\d[,.])\(?\+?\(?\d(?:[\s().-]{0,2}\d){7,}(?![\w]|[,.]\d)")),
)
_DATE: Final = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d{2}-\d{2}")


def masked(text: str) -> str:
    """The text with telephone numbers, e-mail and web addresses, CPF-like numbers and @-names hidden."""
    for word, pattern in _PATTERNS:
        text = pattern.sub(lambda found, word=word: _hidden(found, word), text)  # type: ignore[misc]
    return text


def _hidden(found: re.Match[str], word: str) -> str:
    written = found[0]
    return written if word == "[number]" and _DATE.fullmatch(written) else word
