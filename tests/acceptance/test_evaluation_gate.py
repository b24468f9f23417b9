"""The regression gate: no figure of the golden sets falls below tests/golden/baseline.json by more than chance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.bootstrap import Runtime
from bot.evaluation import gate
from bot.evaluation.baseline import load_baseline
from bot.evaluation.report import markdown_table
from bot.evaluation.running import Measured, load_sets, run
from tests.integration.conversing import START

QUICK = {"routing", "out_of_scope", "followups", "switched", "redflags", "log", "food_search", "ask"}


@pytest.fixture(scope="module")
async def measured(corpus_runtime: Runtime) -> Measured:
    """Routing, retrieval, the emergency screen and the diary of both halves; whole answers and consultations apart."""
    return await run(corpus_runtime, START, load_sets(quick=True))


async def test_no_figure_has_fallen_below_the_baseline(measured: Measured) -> None:
    judged = gate.judge(load_baseline(), measured.scores)
    told = "\n\n".join(f"{table.title}\n{markdown_table(table)}" for table in gate.tables(judged))
    assert judged.passed, f'see docs/evaluation.md, "The gate"\n\n{told}'
    assert {score.set for score in measured.scores} == QUICK
    assert measured.failures == 0


async def test_a_screen_that_forgets_a_family_of_emergencies_does_not_pass(measured: Measured) -> None:
    assert measured.notes is not None
    deaf = tuple(
        replace(one, rule=None) if one.item.rule_family == "stroke" else one for one in measured.notes.red_flags
    )
    worse = replace(measured, notes=replace(measured.notes, red_flags=deaf))
    judged = gate.judge(load_baseline(), worse.scores)
    fallen = {drop.key for drop in judged.drops}
    assert {("redflags", "caught", "dev"), ("redflags", "caught", "test")} <= fallen
    assert not judged.passed
