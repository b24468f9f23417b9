"""Grounding on the bundled notes: every sentence of theirs passes, and seeded edits of it do not."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rag.grounding import Evidence, PassageText, check, figures
from rag.types import Language

NOTES = Path(__file__).parents[2] / "rag" / "corpus" / "notes"
LANGUAGES = {"": Language.PT, ".es": Language.ES, ".en": Language.EN}
FLIPS = {
    Language.PT: (("mais de", "menos de"), ("pelo menos", "no máximo"), ("menor que", "maior que"), ("≥", ">")),
    Language.ES: (("más de", "menos de"), ("al menos", "como máximo"), ("menor que", "mayor que"), ("≥", ">")),
    Language.EN: (("more than", "less than"), ("at least", "at most"), ("less than", "more than"), ("≥", ">")),
}
UNITS = (("cm", "mm"), ("mm", "cm"), ("mg/dL", "g/dL"), ("%", "mg/dL"), ("meses", "anos"), ("months", "years"))
NEGATIONS = {
    Language.PT: (("não ", ""), ("sem ", "com ")),
    Language.ES: (("no ", ""), ("sin ", "con ")),
    Language.EN: (("not ", ""), ("without ", "with ")),
}


class Quotation(NamedTuple):
    sentence: str
    evidence: Evidence
    language: Language


@cache
def quotations() -> tuple[Quotation, ...]:
    """Every bullet of the notes with the section it stands in as its one passage."""
    return tuple(found for suffix, language in LANGUAGES.items() for found in _quotations(suffix, language))


def _quotations(suffix: str, language: Language) -> Iterator[Quotation]:
    for specialty in ("cardiologia", "dermatologia", "endocrinologia"):
        text = (NOTES / f"{specialty}{suffix}.md").read_text(encoding="utf-8")
        for section in re.split(r"(?m)^## ", text)[1:]:
            evidence = Evidence((PassageText(1, section, language),))
            for line in section.splitlines():
                if line.startswith("- "):
                    yield Quotation(line[2:].rstrip("."), evidence, language)


def passes(sentence: str, quotation: Quotation) -> bool:
    return check(f"{sentence} [1].", quotation.evidence, language=quotation.language).ok


def test_every_bullet_of_the_notes_passes_against_its_section() -> None:
    assert len(quotations()) > 1000
    assert [quotation.sentence for quotation in quotations() if not passes(quotation.sentence, quotation)] == []


def test_every_figure_of_the_notes_replaced_by_another_is_found() -> None:
    source = random.Random(29)  # noqa: S311 - seeded on purpose
    passed, lies = [], 0
    for quotation in quotations():
        for found in re.finditer(r"\d+(?:[.,]\d+)?", quotation.sentence):
            other = str(source.randrange(1, 400))
            if Decimal(other) == Decimal(found[0].replace(",", ".")):
                continue
            lie = quotation.sentence[: found.start()] + other + quotation.sentence[found.end() :]
            lies += 1
            if passes(lie, quotation):
                passed.append(lie)
    assert lies > 500
    assert passed == []


def edits(quotation: Quotation) -> Iterator[str]:
    """The sentence with one comparator, unit or negation changed."""
    held = figures(quotation.sentence, quotation.language)
    for old, new in (*FLIPS[quotation.language], *UNITS):
        for found in re.finditer(rf"(?<!\w){re.escape(old)}(?!\w)", quotation.sentence):
            if any(figure.start <= found.start() < figure.end for figure in held):
                yield quotation.sentence[: found.start()] + new + quotation.sentence[found.end() :]
    for old, new in NEGATIONS[quotation.language]:
        for found in re.finditer(rf"(?<!\w){re.escape(old)}", quotation.sentence):
            yield quotation.sentence[: found.start()] + new + quotation.sentence[found.end() :]


def test_every_comparator_unit_or_negation_of_the_notes_changed_is_found() -> None:
    lies = [(lie, quotation) for quotation in quotations() for lie in edits(quotation)]
    assert len(lies) > 300
    assert [lie for lie, quotation in lies if passes(lie, quotation)] == []
