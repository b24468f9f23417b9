"""What was said → what can be stored, what must be asked, what is refused. Never a guess.

A food is taken without a question where one of its names is the phrase, or where one food alone holds the phrase's
words; a misspelt word is read as the one known word that it can be. A word that means no food in particular ("queijo")
is always asked about.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Final, Protocol

from rag.diary.foods.kitchen import Kitchen, Normalise, offered, typical
from rag.diary.foods.portions import portion
from rag.diary.lexis.spelling import respelt
from rag.diary.lexis.wording import RAW
from rag.diary.ports import FoodIndex
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
_BARE: Final = 0.96
"""What one scores at most whose name is less than the phrase, or of another language."""

_SPELT, _SPELT_FIRST, _SPELT_SURELY, _LETTERS_ALIKE = 0.45, 0.52, 0.7, 0.72
_MEANT, _MEANT_OF_ITS_KIND = 0.5, 0.36
_MEALS: Final = frozenset("pf marmita marmitex prato combo menu menú plato".split())
"""Whole meals, of which no one food is likely."""
_MAKERS: Final = frozenset("vovo vovó vo vó avo avó abuela abuelita grandma granny".split())


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
    """Finds foods for phrases (`rag.diary.foods.search.FoodSearch`)."""

    async def search(
        self, owner: uuid.UUID, phrases: Sequence[str], language: Language, limit: int = 8
    ) -> list[list[FoodHit]]:
        """For each phrase the foods that it may mean, best first."""
        ...


@dataclass(frozen=True, slots=True)
class Resolver:
    """Settles what can be settled. `normalised` is how names are kept (`rag.diary.lexis.wording`)."""

    finder: Finder
    index: FoodIndex
    kitchen: Kitchen
    normalised: Normalise

    async def resolve(self, owner: uuid.UUID, items: Sequence[SaidItem], language: Language) -> list[Outcome]:
        """One outcome an item, in order. Two queries, however many items, and one more for those misspelt."""
        foods = [item.food for item in items]
        generic = [self._generic(food, language) for food in foods]
        hits = await self.finder.search(owner, foods, language)
        for at, found in (await self._whole(owner, items, language)).items():
            foods[at], hits[at], generic[at] = items[at].whole, found, ()
        slips = {at: put for at, found in enumerate(hits) if not generic[at] and (put := _slip(foods[at], found))}
        for at, found in (await self._respelt(owner, slips, language)).items():
            foods[at], hits[at], generic[at] = slips[at], found, self._generic(slips[at], language)
        slugs = sorted({slug for choices in generic for slug in choices})
        named = {food.slug: food for food in await self.index.named(owner, slugs)} if slugs else {}
        return [
            self._outcome(
                item, self.normalised(food, language), found, [named[slug] for slug in choices if slug in named]
            )
            for item, food, found, choices in zip(items, foods, hits, generic, strict=True)
        ]

    async def _whole(self, owner: uuid.UUID, items: Sequence[SaidItem], language: Language) -> dict[int, list[FoodHit]]:
        """Of the items that more was said of ("goiabada da casa"), those of which that is a whole name."""
        places = [at for at, item in enumerate(items) if item.whole]
        keys = [self.normalised(items[at].whole, language) for at in places]
        found = await self.index.by_words(owner, keys, language, CHOICES) if keys else []
        return {at: hits for at, hits in zip(places, found, strict=True) if hits and _is_named(hits[0])}

    async def _respelt(
        self, owner: uuid.UUID, slips: Mapping[int, str], language: Language
    ) -> dict[int, list[FoodHit]]:
        """Of phrases read as they are spelt, those that name a food; a word alone must be the whole of a name."""
        found = await self.finder.search(owner, [*slips.values()], language) if slips else []
        named = {at: hits for at, hits in zip(slips, found, strict=True) if hits and hits[0].match in _BY_NAME}
        return {at: hits for at, hits in named.items() if " " in slips[at] or hits[0].match is Match.EXACT}

    def _generic(self, food: str, language: Language) -> tuple[str, ...]:
        return self.kitchen.choices(self.normalised(food, language), language)

    def settle(self, item: SaidItem, food: Food) -> Outcome:
        """The outcome for an item whose food is known."""
        if item.refused is not None:
            return Refused(item, item.refused)
        if item.amount is None:
            doubt = Doubt.VAGUE_MEASURE if item.vague else Doubt.NO_AMOUNT
            return Unsettled(item, doubt, self.portions(food, item.vague, count=item.count), food)
        measured = portion(food, item.amount, self.kitchen.millilitres)
        if measured is None:
            return Unsettled(item, Doubt.VAGUE_MEASURE, self.portions(food), food)
        if measured.grams > MOST_GRAMS:
            return Refused(item, Refusal.ABSURD)
        if not measured.grams:
            return Refused(item, Refusal.ZERO)
        return Settled(item, food, measured)

    def portions(
        self, food: Food, vague: str | None = None, *, count: Decimal | None = None, beside: Decimal | None = None
    ) -> tuple[Choice, ...]:
        """Amounts to choose from: one of each typical measure of the food, or the `count` said of a `vague` one.

        `beside` are grams that stand already, and are not offered again.
        """
        known = [key for key in typical(food) if key in food.measures or key in self.kitchen.millilitres]
        keys = [key for key in offered(food, known, vague) if self._one(food, key) is not None]
        if vague:  # "um copo": the kinds of glass first
            keys.sort(key=lambda key: vague not in key)
        meant = [key for key in keys if vague and vague in key] or keys
        made = (self._one(food, key, count if count and key in meant else Decimal(1)) for key in keys)
        fitting = (one for one in made if one is not None and one.grams != beside and one.grams <= MOST_GRAMS)
        return tuple(Choice(food, one) for one in fitting)[:CHOICES]

    def _one(self, food: Food, key: str, count: Decimal = Decimal(1)) -> Portion | None:
        return portion(food, Amount(count, key, ""), self.kitchen.millilitres)

    def _outcome(self, item: SaidItem, key: str, hits: Sequence[FoodHit], generic: Sequence[Food]) -> Outcome:
        if item.refused is not None:
            return Refused(item, item.refused)
        own = [hit for hit in hits if hit.food.own and hit.match is Match.EXACT]
        if generic and not own:
            return Unsettled(item, Doubt.WHICH_FOOD, tuple(map(Choice, generic)))
        if not hits:
            return Unsettled(item, Doubt.UNKNOWN_FOOD)
        if not clear(own or hits, single=" " not in key) or (not own and self._is_homemade(item, key)):
            choices = tuple(map(Choice, self._offered(key, hits)))
            return Unsettled(item, Doubt.WHICH_FOOD if choices else Doubt.UNKNOWN_FOOD, choices)
        return self.settle(item, (own or hits)[0].food)

    def _is_homemade(self, item: SaidItem, key: str) -> bool:
        """Whether it is somebody's own make that the phrase left out ("pão da vovó"), and so anything."""
        whole = self.normalised(item.whole, Language.PT).split() if item.whole else []
        return bool(_MAKERS.intersection(whole)) and whole != key.split()

    def _offered(self, key: str, found: Sequence[FoodHit]) -> Sequence[Food]:
        """The foods to choose from: of those found in one way raw ones last, unless that is what was said.

        What is only a little like the phrase is left out.
        """
        hits = likely(key, found, self.normalised)
        ways = list(dict.fromkeys(hit.match for hit in hits))
        raw = {hit.food.id for hit in hits if RAW not in key.split() and self._is_raw(hit.food)}
        ordered = sorted(hits, key=lambda hit: (ways.index(hit.match), hit.food.id in raw))
        return [hit.food for hit in ordered[:CHOICES]]

    def _is_raw(self, food: Food) -> bool:
        return RAW in self.normalised(food.name(Language.PT), Language.PT).split()


def likely(key: str, hits: Sequence[FoodHit], normalised: Normalise) -> list[FoodHit]:
    """The hits but for those that only a little spelling or meaning ties to the phrase: worse than none."""
    spelt = [hit for hit in hits if hit.match is Match.SPELLING]
    alike = bool(spelt) and _is_alike(key, spelt[0], normalised)
    words = key.split()
    head, meal = {*words[:1], *words[-1:]}, bool(_MEALS.intersection(words[:1]))

    def fits(hit: FoodHit) -> bool:
        if hit.match is Match.SPELLING:
            return alike and hit.score >= _SPELT
        if hit.match is not Match.MEANING:
            return True
        if meal:
            return False
        return hit.score >= _MEANT or (hit.score >= _MEANT_OF_ITS_KIND and bool(head & _words(hit.food, normalised)))

    return [hit for hit in hits if fits(hit)]


def _is_alike(key: str, hit: FoodHit, normalised: Normalise) -> bool:
    """Whether the likest food is spelt like the phrase beyond doubt, or a word of its names nearly as the phrase's."""
    if hit.score >= _SPELT_SURELY:
        return True
    longest = max(key.split(), key=len, default="")
    names = _words(hit.food, normalised)
    return hit.score >= _SPELT_FIRST and any(
        SequenceMatcher(None, longest, name).ratio() >= _LETTERS_ALIKE for name in names
    )


def _words(food: Food, normalised: Normalise) -> set[str]:
    return {word for language, name in food.names.items() for word in normalised(name, language).split()}


def _is_named(hit: FoodHit) -> bool:
    return hit.match is Match.EXACT and (hit.food.own or hit.score > _BARE)


def _slip(food: str, hits: Sequence[FoodHit]) -> str | None:
    """The phrase as it is spelt, where it is no name and holds no known one."""
    return None if hits and hits[0].match in _BY_NAME else respelt(food)


def clear(hits: Sequence[FoodHit], *, single: bool = False) -> bool:
    """Whether the first hit is the food that was meant, beyond a guess.

    A `single` word is not, where only a name of another language than the person's is that word, or none is.
    """
    first, second = hits[0], hits[1] if len(hits) > 1 else None
    if first.match is Match.EXACT:
        if single and not first.food.own and first.score < _OWN_LANGUAGE:
            return False
        return second is None or second.match is not Match.EXACT or first.score > second.score
    if first.match is not Match.WORDS or first.score < _CLEAR_SCORE or single:
        return False
    return second is None or second.match is not Match.WORDS or first.score - second.score >= _CLEAR_MARGIN
