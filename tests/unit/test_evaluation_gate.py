from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.evaluation import gate
from bot.evaluation.baseline import (
    PATH,
    Baseline,
    Kept,
    baseline_of,
    load_baseline,
    ranges,
    spread,
    together,
    write_baseline,
)
from bot.evaluation.golden import GoldenError
from bot.experiments.records import ItemScore

ids = st.lists(st.from_regex(r"[a-z]{1,2}-([a-z]?)\d{1,3}", fullmatch=True), unique=True)


def run(hits: int, total: int = 100, split: str = "dev", name: str = "routing", first: int = 1) -> list[ItemScore]:
    return [
        ItemScore(name, f"rt-{first + n:03d}", split, "specialty", float(n < hits)) for n in range(total)
    ]  # fmt: skip


@given(ids)
def test_ids_are_read_as_they_were_joined(items: list[str]) -> None:
    assert sorted(spread(ranges(items))) == sorted(items)


def test_ids_that_count_on_are_joined() -> None:
    assert ranges(["rt-003", "rt-001", "rt-002", "rt-005", "odd", "rf-p1-009", "rf-p1-010"]) == [
        "odd",
        "rf-p1-009..010",
        "rt-001..003",
        "rt-005",
    ]


def test_a_range_that_never_ends_is_an_error() -> None:
    with pytest.raises(ValueError, match="no range"):
        spread(["rt-5..3"])


def test_a_baseline_is_read_as_it_was_written(tmp_path: Path) -> None:
    kept = baseline_of([*run(98), *run(50, 50, "test", first=101), *run(1, 2, name="log")])
    write_baseline(kept, tmp_path / "baseline.json")
    assert load_baseline(tmp_path / "baseline.json") == kept
    assert kept.figures["routing", "specialty", "dev"] == Kept(100, {"rt-099": 0.0, "rt-100": 0.0})
    assert kept.figures["routing", "specialty", "dev"].value == pytest.approx(0.98)


def test_sets_that_are_only_reported_are_not_in_a_baseline() -> None:
    assert baseline_of(run(3, name="answers")).items == {}


def test_a_part_that_is_run_alone_leaves_the_rest_of_the_baseline() -> None:
    old = baseline_of([*run(98), *run(2, 3, name="log")])
    found = together(old, baseline_of(run(3, 3, name="log")))
    assert found.figures["routing", "specialty", "dev"] == old.figures["routing", "specialty", "dev"]
    assert found.figures["log", "specialty", "dev"] == Kept(3, {})
    assert together(None, old) == old


def test_the_same_run_passes() -> None:
    judged = gate.judge(baseline_of(run(98)), run(98))
    assert judged.passed
    assert (judged.compared, gate.tables(judged)) == (1, [])


def test_a_better_run_passes() -> None:
    assert gate.judge(baseline_of(run(90)), run(99)).passed


def test_a_slip_within_the_interval_passes() -> None:
    assert gate.judge(baseline_of(run(98)), run(96)).passed


def test_a_drop_beyond_the_interval_fails_and_names_figure_and_items() -> None:
    judged = gate.judge(baseline_of(run(98)), run(92))
    assert not judged.passed
    (drop,) = judged.drops
    assert drop.key == ("routing", "specialty", "dev")
    assert (drop.before, drop.now) == pytest.approx((0.98, 0.92))
    assert drop.worse == tuple(f"rt-{n:03d}" for n in range(93, 99))
    (table,) = gate.tables(judged)
    assert table.rows[0][:3] == ("routing", "specialty", "dev")
    assert "rt-093" in table.rows[0][-1]


def test_each_half_is_judged_apart() -> None:
    before = [*run(100), *run(100, split="test", first=101)]
    judged = gate.judge(baseline_of(before), [*run(100), *run(90, split="test", first=101)])
    assert [drop.key[2] for drop in judged.drops] == ["test"]


def test_new_items_neither_pass_nor_fail_for_the_old_ones() -> None:
    assert gate.judge(baseline_of(run(100)), [*run(100), *run(0, 50, first=101)]).passed


def test_items_that_were_taken_away_are_a_failure_that_names_them() -> None:
    judged = gate.judge(baseline_of(run(98)), run(98, 98))
    assert not judged.passed
    assert judged.gone == {"routing": ("rt-099", "rt-100")}
    (table,) = gate.tables(judged)
    assert table.rows == (("routing", "rt-099 rt-100"),)


def test_one_half_alone_does_not_miss_the_items_of_the_other() -> None:
    before = [*run(98), *run(98, split="test", first=101)]
    assert gate.judge(baseline_of(before), run(98)).passed


def test_items_that_are_all_others_are_judged_by_the_baselines_own_interval() -> None:
    baseline = Baseline({"routing": frozenset()}, {("routing", "specialty", "dev"): Kept(100, {"old": 0.0})})
    assert not gate.judge(baseline, run(80)).passed
    assert gate.judge(baseline, run(97)).passed


def test_nothing_compared_is_no_pass() -> None:
    assert not gate.judge(baseline_of(run(98)), run(98, name="log")).passed


def test_many_items_are_named_in_part() -> None:
    (table,) = gate.tables(gate.judge(baseline_of(run(100)), run(50)))
    assert table.rows[0][-1].endswith("and 38 more")


@pytest.mark.parametrize("text", ["", "[]", '{"routing": 1}', '{"routing": {"items": ["rt-2..1"], "metrics": {}}}'])
def test_a_baseline_that_cannot_be_read_says_how_to_make_it(text: str, tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GoldenError, match="--write-baseline"):
        load_baseline(path)


def test_a_missing_baseline_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(GoldenError, match="--write-baseline"):
        load_baseline(tmp_path / "baseline.json")


def test_the_committed_baseline_holds_every_gated_set_in_both_halves() -> None:
    names = {(name, split) for name, _, split in load_baseline().figures}
    sets = {"routing", "out_of_scope", "followups", "switched", "redflags", "log", "food_search", "ask", "complaints"}
    assert {(name, split) for name in sets | {"dialogues"} for split in ("dev", "test")} == names
    assert list(json.loads(PATH.read_text(encoding="utf-8"))) == sorted(name for name in sets | {"dialogues"})
