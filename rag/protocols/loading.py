"""Loads and checks protocols: `protocols/common.toml` and `protocols/<specialty>/<slug>.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from rag.notes.errors import NoteError, NoteErrors, raise_any
from rag.notes.normalising import slug
from rag.notes.sections import Condition
from rag.notes.toml import field_errors, places, read_toml
from rag.protocols.checking import Written, field_problems, protocol_problems
from rag.protocols.types import Protocol, ProtocolField

COMMON: Final = "common.toml"
_ARRAYS: Final = ("fields", "criteria", "alerts")
_TWICE = re.compile(r"the key '(\w+)' occurs twice")


class _Common(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    fields: tuple[ProtocolField, ...]


def load_common(*folders: Path) -> tuple[ProtocolField, ...]:
    """The fields that precede every protocol's own: of the first folder that has them, none where none has.

    Raises NoteError (NoteErrors for several) naming the file and line.
    """
    path = next((folder / COMMON for folder in folders if (folder / COMMON).is_file()), None)
    if path is None:
        return ()
    table, text = read_toml(path)
    found = places(text)
    try:
        fields = _Common.model_validate(table).fields
    except ValidationError as error:
        raise_any(field_errors(error, path, _names(table), found))
        raise
    raise_any(field_problems(fields, Written(path, found)))
    return fields


def load_protocol(path: Path, condition: Condition, common: Sequence[ProtocolField] = ()) -> Protocol:
    """The protocol of a condition, with the common fields before its own.

    `condition` has the sentences on which criteria and alerts may rest. Raises NoteError (NoteErrors for several)
    naming the file, the line and the part: not TOML, of another form, of another condition, and all that
    `rag.protocols.checking` finds.
    """
    table, text = read_toml(path)
    written = Written(path, places(text), len(common))
    own = table.get("fields", [])
    whole = {**table, "fields": [*common, *own]} if isinstance(own, list) and own else table
    try:
        protocol = Protocol.model_validate(whole)
    except ValidationError as error:
        raise_any(_form_errors(error, written, table, text))
        raise
    raise_any(_title_errors(protocol, condition, written))
    raise_any(protocol_problems(protocol, condition.sentences, written))
    return protocol


def load_protocols(
    folder: Path, conditions: Sequence[Condition], common: Sequence[ProtocolField] = ()
) -> dict[str, Protocol]:
    """The protocol of every condition of a specialty, by title. Raises as `load_protocol` does, for all files at once.

    A condition without a file is an error, and so is a file of no condition.
    """
    expected = {folder / f"{slug(condition.title)}.toml": condition for condition in conditions}
    errors: list[NoteError] = []
    for path in sorted(folder.glob("*.toml")):
        if path not in expected:
            named = ", ".join(sorted(one.name for one in expected))
            errors.append(NoteError(path, None, "no condition of the note has this name", f"name it one of {named}"))
    loaded: dict[str, Protocol] = {}
    for path, condition in expected.items():
        if not path.is_file():
            errors.append(NoteError(path, None, f"'{condition.title}' has no file", "write its protocol"))
            continue
        try:
            loaded[condition.title] = load_protocol(path, condition, common)
        except NoteError as error:
            errors.append(error)
        except NoteErrors as several:
            errors.extend(several.errors)
    raise_any(errors)
    return loaded


def _form_errors(
    error: ValidationError, written: Written, table: Mapping[str, object], text: str
) -> Iterator[NoteError]:
    """What pydantic refused. Its positions count the common fields too."""
    for one in field_errors(error, written.path, _names(table, written.shared), _shifted(written)):
        twice = _TWICE.search(one.problem)
        line = _last_line(text, twice[1]) if twice else one.line
        yield NoteError(one.path, line, one.problem, one.remedy)


def _last_line(text: str, key: str) -> int | None:
    lines = (n for n, line in enumerate(text.splitlines(), 1) if re.match(rf"\s*key\s*=\s*[\"']{key}[\"']", line))
    return max(lines, default=None)


def _shifted(written: Written) -> dict[tuple[str | int, ...], int]:
    return {
        (location[0], location[1] + written.shared, *location[2:])
        if location[0] == "fields" and len(location) > 1 and isinstance(location[1], int)
        else location: line
        for location, line in written.places.items()
    }


def _title_errors(protocol: Protocol, condition: Condition, written: Written) -> Iterator[NoteError]:
    if protocol.condition != condition.title:
        problem = f"condition: '{protocol.condition}' is not the note's '{condition.title}'"
        yield written.error(("condition",), problem, "write the title as the note does, and name the file by its slug")


def _names(table: Mapping[str, object], shared: int = 0) -> dict[tuple[str, int], str]:
    """The keys of tables by array and position, to name them in errors."""
    return {
        (array, at + (shared if array == "fields" else 0)): str(entry["key"])
        for array in _ARRAYS
        if isinstance(entries := table.get(array), list)
        for at, entry in enumerate(entries)
        if isinstance(entry, dict) and "key" in entry
    }
