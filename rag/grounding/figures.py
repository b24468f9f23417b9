"""Every figure of a text, with its place, unit and comparator."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from rag.grounding.figure import Comparator, Figure, Kind
from rag.grounding.language import detect
from rag.grounding.lexicon import Lexicon, lexicon, match, starters
from rag.grounding.numbers import Number, NumberReader
from rag.grounding.scan import Tokens, scan
from rag.grounding.special import SpecialReader, patterns
from rag.grounding.words import (
    AGE_WORDS,
    ARTICLES,
    DENOMINATORS,
    FILLERS,
    LABELS,
    PER,
    PER_A,
    SINGLE_LETTER_UNITS,
)
from rag.types import Language

_RANGE_WORDS = frozenset({"-", "a", "ate", "to", "hasta", "through", "ao", "aos", "al", "as"})
_BETWEEN = frozenset({"entre", "between"})
_AND = frozenset({"e", "y", "and"})
_HALF = frozenset({"meia", "meio", "media", "medio", "half"})
_OR = frozenset({"ou", "o", "u", "or"})
_GLUE = _AND | _OR | {","}
_HALF_STEP = Decimal("0.1")


def figures(text: str, language: Language | None = None) -> list[Figure]:
    """Every figure of `text`, in order; spans refer to its NFC form. Never raises.

    Articles ("um", "una", "one") count only before a unit, after a comparator or beside another number;
    citation markers,
    list numbering and most ordinals are no figures. Without a language it is told from the text's words
    (pt-BR if none).
    """
    tokens = scan(text)
    return read_figures(tokens, language or detect(tokens.words))


def read_figures(tokens: Tokens, language: Language) -> list[Figure]:
    """The figures of a text already cut into tokens."""
    reader = FigureReader(
        tokens, lexicon(), NumberReader.of(tokens, language), SpecialReader(tokens, patterns()), language
    )
    return _shared_units(reader.all(), tokens.folded)


def canonical_unit(written: str) -> str:
    """The canonical form of a unit as written ("mg/dL" → "mg/dl"); itself, folded, where it is unknown."""
    tokens = scan(f"1 {written}")
    found = read_figures(tokens, Language.PT)
    return found[0].unit if found and found[0].unit else "".join(tokens.words[1:])


@dataclass(frozen=True, slots=True)
class FigureReader:
    """Walks over the tokens once."""

    tokens: Tokens
    lexicon: Lexicon
    numbers: NumberReader
    special: SpecialReader
    language: Language

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
            figures_here, at = self._step(at)
            found.extend(figures_here)
        return found

    def _step(self, at: int) -> tuple[tuple[Figure, ...], int]:
        kind, word = self.tokens.kinds[at], self.tokens.words[at]
        if kind in ("url", "code"):
            return (self._code(at),), at + 1
        if kind == "word":
            special = self.special.at_word(at)
            if special is not None:
                return special.figures, special.end
            if not word.isascii() and any(unicodedata.numeric(letter, None) is not None for letter in word):
                return (self._code(at),), at + 1
        if word in self.lexicon.comparators:
            compared = self._compared(at)
            if compared is not None:
                return compared
        return self._measured(at, Comparator.EQUAL, at) or ((), at + 1)

    def _code(self, at: int) -> Figure:
        return Figure(Kind.CODE, self.tokens.starts[at], self.tokens.ends[at], code=self.tokens.words[at])

    def _compared(self, at: int) -> tuple[tuple[Figure, ...], int] | None:
        """A comparator and the figure that it bounds, if one follows."""
        meaning, end = match(self.lexicon.comparators, self.tokens.words, at)
        if not meaning:
            return None
        if self.tokens.words[end] in ("=", "that", "que"):
            end += 1
        limit = end + 3
        while end < limit and self._is_filler(end):
            end += 1
        inner, inner_end = match(self.lexicon.comparators, self.tokens.words, end)
        if inner in ("~", "="):
            end = inner_end
        return self._measured(end, Comparator(meaning), at)

    def _is_filler(self, at: int) -> bool:
        """Whether the word may stand between a comparator and its number; "dos" is a number in Spanish."""
        word = self.tokens.words[at]
        return word in FILLERS and word not in self.numbers.spelled

    def _measured(self, at: int, comparator: Comparator, begin: int) -> tuple[tuple[Figure, ...], int] | None:
        tokens = self.tokens
        if tokens.kinds[at] == "num":
            special = self.special.at_number(at)
            if special is not None:
                return self._bounded(special.figures, special.end, comparator, begin)
        number = self.numbers.read(at)
        if number is None:
            return self._unreadable(at)
        return self._quantity(number, at, comparator, begin)

    def _unreadable(self, at: int) -> tuple[tuple[Figure, ...], int] | None:
        """Digits that form no number, as a version "1.2.3" does: a code."""
        return ((self._code(at),), at + 1) if self.tokens.kinds[at] == "num" else None

    def _bounded(
        self, found: tuple[Figure, ...], end: int, comparator: Comparator, begin: int
    ) -> tuple[tuple[Figure, ...], int]:
        """A blood pressure takes its unit and comparator; dates and codes take neither."""
        if len(found) != 1 or found[0].kind is not Kind.PRESSURE:
            return found, end
        unit, after = self._unit(end)
        end = after if unit == "mmhg" else end
        comparator, end = self._postfix(end, comparator)
        figure = replace(
            found[0], start=self.tokens.starts[begin], end=self.tokens.ends[end - 1], comparator=comparator
        )
        return (figure,), end

    def _quantity(
        self, number: Number, at: int, comparator: Comparator, begin: int
    ) -> tuple[tuple[Figure, ...], int] | None:
        value, end = self._and_a_half(number.value, number.end)
        unit, end = self._unit(end) if not number.times else ("times", end)
        if unit:
            value, end = self._and_a_half(value, end)
        if number.bound and not unit:
            unit, end = self._half_of(end)
            if end == number.end:
                return None
        upper, upper_unit, step, end = self._upper(value, unit, begin, at, number, end)
        unit = upper_unit or unit or self._label(begin)
        postfix, end = self._postfix(end, comparator)
        kind = Kind.QUANTITY if upper is None else Kind.RANGE
        value, begin = self._signed(value, begin) if kind is Kind.QUANTITY else (value, begin)
        step = _HALF_STEP if value != number.value and upper is None and value > 0 else step
        span = (self.tokens.starts[begin], self.tokens.ends[end - 1])
        figure = Figure(kind, *span, value, upper, unit, postfix, step)
        return ((figure,), end) if self._counts(number, figure, at, end) else ((), number.end)

    def _signed(self, value: Decimal, begin: int) -> tuple[Decimal, int]:
        """A minus that touches the number and follows a blank within a line makes it negative."""
        tokens, sign = self.tokens, begin - 1
        if sign < 1 or tokens.words[sign] != "-" or not tokens.touching(sign, begin):
            return value, begin
        between = tokens.folded[tokens.ends[sign - 1] : tokens.starts[sign]]
        after_number = tokens.kinds[sign - 1] == "num"
        return (-value, sign) if between == " " and not after_number else (value, begin)

    def _and_a_half(self, value: Decimal, end: int) -> tuple[Decimal, int]:
        words = self.tokens.words
        if words[end] not in _AND:
            return value, end
        half = end + 2 if words[end + 1] == "a" else end + 1
        if words[half] not in _HALF or (words[half] == "half") != (half == end + 2):
            return value, end
        return value + Decimal("0.5"), half + 1

    def _half_of(self, end: int) -> tuple[str, int]:
        """ "half an hour", "half of": the unit and the index after it; `end` unchanged where it is no amount."""
        words = self.tokens.words
        if self.language is not Language.EN:
            return "", end
        after = end + 1 if words[end] in ("a", "an") else end
        unit, unit_end = self._unit(after)
        if unit:
            return unit, unit_end
        return "", end + 1 if words[end] == "of" else end

    def _unit(self, at: int) -> tuple[str, int]:
        """The unit at `at`, compounds included, and the index after it; ("", at) if there is none."""
        tokens, start = self.tokens, at
        if tokens.words[at] == "-" and tokens.touching(at - 1, at) and tokens.touching(at, at + 1):
            at += 1
        if not at or not tokens.near(at - 1, at):
            return "", start
        unit, end = match(self.lexicon.units, tokens.words, at)
        if unit and self._is_other_word(at, end):
            return "", start
        if not unit:
            return self._per("", start)
        return self._per(unit, end)

    def _is_other_word(self, at: int, end: int) -> bool:
        """A single letter that starts another word's use: "5 m²" is taken whole by the table; "2 x 3" is no
        "times"."""
        word = self.tokens.words[at]
        if end != at + 1 or word not in SINGLE_LETTER_UNITS:
            return False
        return word == "x" and self.tokens.kinds[end] == "num"

    def _per(self, unit: str, end: int) -> tuple[str, int]:
        """ "mm" + "por ano" → "mm/year"."""
        words, whole = self.tokens.words, unit
        while words[end] in PER and (whole or words[end] != "a"):
            article = end + 2 if words[end + 1] in ("a", "o", "el", "la", "cada") else end + 1
            below, after = match(self.lexicon.units, words, article)
            allowed = PER_A if words[end] in ("a", "ao", "al", "cada") else DENOMINATORS
            if below not in allowed or (not whole and words[end] == "/"):
                break
            whole, end = f"{whole}/{below}", after
        return ("bpm" if whole == "times/minute" else whole), end

    def _upper(
        self, low: Decimal, unit: str, begin: int, at: int, number: Number, end: int
    ) -> tuple[Decimal | None, str, Decimal, int]:
        """The upper end of a range, its unit and precision, and the index after it; (None, "", …) if it is
        none."""
        nothing = (None, "", number.step, end)
        if self.tokens.words[end] not in _RANGE_WORDS and not (
            self.tokens.words[end] in _AND and self._between(begin, at)
        ):
            return nothing
        after = end + 1
        while after < end + 3 and self._is_filler(after):
            after += 1
        if self.tokens.kinds[after] == "num" and self.special.at_number(after) is not None:
            return nothing
        high = self.numbers.read(after)
        if high is None or high.value <= low or high.bound or high.times:
            return nothing
        upper_unit, last = self._unit(high.end)
        if (high.article and not upper_unit) or (unit and upper_unit != unit and upper_unit):
            return nothing
        return high.value, upper_unit, min(number.step, high.step), last

    def _between(self, begin: int, at: int) -> bool:
        for index in (begin - 1, begin - 2, at - 1):
            if index >= 0 and self.tokens.words[index] in _BETWEEN:
                return True
        return False

    def _label(self, begin: int) -> str:
        """A word just before ("tipo 2" → "type"; "idade de 30" → "year"), for a number without a unit."""
        words, index = self.tokens.words, begin - 1
        while index >= 0 and words[index] in {
            "de",
            "of",
            "the",
            "com",
            "con",
            "with",
            "entre",
            "between",
            "from",
            "a",
            ":",
        }:
            index -= 1
        if index >= 0 and words[index] in AGE_WORDS:
            return "year"
        inner = next((word for word in words[begin : begin + 8] if word in AGE_WORDS), "")
        if inner and words[begin] in self.lexicon.comparators:
            return "year"
        return LABELS.get(words[begin - 1], "") if begin else ""

    def _postfix(self, end: int, comparator: Comparator) -> tuple[Comparator, int]:
        if comparator is not Comparator.EQUAL:
            return comparator, end
        meaning, after = match(self.lexicon.postfix, self.tokens.words, end)
        if not meaning or self.tokens.kinds[after] == "num" or self.numbers.read(after) is not None:
            return comparator, end
        if after == end + 1 and not self.tokens.touching(end - 1, end):
            return comparator, end
        return Comparator(meaning), after

    def _counts(self, number: Number, figure: Figure, at: int, end: int) -> bool:
        """Whether a lone "um", "una", "one" is a count and not an article or a pronoun."""
        words = self.tokens.words
        if not number.article:
            # "os dois", "las dos", "the two" point back, as "both" does.
            bare = not figure.unit and figure.upper is None and figure.comparator is Comparator.EQUAL
            pointing = bare and figure.value == 2 and self.tokens.kinds[at] == "word" and at
            return not (pointing and words[at - 1] in {"os", "as", "los", "las", "the"})
        if figure.unit == "times":
            before = words[at - 1] if at else ""
            return words[end] != "que" and before not in {
                "de",
                "mais",
                "mas",
                "era",
                "otra",
                "alguma",
                "toda",
                "cada",
            }
        if words[at - 1] == "de" and words[at - 2].startswith("pas") and not figure.unit:
            return False  # "não passa de uma pessoa para outra"
        if figure.unit or figure.upper is not None or figure.comparator is not Comparator.EQUAL:
            return not (figure.unit == "day" and words[end] in {"para", "or", "desses"})
        beside = words[end] in _OR and self._is_number(end + 1)
        return beside or (at > 1 and words[at - 1] in _OR and self._is_number(at - 2))

    def _is_number(self, at: int) -> bool:
        word = self.tokens.words[at]
        return self.tokens.kinds[at] == "num" or (word in self.numbers.spelled and word not in ARTICLES)


def _shared_units(found: list[Figure], folded: str) -> list[Figure]:
    """ "7 ou 10 mm": the unit of a list's last figure is that of the others; a label, of those that
    follow."""
    for index in range(len(found) - 2, -1, -1):
        left, right = found[index], found[index + 1]
        if right.unit and not left.unit and _listed(left, right, folded):
            found[index] = replace(left, unit=right.unit)
    for index in range(1, len(found)):
        left, right = found[index - 1], found[index]
        if left.unit in LABELS.values() and not right.unit and _listed(left, right, folded):
            found[index] = replace(right, unit=left.unit)
    return found


def _listed(left: Figure, right: Figure, folded: str) -> bool:
    measures = (Kind.QUANTITY, Kind.RANGE)
    if left.kind not in measures or right.kind not in measures:
        return False
    glue = folded[left.end : right.start].strip()
    if glue not in _GLUE:
        return False
    either = (left.comparator is Comparator.EQUAL) == (right.comparator is Comparator.EQUAL)
    return either or glue in _OR


def implied_unit(figure: Figure, beside: Sequence[Figure]) -> str:
    """The unit left unsaid in "homens de 50 a 69 anos e mulheres de 30 a 49": that of the like figures beside
    it."""
    others = [other for other in beside if other.unit and other.kind is figure.kind]
    alike = [other for other in others if other.comparator is figure.comparator] or others
    units = {other.unit for other in alike}
    return units.pop() if len(units) == 1 else ""
