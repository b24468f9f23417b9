"""Properties of grounding over generated numbers, evidence and lies."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rag.grounding import (
    Comparator,
    Evidence,
    Kind,
    PassageText,
    PatientText,
    Value,
    ViolationKind,
    aligned,
    check,
    figures,
    markers,
    split,
)
from rag.types import Language

LANGUAGES = st.sampled_from(list(Language))
NUMBERS = st.decimals(min_value=0, max_value=10**9, places=3, allow_nan=False, allow_infinity=False)

NO_BREAK = "\u00a0"
UNITS = ["cm", "mm", "mg/dL", "%", "bpm", "meses", "anos", "kg/m²", "mUI/L"]
COMPARATORS = ["mais de ", "menos de ", "pelo menos ", "até ", "≥ ", "> ", "< ", ""]
FINDINGS = ["nódulo frio", "sopro rude", "queda de cabelo", "pressão sistólica", "glicose basal", "derrame pleural"]
CLAUSES = ["sem febre recente", "com febre recente", "que não melhora em repouso", "que melhora em repouso"]


def grouped(value: Decimal, separator: str, point: str) -> str:
    """A number with separators of thousands and decimals, without trailing zeros."""
    whole, _, rest = f"{value:,f}".partition(".")
    rest = rest.rstrip("0")
    return whole.replace(",", separator) + (f"{point}{rest}" if rest else "")


def rendered(value: Decimal, language: Language) -> str:
    """As the language writes it."""
    return grouped(value, ",", ".") if language is Language.EN else grouped(value, ".", ",")


@settings(deadline=None)
@given(NUMBERS, LANGUAGES)
def test_a_number_rendered_in_a_language_is_read_back(value: Decimal, language: Language) -> None:
    (figure,) = figures(f"{rendered(value, language)} kcal", language)
    assert (figure.kind, figure.value, figure.unit) == (Kind.QUANTITY, value, "kcal")


@settings(deadline=None)
@given(NUMBERS, LANGUAGES)
def test_a_number_with_blanks_between_thousands_is_read_back(value: Decimal, language: Language) -> None:
    point = "." if language is Language.EN else ","
    written = grouped(value, NO_BREAK, point)
    (figure,) = figures(f"{written} kcal", language)
    assert figure.value == value


@settings(deadline=None)
@given(st.integers(0, 999_999), LANGUAGES)
def test_digits_and_words_of_a_number_align(value: int, language: Language) -> None:
    spoken = spelled(value, language)
    (figure,) = figures(f"{spoken} kcal", language)
    assert figure.value == value, spoken
    assert aligned(f"{spoken} kcal", f"{value} kcal", language, language)


ONES = {
    Language.PT: """zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis
        dezessete dezoito dezenove""".split(),
    Language.ES: """cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis
        diecisiete dieciocho diecinueve""".split(),
    Language.EN: """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
        sixteen seventeen eighteen nineteen""".split(),
}
TENS = {
    Language.PT: "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa".split(),
    Language.ES: "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(),
    Language.EN: "twenty thirty forty fifty sixty seventy eighty ninety".split(),
}
HUNDREDS = {
    Language.PT: """cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos
        novecentos""".split(),
    Language.ES: """ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos
        novecientos""".split(),
}


def spelled(value: int, language: Language) -> str:
    """A number below a million in words."""
    if value >= 1000:
        thousands = "" if value < 2000 and language is not Language.EN else spelled(value // 1000, language) + " "
        word = "thousand" if language is Language.EN else "mil"
        rest = f" {spelled(value % 1000, language)}" if value % 1000 else ""
        return f"{thousands}{word}{rest}"
    if value >= 100:
        hundred = f"{ONES[language][value // 100]} hundred" if language is Language.EN else ""
        head = hundred or ("cien" if language is Language.ES else "cem") if value == 100 else hundred
        head = head or HUNDREDS[language][value // 100 - 1]
        glue = {Language.PT: " e ", Language.ES: " ", Language.EN: " and "}[language]
        return f"{head}{glue}{spelled(value % 100, language)}" if value % 100 else head
    if value < 20:
        return ONES[language][value]
    glue = {Language.PT: " e ", Language.ES: " y ", Language.EN: "-"}[language]
    tail = f"{glue}{ONES[language][value % 10]}" if value % 10 else ""
    return TENS[language][value // 10 - 2] + tail


@dataclass(frozen=True)
class Criterion:
    """A generated sentence of evidence."""

    finding: str
    comparator: str
    value: int
    unit: str
    clause: str

    def text(self) -> str:
        """As a note says it."""
        return f"Conta o achado de {self.finding} com {self.comparator}{self.value} {self.unit}, {self.clause}."


CRITERIA = st.lists(
    st.builds(
        Criterion,
        finding=st.sampled_from(FINDINGS),
        comparator=st.sampled_from(COMPARATORS),
        value=st.integers(2, 400),
        unit=st.sampled_from(UNITS),
        clause=st.sampled_from(CLAUSES),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda criterion: criterion.finding,
)


def evidence_of(criteria: list[Criterion]) -> Evidence:
    """One passage for each criterion."""
    return Evidence(tuple(PassageText(n, criterion.text()) for n, criterion in enumerate(criteria, 1)))


def cited(text: str, position: int) -> str:
    """The sentence with its marker."""
    return f"{text[:-1]} [{position}]."


@settings(deadline=None)
@given(CRITERIA, st.randoms())
def test_sentences_of_the_evidence_with_their_markers_pass(criteria: list[Criterion], order: object) -> None:
    sentences = [cited(criterion.text(), n) for n, criterion in enumerate(criteria, 1)]
    assert hasattr(order, "shuffle")
    order.shuffle(sentences)
    assert check(" ".join(sentences), evidence_of(criteria), language=Language.PT).violations == ()


@settings(deadline=None)
@given(CRITERIA, st.integers(2, 4000))
def test_another_figure_fails(criteria: list[Criterion], value: int) -> None:
    assume(value != criteria[0].value)
    lie = cited(criteria[0].text().replace(f"{criteria[0].value} ", f"{value} ", 1), 1)
    assert not check(lie, evidence_of(criteria), language=Language.PT).ok


@settings(deadline=None)
@given(CRITERIA, st.sampled_from(UNITS))
def test_another_unit_fails(criteria: list[Criterion], unit: str) -> None:
    assume(unit != criteria[0].unit)
    lie = cited(criteria[0].text().replace(f"{criteria[0].value} {criteria[0].unit}", f"{criteria[0].value} {unit}"), 1)
    assert not check(lie, evidence_of(criteria), language=Language.PT).ok


@settings(deadline=None)
@given(CRITERIA, st.sampled_from(COMPARATORS))
def test_another_comparator_fails(criteria: list[Criterion], comparator: str) -> None:
    first = criteria[0]
    same = {"≥ ": "pelo menos ", "> ": "mais de ", "< ": "menos de "}
    assume(same.get(comparator, comparator) != same.get(first.comparator, first.comparator))
    lie = cited(first.text().replace(f"com {first.comparator}{first.value}", f"com {comparator}{first.value}"), 1)
    assert not check(lie, evidence_of(criteria), language=Language.PT).ok


@settings(deadline=None)
@given(CRITERIA)
def test_a_negation_dropped_or_added_fails(criteria: list[Criterion]) -> None:
    first = criteria[0]
    other = {CLAUSES[0]: CLAUSES[1], CLAUSES[1]: CLAUSES[0], CLAUSES[2]: CLAUSES[3], CLAUSES[3]: CLAUSES[2]}
    lie = cited(first.text().replace(first.clause, other[first.clause]), 1)
    kinds = {violation.kind for violation in check(lie, evidence_of(criteria[:1]), language=Language.PT).violations}
    assert kinds == {ViolationKind.POLARITY}


@settings(deadline=None)
@given(CRITERIA, st.integers(0, 10_000))
def test_a_marker_beyond_the_evidence_fails(criteria: list[Criterion], position: int) -> None:
    assume(not 1 <= position <= len(criteria))
    text = f"{cited(criteria[0].text(), 1)} Veja também [{position}]."
    assert not check(text, evidence_of(criteria)).ok


@settings(deadline=None)
@given(CRITERIA)
def test_a_sentence_without_its_marker_fails(criteria: list[Criterion]) -> None:
    kinds = {violation.kind for violation in check(criteria[0].text(), evidence_of(criteria)).violations}
    assert ViolationKind.MISSING_CITATION in kinds


ODD = st.text(st.sampled_from("0123456789.,/:-–[]()½²ºª°%<>≥ aeouymxh\n\u0301\u200b٣①Ⅳ五E½CID1/3"), max_size=60)


@settings(deadline=None)
@given(st.one_of(st.text(max_size=200), ODD), st.one_of(st.none(), LANGUAGES))
def test_no_text_raises_and_every_span_is_within_it(text: str, language: Language | None) -> None:
    evidence = Evidence(
        (PassageText(1, text), PassageText(2, text)),
        (PatientText(text),),
        (Value(Decimal(3), text, text, names=(text, "")),),
    )
    verdict = check(text, evidence, fixed=(text, ""), language=language)
    found = figures(text, language)
    length = len(unicodedata.normalize("NFC", text))
    spans = [
        *((figure.start, figure.end) for figure in found),
        *((violation.start, violation.end) for violation in verdict.violations),
        *((marker.start, marker.end) for marker in markers(text)),
    ]
    assert all(0 <= start < end <= length for start, end in spans)
    assert check(text, Evidence(), language=language).citations == ()
    assert all(isinstance(figure.comparator, Comparator) for figure in found)


@settings(deadline=None)
@given(st.text(max_size=200))
def test_sentences_never_overlap_and_leave_out_only_blanks(text: str) -> None:
    spans = split(text)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    kept = "".join(text[start:end] for start, end in spans)
    assert re.sub(r"\s", "", kept) == re.sub(r"\s", "", text)


@settings(deadline=None)
@given(ODD)
def test_a_text_aligns_with_itself(text: str) -> None:
    assert aligned(text, text)
