"""A person's own foods and recipes: told in words, stored, listed, deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.acts import Act, Context, Draft, say
from bot.diary.own_food_words import (
    listed_line,
    problem_lines,
    remove_button,
    removed_text,
    saved_text,
    unsettled_line,
)
from bot.diary.ports import Embedded, OwnFoods
from bot.messages import Button
from bot.ports import Provenance, Transaction
from rag.diary.catalogue.embedding import BATCH, embedded_text
from rag.diary.foods.resolving import Outcome, Resolver, Settled
from rag.diary.lexis.measures import Measures
from rag.diary.own.foods import MOST_FOODS, Ingredient, OwnFood, OwnNames, Problem
from rag.diary.own.reading import read_food
from rag.diary.own.recipes import ReadRecipe, composed_recipe, read_recipe
from rag.diary.reading.meals import read_meals
from rag.diary.types import Food, LogPlan
from rag.ports import Embedder
from rag.types import Language

PAGE: Final = 20
"""Foods of one list."""


@dataclass(frozen=True, slots=True)
class OwnFoodBook:
    """What the commands do. `embedder` is the local model; `known` knows the catalogue's names with a conjunction."""

    foods: OwnFoods
    resolver: Resolver
    embedder: Embedder
    measures: Measures
    known: Callable[[str], bool]

    async def tell_food(self, context: Context, text: str) -> Act:
        """Stores a food told by its figures, or says all that keeps it from being stored."""
        read = read_food(text, self.measures, context.language)
        if isinstance(read, tuple):
            return self._refused(context, read, "food.how")
        notes = [context.words("food.poured")] if read.poured else []
        if read.left_out:
            notes.append(context.words("food.left_out", said="; ".join(read.left_out)))
        return await self._saving(context, read.food, notes)

    async def tell_recipe(self, context: Context, text: str) -> Act:
        """Stores a recipe told by its ingredients; where one is in doubt, it says which, and stores nothing."""
        names = OwnNames(await self.foods.names(context.session.person))
        read = read_recipe(text, self.measures, context.language, lambda said: names.read(said, self._reader(context)))
        if isinstance(read, tuple):
            return self._refused(context, read, "recipe.how")
        outcomes = await self.resolver.resolve(context.session.person.id, read.items, context.language)
        settled = [outcome for outcome in outcomes if isinstance(outcome, Settled)]
        if len(settled) < len(outcomes):
            return say(self._doubts(context, outcomes))
        return await self._composed(context, read, [_ingredient(context, one) for one in settled])

    def _reader(self, context: Context) -> Callable[[str], Sequence[LogPlan]]:
        return lambda text: read_meals(text, self.measures, context.language, asked=True, known=self.known)

    def _doubts(self, context: Context, outcomes: Sequence[Outcome]) -> str:
        lines = [unsettled_line(one, context.words, self.measures) for one in outcomes if not isinstance(one, Settled)]
        return "\n".join([context.words("recipe.not_saved"), *lines, context.words("recipe.again")])

    async def _composed(self, context: Context, read: ReadRecipe, ingredients: Sequence[Ingredient]) -> Act:
        made = composed_recipe(read, ingredients, self.measures)
        if isinstance(made, tuple):
            return self._refused(context, made, "recipe.how")
        summed = not (read.makes.grams or read.makes.millilitres)
        return await self._saving(context, made, [context.words("recipe.summed")] if summed else [])

    def _refused(self, context: Context, problems: Sequence[Problem], how: str) -> Act:
        lines = problem_lines(problems, context.words)
        return say("\n".join([context.words("food.not_saved"), *lines, "", context.words(how)]))

    async def _saving(self, context: Context, food: OwnFood, notes: Sequence[str]) -> Act:
        text = embedded_text(dict.fromkeys(Language, food.name), {}, sorted(food.tags))
        embedded = await self._embedded(context, text)

        async def write(transaction: Transaction) -> Sequence[Draft]:
            kept = await self.foods.add(transaction, food, text, embedded)
            if kept is None:
                return [Draft(context.words("food.full", most=MOST_FOODS))]
            told = saved_text(kept, food.ingredients, notes, context.words, self.measures)
            return [Draft(told, ((remove_button(kept.food, context.words),),), provenance=_evidence([kept.food]))]

        return write

    async def _embedded(self, context: Context, text: str) -> Embedded | None:
        """The food's vector, and those of earlier foods that a failure, or another model, has left without."""
        person, model = context.session.person, self.embedder.name
        lacking = await self.foods.unembedded(person, model, BATCH - 1)
        try:
            vector, *others = await self.embedder.embed_documents([text, *lacking.values()])
        except Exception:  # noqa: BLE001 - meaning is an extra: the food is found by its name without it
            return None
        return Embedded(model, vector, dict(zip(lacking, others, strict=True)))

    async def listed(self, context: Context, table: str, start: int = 0) -> Act:
        """Theirs, with a button to delete each: all (`food`) or the recipes alone (`recipe`)."""
        words = context.words
        foods = [food for food in await self.foods.all(context.session.person) if table == "food" or food.computed]
        if not foods:
            return say(f"{words(f'{table}.none')}\n{words(f'{table}.how')}")
        page = foods[start : start + PAGE]
        lines = [listed_line(food, words) for food in page]
        buttons = [(remove_button(food, words, named=True),) for food in page]
        if len(foods) > start + PAGE:
            buttons.append((Button(words("food.more"), f"{table}:page:{start + PAGE}"),))
        text = "\n".join([words(f"{table}.title"), *lines, "", words(f"{table}.how")])
        draft = Draft(text, tuple(buttons), provenance=_evidence(page))

        async def write(_: Transaction) -> Sequence[Draft]:
            return [draft]

        return write

    def remove(self, context: Context, food: int) -> Act:
        """Retires one; what was logged of it stays."""

        async def write(transaction: Transaction) -> Sequence[Draft]:
            removed = await self.foods.remove(transaction, food)
            if removed is None:
                return [Draft(context.words("input.stale"))]
            return [Draft(removed_text(removed, context.words, self.measures), provenance=_evidence([removed]))]

        return write


def _ingredient(context: Context, settled: Settled) -> Ingredient:
    food = settled.food
    name = food.name(context.language)
    return Ingredient(food.id, name, settled.portion.grams, food.per_100g, settled.item.said)


def _evidence(foods: Sequence[Food]) -> Provenance:
    return Provenance(evidence=({"kind": "own_foods", "foods": [food.id for food in foods]},))
