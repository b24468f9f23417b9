from __future__ import annotations

from bot.evaluation.benchmark import Timed
from bot.evaluation.diary_bench import MEMORY_MESSAGES, DiaryTimed, lines_of
from bot.evaluation.diary_bench_figures import DiaryMeasured, diary_bench_figures, diary_bench_tables, diary_curves
from bot.evaluation.diary_golden import load_diary_golden
from bot.evaluation.processes import Memory

STEPS = {"writing": (1.0, 2.0)}


def _measured(memory: Memory | None = None) -> DiaryMeasured:
    timed = DiaryTimed(
        log=Timed((10.0, 29.0), 5.0, STEPS),
        log_by_items={2: [29.0], 1: [10.0]},
        ask=Timed((20.0, 90.0), 6.0, STEPS),
        ask_by_rows={True: [90.0], False: [20.0]},
        trend=Timed((50.0,), 9.0, STEPS),
        search=(4.0, 5.0),
        foods=1_500,
    )
    return DiaryMeasured(timed, memory)


def test_times_are_reported_against_their_targets_and_a_trend_has_none() -> None:
    found = {figure.name: figure for figure in diary_bench_figures(_measured(Memory(301.0, 40.0, 6)))}
    verdicts = {name: figure.passed for name, figure in found.items() if figure.passed is not None}
    assert verdicts == {
        "a message logged (1 to 4 items), p95": True,
        "a question (30 days of 12 entries), p95": False,
        "a food search among 1,500, p95": True,
        "resident memory of the bot after it": False,
    }
    assert found["a trend with its picture, p95"].value == 50


def test_what_was_not_measured_is_left_out() -> None:
    names = [figure.name for figure in diary_bench_figures(_measured())]
    assert not any("memory" in name for name in names)


def test_tables_tell_times_by_what_was_said_and_by_step() -> None:
    tables = {table.title: table.rows for table in diary_bench_tables(_measured())}
    assert tables["own time by what is said, ms"] == (
        ("a message of 1 item", "1", "10.00", "10.00"),
        ("a message of 2 items", "1", "29.00", "29.00"),
        ("a question that reads totals alone", "1", "20.00", "20.00"),
        ("a question that reads entries", "1", "90.00", "90.00"),
    )
    assert tables["steps of a question, ms"] == (("writing", "1.00", "2.00"),)


def test_every_curve_has_its_target() -> None:
    assert {name: bound for name, (_, bound) in diary_curves(_measured()).items()} == {
        "a message logged": 30,
        "a question": 40,
        "a food search among 1,500": 15,
    }


def test_the_process_whose_memory_is_read_both_logs_and_asks() -> None:
    lines = lines_of(load_diary_golden())
    assert len(lines) == len(set(lines)) == MEMORY_MESSAGES
    assert sum(line.startswith("/ask_my_log ") for line in lines) >= 10
    assert sum(line.startswith("/log_food ") for line in lines) >= 30
