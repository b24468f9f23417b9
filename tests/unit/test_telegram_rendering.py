from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.channels.telegram.rendering import render
from bot.channels.telegram.splitting import blank, pieces, units
from bot.delivery.ports import Part
from bot.markup import escape, plain
from bot.messages import Button, Reply
from tests.fakes.telegram_entities import CantParse, formatted
from tests.fakes.telegram_entities import units as units_on_the_wire

LIMIT = 4_096


def parts_of(text: str) -> list[str]:
    return [part.plain["text"] for part in render(Reply("1", text))]


def markup_of(text: str) -> list[str]:
    return [part.payload["text"] for part in render(Reply("1", text))]


def test_a_short_reply_is_one_part_with_its_markup_as_it_was() -> None:
    text = "<b>Fonte</b> &lt;3 &amp; <i>mais <code>x</code></i>"
    (part,) = render(Reply("1", text))
    common = {"link_preview_options": {"is_disabled": True}}
    assert part == Part({"text": text, "parse_mode": "HTML", **common}, {"text": "Fonte <3 & mais x", **common})


def test_a_part_is_json_that_an_outbox_can_keep() -> None:
    (part,) = render(Reply("1", "oi", ((Button("sim", "y"),),)), reply_to="5")
    assert json.loads(json.dumps(part.payload)) == part.payload


def test_a_long_reply_is_cut_at_a_paragraph() -> None:
    first, second = "a " * 1_500 + "a", "b " * 1_500 + "b"
    assert parts_of(f"{first}\n\n{second}") == [first, second]


def test_without_a_paragraph_it_is_cut_at_a_line() -> None:
    first, second = "Frase um. " * 300 + "fim", "Frase dois. " * 300 + "fim"
    assert parts_of(f"{first}\n{second}") == [first, second]


def test_without_a_line_it_is_cut_after_a_sentence() -> None:
    first, *_ = parts_of("Uma frase qualquer. " * 300)
    assert first.endswith("qualquer.")


def test_a_number_that_heads_a_list_is_not_the_end_of_a_sentence() -> None:
    parts = parts_of("Palavra solta " * 200 + "fim. E 1. primeiro " + "outra vez " * 300)
    assert parts[0].endswith("fim.")


def test_without_a_sentence_it_is_cut_between_words() -> None:
    parts = parts_of("palavra " * 1_000)
    assert set(" ".join(parts).split()) == {"palavra"}


def test_a_heading_is_not_left_alone_because_a_paragraph_follows() -> None:
    parts = parts_of("Título\n\n" + "Uma frase qualquer. " * 300)
    assert len(parts[0]) > LIMIT // 2


def test_a_break_right_behind_the_room_is_used() -> None:
    assert parts_of("a" * LIMIT + "\n\n" + "b") == ["a" * LIMIT, "b"]


def test_units_are_counted_after_parsing() -> None:
    assert len(markup_of("<b>" + "&amp;" * LIMIT + "</b>")) == 1


def test_characters_beyond_the_basic_plane_count_twice() -> None:
    assert [units(text) for text in parts_of("😀" * 3_000)] == [LIMIT, 6_000 - LIMIT]


@pytest.mark.parametrize("cluster", ["e\u0301", "👩🏽", "👩‍👩‍👧", "🇧🇷", "❤️"])
def test_a_grapheme_is_never_cut(cluster: str) -> None:
    parts = parts_of("x" + cluster * 3_000)
    assert len(parts) > 1
    assert all(part.removeprefix("x").replace(cluster, "") == "" for part in parts)


def test_an_endless_grapheme_is_cut_all_the_same() -> None:
    assert [len(part) for part in parts_of("e" + "\u0301" * 5_000)] == [LIMIT]  # the rest alone shows nothing
    assert len(parts_of("e" + "\u0301" * 5_000 + "fim")) == 2


def test_tags_open_across_a_cut_are_closed_and_opened_again() -> None:
    first, second = markup_of("<b>" + "a" * 4_000 + "\n\n<i>" + "b" * 4_000 + "</i></b>")
    assert first == "<b>" + "a" * 4_000 + "</b>"
    assert second == "<b><i>" + "b" * 4_000 + "</i></b>"


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("<b>a", "<b>a</b>"),
        ("a</b>b", "ab"),
        ("<b>a<i>b</b>c</i>", "<b>a<i>b</i></b><i>c</i>"),
        ("a < b <u>c</u>", "a &lt; b &lt;u&gt;c&lt;/u&gt;"),
        ("a&aacute;b&nope;", "aáb&amp;nope;"),
        ("a\ud83db", "a\ufffdb"),
    ],
)
def test_markup_that_telegram_would_refuse_is_mended(text: str, markup: str) -> None:
    assert markup_of(text) == [markup]


@pytest.mark.parametrize("text", ["", " \n\n ", "<b> </b>", "\u200b\u2800", "&#8203;"])
def test_a_reply_that_shows_nothing_has_no_parts(text: str) -> None:
    assert render(Reply("1", text)) == ()


def test_buttons_and_the_answered_message_stand_on_the_last_part_only() -> None:
    rows = ((Button("Fontes", "s:1"), Button("Não", "n")), (), (Button("Mais", "m"),))
    first, last = render(Reply("1", "a" * 4_000 + "\n\n" + "b" * 4_000, rows), reply_to="12")
    assert "reply_markup" not in first.payload
    assert "reply_parameters" not in first.payload
    keyboard = [
        [{"text": "Fontes", "callback_data": "s:1"}, {"text": "Não", "callback_data": "n"}],
        [{"text": "Mais", "callback_data": "m"}],
    ]
    assert last.payload["reply_markup"] == last.plain["reply_markup"] == {"inline_keyboard": keyboard}
    assert last.payload["reply_parameters"] == {"message_id": 12, "allow_sending_without_reply": True}


@pytest.mark.parametrize(
    "rows",
    [
        ((Button("x", "é" * 33),),),
        ((Button("x", ""),),),
        ((Button(" ", "x"),),),
        tuple((Button("x", str(n)),) for n in range(101)),
    ],
)
def test_buttons_that_telegram_would_refuse_are_an_error(rows: tuple[tuple[Button, ...], ...]) -> None:
    with pytest.raises(ValueError, match=r"button|callback data"):
        render(Reply("1", "oi", rows))


def test_data_of_64_bytes_and_100_buttons_are_allowed() -> None:
    (part,) = render(Reply("1", "oi", tuple((Button("x", "é" * 32),) for _ in range(100))))
    assert len(part.payload["reply_markup"]["inline_keyboard"]) == 100


def test_a_picture_carries_a_short_text_as_its_caption() -> None:
    (part,) = render(Reply("1", "<b>Hoje</b>", ((Button("x", "y"),),), media="/tmp/chart.png"))  # noqa: S108
    assert part.photo == "/tmp/chart.png"  # noqa: S108
    assert (part.payload["caption"], part.payload["parse_mode"]) == ("<b>Hoje</b>", "HTML")
    assert "text" not in part.payload
    assert "reply_markup" in part.payload


def test_a_picture_goes_ahead_of_a_long_text() -> None:
    picture, text = render(Reply("1", "a" * 2_000, media="chart.png"))
    assert picture == Part({}, {}, "chart.png")
    assert text.plain["text"] == "a" * 2_000


def test_a_picture_alone_is_one_part() -> None:
    assert render(Reply("1", "", media="chart.png")) == (Part({}, {}, "chart.png"),)


# Properties

_words = st.text(st.sampled_from('abcçé<>&;.!?"😀e\u0301🇧🇷👍🏽 \n\n\t'), max_size=60)
_fills = st.sampled_from(["x", "palavra ", "Frase. ", "linha\n", "parágrafo\n\n", "😀", "e\u0301", "&<", "🇧🇷"])
_texts = st.builds(lambda a, fill, times, b: a + fill * times + b, _words, _fills, st.integers(0, 3_000), _words).map(
    escape
)


def _nested(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    tagged = st.builds(lambda tag, text: f"<{tag}>{text}</{tag}>", st.sampled_from(["b", "i", "code"]), inner)
    return st.builds(lambda a, b: a + b, inner, tagged)


_markups = st.recursive(_texts, _nested, max_leaves=4)


@settings(max_examples=150, deadline=None)
@given(markup=_markups)
def test_parts_rejoin_to_the_text_up_to_whitespace_where_they_were_cut(markup: str) -> None:
    text, at = plain(markup), 0
    for part in parts_of(markup):
        skipped = text[at:].index(part)
        assert not text[at : at + skipped].strip()
        at += skipped + len(part)
    assert blank(text[at:])


@settings(max_examples=150, deadline=None)
@given(markup=_markups)
def test_every_part_is_what_telegram_accepts_and_no_part_is_empty(markup: str) -> None:
    for part in render(Reply("1", markup)):
        shown, _ = formatted(part.payload["text"], "HTML")
        assert shown == formatted(part.plain["text"], "")[0]
        assert 0 < units_on_the_wire(shown) <= LIMIT
        assert units_on_the_wire(part.plain["text"]) <= LIMIT
        assert not blank(shown)


@settings(max_examples=150, deadline=None)
@given(markup=_markups)
def test_every_visible_character_keeps_its_style(markup: str) -> None:
    assert "".join(_styles(markup)) == "".join(
        style for part in render(Reply("1", markup)) for style in _styles(part.payload["text"])
    )


def _styles(markup: str) -> list[str]:
    """Each character but whitespace, with the tags around it."""
    tags: list[str] = []
    out = []
    for token in re.findall(r"</?(?:b|i|code)>|&\w+;|[^\s]", markup):
        if token.startswith("</"):
            tags.remove(token[2:-1])
        elif token.startswith("<") and len(token) > 1:
            tags.append(token[1:-1])
        else:
            out.append(f"{token}{sorted(set(tags))}")
    return out


@settings(max_examples=150, deadline=None)
@given(text=_texts, limit=st.integers(2, 50))
def test_pieces_advance_and_fit_any_limit(text: str, limit: int) -> None:
    cuts = list(pieces(text[:500], limit))
    assert all(0 < units(text[a:b]) <= limit for a, b in cuts)
    assert all(before[1] <= after[0] for before, after in pairwise(cuts))


def test_twenty_thousand_characters_take_five_parts() -> None:
    assert len(parts_of("Uma frase de vinte.. " * 952)) == 5


def test_the_parsers_own_errors_are_seen_by_this_test() -> None:
    with pytest.raises(CantParse):
        formatted("<b>a", "HTML")
