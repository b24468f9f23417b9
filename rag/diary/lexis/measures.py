"""Household measures by their words, in three languages (rag/corpus/foods/measures.csv)."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Final

from rag.diary.lexis.spelling import Speller, words_of_their_own
from rag.diary.lexis.words import forms, scan, singulars
from rag.types import Language
from rag.wording import fold

UNIT: Final = "unit"
_COLUMNS: Final = {Language.PT: "pt", Language.ES: "es", Language.EN: "en"}
_OF: Final = frozenset({"de", "of", "da", "do"})
_JOINS: Final = frozenset({"de", "of", "da", "do", "e"})
_EATEN: Final = frozenset({"feijao", "arroz", "vinho", "vino", "pescado", "cafe", "cafezinho", "cha", "te"})
_DRUNK: Final = frozenset({"arroz", "cafezinho"})
_SPOONS: Final = frozenset({"colher", "colherada", "cuchara", "cucharada", "cucharita", "cucharadita", "cucharilla"})
_SINGULAR_UP_TO: Final = Decimal(1)
_TWO: Final = Decimal(2)
_LONGEST: Final = 5
_SHORTEST_MENDED: Final = 4


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure that was read, up to word `end`: its key, or the kind of a vague one."""

    end: int
    key: str | None = None
    vague: str | None = None


@dataclass(frozen=True, slots=True)
class Measures:
    """What measures are called. `millilitres` are what those of a known volume hold."""

    by_word: Mapping[str, tuple[tuple[tuple[str, ...], Measured], ...]]
    names: Mapping[tuple[str, Language], str]
    millilitres: Mapping[str, Decimal]
    words: Mapping[str, frozenset[str]] = field(default_factory=dict)
    doubtful: Mapping[str, Measured] = field(default_factory=dict)
    speller: Speller = field(default_factory=lambda: Speller.of({}))

    def at(self, shapes: Sequence[str], at: int) -> Measured | None:
        """The longest measure whose words stand at `at`, singular or plural; of two alike the vague one."""
        if at >= len(shapes):
            return None
        best: Measured | None = None
        for head in singulars(shapes[at]):
            for entry, measured in self.by_word.get(head, ()):
                end = at + len(entry)
                better = best is None or (end, measured.vague is not None) > (best.end, best.vague is not None)
                if better and _stands(entry, shapes, at) and not _is_food(entry, shapes, end):
                    best = Measured(end, measured.key, measured.vague)
        return best

    def short(self, shape: str) -> Measured | None:
        """The measure of a word that is a food far more often, if it may be short for one ("fat.")."""
        word = next((form for form in singulars(shape) if self.among("short", form)), None)
        return self.doubtful.get(word) if word else None

    def name(self, key: str, language: Language, count: Decimal) -> str:
        """What `count` of measure `key` is called, without the number: "colheres de sopa"; `g` and `ml` stay.

        One and a half is singular in Portuguese, plural in the other two.
        """
        name = self.names.get((key, language), key)
        single = count < _TWO if language is Language.PT else count <= _SINGULAR_UP_TO
        return name if single or (key, language) not in self.names else _plural(name, language)

    def among(self, name: str, shape: str) -> bool:
        """Whether a word or key is of the list `name` (measures.toml)."""
        return shape in self.words.get(name, frozenset())


def load_measures(path: Path) -> Measures:
    """From a file of `key,pt,es,en,millilitres`, names joined by `|`, the first one shown. Raises OSError, KeyError."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    lists = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    foods = lists["words"]["foods"].split()
    called = [(name, Measured(0, key=row["key"])) for row in rows for name in _called(row)]
    entries = [(name, measured) for name, measured in called if fold(name) not in foods]
    entries += [(word.replace("_", " "), Measured(0, vague=_kind(kind))) for kind, text in lists["vague"].items()
                for word in text.split()]  # fmt: skip
    return Measures(
        _indexed(entries),
        {(row["key"], language): row[column].split("|")[0] for row in rows for language, column in _COLUMNS.items()},
        {row["key"]: Decimal(row["millilitres"]) for row in rows if row.get("millilitres")},
        {name: frozenset(fold(text).split()) for name, text in lists["words"].items()},
        {fold(name): replace(measured, end=1) for name, measured in called if fold(name) in foods},
        _speller(name for name, _ in entries),
    )


def _speller(names: Iterable[str]) -> Speller:
    """Of the measures' first words, the short ones only known: too much is spelt like them."""
    heads = {forms(scan(name))[0] for name in names}
    return Speller.of({head: len(head) >= _SHORTEST_MENDED for head in heads}, words_of_their_own())


def _kind(name: str) -> str:
    return "plate" if name == "sized" else name


def _called(row: Mapping[str, str]) -> set[str]:
    return {name.strip() for column in _COLUMNS.values() for name in row[column].split("|") if name.strip()}


def _indexed(entries: Iterable[tuple[str, Measured]]) -> dict[str, tuple[tuple[tuple[str, ...], Measured], ...]]:
    found: dict[str, tuple[tuple[tuple[str, ...], Measured], ...]] = {}
    for name, measured in entries:
        shapes = tuple(form for form in forms(scan(name)) if form != ".")
        found[shapes[0]] = (*found.get(shapes[0], ()), (shapes, measured))
    return found


def _stands(entry: Sequence[str], shapes: Sequence[str], at: int) -> bool:
    if at + len(entry) > len(shapes):
        return False
    return all(entry[step] in singulars(shapes[at + step]) for step in range(1, len(entry)))


def _is_food(entry: Sequence[str], shapes: Sequence[str], end: int) -> bool:
    """Whether the measure's last word is what was eaten: "meia concha de feijão", "uma xícara de café"."""
    if len(entry) == 1 or entry[-1] not in (_DRUNK if entry[0] in _SPOONS else _EATEN):
        return False
    return end >= len(shapes) or shapes[end] not in _OF


def _plural(name: str, language: Language) -> str:
    words = name.split(" ")
    if language is Language.EN:
        return " ".join([*words[:-1], _english(words[-1])])
    head = next((at for at, word in enumerate(words) if word in _JOINS), len(words))
    return " ".join([_romance(word, language) for word in words[:head]] + words[head:])


def _romance(word: str, language: Language) -> str:
    if language is Language.PT and word.endswith("ão"):
        return word[:-2] + "ões"
    if language is Language.ES and word.endswith(("ón", "án")):
        return word[:-2] + {"ó": "o", "á": "a"}[word[-2]] + "nes"
    if word.endswith(("r", "z", "d", "l")):
        return word + "es"
    return word if word.endswith("s") else word + "s"


def _english(word: str) -> str:
    if word in {"small", "medium", "large"}:
        return word
    if word in {"half", "leaf"}:
        return word[:-1] + "ves"
    return word + ("es" if word.endswith(("s", "ch", "sh", "x")) else "s")
