"""Fields and protocols made ready for reading: cues folded, units known. Kept by value, so that each is made once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Final

from rag.grounding.scan import words_of
from rag.protocols.reading.phrases import Meanings, indexed, lists, plain_words
from rag.protocols.reading.units import (
    CALENDAR,
    CLOCK,
    COUNT,
    LENGTH,
    MASS,
    Analyte,
    Unit,
    analyte,
    dimension,
    read_unit,
    unit_of,
)
from rag.protocols.types import Cues, FieldType, Option, Protocol, ProtocolField
from rag.types import Language

AGE: Final = "age"
DENIED: Final = "denied"
"""In place of where a phrase's own words begin: it states something only where it is denied."""
_PRONOUNS: Final = frozenset({"i", "eu", "yo"})
_STEM: Final = 5
_SHORTEST_STEM: Final = 4
_PER: Final = {"anos": frozenset({"year", "anual"}), "dias": frozenset({"daily", "24", "24h", "24 h"})}
# What a number without a unit might also be in, besides the field's own.
_RIVALS: Final[Mapping[Unit, tuple[Unit, ...]]] = {
    "mm": ("cm",), "cm": ("mm",), "m": ("cm",), "meses": ("anos", "semanas", "dias"), "anos": ("meses",),
    "semanas": ("meses", "dias"), "dias": ("semanas", "meses"), "s": ("min",), "min": ("s",), "mg": ("g",),
    "mcg": ("mg",),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Prepared:
    """A field ready for reading.

    `unit` is canonical, "" where the field has none. `per` are the times per which its value is told ("mm" a year).
    `names` are the phrases that speak of it, in every language; `stems` the beginnings of all words that are about it.
    `asked` are those of its question as well. `asks_in`: whether its question names the unit.
    """

    field: ProtocolField
    unit: Unit
    analyte: Analyte | None
    per: frozenset[str]
    names: Meanings
    stems: frozenset[str]
    asked: frozenset[str]
    asks_in: Mapping[Language, bool]

    @property
    def counts(self) -> bool:
        """Whether it is a number of times or things."""
        return not self.field.unit or dimension(self.unit) == COUNT

    @property
    def of_time(self) -> bool:
        """Whether it is itself a time."""
        return dimension(self.unit) in (CALENDAR, CLOCK)

    @property
    def asks_how_long(self) -> bool:
        """Whether it is asked for as a span of time: "há quantos anos"."""
        return plain_words(self.field.question.pt)[:1] in (("ha",), ("faz",))

    def plausible(self, value: Decimal) -> bool:
        """Whether the field takes the value."""
        low, high = self.field.min, self.field.max
        return (low is None or value >= Decimal(str(low))) and (high is None or value <= Decimal(str(high)))

    def in_other_units(self, language: Language) -> tuple[Unit, ...]:
        """What a number without a unit may be in, besides the field's own."""
        return (*_RIVALS.get(self.unit, ()), *(("lb",) if self.unit == "kg" and language is Language.EN else ()))

    def asks(self, word: str) -> bool:
        """Whether a word is one of those in which the field is asked for."""
        return self.about(word) or word[:_STEM] in self.asked

    def is_acronym(self, word: str) -> bool:
        """Whether a short word is by itself a name of the field ("42 imc")."""
        return len(word) <= _SHORTEST_STEM and any(name == (word,) for name, _ in self.names.get(word, ()))

    def about(self, word: str) -> bool:
        """Whether a word is one of those in which the field is spoken of."""
        return word[:_STEM] in self.stems if len(word) >= _SHORTEST_STEM else word in self.stems


@lru_cache(maxsize=2048)
def prepared(field: ProtocolField) -> Prepared:
    """A field ready for reading."""
    unit = unit_of(field.unit)
    labels = [field.label.said_in(language) for language in Language]
    words = {word for text in (*labels, *field.cues.every()) for word in plain_words(text)}
    stems = frozenset(word[:_STEM] for word in words if len(word) >= _SHORTEST_STEM)
    acronyms = frozenset(word for phrase in _names(field, None) for word in phrase if len(word) < _SHORTEST_STEM)
    asked = words | {word for language in Language for word in plain_words(field.question.said_in(language))}
    rate = unit and dimension(unit) in (LENGTH, MASS)
    per = frozenset(name for name, hints in _PER.items() if rate and hints & asked)
    names = indexed((phrase, field.key) for phrase in _names(field, None))
    asks = {language: _names_unit(field.question.said_in(language), unit) for language in Language}
    asked_for = stems | {word[:_STEM] for word in asked if len(word) >= _SHORTEST_STEM}
    return Prepared(field, unit, analyte(field), per, names, stems | acronyms, asked_for, asks)


@dataclass(frozen=True, slots=True)
class PreparedProtocol:
    """A protocol ready for hearing in one language: its fields, and which of them a phrase speaks of.

    `measured` names fields of numbers and dates; `options` a choice's key and its option's, parted by a slash;
    `statements` a yes/no field's key and where in the phrase its words begin that are no verb, parted by a slash.
    `denials` are the forms in which "never" denies a verb. A phrase that speaks of two fields speaks of none.
    """

    fields: dict[str, Prepared]
    measured: Meanings
    options: Meanings
    statements: Meanings
    denials: Mapping[str, str]


@lru_cache(maxsize=256)
def prepared_protocol(protocol: Protocol, language: Language) -> PreparedProtocol:
    """A protocol ready for hearing in a language."""
    fields = {field.key: prepared(field) for field in protocol.fields}
    told = [field for field in protocol.fields if field.measured or field.type is FieldType.DATE]
    cues = tuple((f.key, _cues(f.cues, language)) for f in protocol.fields if f.type is FieldType.YES_NO)
    options = ((f.key, option) for f in protocol.fields for option in f.options)
    named = [(plain_words(cue), f"{key}/{one.key}") for key, one in options for cue in _cues(one.cues, language)]
    measured = [(phrase, field.key) for field in told for phrase in _names(field, language)]
    return PreparedProtocol(fields, _unshared(measured), _unshared(named), statements_of(cues), denials_of(cues))


def _unshared(pairs: Iterable[tuple[tuple[str, ...], str]]) -> Meanings:
    owners: dict[tuple[str, ...], set[str]] = {}
    for phrase, meaning in pairs:
        owners.setdefault(phrase, set()).add(meaning)
    return indexed((phrase, min(those) if len(those) == 1 else "?") for phrase, those in owners.items())


FieldCues = tuple[tuple[str, tuple[str, ...]], ...]
"""Keys of yes/no fields with their cues."""


@lru_cache(maxsize=2048)
def statements_of(fields: FieldCues) -> Meanings:
    """The cues of yes/no fields, whole and without their "sou", "tenho", as in `PreparedProtocol`."""
    pairs = []
    for key, cues in fields:
        for cue in filter(None, map(plain_words, cues)):
            core = _core(cue)
            pairs.append((cue, f"{key}/{len(cue) - len(core)}"))
            pairs += [(core, f"{key}/0")] if core != cue else []
            pairs += [(cue[1:], f"{key}/{DENIED}")] if cue[0] in _PRONOUNS and core == cue and len(cue) > 1 else []
    return _unshared(pairs)


def _core(cue: tuple[str, ...]) -> tuple[str, ...]:
    verbs = sorted((phrase for phrase in lists()["am"] if phrase == cue[: len(phrase)]), key=len)
    return cue[len(verbs[-1]) :] or cue if verbs else cue


@lru_cache(maxsize=2048)
def denials_of(fields: FieldCues) -> Mapping[str, str]:
    """Past forms of the verbs that are a whole cue ("fumo": "fumei"), each with its field's key."""
    forms = ((form, key) for key, cues in fields for cue in map(plain_words, cues) for form in _past_forms(cue))
    return dict(forms)


def _past_forms(cue: tuple[str, ...]) -> list[str]:
    if not cue or cue[:-1] not in ((), ("i",), ("eu",), ("yo",)) or len(cue[-1]) < _SHORTEST_STEM:
        return []
    verb = cue[-1]
    if cue[0] == "i":
        return [f"{verb}d", f"{verb}ed"]
    return [verb[:-1] + ending for ending in ("ei", "i", "e", "ado", "ido")] if verb.endswith("o") else []


def _names(field: ProtocolField, language: Language | None) -> Iterator[tuple[str, ...]]:
    """The phrases that speak of a field: its cues, and the words of its label."""
    cues = field.cues.every() if language is None else _cues(field.cues, language)
    labels = [field.label.said_in(one) for one in (Language if language is None else (language,))]
    yield from filter(None, map(plain_words, cues))
    if field.measured or field.type is FieldType.DATE:
        for label in labels:
            before, _, rest = label.partition("(")
            yield from filter(None, (plain_words(before), plain_words(rest.partition(")")[0])))


def _cues(cues: Cues, language: Language) -> tuple[str, ...]:
    return {Language.PT: cues.pt, Language.ES: cues.es, Language.EN: cues.en}[language]


def _names_unit(question: str, unit: Unit) -> bool:
    words = [*words_of(question), ""]
    return any(read_unit(words, at)[0] == unit for at in range(len(words) - 1))


def option_names(option: Option) -> Iterator[tuple[str, ...]]:
    """The phrases by which an option is told: labels, whole and in parts at a colon or brackets, its key, its cues."""
    for label in (option.pt, option.es, option.en):
        yield plain_words(label)
        head, colon, rest = label.partition(":")
        if colon:
            yield plain_words(head)
            yield plain_words(rest)
        before, _, inside = label.partition("(")
        yield plain_words(before)
        yield plain_words(inside.partition(")")[0])
    yield tuple(option.key.split("_"))
    for cue in option.cues.every():
        yield plain_words(cue)
