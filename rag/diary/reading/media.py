"""Photos and voice notes of meals → words, which are then read like any others. A model sees and hears; rules judge.

Of a photo it gives names of foods, and counts; of a voice note the words that were said. Neither is ever an amount in
grams, and nothing of either is stored before the person has said yes to the words.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from rag.diary.foods.resolving import Resolver
from rag.diary.lexis.measures import UNIT, Measures
from rag.diary.lexis.words import scan
from rag.diary.reading.intent import is_alien
from rag.diary.reading.meals import read_amount, read_log, read_meals
from rag.diary.types import Amount, Intent, LogPlan, Match, Moment, SaidItem
from rag.ports import ChatModel, Completion, Media, Outage, Prompt, ProviderError
from rag.types import Language
from rag.wording import fold

MAX_OUTPUT_TOKENS: Final = 600
_LONGEST_NAME: Final = 6
_MOST_SEEN: Final = 20
_MOST_COUNTED: Final = Decimal(20)
_LONGEST_SPEECH: Final = 1_500
_NAMED: Final = frozenset({Match.EXACT, Match.WORDS, Match.TAG})
_PIECES: Final = frozenset("slice piece fillet steak fish_steak skewer ear leaf segment".split())
"""Measures that can be counted in a photo, beside the food itself."""

T = TypeVar("T", bound=BaseModel)


class Sense(StrEnum):
    """What a model does with a file."""

    SEE = "see"
    HEAR = "hear"


class SeenItem(BaseModel):
    """A food in a photo, and how many pieces of it, where they can be counted."""

    model_config = ConfigDict(extra="ignore")

    food: str
    amount: str | None = None


class SeenMeal(BaseModel):
    """What the model is asked for of a photo."""

    model_config = ConfigDict(extra="ignore")

    items: list[SeenItem] = Field(max_length=_MOST_SEEN)


class HeardWords(BaseModel):
    """What the model is asked for of a voice note."""

    model_config = ConfigDict(extra="ignore")

    text: str = Field(max_length=_LONGEST_SPEECH)


@dataclass(frozen=True, slots=True)
class Sensed:
    """The words that a file came to, "" for none, and the model that was asked. `degraded` says why it gave nothing."""

    text: str
    chat_model: str
    degraded: tuple[str, ...] = ()
    tokens_in: int | None = None
    tokens_out: int | None = None


@dataclass(frozen=True, slots=True)
class MediaReader:
    """Has files of meals seen and heard. `prompts` are the model's instructions; `known` as for `read_log`."""

    chat: ChatModel
    prompts: dict[Sense, str]
    resolver: Resolver
    measures: Measures
    known: Callable[[str], bool]

    async def see(self, owner: uuid.UUID, media: Media, caption: str, language: Language) -> Sensed:
        """The foods of a photo as a message that tells of them, after what its caption tells."""
        completion, failure = await self._asked(Sense.SEE, media, SeenMeal, language)
        if completion is None:
            return failure
        meal = completion.parsed
        items = meal.items if isinstance(meal, SeenMeal) else []
        said = [read for item in items if (read := self._seen(item, language))]
        text = await self._told(owner, caption, await self._named(owner, said, language), language)
        return Sensed(text, self.chat.name, (), completion.tokens_in, completion.tokens_out)

    async def hear(self, media: Media, language: Language) -> Sensed:
        """The words of a voice note, on one line."""
        completion, failure = await self._asked(Sense.HEAR, media, HeardWords, language)
        if completion is None:
            return failure
        text = completion.parsed.text if isinstance(completion.parsed, HeardWords) else ""
        return Sensed(_line(text), self.chat.name, (), completion.tokens_in, completion.tokens_out)

    async def tells_of_food(self, owner: uuid.UUID, text: str, language: Language) -> bool:
        """Whether the grammar finds a food in a text, or a meal to be told once more."""
        plans = read_meals(text, self.measures, language, asked=True, known=self.known)
        if plans[0].intent is Intent.REPEAT:
            return True
        return bool(await self._named(owner, [item for plan in plans for item in plan.items], language))

    async def _asked(
        self, sense: Sense, media: Media, schema: type[T], language: Language
    ) -> tuple[Completion | None, Sensed]:
        told = json.dumps({"language": language})
        prompt = Prompt(self.prompts[sense], told, schema, MAX_OUTPUT_TOKENS, media)
        try:
            completion = await self.chat.complete(prompt)
        except ProviderError as error:
            return None, Sensed("", self.chat.name, (f"{sense}:{error.reason}",))
        bad = Sensed("", self.chat.name, (f"{sense}:{Outage.BAD_OUTPUT}",))
        return (completion if isinstance(completion.parsed, schema) else None), bad

    def _seen(self, item: SeenItem, language: Language) -> SaidItem | None:
        """A food that a model saw, as the grammar reads it; None where it reads something else."""
        name = " ".join(item.food.split())
        words = scan(name)
        if not 0 < len(words) <= _LONGEST_NAME or any(not word.is_text and word.raw != "-" for word in words):
            return None
        amount = " ".join((item.amount or "").split())
        if amount and self._counted(amount, language):
            of = " of " if language is Language.EN else " de "
            for text in (f"{amount} {name}", f"{amount}{of}{name}"):
                read = self._read(text, name, language)
                if read is not None and read.amount is not None and _is_count(read.amount):
                    return SaidItem(text, read.food, read.amount)
        return self._read(name, name, language)

    def _read(self, text: str, name: str, language: Language) -> SaidItem | None:
        items = read_log(text, self.measures, language, asked=True, known=self.known).items
        one = items[0] if len(items) == 1 else None
        if one is None or is_alien(one) or fold(one.food) != fold(name) or one.vague or one.refused:
            return None
        return one

    def _counted(self, amount: str, language: Language) -> bool:
        read = read_amount(amount, self.measures, language)
        return isinstance(read, Amount) and _is_count(read)

    async def _named(self, owner: uuid.UUID, items: Sequence[SaidItem], language: Language) -> list[SaidItem]:
        """Those whose food a table names: there is no message that the others could be held against."""
        if not items:
            return []
        hits = await self.resolver.finder.search(owner, [item.food for item in items], language)
        return [
            item
            for item, found in zip(items, hits, strict=True)
            if any(hit.match in _NAMED for hit in found)
            or self.resolver.kitchen.choices(self.resolver.normalised(item.food, language), language)
        ]

    async def _told(self, owner: uuid.UUID, caption: str, seen: Sequence[SaidItem], language: Language) -> str:
        """What a caption tells, of foods or of when, and what it does not name of what was seen."""
        plans = read_meals(caption, self.measures, language, asked=True, known=self.known) if caption else ()
        told = await self._named(owner, [item for plan in plans for item in plan.items], language)
        if plans and plans[0].intent is Intent.REPEAT:
            return caption
        new = [item for item in _apart(seen) if not any(self._alike(item, other, language) for other in told)]
        alone = ", ".join(item.said for item in new)
        both = "\n".join(part for part in (caption, alone) if part)
        joined = read_meals(both, self.measures, language, asked=True, known=self.known)
        dated = any(plan.moment != Moment() for plan in joined)
        if (told or (new and dated)) and _keys(joined) == [_key(item) for item in (*told, *new)]:
            return both
        return caption if told else alone

    def _alike(self, one: SaidItem, other: SaidItem, language: Language) -> bool:
        """Whether two names may mean the same food: all words of one are in the other."""
        words = [set(self.resolver.normalised(item.food, language).split()) for item in (one, other)]
        return words[0] <= words[1] or words[1] <= words[0]


def _apart(items: Sequence[SaidItem]) -> list[SaidItem]:
    """Each name once."""
    return list({fold(item.food): item for item in reversed(items)}.values())[::-1]


def _keys(plans: Sequence[LogPlan]) -> list[tuple[str, Decimal | None, str | None]]:
    return [_key(item) for plan in plans for item in plan.items]


def _key(item: SaidItem) -> tuple[str, Decimal | None, str | None]:
    amount = item.amount
    return fold(item.food), amount.value if amount else None, amount.unit if amount else None


def _is_count(amount: Amount) -> bool:
    whole = amount.low is None and amount.value == amount.value.to_integral_value()
    pieces = amount.unit in _PIECES or amount.unit.startswith((UNIT, "slice"))
    return whole and pieces and 0 < amount.value <= _MOST_COUNTED


def _line(text: str) -> str:
    """A text on one line, with nothing in it that is not shown."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
