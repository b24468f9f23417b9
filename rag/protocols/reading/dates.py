"""Dates that a patient tells of an exam or a measurement, as far as they are told. Pure.

A month alone ("em março", "03/2026", "mês passado") has no day; without a year a date is the latest one that is not in
the future. A year alone, "semana passada" and "há 3 meses" are no date.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from typing import Final

from rag.grounding.lexicon import months
from rag.grounding.words import DOUBTFUL_MONTHS
from rag.protocols.reading.date_words import (
    BACK,
    DAYS,
    IN,
    IN_YEAR,
    LAST_MONTH,
    LED,
    LOOSE,
    NEVER_ALONE,
    ON,
    VAGUE_DAYS,
    WEEKDAYS,
)
from rag.protocols.reading.said import Said
from rag.protocols.reading.said_dates import SaidDate, Times, Vague
from rag.types import Language

_MONTHS, _CENTURY, _SHORT_YEAR = 12, 2000, 100
_SHORT_MONTH: Final = 3
_MOST_YEARS: Final = 120


def times(said: Said, today: date, *, slashed: bool = False) -> Times:
    """Every date and time of day of a message; `slashed`: "12/8" is a date even where nothing shows that it is."""
    reader = _Reader(said, today, slashed)
    dates: list[SaidDate] = []
    vague: list[Vague] = []
    taken: set[int] = set()
    at = 0
    while at < said.tokens.count:
        found = reader.read(at)
        if found is None:
            at += 1
            continue
        taken |= set(range(at, found.end))
        at = found.end
        if isinstance(found, SaidDate):
            dates.append(found)
        elif found.start >= 0:
            vague.append(found)
    return Times(tuple(dates), tuple(vague), frozenset(taken))


@dataclass(frozen=True, slots=True)
class _Reader:
    said: Said
    today: date
    slashed: bool

    def read(self, at: int) -> SaidDate | Vague | None:
        tokens = self.said.tokens
        kind, word = tokens.kinds[at], tokens.words[at]
        if kind == "num":
            return self._numeric(at) or self._named(at)
        if kind != "word":
            return None
        if word in DAYS:
            return self._relative(at)
        if word in WEEKDAYS:
            return self._weekday(at)
        if word in months():
            return self._month(at)
        return self._loose(at) or self._day_of_month(at)

    def _numeric(self, at: int) -> SaidDate | Vague | None:
        tokens = self.said.tokens
        for pattern, read in _patterns():
            found = pattern.match(tokens.folded, tokens.starts[at])
            if found:
                return read(self, at, found)
        return None

    def end_of(self, at: int, place: int) -> int:
        """The token after those that reach to a place of the text."""
        while at < self.said.tokens.count and self.said.tokens.starts[at] < place:
            at += 1
        return at

    def iso(self, at: int, found: re.Match[str]) -> SaidDate | None:
        """As in "2026-03-10"."""
        return self._dated(at, self.end_of(at, found.end()), int(found[1]), int(found[2]), int(found[3]))

    def full(self, at: int, found: re.Match[str]) -> SaidDate | None:
        """As in "10/03/2026", "10.3.26"."""
        day, month, year = int(found[1]), int(found[3]), int(found[4])
        year += _CENTURY if year < _SHORT_YEAR else 0
        return self._ordered(at, self.end_of(at, found.end()), day, month, year)

    def month_year(self, at: int, found: re.Match[str]) -> SaidDate | None:
        """As in "03/2026"."""
        end = self.end_of(at, found.end())
        return self._monthly(at, end, int(found[2]), int(found[1])) if 1 <= int(found[1]) <= _MONTHS else None

    def short(self, at: int, found: re.Match[str]) -> SaidDate | None:
        """As in "10/03", where a word before it or a zero in front says that it is a date."""
        before = self.said.tokens.words[at - 1] if at else ""
        led = before in ON or found[1].startswith("0") or found[2].startswith("0")
        led = led or self.said.tokens.words[self.end_of(at, found.end())] == ":"
        if not led and not self.slashed:
            return None
        said = self._ordered(at, self.end_of(at, found.end()), int(found[1]), int(found[2]), None)
        if int(found[2]) > _MONTHS >= int(found[1]):
            said = replace(said, either=True)  # "03/26" may be a month and its year
        return said if led or said.day is not None else None

    def clock(self, at: int, found: re.Match[str]) -> Vague | None:
        """A time of day is no date, nor an amount."""
        if at and self.said.tokens.words[at - 1] == "/":
            return None
        return Vague(-1, self.end_of(at, found.end()))

    def _named(self, at: int) -> SaidDate | None:
        """As in "10 de março de 2026", "10 march", "1º de abril"."""
        tokens, word = self.said.tokens, self.said.tokens.words[at]
        if not word.isdecimal() or not 1 <= int(word) <= 31:  # noqa: PLR2004
            return None
        end = at + 1
        while tokens.words[end] in ("°", "de", "of", "st", "nd", "rd", "th", "-", "/") and end < at + 4:
            end += 1
        month = tokens.words[end]
        if month not in months():
            return None
        year, last = self._year_after(end + 1)
        if month in DOUBTFUL_MONTHS - {"may", "march"} and end == at + 1 and year is None:
            return None
        return self._dated(at, last, year, months()[month], int(word))

    def _month(self, at: int) -> SaidDate | None:
        """As in "em março", "março de 2026", "March 10, 2026", "Nov 9 2026"."""
        tokens, word = self.said.tokens, self.said.tokens.words[at]
        month, following = months()[word], tokens.words[at + 1]
        doubtful = word in DOUBTFUL_MONTHS - {"march"} or len(word) <= _SHORT_MONTH
        english_text = self.said.language is Language.EN
        english = english_text and following.isdecimal() and 1 <= int(following) <= 31  # noqa: PLR2004
        if english:
            end = at + 3 if tokens.words[at + 2] in ("st", "nd", "rd", "th") else at + 2
            year, last = self._year_after(end)
            alone = self.slashed and last == tokens.count
            if not doubtful or alone or year is not None:
                return self._dated(at, last, year, month, int(following))
        year, last = self._year_after(at + 1)
        alone = self.slashed and self.said.words == (word,) and not (english_text and word in NEVER_ALONE)
        led = at > 0 and tokens.words[at - 1] in IN and word not in NEVER_ALONE
        if doubtful and year is None and not (led or alone):
            return None
        return self._monthly(at, last, year, month)

    def _year_after(self, at: int) -> tuple[int | None, int]:
        words = self.said.tokens.words
        begin = at
        while words[begin] in ("de", "del", "of", ",", "/", "-") and begin < at + 2:
            begin += 1
        last = words[begin] in ("passado", "pasado") and words[at] in ("do", "del", "de")
        if last:
            return self.today.year - 1, begin + 1
        if re.fullmatch(r"(?:19|20)\d\d", words[begin]):
            return int(words[begin]), begin + 1
        if words[at : at + 3] in (["do", "ano", "passado"], ["del", "ano", "pasado"], ["of", "last", "year"]):
            return self.today.year - 1, at + 3
        if words[at : at + 2] == ["last", "year"]:
            return self.today.year - 1, at + 2
        if words[at : at + 3] in (["deste", "ano"], ["desse", "ano"]):
            return self.today.year, at + 2
        return None, at

    def _ordered(self, at: int, end: int, day: int, month: int, year: int | None) -> SaidDate:
        """Day first, as in Portuguese and Spanish; in English either may come first."""
        if month > _MONTHS >= day:
            day, month = month, day
        said = self._dated(at, end, year, month, day)
        either = self.said.language is Language.EN and day <= _MONTHS and month <= _MONTHS and day != month
        return SaidDate(said.start, said.end, said.day, said.whole, either=either)

    def _dated(self, at: int, end: int, year: int | None, month: int, day: int) -> SaidDate:
        if year is not None:
            return SaidDate(at, end, _real(year, month, day))
        told = _real(self.today.year, month, day)
        if told is None or told > self.today:
            earlier = (_real(self.today.year - back, month, day) for back in range(1, 9))
            told = next((one for one in earlier if one is not None), None)
        return SaidDate(at, end, told)

    def _monthly(self, at: int, end: int, year: int | None, month: int) -> SaidDate:
        said = self._dated(at, end, year, month, 1)
        return SaidDate(at, end, said.day, whole=False)

    def _relative(self, at: int) -> SaidDate | None:
        tokens, word = self.said.tokens, self.said.tokens.words[at]
        before = tokens.words[at - 1] if at else ""
        if word == "manana" and before in ("la", "por", "esta", "cada"):
            return None
        back = DAYS[word]
        if word in ("ontem", "ayer") and before == "de" and at > 1 and tokens.words[at - 2] in ("antes", "antier"):
            back = 2
        if back == 0 and before in ("ate", "hasta", "until"):
            return None
        return SaidDate(at, at + 1, self.today - timedelta(days=back))

    def _weekday(self, at: int) -> SaidDate | Vague | None:
        """The latest such day before today, where a word shows that it is one."""
        tokens = self.said.tokens
        before = tokens.words[at - 1] if at else ""
        end = at + 1
        named = tokens.words[end] == "-" and tokens.words[end + 1] == "feira"
        end = end + 2 if named else end + (tokens.words[end] == "feira")
        if not (before in LED or before in VAGUE_DAYS or end > at + 1 or tokens.words[at].endswith("day")):
            return None
        if tokens.words[end] in VAGUE_DAYS or before in VAGUE_DAYS:
            return Vague(at, end)
        back = (self.today.weekday() - WEEKDAYS[tokens.words[at]]) % 7 or 7
        return SaidDate(at, end, self.today - timedelta(days=back))

    def _day_of_month(self, at: int) -> SaidDate | None:
        """As in "dia 12"."""
        tokens = self.said.tokens
        number = tokens.words[at + 1]
        if tokens.words[at] not in ("dia", "day") or not number.isdecimal() or not 1 <= int(number) <= 31:  # noqa: PLR2004
            return None
        if tokens.kinds[at + 2] == "symbol" and tokens.words[at + 2] == "/":
            return None
        if self._named(at + 1) is not None:
            return None
        month = self.today
        for _ in range(3):
            told = _real(month.year, month.month, int(number))
            if told is not None and told <= self.today:
                return SaidDate(at, at + 2, told)
            month = month.replace(day=1) - timedelta(days=1)
        return None

    def _loose(self, at: int) -> SaidDate | Vague | None:
        words = self.said.tokens.words
        for phrase, back in LAST_MONTH.items():
            if tuple(words[at : at + len(phrase)]) == phrase:
                first = self.today.replace(day=1)
                first = (first - timedelta(days=1)).replace(day=1) if back else first
                return SaidDate(at, at + len(phrase), first, whole=False)
        for phrase in LOOSE:
            if tuple(words[at : at + len(phrase)]) == phrase:
                return Vague(at, at + len(phrase), self._about(phrase))
        year = words[at + 1]
        if words[at] in IN_YEAR and re.fullmatch(r"(?:19|20)\d\d", year) and not self.said.tokens.touching(at, at + 1):
            return Vague(at, at + 2, middle_of(int(year), self.today))
        return None

    def _about(self, phrase: tuple[str, ...]) -> date | None:
        if "ano" in phrase or "year" in phrase:
            last = {"passado": 1, "pasado": 1, "last": 1, "retrasado": 2}
            back = next((last[word] for word in phrase if word in last), None)
            return middle_of(self.today.year - back, self.today) if back else None
        days = BACK.get(phrase)
        return self.today - timedelta(days=days) if days else None


def middle_of(year: int, today: date) -> date | None:
    """The first of July of a year that is over; of the present one or a later there is none."""
    return date(year, 7, 1) if today.year - _MOST_YEARS <= year < today.year else None


def _real(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


Read = Callable[[_Reader, int, re.Match[str]], SaidDate | Vague | None]


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Read], ...]:
    return (
        (re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)"), _Reader.iso),
        (re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2((?:19|20)\d\d|\d\d)(?![\d/]|[.,]\d)"), _Reader.full),
        (re.compile(r"(\d{1,2})/((?:19|20)\d\d)(?![\d/])"), _Reader.month_year),
        (re.compile(r"(\d{1,2})(?::\d\d(?!\d)|h(?:\d\d)?(?![a-z\d]))"), _Reader.clock),
        (re.compile(r"(\d{1,2})/(\d{1,2})(?![\d/]|[.,]\d)"), _Reader.short),
    )
