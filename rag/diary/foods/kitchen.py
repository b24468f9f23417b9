"""What everybody's kitchen has in common: measures' volumes, words that mean no one food, names with a conjunction."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Final, Protocol

from rag.diary.lexis.measures import UNIT, Measures
from rag.diary.types import Food
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
_DRUNK_FROM: Final = (
    "glass_american", "can", "bottle", "cup", "mug", "glass_requeijao", "glass_disposable", "coffee_cup", "us_cup",
    "unit", "wine_glass", "shot", "carton", "portion",
)  # fmt: skip
_NOT_DRUNK_FROM: Final = frozenset(
    "serving_spoon ladle skimmer tablespoon dessert_spoon teaspoon coffee_spoon scoop plate bowl pinch".split()
)
_BY_THE_PORTION: Final = ("portion", "packet", "handful")
_SMALL_UNIT: Final = Decimal(10)
"""Grams under which people count portions of what is fried or a snack, and no pieces."""


def typical(food: Food) -> tuple[str, ...]:
    """Keys of measures as they are offered of a food: of a drink what it is drunk from, of fries a portion first."""
    if "beverage" in food.tags:
        others = [key for key in TYPICAL if key not in _DRUNK_FROM]
        return (*_DRUNK_FROM, *sorted(others, key=lambda key: key in _NOT_DRUNK_FROM))
    unit = food.measures.get(UNIT)
    if food.tags & {"snack", "fried"} and unit is not None and unit.grams < _SMALL_UNIT:
        return (*_BY_THE_PORTION, *(key for key in TYPICAL if key not in _BY_THE_PORTION and key != UNIT), UNIT)
    return TYPICAL


def offered(food: Food, keys: Sequence[str], vague: str | None = None) -> list[str]:
    """Of the measures known of a food those to offer: of a drink no spoons, unless they were said or are all."""
    if "beverage" not in food.tags:
        return list(keys)
    kept = [key for key in keys if key not in _NOT_DRUNK_FROM or (vague is not None and vague in key)]
    return kept or list(keys)


class Normalise(Protocol):
    """A phrase as names are kept (`rag.diary.lexis.wording.normalised`)."""

    def __call__(self, phrase: str, language: Language) -> str:
        """The key of a phrase."""
        ...


@dataclass(frozen=True, slots=True)
class Kitchen:
    """`millilitres` of household measures, `generic` words as names are kept, with the slugs to choose from.

    `compounds` are the folded names that hold a conjunction ("café com leite"): one food, not two. What lies beside a
    staple ("pão com manteiga") is an item of its own, though the catalogue knows the two as one row.
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
