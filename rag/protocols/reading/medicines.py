"""The medicines that a patient tells of taking, in their own words. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from rag.protocols.reading.phrases import Meanings, indexed, lists, longest, words_in
from rag.protocols.reading.said import Said
from rag.protocols.reading.scope import Scope

_MOST_KEPT: Final = 500
_TURNS: Final = frozenset({"e", "mas", "y", "pero", "and", "but"})


def medicines(said: Said, about: Scope) -> Iterator[str]:
    """Each statement of what is taken, from its verb to the end of its sentence or the next statement."""
    at = 0
    while at < len(said.words):
        verb, end = longest(_verbs(), said.words, at)
        start, stop = said.sentence(at)
        if not verb:
            at += 1
            continue
        stop = next((word for word in range(end, stop) if said.breaks[word] and _states(said, word)), stop)
        denied = any(tag.meaning in ("no", "reverse") for tag in said.tags_in(start, stop))
        named = end < stop and not set(said.words[end:stop]) & words_in("not_medicine")
        if named and not denied and about.asserts(at, stop) and any(len(word) > 3 for word in said.words[end:stop]):  # noqa: PLR2004
            yield said.quoted(at, stop)[:_MOST_KEPT]
        at = stop


def _states(said: Said, word: int) -> bool:
    """Whether a clause that begins at `word` tells something else: of the writer, or an exam."""
    after = word + 1 if said.words[word] in _TURNS and word + 1 < len(said.words) else word
    return said.words[after] in words_in("mine", "exams")


@cache
def _verbs() -> Meanings:
    return indexed((phrase, "take") for phrase in lists()["take"])
