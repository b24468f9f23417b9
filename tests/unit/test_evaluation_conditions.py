from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from bot.evaluation.conditions import Conditions, conditions_of
from bot.experiments.records import ExperimentError


def test_nothing_set_changes_nothing() -> None:
    assert conditions_of([]) == Conditions()
    assert (Conditions().kept(), Conditions().overrides()) == ({}, {})


def test_settings_are_read_by_their_kind_and_kept_as_they_were_set() -> None:
    found = conditions_of(["near_enough=0.4", "match_count=2", "chat_model=gemini-2.5-pro", "generation=no"])
    assert (found.near_enough, found.match_count, found.generation) == (0.4, 2, False)
    assert found.overrides() == {"gemini_chat_model": "gemini-2.5-pro"}
    assert found.kept() == {
        "near_enough": 0.4,
        "match_count": 2,
        "chat_model": "gemini-2.5-pro",
        "generation": False,
    }


def test_a_prompt_is_kept_by_name_and_hash_and_never_by_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "shorter.md"
    path.write_text("Answer in {language}.", encoding="utf-8")
    found = conditions_of([f"prompt={path}"])
    text = found.prompt_text()
    digest = hashlib.sha256(b"Answer in {language}.").hexdigest()
    assert (text.name, text.text, text.hash) == ("shorter", "Answer in {language}.", digest)
    assert found.kept() == {"prompt": "shorter.md", "prompt_hash": digest}


@pytest.mark.parametrize(
    ("pairs", "why"),
    [
        (["near_enough"], "key=value"),
        (["near_enough="], "key=value"),
        (["near_enough=0.4", "near_enough=0.5"], "each key once"),
        (["near_enough=2"], "near_enough: Input should be less"),
        (["match_count=0"], "match_count: Input should be greater"),
        (["match_count=9"], "match_count: Input should be less"),
        (["match_count=two"], "match_count: Input should be a valid integer"),
        (["temperature=1"], "temperature: no such setting; there are prompt, chat_model"),
        (["prompt=nowhere.md"], "nowhere.md can't be read"),
    ],
)
def test_a_wrong_setting_is_one_line_that_names_it(pairs: list[str], why: str) -> None:
    with pytest.raises(ExperimentError, match=why) as raised:
        conditions_of(pairs)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", ["", " \n", "x" * 20_001])
def test_an_empty_or_endless_prompt_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.md"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ExperimentError, match="empty or longer"):
        conditions_of([f"prompt={path}"])


def test_no_prompt_has_no_text() -> None:
    with pytest.raises(ExperimentError, match="no prompt"):
        Conditions().prompt_text()
