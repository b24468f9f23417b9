"""From a path to the text of a note, and from paths and folders to the notes' files."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rag.notes.errors import NoteError
from rag.notes.validation import check_text, decode

MAX_BYTES = 5 * 1024 * 1024
_TEXT = frozenset({".md", ".markdown", ".txt"})
_PDF = ".pdf"
# Documents that someone may take for notes: better refused than passed over.
_OTHER_DOCUMENTS = frozenset({".doc", ".docx", ".odt", ".rtf", ".htm", ".html", ".pages", ".epub"})
_FORMATS = "give the note as .md, .txt or .pdf"


def read_note_text(path: Path, *, max_bytes: int = MAX_BYTES, read: Callable[[Path], bytes] = Path.read_bytes) -> str:
    """The text of a note's file (UTF-8 text, Markdown or PDF), checked to be neither code nor mojibake.

    Raises NoteError naming the file (and line): missing, unreadable, empty, too large, of another format,
    not UTF-8, an encrypted, scanned or corrupt PDF, or refused by `rag.notes.validation`.
    """
    suffix = path.suffix.lower()
    if suffix != _PDF and suffix not in _TEXT:
        raise NoteError(path, None, f"'{path.suffix}' files can't be read", _FORMATS)
    data = _read_bytes(path, max_bytes, read)
    if suffix == _PDF:
        # Loaded only when there is a PDF: the library costs more than all the rest of an ingestion's start.
        from rag.notes.pdf import pdf_text  # noqa: PLC0415

        text = pdf_text(data, path)
    else:
        text = decode(data, path)
    if not text.strip():
        raise NoteError(path, None, "the file is empty", "write the note, or take the file away")
    check_text(text, path)
    return text


def _read_bytes(path: Path, max_bytes: int, read: Callable[[Path], bytes]) -> bytes:
    status = _status(path)
    if not stat.S_ISREG(status.st_mode):
        raise NoteError(path, None, "this is no regular file", _FORMATS)
    try:
        data = read(path)
    except OSError as error:
        raise _unreadable(path, error) from error
    if len(data) > max_bytes:
        raise NoteError(path, None, f"the file is larger than {max_bytes // 1024} KiB", "split it into smaller notes")
    return data


def _status(path: Path) -> os.stat_result:
    try:
        return path.stat()
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> NoteError:
    said = (error.strerror or type(error).__name__).lower()
    return NoteError(path, None, f"the file can't be read ({said})", "check that it exists and who may read it")


def note_files(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The notes' files that `paths` name, each once: a file as it is, a folder as the notes below it, sorted.

    In a folder, files of other kinds are passed over, as are hidden ones, READMEs and `*.mends.md` (lists
    of what was mended in a note). Raises NoteError: a missing path, a link that loops, a folder with no
    note, an office document.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if not stat.S_ISDIR(_status(path).st_mode):
            found.setdefault(path)
            continue
        below = tuple(_walk(path, ()))
        if not below:
            raise NoteError(path, None, "the folder has no note", _FORMATS)
        found.update(dict.fromkeys(below))
    return tuple(found)


def _walk(folder: Path, above: tuple[Path, ...]) -> Iterator[Path]:
    real = folder.resolve()
    if real in above:
        raise NoteError(folder, None, "the link leads back to a folder above it", "take the link away")
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    except OSError as error:
        raise _unreadable(folder, error) from error
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if stat.S_ISDIR(_status(entry).st_mode):
            yield from _walk(entry, (*above, real))
        elif _is_note(entry):
            yield entry


def _is_note(path: Path) -> bool:
    suffix, name = path.suffix.lower(), path.name.lower()
    if suffix in _OTHER_DOCUMENTS:
        raise NoteError(path, None, f"'{path.suffix}' files can't be read", _FORMATS)
    return suffix in _TEXT | {_PDF} and not name.startswith("readme") and not name.endswith(".mends.md")
