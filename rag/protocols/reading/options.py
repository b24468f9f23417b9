"""Choices told of their own accord, by the cues of their options. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rag.protocols.reading.amount import Amount
from rag.protocols.reading.answers import Heard
from rag.protocols.reading.phrases import Meanings, longest, words_in
from rag.protocols.reading.said import Said
from rag.protocols.reading.scope import Scope
from rag.protocols.reading.statements import asserted

_GENERIC: Final = frozenset(
    """nao no not reagente reactivo reactive positivo positiva positive negativo negativa negative normal alterado
    alterada     leve moderada moderado grave
    baixa baixo alta alto mild moderate severe low high baja bajo muito muy very
    inclusao continuidade sim si yes""".split()
)
"""Words that answer many questions: alone they tell no field's option."""
_OLD: Final = frozenset({"year", "years", "yo", "old"})


def options_heard(said: Said, names: Meanings, about: Scope, found: Sequence[Amount]) -> Iterator[Heard]:
    """The options told. `names` say of each cue its field's key and its option's, with a slash between them."""
    at = 0
    while at < len(said.words):
        meaning, end = longest(names, said.words, at)
        key, _, option = meaning.partition("/")
        if option and _told(said, at, end, about, found):
            yield Heard(key, option, said.quoted(at, end))
        at = max(end, at + 1)


def _told(said: Said, at: int, end: int, about: Scope, found: Sequence[Amount]) -> bool:
    words = said.words[at:end]
    start, stop = said.clause(at)
    denied = any(tag.meaning in ("no", "reverse") for tag in said.tags_in(start, stop)) or set(
        said.words[start:at]
    ) & words_in("never")
    if set(words) <= _GENERIC or denied or not about.asserts(at, end):
        return False
    return len(words) > 1 or asserted(said, at, about) or _aged(said, at, end, found)


def _aged(said: Said, at: int, end: int, found: Sequence[Amount]) -> bool:
    """As in "homem de 54 anos", "54 year old man" at the beginning of a clause."""
    start = said.clause(at)[0]
    if said.words[at] in words_in("person") and at > start and set(said.words[start + 1 : at]) <= _OLD:
        return any(said.word_of(one.start) == start and one.unit == "anos" for one in found)
    if said.words[at] not in words_in("person") or at != start:
        return False
    after = end + 1 if end < len(said.words) and said.words[end] in ("de", "com", "con", "of") else end
    return any(said.word_of(one.start) == after and one.unit == "anos" for one in found)
