"""What of a message is left out before it is read for food: what it denies, asks of the listener, or tells besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from rag.diary.lexis.edible import edible
from rag.diary.lexis.measures import Measures
from rag.diary.lexis.spelling import speller
from rag.diary.lexis.words import Word, forms
from rag.diary.reading.digits import number_words
from rag.wording import Lexicon, load_lexicon

_OF: Final = frozenset({"d", "de", "of"})
_ENDS: Final = frozenset({".", ";", "\n", "!"})
_SENTENCE_ENDS: Final = frozenset({".", "!", "?"})
_LONGEST_LEFT_OUT: Final = 5
_MOST_LINKS: Final = 4
_LEAST_TALK: Final = 2
_LEAST_READING: Final = 40
"""Glucose in mg/dL, blood pressure in mmHg and the like are seldom less, and of no food are so many counted."""


def spelt(words: Sequence[Word], measures: Measures) -> list[Word]:
    """The words, those of a misspelt measure after a number read as they are spelt ("2 colers", "1 conxa")."""
    mender, kept = measures.speller, list(words)
    for at in range(1, len(kept)):
        word, before = kept[at], kept[at - 1]
        counted = before.is_number or before.form in number_words()
        if not counted or at + 1 >= len(kept) or kept[at + 1].form not in _OF or speller().knows(word.form):
            continue
        meant = mender.mended(word.form, alone=True)
        if meant is not None:
            kept[at] = replace(word, form=meant)
    return kept


def sifted(words: Sequence[Word]) -> list[Word]:
    """The words without what a meter showed ("my sugar was 160") and without sentences that tell of no food."""
    return _untalked(_unread(words))


def _unread(words: Sequence[Word]) -> list[Word]:
    shapes, kept = forms(words), []
    at = 0
    while at < len(words):
        end = _reading(words, shapes, at)
        if end is None:
            kept.append(words[at])
        while end is not None and kept and any(True for _ in _lexicon().lists["reads"].ends([kept[-1].form], 0)):
            kept.pop()
        at = end or at + 1
    return kept


def _reading(words: Sequence[Word], shapes: Sequence[str], at: int) -> int | None:
    """Where a meter's reading that starts at `at` ends: what was measured, words that link, and a high number."""
    lists = _lexicon().lists
    end = max(lists["measured"].ends(shapes, at), default=None)
    if end is None:
        return None
    begin = end
    while end < len(words) and end - begin < _MOST_LINKS and any(True for _ in lists["reads"].ends(shapes, end)):
        end += 1
    if end == begin or end >= len(words) or not shapes[end].isdecimal() or int(shapes[end]) < _LEAST_READING:
        return None
    after = end + 1
    if any(True for _ in lists["weighed"].ends(shapes, after)):
        return None
    return max(lists["meter"].ends(shapes, after), default=after)


def _untalked(words: Sequence[Word]) -> list[Word]:
    """Without whole sentences of talk, where another one tells of food."""
    sentences: list[list[Word]] = [[]]
    for at, word in enumerate(words):
        sentences[-1].append(word)
        spaced = at + 1 >= len(words) or not words[at + 1].glued
        if word.form in _SENTENCE_ENDS and spaced:
            sentences.append([])
    kept = [sentence for sentence in sentences if not _is_talk(sentence)]
    if not any(_names_food(sentence) for sentence in kept):
        return list(words)
    return [word for sentence in kept for word in sentence]


def _is_talk(sentence: Sequence[Word]) -> bool:
    """Whether it has talk in it, several words, and nothing that is eaten, measured or said to have been."""
    shapes = [word.form for word in sentence if word.is_text]
    known = edible()
    if len(shapes) < _LEAST_TALK or any(word.is_number for word in sentence) or _names_food(sentence):
        return False
    if any(known.is_manner(shape) for shape in shapes) or _lexicon().has(shapes, "ate"):
        return False
    return any(known.is_chatter(shape) and not known.is_light(shape) for shape in shapes)


def _names_food(sentence: Sequence[Word]) -> bool:
    known, mender = edible(), speller()
    return any(known.is_food(word.form) or mender.mended(word.form, alone=True) for word in sentence if word.is_text)


def untagged(words: Sequence[Word]) -> list[Word]:
    """The words without questions that ask nothing about food ("2 ovos, tudo bem?")."""
    lists, shapes = _lexicon().lists, forms(words)
    kept: list[Word] = []
    at = 0
    while at < len(words):
        end = next((end for end in lists["tag"].ends(shapes, at) if end < len(words) and shapes[end] == "?"), None)
        if end is None:
            kept.append(words[at])
        at = at + 1 if end is None else end + 1
    return kept


def _left_out(shapes: Sequence[str], at: int, *, english: bool) -> int | None:
    """Where "sin pan hoy" ends if it stands at `at`: a food that was not eaten, not what tells foods apart."""
    lists = _lexicon().lists
    none = english and shapes[at] == "no" and at + 1 < len(shapes) and edible().is_food(shapes[at + 1])
    if not none and not any(True for _ in lists["without"].ends(shapes, at)):
        return None
    if not none and any(True for _ in lists["lacking"].ends(shapes, at + 1)):
        return None
    for end in range(at + 2, min(at + _LONGEST_LEFT_OUT, len(shapes))):
        today = max(lists["today"].ends(shapes, end), default=None)
        if today is not None:
            return today
        if shapes[end] in _ENDS | {","}:
            break
    opens = at == 0 or shapes[at - 1] in _ENDS | {",", "mas", "pero", "but"}
    return at + 2 if opens and at + 1 < len(shapes) else None


def undenied(words: Sequence[Word], *, english: bool) -> list[Word]:
    """The words without what they deny ("não comi o pão, só 2 ovos")."""
    lists, shapes = _lexicon().lists, forms(words)
    kept: list[Word] = []
    at, denied, skipped = 0, False, False
    while at < len(words):
        out = _left_out(shapes, at, english=english)
        if out is not None:
            at = out
            continue
        end = max(lists["deny"].ends(shapes, at), default=None)
        if end is not None:
            at, denied = max(lists["ate"].ends(shapes, end), default=end), True
            continue
        skipped = shapes[at] not in _ENDS | {","} and (skipped or any(True for _ in lists["skip"].ends(shapes, at)))
        if denied and (shapes[at] in _ENDS or any(True for _ in lists["resume"].ends(shapes, at))):
            denied = False
        if not denied and not skipped:
            kept.append(words[at])
        at += 1
    return kept


@cache
def _lexicon() -> Lexicon:
    return load_lexicon(Path(__file__).with_name("reading.toml"))
