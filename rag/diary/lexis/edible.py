"""Which words name food: those of the catalogue's names and of the words that mean no one food. Pure once loaded."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rag.diary.lexis.stems import singular
from rag.diary.lexis.words import forms, scan
from rag.wording import fold

_CORPUS: Final = Path(__file__).resolve().parents[2] / "corpus"
_COLUMNS: Final = ("pt", "es", "en", "also_pt", "also_es", "also_en")
_WORD: Final = re.compile(r"[^\W\d_]+")
_SHORTEST, _SHORTEST_NEAR = 2, 5
_MANNER_USES: Final = 2
_LAUGH: Final = re.compile(r"k{2,}|(?:rs){1,}s?|(?:ha|he|hi|ja|je|ua){2,}[hj]?|lol+|lmao")
_DRAWN: Final = re.compile(r"([aeiou])\1+$")
_DIMINUTIVES: Final = (
    ("aozinho", "ao"), ("aezinho", "ao"), ("zinho", ""), ("zinha", ""), ("inho", "o"), ("inha", "a"), ("inho", "e"),
    ("quinho", "co"), ("quinha", "ca"), ("guinho", "go"), ("guinha", "ga"),
    ("ecito", "e"), ("cito", ""), ("cita", ""), ("ito", "o"), ("ita", "a"), ("ito", "e"), ("illo", "o"),
    ("quito", "co"),
)  # fmt: skip
_VERBS: Final = re.compile(r"\w{2,}(?:ei|ou|amos|aram|eram|iram|aron|ieron|ando|endo|indo)")


@dataclass(frozen=True, slots=True)
class Edible:
    """What tells food from talk: foods' names as `_key` has them, their words in the singular, edible.toml's lists.

    `nearly` are the words of at least five letters, and these with one letter left out. `uses`: in how many names each
    word stands, in the singular and as it was written. `counted` are nouns that people count and nobody eats.
    """

    names: frozenset[str]
    words: frozenset[str]
    nearly: frozenset[str]
    chatter: frozenset[str]
    manner: frozenset[str]
    light: frozenset[str]
    counted: frozenset[str]
    uses: Mapping[str, int]

    def is_name(self, phrase: str) -> bool:
        """Whether the whole phrase is what a food is called."""
        return _key(forms(scan(phrase))) in self.names

    def is_food(self, shape: str) -> bool:
        """Whether a word is of a food's name, in any number and spelt nearly so, and not of everyday talk."""
        if self.is_listed(shape) or self.is_manner(shape):
            return False
        word = singular(shape)
        return word in self.words or self.base(shape) != shape or self._is_nearly(shape) or self._is_nearly(word)

    def is_listed(self, shape: str) -> bool:
        """Whether a word is talk, whatever else it may mean."""
        drawn = _DRAWN.sub(r"\1", shape)  # "diaa"
        return shape in self.chatter or drawn in self.chatter or _laughs(shape)

    def is_chatter(self, shape: str) -> bool:
        """Whether a word is talk: listed, laughter, or a verb in the past that names no food."""
        if self.is_listed(shape):
            return True
        return bool(_VERBS.fullmatch(shape)) and singular(shape) not in self.words and not self.is_manner(shape)

    def is_manner(self, shape: str) -> bool:
        """Whether a word tells how food was made: no food, and yet a part of its name."""
        return shape in self.manner

    def is_counted(self, shape: str) -> bool:
        """Whether a word is of what is counted or measured and never eaten: money, ways, hours, people, things."""
        return shape in self.counted or (singular(shape) in self.counted and shape not in self.names)

    def is_light(self, shape: str) -> bool:
        """Whether a word only links others."""
        return shape in self.light

    def base(self, shape: str, *, always: bool = False) -> str:
        """The word that a diminutive comes from ("huevitos" → "huevo"), if that is a food's; or itself.

        Unless `always`, a word that is a name by itself is none ("farinha").
        """
        word = singular(shape)
        if not always and word in self.names:
            return shape
        for ending, put in _DIMINUTIVES:
            stem = word.removesuffix(ending)
            if stem != word and len(stem) >= _SHORTEST and singular(stem + put) in self.words:
                return stem + put
        return shape

    def _is_nearly(self, word: str) -> bool:
        if len(word) < _SHORTEST_NEAR:
            return False
        return any(short in self.nearly for short in (word, *_shorter(word)))


def _laughs(shape: str) -> bool:
    return bool(_LAUGH.fullmatch(shape))


def _shorter(word: str) -> Iterator[str]:
    """The word without one of its letters, the first one kept."""
    return (word[:at] + word[at + 1 :] for at in range(1, len(word)))


def _key(shapes: Iterable[str]) -> str:
    return " ".join(singular(shape) for shape in shapes if shape.isalpha())


@cache
def edible() -> Edible:
    """Of the bundled catalogue. Raises OSError, KeyError."""
    called = [_WORD.findall(fold(name)) for name in _called()]
    single = {word: singular(word) for name in called for word in name}
    lists = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["lists"]
    chatter, manner, light, counted = (
        frozenset(fold(lists[name]).split()) for name in ("chatter", "manner", "light", "counted")
    )
    found = {form for word, form in single.items() if len(word) > _SHORTEST}
    words = frozenset(found - chatter - manner)
    nearly = frozenset(short for word in words if len(word) >= _SHORTEST_NEAR for short in (word, *_shorter(word)))
    names = frozenset(" ".join(map(single.__getitem__, name)) for name in called)
    counted |= {singular(word) for word in counted}
    return Edible(names, words, nearly, chatter, manner, light, counted, _uses(called, single, manner))


def _uses(called: Iterable[Sequence[str]], single: Mapping[str, str], manner: Iterable[str]) -> dict[str, int]:
    """In how many names each word stands, in any number; ways of cooking count as known words too."""
    counts = Counter(form for name in called for form in {single[word] for word in name})
    uses = dict(counts) | {word: counts[form] for word, form in single.items()}
    return dict.fromkeys((word for word in manner if word not in uses), _MANNER_USES) | uses


def _called() -> Iterator[str]:
    with (_CORPUS / "foods.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield from (name for column in _COLUMNS for name in row[column].split("|"))
    with (_CORPUS / "foods" / "generics.csv").open(encoding="utf-8", newline="") as file:
        yield from (row["word"] for row in csv.DictReader(file))
