"""Numbers as people write them: digits, fractions, words, dozens and ranges, in three languages at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from rag.diary.lexis.words import FRACTIONS, Word
from rag.diary.reading.digits import decimal, number_words, vulgar
from rag.diary.reading.quantities import Quantity, hedge_end, span
from rag.diary.types import Refusal

__all__ = ["NumberReader", "Quantity", "decimal", "span"]

_HALF: Final = Decimal("0.5")
_GROUP: Final = 3
_MOST_PARTS: Final = 16
_TEN, _TWENTY, _HUNDRED, _THOUSAND, _DOZEN = 10, 20, 100, 1000, 12
_JOINERS: Final = frozenset({"e", "y", "and", "-"})
_RANGES: Final = frozenset({"-", "–", "—", "~", "a", "ou", "to", "or", "o", "u", "ate", "hasta"})
_DASHES: Final = frozenset({"-", "–", "—", "−"})
_BETWEEN: Final = frozenset({"entre", "between"})
_FROM: Final = frozenset({"de", "from"})
_HALVES: Final = frozenset({"meia", "meio", "media", "medio", "half"})
_ONES: Final = frozenset({"um", "uma", "un", "una", "a", "an"})
_OF: Final = frozenset({"de", "do", "da", "of", "del"})
_DOZENS: Final = frozenset({"dz", "doz", "duzia", "duzias", "docena", "docenas", "dozen", "dozens"})
_PAIRS: Final = frozenset({"par", "couple"})
_PARTS: Final = {
    **dict.fromkeys("quarto quartos cuarto cuartos quarter quarters fourth fourths".split(), 4),
    **dict.fromkeys("terco tercos tercio tercios third thirds".split(), 3),
}
_WHOLES: Final = frozenset({"metade", "mitad"})
_NONE: Final = frozenset("nan inf infinity infinito infinita infinitos infinitas infinite ∞".split())
_MINUS: Final = frozenset({"menos", "minus"})
_MEAN_OTHERWISE: Final = frozenset({"doce", "once"})  # "doce de leite" is sweet, "once" is one time
_ARTICLES: Final = frozenset({"o", "os", "as", "el", "los", "las", "the"})


@dataclass(frozen=True, slots=True)
class NumberReader:
    """Reads numbers from words. `english`: a lone "a" is one; `spanish`: "doce" is twelve, "once" is eleven."""

    words: Sequence[Word]
    english: bool = False
    spanish: bool = False

    def at(self, at: int, *, coarse: bool = False) -> Quantity | None:
        """The quantity that starts at word `at`, hedges ("uns", "about") and ranges included."""
        begin = self._hedged(at)
        refused = self._refused(begin, coarse=coarse)
        if refused is not None:
            return refused
        ranged = self._between(begin, coarse=coarse)
        if ranged is not None:
            return ranged
        first = self._number(begin, coarse=coarse)
        if first is None:
            return None
        second = self._upper(first, coarse=coarse)
        return span(first, second) if second is not None else first

    def half_after(self, at: int) -> int | None:
        """Where "e meia", "y media" or "and a half" ends, if it stands at `at`."""
        if self._form(at) not in {"e", "y", "and"}:
            return None
        begin = at + 1 if self._form(at + 1) not in {"a", "um", "uma"} else at + 2
        return begin + 1 if self._is_half(begin) else None

    def upper_after(self, at: int, *, coarse: bool = False) -> Quantity | None:
        """The second number of a range whose first one had its unit ("100 g a 150 g")."""
        return self._number(at + 1, coarse=coarse) if self._form(at) in _RANGES else None

    def _form(self, at: int) -> str:
        return self.words[at].form if at < len(self.words) else ""

    def _hedged(self, at: int) -> int:
        for _ in range(3):
            end = hedge_end(self.words, at)
            if end is None:
                break
            at = end
        if self._form(at) in _ARTICLES | _ONES and self._digits(at + 1):
            at += 1  # "os 2 ovos", "a 12 oz can"
        return at

    def _digits(self, at: int) -> bool:
        return at < len(self.words) and self.words[at].is_number

    def _refused(self, at: int, *, coarse: bool) -> Quantity | None:
        sign = self._form(at) in _DASHES and at + 1 < len(self.words) and self.words[at + 1].glued
        signed = sign or self._form(at) in _MINUS
        begin = at + 1 if signed else at
        if self._form(begin) in _NONE:
            return Quantity(Decimal(0), begin + 1, refused=Refusal.NOT_A_NUMBER)
        if self._scientific(begin):
            return Quantity(Decimal(0), self._after_exponent(begin), refused=Refusal.NOT_A_NUMBER)
        if self._digits(begin) and decimal(self._form(begin)) is None:
            return Quantity(Decimal(0), begin + 1, refused=Refusal.NOT_A_NUMBER)
        if self._form(begin + 1) == "/" and self._digits(begin) and not self._form(begin + 2).strip("0 "):
            end = begin + (3 if self._digits(begin + 2) else 2)
            return Quantity(Decimal(0), end, refused=Refusal.NOT_A_NUMBER) if self._digits(begin + 2) else None
        number = self._number(begin, coarse=coarse) if signed else None
        return replace(number, refused=Refusal.NEGATIVE) if number else None

    def _scientific(self, at: int) -> bool:
        marked = self._digits(at) and self._form(at + 1) == "e" and self.words[at + 1].glued
        return marked and self._exponent(at + 2) is not None

    def _exponent(self, at: int) -> int | None:
        begin = at + 1 if self._form(at) in {"+", "-"} and self.words[at].glued else at
        return begin + 1 if self._digits(begin) and self.words[begin].glued else None

    def _after_exponent(self, at: int) -> int:
        return self._exponent(at + 2) or at + 1

    def _between(self, at: int, *, coarse: bool) -> Quantity | None:
        opener = self._form(at)
        if opener not in _BETWEEN | _FROM:
            return None
        low = self._number(at + 1, coarse=coarse)
        joined = _JOINERS if opener in _BETWEEN else _RANGES
        if low is None or self._form(low.end) not in joined:
            return None
        high = self._number(low.end + 1, coarse=coarse)
        return span(low, high) if high else None

    def _upper(self, low: Quantity, *, coarse: bool) -> Quantity | None:
        mark = self._form(low.end)
        if mark == "," and self._counted_on(low):
            return self._number(low.end + 1)
        if mark not in _RANGES or (low.article and mark in {"a", "o"} and not self._worded(low.end + 1)):
            return None
        high = self._number(low.end + 1, coarse=coarse)
        return high if high is not None and (not high.article or mark in {"ou", "or", "o"}) else None

    def _counted_on(self, low: Quantity) -> bool:
        """Whether "2, 3 ovos" means two or three."""
        high = self._number(low.end + 1) if low.bare and self._digits(low.end + 1) else None
        return high is not None and high.bare and high.value == low.value + 1

    def _worded(self, at: int) -> bool:
        return self._digits(at) or self._form(at) in number_words()

    def _number(self, at: int, *, coarse: bool = False) -> Quantity | None:
        for read in self._readers():
            found = read(at, coarse)
            if found is not None:
                return found
        return None

    def _readers(self) -> tuple[Callable[[int, bool], Quantity | None], ...]:
        return self._dozens, self._fraction_words, self._mixed, self._half

    def _dozens(self, at: int, coarse: bool) -> Quantity | None:
        if self._form(at) in _DOZENS:
            return self._of_dozens(Decimal(1), at)
        first = self._half(at, coarse) or self._mixed(at, coarse)
        if first is None:
            article = self._form(at) == "a"
            first = Quantity(Decimal(1), at + 1) if article else None
        if first is None:
            return None
        if self._form(first.end) in _DOZENS:
            return self._of_dozens(first.value, first.end)
        if self._form(first.end) in _PAIRS and self._form(first.end + 1) in _OF:
            return Quantity(first.value * 2, first.end + 1)
        return None

    def _of_dozens(self, count: Decimal, at: int) -> Quantity:
        half = self.half_after(at + 1)
        return Quantity((count + _HALF if half else count) * _DOZEN, half or at + 1)

    def _half(self, at: int, coarse: bool) -> Quantity | None:
        if self._form(at) in {"a", "la"} and self._form(at + 1) in _WHOLES:
            at += 1
        if self._form(at) in _WHOLES and self._form(at + 1) in _OF:
            return Quantity(_HALF, self._after_article(at + 2))
        if self._form(at) == "a" and self._form(at + 1) == "half":
            at += 1
        if not self._is_half(at):
            return None
        of = self._form(at + 1) in _OF and self._form(at + 2) in _ONES
        return Quantity(_HALF, self._after_article(at + 2 if of else at + 1))

    def _is_half(self, at: int) -> bool:
        # "média" is a size.
        return self._form(at) in _HALVES and "é" not in self.words[at].raw.lower()

    def _after_article(self, at: int) -> int:
        return at + 1 if self._form(at) in _ONES | {"one"} else at

    def _fraction_words(self, at: int, coarse: bool) -> Quantity | None:
        """As in "um quarto de", "dois terços", "three quarters of a", "quarter of a"."""
        count = self._whole(at)
        if count is None and self._form(at) == "a":
            count = Quantity(Decimal(1), at + 1)
        if count is None and self._form(at) in {"quarter", "third"} and self._form(at + 1) == "of":
            count = Quantity(Decimal(1), at)
        if count is None or self._form(count.end + (self._form(count.end) == "-")) not in _PARTS:
            return None
        end = count.end + (self._form(count.end) == "-")
        value = count.value / _PARTS[self._form(end)]
        of = self._form(end + 1) in _OF and self._form(end + 2) in _ONES | {"one"}
        return Quantity(value, end + 3 if of else end + 1) if value < 1 else None

    def _mixed(self, at: int, coarse: bool) -> Quantity | None:
        whole = self._fraction(at) or self._plain(at, coarse) or self._whole(at)
        if whole is None or not whole.bare or whole.value != whole.value.to_integral_value():
            return whole
        joined = self._form(whole.end) in {"e", "y", "and"}
        part = self._fraction(whole.end + joined)
        if part is not None and part.value < 1:
            return Quantity(whole.value + part.value, part.end)
        half = self.half_after(whole.end)
        if half is not None:
            return Quantity(whole.value + _HALF, half)
        share = self._fraction_words(whole.end + 1, coarse) if joined and self._form(whole.end + 1) != "a" else None
        return Quantity(whole.value + share.value, share.end) if share else whole

    def _plain(self, at: int, coarse: bool) -> Quantity | None:
        value = decimal(self._form(at), coarse=coarse) if self._digits(at) else None
        return None if value is None else Quantity(value, at + 1, bare=True)

    def _fraction(self, at: int) -> Quantity | None:
        if self._form(at) and self._form(at) in FRACTIONS:
            return Quantity(vulgar(self._form(at)), at + 1)
        over, under = self._form(at), self._form(at + 2)
        if self._form(at + 1) not in {"/", "⁄"} or not (_short(over) and _short(under)):
            return None
        top, bottom = int(over), int(under)
        if not 1 < bottom <= _MOST_PARTS or not 0 < top <= _MOST_PARTS:
            return None
        return Quantity(Decimal(top) / Decimal(bottom), at + 3)

    def _whole(self, at: int) -> Quantity | None:
        """A number in words: hundreds, then tens, then ones, as far as they go down."""
        article = self._form(at) == "an" or (self._form(at) == "a" and self.english)
        if article or self._form(at) == "a":
            return self._hundreds(at + 1, Decimal(1)) or (
                Quantity(Decimal(1), at + 1, article=True) if article else None
            )
        first = self._word(at)
        if first is None:
            return None
        if first < _TEN and self._form(at + 1) in {"hundred", "thousand"}:
            return self._hundreds(at + 1, Decimal(first))
        if first >= _HUNDRED:
            return self._lower(Quantity(Decimal(first), at + 1, bare=True), first)
        lone = self._form(at) in _ONES | {"uno", "one"}
        return self._lower(Quantity(Decimal(first), at + 1, article=lone, bare=True), first)

    def _hundreds(self, at: int, times: Decimal) -> Quantity | None:
        if self._form(at) == "hundred":
            return self._lower(Quantity(times * _HUNDRED, at + 1, bare=True), _HUNDRED)
        return Quantity(times * _THOUSAND, at + 1, bare=True) if self._form(at) == "thousand" else None

    def _lower(self, number: Quantity, last: int) -> Quantity:
        """`number` with the smaller ones that go on from it ("cento" + "e cinquenta" + "e dois")."""
        while last >= _TWENTY and last % _TEN == 0:
            at = number.end + (self._form(number.end) in _JOINERS)
            value = self._word(at)
            if value is None or not 0 < value < (_HUNDRED if last >= _HUNDRED else _TEN) or self._part_after(at):
                break
            number, last = Quantity(number.value + value, at + 1, bare=True), value
        return number

    def _part_after(self, at: int) -> bool:
        return self._form(at + 1) in _PARTS

    def _word(self, at: int) -> int | None:
        form = self._form(at)
        if form in _MEAN_OTHERWISE and not (self.spanish and self._form(at + 1) not in _OF):
            return None
        return number_words().get(form)


def _short(form: str) -> bool:
    return form.isdecimal() and len(form) < _GROUP
