"""A recipe told by its ingredients → what has to be settled, then an own food with computed values. Pure.

"Vitamina da manhã: 1 banana, 200 ml de leite, 1 colher de sopa de aveia; rende 350 g; 1 copo = 200 g".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from rag.diary.catalogue.entries import ML
from rag.diary.lexis.measures import UNIT, Measures
from rag.diary.own.foods import (
    USER,
    Ingredient,
    OwnFood,
    Problem,
    SaidMeasure,
    Wrong,
    composed,
    implausible,
    levelled,
    measure_of,
    name_problem,
    read_measure,
    rounded,
    tidied,
)
from rag.diary.reading.amounts import GRAM, MILLILITRE
from rag.diary.reading.meals import read_amount
from rag.diary.types import Amount, Intent, LogPlan, Measure, SaidItem
from rag.types import Language

LONGEST: Final = 3_000
MOST_INGREDIENTS: Final = 40
PORTION: Final = "portion"
_MOST_GROWTH: Final = 5
"""A dish may weigh so many times its ingredients (dried ones in water that nobody lists), or a tenth of them."""
_MOST_LOSS: Final = 10
_BREAKS: Final = re.compile(r"[;\n|•·]|,(?!\d)|(?<!\d),|(?<=[^\d\s])\.\s+(?=[A-ZÀ-Ý])")
_YIELDS: Final = re.compile(
    r"^(?:(?:e|y|and|que|receita|receta|recipe|it)\s+)*(?:rende|rinde|rendem|rinden|makes|yields?|serves?|sirve|sirven"
    r"|rendimento|rendimiento|porcoes|porciones|servings)(?!\w)[\s:=]*"
)
_MAKES: Final = "rende"
_YIELDED: Final = re.compile(
    r"[\s,;(–—-]+(?P<makes>(?P<verb>(?:que\s+)?(?:rende|rinde|rendem|rinden|makes|yields?|serves?|sirve|sirven)\s)?\s*"
    r"(?(verb)[^:()]*\d[^:()]*|(?<=\()\d+\s*(?:porcoes|porcao|porciones|raciones|servings?|portions?)))\s*\)?$"
)
"""A yield at the end of a name."""
_PEOPLE: Final = re.compile(r"\s*(?:pessoas?|personas?|people|persons?)$")
_JOINS: Final = re.compile(r"\s+(?:e|y|and|ou|o|or)\s+(?=\d)|\s*[(=/]\s*")
_BULLET: Final = re.compile(r"^[-–—*]+(?:\s+|$)")
_BARE: Final = re.compile(r"\d+(?:[.,]\d+)*")

Reader = Callable[[str], Sequence[LogPlan]]


@dataclass(frozen=True, slots=True)
class Yield:
    """What a recipe makes, as far as it was said: grams, millilitres, so many of a measure."""

    grams: Decimal | None = None
    millilitres: Decimal | None = None
    parts: tuple[SaidMeasure, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadRecipe:
    """A recipe whose ingredients are to be settled. `measures` are said ones with their grams."""

    name: str
    items: tuple[SaidItem, ...]
    makes: Yield = Yield()
    measures: tuple[tuple[SaidMeasure, Decimal], ...] = ()


def read_recipe(text: str, measures: Measures, language: Language, reader: Reader) -> ReadRecipe | tuple[Problem, ...]:
    """The recipe that `text` tells, or all that keeps it from being one. `reader` reads what was eaten in a clause."""
    name, _, rest = _headed(tidied(text))
    name, makes = _unyielded(name)
    problems = [problem] if (problem := name_problem(name)) else []
    if len(text) > LONGEST:
        problems.append(Problem(Wrong.TOO_LONG))
    reading = _Reading(measures, language, reader, [], [], [], problems)
    if makes:
        reading.take(makes)
    for said in _BREAKS.split(rest[:LONGEST]):
        if clause := _BULLET.sub("", said.strip()).strip(" .!"):
            reading.take(clause)
    return reading.result(name)


def composed_recipe(
    recipe: ReadRecipe, ingredients: Sequence[Ingredient], measures: Measures
) -> OwnFood | tuple[Problem, ...]:
    """The food with its values. It weighs what its ingredients do, where nothing else was said."""
    total = sum((one.grams for one in ingredients), Decimal(0))
    weight = recipe.makes.grams or total
    if not total or not total / _MOST_LOSS <= weight <= total * _MOST_GROWTH:
        return (Problem(Wrong.YIELD, f"{weight:f} g"),)
    per_100g = composed(ingredients, weight)
    if wrong := tuple(p for p in implausible(per_100g, frozenset()) if p.why is not Wrong.ENERGY_FAR):
        return wrong
    kept = {}
    if recipe.makes.millilitres:
        kept[ML] = Measure(rounded(weight / recipe.makes.millilitres), USER)
    told = [*((said, weight) for said in recipe.makes.parts), *recipe.measures]
    kept |= dict(made for said, grams in told if (made := measure_of(said, grams, measures)))
    return OwnFood(recipe.name, per_100g, kept, ingredients=tuple(ingredients))


def _headed(text: str) -> tuple[str, str, str]:
    ends = [place for place in (text.find(":"), text.find("\n")) if place >= 0]
    end = min(ends, default=len(text))
    return " ".join(text[:end].split()).strip(" ,.;-–—"), text[end : end + 1], text[end + 1 :]


def _unyielded(name: str) -> tuple[str, str]:
    """The name, and what the recipe makes where that stands at its end ("Panqueca rende 4", "Panqueca (4 porções)")."""
    found = _YIELDED.search(levelled(name))
    if found is None:
        return name, ""
    makes = name[found.start("makes") : found.end("makes")]
    return name[: found.start()].strip(" ,.;-–—("), makes if found["verb"] else f"{_MAKES} {makes}"


@dataclass(slots=True)
class _Reading:
    measures: Measures
    language: Language
    reader: Reader
    items: list[SaidItem]
    makes: list[Yield]
    told: list[tuple[SaidMeasure, Decimal]]
    problems: list[Problem]

    def take(self, said: str) -> None:
        """One clause: what it makes, what a measure weighs, or an ingredient."""
        level = levelled(said)
        if found := _YIELDS.match(level):
            self._yield(said, level[found.end() :])
        elif "=" in said:
            self._measure(said)
        else:
            self._ingredient(said)

    def _yield(self, said: str, level: str) -> None:
        parts = [self._made(part) for part in _JOINS.split(level) if part.strip(" .)")]
        if not parts or None in parts:
            self.problems.append(Problem(Wrong.YIELD, said))
        self.makes += [part for part in parts if part]

    def _made(self, text: str) -> Yield | None:
        text = _PEOPLE.sub("", text.strip(" .)"))
        amount = read_amount(text, self.measures, self.language)
        if isinstance(amount, Amount) and amount.value > 0:
            if amount.unit in {GRAM, MILLILITRE}:
                return Yield(amount.value) if amount.unit == GRAM else Yield(millilitres=amount.value)
            if amount.unit == UNIT and _BARE.fullmatch(text):
                return Yield(parts=(SaidMeasure(amount.value, PORTION),))
        said = read_measure(text, self.measures, self.language)
        return Yield(parts=(said,)) if said else None

    def _measure(self, said: str) -> None:
        left, _, right = said.partition("=")
        measure = read_measure(left, self.measures, self.language)
        weight = read_amount(right, self.measures, self.language)
        if measure and isinstance(weight, Amount) and weight.unit == GRAM:
            self.told.append((measure, weight.value))
        else:
            self.problems.append(Problem(Wrong.UNREAD, said))

    def _ingredient(self, said: str) -> None:
        plans = self.reader(said)
        items = [item for plan in plans if plan.intent is Intent.LOG for item in plan.items]
        if items:
            self.items += items
        else:
            self.problems.append(Problem(Wrong.UNREAD, said))

    def result(self, name: str) -> ReadRecipe | tuple[Problem, ...]:
        """The recipe, or what is wrong."""
        if not self.items and not self.problems:
            self.problems.append(Problem(Wrong.INGREDIENTS))
        if len(self.items) > MOST_INGREDIENTS:
            self.problems.append(Problem(Wrong.TOO_LONG))
        grams = [one.grams for one in self.makes if one.grams]
        poured = [one.millilitres for one in self.makes if one.millilitres]
        if len(grams) > 1 or len(poured) > 1:
            self.problems.append(Problem(Wrong.YIELD))
        if self.problems:
            return tuple(self.problems)
        parts = tuple(part for one in self.makes for part in one.parts)
        makes = Yield(next(iter(grams), None), next(iter(poured), None), parts)
        return ReadRecipe(name, tuple(self.items), makes, tuple(self.told))
