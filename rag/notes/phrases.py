"""Lay phrases: how patients say each condition. Loads and checks `phrases/<specialty>.toml`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints, TypeAdapter, ValidationError

from rag.notes.errors import NoteError, raise_any
from rag.notes.normalising import fold, slug
from rag.notes.toml import field_errors, line_of, read_toml
from rag.types import Language

__all__ = ["FEWEST_PHRASES", "LayPhrase", "check_distinct", "load_phrases", "slug"]

FEWEST_PHRASES: Mapping[Language, int] = MappingProxyType({Language.PT: 12, Language.ES: 6, Language.EN: 6})
"""The fewest lay phrases that a condition may have, by language."""

_Phrase = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=300)]


class _Table(BaseModel):
    """One condition's table in the file; the keys are the corpus's short names of the languages."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pt: tuple[_Phrase, ...] = ()
    es: tuple[_Phrase, ...] = ()
    en: tuple[_Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class LayPhrase:
    """A phrase that tells of the condition whose slug is `condition`, and where it was written."""

    condition: str
    language: Language
    text: str
    path: Path
    line: int | None


def load_phrases(
    path: Path, titles: Collection[str], fewest: Mapping[Language, int] = FEWEST_PHRASES
) -> tuple[LayPhrase, ...]:
    """The phrases of a file, in its order; `titles` are the conditions of the note that it goes with.

    Raises NoteError (NoteErrors for several): not TOML, a slug that no title has, a condition without its
    fewest phrases in a language, a phrase that is blank, too long, or there twice.
    """
    table, text = read_toml(path)
    try:
        conditions = TypeAdapter(dict[str, _Table]).validate_python(table)
    except ValidationError as error:
        raise_any(field_errors(error, path))
        raise
    phrases = tuple(_phrases(conditions, path, text))
    raise_any((*_slug_errors(conditions, titles, path, text), *_too_few(conditions, titles, fewest, path, text)))
    check_distinct(phrases)
    return phrases


def check_distinct(phrases: Sequence[LayPhrase]) -> None:
    """Raises NoteError where a phrase stands under two conditions, or twice under one in the same language.

    Case, accents and punctuation make no difference. Take the phrases of all files together.
    """
    raise_any(_duplicates(phrases))


def _duplicates(phrases: Iterable[LayPhrase]) -> Iterator[NoteError]:
    seen: dict[str, LayPhrase] = {}
    for phrase in phrases:
        first = seen.setdefault(fold(phrase.text), phrase)
        # Two languages may share a phrase of one condition ("palpitaciones" has its like everywhere).
        if first is phrase or (first.condition == phrase.condition and first.language is not phrase.language):
            continue
        problem = f"'{phrase.text}' ({phrase.condition}) is already a phrase of {first.condition}, {first.path}"
        yield NoteError(phrase.path, phrase.line, problem, "keep it under the one condition that it tells of")


def _phrases(conditions: Mapping[str, _Table], path: Path, text: str) -> Iterator[LayPhrase]:
    for condition, table in conditions.items():
        for language, phrases in _by_language(table).items():
            for phrase in phrases:
                yield LayPhrase(condition, language, phrase, path, line_of(text, phrase))


def _by_language(table: _Table) -> dict[Language, tuple[str, ...]]:
    return {Language.PT: table.pt, Language.ES: table.es, Language.EN: table.en}


def _slug_errors(found: Iterable[str], titles: Iterable[str], path: Path, text: str) -> Iterator[NoteError]:
    known = {slug(title) for title in titles}
    for condition in found:
        if condition not in known:
            remedy = f"use the slug of a title: {', '.join(sorted(known))}"
            yield NoteError(path, line_of(text, f"[{condition}]"), f"no condition has the slug '{condition}'", remedy)


def _too_few(
    conditions: Mapping[str, _Table],
    titles: Iterable[str],
    fewest: Mapping[Language, int],
    path: Path,
    text: str,
) -> Iterator[NoteError]:
    for condition in map(slug, titles):
        present = _by_language(conditions.get(condition, _Table()))
        for language, least in fewest.items():
            if (count := len(present[language])) < least:
                problem = f"'{condition}' has {count} phrases in {language.value}, and needs {least}"
                yield NoteError(path, line_of(text, f"[{condition}]"), problem, "add phrases as patients say them")
