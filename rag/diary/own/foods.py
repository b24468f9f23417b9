"""A person's own foods: what one is, what it may hold, how a recipe's values are computed. Pure.

Values are per 100 g, in the units of their keys; unknown is None. What is stored is what the person has said: figures
that can't be are refused, and nothing is filled in.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import Final

from rag.diary.catalogue.entries import flags
from rag.diary.lexis.measures import Measured, Measures
from rag.diary.lexis.wording import normalised
from rag.diary.lexis.words import clean, forms, scan
from rag.diary.reading.amounts import GRAM, MILLILITRE
from rag.diary.reading.meals import read_amount
from rag.diary.types import NUTRIENTS, Amount, LogPlan, Measure, Nutrients, unit_of
from rag.types import Language
from rag.wording import fold

LONGEST_NAME: Final = 80
MOST_FOODS: Final = 200
"""Of one person."""
USER: Final = "user"
"""The source of a measure, and of figures, that a person has given."""
ALCOHOL: Final = "alcohol"
MOST_MEASURE: Final = Decimal(5_000)

_MOST: Final = {"g": Decimal("100.5"), "mg": Decimal(100_000), "mcg": Decimal(1_000_000)}
"""In 100 g, by unit. Half a gram is for rounded labels."""
_MOST_ENERGY: Final = Decimal(950)
"""Kilocalories in 100 g: pure fat has about 900."""
_PARTS: Final = (("saturated_fat_g", "fat_g"), ("sugar_g", "carbohydrate_g"))
_ROUNDING: Final = Decimal("0.5")
_SMALL_SHARE: Final = Decimal("0.02")
"""As for the catalogue's recipes (rag.diary.catalogue.composition)."""
_PLACES: Final = Decimal("0.001")
_GLASSES: Final = "glass_"
_VAGUE: Final = {
    "plate": "plate", "sized": "plate", "spoon": "tablespoon", "bowl": "bowl", "portion": "portion",
    "handful": "handful",
}  # fmt: skip
"""The measure that a word which says too little stands for, where its weight is told with it; glasses go by volume."""
_HIDDEN: Final = "alimentoproprio"


class Wrong(StrEnum):
    """Why a text gives no food."""

    NAME = "name"
    LONG_NAME = "long_name"
    NOT_A_NUMBER = "not_a_number"
    NEGATIVE = "negative"
    TWICE = "twice"
    REFERENCE = "reference"
    MISSING = "missing"
    MACROS = "macros"
    ENERGY_HIGH = "energy_high"
    ENERGY_FAR = "energy_far"
    TOO_MUCH = "too_much"
    PART = "part"
    INGREDIENTS = "ingredients"
    TOO_LONG = "too_long"
    UNREAD = "unread"
    YIELD = "yield"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong: the words that it is about, or the nutrients."""

    why: Wrong
    said: str = ""
    nutrients: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ingredient:
    """So many grams of a food, and the words that said so."""

    food_id: int
    name: str
    grams: Decimal
    per_100g: Nutrients
    said: str = ""


@dataclass(frozen=True, slots=True)
class OwnFood:
    """A food as a person has told it, to be stored. With ingredients it is a recipe."""

    name: str
    per_100g: Nutrients
    measures: Mapping[str, Measure] = field(default_factory=dict)
    tags: frozenset[str] = frozenset()
    ingredients: tuple[Ingredient, ...] = ()

    @property
    def slug(self) -> str:
        """What tells a person's foods apart: two names that are searched by the same words are one."""
        return own_slug(self.name)


def tidied(text: str) -> str:
    """Composed characters, and nothing that can't be printed but the ends of lines."""
    return "".join(c if c.isprintable() or c == "\n" else " " for c in clean(text))


def own_slug(name: str) -> str:
    """The slug of a name; no food of the catalogue has one with a slash."""
    return f"own/{normalised(name, Language.PT).replace(' ', '-')}"


def name_problem(name: str) -> Problem | None:
    """What is wrong with a name, if anything is."""
    if len(name) > LONGEST_NAME:
        return Problem(Wrong.LONG_NAME)
    letters = any(c.isalpha() for c in name)
    return None if letters and normalised(name, Language.PT) else Problem(Wrong.NAME)


def implausible(per_100g: Nutrients, tags: frozenset[str], alcohol_g: Decimal | None = None) -> tuple[Problem, ...]:
    """What no food can hold, or not together with the rest (rag.diary.catalogue.entries.flags)."""
    held = per_100g if alcohol_g is None else {**per_100g, "alcohol_g": alcohol_g}
    flagged = flags(_Told(held, tags))
    found = list(_beyond(per_100g))
    if "macros_over_105_g" in flagged:
        found.append(Problem(Wrong.MACROS))
    if "energy_far_from_macros" in flagged and not found:
        found.append(Problem(Wrong.ENERGY_FAR))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Told:
    per_100g: Nutrients
    tags: frozenset[str]


def _beyond(per_100g: Nutrients) -> Iterable[Problem]:
    """Single figures that are too high, and parts that are more than the whole."""
    energy = per_100g.get("energy_kcal")
    if energy is not None and energy > _MOST_ENERGY:
        yield Problem(Wrong.ENERGY_HIGH)
    units = {key: _MOST[unit_of(key)] for key in NUTRIENTS if key != "energy_kcal"}
    over = tuple(key for key, most in units.items() if (per_100g.get(key) or 0) > most)
    if over:
        yield Problem(Wrong.TOO_MUCH, nutrients=over)
    for part, whole in _PARTS:
        some, of = per_100g.get(part), per_100g.get(whole)
        if some is not None and of is not None and some > of + _ROUNDING:
            yield Problem(Wrong.PART, nutrients=(part, whole))


def composed(ingredients: Sequence[Ingredient], yield_g: Decimal) -> Nutrients:
    """What 100 g of a dish hold: the ingredients' sums over its weight, as for the catalogue's recipes.

    A nutrient is unknown as soon as it is in an ingredient of more than 2 % of the ingredients' weight.
    """
    total = sum((one.grams for one in ingredients), Decimal(0))
    per_100g: dict[str, Decimal | None] = {}
    for key in NUTRIENTS:
        parts = [(one.grams, one.per_100g.get(key)) for one in ingredients]
        known = all(value is not None or grams <= _SMALL_SHARE * total for grams, value in parts)
        held = sum((grams * (value or 0) for grams, value in parts), Decimal(0)) / yield_g
        per_100g[key] = rounded(held) if known else None
    return per_100g


def rounded(value: Decimal) -> Decimal:
    """As it is stored: three decimals."""
    return value.quantize(_PLACES)


# Measures


@dataclass(frozen=True, slots=True)
class SaidMeasure:
    """A count of a household measure: its key, or the kind of a word that says too little ("copo")."""

    count: Decimal
    key: str | None
    vague: str | None = None

    def key_for(self, grams: Decimal, measures: Measures) -> str | None:
        """The measure's key where one of them weighs so much: of glasses, the one whose volume is nearest."""
        if self.key is not None or self.vague != "glass":
            return self.key or _VAGUE.get(self.vague or "")
        glasses = {key: volume for key, volume in measures.millilitres.items() if key.startswith(_GLASSES)}
        return min(glasses, key=lambda key: abs(glasses[key] - grams), default=None)


def read_measure(text: str, measures: Measures, language: Language) -> SaidMeasure | None:
    """The measure that the whole of `text` is, its count too if it has one ("fatia", "2 colheres de sopa", "copo")."""
    words = [word.raw for word in scan(clean(text))]
    while words and not words[-1].isalnum():
        words.pop()
    if not words:
        return None
    shapes = forms(scan(" ".join(words)))
    amount = read_amount(" ".join(words), measures, language) if len(words) > 1 else None
    if isinstance(amount, Amount) and amount.value > 0:
        return SaidMeasure(amount.value, amount.unit) if amount.unit not in {GRAM, MILLILITRE} else None
    if whole := _whole(measures, shapes, 0):
        return SaidMeasure(Decimal(1), whole.key, whole.vague)
    count = read_amount(words[0], measures, language)
    told = _whole(measures, shapes, 1) if isinstance(count, Amount) and count.value > 0 else None
    return SaidMeasure(count.value, told.key, told.vague) if told and isinstance(count, Amount) else None


def _whole(measures: Measures, shapes: Sequence[str], at: int) -> Measured | None:
    found = measures.at([*shapes, "de"], at)  # "xícara de café" by itself is coffee
    if found is not None and found.end == len(shapes) and found.vague != "some":
        return found
    rest = " ".join(shapes[at:])  # "sobre" and "ala" are read as measures here alone
    key = next((key for (key, _), name in measures.names.items() if fold(name) == rest), None)
    return Measured(len(shapes), key) if key else None


def measure_of(said: SaidMeasure, weight: Decimal, measures: Measures) -> tuple[str, Measure] | None:
    """Key and weight of one of it, where `said` of it weigh so many grams; None for what can't be."""
    each = rounded(weight / said.count)
    key = said.key_for(each, measures)
    return (key, Measure(each, USER)) if key and 0 < each <= MOST_MEASURE else None


# Names in what is said


@dataclass(frozen=True, slots=True)
class OwnNames:
    """A person's names for foods, so that one stays one when a message is read ("vitamina da manhã")."""

    names: Sequence[str]

    def read(self, text: str, reader: Callable[[str], Sequence[LogPlan]]) -> tuple[LogPlan, ...]:
        """What `reader` makes of the text with each name as one word; the words as they were said come back."""
        hidden: dict[str, str] = {}
        plans = reader(self._hide(clean(text), hidden))
        return tuple(_shown(plan, hidden) for plan in plans) if hidden else tuple(plans)

    def _hide(self, text: str, hidden: dict[str, str]) -> str:
        said = levelled(text)
        # a pattern of all of them would take longer to make than to use
        known = {name for one in self.names if (name := _name(one)) and name in said}
        if not known:
            return text
        names = sorted(known, key=lambda name: (-len(name), name))
        pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")
        made, last = "", 0
        for found in pattern.finditer(said):
            word = _HIDDEN + _letters(len(hidden))
            hidden[word] = text[found.start() : found.end()]
            made, last = made + text[last : found.start()] + word, found.end()
        return made + text[last:]


def levelled(text: str) -> str:
    """Folded letter by letter, so that places stay."""
    return "".join(map(_level, text))


def _name(said: str) -> str:
    """A name levelled; to clean one that can be printed is to compose it."""
    return levelled(unicodedata.normalize("NFC", said) if said.isprintable() else clean(said)).strip()


@lru_cache(maxsize=2_048)
def _level(letter: str) -> str:
    return (fold(letter) or letter)[0]


def _letters(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in f"{number:03d}")


def _shown(plan: LogPlan, hidden: Mapping[str, str]) -> LogPlan:
    def back(text: str) -> str:
        return re.sub(rf"{_HIDDEN}[a-j]+", lambda found: hidden.get(found.group(), found.group()), text)

    return replace(plan, items=tuple(replace(item, said=back(item.said), food=back(item.food)) for item in plan.items))
