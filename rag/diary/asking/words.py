"""The words that a sentence about the diary may hold, and the names of the foods that it may speak of."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from rag.diary.asking.ledger import Ledger
from rag.diary.asking.rows import ASKED_ROW
from rag.diary.types import NUTRIENTS, Meal
from rag.grounding.scan import words_of
from rag.types import Language

_SHORTEST_NAME = 3
_LONGEST_ASKED = 4


class Sense(StrEnum):
    """What a word or phrase does in a sentence."""

    FILLER = "filler"
    AND = "and"
    MORE = "more"
    LESS = "less"
    MOST = "most"
    LEAST = "least"
    THAN = "than"
    OVER = "over"
    UNDER = "under"
    WITHIN = "within"
    TARGET = "target"
    MEAN = "mean"
    TOTAL = "total"
    DAY_NOUN = "day"
    FOOD_NOUN = "food"
    LOG = "log"
    EAT = "eat"
    SEEN = "seen"
    NO = "no"
    GAP = "gap"
    KNOWN = "known"
    PERIOD = "period"
    LAST = "last"
    WEEK = "week"
    LAST_WEEK = "last_week"
    THIS_WEEK = "this_week"
    MONTH = "month"
    THIS_MONTH = "this_month"
    BETWEEN = "between"
    UNTIL = "until"
    ENTRY = "entry"
    TODAY = "today"
    YESTERDAY = "yesterday"
    BEFORE_YESTERDAY = "before_yesterday"
    WEEKDAY = "weekday"
    MEAL = "meal"
    NUTRIENT = "nutrient"
    FOOD = "named_food"


@dataclass(frozen=True, slots=True)
class Meaning:
    """The senses of a phrase, and what it names: a nutrient, a meal, a weekday's number, foods' slugs."""

    senses: tuple[Sense, ...]
    names: frozenset[str] = frozenset()


Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases by their first word, the longest first."""

    by_word: Mapping[str, tuple[tuple[Phrase, Meaning], ...]]

    @classmethod
    def of(cls, meanings: Mapping[Phrase, Meaning]) -> Phrases:
        """From phrases with their meanings."""
        by_word: dict[str, list[tuple[Phrase, Meaning]]] = {}
        for phrase in sorted(meanings, key=lambda words: (-len(words), words)):
            by_word.setdefault(phrase[0], []).append((phrase, meanings[phrase]))
        return cls({word: tuple(found) for word, found in by_word.items()})

    def at(self, words: Sequence[str], place: int) -> tuple[Meaning, int] | None:
        """The longest phrase at a place, and the place after it."""
        for phrase, meaning in self.by_word.get(words[place], ()):
            if tuple(words[place : place + len(phrase)]) == phrase:
                return meaning, place + len(phrase)
        return None


@cache
def vocabulary(language: Language) -> Phrases:
    """The words of a language, foods aside."""
    return Phrases.of(dict(_entries(_tables()[language])))


@cache
def nutrient_words(language: Language) -> Mapping[str, frozenset[str]]:
    """Nutrients by the words that name them, folded."""
    named = vocabulary(language).by_word.values()
    return {
        " ".join(phrase): meaning.names
        for found in named
        for phrase, meaning in found
        if Sense.NUTRIENT in meaning.senses
    }


@cache
def _tables() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def _entries(table: Mapping[str, Any]) -> Iterator[tuple[Phrase, Meaning]]:
    """A later sense adds to an earlier one of the same phrase: "registros" is logged, and is counted."""
    senses: dict[Phrase, tuple[Sense, ...]] = {}
    for key, text in table.items():
        if key in {"nutrients", "weekdays", *Meal}:
            continue
        for phrase in _phrases(text):
            senses[phrase] = (*senses.get(phrase, ()), *map(Sense, key.split("+")))
    yield from ((phrase, Meaning(found)) for phrase, found in senses.items())
    yield from _weekdays(table["weekdays"].split())
    for meal in Meal:
        yield from ((phrase, Meaning((Sense.MEAL,), frozenset([meal]))) for phrase in _phrases(table[meal]))
    for key in NUTRIENTS:
        meaning = Meaning((Sense.NUTRIENT,), frozenset([key]))
        yield from ((phrase, meaning) for phrase in _phrases(table["nutrients"][key]))


def _phrases(text: str) -> Iterator[Phrase]:
    return (tuple(w for part in written.split("_") for w in words_of(part)) or (written,) for written in text.split())


def _weekdays(written: Sequence[str]) -> Iterator[tuple[Phrase, Meaning]]:
    """Two forms a weekday, Monday first; Saturday and Sunday have one."""
    numbers = (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6)
    for word, number in zip(written, numbers, strict=True):
        if word != "_":
            yield words_of(word), Meaning((Sense.WEEKDAY,), frozenset([str(number)]))


def food_phrases(ledger: Ledger) -> Phrases:
    """Every form under which a sentence may name a food of the evidence, or what was asked for.

    A food's name whole, without brackets or what stands in them, up to its first comma, turned round at it ("Rice,
    white": "white rice"), and its first words as far as no other food's name starts alike.
    """
    forms = {slug: list(_forms(name)) for slug, name in ledger.names.items()}
    owners: dict[Phrase, set[str]] = {}
    for slug, own in forms.items():
        for form in {prefix for whole in own for prefix in _prefixes(whole)}:
            owners.setdefault(form, set()).add(slug)
    whole_names = {words_of(name): slug for slug, name in ledger.names.items()}
    named = {form: slugs for form, slugs in owners.items() if len(slugs) == 1 and _is_free(form, ledger.language)}
    named |= {form: {slug} for form, slug in whole_names.items() if _is_free(form, ledger.language)}
    meanings = {form: Meaning((Sense.FOOD,), frozenset(slugs)) for form, slugs in named.items()}
    return Phrases.of(meanings | _asked(ledger, named))


def _asked(ledger: Ledger, named: Mapping[Phrase, set[str]]) -> dict[Phrase, Meaning]:
    """What was asked for names itself; and a food too where it is the only one found for it."""
    phrase = words_of(ledger.asked.phrase) if ledger.asked else ()
    plain = 0 < len(phrase) <= _LONGEST_ASKED and all(word.isalpha() for word in phrase)
    if not ledger.asked or not plain or not _is_free(phrase, ledger.language):
        return {}
    slugs = named.get(phrase, set())
    names = frozenset([ASKED_ROW, *slugs]) if slugs == ledger.asked.slugs else frozenset([ASKED_ROW])
    return {phrase: Meaning((Sense.FOOD,), names)}


def _forms(name: str) -> Iterator[Phrase]:
    bare = name.partition("(")[0]
    parts = [part.strip() for part in bare.split(",") if part.strip()]
    yield words_of(bare)
    yield words_of(name.replace("(", "").replace(")", ""))
    if len(parts) > 1:
        yield words_of(f"{parts[1]} {parts[0]}")


def _prefixes(words: Phrase) -> Iterable[Phrase]:
    """The beginnings of a name; the first word in the plural too."""
    for end in range(1, len(words) + 1):
        yield words[:end]
    if words and words[0].isalpha():
        yield (f"{words[0]}s",)


def _is_free(phrase: Phrase, language: Language) -> bool:
    """Whether a name can't be taken for other words: it ends in a word of its own, and none of the vocabulary is it."""
    if len(phrase) == 1 and len(phrase[0]) < _SHORTEST_NAME:
        return False
    table = vocabulary(language)
    whole = table.at((*phrase, ""), 0)
    ends_open = (last := table.at((phrase[-1], ""), 0)) is not None and Sense.FILLER in last[0].senses
    return not (whole and whole[1] == len(phrase)) and not ends_open and not phrase[-1].startswith((",", "("))
