"""The body mass index from the weight and the height told together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from rag.protocols.reading.amount import Amount
from rag.protocols.reading.answers import Answer, Doubt, Heard, Problem, Told
from rag.protocols.reading.elsewhen import unclear
from rag.protocols.reading.phrases import longest, words_in
from rag.protocols.reading.prepared import Prepared
from rag.protocols.reading.said import Said
from rag.protocols.reading.scope import Scope
from rag.protocols.reading.taking import hedged, is_time
from rag.protocols.reading.units import LENGTH, MASS, converted, dimension

_LIGHTEST, _HEAVIEST = Decimal(2), Decimal(500)
_SHORT_ADULT = Decimal("1.2")
_SHORTEST, _TALLEST = Decimal("0.4"), Decimal("2.6")
_PLACES: Final = 8


def bmi(found: Sequence[Amount], said: Said) -> Answer:
    """Weight in kg over the square of the height in m (Quetelet's index), of the one weight and the one height told.

    A number without a unit counts where a word beside it says what it is, or where its size leaves no doubt beside
    the other. None where the two are not there.
    """
    weights = [one for one in found if _is(one, said, MASS, "weight")]
    heights = [one for one in found if _is(one, said, LENGTH, "height") and one not in weights]
    if len(weights) == 1 and not heights:
        heights = [one for one in found if one not in weights and _by_its_size(one)]
    if len(weights) != 1 or len(heights) != 1 or len(found) - sum(map(is_time, found)) > 2:  # noqa: PLR2004
        return None
    weight, height = weights[0], heights[0]
    kilos, metres = _in(weight, "kg", _LIGHTEST, _HEAVIEST), _in(height, "m", _SHORTEST, _TALLEST)
    quote = said.quote(min(weight.start, height.start), max(weight.end, height.end))
    if len(kilos) != 1 or len(metres) != 1:
        return Doubt(Problem.IMPLAUSIBLE, quote)
    value = shortened(kilos[0] / (metres[0] * metres[0]))
    hedge = weight.inexact or height.inexact or said.has("hedge", "bound")
    return Doubt(Problem.INEXACT, quote, value) if hedge else Told(value, quote)


def indices(said: Said, found: Sequence[Amount], fields: Mapping[str, Prepared], about: Scope) -> Iterator[Heard]:
    """The index of the one weight and the one height that a message tells of the patient, for fields that ask for it.

    Not beside a number at a name of the field: that is heard by itself.
    """
    wanted = [ready for ready in fields.values() if ready.unit == "kg/m2"]
    if not wanted:
        return
    weights = [one for one in found if _is(one, said, MASS, "weight") and _in(one, "kg", _LIGHTEST, _HEAVIEST)]
    heights = [one for one in found if _is_height(one, said) and one not in weights]
    if len(weights) != 1 or len(heights) != 1:
        return
    places = [said.word_of(one.start) for one in (*weights, *heights)]
    sentences = {said.sentence(at) for at in places}
    sure = all(about.numbers(at, at + 1) and not _changes(said, at) for at in places)
    if len(sentences) != 1 or not sure or any(hedged(one, said) for one in (*weights, *heights)):
        return
    if any(unclear([one], wanted[0], said, ()) for one in (*weights, *heights)):
        return
    told = bmi([*weights, *heights], said)
    for ready in wanted:
        named = any(longest(ready.names, said.words, at)[0] for at in range(len(said.words)))
        if isinstance(told, Told) and isinstance(told.value, Decimal) and ready.plausible(told.value) and not named:
            yield Heard(ready.field.key, told.value, told.quote)


def _is_height(one: Amount, said: Said) -> bool:
    """A height of a body, and of nothing smaller: in metres or by its name."""
    if not _is(one, said, LENGTH, "height") or one.inexact:
        return False
    return any(_SHORT_ADULT <= value <= _TALLEST for value in _in(one, "m", _SHORTEST, _TALLEST))


def _changes(said: Said, at: int) -> bool:
    start, end = said.clause(at)
    return not words_in("change", "former", "norm").isdisjoint(said.words[start:end])


def shortened(exact: Decimal) -> Decimal:
    """One decimal, or as many more as keep a value from landing on a whole number that it is not.

    Thresholds are whole numbers: 39.96 must not become 40.0.
    """
    for places in range(1, _PLACES):
        value = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
        if value != value.to_integral_value() or value == exact:
            return value
    return exact


def _is(one: Amount, said: Said, measure: str, named: str) -> bool:
    """Whether an amount is such a measure, by its unit or by the word before or after it."""
    if one.unit:
        return dimension(one.unit) == measure
    if one.odd or one.paired:
        return False
    first, last = said.word_of(one.start), said.word_of(one.end - 1) + 1
    back = first - 1
    while back >= 0 and said.words[back] in words_in("joins"):
        back -= 1
    before = back >= 0 and said.words[back] in words_in(named)
    after = last + 1 < len(said.words) and said.words[last] in ("de", "of") and said.words[last + 1] in words_in(named)
    return before or after or (named == "height" and last < len(said.words) and said.words[last] == "tall")


def _by_its_size(one: Amount) -> bool:
    """Whether a number can only be a height in metres beside a weight: "120 kg e 1,70"."""
    bare = not one.unit and not one.odd and not one.paired
    return bare and _SHORT_ADULT <= one.value <= _TALLEST and one.value.as_tuple().exponent == -2  # noqa: PLR2004


def _in(one: Amount, unit: str, low: Decimal, high: Decimal) -> list[Decimal]:
    """What an amount is in a unit, as far as a person may be; of a bare height in metres or centimetres."""
    units = [one.unit] if one.unit else [unit, "cm"] if unit == "m" else [unit]
    values = (converted(value, said, unit) for value in one.values for said in units)
    return [value for value in values if value is not None and low <= value <= high]
