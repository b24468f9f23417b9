"""Dates, times and blood pressures: numbers that belong together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from rag.grounding.figure import Figure, Kind, PartialDate
from rag.grounding.lexicon import months
from rag.grounding.scan import Tokens
from rag.grounding.special import Special, placed, until
from rag.grounding.words import DOUBTFUL_MONTHS, NOTE_WORDS

_PRESSURE_WORDS = frozenset("pressao pa presion ta pressure bp maxima tensao tension".split())
_PRESSURE_REACH = 8
_DAY_WORDS = frozenset({"dia", "dias", "day", "days"})
_YEAR_WORDS = frozenset("em in en de of desde since ano year ate until del".split())
_NOTE_REACH = 6
_AMOUNTS = frozenset("kcal calorias calories kj g mg ml cm mm m".split())
_MONTHS, _DAYS, _HOURS, _MINUTES = 12, 31, 24, 59
_YEAR_DIGITS, _DAY_DIGITS, _SHORT_MONTH = 4, 2, 3
# Plausible pressures in mmHg, and in cmHg as people say them ("12 por 8").
_SYSTOLIC, _DIASTOLIC = range(60, 301), range(30, 201)
_SPOKEN_SYSTOLIC, _SPOKEN_DIASTOLIC = range(6, 31), range(3, 21)


@dataclass(frozen=True, slots=True)
class _Patterns:
    iso: re.Pattern[str]
    day_month_year: re.Pattern[str]
    day_month: re.Pattern[str]
    padded: re.Pattern[str]
    month_name: re.Pattern[str]
    after_month: re.Pattern[str]
    day_after_month: re.Pattern[str]
    month_year: re.Pattern[str]
    year: re.Pattern[str]
    time: re.Pattern[str]
    pressure: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    return _Patterns(
        iso=re.compile(r"(\d{4})-(\d{2})-(\d{2})(?!\d)"),
        day_month_year=re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/]|[.,]\d)"),
        day_month=re.compile(r"(\d{1,2})/(\d{1,2})(?![\d/]|[.,]\d)"),
        padded=re.compile(r"(\d{2})/(\d{2})(?![\d/]|[.,]\d)"),
        month_name=re.compile(r"(\d{1,2}) ?(?:°|st|nd|rd|th)? ?(?:de |of |-)?([a-z]+)\.?"),
        after_month=re.compile(r"\.?,? ?(?:de |del |of )?(\d{4})(?![\d.,]*\d)"),
        day_after_month=re.compile(r"\.? (\d{1,2})(?:st|nd|rd|th)?(?![\d.,:/]*\d)\b"),
        month_year=re.compile(r"(\d{1,4})/(\d{4})(?![\d/])"),
        year=re.compile(r"(?:19|20)\d\d"),
        time=re.compile(r"(\d{1,2})(?::|h)(\d{2})(?!\d)(?: ?([ap])\.? ?m\b)?"),
        pressure=re.compile(r"(\d{1,3}) ?(?:x|/|por|over|by|sobre) ?(\d{1,3})(?![\d/]|[.,]\d)"),
    )


@dataclass(frozen=True, slots=True)
class DateReader:
    """Reads dates, times and pressures. Numeric dates are day first, unless the second number is no month."""

    tokens: Tokens

    def at_number(self, at: int) -> Special | None:
        """The date, time or pressure that starts at the number token `at`, if any."""
        for read in (self._iso, self._numeric, self._named_month, self._time, self._short, self._bare):
            found = read(at)
            if found is not None:
                return found
        return self._pressure(at)

    def at_month(self, at: int) -> Special | None:
        """Read "August 23, 2018", "agosto de 2018"."""
        tokens, word = self.tokens, self.tokens.words[at]
        capital = tokens.text[tokens.starts[at]].isupper()
        if not (capital or len(word) > _SHORT_MONTH) or word in DOUBTFUL_MONTHS - {"may", "march"}:
            return None
        month, place = months()[word], tokens.ends[at]
        if year := _patterns().after_month.match(tokens.folded, place):
            return self._dated(at, year.end(), year[1], month, None)
        day = _patterns().day_after_month.match(tokens.folded, place)
        if day is None:
            return None
        year = _patterns().after_month.match(tokens.folded, day.end())
        return self._dated(at, (year or day).end(), year[1] if year else None, month, day[1])

    def _match(self, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        return pattern.match(self.tokens.folded, self.tokens.starts[at])

    def _dated(self, at: int, place: int, year: str | None, month: str | int | None, day: str | None) -> Special | None:
        date = PartialDate(*(None if part is None else int(part) for part in (year, month, day)))
        if date.month is not None and not 1 <= date.month <= _MONTHS:
            return None
        if date.day is not None and not 1 <= date.day <= _DAYS:
            return None
        return placed(self.tokens, at, Figure(Kind.DATE, self.tokens.starts[at], place, date=date))

    def _iso(self, at: int) -> Special | None:
        found = self._match(_patterns().iso, at)
        return self._dated(at, found.end(), found[1], found[2], found[3]) if found else None

    def _numeric(self, at: int) -> Special | None:
        found = self._match(_patterns().day_month_year, at)
        if found is None:
            return None
        day, month = found[1], found[3]
        if int(month) > _MONTHS >= int(day):
            day, month = month, day
        year = found[4] if len(found[4]) == _YEAR_DIGITS else f"20{found[4]}"
        return self._dated(at, found.end(), year, month, day)

    def _named_month(self, at: int) -> Special | None:
        found = self._match(_patterns().month_name, at)
        if found is None or found[2] not in months():
            return None
        year = _patterns().after_month.match(self.tokens.folded, found.end())
        if found[2] in DOUBTFUL_MONTHS and year is None and not self.tokens.text[found.start(2)].isupper():
            return None
        place = year.end() if year else found.end(2)
        return self._dated(at, place, year[1] if year else None, months()[found[2]], found[1])

    def _time(self, at: int) -> Special | None:
        found = self._match(_patterns().time, at)
        if found is None or int(found[1]) > _HOURS or int(found[2]) > _MINUTES:
            return None
        hour = int(found[1])
        if found[3]:
            hour = hour % 12 + (12 if found[3] == "p" else 0)
        figure = Figure(Kind.TIME, found.start(), found.end(), Decimal(hour * 60 + int(found[2])))
        return placed(self.tokens, at, figure)

    def _short(self, at: int) -> Special | None:
        """Read "12/06", or "3/6" where a word says that it is a day; "8/2021", a date or the number of a note."""
        if found := self._match(_patterns().month_year, at):
            if self._numbers_a_note(at) or int(found[1]) > _MONTHS:
                code = f"{int(found[1])}/{found[2]}"
                figure = Figure(Kind.CODE, found.start(), found.end(), code=code)
                return placed(self.tokens, at, figure)
            return self._dated(at, found.end(), found[2], found[1], None)
        said = at > 0 and self.tokens.words[at - 1] in _DAY_WORDS
        found = self._match(_patterns().day_month if said else _patterns().padded, at)
        return self._dated(at, found.end(), None, found[2], found[1]) if found else None

    def _numbers_a_note(self, at: int) -> bool:
        return any(word in NOTE_WORDS for word in self.tokens.words[max(0, at - _NOTE_REACH) : at])

    def _bare(self, at: int) -> Special | None:
        """Read "em 2018"; "dia 12"."""
        tokens, word = self.tokens, self.tokens.words[at]
        before = tokens.words[at - 1] if at else ""
        if before in _YEAR_WORDS and _patterns().year.fullmatch(word):
            return None if tokens.words[at + 1] in _AMOUNTS else self._dated(at, tokens.ends[at], word, None, None)
        if before in {"dia", "day"} and word.isdecimal() and len(word) <= _DAY_DIGITS:
            return self._dated(at, tokens.ends[at], None, None, word)
        return None

    def _pressure(self, at: int) -> Special | None:
        found = self._match(_patterns().pressure, at)
        if found is None:
            return None
        systolic, diastolic = int(found[1]), int(found[2])
        spoken = systolic in _SPOKEN_SYSTOLIC and diastolic in _SPOKEN_DIASTOLIC
        if spoken and self._speaks_of_pressure(at):
            systolic, diastolic = systolic * 10, diastolic * 10
        plausible = systolic in _SYSTOLIC and diastolic in _DIASTOLIC and systolic > diastolic
        end = until(self.tokens, at, found.end())
        other = self.tokens.words[end] in _AMOUNTS and self.tokens.words[end + 1] != "hg"
        if not plausible or other:
            return None
        values = (Decimal(systolic), Decimal(diastolic))
        return Special((Figure(Kind.PRESSURE, found.start(), found.end(), *values, "mmhg"),), end)

    def _speaks_of_pressure(self, at: int) -> bool:
        return any(word in _PRESSURE_WORDS for word in self.tokens.words[max(0, at - _PRESSURE_REACH) : at])
