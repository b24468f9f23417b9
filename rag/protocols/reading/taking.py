"""Which of a message's numbers are a field's, and what they are in its unit. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from rag.grounding.lexicon import months
from rag.protocols.reading.amount import Amount
from rag.protocols.reading.answers import Problem
from rag.protocols.reading.phrases import longest, words_in
from rag.protocols.reading.prepared import Prepared
from rag.protocols.reading.said import Said
from rag.protocols.reading.units import ACTIVITY, CALENDAR, CLOCK, converted, dimension, read_unit
from rag.types import Language

_IS: Final = frozenset({"e", "eh", "foi", "deu", "sao", "es", "fue", "is", "was"})
_MINE: Final = frozenset({"tenho", "tengo", "am", "im"})
_SHARES: Final = frozenset(
    "meio meia medio half metade mitad dobro doble double triplo triple twice quarto cuarto quarter".split()
)
_YEARS: Final = frozenset({"a", "y", "yo"})
_SINCE: Final = frozenset({"desde", "since", "dos", "os", "aos", "los", "tinha", "tenia", "was"})


@dataclass(frozen=True, slots=True)
class Taken:
    """An amount in a field's unit: the plausible of its `values`, or a problem with what it would be."""

    amount: Amount
    values: tuple[Decimal, ...]
    problem: Problem | None = None


def in_unit(amount: Amount, ready: Prepared) -> tuple[Decimal, ...] | None:
    """An amount's values in the field's unit; None where its unit is none of the field's."""
    unit, per = amount.unit, ""
    if unit and "/" in unit and not dimension(unit):
        unit, _, per = unit.rpartition("/")
    if per and per not in ready.per:
        return None
    if not unit or (unit == "vezes" and ready.counts):
        return amount.values
    if dimension(unit) == ACTIVITY and converted(Decimal(1), unit, ready.unit) != 1:
        return None  # "mUI/mL" is written where "µUI/mL" is meant
    values = [converted(value, unit, ready.unit, ready.analyte) for value in amount.values]
    known = tuple(value for value in values if value is not None)
    return known if len(known) == len(values) else None


def taken(amount: Amount, ready: Prepared, said: Said) -> Taken:
    """An amount as the field's value, or why it can't be."""
    values = in_unit(amount, ready)
    if values is None or amount.odd:
        return Taken(amount, (), Problem.UNIT)
    fit = tuple(value for value in values if ready.plausible(value))
    if not fit and not amount.paired:
        return Taken(amount, values[:1], Problem.IMPLAUSIBLE)
    return Taken(amount, fit, _problem(amount, fit, ready, said))


def _problem(amount: Amount, fit: Sequence[Decimal], ready: Prepared, said: Said) -> Problem | None:
    if amount.paired or len(fit) > 1:
        return Problem.AMBIGUOUS
    if amount.inexact:
        return Problem.INEXACT
    return Problem.UNIT if not amount.unit and _rivalled(amount, ready, said) else None


def _rivalled(amount: Amount, ready: Prepared, said: Said) -> bool:
    return not ready.asks_in[said.language] and not alone(amount, ready, said.language)


def in_years(said: Said, found: Sequence[Amount]) -> list[Amount]:
    """Numbers with the "a" of "54a" as years."""
    words = said.tokens.words
    return [
        replace(one, end=one.end + 1, unit="anos", odd=False) if one.odd and words[one.end] in _YEARS else one
        for one in found
    ]


def is_time(amount: Amount) -> bool:
    """Whether it is a time, and no rate."""
    return dimension(amount.unit) in (CALENDAR, CLOCK)


def is_once_a_day(amount: Amount) -> bool:
    """As in "100 mcg uma vez ao dia"."""
    return amount.unit == "vezes/dias" and amount.values == (Decimal(1),)


def counted(amount: Amount, ready: Prepared, said: Said) -> bool:
    """Whether a bare number counts a thing that is none of the field's ("2 comprimidos", "3 filhos")."""
    if amount.unit or amount.paired or amount.inexact:
        return False
    word = said.word_of(amount.end - 1) + 1
    if word >= len(said.words) or said.breaks[word]:
        return False
    follows = said.words[word]
    if follows[0].isdigit() or follows in months() or ready.is_acronym(follows):
        return False
    return not any(tag.start <= word < tag.end and tag.meaning for tag in said.tags)


def miscounted(amount: Amount, ready: Prepared, said: Said) -> bool:
    """Whether a number counts what was not asked for, or is a rate ("3 comprimidos", "4 por dia")."""
    words, end = said.tokens.words, amount.end
    if not amount.unit and words[end] in ("por", "per", "a", "ao", "al") and is_unit_of_time(words, end + 1):
        return True
    word = said.word_of(end - 1) + 1
    return counted(amount, ready, said) and not ready.asks(said.words[word])


def is_unit_of_time(words: Sequence[str], at: int) -> bool:
    """Whether a unit of time stands at a token."""
    return dimension(read_unit(words, at)[0]) in (CALENDAR, CLOCK)


def age_since(amount: Amount, said: Said) -> bool:
    """Whether a time is an age since which something lasts ("desde os 15 anos"), and no duration."""
    word = said.word_of(amount.start)
    return any(said.words[back] in ("desde", "since") for back in range(max(0, word - 4), word)) or (
        word > 0 and said.words[word - 1] in _SINCE
    )


def standing(found: Sequence[Amount], said: Said, *, growth: bool = False) -> tuple[list[Amount], list[Amount]]:
    """Numbers that hold, and those denied: of a correction only what follows it, without what was and should be.

    `growth`: what is asked for is itself a change.
    """
    marks = [said.at[tag.end - 1] for tag in said.tags if tag.meaning == "correction"]
    after = ([one for one in found if one.start > mark] for mark in reversed(marks))
    kept = next(filter(None, after), list(found))
    denied = [one for one in kept if _denied(one, said)]
    held = [one for one in kept if one not in denied]
    now = [one for one in held if not _outdated(one, said, growth=growth)]
    return now, [*denied, *(one for one in held if one not in now)]


def _denied(amount: Amount, said: Said) -> bool:
    """As in "não é 42", "42 não"."""
    first, last = said.word_of(amount.start), said.word_of(amount.end - 1) + 1
    back = first
    while back > 0 and not said.breaks[back] and said.words[back - 1] in _IS:
        back -= 1
    before = back > 0 and not said.breaks[back] and said.words[back - 1] in words_in("no")
    after = last < len(said.words) and not said.breaks[last] and said.words[last] in ("nao", "no", "not", "n")
    ends = after and (last + 1 == len(said.words) or said.breaks[last + 1] > 0)
    return before or ends


def _outdated(amount: Amount, said: Said, *, growth: bool) -> bool:
    start, end = said.clause(max(0, said.word_of(amount.start)))
    lists = ("former", "norm") if growth else ("former", "norm", "change")
    return not words_in(*lists).isdisjoint(said.words[start:end])


def hedged(amount: Amount, said: Said) -> bool:
    """Whether the sentence hedges what it tells."""
    start, end = said.sentence(max(0, said.word_of(amount.start)))
    return any(tag.meaning in ("hedge", "bound", "unknown") for tag in said.tags_in(start, end))


def bound(found: Sequence[Amount], ready: Prepared, said: Said) -> list[Amount]:
    """The numbers that stand at a name of the field: "TSH deu 12,5", "42 de IMC"."""
    return [one for one in found if _named_before(one, found, ready, said) or _named_after(one, ready, said)]


def _named_before(amount: Amount, found: Sequence[Amount], ready: Prepared, said: Said) -> bool:
    first = said.word_of(amount.start)
    start, _ = said.clause(max(0, first))
    reached = {one.end for one in found if one.end <= amount.start}
    floor = max((said.word_of(end - 1) + 1 for end in reached), default=start)
    for at in range(max(start, floor), first):
        key, end = longest(ready.names, said.words, at)
        if key and end <= first and linked(said, end, first):
            return True
    return False


def _named_after(amount: Amount, ready: Prepared, said: Said) -> bool:
    at = said.word_of(amount.end - 1) + 1
    if at < len(said.words) and not said.breaks[at] and said.words[at] in ("de", "of", "do", "da", "del"):
        return longest(ready.names, said.words, at + 1)[0] != ""
    return False


def linked(said: Said, start: int, end: int) -> bool:
    """Whether words [start, end) only join a name to its number."""
    if any(said.breaks[at] for at in range(start + 1, end + 1) if at < len(said.words)):
        return False
    joins = words_in("joins") | months().keys()
    return all(word in joins or word[0].isdigit() for word in said.words[start:end])


def alone(amount: Amount, ready: Prepared, language: Language) -> bool:
    """Whether a bare number can be in no other unit than the field's, whatever was asked."""
    others = (converted(amount.value, unit, ready.unit) for unit in ready.in_other_units(language))
    return not any(other is not None and ready.plausible(other) for other in others)


def labelled(amount: Amount, found: Sequence[Amount], dated: Collection[int], said: Said) -> bool:
    """Whether words before a number, since the last one or the last comma, name what it is."""
    first = said.word_of(amount.start)
    start, _ = said.clause(max(0, first))
    floor = max((said.word_of(other.end - 1) + 1 for other in found if other.end <= amount.start), default=start)
    told = {at for tag in said.tags if tag.meaning for at in range(tag.start, tag.end)}
    told |= {said.word_of(token) for token in dated}
    return any(at not in told for at in range(max(start, floor), first))


def foreign(amount: Amount, found: Sequence[Amount], ready: Prepared, said: Said) -> bool:
    """Whether the name of an exam or a measure stands before a number, since the last one or the last comma."""
    first = said.word_of(amount.start)
    start, _ = said.clause(max(0, first))
    floor = max((said.word_of(other.end - 1) + 1 for other in found if other.end <= amount.start), default=start)
    names = {word for word in said.words[max(start, floor) : first] if ready.field.unit or not ready.asks(word)}
    return not words_in("exams").isdisjoint(names)


def of_age(amount: Amount, said: Said) -> bool:
    """Whether a time is the writer's age: "tenho 54 anos"."""
    first = said.word_of(amount.start)
    return first > 0 and said.words[first - 1] in _MINE


def halved(found: Sequence[Amount], said: Said) -> bool:
    """Whether a half or a double stands in a text that is part of none of its numbers: "meio comprimido de 100"."""
    inside = {at for one in found for at in range(one.start, one.end)}
    return any(word in _SHARES and at not in inside for at, word in enumerate(said.tokens.words))
