"""Revised notes as they were handed in: put beside each other as ingestion wants them, and read as it reads them."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rag.notes.corpus import PreparedChunk, PreparedNote
from rag.notes.errors import NoteError, NoteErrors, raise_any
from rag.notes.preparing import Preparer
from rag.notes.sections import Condition
from rag.protocols.loading import load_common, load_protocol
from rag.types import Specialty

_NAME: Final = re.compile(r"[\w.-]{1,100}")
_NOTES: Final = "notes"
_PHRASES: Final = "phrases"
_PROTOCOLS: Final = "protocols"


@dataclass(frozen=True, slots=True)
class Upload:
    """A note, ready to be compared. `protocols` are those that came, by condition; `phrased`: its phrases came too."""

    note: PreparedNote
    protocols: Mapping[str, Mapping[str, Any]]
    phrased: bool


def read_uploads(files: Mapping[str, bytes], preparer: Preparer) -> Sequence[Upload]:
    """Notes (`.md`, `.txt`, `.pdf`), phrases (`<specialty>.toml`) and protocols (`<condition>.toml`) by their names.

    Nothing of it stays on the disk. Raises NoteError or NoteErrors, which name the files as they were handed in.
    """
    with tempfile.TemporaryDirectory(prefix="fonte-") as folder:
        root = Path(folder).resolve()
        with _renamed(root):
            (root / _NOTES).mkdir()
            placed = [_placed(root, name, content, preparer.bundled) for name, content in files.items()]
            batch = preparer.prepare([root / _NOTES])
            protocols = {path.stem: path for path in placed if path.parent.name == _PROTOCOLS}
            uploads = [_upload(root, note, protocols, preparer.bundled) for note in batch.notes]
            raise_any(_strangers(protocols, batch.notes))
    return uploads


def _placed(root: Path, name: str, content: bytes, bundled: Path) -> Path:
    """A protocol of a condition has the condition's name; what is named like a specialty are its phrases."""
    base = name.replace("\\", "/").rpartition("/")[2]
    if not _NAME.fullmatch(base) or not base.strip("."):
        raise NoteError(base[:40], None, "this is no name of a file", "use letters, digits, points and hyphens")
    folder = _NOTES
    if base.endswith(".toml"):
        folder = _PHRASES if (bundled / _PHRASES / base).is_file() else _PROTOCOLS
    path = root / folder / base
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    return path


def _upload(root: Path, note: PreparedNote, protocols: Mapping[str, Path], bundled: Path) -> Upload:
    common = load_common(root / _PROTOCOLS, bundled / _PROTOCOLS)
    read = {
        chunk.slug: load_protocol(protocols[chunk.slug], _condition(chunk), common).model_dump(
            mode="json", exclude_none=True
        )
        for chunk in note.chunks
        if chunk.slug in protocols
    }
    return Upload(note, read, (root / _PHRASES / f"{note.specialty}.toml").is_file())


def _condition(chunk: PreparedChunk) -> Condition:
    """As a protocol rests on it: on what may be said alone."""
    return Condition(chunk.title, 1, chunk.sentences, dict(chunk.titles))


def _strangers(protocols: Mapping[str, Path], notes: Sequence[PreparedNote]) -> Iterator[NoteError]:
    known: set[Specialty] = {chunk.slug for note in notes for chunk in note.chunks}
    for name, path in protocols.items():
        if name not in known and path.name != "common.toml":
            yield NoteError(
                path.name, None, "no condition of the note has this name", "name it by its condition's slug"
            )


@contextmanager
def _renamed(root: Path) -> Iterator[None]:
    """Errors without the folder, which nobody knows."""
    try:
        yield
    except NoteError as error:
        raise _short(error, root) from None
    except NoteErrors as errors:
        raise NoteErrors(errors.message, [_short(error, root) for error in errors.errors]) from None


def _short(error: NoteError, root: Path) -> NoteError:
    shorten: Callable[[str], str] = lambda text: re.sub(rf"{re.escape(str(root))}/(?:\w+/)?", "", text)  # noqa: E731
    return NoteError(shorten(error.path), error.line, shorten(error.problem), shorten(error.remedy))
