"""TOML files of the corpus: read with errors that name the file, the line and the field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import ValidationError

from rag.notes.errors import NoteError
from rag.notes.validation import decode

_REMEDY = "mend the file, or restore it"
_HEADER = re.compile(r"\s*(\[\[?)\s*([\w-]+(?:\s*\.\s*[\w-]+)*)\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"\s*([\w-]+)\s*=")

Location = tuple[str | int, ...]
"""Keys and, in arrays of tables, positions from 0: ("fields", 2, "label", "pt")."""


def read_toml(path: Path) -> tuple[dict[str, object], str]:
    """A TOML file's table and its text. Raises NoteError: unreadable, not UTF-8, not TOML."""
    try:
        text = decode(path.read_bytes(), path)
    except OSError as error:
        said = (error.strerror or type(error).__name__).lower()
        raise NoteError(path, None, f"the file can't be read ({said})", "check that it exists") from error
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        problem = re.sub(r"\s*\(at .*\)", "", str(error)).rstrip(".").lower()
        raise NoteError(path, int(found[1]) if found else None, f"not TOML: {problem}", _REMEDY) from error


def line_of(text: str, wanted: str) -> int | None:
    """The first line, from 1, that holds `wanted`."""
    position = text.find(wanted)
    return text.count("\n", 0, position) + 1 if position >= 0 else None


def places(text: str) -> dict[Location, int]:
    """The lines, from 1, of a TOML text's tables and of their keys that stand on lines of their own."""
    found: dict[Location, int] = {}
    table: Location = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.fullmatch(line):
            table = _opened(header[2].replace(" ", "").split("."), found, array=header[1] == "[[")
            found[table] = number
        elif key := _KEY.match(line):
            found.setdefault((*table, key[1]), number)
    return found


def _opened(names: Sequence[str], found: Mapping[Location, int], *, array: bool) -> Location:
    """Where a header leads: below the last table of each array that it names, or to a new one."""
    table: Location = ()
    for depth, name in enumerate(names, 1):
        table = (*table, name)
        count = next(n for n in range(len(found) + 1) if (*table, n) not in found)
        if array and depth == len(names):
            return (*table, count)
        table = (*table, count - 1) if count else table
    return table


def place_of(location: Location, found: Mapping[Location, int]) -> int | None:
    """The line of what stands there, or else of the nearest table around it."""
    around = (location[:length] for length in range(len(location), 0, -1))
    return next((found[one] for one in around if one in found), None)


def field_errors(
    error: ValidationError,
    path: Path,
    names: Mapping[tuple[str, int], str] | None = None,
    found: Mapping[Location, int] | None = None,
) -> Iterator[NoteError]:
    """One NoteError a field that pydantic refused.

    `names` are for tables of an array: (array, position from 0) → what to call it instead of a number from 1. `found`
    are the file's `places`.
    """
    for item in error.errors():
        place = ".".join(_steps(item["loc"], names or {}))
        message = item["msg"].removeprefix("Value error, ")
        line = place_of(item["loc"], found or {})
        yield NoteError(path, line, f"{place}: {message}" if place else message, _REMEDY)


def _steps(location: Sequence[int | str], names: Mapping[tuple[str, int], str]) -> Iterator[str]:
    above = ""
    for step in location:
        yield names.get((above, step), f"#{step + 1}") if isinstance(step, int) else step
        above = str(step)
