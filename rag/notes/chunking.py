"""Splits a note into one chunk a condition. Pure.

Three heading conventions are known, and any mix of them: `## Consulta em X - Y`, `1. Consulta em X - Y`,
and the plain line `Consulta em X - Y`; each may be bold. A heading without its "Consulta em X" (`6.
Micoses`) counts when what follows shows it to be one: its own first sub-number (6.1), or the heading of a
section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.notes.errors import NoteError, raise_any
from rag.notes.headings import Kind, Mark, clean_title, is_rule, read_consultation, read_mark, read_section
from rag.notes.normalising import lines_of, normalise, slug
from rag.types import Section

_EXAMPLE = "'## Consulta em Cardiologia - Insuficiência Cardíaca'"
_LONGEST_BARE_TITLE = 100


@dataclass(frozen=True, slots=True)
class Chunk:
    """One condition of a note.

    `heading` holds the heading's line as it was written, after any group headings (`# Cardiologia`) right
    above it; `start_line` is the title's own line, from 1, so that the body starts on the next. `specialty`
    is the name in the heading, None where the heading has none.
    """

    title: str
    heading: str
    body: str
    start_line: int
    specialty: str | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """A note in parts: `preamble`, then each chunk's `heading` and `body`, rejoin to its normalised text."""

    preamble: str
    chunks: tuple[Chunk, ...]

    @property
    def text(self) -> str:
        """The normalised text of the whole note."""
        return self.preamble + "".join(chunk.heading + chunk.body for chunk in self.chunks)


@dataclass(frozen=True, slots=True)
class _Heading:
    index: int
    first: int
    title: str
    specialty: str | None


def split_note(text: str, path: object) -> Note:
    """The chunks of a note's text, one a condition; front matter, where there is any, stays in the preamble.

    Raises NoteError (NoteErrors for several) naming `path`: no heading at all, a heading with no body, a
    title that occurs twice.
    """
    lines = lines_of(normalise(text))
    headings = _find_headings(lines)
    if not headings:
        raise NoteError(
            path, None, "no condition heading found", f"start each condition with a line such as {_EXAMPLE}"
        )
    ends = [heading.first for heading in headings[1:]] + [len(lines)]
    chunks = tuple(_chunk(lines, heading, end) for heading, end in zip(headings, ends, strict=True))
    raise_any((*_without_body(chunks, path), *_repeated(chunks, path)))
    return Note("".join(lines[: headings[0].first]), chunks)


def _chunk(lines: Sequence[str], heading: _Heading, end: int) -> Chunk:
    above, body = lines[heading.first : heading.index + 1], lines[heading.index + 1 : end]
    return Chunk(heading.title, "".join(above), "".join(body), heading.index + 1, heading.specialty)


def _without_body(chunks: Sequence[Chunk], path: object) -> Iterator[NoteError]:
    for chunk in chunks:
        if not any(_says_something(line) for line in lines_of(chunk.body)):
            remedy = "write its text below it, or take the heading out"
            yield NoteError(path, chunk.start_line, f"the heading '{chunk.title}' has no text", remedy)


def _says_something(line: str) -> bool:
    section = read_section(line)
    return bool(line.strip()) and not is_rule(line) and (section is None or section[1] != "")


def _repeated(chunks: Sequence[Chunk], path: object) -> Iterator[NoteError]:
    seen: dict[str, int] = {}
    for chunk in chunks:
        first = seen.setdefault(slug(chunk.title), chunk.start_line)
        if first != chunk.start_line:
            problem = f"the condition '{chunk.title}' is already on line {first}"
            yield NoteError(path, chunk.start_line, problem, "join the two, or give one another title")


def _find_headings(lines: Sequence[str]) -> list[_Heading]:
    marks = [read_mark(line) for line in lines]
    named = {index: found for index, mark in enumerate(marks) if (found := read_consultation(mark))}
    shapes = {(marks[index].kind, marks[index].level) for index in named}
    headings: list[_Heading] = []
    for index, mark in enumerate(marks):
        if found := named.get(index):
            title, specialty = found.condition, found.specialty
        elif _could_be_bare(lines[index], mark, shapes) and _opens_a_condition(lines, marks, index):
            title, specialty = clean_title(mark.text), None
        else:
            continue
        first = _first_line(marks, lines, index) if headings else index
        headings.append(_Heading(index, first, title, specialty))
    return headings


def _could_be_bare(line: str, mark: Mark, shapes: set[tuple[Kind, int]]) -> bool:
    """Whether the line may be a heading without "Consulta em X": it stands out as the note's others do."""
    if mark.kind is Kind.PLAIN or mark.ends_like_a_sentence or not 1 < len(mark.text) <= _LONGEST_BARE_TITLE:
        return False
    if mark.number and not re.fullmatch(r"\d+[.)]", mark.number):
        return False
    section = read_section(line)
    if section and (section[0] is not Section.OTHER or mark.kind is not Kind.MARKDOWN):
        return False
    return (mark.kind, mark.level) in shapes or (not shapes and (mark.kind, mark.level) != (Kind.MARKDOWN, 1))


def _opens_a_condition(lines: Sequence[str], marks: Sequence[Mark], index: int) -> bool:
    """Whether the next line with text is the heading's first sub-number, or a condition's first section."""
    below = next((i for i in range(index + 1, len(lines)) if lines[i].strip()), None)
    if below is None:
        return False
    number = marks[index].number.rstrip(".)")
    if number and re.match(rf"{number}\.1(?!\d)", marks[below].number):
        return True
    section = read_section(lines[below])
    return section is not None and section[0] in (Section.ABOUT, Section.CRITERIA)


def _first_line(marks: Sequence[Mark], lines: Sequence[str], index: int) -> int:
    """Where the heading starts, with the group headings (fewer #s) that stand right above it."""
    first, level = index, marks[index].level
    for above in range(index - 1, -1, -1):
        if not lines[above].strip():
            continue
        if not 0 < marks[above].level < level or read_consultation(marks[above]):
            break
        first, level = above, marks[above].level
    return first
