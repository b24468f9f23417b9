"""The console's words, colours and pure parts: complete, readable, and true to what they are given."""

from __future__ import annotations

import hashlib
import re
import string
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.locales import load_catalogue
from bot.messages import Kind, Status
from bot.review.records import Agreement, Cursor, Filters, Judgement, Label, Role, Verdict
from bot.review.web.charts import HEIGHT, WIDTH, charts
from bot.review.web.filtering import ENDS, cursor_of, filters_of, query_of, written_cursor
from bot.review.web.rendering import HERE, STATIC
from bot.review.web.sections import PAGES, SECTIONS
from bot.review.web.tying import Held, Tied, tied
from bot.routing.routing import Reason
from rag.grounding import ViolationKind
from rag.grounding.scan import normalise
from rag.ports import Outage
from rag.protocols.types import How
from rag.types import Language
from tests.fakes.review_samples import passages

CATALOGUE = load_catalogue(HERE / "words")
TEMPLATES = {path.name: path.read_text(encoding="utf-8") for path in (HERE / "templates").iterdir()}
CSS = (STATIC / "console.css").read_text(encoding="utf-8")
PAIRS = [
    *((ink, back) for ink in ("ink", "soft", "link", "bad", "warn", "good") for back in ("paper", "card")),
    *((name, f"{name}-back") for name in ("good", "bad", "warn", "calm")),
    *((ink, "calm-back") for ink in ("ink", "link", "soft")),
    ("on-main", "main"),
    ("lit-ink", "lit"),
    ("link", "lit"),
    ("soft", "warn-back"),
    ("calm", "card"),
]
EDGES = [("field", "card"), ("field", "paper"), ("focus", "card"), ("focus", "paper"), ("main", "card")]


def palette(*, dark: bool) -> dict[str, tuple[float, ...]]:
    """The style sheet's colours by name, as shares of red, green and blue."""
    light, _, rest = CSS.partition("@media (prefers-color-scheme: dark)")
    found = re.findall(r"--([\w-]+): #([0-9a-f]{6});", rest.split("}\n}")[0] if dark else light)
    return {name: tuple(int(code[n : n + 2], 16) / 255 for n in (0, 2, 4)) for name, code in found}


def luminance(colour: tuple[float, ...]) -> float:
    """https://www.w3.org/TR/WCAG21/#dfn-relative-luminance."""
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in colour]
    return sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio."""
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_text_has_the_contrast_of_wcag_aa_and_edges_that_of_controls(dark: bool) -> None:
    colours = palette(dark=dark)
    low = {pair: contrast(*(colours[name] for name in pair)) for pair in PAIRS}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 4.5} == {}
    edges = {pair: contrast(*(colours[name] for name in pair)) for pair in EDGES}
    assert {pair: ratio for pair, ratio in edges.items() if ratio < 3} == {}


def test_light_and_dark_have_the_same_colours_and_rules_use_no_other() -> None:
    assert palette(dark=True).keys() == palette(dark=False).keys()
    rules = CSS.split("}\n}\n", 1)[1]
    assert re.findall(r"#[0-9a-f]{6}\b|rgba?\(|hsl", rules) == []
    assert set(re.findall(r"var\(--([\w-]+)\)", rules)) <= palette(dark=False).keys() | {"tone", "back"}


def test_the_style_sheet_loads_nothing_from_elsewhere() -> None:
    assert "url(" not in CSS
    assert "@import" not in CSS


def test_every_language_has_the_same_words_with_the_same_gaps() -> None:
    gaps = {
        language: {
            key: sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)
            for key, text in CATALOGUE[language].texts.items()
        }
        for language in Language
    }
    assert gaps[Language.PT] == gaps[Language.ES] == gaps[Language.EN]
    assert all(text.strip() for language in Language for text in CATALOGUE[language].texts.values())


def test_every_word_that_a_template_or_page_asks_for_exists() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in HERE.rglob("*.py"))
    asked = set(re.findall(r"\bt\('([\w.]+)'[,)]", "\n".join(TEMPLATES.values())))
    asked |= set(re.findall(r"words\(\s*\"([\w.]+)\"", code))
    asked |= {f"problem.{why}" for why in re.findall(r"Refused\(\d+, \"(\w+)\"\)", code)}
    assert len(asked) > 150
    assert asked - CATALOGUE[Language.PT].texts.keys() == set()


@pytest.mark.parametrize(
    ("table", "names"),
    [
        ("role", [*Role]),
        ("status", [*ENDS]),
        ("verdict", [*Verdict]),
        ("judgement", [*Judgement]),
        ("label", [*Label]),
        ("kind", [*Kind]),
        ("held", [*Held]),
        ("wrong", [*ViolationKind]),
        ("reason", [*Reason]),
        ("outage", [*Outage]),
        ("how", [*How]),
        ("truth", ["true", "false", "unknown"]),
        ("nav", [section.name for section in SECTIONS]),
    ],
)
def test_every_value_that_is_shown_has_its_word(table: str, names: list[str]) -> None:
    assert {f"{table}.{name}" for name in names} <= CATALOGUE[Language.PT].texts.keys()


def test_every_page_of_the_navigation_is_served_and_every_shortcut_is_its_own() -> None:
    served = {page.path: page.role for page in PAGES if page.method == "GET"}
    assert {section.path: section.role for section in SECTIONS}.items() <= served.items()
    assert len({section.key for section in SECTIONS}) == len(SECTIONS)


def test_the_vendored_script_is_the_one_that_its_notice_names() -> None:
    digest = hashlib.sha256((STATIC / "htmx.min.js").read_bytes()).hexdigest()
    notice = Path(STATIC / "htmx.NOTICE").read_text(encoding="utf-8")
    assert digest in notice
    assert "Zero-Clause BSD" in notice


def test_htmx_neither_evaluates_nor_styles_nor_keeps_pages() -> None:
    base = TEMPLATES["base.html"]
    for setting in ('"includeIndicatorStyles":false', '"allowEval":false', '"historyCacheSize":0'):
        assert setting in base
    assert "safe" not in re.findall(r"\|\s*(\w+)", "\n".join(TEMPLATES.values()))


TEXTS = st.text(max_size=120)
ANSWERS = st.lists(
    st.sampled_from(["≥ 2 cm", "5 mg", " [1]", "[2, 9]", ". ", "\n", "• ", "não ", "Nota ", "\u202e"])
).map("".join)


@given(st.one_of(TEXTS, ANSWERS), st.sampled_from(list(Language)))
def test_an_answer_taken_apart_is_the_answer_whatever_it_is(answer: str, language: Language) -> None:
    pieces = [piece for sentence in tied(answer, passages(), language) for piece in sentence.pieces]
    assert "".join(piece.text for piece in pieces) == normalise(answer)


def figures(answer: str, language: Language = Language.PT) -> list[tuple[str, Held, str]]:
    return [
        (piece.text, piece.held, piece.wrong)
        for sentence in tied(answer, passages(), language)
        for piece in sentence.pieces
        if piece.held
    ]


@pytest.mark.parametrize(
    ("answer", "language"),
    [
        ("Nódulo de tireoide espongiforme ≥ 2 cm. [1]", Language.PT),
        ("Nódulo de tiroides espongiforme ≥ 2 cm. [1]", Language.ES),
        ("A spongiform thyroid nodule ≥ 2 cm. [1]", Language.EN),
        ("Procure urgência (SAMU 192). [1]", Language.PT),
    ],
)
def test_a_figure_that_the_cited_passage_holds_is_supported_in_every_language(answer: str, language: Language) -> None:
    assert {held for _, held, _ in figures(answer, language)} == {Held.SUPPORTED}


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("Nódulo espongiforme ≥ 3 cm. [1]", ("≥ 3 cm", Held.UNSUPPORTED, "figure")),
        ("Nódulo espongiforme ≥ 2 mm. [1]", ("≥ 2 mm", Held.UNSUPPORTED, "unit")),
        ("Nódulo espongiforme > 2 cm. [1]", ("> 2 cm", Held.UNSUPPORTED, "comparator")),
        ("Nódulo espongiforme ≥ 2 cm. [2]", ("≥ 2 cm", Held.UNSUPPORTED, "other_passage")),
        ("Faltam 15 informações.", ("15", Held.OUTSIDE, "")),
        ("Quantos dos 15 dados você tem?", ("15", Held.OUTSIDE, "")),
    ],
)
def test_a_figure_that_does_not_stand_says_why(answer: str, shown: tuple[str, Held, str]) -> None:
    assert figures(answer) == [shown]


def test_a_line_that_names_the_note_cites_it_and_its_date_is_no_figure_of_the_passage() -> None:
    answer = "Veja. [1]\n\n[1] resumo de demonstração da Nota Técnica n.º 8/2021 - SES, 01/05/2021."
    naming = [sentence for sentence in tied(answer, passages(), Language.PT) if sentence.naming]
    assert [sentence.cites for sentence in naming] == [(1,)]
    assert figures(answer) == []


def test_a_citation_of_a_passage_that_is_not_there_ties_to_nothing() -> None:
    sentences = [one for one in tied("Veja isto. [7]", passages(), Language.PT) if not one.gap]
    assert sentences == [Tied(sentences[0].pieces, ())]


FILTERS = st.builds(
    Filters,
    since=st.none() | st.dates(),
    until=st.none() | st.dates(),
    specialty=st.sampled_from([None, "cardiologia"]),
    status=st.sampled_from([None, *(status.value for status in Status)]),
    verdict=st.sampled_from([None, *Verdict]),
    below=st.sampled_from([None, -1.0, 0.0, 0.35, 1.0]),
    degraded=st.booleans(),
    flagged=st.booleans(),
    unreviewed=st.booleans(),
    text=st.text(max_size=50).map(lambda text: text.replace("\0", "").strip()),
)


@given(FILTERS)
def test_filters_come_back_from_their_query_string(filters: Filters) -> None:
    from urllib.parse import parse_qsl  # noqa: PLC0415 - as a request reads it

    query = query_of(filters).encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    assert filters_of(dict(parse_qsl(query))) == filters


@given(st.dictionaries(st.sampled_from("since until specialty status verdict below text after".split()), st.text()))
def test_whatever_a_query_string_says_it_makes_filters(query: dict[str, str]) -> None:
    assert filters_of(query).below is None or -1 <= (filters_of(query).below or 0) <= 1
    assert cursor_of(query.get("after", "")) is None


@given(st.datetimes(timezones=st.just(UTC)), st.integers(0, 2**62))
def test_a_place_in_the_queue_comes_back_from_its_link(at: datetime, place: int) -> None:
    assert cursor_of(written_cursor(Cursor(at, place))) == Cursor(at, place)


def test_a_place_that_no_bigint_or_no_zone_has_is_no_place() -> None:
    assert cursor_of(f"2026-12-01T00:00:00+00:00~{2**63}") is None
    assert cursor_of("2026-12-01T00:00:00~1") is None


WEEKS = st.integers(0, 80).map(lambda n: date.fromordinal(date(2026, 1, 5).toordinal() + 7 * n))
ROWS = st.lists(
    st.tuples(WEEKS, st.sampled_from(["a", "b"]), st.integers(0, 50), st.integers(0, 50)),
    unique_by=lambda row: (row[0], row[1]),
).map(lambda rows: [Agreement(week, name, min(some, all_), all_) for week, name, some, all_ in rows])


@given(ROWS)
def test_every_reviewed_week_is_a_point_inside_its_drawing(rows: list[Agreement]) -> None:
    drawn = charts(rows)
    assert sum(len(chart.points) for chart in drawn) == sum(row.reviewed > 0 for row in rows)
    for chart in drawn:
        assert all(0 <= point.x <= WIDTH and 0 <= point.y <= HEIGHT for point in chart.points)
        assert [point.week for point in chart.points] == sorted(point.week for point in chart.points)
        assert 1 <= len(chart.weeks) <= 6
