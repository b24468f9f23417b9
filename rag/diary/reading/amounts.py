"""Amounts: a number with a unit of weight or volume, a household measure, or a count. A strict grammar, no guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from rag.diary.lexis.measures import UNIT, Measured, Measures
from rag.diary.lexis.words import Word, forms, phrase
from rag.diary.reading.numerals import NumberReader, Quantity, span
from rag.diary.types import Amount, Refusal

GRAM: Final = "g"
MILLILITRE: Final = "ml"
MOST: Final = Decimal(5_000)
_MOST_COUNT: Final = Decimal(60)
_OUNCE, _POUND, _FLUID_OUNCE = Decimal("28.35"), Decimal("453.6"), Decimal("29.57")
_WEIGHTS: Final = {
    **dict.fromkeys("g gr grs gm gms grama gramas gramo gramos gram grams gramme grammes".split(), Decimal(1)),
    **dict.fromkeys(
        "kg kgs kilo kilos quilo quilos quilograma quilogramas kilogramo kilogramos kilogram kilograms".split(),
        Decimal(1000),
    ),
    **dict.fromkeys("mg mgs miligrama miligramas miligramo miligramos milligram milligrams".split(), Decimal("0.001")),
    **dict.fromkeys("oz ounce ounces onca oncas onza onzas".split(), _OUNCE),
    **dict.fromkeys("lb lbs pound pounds libra libras".split(), _POUND),
}
_VOLUMES: Final = {
    **dict.fromkeys("ml mls mililitro mililitros milliliter milliliters millilitre millilitres cc".split(), Decimal(1)),
    **dict.fromkeys("cl centilitro centilitros centiliter centiliters".split(), Decimal(10)),
    **dict.fromkeys("dl decilitro decilitros".split(), Decimal(100)),
    **dict.fromkeys("l lt lts litro litros liter liters litre litres".split(), Decimal(1000)),
}
_FLUID: Final = frozenset({"fl", "fluid"})
_COARSE: Final = Decimal(20)
"""From this many grams or millilitres a unit is one of which people take a few."""
_OF: Final = frozenset({"d", "de", "do", "da", "dos", "das", "del", "of"})
_THE: Final = frozenset({"the", "my", "o", "a", "os", "as", "meu", "minha", "el", "la"})
_TIMES: Final = frozenset({"x", "×", "*"})
_CHEESEBURGERS: Final = frozenset("- tudo salada burguer burger bacon egg ovo calabresa frango picanha".split())
_OPENERS: Final = _OF | frozenset({"com", "con", "with", "(", "c"})
_INNER_ARTICLES: Final = frozenset({"de", "of", "a", "um", "uma", "un", "una"})


@dataclass(frozen=True, slots=True)
class Said:
    """An amount read from words `start` to `end` (exclusive, the "of" after it included).

    Exactly one of `amount`, `vague`, `refused` is there. `measure` is where the measure's own words stand; `bare`: a
    count; `article`: the count is "um", "a"; `of`: a food must follow; `grouped`: it stood in brackets; `count` is how
    many there were of a measure that says too little.
    """

    start: int
    end: int
    amount: Amount | None = None
    vague: str | None = None
    refused: Refusal | None = None
    measure: tuple[int, int] | None = None
    bare: bool = False
    article: bool = False
    of: bool = False
    grouped: bool = False
    count: Quantity | None = None

    @property
    def weighed(self) -> bool:
        """Whether it is in grams or millilitres."""
        return self.amount is not None and self.amount.unit in {GRAM, MILLILITRE}


@dataclass(frozen=True, slots=True)
class AmountReader:
    """Reads amounts that start at a given word."""

    words: Sequence[Word]
    shapes: Sequence[str]
    numbers: NumberReader
    measures: Measures

    @classmethod
    def of(cls, words: Sequence[Word], measures: Measures, *, english: bool, spanish: bool) -> AmountReader:
        """For these words; `english` and `spanish` as in NumberReader."""
        return cls(words, forms(words), NumberReader(words, english, spanish), measures)

    def at(self, at: int) -> Said | None:
        """The amount that starts at word `at`, or None."""
        quantity = self.numbers.at(at)
        if quantity is None or (quantity.article and self._vaguely(at)):
            return self._measure_alone(at)
        if self._is_share(quantity.end):
            return None
        end = quantity.end + self._is_times(quantity.end)
        said = self._weighed(at, quantity) or self._measured(at, quantity, end) or self._counted(at, quantity, end)
        return self._with_of(said)

    def _shape(self, at: int) -> str:
        return self.shapes[at] if at < len(self.shapes) else ""

    def _is_times(self, at: int) -> bool:
        """Whether "x" counts; in "1 x-salada" it is the food's."""
        apart = at < len(self.words) and not self.words[at].glued
        named = apart and self._shape(at) == "x" and self._shape(at + 1) in _CHEESEBURGERS
        return self._shape(at) in _TIMES and not named

    def _is_share(self, at: int) -> bool:
        """Whether the number is a percentage or part of a name ("7up", "70% cacau")."""
        return self._shape(at) == "%" or (self._shape(at) == "°")

    def _vaguely(self, at: int) -> bool:
        found = self.measures.at(self.shapes, at)
        return found is not None and found.vague == "some"

    def _measure_alone(self, at: int) -> Said | None:
        """As in "fatia de pão", "um pouco de arroz", "some rice": a measure with no number says too little."""
        found = self.measures.at(self.shapes, at)
        if found is None or (found.key or "").startswith(UNIT):
            return None
        half = self.numbers.half_after(found.end)
        if half is not None and self._may_end(half) and found.vague != "some":  # "taza y media de arroz"
            one = Quantity(Decimal("1.5"), half)
            return self._with_of(self._kept(at, one, found, (at, found.end), half))
        if self._shape(found.end) not in _OF and found.vague != "some":
            return None
        if found.key is not None and self.measures.among("cuts", found.key):
            return None
        said = Said(at, found.end, vague=found.vague or found.key, measure=(at, found.end))
        return self._with_of(said)

    def _weighed(self, at: int, quantity: Quantity) -> Said | None:
        end = quantity.end + (self._shape(quantity.end) == "de" and not quantity.bare)
        unit = self._unit(end)
        if unit is None:
            return None
        name, factor, end = unit
        coarse = factor >= _COARSE
        whole = self._ranged(self.numbers.at(at, coarse=coarse) or quantity, unit, end, coarse=coarse)
        half = self.numbers.half_after(end)
        if half is not None and self._may_end(half):
            whole, end = replace(whole, value=whole.value + Decimal("0.5")), half
        end = max(end, whole.end)
        return self._said(at, self._container(end), scaled(whole, factor), name, end)

    def _ranged(self, low: Quantity, unit: tuple[str, Decimal, int], end: int, *, coarse: bool) -> Quantity:
        """A range whose ends both have the unit."""
        high = self.numbers.upper_after(end, coarse=coarse)
        again = self._unit(high.end) if high is not None else None
        if high is None or again is None or again[:2] != unit[:2]:
            return low
        return replace(span(low, high), end=again[2])

    def _unit(self, at: int) -> tuple[str, Decimal, int] | None:
        shape = self._shape(at)
        if shape in _FLUID and self._shape(at + 1) in {"oz", "ounce", "ounces"}:
            return MILLILITRE, _FLUID_OUNCE, at + 2
        if shape in _WEIGHTS:
            return GRAM, _WEIGHTS[shape], at + 1
        return (MILLILITRE, _VOLUMES[shape], at + 1) if shape in _VOLUMES else None

    def _may_end(self, at: int) -> bool:
        return at >= len(self.words) or self._shape(at) in _OF or not self.words[at].is_text

    def _container(self, at: int) -> int:
        """After "12 oz can", "200 ml glass": what it came in says no more."""
        found = self.measures.at(self.shapes, at)
        known = found is not None and self.measures.among("containers", found.key or found.vague or "")
        return found.end if found is not None and known else at

    def _measured(self, at: int, quantity: Quantity, begin: int) -> Said | None:
        share = not quantity.bare and quantity.value < 1 and self._shape(begin) in _OF
        begin += share  # "dois terços de xícara"
        found = self.measures.at(self.shapes, begin) or self._short(begin)
        if found is None or (found.key == "unit_medium" and self._is_kind(found.end)):  # "a heaped tablespoon"
            begin = self._skip("full", begin)
            found = self.measures.at(self.shapes, begin)
        sized = self.measures.among("sizes", self._shape(begin))
        if sized and (found is None or found.end == begin + 1):  # "uma grande fatia"
            after = self.measures.at(self.shapes, begin + 1)
            found = Measured(after.end, vague=after.vague or after.key) if after and not _is_size(after) else found
        if found is None or found.vague == "some":
            return None
        end = self._skip("full", found.end)
        each = self._each(end, quantity, at, found)
        if each is not None:
            return replace(each, measure=(begin, found.end))
        half = self.numbers.half_after(end)
        if half is not None and self._may_end(half):
            quantity, end = replace(quantity, value=quantity.value + Decimal("0.5")), half
        return self._kept(at, quantity, found, (begin, found.end), end)

    def _short(self, at: int) -> Measured | None:
        """A measure whose word is a food's too, where "de", a mark or the end follows: "3 fat. de queijo"."""
        following = self._shape(at + 1)
        if following and following not in _OF and self.words[at + 1].is_text:
            return None
        found = self.measures.short(self._shape(at))
        return replace(found, end=at + 1) if found else None

    def _is_kind(self, at: int) -> bool:
        found = self.measures.at(self.shapes, at)
        return found is not None and not _is_size(found)

    def _kept(self, at: int, quantity: Quantity, found: Measured, place: tuple[int, int], end: int) -> Said:
        sized = self.measures.among("sizes", self._shape(end)) and not _is_size(found)
        end = self._skip("full", self._skip("sizes", end))
        if found.key is None or sized:
            reason = _refusal(quantity, "")
            vague = None if reason else found.vague or found.key
            return Said(at, end, vague=vague, refused=reason, measure=place, count=quantity)
        said = self._said(at, end, quantity, found.key, end)
        return replace(said, measure=place, bare=_is_size(found), article=quantity.article)

    def _skip(self, name: str, at: int) -> int:
        while self.measures.among(name, self._shape(at)):
            at += 1
        return at

    def _each(self, at: int, times: Quantity, start: int, of: Measured) -> Said | None:
        """As in "2 latas de 350 ml": what one of them holds, that many times."""
        begin = at
        while self._shape(begin) in _OPENERS and begin < at + 2:
            begin += 1
        inner = self.numbers.at(begin) if begin < len(self.words) and self.words[begin].is_number else None
        weighed = self._weighed(begin, inner) if inner is not None else None
        if weighed is None or weighed.amount is None:
            return None
        packed = self.measures.among("containers", of.key or of.vague or "")
        alone = times.value == 1 and times.low is None
        if not alone and ((begin == at and not packed) or (self._shape(at) == "(" and weighed.amount.unit == GRAM)):
            return None  # of all of them, or of each: who knows
        end = weighed.end + (self._shape(weighed.end) == ")")
        total = scaled(times, weighed.amount.value)
        return self._said(start, end, total, weighed.amount.unit, end)

    def _counted(self, at: int, quantity: Quantity, end: int) -> Said:
        if self._shape(end) in {"unit", UNIT}:
            end += 1
        return replace(self._said(at, end, quantity, UNIT, end), bare=True, article=quantity.article)

    def _said(self, at: int, end: int, quantity: Quantity, unit: str, spoken: int) -> Said:
        reason = _refusal(quantity, unit)
        if reason is not None:
            return Said(at, end, refused=reason, count=quantity if unit == UNIT else None)
        words = phrase(self.words[at:spoken])
        return Said(at, end, Amount(quantity.value, unit, words, quantity.low, quantity.high))

    def _with_of(self, said: Said) -> Said:
        end = said.end
        if self._shape(end) not in _OF:
            return said
        end += 1
        if self._shape(end) in _THE:
            end += 1
        return replace(said, end=end, of=True)


def scaled(quantity: Quantity, factor: Decimal) -> Quantity:
    """A quantity times `factor`, its range too."""
    low, high = (None if end is None else end * factor for end in (quantity.low, quantity.high))
    return replace(quantity, value=quantity.value * factor, low=low, high=high)


def _is_size(found: Measured) -> bool:
    return (found.key or "").startswith(UNIT)


def _refusal(quantity: Quantity, unit: str) -> Refusal | None:
    if quantity.refused is not None:
        return quantity.refused
    if not quantity.value:
        return Refusal.ZERO
    most = MOST if unit in {GRAM, MILLILITRE} else _MOST_COUNT
    return Refusal.ABSURD if (quantity.high or quantity.value) > most else None
