"""What a written word was meant to be: stretched letters, spelling by ear, one slip of the finger. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.redflags.grammar import Grammar
from rag.types import Language

_SHORTEST_FUZZY = 4
_SHORTEST_EDITED = 6
_SHORTEST_ENDED = 2
_RUN = re.compile(r"(.)\1{2,}")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words by what their spelling means.

    `common` ones of each language, parted by spaces; `keys`, recognised through a misspelling; `lookalikes`, never
    taken for a key; `units`, which make a number before them a count and not a reading.
    """

    common: dict[Language, str]
    keys: frozenset[str]
    lookalikes: frozenset[str]
    units: frozenset[str]


class Speller:
    """Reads a written word as labels of the grammar: itself, its stems, or else the one word it was meant to be."""

    def __init__(self, grammar: Grammar, common: frozenset[str], keys: frozenset[str]) -> None:
        self._grammar = grammar
        self._common = common
        self._sounds: dict[str, str] = {}
        self._near: dict[str, list[str]] = {}
        for word in sorted(keys, key=lambda found: (len(found), found)):
            self._learn(word)

    def _learn(self, word: str) -> None:
        key = sound(word)
        self._sounds.setdefault(key, word)
        if len(key) < _SHORTEST_EDITED:
            for swapped in _swaps(key):
                self._sounds.setdefault(swapped, word)
        if len(key) >= _SHORTEST_EDITED:
            for variant in {key, *_shorter(key)}:
                self._near.setdefault(variant, []).append(word)

    def labels(self, word: str) -> tuple[str, ...]:
        """Labels that `word` carries; () where it means nothing here. Raises nothing."""
        if not word[0].isalpha():
            return self._number(word)
        known = self._known(word)
        if known or word in self._common or len(word) < _SHORTEST_FUZZY:
            return known
        cuts = squeezed(word) if _RUN.search(word) else ()
        for cut in cuts:
            if known := self._known(cut):
                return known
        meant = self._meant(cuts[0] if cuts else word)
        return self._known(meant) if meant else ()

    def _known(self, word: str) -> tuple[str, ...]:
        exact = (word,) if word in self._grammar.words else ()
        stems = self._grammar.stems
        return exact + tuple(f"{word[:n]}*" for n in range(2, min(len(word), 14) + 1) if word[:n] in stems)

    def _number(self, word: str) -> tuple[str, ...]:
        if not word[0].isdigit():
            return (word,) if word in self._grammar.words else ()
        value = float(word.replace(",", ".")[:18])
        inside = tuple(label for label, (low, high) in self._grammar.ranges.items() if low <= value <= high)
        return ((word,) if word in self._grammar.words else ()) + inside

    def _meant(self, word: str) -> str | None:
        key = sound(word[:24])
        if found := self._sounds.get(key):
            return found
        if len(key) < _SHORTEST_EDITED:
            return None
        for variant in (key, *_shorter(key)):
            for candidate in self._near.get(variant, ())[:8]:
                if candidate[0] == word[0] and _one_edit(key, sound(candidate)):
                    return candidate
        return None


def _shorter(key: str) -> list[str]:
    return [key[:i] + key[i + 1 :] for i in range(1, len(key))]


def _swaps(key: str) -> list[str]:
    return [key[:i] + key[i + 1] + key[i] + key[i + 2 :] for i in range(1, len(key) - 1)]


def _one_edit(left: str, right: str) -> bool:
    """True where one insertion, deletion, change or swap of neighbours makes `left` into `right`."""
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    a, b = left[start:], right[start:]
    swapped = len(a) == len(b) > 1 and a[0] == b[1] and a[1] == b[0] and a[2:] == b[2:]
    return swapped or a[1:] == b[1:] or a[1:] == b or a == b[1:]


def squeezed(word: str) -> tuple[str, str]:
    """`word` with runs of three or more letters cut to one, and to two: "dooor" gives "dor" and "door"."""
    return _RUN.sub(r"\1", word), _RUN.sub(r"\1\1", word)


_DOUBLED = re.compile(r"(.)\1+")
_SPELT = (
    ("ch", "x"), ("sh", "x"), ("ph", "f"), ("h", ""), ("que", "qe"), ("qui", "qi"), ("qua", "qa"), ("quo", "qo"),
    ("k", "q"), ("sce", "se"), ("sci", "si"), ("ce", "se"), ("ci", "si"), ("cy", "si"), ("z", "s"), ("c", "q"),
    ("gue", "Ge"), ("gui", "Gi"), ("ge", "je"), ("gi", "ji"), ("G", "g"), ("y", "i"), ("v", "b"), ("w", "b"),
    ("ou", "o"), ("ei", "e"), *((f"m{after}", f"n{after}") for after in "bdfgjlnpqrstx"),
)  # fmt: skip
_ENDINGS = {"u": "o", "i": "e", "r": "", "m": "n"}


def sound(word: str) -> str:
    """A spelling-blind key: words that people confuse when they write by ear share it ("peitu", "peito")."""
    for spelt, heard in _SPELT:
        word = word.replace(spelt, heard)
    word = _DOUBLED.sub(r"\1", word)
    return word[:-1] + _ENDINGS.get(word[-1], word[-1]) if len(word) > _SHORTEST_ENDED else word
