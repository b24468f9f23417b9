"""A working memory and what may change it. Pure."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final

MOST_ITEM: Final = 160
MOST_NAME: Final = 40
MOST_PREFERENCES: Final = 8
MOST_ADJUSTMENTS: Final = 8
MOST_NOTES: Final = 20
_MARKS: Final = "#-*•>· \t"
_LINK: Final = re.compile(r"(?:\w+://|www\.|\bt\.me/)\S*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What holds up to a day, that day included."""

    text: str
    until: date


@dataclass(frozen=True, slots=True)
class Memory:
    """What is remembered of one person. Items are single lines (`clean`)."""

    focus: str = ""
    name: str = ""
    short: bool = False
    preferences: tuple[str, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    notes: tuple[str, ...] = ()


NOTHING: Final = Memory()


class Part(StrEnum):
    """What a change is of."""

    NAME = "name"
    SHORT = "short"
    LONG = "long"
    PREFERENCE = "preference"
    ADJUSTMENT = "adjustment"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Change:
    """One thing to be remembered; `until` of an adjustment."""

    part: Part
    text: str = ""
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Merged:
    """A memory after a change, and the oldest items that had to go for it."""

    memory: Memory
    dropped: tuple[str, ...] = ()


def clean(text: str, most: int = MOST_ITEM) -> str:
    """Text as one plain line of at most `most` characters: no control characters, list marks in front, or links."""
    plain = "".join(" " if unicodedata.category(mark)[0] == "C" else mark for mark in text)
    line = " ".join(_LINK.sub("…", plain).split())
    return line.lstrip(_MARKS)[:most].strip()


def merged(memory: Memory, change: Change) -> Merged:
    """The memory with the change in it. What is said again takes the place of itself."""
    text = clean(change.text, MOST_NAME if change.part is Part.NAME else MOST_ITEM)
    match change.part:
        case Part.NAME:
            return Merged(replace(memory, name=text))
        case Part.SHORT | Part.LONG:
            return Merged(replace(memory, short=change.part is Part.SHORT))
        case Part.ADJUSTMENT if text and change.until:
            new = Adjustment(text, change.until)
            others = tuple(held for held in memory.adjustments if held.text.casefold() != text.casefold())
            return _within(replace(memory, adjustments=(*others, new)))
        case Part.PREFERENCE if text:
            return _within(replace(memory, preferences=(*_others(memory.preferences, text), text)))
        case _ if text:
            return _within(replace(memory, notes=(*_others(memory.notes, text), text)))
    return Merged(memory)


def focused(memory: Memory, text: str | None) -> Memory:
    """The memory with what is being talked about, or without it."""
    return replace(memory, focus=clean(text or ""))


def live(memory: Memory, today: date) -> Memory:
    """The memory without the adjustments that have ended before `today`."""
    return replace(memory, adjustments=tuple(held for held in memory.adjustments if held.until >= today))


def bounded(memory: Memory) -> Memory:
    """The memory within its sizes: the newest items of each part."""
    return _within(memory).memory


def as_data(memory: Memory) -> str:
    """The memory for a model: one JSON object between tags that nothing in it can close."""
    told = {
        "focus": memory.focus,
        "name": memory.name,
        "short_answers": memory.short,
        "preferences": memory.preferences,
        "adjustments": [{"text": held.text, "until": held.until.isoformat()} for held in memory.adjustments],
        "notes": memory.notes,
    }
    text = json.dumps(told, ensure_ascii=False)
    for mark in "<>&":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return f"<memory>{text}</memory>"


def _others(items: tuple[str, ...], text: str) -> tuple[str, ...]:
    return tuple(item for item in items if item.casefold() != text.casefold())


def _within(memory: Memory) -> Merged:
    kept = replace(
        memory,
        preferences=memory.preferences[-MOST_PREFERENCES:],
        adjustments=memory.adjustments[-MOST_ADJUSTMENTS:],
        notes=memory.notes[-MOST_NOTES:],
    )
    dropped = (
        *memory.preferences[:-MOST_PREFERENCES],
        *(held.text for held in memory.adjustments[:-MOST_ADJUSTMENTS]),
        *memory.notes[:-MOST_NOTES],
    )
    return Merged(kept, dropped)
