"""Questions of the diary that wait for an answer, as they are kept: JSON that nothing but this module reads."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final

from bot.ports import Pending
from rag.diary.evidence import Entry
from rag.diary.foods.resolving import Doubt, Outcome, Unsettled
from rag.diary.reading.amounts import GRAM
from rag.diary.types import Amount, How, Meal, Placed, Portion, SaidItem

WAITS: Final = timedelta(hours=12)
"""How long a question waits: a meal that nobody has told about by then is told anew."""
_LATER: Final = "later"


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
class Several:
    """An item that may correct any one of some entries that stand."""

    item: SaidItem
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """An outcome of what was told, its meal, and the entries in whose place it stands.

    `own_time`: which entry it corrects is yet to be said, and it keeps that one's meal.
    """

    outcome: Outcome | Several
    placed: Placed
    replaces: tuple[uuid.UUID, ...] = ()
    own_time: bool = False


@dataclass(frozen=True, slots=True)
class Open:
    """An item in doubt, without the rows it was read with. `food_id` is set where only the amount is in doubt.

    `replaces` are entries that it takes over, `entries` those of which it may correct one.
    """

    item: SaidItem
    doubt: Doubt
    options: tuple[Option, ...]
    placed: Placed
    food_id: int | None = None
    replaces: tuple[uuid.UUID, ...] = ()
    entries: tuple[uuid.UUID, ...] = ()
    own_time: bool = False

    @classmethod
    def of(cls, part: Part) -> Open:
        """What is kept of a part in doubt. TypeError for one that is in none."""
        asked = part.outcome
        if isinstance(asked, Several):
            ids = tuple(entry.id for entry in asked.entries)
            return cls(asked.item, Doubt.WHICH_FOOD, (), part.placed, entries=ids, own_time=part.own_time)
        if not isinstance(asked, Unsettled):
            raise TypeError(f"{type(asked).__name__} is in no doubt")
        options = tuple(Option(c.food.id, c.portion.amount if c.portion else None) for c in asked.choices)
        food = asked.food.id if asked.food else None
        return cls(asked.item, asked.doubt, options, part.placed, food, part.replaces)


@dataclass(frozen=True, slots=True)
class Items:
    """Items in doubt of one message, the first of which is being asked about.

    `replaces` are entries that all of them take over together. `at` is when they were told.
    """

    opened: tuple[Open, ...]
    replaces: tuple[uuid.UUID, ...] = ()
    at: datetime | None = None

    def rest(self) -> Items:
        """Those after the first."""
        return replace(self, opened=self.opened[1:], replaces=())


def items_json(items: Items) -> dict[str, Any]:
    """`Items` as JSON."""
    return {
        "items": [_open_json(opened) for opened in items.opened],
        "replaces": _ids_json(items.replaces),
        "at": items.at.isoformat() if items.at else None,
    }


def items_of(payload: Mapping[str, Any]) -> Items:
    """The `Items` of `items_json`. KeyError or ValueError for anything else."""
    at = payload.get("at")
    opened = tuple(map(_open_of, payload["items"]))
    return Items(opened, _ids_of(payload["replaces"]), datetime.fromisoformat(at) if at else None)


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
        "count": str(item.count) if item.count is not None else None,
        "doubt": opened.doubt,
        "options": options_json(opened.options),
        "food_id": opened.food_id,
        "replaces": _ids_json(opened.replaces),
        "entries": _ids_json(opened.entries),
        "own_time": opened.own_time,
    }


def _open_of(kept: Mapping[str, Any]) -> Open:
    count = kept.get("count")
    item = SaidItem(
        kept["said"], kept["food"], amount_of(kept["amount"]), kept["vague"], count=Decimal(count) if count else None
    )
    when = kept["placed"]
    placed = Placed(datetime.fromisoformat(when["at"]), date.fromisoformat(when["day"]), Meal(when["meal"]))
    return Open(
        item,
        Doubt(kept["doubt"]),
        options_of(kept["options"]),
        placed,
        kept["food_id"],
        _ids_of(kept.get("replaces", ())),
        _ids_of(kept.get("entries", ())),
        kept.get("own_time", False),
    )


def _ids_json(ids: Sequence[uuid.UUID]) -> list[str]:
    return [str(one) for one in ids]


def _ids_of(kept: Sequence[str]) -> tuple[uuid.UUID, ...]:
    return tuple(map(uuid.UUID, kept))


# One question is asked at a time; those that it interrupted wait behind it, in its payload


def stack_of(pending: Pending | None) -> tuple[Pending, ...]:
    """The question that is being asked and those that wait behind it, each without the others."""
    if pending is None:
        return ()
    payload = {key: value for key, value in pending.payload.items() if key != _LATER}
    return (replace(pending, payload=payload), *map(_waiting_of, pending.payload.get(_LATER, ())))


def stacked(first: Pending, later: Sequence[Pending]) -> Pending:
    """The first question, with those that wait behind it."""
    kept = [{"id": str(one.id), "kind": one.kind, "payload": one.payload, "message": one.message} for one in later]
    return replace(first, payload={**first.payload, _LATER: kept} if kept else first.payload)


def told_at(pending: Pending) -> datetime | None:
    """When the message of a question was told, where it is kept."""
    at = pending.payload.get("at")
    return datetime.fromisoformat(at) if at else None


def _waiting_of(kept: Mapping[str, Any]) -> Pending:
    return Pending(uuid.UUID(kept["id"]), kept["kind"], kept["payload"], kept["message"])
