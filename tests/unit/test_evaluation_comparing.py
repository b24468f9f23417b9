from __future__ import annotations

import pytest

from bot.experiments.comparing import changed, compared, figures
from bot.experiments.records import ItemScore
from bot.experiments.shares import wilson


def score(item: str, value: float, split: str = "dev", metric: str = "hit@1", **detail: object) -> ItemScore:
    return ItemScore("routing", item, split, metric, value, detail)


FIRST = [score("rt-1", 1), score("rt-2", 0, came="x"), score("rt-3", 1, "test"), score("rt-4", 0.5, metric="mrr@4")]


def test_a_figure_is_the_mean_of_each_split_and_then_of_both() -> None:
    found = {(f.metric, f.split): (f.value, f.items) for f in figures(FIRST)}
    assert found["hit@1", "dev"] == (0.5, 2)
    assert found["hit@1", "test"] == (1.0, 1)
    assert found["hit@1", "both"] == pytest.approx((2 / 3, 3))
    assert [split for metric, split in found if metric == "hit@1"] == ["dev", "test", "both"]


def test_a_share_has_wilsons_interval_and_a_mean_of_other_values_none() -> None:
    found = {(f.metric, f.split): f.interval for f in figures(FIRST)}
    assert found["hit@1", "dev"] == wilson(0.5, 2)
    assert found["mrr@4", "dev"] is None


def test_two_experiments_are_compared_on_the_items_that_both_have() -> None:
    second = [score("rt-1", 1), score("rt-2", 1), score("rt-9", 0)]
    (dev,) = [f for f in compared(FIRST, second) if (f.metric, f.split) == ("hit@1", "dev")]
    assert dev.first == 0.5
    assert dev.second == pytest.approx(2 / 3)
    assert dev.difference is not None
    assert (dev.difference.value, dev.difference.items) == (0.5, 2)


def test_a_figure_that_only_one_of_them_has_stands_alone() -> None:
    (mrr,) = [f for f in compared(FIRST, FIRST[:3]) if (f.metric, f.split) == ("mrr@4", "dev")]
    assert (mrr.first, mrr.second, mrr.difference) == (0.5, None, None)
    assert [f.metric for f in compared(FIRST[:3], FIRST) if f.first is None] == ["mrr@4", "mrr@4"]


def test_an_experiment_beside_itself_differs_in_nothing() -> None:
    assert changed(FIRST, FIRST) == []
    assert all(f.difference and f.difference.value == 0 for f in compared(FIRST, FIRST))


def test_what_got_worse_comes_first_with_what_came_in_each() -> None:
    second = [score("rt-1", 0), score("rt-2", 1, came="y"), score("rt-3", 1, "test"), score("rt-5", 0)]
    lost, won = changed(FIRST, second)
    assert (lost.item, lost.first, lost.second) == ("rt-1", 1, 0)
    assert (won.item, won.came_first, won.came_second) == ("rt-2", {"came": "x"}, {"came": "y"})
