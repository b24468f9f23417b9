"""Which nutrients a question names. Pure, three languages, linear in the text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rag.diary.planning.lexing import Phrases, Token, lex, load_lists
from rag.diary.types import MACROS, NUTRIENTS
from rag.types import Language

UNCOUNTED: Final = "uncounted"
"""Stands in a wish for a nutrient that was named and is not counted; the clamp drops and notes it."""

_MINERALS = NUTRIENTS[NUTRIENTS.index("sodium_mg") : NUTRIENTS.index("vitamin_a_mcg")]
_MINERALS = tuple(key for key in _MINERALS if key != "cholesterol_mg")
_VITAMINS = tuple(key for key in NUTRIENTS[NUTRIENTS.index("vitamin_a_mcg") :] if key != "choline_mg")
_LETTERS: Final = {
    "a": "vitamin_a_mcg", "c": "vitamin_c_mg", "d": "vitamin_d_mcg", "e": "vitamin_e_mg", "k": "vitamin_k_mcg",
    "d2": "vitamin_d_mcg", "d3": "vitamin_d_mcg", "k1": "vitamin_k_mcg", "k2": "vitamin_k_mcg",
    "b1": "thiamin_mg", "b2": "riboflavin_mg", "b3": "niacin_mg", "b5": "pantothenic_acid_mg", "b6": "vitamin_b6_mg",
    "b9": "folate_mcg", "b12": "vitamin_b12_mcg",
}  # fmt: skip
_B_VITAMINS = tuple(dict.fromkeys(key for name, key in _LETTERS.items() if name[0] == "b"))
_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "macros": MACROS,
    "micros": (*_MINERALS, *_VITAMINS),
    "vitamins": _VITAMINS,
    "minerals": _MINERALS,
    "b_complex": _B_VITAMINS,
}
_JOINS = frozenset({"e", "y", "and", "&", "+", ",", "ou", "or", "o"})


@dataclass(frozen=True, slots=True)
class Named:
    """Keys that were named, in the order of NUTRIENTS; whether others were; and the tokens that name them."""

    keys: tuple[str, ...]
    uncounted: bool
    words: frozenset[int]


def nutrients_of(text: str, language: Language) -> tuple[tuple[str, ...], bool]:  # noqa: ARG001 -- as period_of
    """The keys that `text` names, in the order of NUTRIENTS, and whether it names something that is not counted.

    The names of all three languages count in each: people mix them, and none means two things.
    """
    named = read_nutrients(lex(text))
    return named.keys, named.uncounted


def read_nutrients(tokens: Sequence[Token]) -> Named:
    """The nutrients that `tokens` name, and which of them do."""
    words = _phrases().mended([token.word for token in tokens])
    keys: set[str] = set()
    read: set[int] = set()
    for start, end, found in _found(words):
        keys.update(found)
        read.update(range(start, end))
    return Named(tuple(key for key in NUTRIENTS if key in keys), UNCOUNTED in keys, frozenset(read))


def _found(words: Sequence[str]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Start, end and keys of each name, from left to right."""
    at = 0
    while at < len(words):
        end, name = _phrases().at(words, at) or (at + 1, "")
        keys: tuple[str, ...] = ()
        if name == "vitamins":
            end, keys = _vitamins(words, at)
        elif name and name != "plain":
            keys = _GROUPS.get(name, (name,))
        elif words[at] in _LETTERS and words[at][0] == "b":
            keys = (_LETTERS[words[at]],)
        elif words[at] in _UNKNOWN_B:
            keys = (UNCOUNTED,)
        if keys:
            yield at, end, keys
        at = end


_UNKNOWN_B = frozenset({"b4", "b7", "b8"})


def _vitamins(words: Sequence[str], start: int) -> tuple[int, tuple[str, ...]]:
    """The letters after "vitamina(s)" and the place after them. None: every vitamin, or a drink of fruit ("de …")."""
    at, keys = start + 1, list[str]()
    if words[at : at + 1] == ["."]:
        at += 1
    while at < len(words):
        letter, end = _letter(words, at, first=not keys and words[start][-1] != "s")
        if letter:
            keys += _letter_keys(letter)
        elif words[at] not in _JOINS or not _letter(words, at + 1, first=False)[0]:
            break
        at = end
    if keys:
        return at, tuple(keys)
    drink = words[start + 1 : start + 2] in (["de"], ["com"]) and words[start].startswith("vitamina")
    return start + 1, () if drink else _VITAMINS


def _letter(words: Sequence[str], at: int, *, first: bool) -> tuple[str, int]:
    """The vitamin's letter at `at`, and the place after it. "e" joins where another letter or a word follows it."""
    word = words[at] if at < len(words) else ""
    number = words[at + 1] if at + 1 < len(words) else ""
    if word in {"d", "k"} and f"{word}{number}" in _LETTERS:
        return f"{word}{number}", at + 2
    if word in {"e", "a"} and not first and number not in {"", ".", "?", "!", ",", "\n", *_JOINS}:
        return "", at + 1
    known = word in _LETTERS or word in _UNKNOWN_B or word == "b"
    return (word if known else ""), at + 1


def _letter_keys(letter: str) -> tuple[str, ...]:
    if letter == "b":
        return _B_VITAMINS
    return (_LETTERS.get(letter, UNCOUNTED),)


@cache
def _phrases() -> Phrases:
    lists = load_lists(Path(__file__).with_name("nutrient_names.toml"))["names"]
    return Phrases.of((entry, name) for name, entries in lists.items() for entry in entries)
