from __future__ import annotations

from pathlib import Path

import pytest

from bot.evaluation.benchmark import Calls, Starts, Timed, figures, questions_of
from bot.evaluation.golden import load_golden
from bot.evaluation.processes import Memory, descendants, smaps_mebibytes
from bot.evaluation.stopwatch import Step, Stopwatch
from bot.redflags import screen


class Kitchen:
    async def cook(self, minutes: int) -> int:
        if minutes < 0:
            raise ValueError("raw")
        return minutes

    def wash(self) -> str:
        return "clean"


async def test_a_stopwatch_counts_calls_and_leaves_everything_as_it_was() -> None:
    cook, wash = Kitchen.cook, Kitchen.wash
    watch = Stopwatch()
    with watch.on((Step("cooking", Kitchen, "cook"), Step("washing", Kitchen, "wash"))):
        assert await Kitchen().cook(3) == 3
        assert await Kitchen().cook(4) == 4
        assert Kitchen().wash() == "clean"
    assert (watch.calls("cooking"), watch.calls("washing"), watch.calls("else")) == (2, 1, 0)
    assert min(watch.milliseconds("cooking")) >= 0
    assert (Kitchen.cook, Kitchen.wash) == (cook, wash)


async def test_a_call_that_fails_is_timed_and_fails() -> None:
    watch = Stopwatch()
    with watch.on((Step("cooking", Kitchen, "cook"),)), pytest.raises(ValueError, match="raw"):
        await Kitchen().cook(-1)
    assert watch.calls("cooking") == 1


def test_the_questions_are_different_enough_in_number_and_none_is_an_emergency() -> None:
    questions = questions_of(load_golden())
    assert len(questions) == len(set(questions)) >= 320
    assert not any(screen(question) for question in questions)


def _process(proc: Path, pid: int, parent: int, name: str) -> None:
    folder = proc / str(pid)
    folder.mkdir()
    (folder / "stat").write_text(f"{pid} ({name}) S {parent} 1 1 0", encoding="utf-8")


def test_descendants_are_children_and_theirs_whatever_their_names(tmp_path: Path) -> None:
    _process(tmp_path, 10, 1, "bot")
    _process(tmp_path, 11, 10, "postgres) S 99 (")
    _process(tmp_path, 12, 11, "postgres")
    _process(tmp_path, 13, 1, "other")
    (tmp_path / "14").mkdir()
    (tmp_path / "meminfo").write_text("", encoding="utf-8")
    assert sorted(descendants(10, tmp_path)) == [11, 12]


def test_memory_is_read_in_mebibytes_and_is_nothing_of_a_process_that_ended(tmp_path: Path) -> None:
    rollup = tmp_path / "smaps_rollup"
    rollup.write_text("00-ff ---p 0 [rollup]\nRss:  2048 kB\nPss:  1024 kB\nPss_Anon:  512 kB\n", encoding="utf-8")
    assert smaps_mebibytes(rollup, "Rss") == 2
    assert smaps_mebibytes(rollup, "Pss") == 1
    assert smaps_mebibytes(tmp_path / "gone", "Pss") == 0


def test_benchmarks_are_reported_against_their_targets() -> None:
    timed = Timed((10.0, 20.0, 30.0), 5.0, {"routing": (1.0, 2.0)})
    found = figures(timed, Calls(1, 0, {}), Starts(12.0, (1.0, 3.0, 2.0)), Memory(250.0, 61.0, 4))
    verdicts = {figure.name: (figure.value, figure.passed) for figure in found}
    assert verdicts["own time a question, p50"] == (20, False)
    assert verdicts["first start to the first reply"] == (12, True)
    assert verdicts["later starts, median of 3"] == (2, True)
    assert verdicts["embedded for a repeated question"] == (1, False)
    assert verdicts["embedded for unchanged notes"] == (0, True)
    assert verdicts["resident memory of the bot"] == (250, True)
    assert verdicts["PSS of postgres (4 processes)"] == (61, False)


def test_memory_that_can_not_be_read_is_left_out() -> None:
    found = figures(Timed((1.0,), 1.0, {}), Calls(0, 0, {}), Starts(1.0, (1.0,)), None)
    assert not any("memory" in figure.name or "PSS" in figure.name for figure in found)
