from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.review.records import Ranked
from bot.review.replaying import Lifetime, farthest, in_order, moments, replayed, unrun

T = datetime(2026, 11, 30, tzinfo=UTC)


def at(hours: float) -> datetime:
    return T + timedelta(hours=hours)


def ranked(*pairs: tuple[int, float]) -> list[Ranked]:
    return [Ranked(number, 1, f"title {number}", similarity) for number, similarity in pairs]


def test_the_replys_own_moment_comes_first_where_all_that_it_names_was_current() -> None:
    named = [Lifetime(at(0), None), Lifetime(at(1), at(9))]
    assert moments(at(5), named, [at(0), at(1)])[0] == at(5)


def test_a_clock_that_was_behind_gives_way_to_the_least_moment_that_all_named_versions_share() -> None:
    named = [Lifetime(at(0), None), Lifetime(at(1), None)]
    assert moments(at(-3), named, [])[0] == at(1)


def test_a_reply_of_versions_that_were_being_replaced_is_taken_back_to_them() -> None:
    named = [Lifetime(at(0), at(5)), Lifetime(at(1), None)]
    assert moments(at(5), named, [at(0), at(1), at(5)]) == (at(1),)


def test_publications_between_are_tried_after_the_likeliest() -> None:
    named = [Lifetime(at(0), at(9))]
    assert moments(at(5), named, [at(0), at(2), at(4), at(9)]) == (at(5), at(0), at(4), at(2))


def test_without_a_moment_that_all_share_the_replys_own_is_left() -> None:
    assert moments(at(5), [Lifetime(at(0), at(1)), Lifetime(at(2), None)], []) == (at(5),)
    assert moments(at(5), [], [at(1)]) == (at(5),)


@given(
    st.integers(-10, 10),
    st.lists(st.tuples(st.integers(-10, 0), st.none() | st.integers(1, 10)), min_size=1),
    st.lists(st.integers(-10, 10)),
)
def test_every_moment_is_one_at_which_all_named_versions_were_current(
    own: int, lives: list[tuple[int, int | None]], changes: list[int]
) -> None:
    named = [Lifetime(at(a), None if b is None else at(b)) for a, b in lives]
    for moment in moments(at(own), named, [at(one) for one in changes]):
        assert all(one.created_at <= moment and (one.retired_at is None or moment < one.retired_at) for one in named)


def test_the_named_condition_comes_before_nearer_ones_and_the_others_keep_their_order() -> None:
    found = ranked((1, 0.9), (2, 0.8), (3, 0.7))
    assert [one.document_id for one in in_order(found, "title 3")] == [3, 1, 2]
    assert in_order(found, "title 1") == tuple(found)
    assert in_order(found, None) == tuple(found)


def test_similarities_within_a_millionth_are_reproduced() -> None:
    outcome = replayed(ranked((1, 0.9), (2, 0.8)), ranked((1, 0.9), (2, 0.8000005)), [])
    assert outcome.reproduced
    assert math.isclose(outcome.farthest, 5e-7, rel_tol=1e-3)


def test_another_similarity_order_id_or_length_is_not() -> None:
    stored = ranked((1, 0.9), (2, 0.8))
    for then in (ranked((1, 0.9), (2, 0.80001)), stored[::-1], ranked((1, 0.9), (3, 0.8)), stored[:1]):
        assert not replayed(stored, then, []).reproduced
    assert farthest(stored, stored[::-1]) == math.inf


def test_what_can_not_be_run_says_why() -> None:
    assert (unrun([], "no_vector").reproduced, unrun([], "no_vector").reason) == (False, "no_vector")
