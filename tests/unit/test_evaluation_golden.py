from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from bot.evaluation.golden import GoldenError, load_golden
from rag.types import Language

ITEM = {"id": "rt-1", "text": "peito aperta", "language": "pt-BR", "split": "dev", "style": "short",
        "especialidade": "cardiologia", "condition": "Valvopatias"}  # fmt: skip


def _write(folder: Path, name: str, *items: object) -> None:
    (folder / name).write_text("\n".join(json.dumps(item) for item in items) + "\n", encoding="utf-8")


def test_the_committed_sets_are_of_the_size_that_the_targets_ask_for() -> None:
    golden = load_golden()
    languages = Counter(item.language for item in golden.questions)
    assert languages[Language.PT] >= 90
    assert min(languages[Language.ES], languages[Language.EN]) >= 30
    assert len(golden.out_of_scope) >= 40
    assert len({item.condition for item in golden.questions}) == 29


def test_a_file_that_is_not_there_is_an_empty_set(tmp_path: Path) -> None:
    _write(tmp_path, "routing.jsonl", ITEM)
    golden = load_golden(tmp_path)
    assert [item.id for item in golden.questions] == ["rt-1"]
    assert golden.red_flags == ()


def test_a_wrong_line_is_an_error_that_names_file_line_and_field(tmp_path: Path) -> None:
    _write(tmp_path, "routing.jsonl", ITEM, {**ITEM, "id": "rt-2", "split": "train"})
    with pytest.raises(GoldenError, match=r"^routing\.jsonl:2: split: "):
        load_golden(tmp_path)


def test_a_line_that_is_not_json_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "abstain.jsonl").write_text("\n{", encoding="utf-8")
    with pytest.raises(GoldenError, match=r"^abstain\.jsonl:2: line: "):
        load_golden(tmp_path)


def test_an_id_used_in_two_sets_is_an_error(tmp_path: Path) -> None:
    _write(tmp_path, "routing.jsonl", ITEM)
    _write(tmp_path, "abstain.jsonl", {"id": "rt-1", "text": "x", "language": "en", "kind": "dose", "split": "dev"})
    with pytest.raises(GoldenError, match="rt-1 is used twice"):
        load_golden(tmp_path)


def test_each_text_is_judged_once(tmp_path: Path) -> None:
    follow = {"id": "fu-1", "language": "pt-BR", "split": "dev", "first": "peito aperta", "follow": "e à noite?",
              "especialidade": "cardiologia", "condition": "Valvopatias"}  # fmt: skip
    _write(tmp_path, "routing.jsonl", ITEM)
    _write(tmp_path, "followups.jsonl", follow)
    assert load_golden(tmp_path).texts() == ["peito aperta", "e à noite?"]
