"""Answers in words to a question with choices: which of those shown is meant, before anything is searched anew."""

from __future__ import annotations

from bot.acts import Act, Context
from bot.diary.amending import Amender
from bot.diary.drafts import Items, Option, PendingKind, Several, options_of
from bot.diary.labels import food_labels
from bot.diary.logging import MealLog
from bot.diary.picking import labelled, named, numbered
from bot.ports import Pending
from rag.diary.foods.resolving import Doubt, Unsettled

_LONGEST_NAME = 6


async def picked(meals: MealLog, context: Context, pending: Pending, items: Items, text: str) -> Act | None:
    """The act of the choice that `text` is: by its number, its label or a name; None where it is none of them."""
    questions = meals.recorder.questions
    (asked,) = await questions.reopened(context, [items.opened[0]])
    labels = questions.labels(context, asked)
    place = labelled(text, labels)
    if place is None and (isinstance(asked, Several) or asked.doubt is not Doubt.NO_AMOUNT):  # "1" may be an amount
        place = numbered(text, len(labels))
    if isinstance(asked, Several):
        return None if place is None else await meals.correct(context, pending, items, asked.entries[place])
    if place is not None:
        choice = asked.choices[place]
        option = Option(choice.food.id, choice.portion.amount if choice.portion else None)
        return await meals.choose(context, pending, items, option)
    option_named = await _named(meals, context, asked, text) if asked.food is None else None
    return await meals.choose(context, pending, items, option_named) if option_named else None


async def _named(meals: MealLog, context: Context, asked: Unsettled, text: str) -> Option | None:
    """The food shown that is called by the words of the text, in the amount that it says beside them."""
    if len(text.split()) > _LONGEST_NAME:
        return None
    plans = await meals.read(context, text)
    said = plans[0].items[0] if len(plans) == 1 and len(plans[0].items) == 1 else None
    place = named(said.food if said else text, [choice.food for choice in asked.choices], context.language)
    return None if place is None else Option(asked.choices[place].food.id, said.amount if said else None)


async def picked_food(amender: Amender, context: Context, pending: Pending, text: str) -> Act | None:
    """The same, of the foods shown for an entry that stands."""
    if pending.kind != PendingKind.FOOD:
        return None
    ids = [option.food_id for option in options_of(pending.payload["options"])]
    found = {food.id: food for food in await amender.index.foods(context.session.person.id, ids)} if ids else {}
    if len(found) < len(ids):
        return None
    foods = [found[one] for one in ids]
    place = labelled(text, food_labels(foods, context.words))
    place = numbered(text, len(foods)) if place is None else place
    place = named(text, foods, context.language) if place is None else place
    return None if place is None else await amender.chosen(context, pending, place)
