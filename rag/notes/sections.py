"""Reads the body of a condition: its sections, and their sentences and items in order. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rag.notes.chunking import Note
from rag.notes.headings import BULLET, LEFT_OPEN, is_rule, read_section
from rag.notes.normalising import lines_of, normalise
from rag.notes.sentences import split_sentences
from rag.types import Language, Section, Sentence


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of a note, read. `titles` are its titles in the languages of aligned translations."""

    title: str
    line: int
    sentences: tuple[Sentence, ...]
    titles: Mapping[Language, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Item:
    """A line of text with the lines that continue it; `marked` says that a bullet or number starts it."""

    section: Section
    text: str
    marked: bool


_LISTED = (Section.CRITERIA, Section.REQUIRED, Section.WARNINGS)
# "1.1.2 acne", "1.1 Acne", "1. acne", "a) acne"; never "3.5 cm" nor "2 medidas".
_ITEM_NUMBER = re.compile(
    r"\s*(?:\d{1,3}(?:\.\d{1,3}){2,}\.?\s*(?=\D)|\d{1,3}\.\d{1,3}\.?\s+(?=[^\W\d_a-zà-ÿ])"
    r"|\d{1,3}[.)]\s+(?=\D)|[a-z]\)\s+)"
)
_CONNECTIVE = re.compile(r";\s*(?:e\s*/\s*ou|ou|e|o|y|or|and)?\s*$", re.IGNORECASE)
_STRONG = re.compile(r"\*{2,3}|__")


def read_conditions(note: Note) -> tuple[Condition, ...]:
    """The conditions of a note with their sentences, in the note's order."""
    return tuple(Condition(chunk.title, chunk.start_line, read_sentences(chunk.body)) for chunk in note.chunks)


def read_sentences(body: str) -> tuple[Sentence, ...]:
    """The sentences of a condition's body, in order, each with its section.

    A bullet, a numbered item or a line ended by ";" is one sentence, as is each line of a section that lists;
    paragraphs are split. What comes before any known heading, or below an unknown one, is `Section.OTHER`.
    """
    items = tuple(_read_items(body))
    counts = {section: sum(item.section is section for item in items) for section in Section}
    return tuple(sentence for item in items for sentence in _sentences_of(item, counts[item.section]))


def _sentences_of(item: _Item, items_in_section: int) -> Iterator[Sentence]:
    listed = item.section in _LISTED and items_in_section > 1
    whole = item.marked or listed or item.text.endswith(";")
    for text in (item.text,) if whole else split_sentences(item.text):
        if clean := _clean(text):
            yield Sentence(item.section, clean)


def _clean(text: str) -> str:
    return " ".join(_CONNECTIVE.sub("", _STRONG.sub("", text)).split())


def _read_items(body: str) -> Iterator[_Item]:
    section = Section.OTHER
    pending: list[str] = []
    marked = False
    for line in (*lines_of(normalise(body)), ""):
        opened = read_section(line)
        if pending and not opened and _continues(pending[-1], line, marked=marked):
            pending.append(line.strip())
            continue
        if pending:
            yield _Item(section, " ".join(pending), marked)
        section, content = opened or (section, line)
        marker = BULLET.match(content) or _ITEM_NUMBER.match(content)
        marked = marker is not None
        text = content[marker.end() if marker else 0 :].strip()
        pending = [text] if text and not is_rule(line) else []


def _continues(before: str, line: str, *, marked: bool) -> bool:
    """Whether a line goes on with the sentence of the line before, which was only broken to fit."""
    text = line.strip()
    if not text or is_rule(line) or BULLET.match(line) or _ITEM_NUMBER.match(line):
        return False
    if marked and line[:1] == " ":
        return True
    if before.endswith((".", ";", ":", "!", "?")) or _CONNECTIVE.search(before):
        return False
    return text[0].islower() or text[0] in "(,;)" or LEFT_OPEN.search(before) is not None


def by_section(sentences: Sequence[Sentence]) -> Mapping[Section, tuple[Sentence, ...]]:
    """The sentences of each section that has any."""
    present = {sentence.section for sentence in sentences}
    return {section: tuple(s for s in sentences if s.section is section) for section in Section if section in present}
