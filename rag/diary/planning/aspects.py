"""What a question to the diary wants to know, and of which food. Pure, three languages, linear in the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from rag.diary.planning.lexing import Token, lex
from rag.diary.planning.nutrient_names import read_nutrients
from rag.diary.planning.periods import read_period
from rag.types import Language
from rag.wording import MARKS, Lexicon, load_lexicon, tokens


class Aspect(StrEnum):
    """What a question to the diary wants to know."""

    TOTAL = "total"
    MEAN = "mean"
    HIGHEST_DAY = "highest_day"
    LOWEST_DAY = "lowest_day"
    HIGHEST_FOOD = "highest_food"
    """Which food, dish or meal gave most or least of something."""
    TREND = "trend"
    COUNT = "count"
    """How often or how many."""
    LIST = "list"
    WHEN = "when"
    """The last or first time, or the day of something."""
    OVER_TARGET = "over_target"
    UNDER_TARGET = "under_target"
    COMPARE = "compare"
    """Two days or periods beside each other."""
    PRESENCE = "presence"
    """Whether something was eaten at all."""


_IN_ORDER: Final = (
    Aspect.HIGHEST_FOOD, Aspect.TREND, Aspect.UNDER_TARGET, Aspect.OVER_TARGET, Aspect.HIGHEST_DAY, Aspect.LOWEST_DAY,
    Aspect.WHEN, Aspect.COUNT, Aspect.COMPARE, Aspect.MEAN, Aspect.LIST,
)  # fmt: skip
_SINGLE: Final = frozenset({Aspect.HIGHEST_FOOD, Aspect.LIST, Aspect.WHEN, Aspect.PRESENCE})
_TARGETS: Final = frozenset({Aspect.OVER_TARGET, Aspect.UNDER_TARGET})
_NO_DAY: Final = date(2024, 3, 1)
"""Which words name a period hardly depends on the day; the period itself is not used here."""
_PERIOD, _NUTRIENT = "zperiod", "znutrient"
_JOINS: Final = frozenset("de da do del com con of with al a sem sin e y and".split())
_LONGEST_FOOD: Final = 6


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the words of days and nutrients taken for one word each; `owners` are the tokens of `words`."""

    tokens: Sequence[Token]
    words: Sequence[str]
    owners: Sequence[int]

    def said(self, start: int, end: int) -> str:
        """The words from `start` up to `end` as the person wrote them."""
        places = sorted(set(self.owners[start:end]))
        return " ".join(self.tokens[place].said for place in places)


def aspect_of(text: str) -> Aspect:
    """What `text` wants to know; a total where it says nothing else."""
    return aspect(asked(lex(text)))


def food_asked(text: str) -> str:
    """The food or category that `text` asks about, as written; empty where it asks about none."""
    question = asked(lex(text))
    return question.said(*food_place(question))


def detail_of(text: str) -> bool:
    """Whether the answer needs single entries: of foods, meals or times; days, sums, means and targets need none."""
    return detail(asked(lex(text)))


def aspect(question: Asked) -> Aspect:
    """As `aspect_of`."""
    lexicon, words = _lexicon(), question.words
    skipped = Aspect.HIGHEST_FOOD if lexicon.found("which_day", words) else None
    found = next((one for one in _IN_ORDER if one is not skipped and lexicon.found(one, words)), None)
    start, end = food_place(question)
    if found in {Aspect.HIGHEST_DAY, Aspect.LOWEST_DAY} and start < end and lexicon.found("count", words):
        return Aspect.COUNT
    return found or _unsaid(question, start, end)


def _unsaid(question: Asked, start: int, end: int) -> Aspect:
    """The aspect of a question in which no word tells it: by the food from `start` to `end`, and by meals named."""
    lexicon, words = _lexicon(), question.words
    many, summed = lexicon.has(words, "many"), _NUTRIENT in words or lexicon.has(words, "total")
    if _counts_food(question, start, end):
        return Aspect.COUNT
    if start < end and any(start in lexicon.lists["what"].ends(words, at) for at in range(start)):
        return Aspect.LIST
    if start < end and not many and not summed and lexicon.found("presence", words):
        return Aspect.PRESENCE
    if not summed and (lexicon.has(words, "meal") or lexicon.has(words, "foodnoun")):
        return Aspect.COUNT if many else Aspect.LIST
    return Aspect.TOTAL


def detail(question: Asked) -> bool:
    """As `detail_of`."""
    found = aspect(question)
    if found in _SINGLE:
        return True
    if found in _TARGETS:
        return False
    start, end = food_place(question)
    lexicon, words = _lexicon(), question.words
    meals = lexicon.has(words, "meal") or (found is Aspect.COUNT and lexicon.has(words, "foodnoun"))
    return start < end or meals


def unread(question: Asked) -> bool:
    """Whether words are left that no list knows and that aren't the food asked about."""
    lists, words = _lexicon().lists.values(), question.words
    read = set(range(*food_place(question)))
    for at in range(len(words)):
        read.update(place for choice in lists for end in choice.ends(words, at) for place in range(at, end))
    return any(_is_content(word) for at, word in enumerate(words) if at not in read)


def asked(found: Sequence[Token]) -> Asked:
    """The question that `found` are, in whichever language."""
    nutrients = read_nutrients(found).words
    periods = frozenset[int]().union(*(read_period(found, language, _NO_DAY).words for language in Language))
    words: list[str] = []
    owners: list[int] = []
    for at, token in enumerate(found):
        for word in _words(token, at in periods, at in nutrients):
            if word != (words or [""])[-1] or word not in {_PERIOD, _NUTRIENT}:
                words.append(word)
                owners.append(at)
    mended = [_lexicon().spelling.mended(word) for word in words]
    return Asked(found, mended, owners)


def _words(token: Token, is_period: bool, is_nutrient: bool) -> list[str]:
    if is_nutrient:
        return [_NUTRIENT]
    return [_PERIOD] if is_period else tokens(token.said) or ["."]


def food_place(question: Asked) -> tuple[int, int]:
    """Where the food asked about stands among the words; (0, 0) where there is none."""
    return next((place for place in _places(question) if place[0] < place[1]), (0, 0))


def _places(question: Asked) -> Iterator[tuple[int, int]]:
    """After a word for eating, then after "how many" or "which", then after a nutrient; last whatever is left."""
    lexicon, words = _lexicon(), question.words
    for name in ("eat", "came", "many", "what", "some"):
        for at in range(len(words)):
            for end in lexicon.lists[name].ends(words, at):
                yield _food_from(words, end)
    for at, word in enumerate(words):
        if word == _NUTRIENT and words[at + 1 : at + 2] and words[at + 1] in _OF:
            yield _food_from(words, at + 1)
    if lexicon.found("count", words) or lexicon.found("when", words):
        for at in range(len(words)):
            yield _food_from(words, at)


_OF: Final = frozenset("de do da dos das del from of".split())


def _food_from(words: Sequence[str], at: int) -> tuple[int, int]:
    """The first food from `at` on: small words are passed over, any other known word ends the search."""
    small = _lexicon().lists["small"]
    while at < len(words) and words[at] not in _WALLS and any(True for _ in small.ends(words, at)):
        at += 1
    end = at
    if any(True for _ in _lexicon().lists["meal"].ends(words, at)):
        return at, at
    while end < len(words) and end - at < _LONGEST_FOOD:
        if _is_content(words[end]):
            end += 1
        elif end > at and words[end] in _JOINS and end + 1 < len(words) and _is_content(words[end + 1]):
            end += 2
        else:
            break
    return at, end


_WALLS: Final = frozenset({_PERIOD, _NUTRIENT, "que", "dia", "dias", "day", "days", "vez", "vezes", "veces", "times"})


def _is_content(word: str) -> bool:
    return word not in MARKS and word not in _known() and word[0].isalpha() and len(word) > 1


def _counts_food(question: Asked, start: int, end: int) -> bool:
    """As in "quantas bananas": a plural right after the word for how many."""
    before = question.words[:start][-1:]
    return start < end and before in (["quantos"], ["quantas"], ["cuantos"], ["cuantas"], ["many"])


@cache
def _known() -> frozenset[str]:
    """The words that stand in a list by themselves."""
    lists = _lexicon().lists.values()
    return frozenset(phrase[0] for choice in lists for phrases in choice.phrases.values() for phrase in phrases
                     if len(phrase) == 1)  # fmt: skip


@cache
def _lexicon() -> Lexicon:
    return load_lexicon(Path(__file__).with_name("aspects.toml"))
