"""A specialty called by its name: "o dermatologista"; and what is said beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.profile import Profile
from bot.routing.rules import own_words
from rag.types import Specialty
from rag.wording import fold


@dataclass(frozen=True, slots=True)
class Naming:
    """The first specialty that a message names, and by which word.

    `without` is the message without the name; `others` are the words in it that carry a subject. `decides` is false for
    a word that may mean something else.
    """

    specialty: Specialty
    word: str
    decides: bool
    without: str

    @property
    def others(self) -> list[str]:
        """What else is said."""
        return own_words(self.without)


def named(text: str, profiles: Sequence[Profile]) -> Naming | None:
    """The first specialty in `text`'s words; a word that names it for sure before one that may."""
    folded = fold(text)
    found = [
        (not decides, match.start(), Naming(profile.specialty, word, decides, _without(text, match)))
        for profile in profiles
        for words, decides in ((profile.keywords, True), (profile.ambiguous, False))
        for word in words
        if (match := re.search(rf"\b{re.escape(fold(word))}\b", folded))
    ]
    return min(found, key=lambda entry: entry[:2])[2] if found else None


def _without(text: str, match: re.Match[str]) -> str:
    # accents matter to the vectors; the rare text that folding shortens goes without them
    whole = text if len(text) == len(match.string) else match.string
    return whole[: match.start()] + whole[match.end() :]
