"""What a revised note changes of the notes of today. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rag.notes.corpus import Phrase, PreparedChunk, PreparedNote
from rag.types import Specialty

_NEW: Final = 0


@dataclass(frozen=True, slots=True)
class CurrentChunk:
    """A current version. `titles` are the title's translations, `phrases` all by which it is found beside its text."""

    document_id: int
    version: int
    slug: str
    title: str
    content: str
    phrases: tuple[Phrase, ...]
    protocol: Mapping[str, Any] | None
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RevisedChunk:
    """A chunk that is new or different. `document_id` is of the version it would replace, 0 where it is new."""

    document_id: int
    version: int
    chunk: PreparedChunk

    @property
    def texts(self) -> tuple[str, ...]:
        """All by which it would be found."""
        return (*self.chunk.parts, *(phrase.text for phrase in self.chunk.phrases))


@dataclass(frozen=True, slots=True)
class Revision:
    """What publishing a note would do to its specialty."""

    specialty: Specialty
    changed: tuple[RevisedChunk, ...]
    retired: tuple[CurrentChunk, ...]
    """Conditions that the note has no more."""

    @property
    def slugs(self) -> frozenset[str]:
        """The conditions that are touched."""
        return frozenset((*(one.chunk.slug for one in self.changed), *(one.slug for one in self.retired)))


def revision(
    note: PreparedNote,
    current: Sequence[CurrentChunk],
    protocols: Mapping[str, Mapping[str, Any]],
    *,
    phrased: bool,
) -> Revision:
    """The difference between a note and today's.

    It is compared by what answers and decisions rest on: title, text, phrases, protocol. `phrased`: the phrases came
    with the note; otherwise a condition keeps those that it has. `protocols` are those that came, by condition; the
    others keep theirs. A note's number and date change no answer.
    """
    today = {one.slug: one for one in current}
    chunks = [_completed(chunk, today.get(chunk.slug), protocols, phrased=phrased) for chunk in note.chunks]
    changed = tuple(
        _revised(chunk, today.get(chunk.slug)) for chunk in chunks if _differs(chunk, today.get(chunk.slug))
    )
    named = {chunk.slug for chunk in chunks}
    return Revision(note.specialty, changed, tuple(one for one in current if one.slug not in named))


def _completed(
    chunk: PreparedChunk, today: CurrentChunk | None, protocols: Mapping[str, Mapping[str, Any]], *, phrased: bool
) -> PreparedChunk:
    kept = today.protocol if today else None
    protocol = protocols.get(chunk.slug, kept)
    whole = replace(chunk, protocol=dict(protocol) if protocol is not None else None)
    if today is None or chunk.title != today.title:
        return whole
    if not phrased:
        return replace(whole, phrases=today.phrases)
    return whole if chunk.titles else replace(whole, phrases=(*whole.phrases, *_translated_names(whole, today)))


def _translated_names(chunk: PreparedChunk, today: CurrentChunk) -> Iterator[Phrase]:
    """What the condition is called in other languages, which a note that comes without its translations leaves out."""
    forms = {form.strip().lower() for title in today.titles for form in (title, *title.split("/"))}
    known = set(chunk.phrases)
    return (one for one in today.phrases if one.text.lower() in forms and one not in known)


def _differs(chunk: PreparedChunk, today: CurrentChunk | None) -> bool:
    if today is None:
        return True
    mine = (chunk.title, chunk.content, set(chunk.phrases), chunk.protocol)
    return mine != (today.title, today.content, set(today.phrases), today.protocol)


def _revised(chunk: PreparedChunk, today: CurrentChunk | None) -> RevisedChunk:
    return RevisedChunk(today.document_id, today.version + 1, chunk) if today else RevisedChunk(_NEW, 1, chunk)


def texts_of(revisions: Sequence[Revision]) -> Iterator[str]:
    """Every text that would be embedded, each once."""
    return iter(dict.fromkeys(text for one in revisions for chunk in one.changed for text in chunk.texts))
