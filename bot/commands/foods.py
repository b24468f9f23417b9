"""/food and /recipe: a person's own foods, told by their figures or by their ingredients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.acts import Act, Context, say
from bot.diary.own_foods import OwnFoodBook
from rag.types import Language


class OwnFood:
    """Keeps a food told by its figures; without any, lists what the person has kept."""

    name = "food"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["alimento"], Language.ES: ["alimento"]}
    in_menu = True

    def __init__(self, book: OwnFoodBook) -> None:
        self.book = book

    async def run(self, context: Context, argument: str) -> Act:
        """Keeps the food that `argument` tells, or lists them."""
        if argument:
            return await self.book.tell_food(context, argument)
        return await self.book.listed(context, self.name)

    async def press(self, context: Context, argument: str) -> Act:
        """`delete:which` or `page:from`, as the replies write them."""
        what, _, number = argument.partition(":")
        if what not in {"delete", "page"} or not number.isdecimal():
            return say(context.words("input.stale"))
        if what == "delete":
            return self.book.remove(context, int(number))
        return await self.book.listed(context, self.name, int(number))


class Recipe:
    """Keeps a recipe told by its ingredients; without any, lists the person's recipes."""

    name = "recipe"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["receita"], Language.ES: ["receta"]}
    in_menu = True

    def __init__(self, book: OwnFoodBook) -> None:
        self.book = book

    async def run(self, context: Context, argument: str) -> Act:
        """Keeps the recipe that `argument` tells, or lists them."""
        if argument:
            return await self.book.tell_recipe(context, argument)
        return await self.book.listed(context, self.name)

    async def press(self, context: Context, argument: str) -> Act:
        """`page:from`."""
        what, _, number = argument.partition(":")
        if what != "page" or not number.isdecimal():
            return say(context.words("input.stale"))
        return await self.book.listed(context, self.name, int(number))
