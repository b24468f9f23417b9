"""Codes (ICD, NYHA III, telephones, "2º grau") and numbers that only number a list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from rag.grounding.figure import Figure, Kind
from rag.grounding.lexicon import months
from rag.grounding.scan import Tokens
from rag.grounding.special import Special, coded, placed, until
from rag.grounding.unit_words import FILLERS
from rag.grounding.words import (
    CALL_WORDS,
    CLASS_WORDS,
    DEGREE_NOUNS,
    ICD_WORDS,
    ORDINAL_NOUNS,
    ORDINAL_SUFFIXES,
    ORDINAL_WORDS,
    ROMANS,
    ROMANS_AFTER_CLASS,
)

_DEGREE_GLUE = frozenset({"e", "y", "and", "ou", "o", "or", "de", "-", *ORDINAL_WORDS})
_DEGREE_REACH = 5
_ORDINAL_GLUE = frozenset({"e", "y", "and", "ou", "o", "or", ",", "a", "to", "-", "°", *ORDINAL_SUFFIXES})
_ORDINAL_REACH = 7
_CLASS_REACH = 6
_CALL_FILLERS = FILLERS | {"para", "al", "ao", "(", ":", "no"}
_CALL_REACH = 3
_CALL_DIGITS = 3


@dataclass(frozen=True, slots=True)
class _Patterns:
    keycap: re.Pattern[str]
    numbering: re.Pattern[str]
    phone: re.Pattern[str]
    icd: re.Pattern[str]
    icd_edition: re.Pattern[str]
    icd_glue: re.Pattern[str]
    hydroxy: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    return _Patterns(
        keycap=re.compile(r"\d\ufe0f?\u20e3"),
        numbering=re.compile(r"\d{1,2}(?:[.)]|(?:\.\d{1,2}){2,}\.?|\.\d{1,2}\.)(?=[ \t]+[^\W\d])"),
        phone=re.compile(
            r"0\d{3}[ -]\d{3}[ -]?\d{3,4}(?!\d)|55 \(?\d{2}\)? 9?\d{4}-?\d{4}(?!\d)"
            r"|\d{2}\)? ?9?\d{4}-\d{4}(?!\d)|9?\d{4}-\d{4}(?!\d)"
        ),
        icd=re.compile(r"[a-z] ?\d{2}(?:\.\d{1,2})?(?!\d)"),
        icd_edition=re.compile(r"[- ]?1[01](?![\d.])"),
        icd_glue=re.compile(r"\s*(?:[,;/-]|\b(?:a|e|y|ou|and|to|al)\b)"),
        hydroxy=re.compile(r"25 ?-? ?(?:\(oh\)|oh|hidroxi|hydroxy)\w*"),
    )


@dataclass(frozen=True, slots=True)
class CodeReader:
    """Reads codes and list numbers."""

    tokens: Tokens

    def at_number(self, at: int) -> Special | None:
        """The code or list number that starts at the number token `at`, if any."""
        for read in (self._ordinal, self._numbering, self._phone, self._hydroxy, self._hyphenated, self._call):
            found = read(at)
            if found is not None:
                return found
        return None

    def at_word(self, at: int) -> Special | None:
        """The code that starts with a word: "CID E 10.0", "NYHA III", "segundo grau"."""
        word = self.tokens.words[at]
        if word in ICD_WORDS:
            return self._icd(at)
        if word in ROMANS or word in ROMANS_AFTER_CLASS:
            return self._roman(at)
        if word in ORDINAL_WORDS and self._before_degree(at + 1):
            return Special((coded(self.tokens, at, at + 1, f"ord{ORDINAL_WORDS[word]}"),), at + 1)
        return None

    def _before_degree(self, at: int) -> bool:
        """Read "segundo grau", "second-degree", "primeiro ou de segundo grau"."""
        for word in self.tokens.words[at : at + _DEGREE_REACH]:
            if word in DEGREE_NOUNS:
                return True
            if word not in _DEGREE_GLUE:
                return False
        return False

    def _ordinal(self, at: int) -> Special | None:
        """An ordinal: a code before a noun whose rank matters, else nothing; None where it is none."""
        tokens = self.tokens
        suffix = tokens.words[at + 1]
        dotted = suffix == "." and tokens.words[at + 2] == "°"
        marked = suffix == "°" or dotted or suffix in ORDINAL_SUFFIXES
        if not (marked and tokens.touching(at, at + 1) and tokens.words[at].isdecimal()):
            return None
        end = at + (3 if dotted else 2)
        following = tokens.words[end + 1] if tokens.words[end] == "de" else tokens.words[end]
        if following in months() or following in {"c", "percentil", "percentile"}:
            return None
        figures = (coded(tokens, at, end, f"ord{tokens.words[at]}"),) if self._ranks(end) else ()
        return Special(figures, end)

    def _ranks(self, at: int) -> bool:
        """Whether an ordinal stands before a noun whose rank matters, other ordinals of its list between."""
        for index in range(at, min(at + _ORDINAL_REACH, self.tokens.count)):
            word = self.tokens.words[index]
            if word in ORDINAL_NOUNS:
                return True
            if word not in _ORDINAL_GLUE and self.tokens.kinds[index] != "num":
                return False
        return False

    def _numbering(self, at: int) -> Special | None:
        tokens, start = self.tokens, self.tokens.starts[at]
        if _patterns().keycap.match(tokens.folded, start):
            return Special((), at + 1)
        if at and "\n" not in tokens.folded[tokens.ends[at - 1] : start]:
            return None
        found = _patterns().numbering.match(tokens.folded, start)
        return Special((), until(tokens, at, found.end())) if found else None

    def _phone(self, at: int) -> Special | None:
        found = _patterns().phone.match(self.tokens.folded, self.tokens.starts[at])
        if found is None:
            return None
        code = "".join(character for character in found[0] if character.isdecimal())
        return placed(self.tokens, at, Figure(Kind.CODE, found.start(), found.end(), code=code))

    def _hydroxy(self, at: int) -> Special | None:
        found = _patterns().hydroxy.match(self.tokens.folded, self.tokens.starts[at])
        if found is None:
            return None
        return placed(self.tokens, at, Figure(Kind.CODE, found.start(), found.end(), code="25oh"))

    def _hyphenated(self, at: int) -> Special | None:
        """Read "COVID-19"."""
        tokens, word = self.tokens, at - 2
        if word < 0 or tokens.words[at - 1] != "-" or tokens.kinds[word] != "word":
            return None
        if not (tokens.touching(word, at - 1) and tokens.touching(at - 1, at)):
            return None
        return Special((coded(tokens, word, at + 1, f"{tokens.words[word]}-{tokens.words[at]}"),), at + 1)

    def _call(self, at: int) -> Special | None:
        """A number to call: "SAMU 192", "ligue para o 188"."""
        words, index = self.tokens.words, at - 1
        if len(words[at]) < _CALL_DIGITS or not words[at].isdecimal():
            return None
        while index >= 0 and index >= at - _CALL_REACH and words[index] in _CALL_FILLERS:
            index -= 1
        called = index >= 0 and words[index] in CALL_WORDS
        return Special((coded(self.tokens, at, at + 1, words[at]),), at + 1) if called else None

    def _icd(self, at: int) -> Special | None:
        """Every code of a list after "CID", also written with a blank ("E 10.0 a E 10.9, E 11.2")."""
        folded, figures, place = self.tokens.folded, list[Figure](), self.tokens.ends[at]
        if edition := _patterns().icd_edition.match(folded, place):
            place = edition.end()
        while True:
            found = self._icd_code(place)
            if found is None and (glue := _patterns().icd_glue.match(folded, place)):
                found = self._icd_code(glue.end())
            if found is None:
                break
            figures.append(Figure(Kind.CODE, found.start(), found.end(), code=found[0].replace(" ", "")))
            place = found.end()
        return Special(tuple(figures), until(self.tokens, at, place)) if figures else None

    def _icd_code(self, place: int) -> re.Match[str] | None:
        """A code at `place`, blanks skipped; its letter is a capital (else "e 10" is "and 10")."""
        while place < len(self.tokens.folded) and self.tokens.folded[place] in " :(":
            place += 1
        found = _patterns().icd.match(self.tokens.folded, place)
        return found if found and self.tokens.text[place].isupper() else None

    def _roman(self, at: int) -> Special | None:
        tokens, word = self.tokens, self.tokens.words[at]
        if not tokens.text[tokens.starts[at] : tokens.ends[at]].isupper():
            return None
        before = tokens.words[max(0, at - _CLASS_REACH) : at]
        if word in ROMANS_AFTER_CLASS and CLASS_WORDS.isdisjoint(before):
            return None
        return Special((coded(tokens, at, at + 1, f"roman {word}"),), at + 1)
