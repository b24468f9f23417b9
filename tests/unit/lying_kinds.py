"""The eight kinds of lies: each changes one thing of a true sentence's slots."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from tests.unit.lying_answers import SHAPES, Slots, shown
from tests.unit.lying_diaries import World

Change = Callable[[Slots, World, World, random.Random], Slots | None]
"""Slots, their diary, another person's diary."""

_COUNTED = ("times", "asked", "logged", "over")
_VALUED = ("value", "mean", "total", "extreme", "entry", "most", "beside", "pair")


@dataclass(frozen=True, slots=True)
class Lie:
    """One kind: the shapes that it can be told in, and the change."""

    shapes: tuple[str, ...]
    change: Change


def _figure(slots: Slots, world: World, other: World, rng: random.Random) -> Slots:
    if "count" in slots:
        return slots | {"count": max(1, slots["count"] + rng.choice([-2, -1, 1, 2, 5]))}
    key = rng.choice([key for key in ("value", "grams") if key in slots])
    value: Decimal = slots[key]
    digits = list(str(value))
    at = rng.choice([n for n, digit in enumerate(digits) if digit.isdigit()])
    digits[at] = str((int(digits[at]) + rng.randint(1, 9)) % 10)
    step = Decimal(1).scaleb(value.as_tuple().exponent)  # type: ignore[arg-type]
    told = rng.choice([Decimal("".join(digits)), value + step, value * 10, shown(value * Decimal("1.07"), 0)])
    return slots | {key: told} if told > 0 else slots


def _day(slots: Slots, world: World, other: World, rng: random.Random) -> Slots:
    return slots | {"day": rng.choice(world.span if rng.random() < 0.3 else world.days)}


def _food(slots: Slots, world: World, other: World, rng: random.Random) -> Slots:
    if "other" in slots and rng.random() < 0.7:
        return slots | {"food": slots["other"], "other": slots["food"]}
    return slots | {"food": rng.choice(world.slugs)}


def _unit(slots: Slots, world: World, other: World, rng: random.Random) -> Slots:
    return slots | {"unit": rng.choice(["g", "mg", "µg", "kcal", "kJ", "kg", "ml", "%"])}


def _sum(slots: Slots, world: World, other: World, rng: random.Random) -> Slots:
    """A mean over days that were not logged, a middle value, a sum of some days alone or of two foods."""
    nutrient = slots["nutrient"]
    by_day = sorted(world.sum(nutrient, day=day) for day in world.days)
    some = rng.sample(by_day, rng.randint(1, len(by_day)))
    invented = [
        sum(by_day, Decimal(0)) / len(world.span),
        by_day[len(by_day) // 2],
        sum(some, Decimal(0)),
        sum(some, Decimal(0)) / len(some),
        sum(by_day, Decimal(0)) * 7 / len(by_day),
    ]
    told = shown(rng.choice(invented), rng.choice([0, 1]))
    return slots | {"value": told} if told else slots


def _flip(slots: Slots, world: World, other: World, rng: random.Random) -> Slots:
    for one, than in (("day", "than"), ("food", "other")):
        if than in slots and rng.random() < 0.5:
            return slots | {one: slots[than], than: slots[one]}
    return slots | {"more": not slots["more"]}


def _none(slots: Slots, world: World, other: World, rng: random.Random) -> Slots | None:
    if "food" in slots:
        eaten = rng.choice(world.entries)
        return slots | {"food": eaten.food.slug, "day": eaten.day}
    if "day" in slots:
        return slots | {"day": rng.choice(world.days)}
    return slots


def _others(slots: Slots, world: World, other: World, rng: random.Random) -> Slots:
    """The other person's statement, told as this one's."""
    names = {slug: other.name(slug) for slug in other.slugs}
    return slots | {"names": names}


LIES: Mapping[str, Lie] = {
    "wrong figure": Lie((*_VALUED, *_COUNTED), _figure),
    "swapped day": Lie(("value", "extreme", "entry", "beside", "pair"), _day),
    "swapped food": Lie(("entry", "pair", "most", "times"), _food),
    "wrong unit": Lie(_VALUED, _unit),
    "invented mean or sum": Lie(("mean", "total", "value"), _sum),
    "flipped comparison": Lie(("extreme", "most", "days", "foods", "beside"), _flip),
    "false none": Lie(("not_that_day", "none_asked", "gap", "never_over"), _none),
    "another user's row": Lie(("value", "total", "mean", "entry", "most", "times", "pair", "extreme"), _others),
}


def lie(kind: str, world: World, other: World, rng: random.Random) -> tuple[str, Slots] | None:
    """A shape and the slots of a lie of that kind; None where no false one came of this try."""
    told = LIES[kind]
    name = rng.choice(told.shapes)
    shape = SHAPES[name]
    source = other if told.change is _others else world
    slots = _denied(name, world, rng) if told.change is _none else shape.make(source, rng)
    changed = told.change(slots, world, other, rng) if slots is not None else None
    return (name, changed) if changed is not None and not shape.truth(world, changed) else None


def _denied(name: str, world: World, rng: random.Random) -> Slots:
    """What a false denial is made from: nothing true is needed for it."""
    nutrient = rng.choice(list(world.maxima))
    asked = world.checker.ledger.asked
    assert asked is not None
    slots: dict[str, Slots] = {
        "not_that_day": {"food": "", "day": world.today},
        "none_asked": {"asked": asked.phrase},
        "gap": {"day": world.today},
        "never_over": {"nutrient": nutrient},
    }
    return slots[name]
