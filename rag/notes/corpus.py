"""What an ingestion publishes: notes in chunks, with everything that helps to find and to tell them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rag.types import Language, Sentence, Specialty


@dataclass(frozen=True, slots=True)
class Phrase:
    """A way in which patients speak of a condition."""

    language: Language
    text: str


@dataclass(frozen=True, slots=True)
class NoteFacts:
    """What a citation says of a note. Dates are ISO; `note_date` may be a bare year."""

    note: str
    note_date: str
    review_date: str | None
    demonstration: bool


@dataclass(frozen=True, slots=True)
class PreparedChunk:
    """One condition of a note, ready to be published.

    `titles` are the title's translations. `parts` are the pieces of `content` that fit the embedding models; one piece
    where it fits whole. `fields` is the referral's minimum information, `protocol` all of it with the criteria; both
    JSON-able.
    """

    slug: str
    title: str
    titles: Mapping[Language, str]
    content: str
    parts: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    phrases: tuple[Phrase, ...]
    fields: tuple[dict[str, object], ...]
    protocol: dict[str, object] | None = None


@dataclass(frozen=True, slots=True)
class PreparedNote:
    """One note, ready to be published; it replaces the specialty's current one."""

    specialty: Specialty
    facts: NoteFacts
    chunks: tuple[PreparedChunk, ...]

    def texts(self) -> Iterator[str]:
        """Every text by which a chunk is found, repeats included."""
        for chunk in self.chunks:
            yield from chunk.parts
            yield from (phrase.text for phrase in chunk.phrases)

    def sentence_texts(self) -> Iterator[str]:
        """Every sentence from which an answer may be written."""
        for chunk in self.chunks:
            yield from (sentence.text for sentence in chunk.sentences)


def fingerprint(facts: NoteFacts, chunk: PreparedChunk) -> str:
    """SHA-256, in hex, of all that makes a version: a change in any of it is a new version of the chunk."""
    whole = {
        "facts": [facts.note, facts.note_date, facts.review_date, facts.demonstration],
        "title": [chunk.title, sorted(chunk.titles.items())],
        "content": chunk.content,
        "parts": chunk.parts,
        "sentences": [[s.section, s.text, sorted(s.translations.items())] for s in chunk.sentences],
        "phrases": sorted((p.language, p.text) for p in chunk.phrases),
        "fields": chunk.fields,
    } | ({"protocol": chunk.protocol} if chunk.protocol is not None else {})
    return hashlib.sha256(json.dumps(whole, ensure_ascii=False, sort_keys=True).encode()).hexdigest()
