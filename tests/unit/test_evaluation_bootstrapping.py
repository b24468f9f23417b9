from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.experiments.bootstrapping import Difference, paired

scores = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=60)


@given(scores)
@settings(max_examples=60)
def test_the_same_values_and_seed_give_the_same_interval(pairs: list[tuple[float, float]]) -> None:
    first, second = zip(*pairs, strict=True)
    assert paired(first, second, 200) == paired(first, second, 200)


@given(scores)
@settings(max_examples=60)
def test_the_interval_lies_among_the_differences_and_the_value_is_their_mean(pairs: list[tuple[float, float]]) -> None:
    first, second = zip(*pairs, strict=True)
    differences = [b - a for a, b in pairs]
    found = paired(first, second, 200)
    assert min(differences) - 1e-9 <= found.low <= found.high <= max(differences) + 1e-9
    assert found.value == pytest.approx(sum(differences) / len(differences), abs=1e-9)
    assert found.items == len(pairs)


@given(scores)
@settings(max_examples=30)
def test_two_runs_swapped_differ_by_the_opposite(pairs: list[tuple[float, float]]) -> None:
    first, second = zip(*pairs, strict=True)
    one, other = paired(first, second, 200), paired(second, first, 200)
    assert one.value == pytest.approx(-other.value)
    assert one.low == pytest.approx(-other.high)


def test_no_difference_has_no_width() -> None:
    assert paired([0.5, 1.0], [0.5, 1.0]) == Difference(0.0, 0.0, 0.0, 2)


def test_a_difference_of_every_item_alike_is_certain() -> None:
    found = paired([0.0] * 5, [1.0] * 5)
    assert (found.low, found.high, found.better, found.worse) == (1.0, 1.0, True, False)


@pytest.mark.parametrize(("lost", "worse"), [(0, False), (3, False), (4, True), (9, True)])
def test_four_items_lost_of_a_hundred_and_none_won_are_more_than_chance(lost: int, worse: bool) -> None:
    assert paired([1.0] * 100, [0.0] * lost + [1.0] * (100 - lost)).worse is worse


def test_as_many_won_as_lost_is_chance() -> None:
    found = paired([1.0] * 10 + [0.0] * 10, [0.0] * 10 + [1.0] * 10)
    assert not found.worse
    assert not found.better


def test_the_interval_is_about_as_wide_as_theory_says() -> None:
    random = np.random.default_rng(3)
    differences = random.normal(0.1, 1.0, 400)
    found = paired([0.0] * 400, list(differences))
    expected = 1.96 * differences.std() / 20
    assert found.high - found.value == pytest.approx(expected, rel=0.1)
    assert found.value - found.low == pytest.approx(expected, rel=0.1)


def test_many_items_are_drawn_in_several_turns() -> None:
    first, second = [0.0] * 3_000, [1.0, 0.0, 0.0] * 1_000
    found = paired(first, second)
    assert found.low < 1 / 3 < found.high
    assert found.high - found.low < 0.04


@pytest.mark.parametrize(("first", "second"), [([], []), ([1.0], []), ([1.0], [1.0, 0.0])])
def test_runs_of_other_lengths_or_of_nothing_cannot_be_paired(first: list[float], second: list[float]) -> None:
    with pytest.raises(ValueError, match="as many values"):
        paired(first, second)
