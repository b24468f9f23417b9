"""Figures that are no plain quantity: dates, times, blood pressures, codes, and numbers that only number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from rag.grounding.figure import Figure, Kind, PartialDate
from rag.grounding.lexicon import months
from rag.grounding.scan import Tokens
from rag.grounding.words import (
    CALL_WORDS,
    CLASS_WORDS,
    DEGREE_NOUNS,
    DOUBTFUL_MONTHS,
    FILLERS,
    ICD_WORDS,
    NOTE_WORDS,
    ORDINAL_NOUNS,
    ORDINAL_SUFFIXES,
    ORDINAL_WORDS,
    ROMANS,
    ROMANS_AFTER_CLASS,
)

_PRESSURE_WORDS = frozenset(
    {"pressao", "pa", "presion", "ta", "pressure", "bp", "maxima", "tensao", "tension"}
)
_DAY_WORDS = frozenset({"dia", "dias", "day", "days"})
_YEAR_WORDS = frozenset(
    {"em", "in", "en", "de", "of", "desde", "since", "ano", "year", "ate", "until", "del"}
)
_DEGREE_GLUE = frozenset({"e", "y", "and", "ou", "o", "or", "de", "-"})
_ORDINAL_GLUE = frozenset({"e", "y", "and", "ou", "o", "or", ",", "a", "to", "-", "°", *ORDINAL_SUFFIXES})


@dataclass(frozen=True, slots=True)
class Patterns:
    """Patterns tried at the place of a number, on folded text."""

    keycap: re.Pattern[str]
    numbering: re.Pattern[str]
    iso: re.Pattern[str]
    day_month_year: re.Pattern[str]
    phone: re.Pattern[str]
    day_month: re.Pattern[str]
    padded: re.Pattern[str]
    month_name: re.Pattern[str]
    after_month: re.Pattern[str]
    time: re.Pattern[str]
    month_year: re.Pattern[str]
    pressure: re.Pattern[str]
    year: re.Pattern[str]
    icd: re.Pattern[str]
    icd_edition: re.Pattern[str]
    icd_glue: re.Pattern[str]
    day_after_month: re.Pattern[str]
    hydroxy: re.Pattern[str]


@cache
def patterns() -> Patterns:
    """Compile them, once."""
    return Patterns(
        keycap=re.compile(r"\d\ufe0f?\u20e3"),
        numbering=re.compile(r"\d{1,2}(?:[.)]|(?:\.\d{1,2}){2,}\.?|\.\d{1,2}\.)(?=[ \t]+[^\W\d])"),
        iso=re.compile(r"(\d{4})-(\d{2})-(\d{2})(?!\d)"),
        day_month_year=re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/]|[.,]\d)"),
        phone=re.compile(
            r"0\d{3}[ -]\d{3}[ -]?\d{3,4}(?!\d)|55 \(?\d{2}\)? 9?\d{4}-?\d{4}(?!\d)"
            r"|\d{2}\)? ?9?\d{4}-\d{4}(?!\d)|9?\d{4}-\d{4}(?!\d)"
        ),
        day_month=re.compile(r"(\d{1,2})/(\d{1,2})(?![\d/]|[.,]\d)"),
        padded=re.compile(r"(\d{2})/(\d{2})(?![\d/]|[.,]\d)"),
        month_name=re.compile(r"(\d{1,2}) ?(?:°|st|nd|rd|th)? ?(?:de |of |-)?([a-z]+)\.?"),
        after_month=re.compile(r"(?:\.?,? ?(?:de |del |of )?)(\d{4})(?![\d.,]*\d)"),
        time=re.compile(r"(\d{1,2})(?::|h)(\d{2})(?!\d)(?: ?([ap])\.? ?m\b)?"),
        month_year=re.compile(r"(\d{1,4})/(\d{4})(?![\d/])"),
        pressure=re.compile(r"(\d{1,3}) ?(?:x|/|por|over|by|sobre) ?(\d{1,3})(?![\d/]|[.,]\d)"),
        year=re.compile(r"(?:19|20)\d\d(?![\d.,]*\d)"),
        icd=re.compile(r"[a-z] ?\d{2}(?:\.\d{1,2})?(?!\d)"),
        icd_edition=re.compile(r"[- ]?1[01](?![\d.])"),
        icd_glue=re.compile(r"\s*(?:[,;/-]|\b(?:a|e|y|ou|and|to|al)\b)"),
        day_after_month=re.compile(r"\.? (\d{1,2})(?:st|nd|rd|th)?(?![\d.,:/]*\d)\b"),
        hydroxy=re.compile(r"25 ?-? ?(?:\(oh\)|oh|hidroxi|hydroxy)\w*"),
    )


@dataclass(frozen=True, slots=True)
class Special:
    """A special form read from tokens up to `end`: its figures, none where the number only numbers."""

    figures: tuple[Figure, ...]
    end: int


@dataclass(frozen=True, slots=True)
class SpecialReader:
    """Reads special forms at a token."""

    tokens: Tokens
    patterns: Patterns

    def at_number(self, at: int) -> Special | None:
        """The special form that starts at the number token `at`, if any."""
        for read in (self._ordinal, self._numbering, self._date, self._pressure, self._code):
            found = read(at)
            if found is not None:
                return found
        return None

    def at_word(self, at: int) -> Special | None:
        """Read "CID E 10.0", "NYHA III", "August 23, 2018", "segundo grau"."""
        word = self.tokens.words[at]
        if word in ICD_WORDS:
            return self._icd(at)
        if word in ROMANS or word in ROMANS_AFTER_CLASS:
            return self._roman(at)
        if word in months():
            return self._month_first(at)
        if word in ORDINAL_WORDS and self._before_degree(at + 1):
            return Special((self._coded(at, at + 1, f"ord{ORDINAL_WORDS[word]}"),), at + 1)
        return None

    def _before_degree(self, at: int) -> bool:
        """ "segundo grau", "second-degree", "primeiro ou de segundo grau"."""
        for word in self.tokens.words[at : at + 5]:
            if word in DEGREE_NOUNS:
                return True
            if word not in _DEGREE_GLUE and word not in ORDINAL_WORDS:
                return False
        return False

    def _coded(self, at: int, end: int, code: str) -> Figure:
        return Figure(Kind.CODE, self.tokens.starts[at], self.tokens.ends[end - 1], code=code)

    def _until(self, at: int, place: int) -> int:
        """Index of the first token that starts at or after `place`."""
        end = at + 1
        while end < self.tokens.count and self.tokens.starts[end] < place:
            end += 1
        return end

    def _ordinal(self, at: int) -> Special | None:
        tokens = self.tokens
        suffix = tokens.words[at + 1]
        dotted = suffix == "." and tokens.words[at + 2] == "°"
        if not tokens.touching(at, at + 1) or not (suffix == "°" or dotted or suffix in ORDINAL_SUFFIXES):
            return None
        if tokens.kinds[at] != "num" or not tokens.words[at].isdigit():
            return None
        end = at + (3 if dotted else 2)
        if (
            tokens.words[end] == "c"
            or tokens.words[end] in {"percentil", "percentile"}
            or tokens.words[end] in months()
        ):
            return None
        if tokens.words[end] == "de" and tokens.words[end + 1] in months():
            return None
        return Special((self._coded(at, end, f"ord{tokens.words[at]}"),) if self._counted(end) else (), end)

    def _counted(self, at: int) -> bool:
        """Whether an ordinal stands before a noun whose rank matters, other ordinals of its list between."""
        for index in range(at, min(at + 7, self.tokens.count)):
            word = self.tokens.words[index]
            if word in ORDINAL_NOUNS:
                return True
            if word not in _ORDINAL_GLUE and self.tokens.kinds[index] != "num":
                return False
        return False

    def _numbering(self, at: int) -> Special | None:
        tokens, start = self.tokens, self.tokens.starts[at]
        if self.patterns.keycap.match(tokens.folded, start):
            return Special((), at + 1)
        if at and "\n" not in tokens.folded[tokens.ends[at - 1] : start]:
            return None
        found = self.patterns.numbering.match(tokens.folded, start)
        return Special((), self._until(at, found.end())) if found else None

    def _date(self, at: int) -> Special | None:
        folded, start = self.tokens.folded, self.tokens.starts[at]
        if found := self.patterns.iso.match(folded, start):
            return self._dated(at, found.end(), found[1], found[2], found[3])
        if found := self.patterns.day_month_year.match(folded, start):
            day, month = found[1], found[3]
            if int(month) > 12 and int(day) <= 12:
                day, month = month, day
            year = found[4] if len(found[4]) == 4 else f"20{found[4]}"
            return self._dated(at, found.end(), year, month, day)
        return (
            self._phone(at)
            or self._named_month(at)
            or self._time(at)
            or self._short_date(at)
            or self._bare(at)
        )

    def _dated(
        self, at: int, place: int, year: str | None, month: str | int | None, day: str | None
    ) -> Special | None:
        date = PartialDate(*(None if part is None else int(part) for part in (year, month, day)))
        if date.month is not None and not 1 <= date.month <= 12:
            return None
        if date.day is not None and not 1 <= date.day <= 31:
            return None
        return Special((Figure(Kind.DATE, self.tokens.starts[at], place, date=date),), self._until(at, place))

    def _phone(self, at: int) -> Special | None:
        found = self.patterns.phone.match(self.tokens.folded, self.tokens.starts[at])
        if found is None:
            return None
        code = "".join(character for character in found[0] if character.isdigit())
        return Special(
            (Figure(Kind.CODE, found.start(), found.end(), code=code),), self._until(at, found.end())
        )

    def _named_month(self, at: int) -> Special | None:
        found = self.patterns.month_name.match(self.tokens.folded, self.tokens.starts[at])
        if found is None or found[2] not in months():
            return None
        year = self.patterns.after_month.match(self.tokens.folded, found.end())
        if found[2] in DOUBTFUL_MONTHS and year is None and not self.tokens.text[found.start(2)].isupper():
            return None
        place = year.end() if year else found.end(2)
        return self._dated(at, place, year[1] if year else None, months()[found[2]], found[1])

    def _month_first(self, at: int) -> Special | None:
        tokens, word = self.tokens, self.tokens.words[at]
        proper = tokens.text[tokens.starts[at]].isupper() or len(word) > 3
        if not proper or word in DOUBTFUL_MONTHS - {"may", "march"}:
            return None
        month, place = months()[word], tokens.ends[at]
        if year := self.patterns.after_month.match(tokens.folded, place):
            return self._dated(at, year.end(), year[1], month, None)
        day = self.patterns.day_after_month.match(tokens.folded, place)
        if day is None:
            return None
        year = self.patterns.after_month.match(tokens.folded, day.end())
        return self._dated(at, (year or day).end(), year[1] if year else None, month, day[1])

    def _time(self, at: int) -> Special | None:
        found = self.patterns.time.match(self.tokens.folded, self.tokens.starts[at])
        if found is None or int(found[1]) > 24 or int(found[2]) > 59:
            return None
        hour = int(found[1]) % 12 + (12 if found[3] == "p" else 0) if found[3] else int(found[1])
        figure = Figure(Kind.TIME, found.start(), found.end(), Decimal(hour * 60 + int(found[2])))
        return Special((figure,), self._until(at, found.end()))

    def _short_date(self, at: int) -> Special | None:
        """ "12/06", or "3/6" where a word says that it is a day; "8/2021"."""
        tokens, start = self.tokens, self.tokens.starts[at]
        if found := self.patterns.month_year.match(tokens.folded, start):
            if self._noted(at) or int(found[1]) > 12:
                code = f"{int(found[1])}/{found[2]}"
                return Special(
                    (Figure(Kind.CODE, start, found.end(), code=code),), self._until(at, found.end())
                )
            return self._dated(at, found.end(), found[2], found[1], None)
        named = tokens.words[at - 1] in _DAY_WORDS if at else False
        pattern = self.patterns.day_month if named else self.patterns.padded
        found = pattern.match(tokens.folded, start)
        return self._dated(at, found.end(), None, found[2], found[1]) if found else None

    def _noted(self, at: int) -> bool:
        return any(word in NOTE_WORDS for word in self.tokens.words[max(0, at - 6) : at])

    def _bare(self, at: int) -> Special | None:
        """ "em 2018"; "dia 12"."""
        tokens, before = self.tokens, self.tokens.words[at - 1] if at else ""
        unitless = tokens.kinds[at + 1] != "word" or not tokens.near(at, at + 1)
        if before in _YEAR_WORDS and self.patterns.year.fullmatch(tokens.words[at]):
            plain = unitless or tokens.words[at + 1] not in {
                "kcal",
                "calorias",
                "g",
                "mg",
                "ml",
                "calories",
                "kj",
            }
            return self._dated(at, tokens.ends[at], tokens.words[at], None, None) if plain else None
        if before in {"dia", "day"} and tokens.words[at].isdigit() and len(tokens.words[at]) <= 2:
            return self._dated(at, tokens.ends[at], None, None, tokens.words[at])
        return None

    def _pressure(self, at: int) -> Special | None:
        found = self.patterns.pressure.match(self.tokens.folded, self.tokens.starts[at])
        if found is None:
            return None
        systolic, diastolic = int(found[1]), int(found[2])
        if 6 <= systolic <= 30 and 3 <= diastolic <= 20 and systolic > diastolic and self._about_pressure(at):
            systolic, diastolic = systolic * 10, diastolic * 10
        if not (60 <= systolic <= 300 and 30 <= diastolic <= 200 and systolic > diastolic):
            return None
        end = self._until(at, found.end())
        if (
            self.tokens.words[end] in {"g", "mg", "ml", "cm", "mm", "kcal", "m"}
            and self.tokens.words[end + 1] != "hg"
        ):
            return None
        figure = Figure(
            Kind.PRESSURE, found.start(), found.end(), Decimal(systolic), Decimal(diastolic), "mmhg"
        )
        return Special((figure,), end)

    def _about_pressure(self, at: int) -> bool:
        return any(word in _PRESSURE_WORDS for word in self.tokens.words[max(0, at - 8) : at])

    def _code(self, at: int) -> Special | None:
        tokens = self.tokens
        if found := self.patterns.hydroxy.match(tokens.folded, tokens.starts[at]):
            end = self._until(at, found.end())
            return Special((Figure(Kind.CODE, found.start(), found.end(), code="25oh"),), end)
        if (
            at > 1
            and tokens.words[at - 1] == "-"
            and tokens.kinds[at - 2] == "word"
            and tokens.touching(at - 2, at - 1)
        ):
            if tokens.touching(at - 1, at):
                return Special(
                    (self._coded(at - 2, at + 1, f"{tokens.words[at - 2]}-{tokens.words[at]}"),), at + 1
                )
        if len(tokens.words[at]) >= 3 and tokens.words[at].isdigit() and self._called(at):
            return Special((self._coded(at, at + 1, tokens.words[at]),), at + 1)
        return None

    def _called(self, at: int) -> bool:
        """Whether the number is one to call: "SAMU 192", "ligue para o 188"."""
        index, steps = at - 1, 0
        while (
            index >= 0
            and steps < 3
            and (self.tokens.words[index] in FILLERS | {"para", "al", "ao", "(", ":", "no"})
        ):
            index, steps = index - 1, steps + 1
        return index >= 0 and self.tokens.words[index] in CALL_WORDS

    def _icd(self, at: int) -> Special | None:
        """Every code of a list after "CID", also written with a blank ("E 10.0 a E 10.9, E 11.2")."""
        folded, figures, place = self.tokens.folded, list[Figure](), self.tokens.ends[at]
        if edition := self.patterns.icd_edition.match(folded, place):
            place = edition.end()
        while True:
            found = self._icd_code(place)
            if found is None and (glue := self.patterns.icd_glue.match(folded, place)):
                found = self._icd_code(glue.end())
            if found is None:
                break
            figures.append(Figure(Kind.CODE, found.start(), found.end(), code=found[0].replace(" ", "")))
            place = found.end()
        return Special(tuple(figures), self._until(at, place)) if figures else None

    def _icd_code(self, place: int) -> re.Match[str] | None:
        """A code at `place`, blanks skipped; its letter is a capital (else "e 10" is "and 10")."""
        while place < len(self.tokens.folded) and self.tokens.folded[place] in " :(":
            place += 1
        found = self.patterns.icd.match(self.tokens.folded, place)
        return found if found and self.tokens.text[place].isupper() else None

    def _roman(self, at: int) -> Special | None:
        tokens, word = self.tokens, self.tokens.words[at]
        if not tokens.text[tokens.starts[at] : tokens.ends[at]].isupper():
            return None
        if word in ROMANS_AFTER_CLASS and not any(
            w in CLASS_WORDS for w in tokens.words[max(0, at - 6) : at]
        ):
            return None
        return Special((self._coded(at, at + 1, f"roman {word}"),), at + 1)
