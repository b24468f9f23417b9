"""Rules that need no corpus: greetings, thanks, follow-ups, orders to the machine. Pure, in three languages."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rag.wording import ASK, MARKS, Lexicon, fold, load_lexicon

__all__ = [
    "addresses",
    "fold",
    "is_cry",
    "is_follow_up",
    "is_greeting",
    "is_injection",
    "is_thanks",
    "own_words",
    "warm",
]

_GREETING = ("hello", "addressed", "aside")
_THANKS = ("thanks", "thanked_for", *_GREETING, "hello_only_after")
_CODE = (
    "<script",
    "{{",
    "}}",
    "${",
    "<|",
    "[inst]",
    "```",
    "rm -rf",
    "/etc/passwd",
    "os.environ",
    "' or ",
    "1=1",
    ".env",
)
_MOST_COURTEOUS = 20
_MOST_LEANING = 12
_MOST_POINTING = 9
_MOST_CRYING = 8


def is_greeting(text: str) -> bool:
    """Nothing but a greeting: "Oi, bom dia, tudo bem?"."""
    lexicon = _lexicon("courtesies")
    words = lexicon.read(text)
    if len(words) > _MOST_COURTEOUS:
        return False
    return lexicon.has(words, "hello") and lexicon.covered(words, (*_GREETING, "hello_only_after"))


def is_thanks(text: str) -> bool:
    """Nothing but thanks, assent, laughter or farewell: "valeu, era só isso"."""
    lexicon = _lexicon("courtesies")
    words = lexicon.read(text)
    if len(words) > _MOST_COURTEOUS or is_greeting(text):
        return False
    return lexicon.has(words, "thanks") and lexicon.covered(words, _THANKS)


def is_injection(text: str) -> bool:
    """An order to the machine instead of a question to it, or a reach for other people's data."""
    lexicon = _lexicon("injections")
    return lexicon.found("injection", lexicon.read(text)) or any(sign in fold(text) for sign in _CODE)


def is_follow_up(text: str) -> bool:
    """Whether a short message leans on what came before it: "e se for à noite?", "what should I bring?"."""
    lexicon = _lexicon("follow_ups")
    words = lexicon.read(text)
    bare = [word for word in words if word not in MARKS]
    if not 0 < len(bare) <= _MOST_LEANING:
        return False
    own = sum(not _plain(word) for word in bare)
    asked = ASK in words or lexicon.found("question", words)
    points = len(bare) <= _MOST_POINTING and lexicon.has(words, "pointing")
    return lexicon.found("lean", words) or (asked and not own) or (points and own <= 1)


def own_words(text: str) -> list[str]:
    """Words of `text` that may name a subject: no question word, no joining word, nothing that fits any subject."""
    return [word for word in _lexicon("follow_ups").read(text) if word not in MARKS and not _plain(word)]


def addresses(text: str) -> bool:
    """Whether `text` speaks to Fonte: "o que você faz?"."""
    lexicon = _lexicon("follow_ups")
    return lexicon.has(lexicon.read(text), "addressed")


def is_cry(text: str) -> bool:
    """A short call for help, or that there is none: "me ajuda", "a ambulância não vem"."""
    lexicon = _lexicon("follow_ups")
    words = lexicon.read(text)
    return len(words) <= _MOST_CRYING and lexicon.found("cry", words)


def warm() -> None:
    """Reads the word lists now, so that the first message does not wait for it (some tens of milliseconds)."""
    for name in ("courtesies", "injections", "follow_ups"):
        _lexicon(name)
    _plain_words()


@cache
def _plain_words() -> frozenset[str]:
    """Single words: the lists' longer entries play no part."""
    phrases = _lexicon("follow_ups").lists["plain"].phrases
    return frozenset(word for word, entries in phrases.items() if (word,) in entries)


def _plain(word: str) -> bool:
    return word in _plain_words()


@cache
def _lexicon(name: str) -> Lexicon:
    return load_lexicon(Path(__file__).with_name(f"{name}.toml"))
