"""What everybody's kitchen has in common: measures' volumes, words that mean no one food, names with a conjunction."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Final, Protocol

from rag.diary.measures import Measures
from rag.types import Language
from rag.wording import fold

_JOINED: Final = re.compile(r"\b(?:e|com|y|con|and|with|mais|mas)\b|[+&]")
_BESIDE: Final = re.compile(r" (?:com|con|with|e|y|and) ")
_STAPLES: Final = frozenset({"bread", "cereal"})
_WHOLE: Final = frozenset({"beverage", "dessert", "sweet", "soup", "pasta", "snack", "fried", "fast_food"})
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
        rows = list(csv.DictReader(file))
    generic = {
        (Language(row["language"]), normalised(row["word"], Language(row["language"]))): tuple(
            row["choices"].split("|")
        )
        for row in rows
    }
    return Kitchen(measures.millilitres, generic, _compounds(names, {fold(row["word"]) for row in rows}))


def _compounds(names: Path, generic: Iterable[str]) -> frozenset[str]:
    """Names with a conjunction, but for those that only say what lies beside what ("pão com manteiga")."""
    columns = ("pt", "es", "en", "also_pt", "also_es", "also_en")
    with names.open(encoding="utf-8", newline="") as file:
        rows = [
            ([fold(name) for column in columns for name in row[column].split("|")], _tags(row))
            for row in csv.DictReader(file)
        ]
    tagged: dict[str, frozenset[str]] = dict.fromkeys(generic, frozenset())
    for called, tags in rows:
        for name in called:
            tagged[name] = tagged.get(name, frozenset()) | tags
    return frozenset(
        name
        for called, tags in rows
        for name in called
        if _JOINED.search(name) and not _is_pair(name, called, tags, tagged)
    )


def _tags(row: Mapping[str, str]) -> frozenset[str]:
    return frozenset(row["tags"].split("|")) | ({"dish"} if row["computed"] == "1" else set())


def _is_pair(name: str, called: Sequence[str], tags: frozenset[str], tagged: Mapping[str, frozenset[str]]) -> bool:
    """Whether a name is a staple and what goes on it or beside it, each a food by itself, and no drink or sweet dish.

    `called` are all names of its row: of a row that the staple alone names too, it tells what is in it.
    """
    base, *others = _BESIDE.split(name)
    if not others or tags & _WHOLE or "dish" not in tags:
        return False
    of = tagged.get(base, frozenset())
    return base not in called and bool(of & _STAPLES) and not of & _WHOLE and all(other in tagged for other in others)
