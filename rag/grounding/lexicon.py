"""Words that carry numbers, units, comparisons and negation in Portuguese, Spanish and English.

Every phrase is written folded (lower case, no accents). `(s)` stands for "with and without s"; phrases that end in
"de" or "a" also stand for their contractions (dos, das, del, ao, aos, …).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from rag.grounding.scan import words_of
from rag.grounding.unit_words import COMPARATORS, POSTFIX_COMPARATORS, UNITS
from rag.grounding.words import (
    HALF_OF,
    HALVES,
    HUNDREDS_AND_TENS,
    ICD_WORDS,
    MONTHS,
    MULTIPLIERS,
    ORDINAL_WORDS,
    ROMANS,
    ROMANS_AFTER_CLASS,
    SMALL_NUMBERS,
    SUBJECTS,
    TIMES_WORDS,
)
from rag.types import Language

Phrases = Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]
"""First word → (the whole phrase, what it means), longest phrase first."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The phrase tables, built once."""

    units: Phrases
    comparators: Phrases
    postfix: Phrases
    subjects: Phrases


def match(phrases: Phrases, words: list[str], at: int) -> tuple[str, int]:
    """Meaning of the longest phrase that starts at `words[at]` and the index after it; ("", at) if there is none."""
    for phrase, meaning in phrases.get(words[at], ()):
        end = at + len(phrase)
        if len(phrase) == 1 or tuple(words[at:end]) == phrase:
            return meaning, end
    return "", at


@cache
def lexicon() -> Lexicon:
    """The tables of `words.py`, indexed by first word."""
    return Lexicon(
        units=_index(UNITS),
        comparators=_index(COMPARATORS),
        postfix=_index(POSTFIX_COMPARATORS),
        subjects=_index(SUBJECTS),
    )


@cache
def number_words(language: Language) -> Mapping[str, int]:
    """Number words as read in a text of that language: its own, and those of the others that mean nothing else."""
    found: dict[str, int] = {}
    for owner, table in {**SMALL_NUMBERS, **HUNDREDS_AND_TENS}.items():
        spoken, shared = owner.split("/")[0], "shared" in owner
        if shared or spoken == language.value:
            found.update(_numbered(table))
    return MappingProxyType(found)


@cache
def starters(language: Language) -> frozenset[str]:
    """Every ASCII word or symbol at which a figure may start in a text of that language."""
    return frozenset(
        {
            *lexicon().comparators,
            *number_words(language),
            *multipliers(),
            *months(),
            *HALVES[language.value].split(),
            *HALF_OF,
            *TIMES_WORDS,
            *ICD_WORDS,
            *ROMANS,
            *ROMANS_AFTER_CLASS,
            *ORDINAL_WORDS,
        }
    )


@cache
def months() -> Mapping[str, int]:
    """Month names, whole and shortened, in the three languages → 1 to 12."""
    return MappingProxyType(
        {name: number for number, names in enumerate(MONTHS.splitlines(), 1) for name in names.split()}
    )


@cache
def multipliers() -> Mapping[str, int]:
    """What "mil", "million", "dúzia" multiply the number before them by."""
    return MappingProxyType(_numbered(MULTIPLIERS))


def _numbered(table: str) -> dict[str, int]:
    return {
        name: int(value)
        for value, _, names in (line.partition(":") for line in table.strip().splitlines())
        for name in names.split()
    }


def _index(table: Mapping[str, str]) -> Phrases:
    found: dict[str, dict[tuple[str, ...], str]] = {}
    for meaning, phrases in table.items():
        for phrase in phrases.replace("\n", " ").split(";"):
            for form in _forms(phrase.strip()):
                words = words_of(form)
                found.setdefault(words[0], {})[words] = meaning
    return MappingProxyType(
        {first: tuple(sorted(group.items(), key=lambda item: -len(item[0]))) for first, group in found.items()}
    )


def _forms(phrase: str) -> list[str]:
    if "(s)" in phrase:
        return [form for ending in ("", "s") for form in _forms(phrase.replace("(s)", ending, 1))]
    if phrase.endswith(" de"):
        return [phrase, *(phrase[:-2] + form for form in ("do", "da", "dos", "das", "del"))]
    if phrase.endswith(" a"):
        return [phrase, *(phrase[:-1] + form for form in ("ao", "aos", "as", "al"))]
    return [phrase]
