"""Sentences about a diary in three languages, true ones and lies made of them by one change each.

A sentence is a shape and its slots. `truth` tells from the diary alone, not with the code under test, whether the slots
are so; a lie is kept only where it says that they are not.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from typing import Any

from rag.types import Language
from tests.unit.lying_diaries import ASKED, WANTED, World
from tests.unit.lying_words import MONTHS, NAMES, SENTENCES, UNITS, WEEKDAYS

Slots = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shape:
    """A sort of statement: slots of a true one, and whether some slots are true."""

    name: str
    make: Callable[[World, random.Random], Slots | None]
    truth: Callable[[World, Slots], bool]


# figures, days and names as people write them


def shown(value: Decimal, places: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def rounds_to(value: Decimal, told: Decimal) -> bool:
    step = Decimal(1).scaleb(told.as_tuple().exponent)  # type: ignore[arg-type]
    return any(value.quantize(step, rule) == told for rule in (ROUND_HALF_UP, ROUND_HALF_EVEN))


def figure(value: Decimal, language: Language) -> str:
    text = f"{value:,f}"
    return text if language is Language.EN else text.translate(str.maketrans(",.", ".,"))


def amount(slots: Slots, key: str, language: Language) -> str:
    nutrient = slots["nutrient"]
    unit = slots.get("unit", UNITS[nutrient])
    number = f"{figure(slots[key], language)} {unit}"
    if unit == "kcal" and nutrient == "energy_kcal":
        return number
    return f"{number} {_of(language)} {NAMES[language][nutrient]}"


def on(day: date, world: World, form: int) -> str:
    """With its preposition: "em 23/11", "na segunda, 23/11", "ontem"."""
    language, ago = world.language, (world.today - day).days
    if ago in (0, 1) and form % 2:
        return {"pt-BR": ("hoje", "ontem"), "es": ("hoy", "ayer"), "en": ("today", "yesterday")}[language][ago]
    weekday = WEEKDAYS[language][day.weekday()]
    plain = bare(day, language, form)
    match language:
        case Language.PT:
            return f"em {plain}" if form != 3 else f"{'no' if day.weekday() > 4 else 'na'} {weekday}, {plain}"
        case Language.ES:
            return f"el {plain}" if form != 3 else f"el {weekday} {plain}"
        case _:
            return f"on {plain}" if form != 3 else f"on {weekday}, {plain}"


def bare(day: date, language: Language, form: int) -> str:
    if form == 2 or language is Language.EN:
        month = MONTHS[language][day.month - 1]
        return f"{month} {day.day}" if language is Language.EN else f"{day.day} de {month}"
    return f"{day:%d/%m}"


def _of(language: Language) -> str:
    return "of" if language is Language.EN else "de"


def food(slots: Slots, key: str, world: World) -> str:
    """A food's name, whole or as much as tells it, in lower case."""
    name = slots.get("names", {}).get(slots[key]) or world.name(slots[key])
    short = name.split("(")[0].split(",")[0].strip()
    heads = [other for other in world.slugs if world.name(other).lower().startswith(short.lower())]
    return (short if len(heads) == 1 and slots["form"] % 2 else name).lower()


# the shapes


def _value(world: World, rng: random.Random) -> Slots | None:
    nutrient, day = rng.choice(WANTED), rng.choice(world.days)
    value = world.sum(nutrient, day=day)
    places = rng.choice([0, 1, 1])
    told = shown(value, places)
    return {"nutrient": nutrient, "day": day, "value": told} if told else None


def _value_true(world: World, s: Slots) -> bool:
    return _unit_true(s) and rounds_to(world.sum(s["nutrient"], day=s["day"]), s["value"])


def _unit_true(s: Slots) -> bool:
    return bool(s.get("unit", UNITS[s["nutrient"]]) == UNITS[s["nutrient"]])


def _mean(world: World, rng: random.Random) -> Slots | None:
    nutrient = rng.choice(WANTED)
    told = shown(world.mean(nutrient), rng.choice([0, 1]))
    return {"nutrient": nutrient, "value": told} if told else None


def _mean_true(world: World, s: Slots) -> bool:
    return _unit_true(s) and rounds_to(world.mean(s["nutrient"]), s["value"])


def _total(world: World, rng: random.Random) -> Slots | None:
    nutrient = rng.choice(WANTED)
    told = shown(world.sum(nutrient), rng.choice([0, 1]))
    return {"nutrient": nutrient, "value": told} if told else None


def _total_true(world: World, s: Slots) -> bool:
    return _unit_true(s) and rounds_to(world.sum(s["nutrient"]), s["value"])


def _extreme(world: World, rng: random.Random) -> Slots | None:
    nutrient, more = rng.choice(WANTED), rng.random() < 0.6
    by_day = {day: world.sum(nutrient, day=day) for day in world.days}
    day = (max if more else min)(by_day, key=lambda one: by_day[one])
    told = shown(by_day[day], rng.choice([0, 1]))
    return {"nutrient": nutrient, "day": day, "value": told, "more": more} if told else None


def _extreme_true(world: World, s: Slots) -> bool:
    values = [world.sum(s["nutrient"], day=day) for day in world.days]
    best = max(values) if s["more"] else min(values)
    own = world.sum(s["nutrient"], day=s["day"])
    return s["day"] in world.days and own == best and _value_true(world, s)


def _entry(world: World, rng: random.Random) -> Slots | None:
    entry = rng.choice(world.entries)
    if len(world.eaten(entry.food.slug, entry.day)) > 1:
        return None
    energy = shown(entry.nutrients["energy_kcal"] or Decimal(0), rng.choice([0, 1]))
    grams = shown(entry.grams, 1) if entry.grams % 1 else shown(entry.grams, 0)
    slots = {"nutrient": "energy_kcal", "day": entry.day, "food": entry.food.slug, "grams": grams, "value": energy}
    return slots if energy else None


def _entry_true(world: World, s: Slots) -> bool:
    eaten = world.eaten(s["food"], s["day"])
    grams = any(rounds_to(entry.grams, s["grams"]) for entry in eaten)
    energy = any(rounds_to(entry.nutrients["energy_kcal"] or Decimal(0), s["value"]) for entry in eaten)
    return grams and energy and _unit_true(s)


def _pair(world: World, rng: random.Random) -> Slots | None:
    day, nutrient = rng.choice(world.days), rng.choice(("energy_kcal", "protein_g", "sodium_mg"))
    single = [slug for slug in world.slugs if len(world.eaten(slug, day)) == 1]
    if len(single) < 2:
        return None
    one, other = rng.sample(single, 2)
    values = [shown(world.sum(nutrient, day=day, food=slug), 1) for slug in (one, other)]
    slots = {"nutrient": nutrient, "day": day, "food": one, "other": other, "value": values[0], "rest": values[1]}
    return slots if all(values) else None


def _pair_true(world: World, s: Slots) -> bool:
    pairs = (("food", "value"), ("other", "rest"))
    held = all(rounds_to(world.sum(s["nutrient"], day=s["day"], food=s[f]), s[v]) for f, v in pairs)
    return held and all(world.eaten(s[f], s["day"]) for f, _ in pairs) and _unit_true(s)


def _most(world: World, rng: random.Random) -> Slots | None:
    nutrient = rng.choice(WANTED)
    by_food = {slug: world.sum(nutrient, food=slug) for slug in world.slugs}
    best = max(by_food, key=lambda slug: by_food[slug])
    told = shown(by_food[best], rng.choice([0, 1]))
    return {"nutrient": nutrient, "food": best, "value": told, "more": True} if told else None


def _most_true(world: World, s: Slots) -> bool:
    by_food = {slug: world.sum(s["nutrient"], food=slug) for slug in world.slugs}
    best = max(by_food.values()) if s["more"] else min(by_food.values())
    own = by_food.get(s["food"])
    return own == best and rounds_to(best, s["value"]) and _unit_true(s)


def _days_compared(world: World, rng: random.Random) -> Slots | None:
    nutrient, (one, other) = rng.choice(WANTED), rng.sample(world.days, 2)
    more = world.sum(nutrient, day=one) > world.sum(nutrient, day=other)
    slots = {"nutrient": nutrient, "day": one, "than": other, "more": more}
    return slots if _days_true(world, slots) else None


def _days_true(world: World, s: Slots) -> bool:
    one, other = (world.sum(s["nutrient"], day=s[key]) for key in ("day", "than"))
    return one > other if s["more"] else one < other


def _foods_compared(world: World, rng: random.Random) -> Slots | None:
    nutrient, (one, other) = rng.choice(WANTED), rng.sample(world.slugs, 2) if len(world.slugs) > 1 else ("", "")
    if not one:
        return None
    more = world.sum(nutrient, food=one) > world.sum(nutrient, food=other)
    slots = {"nutrient": nutrient, "food": one, "other": other, "more": more}
    return slots if _foods_true(world, slots) else None


def _foods_true(world: World, s: Slots) -> bool:
    one, other = (world.sum(s["nutrient"], food=s[key]) for key in ("food", "other"))
    return one > other if s["more"] else one < other


def _times(world: World, rng: random.Random) -> Slots | None:
    slug = rng.choice(world.slugs)
    return {"food": slug, "count": len(world.eaten(slug))}


def _times_true(world: World, s: Slots) -> bool:
    return bool(len(world.eaten(s["food"])) == s["count"])


def _asked_times(world: World, rng: random.Random) -> Slots | None:
    found = world.of_asked()
    return {"asked": ASKED[world.language][world.asked], "count": len(found)} if found else None


def _asked_true(world: World, s: Slots) -> bool:
    return bool(len(world.of_asked()) == s["count"])


def _logged(world: World, rng: random.Random) -> Slots | None:
    return {"count": len(world.days), "span": len(world.span)}


def _logged_true(world: World, s: Slots) -> bool:
    return bool(s["count"] == len(world.days) and s["span"] == len(world.span))


def _over(world: World, rng: random.Random) -> Slots | None:
    nutrient = rng.choice(list(world.maxima))
    days = world.over(nutrient)
    return {"nutrient": nutrient, "count": len(days)} if days else None


def _over_true(world: World, s: Slots) -> bool:
    return s["nutrient"] in world.maxima and len(world.over(s["nutrient"])) == s["count"]


def _beside_target(world: World, rng: random.Random) -> Slots | None:
    nutrient, day = rng.choice(list(world.maxima)), rng.choice(world.days)
    value = world.sum(nutrient, day=day)
    told = shown(value, 0)
    more = value > world.maxima[nutrient]
    slots = {"nutrient": nutrient, "day": day, "value": told, "more": more}
    return slots if told and value != world.maxima[nutrient] else None


def _beside_true(world: World, s: Slots) -> bool:
    value = world.sum(s["nutrient"], day=s["day"])
    beside = value > world.maxima[s["nutrient"]] if s["more"] else value < world.maxima[s["nutrient"]]
    return beside and _value_true(world, s)


def _not_that_day(world: World, rng: random.Random) -> Slots | None:
    pairs = [(slug, day) for slug in world.slugs for day in world.days if not world.eaten(slug, day)]
    if not pairs:
        return None
    slug, day = rng.choice(pairs)
    return {"food": slug, "day": day}


def _not_that_day_true(world: World, s: Slots) -> bool:
    return not world.eaten(s["food"], s["day"])


def _none_asked(world: World, rng: random.Random) -> Slots | None:
    return None if world.of_asked() else {"asked": ASKED[world.language][world.asked]}


def _none_asked_true(world: World, s: Slots) -> bool:
    return not world.of_asked()


def _gap(world: World, rng: random.Random) -> Slots | None:
    gaps = [day for day in world.span if day not in world.days]
    return {"day": rng.choice(gaps)} if gaps else None


def _gap_true(world: World, s: Slots) -> bool:
    return s["day"] not in world.days


def _never_over(world: World, rng: random.Random) -> Slots | None:
    free = [nutrient for nutrient in world.maxima if not world.over(nutrient)]
    return {"nutrient": rng.choice(free)} if free else None


def _never_over_true(world: World, s: Slots) -> bool:
    return not world.over(s["nutrient"])


SHAPES: Mapping[str, Shape] = {
    shape.name: shape
    for shape in (
        Shape("value", _value, _value_true),
        Shape("mean", _mean, _mean_true),
        Shape("total", _total, _total_true),
        Shape("extreme", _extreme, _extreme_true),
        Shape("entry", _entry, _entry_true),
        Shape("pair", _pair, _pair_true),
        Shape("most", _most, _most_true),
        Shape("days", _days_compared, _days_true),
        Shape("foods", _foods_compared, _foods_true),
        Shape("times", _times, _times_true),
        Shape("asked", _asked_times, _asked_true),
        Shape("logged", _logged, _logged_true),
        Shape("over", _over, _over_true),
        Shape("beside", _beside_target, _beside_true),
        Shape("not_that_day", _not_that_day, _not_that_day_true),
        Shape("none_asked", _none_asked, _none_asked_true),
        Shape("gap", _gap, _gap_true),
        Shape("never_over", _never_over, _never_over_true),
    )
}


def sentence(name: str, slots: Slots, world: World, rng: random.Random) -> str:
    """The words for some slots: one of the shape's sentences in the diary's language."""
    language, form = world.language, slots.setdefault("form", rng.randint(0, 3))
    told: dict[str, str] = {}
    for key in ("value", "rest"):
        if key in slots:
            told[key] = amount(slots, key, language)
            told[f"{key}_bare"] = f"{figure(slots[key], language)} {slots.get('unit', UNITS[slots['nutrient']])}"
    told |= {key: food(slots, key, world) for key in ("food", "other") if key in slots}
    for key in ("day", "than"):
        if key in slots:
            told |= {f"on_{key}": on(slots[key], world, form), key: bare(slots[key], language, form)}
    told |= {key: str(slots[key]) for key in ("count", "span", "asked") if key in slots}
    if "grams" in slots:
        told["grams"] = f"{figure(slots['grams'], language)} g"
    if "nutrient" in slots:
        told["nutrient"] = NAMES[language][slots["nutrient"]]
    if "count" in slots:
        told["plural"], told["vez"] = ("", "z") if slots["count"] == 1 else ("s", "ces")
        told["es"] = "" if slots["count"] == 1 else "es"
    choices = SENTENCES[language][name + ({True: "+", False: "-"}[slots["more"]] if "more" in slots else "")]
    text = rng.choice(choices).format(**told)
    return text[:1].upper() + text[1:]
