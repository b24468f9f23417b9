from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from bot.evaluation.diary import DiaryResults, LoggedMessage, PlannedQuestion, Searched, Stored
from bot.evaluation.diary_figures import breakdowns, figures, misses
from bot.evaluation.diary_golden import FoodQuery, GoldenItem, GoldenPlan, LogMessage, LogQuestion, load_diary_golden
from bot.evaluation.golden import GoldenError, Split
from bot.messages import Planned
from rag.types import Language

DAY = date(2026, 11, 3)
AT = datetime(2026, 11, 3, 15, tzinfo=UTC)
RICE = GoldenItem(said="100 g de arroz", expect="store", food="^arroz", low=Decimal(90), high=Decimal(110))
JUICE = GoldenItem(said="suco", expect="ask", food=None, low=None, high=None)
COOKED = Stored("Arroz branco cozido", Decimal(100), DAY, "lunch")


def message(*items: GoldenItem, meal: str | None = None, split: Split = Split.DEV, kind: str = "grams") -> LogMessage:
    return LogMessage(
        id="lg-1", language=Language.PT, split=split, text="100 g de arroz", at=AT, zone="America/Sao_Paulo",
        expect="log" if items else "none", items=items, day=DAY if items else None, meal=meal, kind=kind,
    )  # fmt: skip


def logged(item: LogMessage, *stored: Stored, asked: Sequence[str] = (), failed: bool = False) -> LoggedMessage:
    return LoggedMessage(item, stored, tuple(asked), failed)


def searched(*found: tuple[str, str]) -> Searched:
    item = FoodQuery(
        id="fs-1", language=Language.ES, split=Split.DEV, text="palta", expect="abacate", expect_en="avocado",
        kind="regional",
    )  # fmt: skip
    return Searched(item, found)


def planned(nutrients: tuple[str, ...] | None) -> PlannedQuestion:
    wanted = GoldenPlan(date_from=DAY, date_to=DAY, nutrients=frozenset({"fat_g", "fiber_g"}), need_detail=False)
    item = LogQuestion(
        id="ak-1", language=Language.EN, split=Split.TEST, text="fat and fiber?", at=AT, plan=wanted, kind="day"
    )
    return PlannedQuestion(item, None if nutrients is None else Planned(DAY, DAY, nutrients, need_detail=False))


def test_the_committed_sets_are_of_the_size_that_the_targets_ask_for() -> None:
    golden = load_diary_golden()
    assert len(golden.log) >= 120
    assert len(golden.searches) >= 100
    assert len(golden.questions) >= 60
    for items in (golden.log, golden.searches, golden.questions):
        assert set(Counter(item.language for item in items)) == set(Language)
        halves = Counter(item.split for item in items)
        assert abs(halves[Split.DEV] - halves[Split.TEST]) <= 1


def test_an_id_used_twice_is_an_error(tmp_path: Path) -> None:
    line = searched().item.model_dump_json()
    (tmp_path / "food_search.jsonl").write_text(f"{line}\n{line}\n", encoding="utf-8")
    with pytest.raises(GoldenError, match="fs-1 is used twice"):
        load_diary_golden(tmp_path)


def test_an_item_without_its_fields_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "ask.jsonl").write_text(json.dumps({"id": "ak-1"}), encoding="utf-8")
    with pytest.raises(GoldenError, match=r"^ask\.jsonl:1: language: "):
        load_diary_golden(tmp_path)


def test_a_message_is_right_when_its_items_are_stored_and_asked_about_and_nothing_else_is() -> None:
    assert logged(message(RICE), COOKED).right
    assert logged(message(RICE, JUICE), COOKED, asked=["suco"]).right
    assert logged(message()).right
    assert not logged(message(RICE, JUICE), COOKED).right
    assert not logged(message(RICE)).right
    assert not logged(message(RICE), asked=["arroz"]).right
    assert not logged(message(), asked=["arroz"]).right


@pytest.mark.parametrize(
    "stored",
    [
        Stored("Feijão cozido", Decimal(100), DAY, "lunch"),
        Stored("Arroz branco cozido", Decimal(89), DAY, "lunch"),
        Stored("Arroz branco cozido", Decimal(100), date(2026, 11, 2), "lunch"),
        Stored("Arroz branco cozido", Decimal(100), DAY, "dinner"),
    ],
)
def test_another_food_amount_day_or_meal_is_a_silent_wrong_store(stored: Stored) -> None:
    outcome = logged(message(RICE, meal="lunch"), stored)
    assert not outcome.right
    assert outcome.wrong == 1


def test_an_entry_too_many_is_one_wrong_store_and_a_question_too_many_is_none() -> None:
    assert logged(message(RICE), COOKED, COOKED).wrong == 1
    assert logged(message(RICE), asked=["arroz"]).wrong == 0


def test_any_meal_is_right_where_none_was_said() -> None:
    assert logged(message(RICE), COOKED).right


def test_a_message_that_the_application_failed_at_is_wrong_even_where_nothing_is_to_be_stored() -> None:
    assert not logged(message(), failed=True).right


def test_a_food_counts_among_the_first_three_and_by_both_its_names() -> None:
    other, wrong_name = ("Banana", "Banana"), ("Abacate", "Banana")
    avocado = ("Abacate", "Avocado, raw")
    assert searched(other, wrong_name, avocado).right
    assert not searched(other, other, wrong_name, avocado).right


def test_a_plan_is_right_whatever_the_order_of_its_nutrients() -> None:
    assert planned(("fiber_g", "fat_g")).right
    assert not planned(("fat_g",)).right
    assert not planned(None).right


def _results() -> DiaryResults:
    log = [
        logged(message(RICE), COOKED),
        logged(message(RICE, JUICE, kind="mixed"), COOKED, COOKED, asked=["suco"]),
        logged(message(RICE, split=Split.TEST), failed=True),
    ]
    return DiaryResults(log, [searched(("Abacate", "Avocado"))], [planned(None)])


def test_each_figure_has_the_share_that_it_was_counted_from_and_its_target() -> None:
    found = {figure.name: figure for figure in figures(_results())}
    counted = {name: (f.share.hits, f.share.total, f.passed) for name, f in found.items() if f.share}
    assert counted == {
        "messages logged right": (1, 3, False),
        "silent wrong stores": (1, 3, False),
        "messages with something to ask about, right": (0, 1, None),
        "foods found among three": (1, 1, True),
        "plans right": (0, 1, False),
    }
    assert (found["messages to the diary that failed"].value, found["messages to the diary that failed"].passed) == (
        1,
        False,
    )


def test_nothing_measured_passes_and_misses_no_share() -> None:
    shares = [figure for figure in figures(DiaryResults([], [], [])) if figure.share]
    assert {figure.passed for figure in shares} == {None}


def test_results_of_one_split_hold_only_its_items() -> None:
    test = _results().only(lambda item: item.split is Split.TEST)
    assert (len(test.log), len(test.searches), len(test.questions), test.failures) == (1, 0, 1, 1)


def test_breakdowns_count_each_set_by_language_and_by_kind() -> None:
    language, kind = breakdowns(_results())
    assert language.rows == (
        ("messages logged right", "pt-BR", "1/3", "1/3"),
        ("foods found among three", "es", "1/1", ""),
        ("plans right", "en", "0/1", ""),
    )
    assert [row[:3] for row in kind.rows] == [
        ("messages logged right", "grams", "1/2"),
        ("messages logged right", "mixed", "0/1"),
        ("foods found among three", "regional", "1/1"),
        ("plans right", "day", "0/1"),
    ]


def test_a_miss_says_what_was_expected_and_what_came_with_wrong_stores_first() -> None:
    told = [(miss.kind, miss.expected, miss.got) for miss in misses(_results())]
    entry = "Arroz branco cozido 100 g, 2026-11-03, lunch"
    assert told == [
        (
            "message logged wrong",
            "store 100 g de arroz 90–110 g; ask suco; 2026-11-03",
            f"{entry}; {entry}; asked: suco",
        ),
        ("message logged wrong", "store 100 g de arroz 90–110 g; 2026-11-03", "failed"),
        ("plan wrong", "2026-11-03 to 2026-11-03, fat_g fiber_g", "no plan"),
    ]
