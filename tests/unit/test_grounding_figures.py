"""What is a figure, and what is said by it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from rag.grounding import Comparator, Kind, PartialDate, canonical_unit, figures
from rag.types import Language

PT, ES, EN = Language.PT, Language.ES, Language.EN


def said(text: str, language: Language | None = None) -> list[str]:
    """The figures' short forms."""
    return [str(figure) for figure in figures(text, language)]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("1.234,5 kcal", PT, ["1234.5 kcal"]),
        ("1.234 kcal", ES, ["1234 kcal"]),
        ("1,234.5 kcal", EN, ["1234.5 kcal"]),
        ("1,234 kcal", EN, ["1234 kcal"]),
        ("1,234 kcal", PT, ["1.234 kcal"]),
        ("1 234 g", PT, ["1234 g"]),
        ("1\u00a0234,5 g", ES, ["1234.5 g"]),
        ("0,125 mg", PT, ["0.125 mg"]),
        ("½ xícara", PT, ["0.5 cup"]),
        ("1½ xícara", PT, ["1.5 cup"]),
        ("1 1/2 xícara", PT, ["1.5 cup"]),
        ("3/4 cup", EN, ["0.75 cup"]),
        ("2 mil kcal", PT, ["2000 kcal"]),
        ("２５ ｃｍ", PT, ["25 cm"]),
        ("٢٥ cm", PT, ["25 cm"]),
        ("dois comprimidos", PT, ["2"]),
        ("vinte e cinco anos", PT, ["25 year"]),
        ("dois mil e quinhentos", PT, ["2500"]),
        ("mil e duzentas kcal", PT, ["1200 kcal"]),
        ("treinta y cinco años", ES, ["35 year"]),
        ("dos meses", ES, ["2 month"]),
        ("one hundred and twenty kcal", EN, ["120 kcal"]),
        ("twenty-five years old", EN, ["25 year"]),
        ("uma dúzia de ovos", PT, ["12"]),
        ("meia dúzia de ovos", PT, ["6.0"]),
        ("a dozen eggs", EN, ["12"]),
        ("meia xícara", PT, ["0.5 cup"]),
        ("media taza", ES, ["0.5 cup"]),
        ("half a cup", EN, ["0.5 cup"]),
        ("1 hora e meia", PT, ["1.5 hour"]),
        ("dois anos e meio", PT, ["2.5 year"]),
        ("one and a half hours", EN, ["1.5 hour"]),
        ("metade dos dias", PT, ["0.5"]),
        ("três quartos do prato", PT, ["0.75"]),
        ("perdeu -250 kcal", PT, ["-250 kcal"]),
        ("twice a day", EN, ["2 times/day"]),
    ],
)
def test_numbers_are_read_as_each_language_writes_them(text: str, language: Language, expected: list[str]) -> None:
    assert said(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("uma pessoa com um sopro", PT),
        ("um dos critérios", PT),
        ("tem um nódulo, uma vez que cresceu", PT),
        ("de uma vez", PT),
        ("no dos remédios", PT),
        ("o doce e a média", PT),
        ("não passa de uma pessoa para outra", PT),
        ("os dois melhoram", PT),
        ("una persona con un soplo", ES),
        ("one of them, and no one else", EN),
        ("at once", EN),
        ("a primeira consulta, o 1º passo", PT),
        ("meia-noite", PT),
        ("Já vi: iv", PT),
        ("veja [1], [2][3] e [1, 2] ou [1-3]", PT),
        ("1. primeiro\n2) segundo\n1️⃣ terceiro", PT),
    ],
)
def test_articles_pronouns_numbering_and_markers_are_no_figures(text: str, language: Language) -> None:
    assert said(text, language) == []


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("um mês", PT, ["1 month"]),
        ("pelo menos um", PT, [">= 1"]),
        ("um ou dois", PT, ["1", "2"]),
        ("una semana", ES, ["1 week"]),
        ("at least one", EN, [">= 1"]),
        ("one month", EN, ["1 month"]),
        ("one or more", EN, [">= 1"]),
    ],
)
def test_an_article_counts_before_a_unit_after_a_comparator_and_beside_a_number(
    text: str, language: Language, expected: list[str]
) -> None:
    assert said(text, language) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("30 mL/min/1,73 m²", "30 ml/min/1.73m2"),
        ("2,5 mcg/kg", "2.5 mcg/kg"),
        ("2,5 µg/kg", "2.5 mcg/kg"),
        ("10 mUI/L", "10 miu/l"),
        ("10 mIU/L", "10 miu/l"),
        ("45bpm", "45 bpm"),
        ("45 batimentos por minuto", "45 bpm"),
        ("45 beats per minute", "45 bpm"),
        ("37,8 °C", "37.8 degc"),
        ("10 mm por ano", "10 mm/year"),
        ("10 mm/ano", "10 mm/year"),
        ("3 vezes ao dia", "3 times/day"),
        ("3x ao dia", "3 times/day"),
        ("40 kg/m²", "40 kg/m2"),
        ("12 por cento", "12 %"),
        ("12 %", "12 %"),
        ("18 anos de idade", "18 year"),
        ("a 45-year-old woman", "45 year"),
        ("3 colheres de sopa", "3 tbsp"),
        ("tipo 2", "2 type"),
        ("idade de 30", "30 year"),
        ("10 mmHg", "10 mmhg"),
    ],
)
def test_units_have_one_canonical_form(text: str, expected: str) -> None:
    assert said(text) == [expected]


def test_a_unit_alone_has_the_same_canonical_form() -> None:
    assert [canonical_unit(unit) for unit in ("mg/dL", "anos", "kcal por dia", "blobs")] == [
        "mg/dl",
        "year",
        "kcal/day",
        "blobs",
    ]


@pytest.mark.parametrize(
    ("comparator", "phrases"),
    [
        (Comparator.ABOVE, ["mais de 5 cm", "> 5 cm", "maior que 5 cm", "acima dos 5 cm", "superior a 5 cm"]),
        (Comparator.ABOVE, ["más de 5 cm", "mayor de 5 cm", "por encima de los 5 cm", "supera los 5 cm"]),
        (Comparator.ABOVE, ["more than 5 cm", "over 5 cm", "greater than 5 cm", "exceeds 5 cm", "larger than 5 cm"]),
        (Comparator.AT_LEAST, ["pelo menos 5 cm", "≥ 5 cm", ">= 5 cm", "no mínimo 5 cm", "a partir de 5 cm"]),
        (Comparator.AT_LEAST, ["maior ou igual a 5 cm", "5 cm ou mais", "5 cm no mínimo", "não menos de 5 cm"]),
        (Comparator.AT_LEAST, ["al menos 5 cm", "como mínimo 5 cm", "5 cm o más", "igual o superior a 5 cm"]),
        (Comparator.AT_LEAST, ["at least 5 cm", "5 cm or more", "5 cm or higher", "no less than 5 cm"]),
        (Comparator.BELOW, ["menos de 5 cm", "< 5 cm", "menor que 5 cm", "abaixo de 5 cm", "inferior a 5 cm"]),
        (Comparator.BELOW, ["por debajo de 5 cm", "less than 5 cm", "under 5 cm", "fewer than 5 cm", "below 5 cm"]),
        (Comparator.AT_MOST, ["até 5 cm", "≤ 5 cm", "no máximo 5 cm", "5 cm ou menos", "não passa de 5 cm"]),
        (Comparator.AT_MOST, ["hasta 5 cm", "como máximo 5 cm", "up to 5 cm", "at most 5 cm", "5 cm or less"]),
        (Comparator.ABOUT, ["cerca de 5 cm", "aproximadamente 5 cm", "alrededor de 5 cm", "about 5 cm", "~5 cm"]),
        (Comparator.EQUAL, ["5 cm", "igual a 5 cm", "= 5 cm", "mede 5 cm"]),
    ],
)
def test_comparators_are_read_in_every_form(comparator: Comparator, phrases: list[str]) -> None:
    for phrase in phrases:
        assert [(f.comparator, f.value, f.unit) for f in figures(phrase)] == [(comparator, Decimal(5), "cm")], phrase


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("35 a 39,9 kg/m2", "35..39.9 kg/m2"),
        ("10–20 mm", "10..20 mm"),
        ("entre 92 e 125 mg/dL", "92..125 mg/dl"),
        ("entre los 30 y los 70 años", "30..70 year"),
        ("between 10 and 20 mm", "10..20 mm"),
        ("de 30 a 70 anos", "30..70 year"),
        ("dos 30 aos 69 anos", "30..69 year"),
        ("10% a 90%", "10..90 %"),
        ("from 2 to 3 times", "2..3 times"),
        ("IMC >= 35 a 39,9 kg/m2", ">= 35..39.9 kg/m2"),
    ],
)
def test_ranges_are_one_figure(text: str, expected: str) -> None:
    assert said(text) == [expected]


def test_the_numbers_of_a_list_share_the_last_unit_and_the_first_label() -> None:
    assert said("7 ou 10 mm por ano") == ["7 mm/year", "10 mm/year"]
    assert said("estágio 4 ou 5") == ["4 stage", "5 stage"]
    assert said("jejum < 95, 1 hora após < 140 e 2 horas após < 120 mg/dL")[1] == "1 hour"


@pytest.mark.parametrize(
    "text", ["180x120", "180×120 mmHg", "180/120", "180 por 120 mmHg", "pressão 18 por 12", "180 over 120"]
)
def test_blood_pressures_are_one_figure_in_mmhg(text: str) -> None:
    (figure,) = figures(text)
    assert (figure.kind, figure.value, figure.upper, figure.unit) == (
        Kind.PRESSURE,
        Decimal(180),
        Decimal(120),
        "mmhg",
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("23/08/2018", PartialDate(2018, 8, 23)),
        ("23.08.18", PartialDate(2018, 8, 23)),
        ("2018-08-23", PartialDate(2018, 8, 23)),
        ("08/23/2018", PartialDate(2018, 8, 23)),
        ("23 de agosto de 2018", PartialDate(2018, 8, 23)),
        ("1º de agosto", PartialDate(None, 8, 1)),
        ("August 23, 2018", PartialDate(2018, 8, 23)),
        ("Aug 23rd", PartialDate(None, 8, 23)),
        ("23 August 2018", PartialDate(2018, 8, 23)),
        ("agosto de 2018", PartialDate(2018, 8, None)),
        ("23 de setiembre", PartialDate(None, 9, 23)),
        ("no dia 12", PartialDate(None, None, 12)),
        ("em 12/06", PartialDate(None, 6, 12)),
        ("em 2018", PartialDate(2018, None, None)),
    ],
)
def test_dates_are_typed_as_far_as_they_are_said(text: str, expected: PartialDate) -> None:
    assert [figure.date for figure in figures(text)] == [expected]


def test_a_coarser_date_is_within_a_finer_one_and_not_the_reverse() -> None:
    month, day = PartialDate(2018, 8), PartialDate(2018, 8, 23)
    assert month.within(day)
    assert not day.within(month)
    assert str(month) == "2018-08---"


def test_times_of_day_are_minutes() -> None:
    assert [figure.value for figure in figures("8h30, 20:15 e 7:05 pm")] == [510, 1215, 1145]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("CID E05.0 a E05.9", ["e05.0", "e05.9"]),
        ("CID E 10.0 a E 10.9, E 11.2", ["e10.0", "e10.9", "e11.2"]),
        ("ICD-10 E04.1", ["e04.1"]),
        ("T4, B12, HbA1c e DM2", ["t4", "b12", "hba1c", "dm2"]),
        ("NYHA III ou IV", ["roman iii", "roman iv"]),
        ("SAMU 192; ligue para o 188", ["192", "188"]),
        ("(61) 99999-1234", ["61999991234"]),
        ("0800 123 4567", ["08001234567"]),
        ("COVID-19", ["covid-19"]),
        ("n.º 4/2018", ["4/2018"]),
        ("BAV de 1º e 2º grau", ["ord1", "ord2"]),
        ("second-degree block", ["ord2"]),
        ("29ª semana", ["ord29"]),
        ("25 OH vitamina D", ["25oh"]),
        ("https://exemplo.org/3", ["https://exemplo.org/3"]),
        ("versão 1.23.4", ["1.23.4"]),
        ("Ⅳ e 三", ["ⅳ", "三"]),
    ],
)
def test_codes_are_no_quantities(text: str, codes: list[str]) -> None:
    found = figures(text)
    assert {figure.kind for figure in found} == {Kind.CODE}
    assert [figure.code for figure in found] == codes


def test_a_span_covers_comparator_number_and_unit() -> None:
    text = "Procure se a pausa dura mais de 3,5 segundos, com sintomas."
    (figure,) = figures(text)
    assert text[figure.start : figure.end] == "mais de 3,5 segundos"


def test_spans_refer_to_the_composed_form_of_decomposed_text() -> None:
    text = "o so\u0301dio e\u0301 > 135 mEq/L"
    (figure,) = figures(text)
    assert "o sódio é > 135 mEq/L"[figure.start : figure.end] == "> 135 mEq/L"


def test_over_with_a_duration_says_how_long_and_not_more_than() -> None:
    assert said("your average over 8 days", EN) == ["8 day"]
    assert said("lasting over 20 minutes", EN) == ["> 20 minute"]
    assert said("people over 65 years", EN) == ["> 65 year"]
