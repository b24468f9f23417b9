"""The diary's rows as people read them. Everything shown of an entry comes from its stored row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from bot.locales import Words
from bot.locales.prose import show_date, show_number
from bot.messages import Logged
from rag.diary.catalogue.lists import is_file
from rag.diary.evidence import Entry
from rag.diary.lexis.measures import Measures
from rag.diary.reading.amounts import GRAM, MILLILITRE
from rag.diary.types import MACROS, Food, How, Meal, Portion, unit_shown
from rag.types import Language
from rag.wording import fold

PLACES: Final = {"energy_kcal": 0}
"""Decimals shown; one where nothing else is said."""

_LABEL: Final = 40
"""Letters of a food's name on a button that tells more than that."""
_STEM: Final = 4
"""Letters by which two words are one, whatever their ends."""
_OTHER_WEIGHT: Final = re.compile(
    r"(?<![^\W\d_])(?:oz|ounces?|lbs?|pounds?|on[cç]as?|onzas?|libras?|kgs?|[qk]uilos?|kilograms?)(?!\w)", re.IGNORECASE
)
"""A weight that was said in another unit than grams is shown as it was said."""
_FRACTIONS: Final = {Decimal("0.5"): "½", Decimal("0.25"): "¼", Decimal("0.75"): "¾"}


def logged(entries: Sequence[Entry], language: Language) -> tuple[Logged, ...]:
    """Entries as a channel's programs read them."""
    return tuple(_logged(entry, language) for entry in entries)


def _logged(entry: Entry, language: Language) -> Logged:
    energy, protein, carbohydrate, fat = (entry.nutrients[key] for key in MACROS)
    return Logged(
        food=entry.food.name(language),
        food_en=entry.food.name(Language.EN),
        grams=entry.grams,
        at=entry.eaten_at,
        meal=entry.meal,
        energy_kcal=energy,
        protein_g=protein,
        carbohydrate_g=carbohydrate,
        fat_g=fat,
    )


def shown(nutrient: str, value: Decimal | None, words: Words) -> str:
    """A value with its unit, or the word for what is not known."""
    if value is None:
        return words("diary.unknown")
    number = show_number(value, words.language, PLACES.get(nutrient, 1))
    return f"{number} {unit_shown(nutrient)}"


def grams(value: Decimal, words: Words) -> str:
    """A weight."""
    return f"{show_number(value, words.language, 1)} g"


def headed(meal: Meal, day: date, today: date, words: Words) -> str:
    """A meal with its day, such as "almoço de hoje"."""
    name = words(f"meal.{meal}")
    ago = (today - day).days
    if ago in (0, 1):
        return words("diary.today" if ago == 0 else "diary.yesterday", meal=name)
    return words("diary.on_day", meal=name, day=show_date(day.isoformat(), words.language))


def by_meal(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Entries that stand together, meal by meal, in the order of the first of each."""
    meals: dict[tuple[date, Meal], list[Entry]] = {}
    for entry in entries:
        meals.setdefault((entry.day, entry.meal), []).append(entry)
    return list(meals.values())


def entry_lines(entry: Entry, words: Words, measures: Measures) -> str:
    """An entry: the food, its grams, energy and macros, and how the amount and the values came about."""
    energy, protein, carbohydrate, fat = (shown(key, entry.nutrients[key], words) for key in MACROS)
    first = words(
        "diary.entry",
        food=entry.food.name(words.language),
        grams=grams(entry.grams, words),
        energy=energy,
        protein=protein,
        carbohydrate=carbohydrate,
        fat=fat,
    )
    how = " · ".join([amount_told(entry, words, measures), origin_told(entry.food, words)])
    return f"{first}\n   <i>{how}</i>"


def counted(value: Decimal, language: Language) -> str:
    """A count as people write it, halves and quarters as such."""
    whole, rest = divmod(value, 1)
    fraction = _FRACTIONS.get(rest)
    if fraction is None:
        return show_number(value, language, 2)
    return f"{whole:f}{fraction}" if whole else fraction


def amount_told(entry: Entry, words: Words, measures: Measures) -> str:
    """How an amount became grams: "2 × 50 g (IBGE POF 2008–2009)"."""
    kept = entry.portion
    value = Decimal(kept["value"])
    number = counted(value, words.language)
    if "low" in kept and "high" in kept:
        ends = (show_number(Decimal(kept[end]), words.language, 2) for end in ("low", "high"))
        number = words("diary.midpoint", low=next(ends), high=next(ends), value=number)
    if kept["how"] == How.WEIGHED:
        if _OTHER_WEIGHT.search(kept.get("said", "")):
            return words("diary.weighed_said", said=kept["said"])
        return words("diary.weighed", value=number)
    each = f"{show_number(Decimal(kept['each']), words.language, 2)} g"
    source = measure_source(kept["source"], words)
    if kept["unit"] == MILLILITRE:
        return words("diary.poured", value=number, each=each, source=source)
    name = measures.name(kept["unit"], words.language, value)
    name = _said_otherwise(kept.get("said", ""), name) or name
    return words("diary.measured", value=number, measure=name, each=each, source=source)


def _said_otherwise(said: str, name: str) -> str:
    """The words of a measure that is called by quite another name ("1 prato fundo", a bowl); "" for a short form."""
    told = said.split()[1:]
    known = {word[:_STEM] for word in fold(name).split()}
    other = len(told) > 1 and all(len(word) >= _STEM and fold(word)[:_STEM] not in known for word in told)
    return " ".join(told) if other else ""


def origin_told(food: Food, words: Words) -> str:
    """Where a food's figures come from."""
    if food.own:
        return words("diary.own_recipe" if food.computed else "diary.own_food")
    return words("diary.recipe") if food.computed else words("diary.source", source=source_told(food, words))


def source_told(food: Food, words: Words) -> str:
    """The table of a food's figures, in a word or two."""
    if food.own:
        return words("diary.own_food")
    return words("diary.service_table") if is_file(food.source) else food.source.split()[0].rstrip(":,;")


def measure_source(source: str, words: Words) -> str:
    """Whose a measure is; what an operator's list calls its own is the service's."""
    key = f"measure_source.{source}"
    return words(key if key in words.texts else "measure_source.service")


def rounded_apart(nutrient: str, values: Sequence[Decimal]) -> bool:
    """Whether values as they are shown add up to another sum than the one that is shown."""
    return sum(map(partial(_rounded, nutrient), values)) != _rounded(nutrient, sum(values, Decimal(0)))


def _rounded(nutrient: str, value: Decimal) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-PLACES.get(nutrient, 1)), ROUND_HALF_UP)


def total_line(entries: Sequence[Entry], words: Words) -> str:
    """The sum of some entries, with what is not known of it said."""
    sums = {key: [entry.nutrients[key] for entry in entries] for key in MACROS}
    known = {key: [value for value in values if value is not None] for key, values in sums.items()}
    told = {key: shown(key, sum(values, Decimal(0)) if values else None, words) for key, values in known.items()}
    line = words(
        "diary.total",
        energy=told["energy_kcal"],
        protein=told["protein_g"],
        carbohydrate=told["carbohydrate_g"],
        fat=told["fat_g"],
    )
    if any(rounded_apart(key, values) for key, values in known.items()):
        line = f"{line} {words('diary.rounded')}"
    partly = any(0 < len(values) < len(entries) for values in known.values())
    return f"{line}\n{words('diary.partly_known')}" if partly else line


def entry_labels(entries: Sequence[Entry], words: Words) -> list[str]:
    """Entries to choose from, by their foods; those of the same food by their grams and meals too, and their order."""
    names = [entry.food.name(words.language)[:_LABEL] for entry in entries]
    told = [
        name if names.count(name) == 1 else f"{name} ({grams(entry.grams, words)}, {words(f'meal.{entry.meal}')})"
        for name, entry in zip(names, entries, strict=True)
    ]
    return [
        label if told.count(label) == 1 else f"{label} · {told[:at].count(label) + 1}" for at, label in enumerate(told)
    ]


def portion_label(portion: Portion, words: Words, measures: Measures) -> str:
    """An amount to choose: "1 concha (100 g)"."""
    amount = portion.amount
    number = counted(amount.value, words.language)
    if amount.unit in (GRAM, MILLILITRE):
        return f"{number} {amount.unit}"
    name = measures.name(amount.unit, words.language, amount.value)
    return f"{number} {name} ({grams(portion.grams, words)})"


def local_time(at: datetime, zone: ZoneInfo) -> str:
    """The time of day in a zone."""
    return f"{at.astimezone(zone):%H:%M}"
