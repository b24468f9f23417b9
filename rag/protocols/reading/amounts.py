"""Numbers of a message with their units: digits and words, halves and decimals, bounds and ranges."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from itertools import pairwise
from typing import Final

from rag.grounding.lexicon import lexicon, match, multipliers
from rag.grounding.numbers import NumberReader
from rag.protocols.reading.amount import Amount
from rag.protocols.reading.apart import united
from rag.protocols.reading.said import OPENS, Said, decimal_mark
from rag.protocols.reading.units import CALENDAR, converted, dimension, read_unit

HALF: Final = Decimal("0.5")
_AND: Final = frozenset({"e", "y", "and"})
_HALVES: Final = frozenset({"meio", "meia", "medio", "media", "half"})
_POINTS: Final = frozenset({"virgula", "ponto", "coma", "punto", "point"})
_ZEROS: Final = frozenset({"zero", "cero", "0"})
_RANGE: Final = frozenset({"-", "a", "ate", "to", "ou", "o", "u", "or", "hasta", "~", "para", "ao", "al"})
_PAIRED: Final = frozenset({"/", "x", "por", "over", "sobre", "by"})
_FILLERS: Final = frozenset(
    {"o", "a", "os", "as", "de", "el", "la", "los", "las", "the", "of", "uns", "umas", "unos", "unas"}
)
_LONG: Final = frozenset({"ano", "mes", "year", "month", "week", "semana"})
_MOST_DIGITS: Final = 12
_HUNDRED: Final = 100
MOST_AMOUNTS: Final = 80
"""Numbers of a message that are read: each is weighed against the others, and a table is no answer."""


def amounts(said: Said, taken: Collection[int] = ()) -> list[Amount]:
    """The first numbers of a message in order, but for tokens already `taken` by dates and times."""
    reader = _Reader(said, NumberReader.of(said.tokens, said.language), frozenset(taken))
    found: list[Amount] = []
    at = 0
    while at < said.tokens.count and len(found) < MOST_AMOUNTS:
        one = None if at in taken else reader.read(at)
        if one is None or any(token in taken for token in range(one.start, one.end)):
            at += 1
        else:
            found.append(one)
            at = one.end
    shown = united(said, _shown(said, found), taken)
    return _ranged(said, _composed(said, shown))


@dataclass(frozen=True, slots=True)
class _Reader:
    said: Said
    numbers: NumberReader
    taken: frozenset[int]

    def read(self, at: int) -> Amount | None:
        tokens = self.said.tokens
        if (lone := self._unit_and_half(at)) is not None:
            return lone
        bare = self._digits(at) if tokens.kinds[at] in ("num", "fraction") else self._spelled(at)
        if bare is None:
            return None
        values, end, article, bound = bare
        if at == 1 and tokens.words[0] == "-" and tokens.touching(0, 1):
            values = tuple(-value for value in values)
        half = self._half(end)
        values, end = (tuple(value + HALF for value in values), half) if half else (values, end)
        unit, after = self._unit(end)
        if unit and (after_half := self._half(after)) and not half:
            values, after = tuple(value + HALF for value in values), after_half
        if bound and not unit:
            return None
        last = after if unit else end
        odd = not unit and self._odd(end)
        return Amount(at, last, end, values, unit, odd, self._bounded(at, last), self._paired(last), article)

    def _unit_and_half(self, at: int) -> Amount | None:
        """One and a half of a time, told without a number ("ano e meio"); the half of one ("half a year")."""
        words = self.said.tokens.words
        halved = words[at] == "half" and words[at + 1 : at + 2] in (["a"], ["an"])
        first = at + 2 if halved else at + 1 if words[at] in ("a", "an") else at
        unit, end = read_unit(words, first) if words[first] in _LONG else ("", first)
        half = self._half(end) if unit and not halved else end
        english = words[at] in ("a", "an") and unit != ""
        if not unit or not (halved or half or english) or (at and self.numbers.read(at - 1) is not None):
            return None
        value = HALF if halved else Decimal(1) + HALF if half else Decimal(1)
        last = half or end
        return Amount(at, last, first, (value,), unit, inexact=self._bounded(at, last))

    def _digits(self, at: int) -> tuple[tuple[Decimal, ...], int, bool, bool] | None:
        tokens = self.said.tokens
        written = tokens.words[at]
        if tokens.kinds[at] == "fraction" or sum(map(str.isdigit, written)) > _MOST_DIGITS:
            number = self.numbers.read(at) if tokens.kinds[at] == "fraction" else None
            return ((number.value,), number.end, False, False) if number else None
        values, end = _values(written), at + 1
        if not values:
            return None
        if tokens.kinds[end] == "fraction" and tokens.near(at, end) and written.isdecimal():
            part = self.numbers.read(end)
            return ((values[0] + part.value,), part.end, False, False) if part else None
        values = tuple(part for value in values for part in self._parts(value, at))
        values, end = self._pointed(values, at, end)
        factor = multipliers().get(tokens.words[end])
        return (tuple(v * factor for v in values), end + 1, False, False) if factor else (values, end, False, False)

    def _parts(self, value: Decimal, at: int) -> tuple[Decimal, ...]:
        """A decimal without its zero (".9"); both readings where its mark may end what stands before ("foi,9")."""
        mark = decimal_mark(self.said.tokens, at)
        if not mark or not self.said.tokens.words[at].isdecimal():
            return (value,)
        part = Decimal(f"0.{self.said.tokens.words[at]}")
        return (part,) if mark == OPENS else (value, part)

    def _spelled(self, at: int) -> tuple[tuple[Decimal, ...], int, bool, bool] | None:
        if self.said.tokens.kinds[at] != "word":
            return None
        number = self.numbers.read(at)
        if number is None or number.times:
            return None
        values, end = self._pointed((number.value,), at, number.end)
        return values, end, number.article and end == number.end, number.bound

    def _pointed(self, values: tuple[Decimal, ...], at: int, end: int) -> tuple[tuple[Decimal, ...], int]:
        """As in "doze vírgula cinco", "um ponto zero cinco"."""
        words = self.said.tokens.words
        if words[end] not in _POINTS or values[0] != values[0].to_integral_value():
            return values, end
        begin, zeros = end + 1, ""
        while words[begin] in _ZEROS:
            begin, zeros = begin + 1, zeros + "0"
        kind = self.said.tokens.kinds[begin]
        part = self.numbers.read(begin) if kind == "word" or (kind == "num" and words[begin].isdecimal()) else None
        if part is None or part.value != part.value.to_integral_value():
            return ((Decimal(f"{values[0]}.{zeros}"),), begin) if zeros else (values, end)
        return (Decimal(f"{values[0]:f}.{zeros}{part.value:f}"),), part.end

    def _half(self, end: int) -> int:
        """After "e meio", "and a half" at token `end`; 0 if it is not there."""
        words = self.said.tokens.words
        if words[end] not in _AND:
            return 0
        half = end + 2 if words[end + 1] == "a" else end + 1
        alone = words[half] == "half" or read_unit(words, half + 1)[0] == ""
        return half + 1 if words[half] in _HALVES and alone else 0

    def _unit(self, end: int) -> tuple[str, int]:
        """The unit at token `end`: no "x" that joins two numbers, and no "dia" that begins a date."""
        tokens = self.said.tokens
        if not tokens.near(end - 1, end) or self._paired(end):
            return "", end
        unit, after = read_unit(tokens.words, self._hyphened(end))
        dated = not self.taken.isdisjoint(range(end, after)) or (unit == "dias" and after in self.taken)
        return ("", end) if dated else (unit, after)

    def _hyphened(self, end: int) -> int:
        """After the hyphen of "54-year-old"."""
        tokens = self.said.tokens
        hyphen = tokens.words[end] == "-" and tokens.touching(end - 1, end) and tokens.touching(end, end + 1)
        return end + 1 if hyphen and tokens.kinds[end + 1] == "word" else end

    def _odd(self, end: int) -> bool:
        """Whether something stands at the number that may be a unit: letters that touch it, a slash, a sign."""
        tokens = self.said.tokens
        if tokens.kinds[end] == "symbol":
            mark = tokens.words[end]
            return mark.isprintable() and mark not in ",.;:!?()[]-+~\"'" and tokens.touching(end - 1, end)
        return tokens.kinds[end] in ("word", "code", "num") and tokens.touching(end - 1, end)

    def _bounded(self, at: int, end: int) -> bool:
        """Whether a comparator stands before the number, or a bound behind it."""
        words = self.said.tokens.words
        begin = at
        while begin and words[begin - 1] in _FILLERS and at - begin < 3:  # noqa: PLR2004
            begin -= 1
        for start in range(max(0, begin - 5), at):
            meaning, after = match(lexicon().comparators, words, start)
            if meaning and meaning != "=" and begin <= after <= at:
                return True
        if at and words[at - 1] == "como":
            return True  # "hace como 3 meses"
        meaning, after = match(lexicon().postfix, words, end)
        touching = after > end + 1 or (meaning != "" and self.said.tokens.touching(end - 1, end))
        return bool(meaning) and touching

    def _paired(self, end: int) -> bool:
        tokens = self.said.tokens
        kinds = tokens.kinds[end + 1]
        joined = tokens.words[end] in _PAIRED and tokens.words[end + 1] not in ("cento", "ciento")
        return joined and (kinds == "num" or (kinds == "word" and self.numbers.read(end + 1) is not None))


def _values(written: str) -> tuple[Decimal, ...]:
    """What digits may be. One separator before three digits parts thousands in one country and decimals in another."""
    if _either().fullmatch(written):
        return (Decimal(written.replace(",", ".")), Decimal(re.sub(r"[.,]", "", written)))
    if "." in written and "," in written:
        last = max(written.rfind("."), written.rfind(","))
        other = "," if written[last] == "." else "."
        whole = written[:last].split(other)
        if written[last] in written[:last] or not _groups(whole):
            return ()
        return (Decimal("".join(whole) + "." + written[last + 1 :]),)
    parts = re.split(r"[.,]", written)
    if len(parts) > 2:  # noqa: PLR2004
        return (Decimal("".join(parts)),) if _groups(parts) else ()
    return (Decimal(".".join(parts)),)


def _groups(parts: list[str]) -> bool:
    return 1 <= len(parts[0]) <= 3 and not parts[0].startswith("0") and all(len(part) == 3 for part in parts[1:])  # noqa: PLR2004


def _shown(said: Said, found: list[Amount]) -> list[Amount]:
    """Without articles: "um" counts before a unit, alone, or before "e" and another number."""
    kept = []
    for number, one in enumerate(found):
        after = found[number + 1] if number + 1 < len(found) else None
        joined = after is not None and after.start == one.end + 1 and said.tokens.words[one.end] in _AND
        if not one.article or one.unit or joined or len(said.words) == 1:
            kept.append(one)
    return kept


def _composed(said: Said, found: list[Amount]) -> list[Amount]:
    """Years with their months, metres with their centimetres."""
    whole: list[Amount] = []
    for one in found:
        joined = _joined(said, whole[-1], one) if whole else None
        if joined is not None:
            whole[-1] = joined
        else:
            whole.append(one)
    return whole


def _joined(said: Said, first: Amount, second: Amount) -> Amount | None:
    gap = second.start - first.end
    glue = gap == 0 or (gap == 1 and said.tokens.words[first.end] in {*_AND, "com", "con"})
    if not glue or len(first.values) > 1 or len(second.values) > 1:
        return None
    if dimension(first.unit) == CALENDAR == dimension(second.unit) and _finer(first.unit, second.unit):
        base = [converted(one.value, one.unit, "meses") for one in (first, second)]
        value = sum((part for part in base if part is not None), Decimal(0))
        return replace(
            second, start=first.start, values=(value,), unit="meses", inexact=first.inexact or second.inexact
        )
    cents = second.value == second.value.to_integral_value() and 10 <= second.value < _HUNDRED  # noqa: PLR2004
    if first.unit == "m" and second.unit in ("", "cm") and cents and not second.odd:
        value = first.value + second.value / _HUNDRED
        return replace(second, start=first.start, values=(value,), unit="m", inexact=first.inexact or second.inexact)
    return None


def _finer(unit: str, other: str) -> bool:
    order = ("anos", "meses", "semanas", "dias")
    return unit in order and other in order and order.index(unit) < order.index(other)


def _ranged(said: Said, found: list[Amount]) -> list[Amount]:
    """Two numbers with "a", "ou", "-" between them bound a value that is not told."""
    words, marked = said.tokens.words, set()
    for number, (low, high) in enumerate(pairwise(found)):
        between = words[low.end : high.start]
        opened = between[:1] and between[0] in _AND and _opens(words, low.start)
        if len(between) == 1 and (between[0] in _RANGE or opened):
            marked |= {number, number + 1}
    shared = [replace(one, inexact=True) if number in marked else one for number, one in enumerate(found)]
    for number in sorted(marked, reverse=True):
        if not shared[number].unit and number + 1 in marked and shared[number + 1].unit:
            shared[number] = replace(shared[number], unit=shared[number + 1].unit)
    return shared


def _opens(words: list[str], at: int) -> bool:
    return any(words[back] in ("entre", "between") for back in range(max(0, at - 2), at))


@cache
def _either() -> re.Pattern[str]:
    return re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
