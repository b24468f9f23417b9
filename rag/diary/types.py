"""Values that the diary's parts exchange. Nothing here does I/O.

Weights are grams, as Decimal; what a food holds is per 100 g of its edible part. Unknown is None, never 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo

from rag.types import Language

NUTRIENTS: Final = (
    "energy_kcal", "protein_g", "carbohydrate_g", "fat_g", "fiber_g", "sugar_g", "saturated_fat_g", "cholesterol_mg",
    "sodium_mg", "potassium_mg", "calcium_mg", "iron_mg", "magnesium_mg", "phosphorus_mg", "zinc_mg", "copper_mg",
    "manganese_mg", "selenium_mcg", "vitamin_a_mcg", "vitamin_c_mg", "vitamin_d_mcg", "vitamin_e_mg", "vitamin_k_mcg",
    "thiamin_mg", "riboflavin_mg", "niacin_mg", "pantothenic_acid_mg", "vitamin_b6_mg", "folate_mcg",
    "vitamin_b12_mcg", "choline_mg",
)  # fmt: skip
"""Keys of what is counted (CONTRACT.md, "Nutrient keys"), in the order in which they are shown."""

MACROS: Final = ("energy_kcal", "protein_g", "carbohydrate_g", "fat_g")

Nutrients = Mapping[str, Decimal | None]


def unit_of(nutrient: str) -> str:
    """The unit that a nutrient's key ends with: g, mg, mcg, kcal."""
    return nutrient.rpartition("_")[2]


def unit_shown(nutrient: str) -> str:
    """The same as people write it."""
    unit = unit_of(nutrient)
    return "µg" if unit == "mcg" else unit


class Meal(StrEnum):
    """A meal of the day."""

    BREAKFAST = "breakfast"
    MORNING_SNACK = "morning_snack"
    LUNCH = "lunch"
    AFTERNOON_SNACK = "afternoon_snack"
    DINNER = "dinner"
    SUPPER = "supper"


# Foods


@dataclass(frozen=True, slots=True)
class Measure:
    """What one household measure of a food weighs, and who says so (`pof`, `usda`, `own`, `user`)."""

    grams: Decimal
    source: str


@dataclass(frozen=True, slots=True)
class Food:
    """One version of a food. `measures` by their keys (rag/corpus/foods/measures.csv); `ml` is a millilitre's weight.

    `computed`: a recipe, its values computed from ingredients. `own`: somebody's, seen by nobody else.
    """

    id: int
    slug: str
    names: Mapping[Language, str]
    source: str
    per_100g: Nutrients
    measures: Mapping[str, Measure] = field(default_factory=dict)
    tags: frozenset[str] = frozenset()
    computed: bool = False
    own: bool = False

    def name(self, language: Language) -> str:
        """The name in a language."""
        return self.names[language]


class Match(StrEnum):
    """How a food was found, from the surest to the least sure."""

    EXACT = "exact"
    """One of its names is the whole phrase."""
    WORDS = "words"
    """Its names hold every word of the phrase."""
    SPELLING = "spelling"
    """Its names hold words spelt like the phrase's."""
    TAG = "tag"
    """The phrase names a category that it is of."""
    MEANING = "meaning"
    """Its vector is near the phrase's."""


@dataclass(frozen=True, slots=True)
class FoodHit:
    """A food found for a phrase. `score` in [0, 1] orders hits of one `match`."""

    food: Food
    match: Match
    score: float


# What was said


@dataclass(frozen=True, slots=True)
class Amount:
    """How much, as said: `value` of `unit`, which is `g`, `ml` or a measure's key; a range's value is its midpoint."""

    value: Decimal
    unit: str
    said: str
    low: Decimal | None = None
    high: Decimal | None = None


class Refusal(StrEnum):
    """Why an amount is not one."""

    NOT_A_NUMBER = "not_a_number"
    NEGATIVE = "negative"
    ZERO = "zero"
    ABSURD = "absurd"


@dataclass(frozen=True, slots=True)
class SaidItem:
    """One food of a message: the words, the food's part of them, and the amount, if one was said that can be read.

    `vague` is a measure's word that says too little by itself ("copo", "prato", "glass"), `count` how many of it were
    said. `whole` is the food with whose it was said to be, which few names hold ("goiabada da casa").
    """

    said: str
    food: str
    amount: Amount | None = None
    vague: str | None = None
    refused: Refusal | None = None
    whole: str = field(default="", compare=False)
    count: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """When it was eaten, as far as it was said: a time of day, a meal, and a day in one of four ways.

    `day`; `days_ago`; `weekday` (Monday is 0), the latest before today; `day_of_month`, of `month` if said, the latest.
    `unreal` is a date as it was written that no calendar has ("31/02").
    """

    day: date | None = None
    days_ago: int | None = None
    time: time | None = None
    meal: Meal | None = None
    weekday: int | None = None
    day_of_month: int | None = None
    month: int | None = None
    unreal: str | None = None


class Intent(StrEnum):
    """What a message does with food."""

    LOG = "log"
    """It tells what was eaten."""
    REPEAT = "repeat"
    """It asks for a meal of another day once more."""
    NONE = "none"
    """It asks, denies, plans, or tells of something else."""


@dataclass(frozen=True, slots=True)
class LogPlan:
    """A message about food, read. `again` is the day and meal to repeat."""

    intent: Intent
    items: tuple[SaidItem, ...] = ()
    moment: Moment = Moment()
    again: Moment | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """A person's days: their time zone, and when their day starts."""

    zone: ZoneInfo
    day_start: time = time(0)


@dataclass(frozen=True, slots=True)
class Placed:
    """When something was eaten: an aware time, the person's day and the meal."""

    at: datetime
    day: date
    meal: Meal


class How(StrEnum):
    """How an amount became grams."""

    WEIGHED = "weighed"
    VOLUME = "volume"
    MEASURE = "measure"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Portion:
    """An amount of a food in grams: `each` of the measure `unit`, as `source` says; both None for what was weighed."""

    grams: Decimal
    how: How
    amount: Amount
    each: Decimal | None = None
    source: str | None = None


# Questions to the diary


class Note(StrEnum):
    """What a plan's clamp changed, to be said in the answer."""

    DEFAULT_PERIOD = "default_period"
    FUTURE_CUT = "future_cut"
    REVERSED = "reversed"
    CAPPED = "capped"
    UNKNOWN_NUTRIENT = "unknown_nutrient"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a question asks for, before the clamp: whatever a model or the rules made of it."""

    date_from: date | None = None
    date_to: date | None = None
    nutrients: tuple[str, ...] = ()
    need_detail: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What is read for a question: days inclusive, in the person's own days; no nutrients means the main ones."""

    date_from: date
    date_to: date
    nutrients: tuple[str, ...]
    need_detail: bool
