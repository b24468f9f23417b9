"""The lexicon's small language, compiled: concepts made of words and of other concepts.

A lexicon is lines. A name in capitals opens a concept; under it `pt:`, `es:`, `en:` or `any:` hold its patterns,
parted by `;` (a line that starts with `;` or `|` goes on from the last). A pattern is steps parted by `+` (at once),
`~3` (up to three words between) or, once in a pattern, `<3>` (the same, in either order); a step in round brackets may
be missing. A step is phrases parted by `|`; a phrase is words parted by spaces: a word, a stem (`convuls*`), a number
range (`[180-300]`; with `!`, only where no unit of time or count follows), a CONCEPT. No pattern crosses the end of a
sentence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import chain

from rag.types import Language

_LANGUAGES = {"pt": Language.PT, "es": Language.ES, "en": Language.EN, "any": None}
_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
_STEP = re.compile(r"(\+|~\d+|\([^)]*\))")
_RANGE = re.compile(r"\[(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)\]!?")


class LexiconError(ValueError):
    """A line of a lexicon that can't be read, or a concept that is not defined or rests on itself."""


@dataclass(frozen=True, slots=True)
class Element:
    """One step of a pattern: any of `labels`, after at most `gap` other words."""

    labels: frozenset[str]
    gap: int = 0
    optional: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """`elements` in order name `concept`; the first is never optional.

    `negating`: a denial is part of the meaning. `needs`: label sets that a message must hold a label of, beyond
    those that the pattern is filed under.
    """

    concept: str
    language: Language | None
    elements: tuple[Element, ...]
    negating: bool = False
    needs: tuple[frozenset[str], ...] = ()


Level = dict[str, dict[str, tuple[Pattern, ...]]]
"""Patterns of one level by their first label, then by a label that must come later ("" where none must)."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """Patterns by level: those of level n rest on words and on concepts of levels below n."""

    levels: tuple[Level, ...]
    concepts: frozenset[str]
    words: dict[str, frozenset[Language]]
    stems: dict[str, frozenset[Language]]
    ranges: dict[str, tuple[float, float]]


def is_concept(label: str) -> bool:
    """True for the name of a concept or for a phrase; False for a word, a stem or a range."""
    return label[0].isupper() or " " in label


def parse(lexicon: str) -> list[Pattern]:
    """Patterns of a lexicon text. Raises LexiconError."""
    patterns: list[Pattern] = []
    concept = ""
    for number, line in _lines(_unaccented(lexicon)):
        head, colon, body = line.partition(":")
        if not colon and _NAME.fullmatch(head):
            concept = head
        elif colon and concept and head in _LANGUAGES:
            patterns += _patterns(concept, _LANGUAGES[head], body)
        else:
            raise LexiconError(f"line {number}: {line!r}")
    return patterns


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers; one that starts with `|` or `;` goes on from the line before."""
    whole, first = "", 0
    for number, line in enumerate((raw.strip() for raw in text.splitlines()), start=1):
        if line[:1] in ("|", ";"):
            whole += line
            continue
        if whole:
            yield first, whole
        whole, first = line, number
    if whole:
        yield first, whole


def _unaccented(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _patterns(concept: str, language: Language | None, body: str) -> list[Pattern]:
    sources = filter(None, (part.strip() for part in body.split(";")))
    return [Pattern(concept, language, _elements(order)) for source in sources for order in _orders(source)]


def _orders(source: str) -> list[str]:
    either = re.fullmatch(r"(.+?) <(\d+)> (.+)", source)
    if not either:
        return [source]
    left, gap, right = either.groups()
    return [f"{left} ~{gap} {right}", f"{right} ~{gap} {left}"]


def _elements(source: str) -> tuple[Element, ...]:
    elements: list[Element] = []
    gap = 0
    for part in filter(None, (part.strip() for part in _STEP.split(source))):
        if part == "+" or part[0] == "~":
            gap = int(part[1:] or 0)
            continue
        elements.append(
            Element(frozenset(phrase.strip() for phrase in part.strip("()").split("|")), gap, part[0] == "(")
        )
        gap = 0
    if not elements or elements[0].optional:
        raise LexiconError(f"pattern {source!r} starts with nothing certain")
    return tuple(elements)


def _with_phrases(patterns: list[Pattern]) -> list[Pattern]:
    """`patterns`, and one more for each phrase in them: a phrase is a concept of its own, named by its words."""
    phrases = {(part, pattern.language) for pattern in patterns for part in _parts(pattern) if " " in part}
    spelt = [
        Pattern(phrase, language, tuple(Element(frozenset({word})) for word in phrase.split()))
        for phrase, language in sorted(phrases, key=lambda found: (found[0], str(found[1])))
    ]
    return patterns + spelt


def compile_grammar(patterns: list[Pattern], negations: frozenset[str]) -> Grammar:
    """Order `patterns` by what they rest on. Raises LexiconError.

    `negations`: concepts whose words deny; a pattern made with one of them has used the denial up.
    """
    patterns = _with_phrases(patterns)
    by_concept: dict[str, list[Pattern]] = {}
    for pattern in patterns:
        by_concept.setdefault(pattern.concept, []).append(pattern)
    level_of = _levels(by_concept)
    denying = _denying(by_concept, negations)
    tables: list[dict[str, dict[str, list[Pattern]]]] = [{} for _ in range(max(level_of.values()) + 1)]
    for pattern in patterns:
        needs = sorted((element.labels for element in pattern.elements[1:] if not element.optional), key=len)
        ready = replace(pattern, negating=_denies(pattern, denying), needs=tuple(needs[1:]))
        for label in pattern.elements[0].labels:
            by_need = tables[level_of[pattern.concept]].setdefault(label, {})
            for need in needs[0] if needs else ("",):
                by_need.setdefault(need, []).append(ready)
    words, stems = _vocabulary(patterns)
    return Grammar(
        tuple({first: _frozen(by_need) for first, by_need in table.items()} for table in tables),
        frozenset(by_concept), words, stems, _ranges(patterns),
    )  # fmt: skip


def _frozen(by_need: dict[str, list[Pattern]]) -> dict[str, tuple[Pattern, ...]]:
    return {need: tuple(found) for need, found in by_need.items()}


def _levels(by_concept: dict[str, list[Pattern]]) -> dict[str, int]:
    level_of: dict[str, int] = {}

    def level(concept: str, above: tuple[str, ...]) -> int:
        if concept in above:
            raise LexiconError(f"{concept} rests on itself")
        if concept not in by_concept:
            raise LexiconError(f"{concept} is not defined (used by {above[-1]})")
        if concept not in level_of:
            below = {p for pattern in by_concept[concept] for p in _parts(pattern) if is_concept(p)}
            level_of[concept] = 1 + max((level(b, (*above, concept)) for b in sorted(below)), default=-1)
        return level_of[concept]

    for concept in by_concept:
        level(concept, ("a rule",))
    return level_of


def _parts(pattern: Pattern) -> chain[str]:
    return chain.from_iterable(element.labels for element in pattern.elements)


def _vocabulary(
    patterns: list[Pattern],
) -> tuple[dict[str, frozenset[Language]], dict[str, frozenset[Language]]]:
    words: dict[str, set[Language]] = {}
    stems: dict[str, set[Language]] = {}
    for pattern in patterns:
        for label in _parts(pattern):
            if is_concept(label) or label[0] == "[":
                continue
            table = stems if label[-1] == "*" else words
            spoken = {pattern.language} if pattern.language else set()
            table.setdefault(label.rstrip("*"), set()).update(spoken)
    freeze = {word: frozenset(spoken) for word, spoken in words.items()}
    return freeze, {stem: frozenset(spoken) for stem, spoken in stems.items()}


def _ranges(patterns: list[Pattern]) -> dict[str, tuple[float, float]]:
    ranges: dict[str, tuple[float, float]] = {}
    for label in {part for pattern in patterns for part in _parts(pattern) if part[0] == "[" and not is_concept(part)}:
        match = _RANGE.fullmatch(label)
        if not match:
            raise LexiconError(f"range {label!r}")
        ranges[label] = (float(match.group(1)), float(match.group(2)))
    return ranges


def _denying(by_concept: dict[str, list[Pattern]], negations: frozenset[str]) -> frozenset[str]:
    """Labels that hold a denial: the `negations`, their words, and every concept whose patterns all hold one."""
    words = {label.rstrip("!") for name in negations for pattern in by_concept[name] for label in _parts(pattern)}
    found = {*negations, *words, *(f"{word}!" for word in words)}
    while True:
        more = {
            concept
            for concept, patterns in by_concept.items()
            if concept not in found and all(_denies(pattern, found) for pattern in patterns)
        }
        if not more:
            return frozenset(found)
        found |= more


def _denies(pattern: Pattern, denying: AbstractSet[str]) -> bool:
    """True where `pattern` holds a denial; "no" is none in Portuguese ("no chão": on the floor)."""
    return any(part in denying and (part != "no" or pattern.language is not Language.PT) for part in _parts(pattern))
