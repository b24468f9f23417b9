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


def field_errors(
    error: ValidationError, path: Path, names: Mapping[tuple[str, int], str] | None = None
) -> Iterator[NoteError]:
    """One NoteError a field that pydantic refused.

    `names` are for tables of an array: (array, position from 0) → what to call it instead of a number from 1.
    """
    for item in error.errors():
        place = ".".join(_steps(item["loc"], names or {}))
        message = item["msg"].removeprefix("Value error, ")
        yield NoteError(path, None, f"{place}: {message}" if place else message, _REMEDY)


def _steps(location: Sequence[int | str], names: Mapping[tuple[str, int], str]) -> Iterator[str]:
    above = ""
    for step in location:
        yield names.get((above, step), f"#{step + 1}") if isinstance(step, int) else step
        above = str(step)
