"""The console's page of experiments."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import pytest

from bot.experiments.bootstrapping import Difference
from bot.experiments.records import Experiment, ItemScore
from bot.review.web.intervals import WIDTH, drawn, verdict
from tests.fakes.review import FakeReview
from tests.fakes.review_visitor import visiting

AT: Final = datetime(2026, 12, 1, 12, tzinfo=UTC)


def run(name: str, **settings: str) -> Experiment:
    return Experiment(0, name, AT, settings, "0123456789abcdef", ("local", "extractive"))


def scores(*right: int, split: str = "dev") -> list[ItemScore]:
    return [
        ItemScore("routing", f"rt-{split}-{n}", split, "specialty right", float(value)) for n, value in enumerate(right)
    ]


async def two() -> FakeReview:
    state = FakeReview()
    await state.runs.keep(run("before"), [*scores(*[0] * 20), *scores(0, 1, split="test")])
    await state.runs.keep(run("after <b>", near_enough="0.4"), [*scores(*[1] * 20), *scores(1, 1, split="test")])
    return state


async def test_runs_are_listed_with_their_settings_and_nothing_in_them_is_markup() -> None:
    async with visiting(await two()) as visitor:
        await visitor.log_in("reader")
        response = await visitor.get("/experiments")
    assert "near_enough=0.4" in response.text
    assert "after &lt;b&gt;" in response.text
    assert "<svg" not in response.text


async def test_two_runs_stand_side_by_side_with_what_is_sure_of_their_difference() -> None:
    async with visiting(await two()) as visitor:
        await visitor.log_in("admin")
        page = await visitor.page("/experiments?a=1&b=2")
    assert "better" in {element.text for element in page.all("span")}
    drawings = page.all("svg")
    assert drawings
    assert all(drawing["role"] == "img" and drawing["aria-label"] for drawing in drawings)
    assert "rt-dev-0" in {element.text for element in page.all("code")}


async def test_which_items_of_the_test_half_changed_is_not_shown() -> None:
    async with visiting(await two()) as visitor:
        await visitor.log_in("admin")
        response = await visitor.get("/experiments?a=1&b=2")
    assert "rt-test-0" not in response.text
    assert "In the test half 1 changed" in response.text


@pytest.mark.parametrize("query", ["a=1&b=99", "a=nobody&b=1", "a=1&b=%00", "a=1%27&b=1"])
async def test_a_run_that_is_not_there_is_a_page_that_says_so(query: str) -> None:
    async with visiting(await two()) as visitor:
        await visitor.log_in("reader")
        response = await visitor.get(f"/experiments?{query}")
    assert response.status_code in (200, 404)
    assert (response.status_code == 200) is ("%00" in query)


async def test_without_any_the_command_that_keeps_one_is_named() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reader")
        assert "--experiment NAME" in (await visitor.get("/experiments")).text


def test_no_difference_stands_in_the_middle_and_an_interval_inside_the_drawing() -> None:
    places = drawn(Difference(0.1, -0.05, 0.25, 40))
    assert places.zero == WIDTH / 2
    assert 0 < places.low < places.zero < places.value < places.high < WIDTH
    assert verdict(Difference(0.1, -0.05, 0.25, 40)) == "same"
    assert verdict(None) == "unknown"
