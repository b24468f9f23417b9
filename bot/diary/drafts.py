"""Questions of the diary that wait for an answer, as they are kept: JSON that nothing but this module reads."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final

from rag.diary.evidence import Entry
from rag.diary.portions import GRAM
from rag.diary.resolving import Doubt, Unsettled
from rag.diary.types import Amount, How, Meal, Placed, Portion, SaidItem

WAITS: Final = timedelta(hours=12)
"""How long a question waits: a meal that nobody has told about by then is told anew."""


class PendingKind(StrEnum):
    """What is being asked."""

    OFFER = "offer"
    """Whether a message is to be logged."""
    ITEMS = "items"
    """Which food, or how much of it, for the first of some items."""
    AMOUNT = "amount"
    """How much it was, of an entry that stands."""
    FOOD = "food"
    """Which food it was, of an entry that stands."""


@dataclass(frozen=True, slots=True)
class Option:
    """An answer to choose: a food, and an amount of it where that was the question."""

    food_id: int
    amount: Amount | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """An item in doubt, without the rows it was read with. `food_id` is set where only the amount is in doubt."""

    item: SaidItem
    doubt: Doubt
    options: tuple[Option, ...]
    placed: Placed
    food_id: int | None = None

    @classmethod
    def of(cls, unsettled: Unsettled, placed: Placed) -> Open:
        """What is kept of an outcome."""
        options = tuple(Option(c.food.id, c.portion.amount if c.portion else None) for c in unsettled.choices)
        return cls(unsettled.item, unsettled.doubt, options, placed, unsettled.food.id if unsettled.food else None)


@dataclass(frozen=True, slots=True)
class Items:
    """Items in doubt of one message, the first of which is being asked about. `replaces`: entries they take over."""

    opened: tuple[Open, ...]
    replaces: tuple[uuid.UUID, ...] = ()

    def rest(self) -> Items:
        """Those after the first."""
        return replace(self, opened=self.opened[1:], replaces=())


def items_json(items: Items) -> dict[str, Any]:
    """`Items` as JSON."""
    return {
        "items": [_open_json(opened) for opened in items.opened],
        "replaces": [str(entry) for entry in items.replaces],
    }


def items_of(payload: Mapping[str, Any]) -> Items:
    """The `Items` of `items_json`. KeyError or ValueError for anything else."""
    return Items(tuple(map(_open_of, payload["items"])), tuple(map(uuid.UUID, payload["replaces"])))


def options_json(options: Sequence[Option]) -> list[dict[str, Any]]:
    """Options as JSON."""
    return [{"food": option.food_id, "amount": amount_json(option.amount)} for option in options]


def options_of(kept: Sequence[Mapping[str, Any]]) -> tuple[Option, ...]:
    """The options of `options_json`."""
    return tuple(Option(option["food"], amount_of(option["amount"])) for option in kept)


def amount_json(amount: Amount | None) -> dict[str, Any] | None:
    """An amount as JSON; numbers as text."""
    if amount is None:
        return None
    bounds = {"low": amount.low, "high": amount.high}
    kept = {name: str(value) for name, value in bounds.items() if value is not None}
    return {"value": str(amount.value), "unit": amount.unit, "said": amount.said, **kept}


def amount_of(kept: Mapping[str, Any] | None) -> Amount | None:
    """The amount of `amount_json`, or of an entry's `portion`."""
    if kept is None:
        return None
    low, high = kept.get("low"), kept.get("high")
    return Amount(
        Decimal(kept["value"]),
        kept["unit"],
        kept["said"],
        Decimal(low) if low else None,
        Decimal(high) if high else None,
    )


def portion_of(entry: Entry) -> Portion:
    """How a stored entry's amount became grams."""
    kept = entry.portion
    amount = amount_of(kept) or Amount(entry.grams, GRAM, "")
    each = kept.get("each")
    return Portion(entry.grams, How(kept["how"]), amount, Decimal(each) if each else None, kept.get("source"))


def _open_json(opened: Open) -> dict[str, Any]:
    item, placed = opened.item, opened.placed
    return {
        "placed": {"at": placed.at.isoformat(), "day": placed.day.isoformat(), "meal": placed.meal},
        "said": item.said,
        "food": item.food,
        "amount": amount_json(item.amount),
        "vague": item.vague,
        "doubt": opened.doubt,
        "options": options_json(opened.options),
        "food_id": opened.food_id,
    }


def _open_of(kept: Mapping[str, Any]) -> Open:
    item = SaidItem(kept["said"], kept["food"], amount_of(kept["amount"]), kept["vague"])
    when = kept["placed"]
    placed = Placed(datetime.fromisoformat(when["at"]), date.fromisoformat(when["day"]), Meal(when["meal"]))
    return Open(item, Doubt(kept["doubt"]), options_of(kept["options"]), placed, kept["food_id"])
