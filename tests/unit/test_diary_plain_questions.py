"""Questions to the diary without its command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.diary.planning.plain_questions import asks_diary

_GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize(
    "text",
    [
        "quantas calorias comi hoje?",
        "o que eu comi ontem?",
        "quanto de açúcar comi hoje?",
        "¿cuántas calorías comí hoy?",
        "¿qué cené anoche?",
        "how many calories did I have today?",
        "what did I eat yesterday?",
        "o que registrei hoje?",
        "quantas bananas comi essa semana?",
    ],
)
def test_what_was_eaten_or_logged_is_asked_of_the_diary(text: str) -> None:
    assert asks_diary(text)


@pytest.mark.parametrize(
    "text",
    [
        "posso comer mais hoje?",
        "quantas calorias tem uma banana?",
        "comi 2 ovos ontem, tem problema?",
        "o que eu comi ontem pode ter feito mal?",
        "quanto de insulina tomei ontem?",
        "que remédio tomei ontem?",
        "comi 2 ovos no café",
        "should I eat less fat today?",
        "o que eu tomei?",
        "",
    ],
)
def test_advice_medicines_and_tellings_are_not(text: str) -> None:
    assert not asks_diary(text)


@pytest.mark.parametrize("name", ["routing", "out_of_scope", "abstain", "followups"])
def test_no_question_to_the_specialties_is_taken(name: str) -> None:
    items = [json.loads(line) for line in (_GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    texts = [
        text for item in items if item["split"] == "dev" for text in (item.get("text"), item.get("follow")) if text
    ]
    assert texts
    assert [text for text in texts if asks_diary(text)] == []


def test_no_emergency_is_taken() -> None:
    lines = (_GOLDEN / "redflags.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [item["text"] for item in map(json.loads, lines) if item["split"] == "dev" and item["alarm"]]
    assert texts
    assert [text for text in texts if asks_diary(text)] == []


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    assert asks_diary(text) in {True, False}
