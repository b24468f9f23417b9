"""A specialty called by its name: "o dermatologista"; and what is said beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.profile import Profile
from bot.routing.rules import own_words
from rag.types import Specialty
from rag.wording import fold

_BEFORE: Final = 6
"""Words before a name in which its wanting is told."""
_WANTING: Final = frozenset(
    """quero queria preciso gostaria consulta consultar encaminhamento encaminhar encaminhada encaminhado marcar agendar
    passar vaga quiero queria necesito cita turno derivacion interconsulta want need appointment referral referred refer
    see""".split()
)
_NOT: Final = frozenset("nao no not sem sin without disse falou dijo said says".split())


@dataclass(frozen=True, slots=True)
class Naming:
    """The first specialty that a message names, and by which word.

    `without` is the message without the name; `others` are the words in it that carry a subject. `decides` is false for
    a word that may mean something else. `wanted`: an appointment there is asked for ("consulta com o endocrino").
    """

    specialty: Specialty
    word: str
    decides: bool
    without: str
    wanted: bool = False

    @property
    def others(self) -> list[str]:
        """What else is said."""
        return own_words(self.without)


def named(text: str, profiles: Sequence[Profile]) -> Naming | None:
    """The first specialty in `text`'s words; a word that names it for sure before one that may."""
    folded = fold(text)
    found = [
        (not decides, match.start(), _naming(profile.specialty, word, text, match, decides=decides))
        for profile in profiles
        for words, decides in ((profile.keywords, True), (profile.ambiguous, False))
        for word in words
        if (match := re.search(rf"\b{re.escape(fold(word))}\b", folded))
    ]
    return min(found, key=lambda entry: entry[:2])[2] if found else None


def _naming(specialty: Specialty, word: str, text: str, match: re.Match[str], *, decides: bool) -> Naming:
    before = match.string[: match.start()].split()[-_BEFORE:]
    wanted = not _WANTING.isdisjoint(before) and _NOT.isdisjoint(before)
    return Naming(specialty, word, decides, _without(text, match), wanted)


def _without(text: str, match: re.Match[str]) -> str:
    # accents matter to the vectors; the rare text that folding shortens goes without them
    whole = text if len(text) == len(match.string) else match.string
    return whole[: match.start()] + whole[match.end() :]
