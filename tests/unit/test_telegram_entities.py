"""The fake's reading of markup, against what Telegram's server is known to say."""

from __future__ import annotations

import pytest

from tests.fakes.telegram_entities import CantParse, formatted, is_empty, units


@pytest.mark.parametrize(
    ("markup", "text", "entities"),
    [
        ("a<b>b</b>", "ab", [("bold", 1, 1)]),
        ("<B>x</b>", "x", [("bold", 0, 1)]),
        ("<b><i>x</i>y</b>", "xy", [("bold", 0, 2), ("italic", 0, 1)]),
        ("😀<code>é</code>", "😀é", [("code", 2, 1)]),
        ("&lt;&amp;&gt;&quot;&#65;&#x42;", '<&>"AB', []),
        ("a & b &copy;", "a & b &copy;", []),
        ("  <b> x </b>\n", "x", [("bold", 0, 1)]),
        ("<b></b>x", "x", []),
        ("<b>x</>", "x", [("bold", 0, 1)]),
        ("a\r\nb\x07c", "a\nb c", []),
    ],
)
def test_markup_becomes_text_and_entities(markup: str, text: str, entities: list[tuple[str, int, int]]) -> None:
    shown, found = formatted(markup, "HTML")
    assert shown == text
    assert [(e["type"], e["offset"], e["length"]) for e in found] == entities


@pytest.mark.parametrize(
    ("markup", "error"),
    [
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("é</b>", "Unexpected end tag at byte offset 2"),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("a < b", "Unclosed start tag at byte offset 2"),
        ("<table>", 'Unsupported start tag "table" at byte offset 0'),
        ("3 <5 e 7> 2", 'Unsupported start tag "5" at byte offset 2'),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<span>x</span>", 'Unsupported start tag "span" at byte offset 0'),
    ],
)
def test_broken_markup_is_refused_with_its_place(markup: str, error: str) -> None:
    with pytest.raises(CantParse) as raised:
        formatted(markup, "HTML")
    assert str(raised.value) == error


def test_without_a_parse_mode_everything_is_text() -> None:
    assert formatted("<b>a", "") == ("<b>a", [])


def test_units_are_utf16() -> None:
    assert units("a😀") == 3


@pytest.mark.parametrize(("text", "empty"), [("", True), (" \u200b", True), ("\u2800", True), (".", False)])
def test_what_shows_nothing_is_empty(text: str, *, empty: bool) -> None:
    assert is_empty(text) is empty
