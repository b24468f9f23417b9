"""One form for the text of a note, whatever editor, system or PDF it came from. Pure."""

from __future__ import annotations

import re
import unicodedata

# Invisible characters: BOM, soft hyphen, zero-width space/joiners, word joiner, direction marks.
_INVISIBLE = "\ufeff\u00ad\u200b\u200c\u200d\u2060\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_LINE_BREAKS = "\x0b\x0c\x85\u2028\u2029"
_SPACES = "\t\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}


def normalise(text: str) -> str:
    """The same text with LF line ends, composed accents (NFC), plain spaces and no invisible characters.

    Lines keep their number, but for form feeds and Unicode line separators, which become line ends.
    Idempotent. Nothing visible is changed beyond spacing and typographic ligatures.
    """
    table: dict[int, str] = {ord(mark): "" for mark in _INVISIBLE}
    table |= {ord(mark): "\n" for mark in _LINE_BREAKS}
    table |= {ord(mark): " " for mark in _SPACES}
    table |= {ord(mark): letters for mark, letters in _LIGATURES.items()}
    lines = text.translate({ord(mark): "" for mark in _INVISIBLE}).replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", lines.translate(table))


def lines_of(text: str) -> list[str]:
    """The lines of a normalised text, each with its line end: only LF ends a line."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def fold(text: str) -> str:
    """The text for comparing: lower case, no accents, one space for whatever is no letter or digit."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    bare = "".join(mark for mark in decomposed if not unicodedata.combining(mark))
    return re.sub(r"[\W_]+", " ", bare).strip()


def slug(title: str) -> str:
    """A condition's key in file names and tables: "Arritmia / Síncope" → "arritmia-sincope"."""
    return re.sub(r"[^a-z0-9]+", "-", fold(title)).strip("-")
