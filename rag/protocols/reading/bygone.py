"""Answers that tell of what has been where it is asked for as it is: no yes of today. Pure."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from rag.grounding.lexicon import months
from rag.protocols.reading.phrases import lists, words_in
from rag.protocols.reading.said import Said
from rag.protocols.reading.yes_kinds import DENIES, Kinds, Turned, of_time

_IN: Final = frozenset({"em", "no", "na", "nos", "nas", "en", "in", "on", "durante", "during"})
_PREGNANT: Final = frozenset({"gravidez", "gestacao", "embarazo", "pregnancy"})
_PASSED: Final = frozenset({"passado", "passada", "pasado", "pasada", "last", "retrasado", "retrasada"})
_LONG: Final = frozenset("ano mes semana year month week verano invierno verao inverno summer winter".split())
_SPANS: Final = _LONG | {"anos", "meses", "semanas", "years", "months", "weeks"}
_SINCE: Final = re.compile(
    r"desde|since|ainda|hoje|hoy|today|agora|ahora|now|still|sigo|todavia|sempre|siempre|continu\w*|comec\w*|empec\w*"
    r"|empez\w*|start\w*|began|descobri\w*|descubri\w*|diagn\w*|found|until|ate|hasta"
)
"""What began then and goes on."""
_HAD: Final = frozenset({"tive", "tinha", "tuve", "tenia", "had"})
_HAVE: Final = frozenset({"tem", "tiene", "have", "has"})
_NOT_NOW: Final = re.compile(
    r"(?:.* )?(?:(?:hoje|agora|hoy|ahora) (?:em dia )?(?:eu |yo )?(?:ja |ya )?(?:nao|no)(?: \w+)?(?: mais| mas)?"
    r"|(?:ja nao|ya no|no longer)(?: \w+)?|(?:nao|no|not)(?: \w+)? (?:mais|mas|anymore|any more|now|today))"
)


def ironic(said: Said) -> bool:
    """A yes that is meant as none ("yeah right", "aham, sei"), and a no that denies a no ("não é que não")."""
    words = f" {' '.join(said.words)} "
    return _double_no().search(words) is not None or any(f" {' '.join(one)} " in words for one in lists()["ironic"])


def bygone(kinds: Kinds) -> bool | Turned | None:
    """What an answer about the past tells of a question; None where it isn't one.

    Asked in the present, "tive em 2015, hoje não" is a no, "sim, em 2015" is to be asked again. Asked in the past
    ("já teve"), the former is a yes and the latter is left alone.
    """
    asked, first, verb = kinds.asked, kinds.first, _verb(kinds.said)
    if first is None or not asked.words or asked.negated or asked.joined:
        return None
    gone = _NOT_NOW.fullmatch(" ".join(kinds.said.words)) is not None
    plain = _plain(kinds, verb)
    if asked.of_once:
        return True if gone and plain and asked.echoed_by(verb) else None
    denied = first.meaning in ("no", "not_done") and kinds.said.words[first.start] == verb
    if denied or verb in DENIES:
        return None
    had = _recalls(kinds, verb)
    if had and gone:
        return False if plain and not asked.several else Turned()
    return Turned() if (first.meaning in ("yes", "echo") or had) and _once(kinds) else None


def _verb(said: Said) -> str:
    """The first word that is no courtesy."""
    courtesies = words_in("filler")
    return next((word for word in said.words if word not in courtesies), "")


def _plain(kinds: Kinds, verb: str) -> bool:
    """Whether nothing is said but a verb, times and what denies it."""
    rest = all(word == verb or of_time(word) for word in kinds.untagged)
    return rest and not kinds.any("yes", "kin", "unknown", "if", "ask", "contrast")


def _recalls(kinds: Kinds, verb: str) -> bool:
    """Whether a verb in the past is the question's: "tive" of "tem", "fumei" and "fumava" of "fuma"."""
    asked = kinds.asked
    used = verb[:-3] + "a" if verb.endswith(("ava", "aba")) else verb[:-2] + "e" if verb.endswith("ia") else ""
    return asked.recalled_by(verb) or used in asked.words or (verb in _HAD and not _HAVE.isdisjoint(asked.words))


def _once(kinds: Kinds) -> bool:
    """Whether a time that is over is told, and nothing that goes on since."""
    said, asked = kinds.said, kinds.asked
    if any(map(_SINCE.fullmatch, said.words)):
        return False
    return any(_over(said, at) for at in range(len(said.words)) if said.words[at] not in asked.words)


def _over(said: Said, at: int) -> bool:
    word, before = said.words[at], said.words[at - 1] if at else ""
    after = said.words[at + 1] if at + 1 < len(said.words) else ""
    if re.fullmatch(r"(?:19|20)\d\d", word) or word in months():
        return before in _IN or before == "ano"
    if word in _PREGNANT:
        return not _IN.isdisjoint(said.words[max(0, at - 3) : at])
    if word in _LONG and (before in _PASSED or after in _PASSED):
        return True
    return word in _SPANS and after in ("atras", "ago")


@cache
def _double_no() -> re.Pattern[str]:
    verbs = "e|eh|es|its|is|digo|vou dizer|posso dizer|quer dizer|puedo decir|saying"
    return re.compile(rf" (?:nao|no|not|n)(?: (?:{verbs}))* (?:que|that) (?:(?:eu|yo|i) )?(?:nao|no|not|dont|havent) ")
