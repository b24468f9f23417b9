"""What was said → what can be stored, what must be asked, what is refused. Never a guess.

A food is taken without a question where one of its names is the phrase, or where one food alone holds the phrase's
words, misspelt ones read as the one known word that they can be; a word that means no food in particular ("queijo") is always asked about.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final, Protocol

from rag.diary.kitchen import TYPICAL, Kitchen, Normalise
from rag.diary.portions import portion
from rag.diary.ports import FoodIndex
from rag.diary.spelling import respelt
from rag.diary.types import Amount, Food, FoodHit, Match, Portion, Refusal, SaidItem
from rag.types import Language

CHOICES: Final = 4
MOST_GRAMS: Final = Decimal(5_000)
"""Of one item: more is a slip of the hand."""
_CLEAR_SCORE: Final = 0.5
_CLEAR_MARGIN: Final = 0.12
_BY_NAME: Final = frozenset({Match.EXACT, Match.WORDS, Match.TAG})
_OWN_LANGUAGE: Final = 0.94
"""What an exact hit by a name of the person's own language scores at least (search_foods)."""


class Doubt(StrEnum):
    """Why an item can't be stored as it was said."""

    NO_AMOUNT = "no_amount"
    VAGUE_MEASURE = "vague_measure"
    WHICH_FOOD = "which_food"
    UNKNOWN_FOOD = "unknown_food"


@dataclass(frozen=True, slots=True)
class Settled:
    """An item that can be stored."""

    item: SaidItem
    food: Food
    portion: Portion


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible answer: a food, and where that is the question an amount of it."""

    food: Food
    portion: Portion | None = None


@dataclass(frozen=True, slots=True)
class Unsettled:
    """An item to be asked about. `food` is known where only the amount is in doubt."""

    item: SaidItem
    doubt: Doubt
    choices: tuple[Choice, ...] = ()
    food: Food | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """An item whose amount is none."""

    item: SaidItem
    reason: Refusal


Outcome = Settled | Unsettled | Refused


class Finder(Protocol):
    """Finds foods for phrases (`rag.diary.foods.FoodSearch`)."""

    async def search(
        self, owner: uuid.UUID, phrases: Sequence[str], language: Language, limit: int = 8
    ) -> list[list[FoodHit]]:
        """For each phrase the foods that it may mean, best first."""
        ...


@dataclass(frozen=True, slots=True)
class Resolver:
    """Settles what can be settled. `normalised` is how names are kept (`rag.diary.wording`)."""

    finder: Finder
    index: FoodIndex
    kitchen: Kitchen
    normalised: Normalise

    async def resolve(self, owner: uuid.UUID, items: Sequence[SaidItem], language: Language) -> list[Outcome]:
        """One outcome an item, in order. Two queries, however many items, and one more for those misspelt."""
        foods = [item.food for item in items]
        generic = [self._generic(food, language) for food in foods]
        hits = await self.finder.search(owner, foods, language)
        slips = {at: put for at, found in enumerate(hits) if not generic[at] and (put := _slip(foods[at], found))}
        if slips:
            for at, found in zip(slips, await self.finder.search(owner, [*slips.values()], language), strict=True):
                if found and found[0].match in _BY_NAME:
                    foods[at], hits[at], generic[at] = slips[at], found, self._generic(slips[at], language)
        slugs = sorted({slug for choices in generic for slug in choices})
        named = {food.slug: food for food in await self.index.named(owner, slugs)} if slugs else {}
        return [
            self._outcome(
                item, self.normalised(food, language), found, [named[slug] for slug in choices if slug in named]
            )
            for item, food, found, choices in zip(items, foods, hits, generic, strict=True)
        ]

    def _generic(self, food: str, language: Language) -> tuple[str, ...]:
        return self.kitchen.choices(self.normalised(food, language), language)

    def settle(self, item: SaidItem, food: Food) -> Outcome:
        """The outcome for an item whose food is known."""
        if item.refused is not None:
            return Refused(item, item.refused)
        if item.amount is None:
            doubt = Doubt.VAGUE_MEASURE if item.vague else Doubt.NO_AMOUNT
            return Unsettled(item, doubt, self.portions(food, item.vague), food)
        measured = portion(food, item.amount, self.kitchen.millilitres)
        if measured is None:
            return Unsettled(item, Doubt.VAGUE_MEASURE, self.portions(food), food)
        if measured.grams > MOST_GRAMS:
            return Refused(item, Refusal.ABSURD)
        if not measured.grams:
            return Refused(item, Refusal.ZERO)
        return Settled(item, food, measured)

    def portions(self, food: Food, vague: str | None = None) -> tuple[Choice, ...]:
        """Amounts to choose from: one of each typical measure of the food."""
        keys = [key for key in TYPICAL if key in food.measures or key in self.kitchen.millilitres]
        if vague:  # "um copo": the kinds of glass first
            keys.sort(key=lambda key: vague not in key)
        made = (portion(food, Amount(Decimal(1), key, ""), self.kitchen.millilitres) for key in keys)
        return tuple(Choice(food, measured) for measured in made if measured is not None)[:CHOICES]

    def _outcome(self, item: SaidItem, key: str, hits: Sequence[FoodHit], generic: Sequence[Food]) -> Outcome:
        if item.refused is not None:
            return Refused(item, item.refused)
        own = [hit for hit in hits if hit.food.own and hit.match is Match.EXACT]
        if generic and not own:
            return Unsettled(item, Doubt.WHICH_FOOD, tuple(map(Choice, generic)))
        if not hits:
            return Unsettled(item, Doubt.UNKNOWN_FOOD)
        if not clear(own or hits, single=" " not in key):
            return Unsettled(item, Doubt.WHICH_FOOD, tuple(Choice(hit.food) for hit in hits[:CHOICES]))
        return self.settle(item, (own or hits)[0].food)


def _slip(food: str, hits: Sequence[FoodHit]) -> str | None:
    """The phrase as it is spelt, where it is no name and holds no known one."""
    return None if hits and hits[0].match in _BY_NAME else respelt(food)


def clear(hits: Sequence[FoodHit], *, single: bool = False) -> bool:
    """Whether the first hit is the food that was meant, beyond a guess.

    A `single` word is not, where only a name of another language than the person's is that word.
    """
    first, second = hits[0], hits[1] if len(hits) > 1 else None
    if first.match is Match.EXACT:
        if single and not first.food.own and first.score < _OWN_LANGUAGE:
            return False
        return second is None or second.match is not Match.EXACT or first.score > second.score
    if first.match is not Match.WORDS or first.score < _CLEAR_SCORE:
        return False
    return second is None or second.match is not Match.WORDS or first.score - second.score >= _CLEAR_MARGIN
