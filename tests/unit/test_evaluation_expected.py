from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from bot.evaluation.expected import load_expected
from bot.evaluation.golden import Golden, GoldenError, load_golden
from bot.language import detect
from tests.unit.evaluation_samples import question

GOLDEN = Golden((question(1), question(2)), (), (), (), ())


def test_the_committed_answers_cover_every_condition_both_halves_and_all_languages() -> None:
    golden = load_golden()
    expected = load_expected(golden)
    items = {item.id: item for item in golden.questions}
    assert len(expected) >= 60
    assert {items[n].condition for n in expected} == {item.condition for item in golden.questions}
    halves = Counter((items[n].split, items[n].language) for n in expected)
    assert min(halves.values()) >= 5
    assert len(halves) == 6


def test_the_committed_answers_are_in_the_questions_language_and_short() -> None:
    golden = load_golden()
    items = {item.id: item for item in golden.questions}
    for number, text in load_expected(golden).items():
        assert detect(text) in {None, items[number].language}, number
        assert 40 <= len(text) <= 320, number


def test_answers_are_read_by_the_questions_id_and_a_missing_file_is_none(tmp_path: Path) -> None:
    (tmp_path / "expected.jsonl").write_text(json.dumps({"id": "rt-2", "expected": "Sim."}), encoding="utf-8")
    assert load_expected(GOLDEN, tmp_path) == {"rt-2": "Sim."}
    assert load_expected(GOLDEN, tmp_path / "nowhere") == {}


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([{"id": "rt-9", "expected": "Sim."}], "no question"),
        ([{"id": "rt-1", "expected": "Sim."}, {"id": "rt-1", "expected": "Não."}], "used twice"),
        ([{"id": "rt-1", "expected": ""}], "expected.jsonl:1: expected"),
        ([{"id": "rt-1", "answer": "Sim."}], "expected.jsonl:1"),
    ],
)
def test_a_wrong_line_is_told(lines: list[dict[str, str]], why: str, tmp_path: Path) -> None:
    (tmp_path / "expected.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    with pytest.raises(GoldenError, match=why):
        load_expected(GOLDEN, tmp_path)
