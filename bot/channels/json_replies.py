"""Replies as programs read them from the console."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from bot.markup import plain
from bot.messages import Logged, Planned, Reply


def as_json(reply: Reply) -> dict[str, Any]:
    """A reply as an object of the console's lines (docs/operations.md); what it has none of is left out."""
    shown = {
        "id": reply.id,
        "text": plain(reply.text),
        "buttons": [asdict(button) for row in reply.button_rows for button in row],
        "especialidade": reply.specialty,
        "status": reply.status,
        "fontes_rag": [asdict(source) for source in reply.sources],
    }
    return shown | {
        **({"media": reply.media} if reply.media else {}),
        **({"plan": _plan(reply.plan)} if reply.plan else {}),
        **({"entries": [_entry(entry) for entry in reply.entries]} if reply.entries else {}),
    }


def _plan(plan: Planned) -> dict[str, Any]:
    days = {"date_from": plan.date_from.isoformat(), "date_to": plan.date_to.isoformat()}
    return days | {"nutrients": list(plan.nutrients), "need_detail": plan.need_detail}


def _entry(entry: Logged) -> dict[str, Any]:
    numbers = {name: value for name, value in asdict(entry).items() if name not in {"food", "food_en", "at", "meal"}}
    said = {"food": entry.food, "food_en": entry.food_en, "at": entry.at.isoformat(), "meal": entry.meal}
    return said | {name: None if value is None else float(value) for name, value in numbers.items()}
