"""The published FAQ: what Fonte says about itself, read, checked and searched by words alone.

General questions cost no embedding and no model: stop words out, words compared by their stems and by likeness, in the
person's own language first.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from rapidfuzz import fuzz, process

from rag.notes.errors import NoteError, raise_any
from rag.notes.faq_words import folded, stems
from rag.types import Language

MAX_HITS = 6
MAX_ANSWER = 450
FLOOR = 0.52
"""The least score of a hit; calibrated on the first half of tests/unit/faq_questions.py."""

_FOREIGN_FLOOR = 0.6  # a question taken to be in another language, and of two words or more: "teste" is no "test"
_PER_KIND = 2
_ALIKE = 82.0  # the least likeness, in percent, of two stems that a typing error tells apart
_TYPO_WORTH = 0.85
_BY_QUESTION, _BY_ENTRY, _BY_LIKENESS = 0.5, 0.35, 0.15
_WORDLESS_FLOOR = 0.7  # "what can you do?" is all stop words: only nearly the same sentence is a hit
_Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
_LINE = re.compile(r"at line (\d+)")


class FaqKind(StrEnum):
    """What an entry is about; hits of several kinds are shown mixed."""

    ABOUT = "about"
    PRIVACY = "privacy"
    SPECIALTY = "specialty"
    DIARY = "diary"
    LIMITS = "limits"
    HELP = "help"
    SAFETY = "safety"
    OPERATORS = "operators"


@dataclass(frozen=True, slots=True)
class FaqEntry:
    """One published answer, in one language.

    `requires` names the feature without which it isn't shown; `words` are others that people use for the same thing,
    searched and never shown.
    """

    id: str
    kind: FaqKind
    language: Language
    questions: tuple[str, ...]
    answer: str
    requires: str | None
    words: str = ""

    @property
    def hash(self) -> str:
        """SHA-256 of the answer's UTF-8, in hex: what a reply's evidence names, and `faq_texts` keeps."""
        return hashlib.sha256(self.answer.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class FaqHit:
    """An entry found, and how well it fits: a score in [FLOOR, 1]."""

    entry: FaqEntry
    score: float


def load_faq(folder: Path, *, features: Collection[str]) -> tuple[FaqEntry, ...]:
    """The entries of `<language>.toml` for every Language, in the files' order.

    Raises NoteError, or NoteErrors for several problems: a file missing or not TOML, a field missing,
    unknown or of another type, an answer too long, a `requires` outside `features`, entries that differ between the
    languages.
    """
    by_language = {language: _read(folder / f"{language}.toml", language, features) for language in Language}
    first = by_language[Language.PT]
    raise_any(
        NoteError(
            folder / f"{language}.toml",
            None,
            f"its entries differ from {Language.PT}.toml's",
            _same(first, entries),
        )
        for language, entries in by_language.items()
        if _shape(entries) != _shape(first)
    )
    return tuple(entry for entries in by_language.values() for entry in entries)


def _shape(entries: Iterable[FaqEntry]) -> list[tuple[str, str, str | None]]:
    return [(entry.id, entry.kind, entry.requires) for entry in entries]


def _same(wanted: Sequence[FaqEntry], found: Sequence[FaqEntry]) -> str:
    odd = set(_shape(wanted)) ^ set(_shape(found))
    names = ", ".join(sorted({name for name, _, _ in odd})) or "the order"
    return f"give every language the same ids, kinds and requires, in the same order: see {names}"


def _read(path: Path, language: Language, features: Collection[str]) -> tuple[FaqEntry, ...]:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("entry")
    except (OSError, UnicodeDecodeError) as error:
        raise NoteError(path, None, "the file can't be read", "check that it exists and is UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        line = _LINE.search(str(error))
        raise NoteError(path, int(line[1]) if line else None, "this is no valid TOML", "mend its syntax") from error
    if not isinstance(tables, list) or not tables:
        raise NoteError(path, None, "there is no entry", "write each as a table [[entry]]")
    entries = [_entry(table, language) for table in tables]
    raise_any(
        NoteError(path, None, f"entry {number}: {problem}", "see the other entries for the form")
        for number, problem in _problems(entries, features)
    )
    return tuple(entry for entry in entries if isinstance(entry, FaqEntry))


class _Table(BaseModel):
    """One [[entry]] as it is written."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    kind: FaqKind = Field(strict=False)
    questions: list[_Text] = Field(min_length=3, max_length=6)
    answer: _Text = Field(max_length=MAX_ANSWER)
    requires: str | None = None
    words: str = ""


def _entry(table: object, language: Language) -> FaqEntry | str:
    """The entry of one table, or what is wrong with its form."""
    try:
        read = _Table.model_validate(table)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        return f"{'.'.join(map(str, first['loc'])) or 'table'}: {first['msg']}"
    return FaqEntry(read.id, read.kind, language, tuple(read.questions), read.answer, read.requires, read.words)


def _problems(entries: Sequence[FaqEntry | str], features: Collection[str]) -> Iterator[tuple[int, str]]:
    seen: set[str] = set()
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, str):
            yield number, entry
            continue
        if entry.id in seen:
            yield number, f"'{entry.id}' stands twice"
        if entry.requires is not None and entry.requires not in features:
            yield number, f"'{entry.id}' requires '{entry.requires}', which is no feature"
        seen.add(entry.id)


@dataclass(frozen=True)
class _Shelf:
    """One language's entries, their questions and the words in them.

    An entry's `words` count as one more question. `asked` has each question's words in alphabetical order, `owners`
    whose it is. `holds` is (questions, words), 1.0 where a question has a word; `weights` is (words,): ln(1 + entries /
    entries that have the word); `wholes` is (questions,): the sum of its words' weights.
    """

    language: Language
    entries: tuple[FaqEntry, ...]
    asked: tuple[str, ...]
    owners: NDArray[np.intp]
    words: tuple[str, ...]
    holds: NDArray[np.float64]
    weights: NDArray[np.float64]
    wholes: NDArray[np.float64]

    @classmethod
    def build(cls, language: Language, entries: Sequence[FaqEntry]) -> Self:
        asked = [(owner, folded(q)) for owner, entry in enumerate(entries) for q in (*entry.questions, entry.words)]
        telling = [stems(question, language) for _, question in asked]
        words = sorted({stem for each in telling for stem in each})
        column = {word: place for place, word in enumerate(words)}
        holds = np.zeros((len(asked), len(words)))
        for row, each in enumerate(telling):
            holds[row, [column[stem] for stem in each]] = 1.0
        owners = np.array([owner for owner, _ in asked], dtype=np.intp)
        had = np.zeros((len(entries), len(words)))
        np.maximum.at(had, owners, holds)
        weights = np.log1p(len(entries) / np.maximum(had.sum(axis=0), 1.0))
        wholes = np.maximum(holds @ weights, 1e-9)
        ordered = tuple(_ordered(question) for _, question in asked)
        return cls(language, tuple(entries), ordered, owners, tuple(words), holds, weights, wholes)

    def scores(self, text: str) -> NDArray[np.float64]:
        """Each entry's score, in [0, 1]."""
        plain = folded(text)
        if not plain or not self.asked:
            return np.zeros(len(self.entries))
        alike = process.cdist([_ordered(plain)], self.asked, scorer=fuzz.ratio)[0].astype(float) / 100
        telling = stems(plain, self.language)
        if not telling:
            return self._best(np.where(alike < _WORDLESS_FLOOR, 0.0, alike))
        by_words, by_entry = self._by_words(telling)
        both = _BY_QUESTION * by_words + _BY_LIKENESS * alike
        return np.where(by_entry > 0, self._best(both) + _BY_ENTRY * by_entry, 0.0)

    def _best(self, of_questions: NDArray[np.float64]) -> NDArray[np.float64]:
        best = np.zeros(len(self.entries))
        np.maximum.at(best, self.owners, of_questions)
        return best

    def _by_words(self, telling: Sequence[str]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How far the words asked and each question's words meet; how far each entry has the words asked; in [0, 1]."""
        near = process.cdist(telling, self.words, scorer=fuzz.ratio, score_cutoff=_ALIKE).astype(float) / 100
        near = np.where(near < 1.0, near * _TYPO_WORTH, near)
        known = near.max(axis=1, initial=0.0) > 0
        if not known.any():
            return np.zeros(len(self.asked)), np.zeros(len(self.entries))
        met = np.flatnonzero(near.max(axis=0))
        holds = self.holds[:, met]
        unheard = float(np.log1p(len(self.entries)))
        weights = np.where(known, self.weights[near.argmax(axis=1)], unheard)
        found = (near[:, None, met] * holds).max(axis=2)  # (words asked, questions)
        by_entry = np.zeros((len(self.entries), len(telling)))
        np.maximum.at(by_entry, self.owners, found.T)
        met_of_question = holds @ (self.weights[met] * near[:, met].max(axis=0)) / self.wholes
        asked = weights / weights.sum()
        return (asked @ found) * (0.6 + 0.4 * met_of_question), by_entry @ asked


def _ordered(plain: str) -> str:
    return " ".join(sorted(plain.split()))


@dataclass(frozen=True)
class FaqIndex:
    """The FAQ in memory. Pure: the same question finds the same entries."""

    shelves: Mapping[Language, _Shelf]

    @classmethod
    def build(cls, entries: Iterable[FaqEntry]) -> Self:
        """Indexes entries of any languages."""
        given = tuple(entries)
        return cls({each: _Shelf.build(each, [e for e in given if e.language is each]) for each in Language})

    def search(
        self, text: str, language: Language, *, limit: int = MAX_HITS, enabled: Callable[[str], bool]
    ) -> list[FaqHit]:
        """The entries that answer `text`, best first but kinds mixed: at most `limit`, and never over MAX_HITS.

        Only where nothing in `language` reaches FLOOR are the other languages' questions tried, more strictly;
        what they find is shown as the entry of `language`. An entry whose feature is not `enabled` is as good as not
        there.
        """
        hits = self._hits(text, language, FLOOR, enabled) or self._foreign_hits(text, language, enabled)
        return _mixed(hits)[: max(0, min(limit, MAX_HITS))]

    def _foreign_hits(self, text: str, language: Language, enabled: Callable[[str], bool]) -> list[FaqHit]:
        if len(folded(text).split()) == 1:
            return []
        own = {entry.id: entry for entry in self.shelves[language].entries}
        tried = (self._hits(text, each, _FOREIGN_FLOOR, enabled) for each in Language if each is not language)
        best = max(tried, key=lambda hits: hits[0].score if hits else 0.0)
        return [FaqHit(own.get(hit.entry.id, hit.entry), hit.score) for hit in best]

    def _hits(self, text: str, language: Language, floor: float, enabled: Callable[[str], bool]) -> list[FaqHit]:
        shelf = self.shelves[language]
        scored = zip(shelf.entries, shelf.scores(text).tolist(), strict=True)
        hits = [FaqHit(entry, min(score, 1.0)) for entry, score in scored if score >= floor]
        hits = [hit for hit in hits if hit.entry.requires is None or enabled(hit.entry.requires)]
        return sorted(hits, key=lambda hit: -hit.score)


def _mixed(hits: Sequence[FaqHit]) -> list[FaqHit]:
    """The same hits; those of a kind beyond its first two come after the other kinds'."""
    first: list[FaqHit] = []
    later: list[FaqHit] = []
    for hit in hits:
        shown = sum(other.entry.kind is hit.entry.kind for other in first)
        (first if shown < _PER_KIND else later).append(hit)
    return first + later
