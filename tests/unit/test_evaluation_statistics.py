from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.evaluation.statistics import Share, discounted_gain, mean, percentile, reciprocal_rank
from bot.evaluation.trigrams import near_copies, similarity, trigrams

words = st.text(alphabet="aãbcç é1 -?", max_size=30)


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (97, 100, 0.9155, 0.9897)],
)
def test_the_interval_is_wilsons(hits: int, total: int, low: float, high: float) -> None:
    found = Share(hits, total).interval
    assert found == pytest.approx((low, high), abs=1e-4)


@given(st.integers(0, 500), st.integers(1, 500))
def test_the_interval_holds_the_share_and_stays_between_none_and_all(hits: int, total: int) -> None:
    share = Share(min(hits, total), total)
    low, high = share.interval
    assert 0 <= low <= share.value + 1e-12
    assert share.value - 1e-12 <= high <= 1


def test_a_share_of_nothing_says_nothing() -> None:
    assert Share.of([]) == Share(0, 0)
    assert Share(0, 0).interval == (0.0, 1.0)


def test_percentiles_lie_between_the_nearest_ranks() -> None:
    assert percentile([3, 1, 2], 50) == 2
    assert percentile([0, 10], 95) == pytest.approx(9.5)
    assert percentile([7], 95) == 7


def test_a_percentile_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="no values"):
        percentile([], 50)


def test_the_mean_of_nothing_is_zero() -> None:
    assert mean([]) == 0
    assert mean([1, 2]) == 1.5


def test_a_rank_outside_the_four_earns_nothing() -> None:
    assert [reciprocal_rank(rank, 4) for rank in (1, 2, 4, 5, None)] == [1, 0.5, 0.25, 0, 0]
    assert discounted_gain(1, 4) == 1
    assert isclose(discounted_gain(3, 4), 0.5)
    assert discounted_gain(5, 4) == discounted_gain(None, 4) == 0


def test_trigrams_are_those_of_pg_trgm() -> None:
    assert trigrams("Cat") == {"  c", " ca", "cat", "at "}
    assert trigrams("a-ã") == {"  a", " a ", "  ã", " ã "}


def test_similarity_is_that_of_pg_trgms_manual() -> None:
    assert similarity("word", "two words") == pytest.approx(0.36363637)
    assert similarity("OK, entendi!", "ok entendi") == 1
    assert similarity("", "x") == 0


@given(st.lists(words, max_size=6), st.lists(words, max_size=6), st.sampled_from([0.3, 0.9]))
def test_a_near_copy_is_found_just_where_a_pair_is_similar(ours: list[str], theirs: list[str], least: float) -> None:
    found = {copy.golden: copy.similarity for copy in near_copies(ours, theirs, least)}
    for text in ours:
        nearest = max((similarity(text, phrase) for phrase in theirs), default=0.0)
        if nearest >= least + 1e-6:
            assert found[text] == pytest.approx(nearest, abs=1e-6)
        elif nearest < least - 1e-6:
            assert text not in found


def test_near_copies_come_nearest_first_with_the_phrase_they_copy() -> None:
    found = near_copies(["dor no peito forte", "coceira"], ["coceira!", "dor no peito", "febre"], 0.5)
    assert [(copy.golden, copy.phrase) for copy in found] == [
        ("coceira", "coceira!"),
        ("dor no peito forte", "dor no peito"),
    ]
