"""Numbers as written or spelled, in the three languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from rag.grounding.figure import ONE
from rag.grounding.lexicon import multipliers, number_words
from rag.grounding.scan import FRACTION_CHARACTERS, Tokens
from rag.grounding.words import ARTICLES, HALF_OF, HALVES, PARTS, TIMES_WORDS
from rag.types import Language

_LONGEST = 40
_GROUP = 3  # digits between thousands separators
_DIVISORS = range(2, 17)
_TEN, _TWENTY, _HUNDRED, _THOUSAND = 10, 20, 100, 1000
_FRACTIONS: tuple[tuple[int, int], ...] = (
    (1, 4), (1, 2), (3, 4), (1, 7), (1, 9), (1, 10), (1, 3), (2, 3), (1, 5), (2, 5), (3, 5), (4, 5), (1, 6),
    (5, 6), (1, 8), (3, 8), (5, 8), (7, 8),
)  # fmt: skip
_CONNECTORS = frozenset({"e", "y", "and", "-"})
_OF = frozenset({"de", "do", "da", "dos", "das", "del", "of"})


@dataclass(frozen=True, slots=True)
class Number:
    """A number read from tokens up to `end` (exclusive).

    `article` marks a lone "um", "una", "one", which counts only where something shows it. `bound` marks a half that
    stands only before a unit ("meia xícara"); `times` a word like "twice".
    """

    value: Decimal
    step: Decimal
    end: int
    article: bool = False
    bound: bool = False
    times: bool = False


def parse_decimal(written: str, language: Language) -> tuple[Decimal, Decimal] | None:
    """Value and precision of digits with separators, or None where they are no number ("1.23.4").

    With both separators the last is the decimal one. A lone one before exactly three digits parts thousands where
    the language uses it so (dot in pt and es, comma in en) and no zero leads; otherwise it is the decimal one.
    """
    if len(written) > _LONGEST:
        return None
    if written.isdecimal():
        return Decimal(written), ONE
    last = written[max(written.rfind("."), written.rfind(","))]
    other = "," if last == "." else "."
    whole, _, rest = written.rpartition(last)
    if other in whole:
        return _decimal(whole, rest, other) if last not in whole else None
    grouping = last == ("," if language is Language.EN else ".")
    if last in whole or (grouping and _grouped(written, last)):
        return (Decimal(written.replace(last, "")), ONE) if _grouped(written, last) else None
    return Decimal(f"{whole}.{rest}"), ONE.scaleb(-len(rest))


def _decimal(whole: str, rest: str, separator: str) -> tuple[Decimal, Decimal] | None:
    if not _grouped(whole, separator):
        return None
    return Decimal(f"{whole.replace(separator, '')}.{rest}"), ONE.scaleb(-len(rest))


def _grouped(written: str, separator: str) -> bool:
    first, *groups = written.split(separator)
    return 1 <= len(first) <= _GROUP and not first.startswith("0") and all(len(group) == _GROUP for group in groups)


def is_plain(word: str, most: int) -> bool:
    """Whether the token is an integer of at most that many digits."""
    return word.isdecimal() and len(word) <= most


@dataclass(frozen=True, slots=True)
class NumberReader:
    """Reads the number that starts at a token, if one does."""

    tokens: Tokens
    language: Language
    spelled: Mapping[str, int]
    factors: Mapping[str, int]
    halves: frozenset[str]

    @classmethod
    def of(cls, tokens: Tokens, language: Language) -> NumberReader:
        """A reader with the number words of a language."""
        halves = frozenset(HALVES[language.value].split())
        return cls(tokens, language, number_words(language), multipliers(), halves)

    def read(self, at: int) -> Number | None:
        """The number at token `at`, digits or words, with a multiplier that follows ("2 mil", "meia dúzia")."""
        kind = self.tokens.kinds[at]
        if kind == "num":
            found = self._digits(at)
        elif kind == "fraction":
            found = Number(_fraction(self.tokens.words[at]), Decimal("0.001"), at + 1)
        elif kind == "word":
            found = self._words(at)
        else:
            return None
        return found and self._multiplied(found)

    def _digits(self, at: int) -> Number | None:
        tokens = self.tokens
        written, end = tokens.words[at], at + 1
        if is_plain(written, 3) and not written.startswith("0"):
            while self._continues(end):
                written += tokens.words[end]
                end += 1
        parsed = parse_decimal(written, self.language)
        if parsed is None:
            return None
        value, step = parsed
        if tokens.kinds[end] == "fraction" and tokens.near(end - 1, end):
            return Number(value + _fraction(tokens.words[end]), Decimal("0.001"), end + 1)
        return self._over(value, step, at, end)

    def _continues(self, at: int) -> bool:
        """Whether the token is the next group of three digits of "1 234 567,5"."""
        tokens = self.tokens
        word = tokens.words[at]
        return (
            tokens.kinds[at] == "num"
            and tokens.starts[at] == tokens.ends[at - 1] + 1
            and tokens.folded[tokens.ends[at - 1]] == " "
            and word[:_GROUP].isdecimal()
            and len(word) >= _GROUP
            and (len(word) == _GROUP or word[_GROUP] in ".,")
        )

    def _over(self, value: Decimal, step: Decimal, at: int, end: int) -> Number:
        """Read "3/4" and "1 3/4"; any other number as it is."""
        direct = self._quotient(at) if end == at + 1 else None
        if direct is not None:
            return Number(direct, Decimal("0.001"), at + 3)
        mixed = self._quotient(end) if self.tokens.near(end - 1, end) else None
        if mixed is not None and mixed < 1:
            return Number(value + mixed, Decimal("0.001"), end + 3)
        return Number(value, step, end)

    def _quotient(self, at: int) -> Decimal | None:
        words = self.tokens.words
        if words[at + 1] != "/" or not (is_plain(words[at], 2) and is_plain(words[at + 2], 2)):
            return None
        adjacent = self.tokens.touching(at, at + 1) and self.tokens.touching(at + 1, at + 2)
        divisor = int(words[at + 2])
        return Decimal(int(words[at])) / divisor if adjacent and divisor in _DIVISORS else None

    def _words(self, at: int) -> Number | None:
        word = self.tokens.words[at]
        if word in self.spelled:
            return self._part(at) or self._spelled(at)
        if word in self.halves:
            return Number(Decimal("0.5"), Decimal("0.1"), at + 1, bound=True)
        if word in HALF_OF:
            return Number(Decimal("0.5"), Decimal("0.1"), at + 1)
        if word in TIMES_WORDS:
            return Number(Decimal(TIMES_WORDS[word]), ONE, at + 1, times=True)
        if word in self.factors:
            return Number(Decimal(self.factors[word]), ONE, at + 1)
        return None

    def _part(self, at: int) -> Number | None:
        """Read "um terço", "dois terços", "three quarters": only before "of", or in the plural."""
        words = self.tokens.words
        divisor = PARTS.get(words[at + 1])
        if divisor is None or (words[at + 2] not in _OF and not words[at + 1].endswith("s")):
            return None
        return Number(Decimal(self.spelled[words[at]]) / divisor, Decimal("0.001"), at + 2)

    def _spelled(self, at: int) -> Number:
        """Read "duzentos e quarenta mil e cinco", "two hundred and forty thousand and five"."""
        words, thousands, group, end = self.tokens.words, 0, 0, at
        room: float = float("inf")
        while True:
            value = self.spelled.get(words[end])
            if value is None or value >= room:
                break
            group, end, room = group + value, end + 1, _room(value)
            if words[end] == "hundred":
                group, end, room = group * _HUNDRED, end + 1, _HUNDRED
            if words[end] in ("mil", "thousand") and not thousands:
                thousands, group, end, room = group * _THOUSAND, 0, end + 1, _THOUSAND
            if words[end] in _CONNECTORS and self._follows(end + 1, room):
                end += 1
        article = end == at + 1 and words[at] in ARTICLES
        return Number(Decimal(thousands + group), ONE, end, article=article)

    def _follows(self, at: int, room: float) -> bool:
        """Whether the word can be added to the number before it."""
        value = self.spelled.get(self.tokens.words[at])
        return value is not None and value < room

    def _multiplied(self, found: Number) -> Number:
        factor = self.factors.get(self.tokens.words[found.end])
        if factor is None:
            return found
        return Number(found.value * factor, max(found.step * factor, ONE), found.end + 1)


def _fraction(character: str) -> Decimal:
    numerator, denominator = _FRACTIONS[FRACTION_CHARACTERS.index(character)]
    return Decimal(numerator) / denominator


def _room(value: int) -> int:
    """What may still be added after a spoken part: "vinte" takes one to nine, "cento" up to ninety-nine."""
    if value >= _HUNDRED:
        return value if value in (_HUNDRED, _THOUSAND) else _HUNDRED
    return _TEN if value >= _TWENTY and value % _TEN == 0 else 0
