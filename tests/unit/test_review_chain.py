from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.review.chain import EMPTY, GENESIS, Anchor, Link, followed, read_anchor, true_hash

AT = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)


def chained(*subjects: str) -> list[Link]:
    links: list[Link] = []
    for seq, subject in enumerate(subjects, start=1):
        previous = links[-1].hash if links else GENESIS
        made = Link(
            seq, AT + timedelta(seconds=seq), uuid.UUID(int=seq), "ana", "::1", "see", subject, "{}", previous, ""
        )
        links.append(replace(made, hash=true_hash(made)))
    return links


def test_a_chain_that_holds_has_the_length_and_hash_of_its_last_line() -> None:
    links = chained("a", "b", "c")
    chain = followed(EMPTY, links)
    assert (chain.length, chain.head, chain.broken_at) == (3, links[-1].hash, None)


def test_it_may_be_followed_in_pieces() -> None:
    links = chained("a", "b", "c")
    assert followed(followed(EMPTY, links[:1]), links[1:]) == followed(EMPTY, links)


@pytest.mark.parametrize("change", [
    {"at": AT}, {"operator_id": None}, {"operator": "bia"}, {"address": "10.0.0.1"}, {"action": "reveal"},
    {"subject": "z"}, {"detail": '{"a": 1}'},
])  # fmt: skip
def test_a_changed_line_is_the_first_that_does_not_hold(change: dict[str, object]) -> None:
    links = chained("a", "b", "c")
    links[1] = replace(links[1], **change)  # type: ignore[arg-type]
    chain = followed(EMPTY, links)
    assert (chain.length, chain.broken_at) == (1, 2)
    assert "its hash" in chain.reason


def test_a_line_taken_out_is_missed_at_the_next() -> None:
    links = chained("a", "b", "c")
    chain = followed(EMPTY, [links[0], links[2]])
    assert (chain.broken_at, chain.reason) == (3, "line 2 is missing")


def test_a_first_line_taken_out_is_missed() -> None:
    assert followed(EMPTY, chained("a", "b")[1:]).reason == "line 1 is missing"


def test_a_line_made_anew_breaks_the_one_after_it() -> None:
    links = chained("a", "b", "c")
    forged = replace(links[1], subject="z")
    links[1] = replace(forged, hash=true_hash(forged))
    assert followed(EMPTY, links).broken_at == 3


@given(st.lists(st.text(max_size=20), min_size=2, max_size=6, unique=True))
def test_no_two_lines_have_one_text(parts: list[str]) -> None:
    (link,) = chained("a")
    texts = {replace(link, operator=a, address=b).text for a in parts for b in parts}
    assert len(texts) == len(parts) ** 2


def test_an_anchor_is_read_as_it_was_written() -> None:
    anchor = Anchor(12, "ab" * 32)
    assert read_anchor(anchor.written()) == anchor


@pytest.mark.parametrize("text", ["", "12", "x " + "a" * 64, "12 " + "A" * 64, "12 abc", "-1 " + "a" * 64])
def test_what_is_no_anchor_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a length"):
        read_anchor(text)
