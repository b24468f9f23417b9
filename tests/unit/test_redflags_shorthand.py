from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.redflags import screen
from bot.redflags.lexicon.shorthand import SHORTHAND
from bot.redflags.words import plain, tokenise

GOLDEN = Path(__file__).parents[1] / "golden" / "redflags.jsonl"
OTHER_READINGS = {"p", "num", "hr", "bg", "bp", "sos", "kms", "unalive", "fz", "smp", "hosp"}
"""Shorthand that isn't one word for another of the same meaning wherever it stands."""


def written_short(choice: int) -> Mapping[str, str]:
    """Each full word by one of its short forms: the `choice`-th, counted around."""
    forms: dict[str, list[str]] = {}
    for short, full in SHORTHAND.items():
        if short not in OTHER_READINGS and " " not in full:
            forms.setdefault(full, []).append(short)
    return {full: shorts[choice % len(shorts)] for full, shorts in forms.items()}


def abbreviated(text: str, short: Mapping[str, str]) -> str:
    return re.sub(r"[a-z]+", lambda word: short.get(word[0], word[0]), plain(text))


@pytest.mark.parametrize("choice", range(4))
def test_an_emergency_is_heard_however_its_words_are_shortened(choice: int) -> None:
    short = written_short(choice)
    golden = map(json.loads, GOLDEN.read_text(encoding="utf-8").splitlines())
    told = [row["text"] for row in golden if row["alarm"] and screen(plain(row["text"]))]
    missed = [text for text in told if screen(abbreviated(text, short)) is None]
    assert len(told) > 900
    assert missed == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("ta doendo meu peito dsd ontem e o braço formigando", "cardiac.chest_pain"),
        ("nao to conseguindo respirar dsd ontem", "breathing.breathless"),
        ("minha mae dsmaiou agr e n acorda", "syncope.unresponsive"),
        ("to s/ ar e mt fraco", "breathing.breathless"),
        ("me duele el pecho dsd ayer y el brazo dormido", "cardiac.chest_pain"),
        ("kiero morirme", "suicide.wish"),
        ("toy con dolor d pecho xq me asuste", "cardiac.chest_pain"),
        ("cant breathe rn bc my throat is closing", "anaphylaxis"),
        ("ur dad has chest pain nd he cnt breathe", "breathing.breathless"),
    ],
)
def test_texting_raises_the_alarm_of_the_words_meant(text: str, rule: str) -> None:
    alarm = screen(text)
    assert alarm is not None
    assert alarm.rule == rule


@pytest.mark.parametrize(
    "text",
    [
        "n to c dor no peito n, só coceira dsd ontem",
        "blz, vc sabe q horas abre o posto?",
        "no chest pain tmrw is my ekg",
        "kiero info d la diabetes xfa",
        "nd d falta d ar, só tosse",
    ],
)
def test_texting_without_danger_stays_calm(text: str) -> None:
    assert screen(text) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pain n my arm", ("pain", "and", "my", "arm")),
        ("dor n passa", ("dor", "nao", "passa")),
        ("s/ ar", ("sem", "ar")),
        ("dsmaiei", ("desmaiei",)),
        ("ds 10h", ("ds", "10", "h")),
    ],
)
def test_what_no_table_can_list_is_told_by_its_neighbours(text: str, words: tuple[str, ...]) -> None:
    assert tokenise(text).words == words
