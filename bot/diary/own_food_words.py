"""A person's own foods as they read them. All figures are from the stored row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from bot.diary.labels import cut
from bot.diary.ports import Kept
from bot.diary.rendering import counted, grams, portion_label, shown
from bot.locales import Words
from bot.locales.prose import joined
from bot.messages import Button
from rag.diary.catalogue.entries import ML
from rag.diary.foods.resolving import Choice, Refused, Unsettled
from rag.diary.lexis.measures import UNIT, Measures
from rag.diary.own.foods import Ingredient, Problem
from rag.diary.own.grammar import food_text
from rag.diary.reading.meals import read_amount
from rag.diary.types import MACROS, NUTRIENTS, Amount, Food

_ONE: Final = Decimal(1)
_POURED: Final = Decimal(100)


def saved_text(
    kept: Kept, ingredients: Sequence[Ingredient], notes: Sequence[str], words: Words, measures: Measures
) -> str:
    """What has been stored: per 100 g and per measure, of what, with what left out, and how to log it."""
    food, name = kept.food, kept.food.name(words.language)
    lines = [words("food.replaced" if kept.replaced else "food.saved", food=name)]
    lines += [words("recipe.made_of", ingredients=", ".join(_ingredients(ingredients, words)))] if ingredients else []
    lines += [words("food.per_100g", **_macros(food, Decimal(100), words))]
    others = sum(food.per_100g[key] is not None for key in NUTRIENTS if key not in MACROS)
    lines += [words("food.more_one" if others == 1 else "food.more_many", count=others)] if others else []
    lines += _measures(food, words, measures)
    lines += [f"<i>{note}</i>" for note in notes]
    return "\n".join([*lines, "", words("food.how_to_log", example=example(food, words, measures))])


def example(food: Food, words: Words, measures: Measures) -> str:
    """An amount of it as one would log it: "1 fatia de bolo da vó"."""
    name = food.name(words.language)
    name = name[:1].lower() + name[1:] if name[1:2].islower() else name
    if UNIT in food.measures:
        return f"1 {name}"
    told = [amount for key in food.measures if (amount := _sure(key, words, measures))]
    amount = told[0] if told else f"100 {ML if ML in food.measures else 'g'}"
    return words("food.example").format(amount=amount, food=name)


def _sure(key: str, words: Words, measures: Measures) -> str | None:
    """One of a measure, in words that are logged without a question; "1 porção" is asked about."""
    said = f"1 {measures.name(key, words.language, _ONE)}"
    return said if key != ML and isinstance(read_amount(said, measures, words.language), Amount) else None


def listed_line(food: Food, words: Words) -> str:
    """One of a list."""
    energy = shown("energy_kcal", food.per_100g["energy_kcal"], words)
    return words("food.item_recipe" if food.computed else "food.item", food=food.name(words.language), energy=energy)


def remove_button(food: Food, words: Words, *, named: bool = False) -> Button:
    """The button that deletes it; its name on it where there are others."""
    label = words("food.remove")
    if named:
        label = cut(f"{label}: {food.name(words.language)}")
    return Button(label, f"food:delete:{food.id}")


def removed_text(food: Food, words: Words, measures: Measures) -> str:
    """That it is gone, and for a food told by its figures how to have it back."""
    name = food.name(words.language)
    told = words("food.removed", food=name)
    if food.computed:
        return told
    text = food_text(
        food,
        name,
        lambda key: words(f"nutrient.{key}"),
        lambda key: measures.name(key, words.language, _ONE),
        words.language,
    )
    return f"{told}\n{words('food.again', text=text)}"


def problem_lines(problems: Sequence[Problem], words: Words) -> list[str]:
    """What is wrong, each thing once."""
    lines = (
        words(
            f"food.wrong_{problem.why}",
            said=problem.said,
            nutrients=joined([words(f"nutrient.{key}") for key in problem.nutrients], words.language),
        )
        for problem in problems
    )
    return [f"• {line}" for line in dict.fromkeys(lines)]


def unsettled_line(outcome: Unsettled | Refused, words: Words, measures: Measures) -> str:
    """An ingredient in doubt, and how to write it."""
    said = outcome.item.said
    if isinstance(outcome, Refused):
        return f"• {words(f'log.refused_{outcome.reason}', said=said)}"
    choices = "; ".join(dict.fromkeys(_choice(choice, words, measures) for choice in outcome.choices))
    key = outcome.doubt if choices else f"{outcome.doubt}_open"
    food = outcome.food.name(words.language) if outcome.food else outcome.item.food
    return f"• {words(f'recipe.ask_{key}', said=said, food=food, choices=choices)}"


def _choice(choice: Choice, words: Words, measures: Measures) -> str:
    """A comma would part the name in two when it is written into the recipe."""
    if choice.portion is not None:
        return portion_label(choice.portion, words, measures)
    return choice.food.name(words.language).replace(",", "")


def _macros(food: Food, weight: Decimal, words: Words) -> dict[str, str]:
    values = {key: None if (held := food.per_100g[key]) is None else held * weight / 100 for key in MACROS}
    energy, protein, carbohydrate, fat = (shown(key, values[key], words) for key in MACROS)
    return {"energy": energy, "protein": protein, "carbohydrate": carbohydrate, "fat": fat}


def _measures(food: Food, words: Words, measures: Measures) -> Iterator[str]:
    for key, measure in food.measures.items():
        count = _POURED if key == ML else _ONE
        name = f"{counted(count, words.language)} {measures.name(key, words.language, count)}"
        weight = measure.grams * count
        yield words("food.measure", measure=name, grams=grams(weight, words), **_macros(food, weight, words))


def _ingredients(ingredients: Sequence[Ingredient], words: Words) -> Iterator[str]:
    for one in ingredients:
        yield f"{one.name} ({grams(one.grams, words)})"
