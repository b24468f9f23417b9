"""The text of a PDF, with its broken lines put together again."""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from pypdf import PageObject, PdfReader
from pypdf.errors import DependencyError
from pypdf.generic import DictionaryObject

from rag.notes.errors import NoteError
from rag.notes.headings import BULLET, LEFT_OPEN, read_consultation, read_mark, read_section
from rag.notes.normalising import lines_of, normalise
from rag.types import Section

_OCR = "run it through OCR, or give the note as Markdown or text"
_UNLOCK = "save a copy without a password"
_EDGE = 2
_FULL = 0.95
_NARROWEST = 15.0
_FILLED_LINES = 3
# Parts that keep their hyphen where a line breaks after it ("pós-operatório", "anti-histamínico").
_PREFIXES = re.compile(
    r"anti|pós|pré|pró|ex|auto|extra|infra|inter|intra|micro|semi|sub|super|raio|não|bem|mal", re.IGNORECASE
)
_BROKEN_WORD = re.compile(r"(?P<start>\w*[^\W\d_])-$")
_NUMBERED_ITEM = re.compile(r"\d{1,3}(?:\.\d{1,3})+\.?\s*\D|\d{1,3}[.)]\s+\D|[a-z]\)\s")
_PAGE_NUMBER = re.compile(r"(?:p[áa]g(?:ina)?\.?|page)?\s*\d{1,4}(?:\s*(?:/|de|of)\s*\d{1,4})?", re.IGNORECASE)


def pdf_text(data: bytes, path: object) -> str:
    """The text of a PDF's pages: running heads and page numbers out, broken words and lines joined.

    Raises NoteError: not a PDF, corrupt, encrypted, a page that is an image without text, no text at all.
    """
    if b"%PDF-" not in data[:1024]:
        raise NoteError(path, None, "the file is not a PDF", "check what was saved under this name")
    pages = [lines_of(normalise(page)) for page in _page_texts(data, path)]
    lines = [line.strip() for page in _without_running_lines(pages) for line in page]
    return "".join(f"{line}\n" for line in rejoin_lines(lines))


def _page_texts(data: bytes, path: object) -> list[str]:
    try:
        texts = list(_extract(data, path))
    except NoteError:
        raise
    except DependencyError as error:
        raise NoteError(path, None, "the PDF is encrypted in a way that can't be read here", _UNLOCK) from error
    except Exception as error:  # a corrupt PDF raises nearly anything from within the library
        raise NoteError(path, None, "the PDF is corrupt", "export or download it again") from error
    if not any(mark.isalpha() for text in texts for mark in text):
        raise NoteError(path, None, "the PDF has no text (scanned, perhaps)", _OCR)
    return texts


def _extract(data: bytes, path: object) -> Iterator[str]:
    reader = PdfReader(io.BytesIO(data))
    # Many PDFs are locked against changes only: their reading password is empty.
    if reader.is_encrypted and not reader.decrypt(""):
        raise NoteError(path, None, "the PDF is encrypted", _UNLOCK)
    texts = [(page.extract_text(), _has_image(page)) for page in reader.pages]
    blank = [number for number, (text, image) in enumerate(texts, start=1) if image and not text.strip()]
    if blank and len(blank) < len(texts):
        raise NoteError(path, None, f"page {blank[0]} of the PDF is an image without text", _OCR)
    yield from (text for text, _ in texts)


def _has_image(page: PageObject) -> bool:
    empty = DictionaryObject()
    objects = page.get("/Resources", empty).get_object().get("/XObject", empty).get_object()
    return any(entry.get_object().get("/Subtype") == "/Image" for entry in objects.values())


def _without_running_lines(pages: Sequence[Sequence[str]]) -> list[list[str]]:
    """Takes out page numbers, and what the first or last lines of most pages repeat; never a heading."""
    filled = [[line.strip() for line in page if line.strip()] for page in pages]
    edges = [{_figureless(line) for line in (*page[:_EDGE], *page[-_EDGE:])} for page in filled]
    counts = Counter(line for edge in edges for line in edge)
    running = {line for line, count in counts.items() if count > 1 and count * 2 > len(filled)}
    return [[line for index, line in enumerate(page) if not _runs(page, index, running)] for page in filled]


def _runs(page: Sequence[str], index: int, running: set[str]) -> bool:
    line = page[index]
    if _EDGE <= index < len(page) - _EDGE or _stands_alone(line):
        return False
    return _figureless(line) in running or _PAGE_NUMBER.fullmatch(line) is not None


def _figureless(line: str) -> str:
    return re.sub(r"\d+", "#", line)


def _stands_alone(line: str) -> bool:
    """Whether the line is a heading, of a condition or of a section."""
    return read_consultation(read_mark(line)) is not None or read_section(line) is not None


def rejoin_lines(lines: Sequence[str]) -> list[str]:
    """The lines with those joined that were broken only to fit the page's width. Pure."""
    column = _column(lines)
    text = "\n".join(lines)
    joined: list[str] = []
    last = ""
    for line in lines:
        if joined and line and _goes_on(joined[-1], last, line, column):
            joined[-1] = _join(joined[-1], line, text)
        else:
            joined.append(line)
        last = line
    return joined


def _goes_on(before: str, last: str, line: str, column: float) -> bool:
    """`before` is the text so far, `last` its last printed line."""
    if not last or _stands_alone(line) or BULLET.match(line) or _NUMBERED_ITEM.match(line):
        return False
    section = read_section(before)
    if section and section[0] is not Section.OTHER and not line[0].islower():
        return False
    if _BROKEN_WORD.search(before) and line[0].islower():
        return True
    if before.endswith((";", ":", "!", "?")):
        return False
    full = _width(f"{last} {line.split(maxsplit=1)[0]}") > _FULL * column
    return line[0].islower() or LEFT_OPEN.search(before) is not None or (full and not before.endswith("."))


def _column(lines: Sequence[str]) -> float:
    """The width to which lines are filled; infinite where few are, for then none was broken for it."""
    widths = sorted((_width(line) for line in lines), reverse=True)[:_FILLED_LINES]
    filled = len(widths) == _FILLED_LINES and widths[-1] > 0.9 * widths[0] > _NARROWEST
    return widths[0] if filled else math.inf


def _width(text: str) -> float:
    """About how wide a line is printed in a proportional font, in ems."""
    narrow, wide = "fijlrtIíì.,;:!|'()[]-/ ", "mwMW%@—ÂÃÁÀ"
    return sum(0.3 if mark in narrow else 0.85 if mark in wide else 0.66 if mark.isupper() else 0.55 for mark in text)


def _join(before: str, line: str, text: str) -> str:
    broken = _BROKEN_WORD.search(before)
    if not broken or not line[0].islower():
        return f"{before} {line}"
    start, rest = broken["start"], re.match(r"\w*", line)
    whole = f"{start}-{rest[0] if rest else ''}"
    keeps = _PREFIXES.fullmatch(start) is not None or re.search(rf"(?<!\w){re.escape(whole)}(?!\w)", text) is not None
    return before + line if keeps else before[:-1] + line
