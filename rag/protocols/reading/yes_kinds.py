"""What the phrases of an answer to a yes/no question are. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rag.protocols.reading.asked import STEM, Asked
from rag.protocols.reading.phrases import Tag
from rag.protocols.reading.prepared import Prepared
from rag.protocols.reading.said import Said

LIMITS: Final = frozenset({"menos", "quando", "qdo", "cuando", "when", "unless"})
STRICT: Final = frozenset({"sim", "yes", "yeah", "yep", "yup"})
_NEVER: Final = frozenset({"nunca", "jamais", "jamas", "never"})
DENIES: Final = frozenset({"nao", "n", "no", "not", "nunca", "never", "dont"})
_FOREIGN: Final = frozenset({"yes", "yeah", "yep", "si", "i", "my", "yo", "es", "the"})
_TIME: Final = frozenset(
    """dia dias semana semanas mes meses ano anos vez vezes week weeks month months year years day days cedo manha noite
    manana passado pasado last atras ago maco macos carteira carteiras cigarro cigarros comprimido comprimidos pack
    packs mg mcg ml ui g x uma duas dois tres quatro una dos two three twice once cajetilla cajetillas cigarrillos
    cigarettes""".split()
)


class Turned:
    """A yes or a no that what follows takes back or leaves open."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """What the phrases of an answer are, in order; `untagged` are words of none."""

    said: Said
    asked: Asked
    tags: tuple[Tag, ...]
    untagged: tuple[str, ...]
    own: bool = False
    """Whether words of the field stand in it that are neither."""

    def any(self, *kinds: str) -> bool:
        """Whether a phrase of some lists stands in it."""
        return any(tag.meaning in kinds for tag in self.tags)

    def only(self, *kinds: str) -> bool:
        """Whether it is nothing but phrases of some lists."""
        return not self.untagged and all(tag.meaning in kinds for tag in self.tags)

    @property
    def first(self) -> Tag | None:
        """The first phrase that is no courtesy."""
        return next((tag for tag in self.tags if tag.meaning != "filler"), None)


def covered(said: Said, *kinds: str) -> bool:
    """Whether a text is nothing but phrases of some lists."""
    return bool(said.words) and all(tag.meaning in kinds for tag in said.tags)


def kinds_of(said: Said, ready: Prepared | None, asked: Asked) -> Kinds:
    """The phrases of an answer to a question; words of the field asked for are none of `untagged`."""
    tags = tuple(_told(said, tag, asked) for tag in said.tags)
    untagged = tuple(
        said.words[tag.start] for tag in tags if not tag.meaning and not (ready and ready.about(said.words[tag.start]))
    )
    own = len(untagged) < sum(not tag.meaning for tag in tags)
    return Kinds(said, asked, tuple(tag for tag in tags if tag.meaning), untagged, own)


def _told(said: Said, tag: Tag, asked: Asked) -> Tag:
    """The Portuguese "no" ("no ano passado") denies nothing; a verb of the question's echoes it."""
    word = said.words[tag.start]
    if tag.end == tag.start + 1 and tag.meaning in ("", "past", "ask"):
        never = tag.start > 0 and said.words[tag.start - 1] in _NEVER and asked.recalled_by(word)
        if never or asked.echoed_by(word):
            return Tag("echo", tag.start, tag.end)
        if tag.meaning and word[:STEM] in asked.absent:
            return Tag("", tag.start, tag.end)
    if asked.negated and word in ("sem", "sin", "without"):
        return Tag("no", tag.start, tag.end)
    alone = word == "no" and tag.end == tag.start + 1
    portuguese = not {"sim", "nao"}.isdisjoint(said.words)
    inside = (
        tag.start > 0
        and (portuguese or not said.breaks[tag.start])
        and tag.end < len(said.words)
        and not said.breaks[tag.end]
    )
    if alone and inside and _FOREIGN.isdisjoint(said.words):
        return Tag("link", tag.start, tag.end)
    starts_late = word in ("si", "s") and tag.start > 0 and not said.breaks[tag.start]
    if starts_late and said.text.casefold().count("sí") == 0:
        return Tag("if" if word == "si" else "", tag.start, tag.end)
    return tag


def of_time(word: str) -> bool:
    """Whether a word tells when, how often or how much."""
    return word[0].isdigit() or word in _TIME


def clauses(said: Said, start: int) -> Iterator[tuple[int, int]]:
    """The words after a yes or a no, cut at marks."""
    begin = start
    for at in range(start + 1, len(said.words) + 1):
        if at == len(said.words) or said.breaks[at]:
            yield begin, at
            begin = at
