"""Which known word a misspelt one means, if it can be only one. Pure once loaded."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rag.diary.lexis.edible import edible
from rag.diary.lexis.stems import singular
from rag.diary.lexis.wording import normalised
from rag.diary.lexis.words import scan
from rag.types import Language
from rag.wording import fold

_SHORTEST: Final = 4
_SHORTEST_EDITED: Final = 5
_SHORTEST_CHANGED: Final = 6
_SHORTEST_ALONE: Final = 7
_LEAST_USES: Final = 2
_FAR: Final = 10
"""How many times as often one of two words that sound alike is used, to be the one that was meant."""
_SOUNDS: Final = tuple(
    (re.compile(pattern), put)
    for pattern, put in (("ph", "f"), ("ch|sh", "x"), ("qu(?=[ei])", "k"), ("c(?=[eiy])", "s"), ("g(?=[eiy])", "j"))
)
_LETTERS: Final = str.maketrans("cqzyv", "kksib", "h")
_TWICE: Final = re.compile(r"(.)\1+")


@dataclass(frozen=True, slots=True)
class Speller:
    """`uses` of each known word, and words by their sound and by themselves with a letter left out.

    `real` are words of their own, which no slip of the pen explains.
    """

    uses: Mapping[str, int]
    by_sound: Mapping[str, frozenset[str]]
    by_gap: Mapping[str, frozenset[str]]
    real: frozenset[str]

    @classmethod
    def of(cls, uses: Mapping[str, int], real: frozenset[str] = frozenset(), least: int = 1) -> Speller:
        """That knows the folded words of `uses`, and takes those used at least `least` times for what was meant."""
        sounds: dict[str, set[str]] = {}
        gaps: dict[str, set[str]] = {}
        for word in (word for word, count in uses.items() if count >= least and len(word) >= _SHORTEST):
            for sound in _sounds(word):
                sounds.setdefault(sound, set()).add(word)
            for short in (word, *_shorter(word)):
                gaps.setdefault(short, set()).add(word)
        return cls(uses, _frozen(sounds), _frozen(gaps), real)

    def knows(self, word: str) -> bool:
        """Whether a folded word is known, in any number."""
        return word in self.uses or singular(word) in self.uses

    def mended(self, word: str, *, alone: bool = False) -> str | None:
        """The known word that a folded one sounds like or else is one edit from; None where it is none, or several.

        Those that mean the same to food search ("cocido", "cozido") are one, and of those that sound alike one that is
        used far more often is it. The first letter is trusted, save where the sound is the same; `alone`, with no word
        beside it that tells what is meant, only a long word may have an edit.
        """
        if len(word) < _SHORTEST or not word.isalpha() or self.knows(word) or word in self.real:
            return None
        shapes = tuple(dict.fromkeys((word, singular(word))))
        alike = {known for shape in shapes for sound in _sounds(shape) for known in self.by_sound.get(sound, ())}
        if alike:
            return self._one(word, alike, far=_FAR)
        if len(word) < (_SHORTEST_ALONE if alone else _SHORTEST_EDITED):
            return None
        return self._one(word, {known for shape in shapes for known in self._edited(shape)})

    def _edited(self, word: str) -> Iterator[str]:
        for short in (word, *_shorter(word)):
            for known in self.by_gap.get(short, ()):
                if known[0] == word[0] and _is_one_edit(word, known):
                    yield known

    def _one(self, word: str, found: Iterable[str], far: int = 0) -> str | None:
        """The one meaning of `found`, as the word likest to `word`; or the one used `far` times as often as others."""
        meant: dict[str, list[str]] = {}
        for known in found:
            meant.setdefault(normalised(known, Language.PT), []).append(known)
        ranked = sorted(meant.values(), key=lambda words: -max(map(self._used, words)))
        if not ranked:
            return None
        if len(ranked) > 1 and not (far and self._used(ranked[0][0]) >= far * self._used(ranked[1][0])):
            return None
        return min(ranked[0], key=lambda known: (abs(len(known) - len(word)), known))

    def _used(self, word: str) -> int:
        return self.uses[word]


@cache
def speller() -> Speller:
    """Of the words in the bundled catalogue's names. Raises OSError, KeyError."""
    return Speller.of(edible().uses, words_of_their_own(), _LEAST_USES)


@cache
def words_of_their_own() -> frozenset[str]:
    """Words that no slip explains: talk, and what is spelt nearly like food or a measure. Raises OSError, KeyError."""
    real = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["real"]
    return frozenset(fold(real).split()) | edible().chatter | edible().counted


def respelt(phrase: str) -> str | None:
    """A food's phrase with each misspelt word as it is known; None where none is, or one can't be told.

    A single word is one only where it is what a food is called.
    """
    known, words = speller(), scan(phrase)
    texts = [word for word in words if word.is_text]
    mended = {
        word.start: put
        for word in texts
        if not known.knows(word.form) and (put := known.mended(word.form, alone=len(texts) == 1))
    }
    strange = any(word.start not in mended and not known.knows(word.form) for word in texts)
    if not mended or strange:
        return None
    meant = " ".join(mended.get(word.start, word.form) for word in words)
    return meant if len(texts) > 1 or edible().is_name(meant) else None


def _is_one_edit(word: str, known: str) -> bool:
    """Whether one letter is missing, too many, or two have changed places; in long words, or is another one."""
    if len(word) != len(known):
        return True  # they share what is left without a letter, or one of them is it
    differing = [at for at, (one, other) in enumerate(zip(word, known, strict=True)) if one != other]
    if len(differing) == 1:
        return len(word) >= _SHORTEST_CHANGED
    swapped = len(differing) == 2 and differing[1] == differing[0] + 1  # noqa: PLR2004
    return swapped and word[differing[0]] == known[differing[1]] and word[differing[1]] == known[differing[0]]


def _sounds(word: str) -> set[str]:
    """How it sounds in the three languages at once; Spanish "ll" is a "y" as well."""
    return {_sound(word), _sound(word.replace("ll", "y"))}


def _sound(word: str) -> str:
    for pattern, put in _SOUNDS:
        word = pattern.sub(put, word)
    return _TWICE.sub(r"\1", word.translate(_LETTERS))


def _shorter(word: str) -> Iterator[str]:
    return (word[:at] + word[at + 1 :] for at in range(1, len(word)))


def _frozen(found: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    return {key: frozenset(words) for key, words in found.items()}
