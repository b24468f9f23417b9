"""What a message does with food: tells that it was eaten, asks for it to be logged, or neither.

Plain text is taken for a log only where it can hardly be anything else: what a patient tells belongs to the agents.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from rag.diary.lexis.measures import UNIT
from rag.diary.lexis.words import forms, scan, singulars
from rag.diary.reading.amounts import GRAM, MILLILITRE
from rag.diary.types import SaidItem
from rag.wording import ASK, Lexicon, load_lexicon

_LONGEST_FOOD: Final = 8
_LEAST_WEIGHED: Final = 10
_KITCHEN: Final = frozenset(
    "coffee_spoon teaspoon dessert_spoon tablespoon serving_spoon ladle skimmer cup us_cup coffee_cup mug wine_glass"
    " glass_american glass_requeijao glass_disposable slice slice_thin slice_thick steak fillet glass plate spoon bowl"
    " skewer".split()
)


class Stance(StrEnum):
    """How a message stands to food."""

    TOLD = "told"
    """It says, of its writer, that it was eaten."""
    HINTED = "hinted"
    """It says so with a word that tells of other things too, or asks for something to be noted."""
    BARE = "bare"
    """It doesn't say."""
    NEVER = "never"
    """It asks, plans, tells of habits or of others."""


def stance(text: str) -> Stance:
    """How `text`, what it denies left out, stands to food."""
    lexicon = _lexicon()
    words = lexicon.read(text)
    if lexicon.found("logging", words):
        return Stance.HINTED
    if ASK in words or "¿" in text or lexicon.found("never", words):
        return Stance.NEVER
    if not lexicon.found("told", words):
        return Stance.NEVER if lexicon.found("others", words) else Stance.BARE
    return Stance.TOLD if lexicon.found("strong", words) else Stance.HINTED


def asks_again(text: str) -> bool:
    """Whether something is to be like another time."""
    lexicon = _lexicon()
    return lexicon.found("again", lexicon.read(text))


def is_alien(item: SaidItem) -> bool:
    """Whether the food's place holds something else: a symptom, a medicine, a clause."""
    lexicon = _lexicon()
    shapes = forms(scan(item.food))
    return len(shapes) > _LONGEST_FOOD or lexicon.has(shapes, "alien")


def is_clinical(text: str) -> bool:
    """Whether symptoms, medicines, exams or illnesses are told of."""
    lexicon = _lexicon()
    return lexicon.has(lexicon.read(text), "clinical")


def is_symptom(text: str) -> bool:
    """Whether it is told what a body feels."""
    lexicon = _lexicon()
    return lexicon.has(lexicon.read(text), "symptom")


def is_foodlike(item: SaidItem, known: Callable[[str], bool]) -> bool:
    """Whether it is surely food: by its name, or by a measure that only kitchens use."""
    unit = item.amount.unit if item.amount is not None else item.vague
    lexicon = _lexicon()
    shapes = forms(scan(item.food))
    if unit in {UNIT, None} and lexicon.has(shapes, "blood"):
        return False
    if unit in _KITCHEN or known(item.food):
        return True
    return any(lexicon.has([form], "food") for shape in shapes for form in singulars(shape))


def is_log(items: Sequence[SaidItem], said: Stance, known: Callable[[str], bool], *, leftover: bool) -> bool:
    """Whether plain text of that stance and those items tells what was eaten."""
    if not items or any(map(is_alien, items)):
        return False
    foods = [is_foodlike(item, known) for item in items]
    if said is Stance.TOLD:
        return any(foods) or any(item.amount is not None for item in items)
    if said is Stance.HINTED:
        return all(foods)
    measured = all(item.amount or item.refused or item.vague not in {None, "some"} for item in items)
    return measured and not leftover and all(food or _is_weighed(item) for food, item in zip(foods, items, strict=True))


def _is_weighed(item: SaidItem) -> bool:
    """Whether it is so many grams or millilitres as no medicine is."""
    said = item.amount
    return said is not None and said.unit in {GRAM, MILLILITRE} and said.value >= _LEAST_WEIGHED


@cache
def _lexicon() -> Lexicon:
    return load_lexicon(Path(__file__).with_name("intent.toml"))
