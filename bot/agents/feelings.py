"""Fear and distress that say nothing yet of what is felt: no note answers them. Pure, three languages."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rag.wording import Lexicon, load_lexicon

_MOST_WORDS = 24


def fearful(text: str) -> bool:
    """Whether the whole of `text` is fear or distress: "to com medo", "me voy a morir?", "I'm scared, please help".

    A symptom, an illness or anything else beside it makes it a message about that.
    """
    lexicon = _lexicon()
    words = lexicon.read(text)
    return len(words) <= _MOST_WORDS and lexicon.has(words, "fear") and lexicon.covered(words, ("fear", "beside"))


@cache
def _lexicon() -> Lexicon:
    return load_lexicon(Path(__file__).with_name("feelings.toml"))
