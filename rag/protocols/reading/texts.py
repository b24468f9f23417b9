"""The answer to a question for the patient's own words. Pure."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from rag.protocols.reading.answers import Answer, Told, Unknown
from rag.protocols.reading.phrases import Meanings, indexed, lists, longest
from rag.protocols.reading.said import QUESTION, Said
from rag.protocols.reading.yes_kinds import covered
from rag.types import Language

MOST_KEPT: Final = 500
"""Characters of a patient's own words that are kept."""
_FEWEST: Final = 3


def read_text(said: Said) -> Answer:
    """The words as they are; None for a question, a courtesy, a laugh, or a wish to go on, go back or stop.

    Unknown where the patient doesn't know or won't tell.
    """
    text = said.text.strip()
    if not any(c.isalpha() for c in text) or _asks(said) or covered(said, "yes", "filler"):
        return None
    if covered(said, "unknown", "filler", "hedge", "yes") or _made_of(said, "refuse", "filler"):
        return Unknown()
    if _too_short(said) or _made_of(said, "skip", "filler", "yes"):
        return None
    return Told(text[:MOST_KEPT].rstrip(), text[:MOST_KEPT].rstrip())


def _too_short(said: Said) -> bool:
    """One or two letters; "no" is a word in Spanish and English."""
    if said.words == ("no",) and said.language is not Language.PT:
        return False
    return sum(map(len, said.words)) < _FEWEST and not any(map(str.isdigit, "".join(said.words)))


def _made_of(said: Said, name: str, *beside: str) -> bool:
    """Whether a text is phrases of one list, laughs, and nothing else but courtesies `beside` them."""
    at, found = 0, False
    while at < len(said.words):
        meaning, end = longest(_phrases(name, *beside), said.words, at)
        laughs = name == "skip" and _laugh().fullmatch(said.words[at]) is not None
        if not meaning and not laughs:
            return False
        found = found or laughs or meaning == name
        at = max(end, at + 1)
    return found


def _asks(said: Said) -> bool:
    """Whether a text ends in a question, or is one without its mark."""
    first = next((tag.start for tag in said.tags if tag.meaning != "filler"), 0)
    opens = any(said.words[at : at + len(phrase)] == phrase for phrase in lists()["question"] for at in {0, first})
    return said.breaks[-1] == QUESTION or opens


@cache
def _phrases(*names: str) -> Meanings:
    return indexed((phrase, name) for name in names for phrase in lists()[name])


@cache
def _laugh() -> re.Pattern[str]:
    return re.compile(r"k+|(?:[hj][aeiu]+){2,}[hj]?|(?:a?ha)+h?|(?:rs)+r?|(?:hua)+h?|lol|lmao|haha\w*")
