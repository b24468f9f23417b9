"""Which option an answer means that repeats its words without being its name. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rag.protocols.reading.phrases import Tag, words_in
from rag.protocols.reading.prepared import option_names
from rag.protocols.reading.said import Said
from rag.protocols.types import ProtocolField
from rag.types import Language

_ROMAN: Final = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6"}
_NUMBERS: Final = {
    **dict.fromkeys("primeiro primeira primer primera first".split(), "1"),
    **dict.fromkeys("segundo segunda second".split(), "2"),
    **dict.fromkeys("terceiro terceira tercer tercera third".split(), "3"),
}
_HOLLOW: Final = frozenset(
    """que com con with sem sin nao not por para pelo pela dos das del los las the and uma umas uns una unas este esse
    isso quando cuando when vem ven vai""".split()
)
_SHORTEST: Final = 3
_WHOLE, _PART = 0.6, 0.5
"""Shares of an option's words that tell it, or that make it likely."""
_ON_TOPIC: Final = 0.5


@dataclass(frozen=True, slots=True)
class Likely:
    """An option; `sure`: enough of its words are said, and none of another's."""

    key: str
    sure: bool


def likely(said: Said, field: ProtocolField) -> Likely | None:
    """The one option that has every word of an answer that any option has; None where several or none have.

    Nothing may be denied or turned in the answer, and half of what it says must be the option's.
    """
    if any(denies(said, tag) or tag.meaning in ("contrast", "ask", "if") for tag in said.tags):
        return None
    labels = _labels(field)
    told = {word for word in map(_level, said.words) if word}
    hedged = said.has("hedge", "unknown", "bound")
    same = [key for key, forms in labels if told in forms]
    if len(same) == 1:
        return Likely(same[0], not hedged)
    if said.has("past"):
        return None
    known = told & {word for _, forms in labels for words in forms for word in words}
    owners = [(key, forms) for key, forms in labels if known and known <= set().union(*forms)]
    if len(owners) != 1 or len(known) < _ON_TOPIC * len(told):
        return None
    key, forms = owners[0]
    share = max(len(words & told) / len(words) for words in forms if words)
    if share < _PART:
        return None
    return Likely(key, share >= _WHOLE and not hedged)


def others_named(said: Said, field: ProtocolField, named: str, inside: set[int]) -> bool:
    """Whether a word outside of the option named is by itself another's name, in either gender, and not denied."""
    singles = {
        _level(name[0])
        for option in field.options
        if option.key != named
        for name in option_names(option)
        if len(name) == 1
    } - {""}
    for at, word in enumerate(said.words):
        if at in inside or word.isdigit() or _level(word) not in singles:
            continue
        if not any(denies(said, tag) for tag in said.tags_in(said.clause(at)[0], at)):
            return True
    return False


def denies(said: Said, tag: Tag) -> bool:
    """Whether a phrase denies what stands beside it."""
    return tag.meaning == "reverse" or (tag.meaning == "no" and not in_the(said, tag.start))


def in_the(said: Said, at: int) -> bool:
    """Whether a word is the Portuguese "no" of "no repouso"."""
    inside = 0 < at < len(said.words) - 1 and not said.breaks[at] and not said.breaks[at + 1]
    return said.words[at] == "no" and said.language is Language.PT and inside


@lru_cache(maxsize=512)
def _labels(field: ProtocolField) -> tuple[tuple[str, tuple[frozenset[str], ...]], ...]:
    named = ((option.key, {_words(name) for name in option_names(option)}) for option in field.options)
    return tuple((key, tuple(names - {frozenset()})) for key, names in named)


def _words(name: tuple[str, ...]) -> frozenset[str]:
    return frozenset(filter(None, map(_level, name)))


def _level(word: str) -> str:
    """A word without number and gender, a numeral as its digit; "" for one that says nothing."""
    if word in _ROMAN or word in _NUMBERS:
        return _ROMAN.get(word) or _NUMBERS[word]
    if word.isdigit():
        return word
    if len(word) < _SHORTEST or word in _HOLLOW or word in words_in("filler"):
        return ""
    word = word.removesuffix("s")
    return word[:-1] if word[-1:] in "aoe" and len(word) > _SHORTEST else word
