"""Foods as choices: labels that a phone shows whole, and of which no two are alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.diary.rendering import shown, source_told
from bot.locales import Words
from rag.diary.types import Food

LABEL: Final = 48
"""Letters of a button's label; a phone shows about so many."""


def cut(text: str, most: int = LABEL) -> str:
    """The text in at most `most` letters; what is longer ends at a word, with "…"."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    whole = head if text[most - 1].isspace() else head.rpartition(" ")[0]
    return f"{(whole or head).rstrip(' ,;:(–-')}…"


def food_labels(foods: Sequence[Food], words: Words, most: int = LABEL) -> list[str]:
    """Their names; where two are alike the source of the values too, else the energy, else a number."""
    labels = [cut(food.name(words.language), most) for food in foods]
    tells: tuple[Callable[[Food, Words], str], ...] = (source_told, _energy)
    for tell in tells:
        alike = _alike(labels)
        marks = [f" ({tell(food, words)})" for food in foods]
        labels = [
            cut(food.name(words.language), most - len(mark)) + mark if same else label
            for food, label, mark, same in zip(foods, labels, marks, alike, strict=True)
        ]
    return [
        f"{cut(label, most - 5)} · {at}" if same else label
        for at, (label, same) in enumerate(zip(labels, _alike(labels), strict=True), start=1)
    ]


def _alike(labels: Sequence[str]) -> list[bool]:
    folded = [label.casefold() for label in labels]
    return [folded.count(label) > 1 for label in folded]


def _energy(food: Food, words: Words) -> str:
    return shown("energy_kcal", food.per_100g.get("energy_kcal"), words)
