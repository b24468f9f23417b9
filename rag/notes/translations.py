"""Lays a translated note on its original, sentence by sentence. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from rag.notes.errors import NoteError, raise_any
from rag.notes.sections import Condition, by_section
from rag.types import Language, Section, Sentence

FiguresDiffer = Callable[[str, str], str | None]
"""Original and translation → what their figures differ in, None where they say the same."""

_SAME_ORDER = "give the translation the same conditions, sections and sentences, in the same order"
_SAME_FIGURES = "write the original's figures, comparators and units in the translation"


def align(
    original: Sequence[Condition],
    translation: Sequence[Condition],
    language: Language,
    path: object,
    figures_differ: FiguresDiffer,
) -> tuple[Condition, ...]:
    """The original's conditions, said also in `language`; `path` is the translation's file.

    Raises NoteError (NoteErrors for several) naming the file, condition, section and counts: another number
    of conditions, or of sentences in a section, other sections, or figures that differ.
    """
    if len(original) != len(translation):
        problem = f"it has {len(translation)} conditions, and the original {len(original)}"
        raise NoteError(path, None, problem, _SAME_ORDER)
    pairs = tuple(zip(original, translation, strict=True))
    raise_any(error for one, other in pairs for error in _shape_errors(one, other, path))
    raise_any(error for one, other in pairs for error in _figure_errors(one, other, path, figures_differ))
    return tuple(_merged(one, other, language) for one, other in pairs)


def _shape_errors(original: Condition, translation: Condition, path: object) -> Iterator[NoteError]:
    ours, theirs = by_section(original.sentences), by_section(translation.sentences)
    same_counts = True
    for section in Section:
        expected, found = len(ours.get(section, ())), len(theirs.get(section, ()))
        if expected != found:
            same_counts = False
            problem = f"{_place(original, section)}: {found} sentences, and the original has {expected}"
            yield NoteError(path, translation.line, problem, _SAME_ORDER)
    if same_counts and [s.section for s in original.sentences] != [s.section for s in translation.sentences]:
        yield NoteError(path, translation.line, f"'{original.title}': its sections are in another order", _SAME_ORDER)


def _figure_errors(
    original: Condition, translation: Condition, path: object, figures_differ: FiguresDiffer
) -> Iterator[NoteError]:
    place = dict.fromkeys(Section, 0)
    for ours, theirs in zip(original.sentences, translation.sentences, strict=True):
        place[ours.section] += 1
        if difference := figures_differ(ours.text, theirs.text):
            where = f"{_place(original, ours.section)}, sentence {place[ours.section]}"
            yield NoteError(path, translation.line, f"{where}: {difference}", _SAME_FIGURES)


def _place(condition: Condition, section: Section) -> str:
    return f"'{condition.title}', section {section.value}"


def _merged(original: Condition, translation: Condition, language: Language) -> Condition:
    pairs = zip(original.sentences, translation.sentences, strict=True)
    sentences = tuple(_translated(ours, theirs.text, language) for ours, theirs in pairs)
    return replace(original, sentences=sentences, titles={**original.titles, language: translation.title})


def _translated(sentence: Sentence, text: str, language: Language) -> Sentence:
    return replace(sentence, translations={**sentence.translations, language: text})
