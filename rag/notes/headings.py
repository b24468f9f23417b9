"""What the lines of a note can be: headings of a condition, headings of a section, items, rules. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rag.notes.normalising import fold
from rag.types import Section


class Kind(StrEnum):
    """How a line is made to stand out."""

    MARKDOWN = "markdown"
    NUMBERED = "numbered"
    BOLD = "bold"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Mark:
    """A line without its decoration: `level` counts the #s, `number` is "6." or "6.1", "" for none."""

    kind: Kind
    level: int
    number: str
    text: str

    @property
    def ends_like_a_sentence(self) -> bool:
        """Whether the line ends as text does and headings don't."""
        return self.text.endswith((".", ";", ","))


@dataclass(frozen=True, slots=True)
class ConsultationHeading:
    """What "Consulta em Cardiologia - Valvopatias" says."""

    specialty: str
    condition: str


_LONG_DASH = "[\u2012\u2013\u2014\u2015]"
_DASH = "[-\u2010\u2011\u2012\u2013\u2014\u2015\u2212]"
# A hyphen needs a space on one side: "Consulta em Pré-natal" names no condition. A long dash needs none.
_SEPARATORS = (rf"\s+{_DASH}+\s+", rf"(?:\s+{_DASH}+|{_DASH}+\s+|{_LONG_DASH}+)")
_NAME = r"(?P<specialty>[^\W\d_][^\n:;.,]{1,60}?)"
_PREFIXES = (
    rf"consulta\s+(?:m[ée]dica\s+)?e[mn]\s+{_NAME}",
    rf"referral\s+to\s+{_NAME}",
    rf"{_NAME}\s+referral",
)
_LONGEST_HEADING = 160
LEFT_OPEN = re.compile(
    r"(?:[,/(]|\b(?:d[aeo]s?|del|la|el|of|the|com|con|with|em|en|in|a|o|e|y|and|or|para|por|não|no))$",
    re.IGNORECASE,
)
"""Ends of lines after which a sentence or title must go on."""

_NUMBER = re.compile(
    r"(?P<number>(?:\d{1,3}(?:\.\d{1,3})*|[IVX]{1,5}(?=[.)]))(?:\\?[.)])?)\s*(?:[-\u2013\u2014]\s+)?(?=\S)"
)
_EMPHASIS = re.compile(r"(\*{1,3}|_{1,3})(?=[^\s*_])(?P<text>.+?)\1?$")
_RULE = re.compile(r"\s*(?:([-=_*~])\s*(?:\1\s*){2,}|#{1,6}\s*)$")
BULLET = re.compile(r"\s*(?:[-*+•·●▪◦‣–—\uf0b7]\s+|[•●▪◦‣\uf0b7])")


def is_rule(line: str) -> bool:
    """Whether the line only draws a rule, or underlines the line above."""
    return _RULE.match(line) is not None


def read_mark(line: str) -> Mark:
    """Takes #, bold and number off a line, in whatever order they were put on."""
    text, level, number, bold = line.strip(), 0, "", False
    if hashes := re.match(r"(#{1,6})(?!#)\s*", text):
        level, text = len(hashes[1]), re.sub(r"(\s+#+|\s*\{[#.][^}]*\})$", "", text[hashes.end() :])
    for _ in range(3):
        if emphasis := _EMPHASIS.match(text):
            bold, text = True, emphasis["text"].strip()
        elif not number and (numbered := _NUMBER.match(text)):
            number, text = numbered["number"].replace("\\", ""), text[numbered.end() :]
    text = re.sub(r"\*{2,3}|_{2,3}", "", text).strip("\\ ")
    return Mark(_kind(level, number, bold), level, number, text)


def _kind(level: int, number: str, bold: bool) -> Kind:
    if level:
        return Kind.MARKDOWN
    if number:
        return Kind.NUMBERED
    return Kind.BOLD if bold else Kind.PLAIN


def read_consultation(mark: Mark) -> ConsultationHeading | None:
    """The specialty and condition that a heading names, or None where the line is no such heading.

    "Consulta em X - Y", "Consulta en X - Y", "Referral to X - Y"; "X referral - Y" only when it stands out,
    since English sentences can begin like it.
    """
    if len(mark.text) > _LONGEST_HEADING or (mark.kind is Kind.PLAIN and _reads_as_text(mark)):
        return None
    stands_out = mark.kind in (Kind.MARKDOWN, Kind.BOLD)
    for separator in _SEPARATORS:
        for prefix in _PREFIXES if stands_out else _PREFIXES[:-1]:
            if found := re.fullmatch(rf"{prefix}{separator}(?P<condition>\S.*)", mark.text, re.IGNORECASE):
                return ConsultationHeading(found["specialty"].strip(), clean_title(found["condition"]))
    return None


def _reads_as_text(mark: Mark) -> bool:
    return mark.ends_like_a_sentence or not mark.text[:1].isupper()


def clean_title(text: str) -> str:
    """A title with single spaces and without the colon that some headings end in."""
    return " ".join(text.split()).rstrip(" :") or text.strip()


# Wordings are compared folded. The first of each is the corpus's own; the rest are other notes'.
_WORDINGS: Mapping[Section, tuple[str, ...]] = {
    Section.ABOUT: ("o que e", "que es", "what it is", "definicao", "definicion", "definition"),
    Section.CRITERIA: (
        "quando o encaminhamento e indicado",
        "cuando esta indicada la derivacion",
        "when referral is indicated",
        "quando encaminhar",
        "cuando derivar",
        "when to refer",
        "criterios de encaminhamento",
    ),
    Section.REQUIRED: (
        "o que o encaminhamento precisa trazer",
        "que debe traer la derivacion",
        "what the referral must bring",
        "informacoes minimas",
    ),
    Section.WARNINGS: (
        "sinais de alerta",
        "senales de alarma",
        "warning signs",
        "sinais de alarme",
        "red flags",
    ),
    Section.OTHER: ("observacao", "observacoes", "observacion", "observaciones"),
}
_OPENINGS: Mapping[Section, str] = {
    Section.CRITERIA: "condicoes clinicas que indicam",
    Section.REQUIRED: "conteudo descritivo minimo",
}


def read_section(line: str) -> tuple[Section, str] | None:
    """The section that a line opens, with what the line says after its colon; None where it opens none.

    A Markdown heading of another wording opens `Section.OTHER`.
    """
    mark = read_mark(line)
    if mark.kind is not Kind.MARKDOWN and BULLET.match(line):
        return None
    head, _, rest = mark.text.partition(":")
    section = _section_named(fold(head), mark)
    if section is None or (section is Section.OTHER and rest.strip()):
        return (Section.OTHER, "") if mark.kind is Kind.MARKDOWN and mark.text else None
    return section, rest.strip()


def _section_named(words: str, mark: Mark) -> Section | None:
    for section, wordings in _WORDINGS.items():
        if words in wordings:
            return section
        if mark.kind is Kind.MARKDOWN and words.startswith(tuple(f"{wording} " for wording in wordings)):
            return section
    for section, opening in _OPENINGS.items():
        if words.startswith(opening) and len(words) <= _LONGEST_HEADING:
            return section
    return None
