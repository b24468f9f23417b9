"""The hand-written food catalogue (rag/corpus/foods): its files read and checked. Pure.

A file is known by its header: foods with a USDA row, recipes, generic words, measures or tags. Lists in a cell are
joined with `|`, measures are `key=grams@source`, ingredients `slug=grams`. Weights are grams.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from itertools import chain
from typing import Final, Protocol

from rag.diary.types import MACROS, Measure, Nutrients
from rag.notes.errors import NoteError, raise_any
from rag.types import Language

LANGUAGES: Final = {"pt": Language.PT, "es": Language.ES, "en": Language.EN}
"""The catalogue's short names of the languages."""
SOURCES: Final = frozenset({"pof", "usda", "own"})
"""Who says what a measure weighs: IBGE POF 2008-09, USDA's portions, or Fonte's own estimate."""
ML: Final = "ml"
"""The key under which a food's density stands, in grams a millilitre."""

_NAMES = ("pt", "es", "en", "also_pt", "also_es", "also_en", "tags", "measures")
_FOODS = ("slug", "usda", *_NAMES)
_RECIPES = ("slug", *_NAMES, "ingredients", "yield_g")
_GENERICS = ("language", "word", "choices")
_MEASURES = ("key", "pt", "es", "en", "millilitres")
_TAGS = ("tag", "pt", "es", "en")
_FORMS = (_FOODS, _RECIPES, _GENERICS, _MEASURES, _TAGS)
_MOST_MACROS_G = 105
_ENERGY_SHARE, _ENERGY_KCAL = Decimal("0.15"), Decimal(25)
_ATWATER = (4, 4, 9)
"""Kilocalories a gram of protein, carbohydrate and fat."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row stands."""

    path: str
    line: int

    def error(self, problem: str, remedy: str) -> NoteError:
        """What is wrong there."""
        return NoteError(self.path, self.line, problem, remedy)


@dataclass(frozen=True, slots=True)
class Entry:
    """One food as written by hand: either `usda` (`<data_type>:<foodName>`) or ingredients and the dish's weight."""

    slug: str
    names: Mapping[Language, str]
    also: Mapping[Language, tuple[str, ...]]
    tags: tuple[str, ...]
    measures: Mapping[str, Measure]
    place: Place
    usda: str = ""
    ingredients: Mapping[str, Decimal] = field(default_factory=dict)
    yield_g: Decimal = Decimal(0)

    def words(self, language: Language) -> frozenset[str]:
        """Everything that it is called in a language, lower case."""
        return frozenset(word.casefold() for word in (self.names[language], *self.also[language]))


@dataclass(frozen=True, slots=True)
class Generic:
    """A word that means no one food, and the slugs to offer for it, the likeliest first."""

    language: Language
    word: str
    choices: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All files together: foods by slug, generic words, the keys of measures and tags."""

    entries: Mapping[str, Entry]
    generics: tuple[Generic, ...]
    measures: frozenset[str]
    tags: frozenset[str]


class Plausible(Protocol):
    """What the plausibility flags look at: values per 100 g, and tags."""

    @property
    def per_100g(self) -> Nutrients:
        """Grams, milligrams, micrograms and kilocalories in 100 g, by nutrient key."""
        ...

    @property
    def tags(self) -> frozenset[str]:
        """Keys of the categories that it is of."""
        ...


@dataclass(frozen=True, slots=True)
class _Row:
    cells: Mapping[str, str]
    place: Place

    def parts(self, column: str) -> tuple[str, ...]:
        return tuple(part for part in self.cells[column].split("|") if part)

    def pairs(self, column: str, errors: list[NoteError]) -> Iterator[tuple[str, str]]:
        seen = set[str]()
        for part in self.parts(column):
            key, equals, value = part.partition("=")
            if not equals or key in seen:
                errors.append(self.place.error(f"{column}: {part!r}", "write key=value, each key once"))
                continue
            seen.add(key)
            yield key, value


def parse(files: Mapping[str, str]) -> Catalogue:
    """The catalogue of these files (path → text).

    Raises:
        NoteError, NoteErrors: What can't be read or doesn't fit together, with file and line.
    """
    errors: list[NoteError] = []
    rows = _by_form(files, errors)
    generics = tuple(chain.from_iterable(_generic(row, errors) for row in rows[_GENERICS]))
    entries = tuple(chain.from_iterable(_entry(row, errors) for row in (*rows[_FOODS], *rows[_RECIPES])))
    catalogue = Catalogue(
        _by_slug(entries, errors),
        generics,
        frozenset(row.cells["key"] for row in rows[_MEASURES]),
        frozenset(row.cells["tag"] for row in rows[_TAGS]),
    )
    raise_any([*errors, *_misfits(catalogue, entries)])
    return catalogue


def flags(food: Plausible) -> tuple[str, ...]:
    """What is doubtful about a food's figures, for operators: `macros_over_105_g`, `energy_far_from_macros`.

    Energy is held against 4 kcal a gram of protein and of carbohydrate without fibre, 2 of fibre, 9 of fat and 7 of
    `alcohol_g` (Atwater's general factors; fibre as in Regulation (EU) 1169/2011), and may be 15 % or 25 kcal off,
    whichever is more. Unknown fibre counts as carbohydrate. Nothing is said where a macro is unknown, nor of the energy
    of a food tagged `alcohol` whose alcohol is unknown.
    """
    energy, *macros = (food.per_100g.get(key) for key in MACROS)
    known = [value for value in macros if value is not None]
    if len(known) < len(macros):
        return ()
    found = ("macros_over_105_g",) if sum(known, Decimal(0)) > _MOST_MACROS_G else ()
    alcohol = food.per_100g.get("alcohol_g")
    if energy is None or (alcohol is None and "alcohol" in food.tags):
        return found
    expected = sum((factor * grams for factor, grams in zip(_ATWATER, known, strict=True)), Decimal(0))
    expected += 7 * (alcohol or 0) - 2 * (food.per_100g.get("fiber_g") or 0)
    off = abs(energy - expected) > max(_ENERGY_SHARE * expected, _ENERGY_KCAL)
    return (*found, "energy_far_from_macros") if off else found


def _by_form(files: Mapping[str, str], errors: list[NoteError]) -> Mapping[tuple[str, ...], list[_Row]]:
    rows: dict[tuple[str, ...], list[_Row]] = {form: [] for form in _FORMS}
    for path, text in sorted(files.items()):
        reader = csv.reader(io.StringIO(text), strict=True)
        header = tuple(next(reader, ()))
        if header not in rows:
            errors.append(NoteError(path, 1, f"unknown header {','.join(header)!r}", "see rag/corpus/foods"))
            continue
        rows[header].extend(_rows(path, header, reader, errors))
    return rows


def _rows(path: str, header: Sequence[str], lines: Iterator[list[str]], errors: list[NoteError]) -> Iterator[_Row]:
    try:
        for number, cells in enumerate(lines, start=2):
            place = Place(path, number)
            if len(cells) == len(header):
                yield _Row(dict(zip(header, cells, strict=True)), place)
            else:
                errors.append(place.error(f"{len(cells)} cells", f"write {len(header)}: {','.join(header)}"))
    except csv.Error as error:
        errors.append(NoteError(path, None, f"not CSV ({error})", "quote cells that hold quotes or commas"))


def _entry(row: _Row, errors: list[NoteError]) -> Iterator[Entry]:
    usda = row.cells.get("usda")
    names = {language: row.cells[short] for short, language in LANGUAGES.items()}
    if not row.cells["slug"] or not all(names.values()) or usda == "":
        errors.append(row.place.error("a slug, name or USDA row is missing", "fill in slug, usda, pt, es and en"))
        return
    ingredients: dict[str, Decimal] = {}
    total = Decimal(0)
    if usda is None:
        ingredients = {key: _grams(row, value, errors) for key, value in row.pairs("ingredients", errors)}
        total = _grams(row, row.cells["yield_g"], errors)
        if not ingredients:
            errors.append(row.place.error("no ingredients", "write slug=grams, joined with |"))
    yield Entry(
        slug=row.cells["slug"],
        names=names,
        also={language: row.parts(f"also_{short}") for short, language in LANGUAGES.items()},
        tags=row.parts("tags"),
        measures={key: _measure(row, value, errors) for key, value in row.pairs("measures", errors)},
        place=row.place,
        usda=usda or "",
        ingredients=ingredients,
        yield_g=total,
    )


def _measure(row: _Row, text: str, errors: list[NoteError]) -> Measure:
    grams, _, source = text.partition("@")
    if source not in SOURCES:
        errors.append(row.place.error(f"unknown source {source!r}", f"write one of {', '.join(sorted(SOURCES))}"))
    return Measure(_grams(row, grams, errors), source)


def _grams(row: _Row, text: str, errors: list[NoteError]) -> Decimal:
    try:
        grams = Decimal(text)
    except InvalidOperation:
        grams = Decimal("NaN")
    if not grams.is_finite() or grams <= 0:
        errors.append(row.place.error(f"{text!r} is no weight", "write grams above 0, with a decimal point"))
        return Decimal(1)
    return grams


def _generic(row: _Row, errors: list[NoteError]) -> Iterator[Generic]:
    if row.cells["language"] not in {language.value for language in Language}:
        errors.append(row.place.error(f"unknown language {row.cells['language']!r}", "write pt-BR, es or en"))
        return
    yield Generic(Language(row.cells["language"]), row.cells["word"], row.parts("choices"), row.place)


def _by_slug(entries: Sequence[Entry], errors: list[NoteError]) -> dict[str, Entry]:
    known: dict[str, Entry] = {}
    for entry in entries:
        first = known.setdefault(entry.slug, entry)
        if first is not entry:
            there = f"{first.place.path}:{first.place.line}"
            errors.append(entry.place.error(f"{entry.slug}: also at {there}", "give each food a slug of its own"))
    return known


def _misfits(catalogue: Catalogue, entries: Sequence[Entry]) -> Iterator[NoteError]:
    for entry in entries:
        yield from _unknown(entry.place, "tag", entry.tags, catalogue.tags.__contains__)
        yield from _unknown(entry.place, "measure", [*entry.measures], {ML, *catalogue.measures}.__contains__)
        yield from _unknown(entry.place, "ingredient", [*entry.ingredients], catalogue.entries.__contains__)
    for generic in catalogue.generics:
        yield from _unknown(generic.place, "choice", generic.choices, catalogue.entries.__contains__)
    yield from _taken(catalogue, entries)


def _unknown(place: Place, what: str, keys: Sequence[str], known: Callable[[str], bool]) -> Iterator[NoteError]:
    for key in keys:
        if not known(key):
            yield place.error(f"unknown {what} {key!r}", f"take it out, or add the {what}")


def _taken(catalogue: Catalogue, entries: Sequence[Entry]) -> Iterator[NoteError]:
    """Words that stand on two foods, or on a food and among the generic words."""
    owners: dict[tuple[Language, str], tuple[str, Place]] = {}
    generics = ((g.language, g.word.casefold(), f"the generic {g.word!r}", g.place) for g in catalogue.generics)
    words = (
        (language, word, entry.slug, entry.place)
        for entry in entries
        for language in Language
        for word in sorted(entry.words(language))
    )
    for language, word, owner, place in chain(words, generics):
        first, there = owners.setdefault((language, word), (owner, place))
        if first != owner:
            where = f"{first} ({there.path}:{there.line})"
            yield place.error(f"{language.value} {word!r} is on {owner} and on {where}", "leave it on one of them")
