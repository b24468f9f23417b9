"""From a question to the diary to what is read for it: by rules, and by a model where they leave something open."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from rag.diary.planning.aspects import asked, detail, unread
from rag.diary.planning.clamping import clamp
from rag.diary.planning.lexing import LONGEST_TEXT, lex
from rag.diary.planning.nutrient_names import UNCOUNTED, read_nutrients
from rag.diary.planning.periods import read_period
from rag.diary.types import NUTRIENTS, Note, Plan, Wish
from rag.ports import ChatModel, Outage, Prompt, ProviderError
from rag.types import Language

MAX_OUTPUT_TOKENS: Final = 300
_MOST_NUTRIENTS: Final = 64


class ModelPlan(BaseModel):
    """What the model is asked for: days as ISO dates, null where the question names none."""

    model_config = ConfigDict(extra="ignore")

    date_from: date | None = None
    date_to: date | None = None
    nutrients: list[str] = Field(default_factory=list, max_length=_MOST_NUTRIENTS)
    need_detail: bool = False

    def wish(self) -> Wish:
        """The plan as a wish, for the same clamp as any other."""
        return Wish(self.date_from, self.date_to, tuple(self.nutrients), self.need_detail)


@dataclass(frozen=True, slots=True)
class Planned:
    """A clamped plan, what the clamp changed, and the wish it was made of.

    `by` tells who made the wish: "model" where a model added to what the rules read. `degraded` says why a model that
    was asked added nothing. `chat_model` and the tokens tell of a model that was asked, whatever came of it.
    """

    wish: Wish
    plan: Plan
    notes: frozenset[Note]
    by: Literal["model", "rules"]
    degraded: tuple[str, ...] = ()
    chat_model: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None


def plan_by_rules(text: str, language: Language, today: date) -> Wish:
    """What the rules read in `text`. A nutrient that isn't counted stands in it as UNCOUNTED. Raises nothing."""
    tokens = lex(text)
    period, named = read_period(tokens, language, today), read_nutrients(tokens)
    uncounted = (UNCOUNTED,) if named.uncounted else ()
    return Wish(period.first, period.last, (*named.keys, *uncounted), detail(asked(tokens)))


@dataclass(frozen=True, slots=True)
class Planner:
    """Plans questions to the diary. `chat` is None where there is no model; `prompt` is its instructions.

    The rules go first, and what they read stands: a model that reads "semana passada" otherwise is overruled. It is
    asked only where words are left that the rules don't know, and gives only what they did not find: the days where
    they read none, the nutrients where they read none, and entries where they saw no need for them.
    """

    chat: ChatModel | None
    prompt: str

    async def plan(self, text: str, language: Language, today: date) -> Planned:
        """A valid plan for any text. A model's failure leaves the rules' plan, with the reason in `degraded`."""
        wish = plan_by_rules(text, language, today)
        if self.chat is None or _complete(text, wish):
            return _planned(wish, today)
        try:
            completion = await self.chat.complete(self._prompt(text, language, today))
        except ProviderError as error:
            return _planned(wish, today, degraded=(f"plan:{error.reason}",), model=self.chat.name)
        tokens = (completion.tokens_in, completion.tokens_out)
        if not isinstance(completion.parsed, ModelPlan):
            return _planned(wish, today, degraded=(f"plan:{Outage.BAD_OUTPUT}",), model=self.chat.name, tokens=tokens)
        filled = _filled(wish, completion.parsed.wish())
        by: Literal["model", "rules"] = "rules" if filled == wish else "model"
        return _planned(filled, today, by=by, model=self.chat.name, tokens=tokens)

    def _prompt(self, text: str, language: Language, today: date) -> Prompt:
        """The question as one string of a JSON object, which no text can close."""
        told = {
            "today": today.isoformat(),
            "weekday": today.strftime("%A"),
            "language": language,
            "nutrients": NUTRIENTS,
            "message": text[:LONGEST_TEXT],
        }
        return Prompt(self.prompt, json.dumps(told, ensure_ascii=False), ModelPlan, MAX_OUTPUT_TOKENS)


def _complete(text: str, wish: Wish) -> bool:
    """Whether nothing is left for a model: no unknown words, or days and nutrients both read."""
    dated = wish.date_from is not None or wish.date_to is not None
    return (dated and bool(wish.nutrients)) or not unread(asked(lex(text)))


def _filled(rules: Wish, model: Wish) -> Wish:
    """The rules' wish, with the model's days, nutrients and need of entries where it has none."""
    dated = rules if rules.date_from or rules.date_to else model
    nutrients = rules.nutrients or model.nutrients
    return Wish(dated.date_from, dated.date_to, nutrients, rules.need_detail or model.need_detail)


def _planned(
    wish: Wish,
    today: date,
    *,
    by: Literal["model", "rules"] = "rules",
    degraded: tuple[str, ...] = (),
    model: str | None = None,
    tokens: tuple[int, int] | tuple[None, None] = (None, None),
) -> Planned:
    plan, notes = clamp(wish, today)
    return Planned(wish, plan, notes, by, degraded, model, *tokens)
