"""Every figure of a text, with its place, unit and comparator."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from decimal import Decimal

from rag.grounding.codes import CodeReader
from rag.grounding.dates import DateReader
from rag.grounding.figure import Comparator, Figure, Kind
from rag.grounding.language import detect
from rag.grounding.lexicon import Lexicon, lexicon, match, months, starters
from rag.grounding.numbers import Number, NumberReader
from rag.grounding.scan import Tokens, scan
from rag.grounding.special import Special, coded
from rag.grounding.unit_words import DURATIONS, FILLERS, OVER_IS_MORE
from rag.grounding.units import UnitReader, share_units
from rag.grounding.words import ARTICLES
from rag.types import Language

_RANGE_WORDS = frozenset({"-", "a", "ate", "to", "hasta", "through", "ao", "aos", "al", "as"})
_BETWEEN = frozenset({"entre", "between"})
_AND = frozenset({"e", "y", "and"})
_OR = frozenset({"ou", "o", "u", "or"})
_HALVES = frozenset({"meia", "meio", "media", "medio", "half"})
_HALF, _HALF_STEP = Decimal("0.5"), Decimal("0.1")
_BOTH = Decimal(2)
_DEFINITE = frozenset({"os", "as", "los", "las", "the"})
_NOT_ONE_TIME = frozenset("de mais mas era otra alguma toda cada".split())
_NOT_ONE_DAY = frozenset({"para", "or", "desses"})
_MOST_FILLERS = 3


def figures(text: str, language: Language | None = None) -> list[Figure]:
    """Every figure of `text`, in order; spans refer to its NFC form. Never raises.

    Articles ("um", "una", "one") count only before a unit, after a comparator or beside another number; citation
    markers, list numbering and most ordinals are no figures. Without a language it is told from the text's words
    (pt-BR if they tell none).
    """
    tokens = scan(text)
    return read_figures(tokens, language or detect(tokens.words))


def read_figures(tokens: Tokens, language: Language) -> list[Figure]:
    """The figures of a text already cut into tokens."""
    return share_units(FigureReader.of(tokens, language).all(), tokens.folded)


def canonical_unit(written: str) -> str:
    """The canonical form of a unit as written ("mg/dL" → "mg/dl"); itself, folded, where it is unknown."""
    tokens = scan(f"1 {written}")
    found = read_figures(tokens, Language.PT)
    return found[0].unit if found and found[0].unit else "".join(tokens.words[1:])


@dataclass(frozen=True, slots=True)
class FigureReader:
    """Walks over the tokens once."""

    tokens: Tokens
    language: Language
    lexicon: Lexicon
    numbers: NumberReader
    units: UnitReader
    codes: CodeReader
    dates: DateReader

    @classmethod
    def of(cls, tokens: Tokens, language: Language) -> FigureReader:
        """A reader of these tokens."""
        table = lexicon()
        numbers, units = NumberReader.of(tokens, language), UnitReader(tokens, table.units, table.comparators)
        return cls(tokens, language, table, numbers, units, CodeReader(tokens), DateReader(tokens))

    def all(self) -> list[Figure]:
        """Every figure, in order."""
        found: list[Figure] = []
        known, words, kinds = starters(self.language), self.tokens.words, self.tokens.kinds
        at = 0
        while at < self.tokens.count:
            word = words[at]
            if word not in known and kinds[at] in ("word", "symbol") and word.isascii():
                at += 1
                continue
            here = self._at(at) or Special((), at + 1)
            found.extend(here.figures)
            at = here.end
        return found

    def _at(self, at: int) -> Special | None:
        kind, word = self.tokens.kinds[at], self.tokens.words[at]
        if kind in ("url", "code"):
            return self._coded(at)
        if kind == "word":
            special = self.dates.at_month(at) if word in months() else self.codes.at_word(at)
            if special is not None:
                return special
            if not word.isascii() and any(unicodedata.numeric(letter, None) is not None for letter in word):
                return self._coded(at)
        compared = self._compared(at) if word in self.lexicon.comparators else None
        return compared or self._measured(at, Comparator.EQUAL, at)

    def _coded(self, at: int) -> Special:
        return Special((coded(self.tokens, at, at + 1, self.tokens.words[at]),), at + 1)

    def _compared(self, at: int) -> Special | None:
        """A comparator and the figure that it bounds, if one follows."""
        meaning, end = match(self.lexicon.comparators, self.tokens.words, at)
        if not meaning:
            return None
        limit = end + _MOST_FILLERS
        while end < limit and self._is_filler(end):
            end += 1
        inner, inner_end = match(self.lexicon.comparators, self.tokens.words, end)
        end = inner_end if inner in (Comparator.ABOUT, Comparator.EQUAL) else end
        return self._measured(end, Comparator(meaning), at)

    def _is_filler(self, at: int) -> bool:
        """Whether the word may stand between a comparator and its number; "dos" is a number in Spanish."""
        word = self.tokens.words[at]
        return word in FILLERS and word not in self.numbers.spelled

    def _measured(self, at: int, comparator: Comparator, begin: int) -> Special | None:
        if self.tokens.kinds[at] == "num":
            special = self.codes.at_number(at) or self.dates.at_number(at)
            if special is not None:
                return self._bounded(special, comparator, begin)
        number = self.numbers.read(at)
        if number is not None:
            return self._quantity(number, at, comparator, begin)
        # Digits that form no number, as a version "1.2.3" does.
        return self._coded(at) if self.tokens.kinds[at] == "num" else None

    def _bounded(self, found: Special, comparator: Comparator, begin: int) -> Special:
        """A blood pressure takes its unit and comparator; dates and codes take neither."""
        if len(found.figures) != 1 or found.figures[0].kind is not Kind.PRESSURE:
            return found
        unit, after = self.units.read(found.end)
        comparator, end = self._postfix(after if unit == "mmhg" else found.end, comparator)
        start, stop = self.tokens.starts[begin], self.tokens.ends[end - 1]
        return Special((replace(found.figures[0], start=start, end=stop, comparator=comparator),), end)

    def _quantity(self, number: Number, at: int, comparator: Comparator, begin: int) -> Special | None:
        value, unit, end = self._with_unit(number)
        if number.bound and end == number.end:
            return None
        high, high_unit, last = self._upper(value, unit, (begin, at), end)
        unit = high_unit or unit or self.units.label(begin, at)
        comparator, last = self._postfix(last, self._over_time(begin, unit, comparator))
        step, kind, upper = number.step, Kind.QUANTITY, None
        if high is not None:
            step, kind, upper = min(step, high.step), Kind.RANGE, high.value
        elif value != number.value:
            step = _HALF_STEP
        else:
            value, begin = self._signed(value, begin)
        span = (self.tokens.starts[begin], self.tokens.ends[last - 1])
        figure = Figure(kind, *span, value, upper, unit, comparator, step)
        return Special((figure,), last) if self._counts(number, figure, at, last) else Special((), number.end)

    def _with_unit(self, number: Number) -> tuple[Decimal, str, int]:
        """Value, unit and the index after them: "1 hora e meia" is 1.5 hours, "half an hour" 0.5."""
        value, end = self._and_a_half(number.value, number.end)
        if number.times:
            return value, *self.units.compound("times", end)
        unit, end = self.units.read(end)
        if unit:
            value, end = self._and_a_half(value, end)
            return value, unit, end
        return (value, *self._half_of(end)) if number.bound else (value, "", end)

    def _and_a_half(self, value: Decimal, end: int) -> tuple[Decimal, int]:
        words = self.tokens.words
        if words[end] not in _AND:
            return value, end
        half = end + 2 if words[end + 1] == "a" else end + 1
        if words[half] not in _HALVES or (words[half] == "half") != (half == end + 2):
            return value, end
        return value + _HALF, half + 1

    def _half_of(self, end: int) -> tuple[str, int]:
        """Read "half an hour", "half of": the unit and the index after it; `end` unchanged where it is no amount."""
        words = self.tokens.words
        if self.language is not Language.EN:
            return "", end
        unit, after = self.units.read(end + 1 if words[end] in ("a", "an") else end)
        if unit:
            return unit, after
        return "", end + 1 if words[end] == "of" else end

    def _upper(self, low: Decimal, unit: str, place: tuple[int, int], end: int) -> tuple[Number | None, str, int]:
        """The upper end of a range, its unit, and the index after it; (None, "", end) if it is none."""
        nothing, word = (None, "", end), self.tokens.words[end]
        if word not in _RANGE_WORDS and not (word in _AND and self._between(*place)):
            return nothing
        after = end + 1
        while after < end + _MOST_FILLERS and self._is_filler(after):
            after += 1
        number = self.tokens.kinds[after] == "num"
        if number and (self.codes.at_number(after) or self.dates.at_number(after)):
            return nothing
        high = self.numbers.read(after)
        if high is None or high.value <= low or high.bound or high.times:
            return nothing
        high_unit, last = self.units.read(high.end)
        differs = unit and high_unit and unit != high_unit
        return nothing if differs or (high.article and not high_unit) else (high, high_unit, last)

    def _between(self, begin: int, at: int) -> bool:
        words = self.tokens.words
        return any(index >= 0 and words[index] in _BETWEEN for index in (begin - 1, begin - 2, at - 1))

    def _signed(self, value: Decimal, begin: int) -> tuple[Decimal, int]:
        """A minus that touches the number and follows a blank within a line makes it negative."""
        tokens, sign = self.tokens, begin - 1
        if sign < 1 or tokens.words[sign] != "-" or not tokens.touching(sign, begin):
            return value, begin
        between = tokens.folded[tokens.ends[sign - 1] : tokens.starts[sign]]
        return (-value, sign) if between == " " and tokens.kinds[sign - 1] != "num" else (value, begin)

    def _over_time(self, begin: int, unit: str, comparator: Comparator) -> Comparator:
        words = self.tokens.words
        if words[begin] != "over" or unit not in DURATIONS or (begin and words[begin - 1] in OVER_IS_MORE):
            return comparator
        return Comparator.EQUAL

    def _postfix(self, end: int, comparator: Comparator) -> tuple[Comparator, int]:
        """A comparator behind the figure: "ou mais", "65+"."""
        if comparator is not Comparator.EQUAL:
            return comparator, end
        meaning, after = match(self.lexicon.postfix, self.tokens.words, end)
        if not meaning or self.numbers.read(after) is not None:
            return comparator, end
        if after == end + 1 and not self.tokens.touching(end - 1, end):
            return comparator, end
        return Comparator(meaning), after

    def _counts(self, number: Number, figure: Figure, at: int, end: int) -> bool:
        """Whether a spelled number is a count, and no article, pronoun or "os dois" that points back."""
        words, before = self.tokens.words, self.tokens.words[at - 1] if at else ""
        bare = not figure.unit and figure.upper is None and figure.comparator is Comparator.EQUAL
        if not number.article:
            spelled = self.tokens.kinds[at] == "word"
            return not (spelled and bare and figure.value == _BOTH and before in _DEFINITE)
        if figure.unit == "times":
            return words[end] != "que" and before not in _NOT_ONE_TIME
        if before == "de" and words[at - 2].startswith("pas") and not figure.unit:
            return False  # "não passa de uma pessoa para outra"
        if not bare:
            return not (figure.unit == "day" and words[end] in _NOT_ONE_DAY)
        beside = words[end] in _OR and self._is_number(end + 1)
        return beside or (before in _OR and at > 1 and self._is_number(at - 2))

    def _is_number(self, at: int) -> bool:
        word = self.tokens.words[at]
        return self.tokens.kinds[at] == "num" or (word in self.numbers.spelled and word not in ARTICLES)
