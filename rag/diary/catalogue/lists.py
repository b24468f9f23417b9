"""Foods as a list has them, before they are the catalogue's. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Final

from rag.diary.catalogue.embedding import FORMULA, embedded_text
from rag.diary.catalogue.entries import flags
from rag.diary.lexis.wording import KEYS, normalised
from rag.diary.types import NUTRIENTS, Measure, Nutrients
from rag.types import Language

ENERGY_UNKNOWN: Final = "energy_unknown"
"""The flag of a food whose energy nobody has told: it is offered only with that said."""


_FILE: Final = ".csv"


def file_source(name: str) -> str:
    """The source of figures and measures of a list that tells none: its file."""
    return f"{name}{_FILE}"


def is_file(source: str) -> bool:
    """Whether a source is no more than the name of the file that the figures came in."""
    return source.endswith(_FILE)


class Kind(StrEnum):
    """What became of a row, or of a value in it."""

    REFUSED = "refused"
    FLAGGED = "flagged"
    """It is loaded, and its figures look wrong."""
    MENDED = "mended"
    NOTED = "noted"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as the row had it, for whoever loads it. Lines count from 1."""

    line: int
    kind: Kind
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.kind}: {self.what}"


@dataclass(frozen=True, slots=True)
class ListedFood:
    """A food of a list. `names` and `also` only in the languages that the list has; values per 100 g."""

    slug: str
    names: Mapping[Language, str]
    also: Mapping[Language, Sequence[str]]
    tags: frozenset[str]
    source: str
    per_100g: Nutrients
    measures: Mapping[str, Measure] = field(default_factory=dict)
    computed: bool = False
    alcohol_g: Decimal | None = None
    line: int = 0

    def name(self, language: Language) -> str:
        """The name in a language, or in the first that there is."""
        return self.names.get(language) or next(self.names[known] for known in Language if known in self.names)

    def words(self) -> dict[tuple[Language, str], bool]:
        """Language and key of everything that it is called; true for the name that is shown."""
        shown = {(language, normalised(name, language)): True for language, name in self.names.items()}
        others = {(lang, normalised(word, lang)): False for lang, words in self.also.items() for word in words}
        return {key: is_shown for key, is_shown in (others | shown).items() if key[1]}

    def flags(self) -> tuple[str, ...]:
        """What is doubtful about its figures, for operators."""
        unknown = (ENERGY_UNKNOWN,) if self.per_100g.get("energy_kcal") is None else ()
        return (*unknown, *flags(_Weighed(self)))

    def embedded_text(self) -> str:
        """The text whose vector stands for it."""
        return embedded_text(self.names, self.also, sorted(tag.replace("_", " ") for tag in self.tags))

    def fingerprint(self) -> str:
        """SHA-256 of all that makes a version, in hex."""
        told = {
            "names": self.names, "also": {language: list(words) for language, words in self.also.items() if words},
            "tags": sorted(self.tags), "source": self.source, "computed": self.computed, "flags": self.flags(),
            "values": {key: plain(self.per_100g.get(key)) for key in NUTRIENTS},
            "measures": {key: [plain(m.grams), m.source] for key, m in sorted(self.measures.items())},
            "text": self.embedded_text(), "formula": FORMULA, "keys": KEYS,
        }  # fmt: skip
        return hashlib.sha256(json.dumps(told, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A food as the plausibility flags look at it."""

    food: ListedFood

    @property
    def per_100g(self) -> Nutrients:
        alcohol = self.food.alcohol_g
        return self.food.per_100g if alcohol is None else {**self.food.per_100g, "alcohol_g": alcohol}

    @property
    def tags(self) -> frozenset[str]:
        return self.food.tags


@dataclass(frozen=True, slots=True)
class FoodList:
    """A list that has been read. `name` tells lists apart: a list loaded anew retires what it has no more."""

    name: str
    foods: tuple[ListedFood, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def refused(self) -> int:
        """Rows that are no foods of it; a value alone that was refused leaves its row in."""
        lines = {finding.line for finding in self.findings if finding.kind is Kind.REFUSED}
        return len(lines - {food.line for food in self.foods})

    def flagged(self) -> tuple[Finding, ...]:
        """Foods whose figures look wrong, with what of them does."""
        told = [(food, flags) for food in self.foods if (flags := food.flags())]
        return tuple(Finding(food.line, Kind.FLAGGED, f"{food.slug}: {', '.join(flags)}")
                     for food, flags in told)  # fmt: skip


def plain(value: Decimal | None) -> str | None:
    """A number as it is stored: three decimals, no exponent."""
    return None if value is None else f"{value.quantize(Decimal('0.001')):f}"
