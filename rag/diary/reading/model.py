"""What a message tells, read by the grammar and, where that leaves a food in doubt, split and named by a model.

A model only points at words of the message. Amounts are read by the grammar, foods are found by the resolver, and a
word that a split leaves out must mean nothing: else the grammar's own reading stands.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from rag.diary.foods.resolving import Doubt, Outcome, Refused, Resolver, Unsettled
from rag.diary.lexis.edible import edible
from rag.diary.lexis.measures import Measures
from rag.diary.lexis.wording import STATES
from rag.diary.lexis.words import Word, phrase, scan
from rag.diary.reading.intent import Stance, asks_again, is_alien, stance
from rag.diary.reading.meals import read_amount
from rag.diary.reading.pieces import Message, Piece, Span, SplitItem, overlap, same
from rag.diary.reading.timing import differing, merged
from rag.diary.reading.timings import MomentReader
from rag.diary.types import Intent, LogPlan, Match, Moment
from rag.ports import ChatModel, Outage, Prompt, ProviderError
from rag.types import Language
from rag.wording import Lexicon, load_lexicon

MAX_OUTPUT_TOKENS: Final = 800
_LONGEST_TEXT: Final = 1_000
_MOST_ITEMS: Final = 40
_NAMED: Final = frozenset({Match.EXACT, Match.WORDS, Match.TAG})
_IN_DOUBT: Final = frozenset({Doubt.UNKNOWN_FOOD, Doubt.WHICH_FOOD})
_TAKES_AWAY: Final = frozenset("sem sin without zero nao no not nem ni menos exceto excepto except minus".split())
_UNSAID: Final = ("deny", "correct", "correct_late")
"""Lists of words that take back what was said: then only the grammar knows what stands."""
_EMPTY: Final = ("filler", "preposition", "to", "joins", "with")
"""Lists of words that stand around foods and are no part of them."""


class ModelSplit(BaseModel):
    """What the model is asked for: the foods of a message, as its words tell of them."""

    model_config = ConfigDict(extra="ignore")

    items: list[SplitItem] = Field(max_length=_MOST_ITEMS)


@dataclass(frozen=True, slots=True)
class Meal:
    """One meal of a message: when it was, and what came of its items."""

    moment: Moment
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a message tells. `by` is "model" where a model's split stands in it.

    `degraded` says why a model that was asked gave nothing; `chat_model` and the tokens tell of a model that was asked,
    whatever came of it.
    """

    meals: tuple[Meal, ...]
    by: Literal["grammar", "model"] = "grammar"
    degraded: tuple[str, ...] = ()
    chat_model: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None


@dataclass(frozen=True, slots=True)
class _Run:
    """Items in doubt that stand side by side: `first` to `last` (exclusive) of all, told `inside` the message.

    `first` is `last` where the grammar read nothing at all.
    """

    inside: Span
    first: int
    last: int
    places: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class _Told:
    """A message as the grammar has it. `beside` are the words that say when."""

    owner: uuid.UUID
    message: Message
    plans: Sequence[LogPlan]
    outcomes: Sequence[Outcome]
    moment: Moment
    beside: frozenset[int]


@dataclass(frozen=True, slots=True)
class MealReader:
    """Reads what meals are made of. `chat` is None where there is no model; `prompt` is its instructions."""

    resolver: Resolver
    measures: Measures
    chat: ChatModel | None
    prompt: str

    async def read(self, owner: uuid.UUID, text: str, plans: Sequence[LogPlan], language: Language) -> Reading:
        """The outcomes of the `plans` that the grammar made of `text`; no meals where nothing was told."""
        items = [item for plan in plans for item in plan.items]
        outcomes = await self.resolver.resolve(owner, items, language) if items else []
        meals = _meals(plans, outcomes)
        if self.chat is None or len(text) > _LONGEST_TEXT:
            return Reading(meals)
        told = self._told(owner, text, plans, outcomes, language)
        runs = _runs(told)
        return await self._modelled(self.chat, told, runs, text) if runs else Reading(meals)

    def _told(
        self, owner: uuid.UUID, text: str, plans: Sequence[LogPlan], outcomes: Sequence[Outcome], language: Language
    ) -> _Told:
        message = Message.of(text, self.measures, language)
        timings = MomentReader.of(message.words).timings()
        beside = frozenset(place for timing in timings for place in range(timing.start, timing.end))
        return _Told(owner, message, plans, outcomes, merged(timings), beside)

    async def _modelled(self, chat: ChatModel, told: _Told, runs: Sequence[_Run], text: str) -> Reading:
        reading = Reading(_meals(told.plans, told.outcomes), chat_model=chat.name)
        try:
            completion = await chat.complete(self._prompt(text, told.message.language))
        except ProviderError as error:
            return replace(reading, degraded=(f"split:{error.reason}",))
        reading = replace(reading, tokens_in=completion.tokens_in, tokens_out=completion.tokens_out)
        if not isinstance(completion.parsed, ModelSplit):
            return replace(reading, degraded=(f"split:{Outage.BAD_OUTPUT}",))
        better = {run: await self._better(told, run, completion.parsed.items) for run in runs}
        meals = _mended(told, {run: outcomes for run, outcomes in better.items() if outcomes})
        return replace(reading, meals=meals, by="model") if any(better.values()) else reading

    def _prompt(self, text: str, language: Language) -> Prompt:
        """The message as one string of a JSON object, which no text can close."""
        told = json.dumps({"language": language, "message": text}, ensure_ascii=False)
        return Prompt(self.prompt, told, ModelSplit, MAX_OUTPUT_TOKENS)

    async def _better(self, told: _Told, run: _Run, items: Sequence[SplitItem]) -> list[Outcome]:
        """What a model's items settle in place of a run; nothing where they don't hold, or settle no more."""
        before = told.outcomes[run.first : run.last]
        pieces = [p for p in told.message.pieces(items, run.inside) if not _touches(p, told.beside)]
        pieces = [piece for piece in pieces if not is_alien(piece.item)]
        if not pieces or not _agree(run, before, pieces):
            return []
        rest = told.message.rest(pieces, run.inside, told.beside)
        if not await self._means_nothing(told.owner, rest, told.message.language):
            return []
        after = await self.resolver.resolve(told.owner, [piece.item for piece in pieces], told.message.language)
        return after if _settles_more(before, after) else []

    async def _means_nothing(self, owner: uuid.UUID, words: Sequence[Word], language: Language) -> bool:
        """Whether none of the words is an amount, takes something away, or stands in a food's name."""
        left = {word.form: word for word in words if not _lexicon().covered([word.form], _EMPTY)}
        if not left:
            return True
        if any(not word.is_text or form in _TAKES_AWAY or form in STATES for form, word in left.items()):
            return False
        if any(edible().is_food(form) or edible().is_manner(form) for form in left):
            return False
        if any(self.measures.at([form], 0) or read_amount(form, self.measures, language) for form in left):
            return False
        keys = [self.resolver.normalised(word.raw, language) for word in left.values()]
        if any(self.resolver.kitchen.choices(key, language) for key in keys):
            return False
        found = await self.resolver.index.by_words(owner, keys, language, 1)
        return not any(hit.match in _NAMED for hits in found for hit in hits)


def _meals(plans: Sequence[LogPlan], outcomes: Sequence[Outcome]) -> tuple[Meal, ...]:
    found: list[Meal] = []
    at = 0
    for plan in plans:
        if plan.items:
            found.append(Meal(plan.moment, tuple(outcomes[at : at + len(plan.items)])))
        at += len(plan.items)
    return tuple(found)


def _runs(told: _Told) -> list[_Run]:
    """What a model may split anew: where items are in doubt of more than one word, or the grammar read nothing."""
    message = told.message
    if any(_lexicon().has(message.shapes, name) for name in _UNSAID):
        return []
    if not told.outcomes:
        words = phrase(message.words)
        silent = stance(words) is Stance.NEVER or asks_again(words) or told.plans[0].intent is not Intent.NONE
        several = differing(MomentReader.of(message.words).timings())
        return [] if silent or several or not words else [_Run((0, len(message.words)), 0, 0)]
    places = message.located([outcome.item for outcome in told.outcomes])
    return [] if places is None else [run for run in _in_doubt(told, places) if _long(told, run)]


def _in_doubt(told: _Told, places: Sequence[Span]) -> list[_Run]:
    """The longest runs of items in doubt, each within one meal."""
    found: list[_Run] = []
    first = 0
    for plan in told.plans:
        last = first + len(plan.items)
        at = first
        while at < last:
            end = at
            while end < last and _doubtful(told.outcomes[end]):
                end += 1
            if end > at:
                found.append(_Run((places[at][0], places[end - 1][1]), at, end, tuple(places[at:end])))
            at = end + 1
        first = last
    return found


def _long(told: _Told, run: _Run) -> bool:
    """Whether a name of the run has words enough to be split or cut."""
    return any(len(scan(outcome.item.food)) > 1 for outcome in told.outcomes[run.first : run.last])


def _doubtful(outcome: Outcome) -> bool:
    return isinstance(outcome, Unsettled) and outcome.doubt in _IN_DOUBT


def _touches(piece: Piece, beside: Collection[int]) -> bool:
    spans = [span for span in (piece.food, piece.amount) if span is not None]
    return any(place in beside for start, end in spans for place in range(start, end))


def _agree(run: _Run, before: Sequence[Outcome], pieces: Sequence[Piece]) -> bool:
    """Whether every item of the grammar's lives on in a food at its place, its amount with it, on one food alone."""
    for outcome, place in zip(before, run.places, strict=True):
        item, here = outcome.item, [piece.item for piece in pieces if overlap(piece.food, place)]
        amounts = [other.amount for other in here if other.amount is not None]
        vague = [other.vague for other in here if other.vague is not None]
        if not here or (item.vague is not None and (amounts or vague != [item.vague])):
            return False
        if item.amount is not None and (vague or len(amounts) != 1 or not same(amounts[0], item.amount)):
            return False
    return True


def _settles_more(before: Sequence[Outcome], after: Sequence[Outcome]) -> bool:
    """Whether fewer foods are unknown, or as few and more are sure; none may be refused that was not."""
    if any(isinstance(outcome, Refused) for outcome in after):
        return False
    sure = sum(not _doubtful(outcome) for outcome in after)
    unknown = sum(map(_unknown, after))
    if not before:  # anything read is more than nothing
        return len(after) > unknown
    were = sum(map(_unknown, before))
    return unknown < were or (unknown == were and sure > 0)


def _unknown(outcome: Outcome) -> bool:
    return isinstance(outcome, Unsettled) and outcome.doubt is Doubt.UNKNOWN_FOOD


def _mended(told: _Told, better: dict[_Run, list[Outcome]]) -> tuple[Meal, ...]:
    """The meals with the better outcomes in the places of their runs."""
    if not told.outcomes:
        return tuple(Meal(told.moment, tuple(outcomes)) for outcomes in better.values())
    found: list[Meal] = []
    at = 0
    for plan in told.plans:
        outcomes = list(told.outcomes[at : at + len(plan.items)])
        for run in sorted(better, key=lambda run: run.first, reverse=True):
            if at <= run.first < at + len(plan.items):
                outcomes[run.first - at : run.last - at] = better[run]
        found.append(Meal(plan.moment, tuple(outcomes)))
        at += len(plan.items)
    return tuple(found)


@cache
def _lexicon() -> Lexicon:
    folder = Path(__file__).parent
    return load_lexicon(folder / "items.toml", folder / "reading.toml")
