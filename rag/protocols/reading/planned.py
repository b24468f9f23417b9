"""Dates of what is yet to be done, and dates that a span of time beside them belies. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Final

from rag.protocols.reading.amount import Amount
from rag.protocols.reading.phrases import Meanings, indexed, lists, longest, words_in
from rag.protocols.reading.said import Said

_FOR: Final = frozenset({"pra", "para", "pro", "for"})
_BETWEEN: Final = frozenset({"dia", "o", "a", "el", "the", "mes", "de"})
_AHEAD: Final = frozenset({"em", "en", "in"})
_REACH: Final = 4
_MONTH, _YEAR = 45, 200
"""Days by which a date and a span told in months or in years may differ."""


def planned(said: Said, start: int) -> bool:
    """Whether the time at token `start` is of a plan: "vou repetir em março", "marquei pra dia 10".

    A plan told in another clause leaves a date alone that is told as done ("fiz dia 10, vou repetir").
    """
    word = max(0, said.word_of(start))
    if _led_by_for(said, word):
        return True
    first, last = said.clause(word)
    plans = [at for at in range(len(said.words)) if longest(_plans(), said.words, at)[0]]
    done = not words_in("done").isdisjoint(said.words[first:last])
    return any(first <= at < last for at in plans) or (bool(plans) and not done)


def in_future(said: Said, start: int) -> bool:
    """Whether a span of time at token `start` leads ahead: "em 2 meses", "daqui a 2 meses"."""
    word = max(0, said.word_of(start))
    return planned(said, start) or (word > 0 and said.words[word - 1] in _AHEAD)


def _led_by_for(said: Said, word: int) -> bool:
    at = word
    while at > max(0, word - _REACH) and said.words[at - 1] in _BETWEEN:
        at -= 1
    return at > 0 and said.words[at - 1] in _FOR


def belied(day: date | None, lasting: Sequence[Amount], ago: date | None) -> bool:
    """Whether a span of time leads to another day than the one told: "em junho faz 2 anos"."""
    if day is None or not lasting:
        return False
    most = _YEAR if lasting[0].unit == "anos" else _MONTH
    return ago is None or abs((day - ago).days) > most


@cache
def _plans() -> Meanings:
    return indexed((phrase, "plan") for phrase in lists()["plan"])
