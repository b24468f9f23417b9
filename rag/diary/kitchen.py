"""What everybody's kitchen has in common: measures' volumes, words that mean no one food, names with a conjunction."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Final, Protocol

from rag.diary.measures import Measures
from rag.types import Language
from rag.wording import fold

_JOINED: Final = re.compile(r"\b(?:e|com|y|con|and|with|mais|mas)\b|[+&]")
TYPICAL: Final = (
    "unit", "unit_small", "unit_medium", "unit_large", "slice", "fillet", "steak", "fish_steak", "serving_spoon",
    "ladle", "tablespoon", "skimmer", "piece", "portion", "plate", "bowl", "glass_american", "glass_disposable",
    "glass_requeijao", "mug", "cup", "us_cup", "can", "bottle", "pot", "packet", "scoop", "bar", "round", "leaf",
    "segment", "bunch", "handful", "dessert_spoon", "coffee_cup", "wine_glass", "shot", "teaspoon", "pinch",
)  # fmt: skip
"""Measures as they are offered, the likeliest to be meant first."""


class Normalise(Protocol):
    """A phrase as names are kept (`rag.diary.wording.normalised`)."""

    def __call__(self, phrase: str, language: Language) -> str:
        """The key of a phrase."""
        ...


@dataclass(frozen=True, slots=True)
class Kitchen:
    """`millilitres` of household measures, `generic` words as names are kept, with the slugs to choose from.

    `compounds` are the folded names that hold a conjunction ("café com leite"): one food, not two.
    """

    millilitres: Mapping[str, Decimal]
    generic: Mapping[tuple[Language, str], tuple[str, ...]]
    compounds: frozenset[str] = frozenset()

    def choices(self, word: str, language: Language) -> tuple[str, ...]:
        """The slugs to offer for a word that means no one food, its own language first; none for any other word."""
        for tried in (language, *Language):
            if slugs := self.generic.get((tried, word)):
                return slugs
        return ()

    def known(self, phrase: str) -> bool:
        """Whether a phrase with a conjunction is one food's name."""
        return fold(phrase).strip() in self.compounds


def load_kitchen(folder: Path, measures: Measures, normalised: Normalise, names: Path) -> Kitchen:
    """From `folder`/generics.csv and the catalogue `names`. Raises OSError; KeyError for another header."""
    with (folder / "generics.csv").open(encoding="utf-8", newline="") as file:
        generic = {
            (Language(row["language"]), normalised(row["word"], Language(row["language"]))): tuple(
                row["choices"].split("|")
            )
            for row in csv.DictReader(file)
        }
    return Kitchen(measures.millilitres, generic, _compounds(names))


def _compounds(names: Path) -> frozenset[str]:
    columns = ("pt", "es", "en", "also_pt", "also_es", "also_en")
    with names.open(encoding="utf-8", newline="") as file:
        called = (fold(name) for row in csv.DictReader(file) for column in columns for name in row[column].split("|"))
        return frozenset(name for name in called if _JOINED.search(name))
