"""The header lines of the official notes: "Título:", "Identificação:", and the link below them. Pure."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from rag.notes.normalising import fold, lines_of, normalise

_MONTHS = (
    ("janeiro", "enero", "january"),
    ("fevereiro", "febrero", "february"),
    ("marco", "marzo", "march"),
    ("abril", "april"),
    ("maio", "mayo", "may"),
    ("junho", "junio", "june"),
    ("julho", "julio", "july"),
    ("agosto", "august"),
    ("setembro", "septiembre", "september"),
    ("outubro", "octubre", "october"),
    ("novembro", "noviembre", "november"),
    ("dezembro", "diciembre", "december"),
)
_LABELS = {
    "titulo": "title",
    "title": "title",
    "identificacao": "note",
    "identificacion": "note",
    "identification": "note",
}
_WRITTEN_DATE = re.compile(r",?\s*(?:de\s+)?(\d{1,2})º?\s+(?:de\s+)?(\w+)\s+(?:de\s+)?(\d{4})\b")
_NUMERIC_DATE = re.compile(r"\b(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b")
_YEAR = re.compile(r"(?:/|\b)((?:19|20)\d{2})\b")


@dataclass(frozen=True, slots=True)
class HeaderLines:
    """What the lines before the first heading say; `date` is an ISO date, or the year of the number."""

    title: str | None = None
    note: str | None = None
    date: str | None = None
    link: str | None = None


def read_header_lines(preamble: str) -> HeaderLines:
    """Reads the labelled lines of a preamble; a Markdown title stands in for "Título:"."""
    found: dict[str, str] = {}
    for line in lines_of(normalise(preamble)):
        label, colon, value = line.strip(" #*_\n").partition(":")
        if colon and (name := _LABELS.get(fold(label))) and value.strip(" *_"):
            found.setdefault(name, " ".join(value.strip(" *_").split()))
        elif heading := re.match(r"#\s+(\S.*)", line):
            found.setdefault("title", heading[1].strip(" #"))
    note = found.get("note", "")
    link = re.search(r"https?://\S+", normalise(preamble))
    name = _WRITTEN_DATE.sub("", note) if _written_date(note) else note
    return HeaderLines(found.get("title"), name.strip(" ,") or None, _date_in(note), link[0] if link else None)


def _date_in(note: str) -> str | None:
    if written := _written_date(note):
        return written
    if numeric := _NUMERIC_DATE.search(note):
        day, month, year = (int(part) for part in numeric.groups())
        return _iso(year, month, day)
    year_alone = _YEAR.search(note)
    return year_alone[1] if year_alone else None


def _written_date(note: str) -> str | None:
    found = _WRITTEN_DATE.search(note)
    months = {name: number for number, names in enumerate(_MONTHS, start=1) for name in names}
    month = months.get(fold(found[2])) if found else None
    return _iso(int(found[3]), month, int(found[1])) if found and month else None


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return dt.date(year, month, day).isoformat()
    except ValueError:
        return None
