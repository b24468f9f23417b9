from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.redflags import screen

GOLDEN = Path(__file__).parents[1] / "golden" / "redflags.jsonl"


def rows(split: str) -> list[dict[str, Any]]:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["split"] == split]


@pytest.mark.parametrize("split", ["dev", "test"])
def test_golden_emergencies_are_caught_and_calm_messages_stay_calm(split: str) -> None:
    emergencies = [row for row in rows(split) if row["alarm"]]
    calm = [row for row in rows(split) if not row["alarm"]]
    missed = [row for row in emergencies if screen(row["text"]) is None]
    false = [row["text"] for row in calm if screen(row["text"]) is not None]
    assert [row["text"] for row in missed if row["critical"]] == []
    assert len(missed) <= 0.02 * len(emergencies), missed
    assert len(false) <= 0.05 * len(calm), false


def test_the_golden_set_is_large_and_covers_three_languages_and_25_families() -> None:
    every = rows("dev") + rows("test")
    alarms = [row for row in every if row["alarm"]]
    assert len(alarms) >= 180
    assert len(every) - len(alarms) >= 180
    assert len({row["rule_family"] for row in alarms}) >= 25
    assert {row["language"] for row in alarms} == {"pt-BR", "es", "en"}


def test_golden_emergencies_are_answered_with_the_text_of_their_kind() -> None:
    told = [(row["kind"], alarm.kind.value) for row in rows("dev") if row["alarm"] and (alarm := screen(row["text"]))]
    wrong = [pair for pair in told if pair[0] != pair[1]]
    assert len(wrong) <= 0.01 * len(told), wrong
