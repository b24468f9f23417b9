"""From files to notes ready to be published: everything that can be wrong is found here, before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rag.grounding import differences
from rag.notes.chunking import Chunk, split_note
from rag.notes.corpus import NoteFacts, Phrase, PreparedChunk, PreparedNote
from rag.notes.errors import NoteError, raise_any
from rag.notes.front_matter import NoteMeta, read_meta
from rag.notes.parts import split_parts
from rag.notes.phrases import LayPhrase, check_distinct, load_phrases, slug
from rag.notes.readers import note_files, read_note_text
from rag.notes.sections import Condition, read_conditions
from rag.notes.suspicion import Suspect, suspects
from rag.notes.translations import align
from rag.protocols.loading import load_common, load_protocols
from rag.protocols.types import Protocol
from rag.types import GENERAL, Language, Sentence, Specialty

_ANY_NUMBER = dict.fromkeys(Language, 0)


@dataclass(frozen=True, slots=True)
class Batch:
    """All that one ingestion publishes. `general` is None where the files say nothing of it.

    `kept_back` names the sentences that no answer may say, one line each, for whoever answers for the notes.
    """

    notes: tuple[PreparedNote, ...]
    general: tuple[Phrase, ...] | None
    kept_back: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    meta: NoteMeta
    conditions: tuple[Condition, ...]
    chunks: tuple[Chunk, ...]


@dataclass(frozen=True, slots=True)
class Preparer:
    """Reads notes and what stands beside them.

    `bundled` is the corpus that comes with Fonte: its phrases serve a note that brings none of its own, for the
    conditions that both have. `estimate` and `limit` are the embedding models' tokens.
    """

    bundled: Path
    estimate: Callable[[str], int]
    limit: int

    def prepare(self, paths: Sequence[Path], specialty: Specialty | None = None) -> Batch:
        """The notes of `paths`, or the bundled ones. Raises NoteError or NoteErrors; then nothing may be ingested."""
        whole = not paths
        found = note_files(paths or [self.bundled / "notes"])
        files = [_read(path, specialty, self._known(path)) for path in found]
        originals = [f for f in files if f.meta.translates is None]
        raise_any(_clashes(originals))
        loaded = [(f, self._phrases(f)) for f in originals]
        check_distinct([phrase for _, phrases in loaded for phrase in phrases])
        notes = tuple(self._prepared(f, files, phrases) for f, phrases in loaded)
        kept_back = tuple(_told(f, suspect) for f in originals for suspect in _suspects(f))
        return Batch(notes, self._general() if whole else None, kept_back)

    def _known(self, note: Path) -> list[Specialty]:
        """The specialties of the bundled profiles, and of those beside the note's folder."""
        corpora = (self.bundled, note.parent.parent)
        return sorted({path.stem for corpus in corpora for path in (corpus / "profiles").glob("*.toml")})

    def _phrases(self, file: _File) -> tuple[LayPhrase, ...]:
        titles = [condition.title for condition in file.conditions]
        name = f"{file.meta.specialty}.toml"
        beside = file.path.parent.parent / "phrases" / name
        if beside.is_file():
            return load_phrases(beside, titles)
        bundled = self.bundled / "phrases" / name
        if not bundled.is_file():
            return ()
        known = [
            condition.title for condition in _read(self.bundled / "notes" / f"{file.meta.specialty}.md").conditions
        ]
        slugs = {slug(title) for title in titles}
        return tuple(p for p in load_phrases(bundled, known) if p.condition in slugs)

    def _protocols(self, file: _File) -> Mapping[str, Protocol]:
        """By title; none where no folder brings them. They rest on what may be said alone."""
        folder = file.path.parent.parent / "protocols" / file.meta.specialty
        if not folder.is_dir():
            return {}
        conditions = [replace(c, sentences=_sayable(c.sentences)) for c in file.conditions]
        return load_protocols(folder, conditions, load_common(folder.parent, self.bundled / "protocols"))

    def _prepared(self, file: _File, files: Sequence[_File], phrases: Sequence[LayPhrase]) -> PreparedNote:
        conditions = file.conditions
        for other in files:
            if other.meta.translates == file.meta.specialty:
                conditions = align(conditions, other.conditions, other.meta.language, other.path, _figures_differ)
        protocols = self._protocols(file)
        chunks = tuple(
            self._chunk(condition, chunk, phrases, protocols.get(condition.title))
            for condition, chunk in zip(conditions, file.chunks, strict=True)
        )
        return PreparedNote(file.meta.specialty, _facts(file.meta), chunks)

    def _chunk(
        self, condition: Condition, chunk: Chunk, phrases: Sequence[LayPhrase], protocol: Protocol | None
    ) -> PreparedChunk:
        content = chunk.body.strip()
        name = slug(condition.title)
        stored = protocol.model_dump(mode="json", exclude_none=True) if protocol else None
        return PreparedChunk(
            slug=name,
            title=condition.title,
            titles=dict(condition.titles),
            content=content,
            parts=tuple(
                p for p in split_parts(f"{condition.title}\n{content}", self.limit, self.estimate) if p.strip()
            ),
            sentences=_sayable(condition.sentences),
            phrases=(*_names(condition), *(Phrase(p.language, p.text) for p in phrases if p.condition == name)),
            fields=tuple(stored["fields"]) if stored else (),
            protocol=stored,
        )

    def _general(self) -> tuple[Phrase, ...]:
        """The phrases of no specialty, under the names of their kinds instead of conditions'."""
        path = self.bundled / "phrases" / f"{GENERAL}.toml"
        kinds = _kinds(path)
        return tuple(Phrase(p.language, p.text) for p in load_phrases(path, kinds, _ANY_NUMBER))


def _kinds(path: Path) -> list[str]:
    from rag.notes.toml import read_toml  # noqa: PLC0415

    table, _ = read_toml(path)
    return list(table)


def _read(path: Path, specialty: Specialty | None = None, known: Sequence[Specialty] = ()) -> _File:
    note = split_note(read_note_text(path), path)
    meta = read_meta(note, path, specialty=specialty, known=known)
    return _File(path, meta, read_conditions(note), note.chunks)


def _names(condition: Condition) -> Iterator[Phrase]:
    """What the condition is called, whole and in parts: who knows its name must find it by that, however written."""
    said = {Language.PT: condition.title, **condition.titles}
    names = [(language, name.strip()) for language, title in said.items() for name in (title, *title.split("/"))]
    spelt = dict.fromkeys((language, form) for language, name in names for form in (name, name.lower()))
    return (Phrase(language, name) for language, name in spelt if len(name) > 2)  # noqa: PLR2004 - a letter names nothing


def _sayable(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    held = {id(suspect.sentence) for suspect in suspects(sentences)}
    return tuple(sentence for sentence in sentences if id(sentence) not in held)


def _suspects(file: _File) -> Iterator[tuple[Condition, Suspect]]:
    return ((condition, suspect) for condition in file.conditions for suspect in suspects(condition.sentences))


def _told(file: _File, found: tuple[Condition, Suspect]) -> str:
    condition, suspect = found
    return f"{file.path}: '{condition.title}': kept out of answers, {suspect.suspicion}: {suspect.sentence.text[:80]}"


def _facts(meta: NoteMeta) -> NoteFacts:
    review = meta.review_date.isoformat() if meta.review_date else None
    return NoteFacts(meta.note, meta.date or "", review, demonstration=meta.notice is not None)


def _clashes(files: Iterable[_File]) -> list[NoteError]:
    seen: dict[Specialty, Path] = {}
    errors = []
    for file in files:
        if file.meta.specialty in seen:
            problem = f"a second note of '{file.meta.specialty}', after {seen[file.meta.specialty].name}"
            errors.append(NoteError(file.path, None, problem, "give one note a specialty, or merge them"))
        seen[file.meta.specialty] = file.path
    return errors


def _figures_differ(original: str, translation: str) -> str | None:
    difference = differences(original, translation)
    return str(difference) if difference else None
