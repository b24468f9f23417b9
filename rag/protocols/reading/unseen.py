"""Characters of a message that can't be seen, and those that show it in another order than it is written. Pure."""

from __future__ import annotations

from typing import Final

_UNSEEN: Final = frozenset(
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff"
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
"""Zero-width characters, the soft hyphen, and the controls of the Unicode Bidirectional Algorithm (UAX #9)."""
_TURNING: Final = frozenset("\u202b\u202d\u202e\u2067")
"""Of those the overrides, and what sets text from right to left: under them "17" may be seen as "71"."""


def visible(text: str) -> str:
    """A text without the characters that can't be seen."""
    return text if _UNSEEN.isdisjoint(text) else "".join(c for c in text if c not in _UNSEEN)


def turned(text: str) -> bool:
    """Whether a text may be seen in another order than it is written."""
    return not _TURNING.isdisjoint(text)


def as_written(quote: str, text: str) -> str:
    """The stretch of `text` that a quote of its visible characters stands for."""
    places = [at for at, c in enumerate(text) if c not in _UNSEEN]
    if len(places) == len(text) or not quote:
        return quote
    first = visible(text).find(quote)
    return text[places[first] : places[first + len(quote) - 1] + 1] if first >= 0 else quote
