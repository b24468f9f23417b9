from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.adapters.experiments import PostgresExperiments
from bot.evaluation.keeping import (
    commit,
    compare,
    exported,
    print_comparison,
    print_list,
    read_experiments,
    write_export,
)
from bot.evaluation.report import terminal
from bot.experiments.records import Experiment, ExperimentError, ItemScore

AT = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)


def experiment(name: str, minutes: int = 0, **settings: Any) -> Experiment:
    models = ("use-multilingual-v3", "extractive")
    return Experiment(0, name, AT + timedelta(minutes=minutes), settings, "abc123+", models, "a note")


def scores(*hits: float, split: str = "dev", metric: str = "hit@1") -> list[ItemScore]:
    return [ItemScore("routing", f"rt-{n}", split, metric, hit, {"rank": n}) for n, hit in enumerate(hits, start=1)]


@pytest.fixture
def experiments(pool: asyncpg.Pool) -> PostgresExperiments:
    return PostgresExperiments(pool)


async def test_an_experiment_is_kept_as_it_was(experiments: PostgresExperiments) -> None:
    kept = await experiments.keep(experiment("near", near_enough=0.4), scores(1, 0, 0.5))
    (one,) = await experiments.list()
    assert (one.id, one.name, one.started_at, one.settings) == (kept, "near", AT, {"near_enough": 0.4})
    assert (one.commit, one.models, one.note) == ("abc123+", ("use-multilingual-v3", "extractive"), "a note")
    assert await experiments.items(kept) == scores(1, 0, 0.5)


async def test_an_experiment_of_nothing_is_kept_too(experiments: PostgresExperiments) -> None:
    kept = await experiments.keep(experiment("empty"), [])
    assert await experiments.items(kept) == []
    assert await experiments.figures(kept) == []


async def test_nothing_is_kept_where_a_score_is_refused(experiments: PostgresExperiments) -> None:
    with pytest.raises(asyncpg.CheckViolationError):
        await experiments.keep(experiment("wrong"), scores(1, split="train"))
    with pytest.raises(asyncpg.UniqueViolationError):
        await experiments.keep(experiment("twice"), [*scores(1), *scores(0)])
    assert await experiments.list() == []


async def test_they_are_listed_newest_first_and_found_by_number_or_by_name(experiments: PostgresExperiments) -> None:
    old = await experiments.keep(experiment("near"), [])
    new = await experiments.keep(experiment("near", 5), [])
    far = await experiments.keep(experiment("far", 3), [])
    assert [one.id for one in await experiments.list()] == [new, far, old]
    assert [one.id for one in await experiments.list(1)] == [new]
    assert (await experiments.find("near")).id == new
    assert (await experiments.find(str(old))).id == old
    with pytest.raises(ExperimentError, match="there is no experiment nowhere"):
        await experiments.find("nowhere")


def test_the_commit_is_told_or_left_empty() -> None:
    assert re.fullmatch(r"([0-9a-f]{12,}\+?)?", commit())


async def test_two_are_compared_figure_by_figure_and_item_by_item(experiments: PostgresExperiments) -> None:
    first = await experiments.keep(experiment("a"), scores(1, 1, 1, 0))
    second = await experiments.keep(experiment("b", 1), scores(0, 1, 1, 1))
    figures = {f.split: (f.first, f.second) for f in await experiments.compared(first, second)}
    assert figures == {"dev": (0.75, 0.75), "both": (0.75, 0.75)}
    assert [(item.item, item.second) for item in await experiments.changed(first, second)] == [("rt-1", 0), ("rt-4", 1)]


async def test_one_that_is_removed_takes_its_items_along(experiments: PostgresExperiments) -> None:
    kept = await experiments.keep(experiment("a"), scores(1))
    await experiments.pool.execute("delete from experiments where id = $1", kept)
    assert await experiments.pool.fetchval("select count(*) from experiment_items") == 0


async def test_a_comparison_tells_no_item_of_the_test_half(
    experiments: PostgresExperiments, capsys: pytest.CaptureFixture[str]
) -> None:
    unseen = [ItemScore("routing", "rt-hidden", "test", "hit@1", 1.0)]
    await experiments.keep(experiment("a", near_enough=0.3), [*scores(1, 1), *unseen])
    lost = [ItemScore("routing", "rt-hidden", "test", "hit@1", 0.0)]
    await experiments.keep(experiment("b", 1), [*scores(0, 1), *lost])
    print_comparison(terminal(), await compare(experiments, "a", "b"))
    print_list(terminal(), await experiments.list())
    told = capsys.readouterr().out
    assert "rt-1" in told
    assert "rt-hidden" not in told
    assert "near_enough=0.3" in told


async def test_what_is_exported_is_read_again_as_from_the_database(
    experiments: PostgresExperiments, database: str, tmp_path: Path
) -> None:
    await experiments.keep(experiment("a"), scores(1, 0, 1, 1))
    await experiments.keep(experiment("b", 1, match_count=2), scores(1, 1, 1, 1))
    told = await exported(experiments)
    write_export(told, tmp_path / "sample.json")
    assert read_experiments(None, tmp_path / "sample.json") == told
    assert read_experiments(database, tmp_path / "nowhere") == told
    assert [one["name"] for one in told["experiments"]] == ["a", "b"]
    (pair,) = told["compared"]
    assert [figure["split"] for figure in pair["figures"]] == ["both"]
    assert pair["figures"][0]["difference"]["value"] == 0.25
    named = await exported(experiments, ["b"])
    assert [one["name"] for one in named["experiments"]] == ["b"]
    assert named["compared"] == []
