from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console as Terminal

from bot.launch import StartProgress
from bot.locales import load_catalogue
from rag.types import Language


def shown(progress_language: Language | None, *steps: str) -> list[str]:
    out = StringIO()
    words = load_catalogue()[progress_language] if progress_language else None
    progress = StartProgress(words, Terminal(file=out, force_terminal=True, color_system=None, width=200))
    for step in steps:
        progress.step(step)
    progress.embedding("a-model", 1, 2)
    progress.close()
    return out.getvalue().replace("\r", "\n").splitlines()


@pytest.mark.parametrize(
    ("language", "database", "reading"),
    [
        (Language.PT, "preparando o banco de dados…", "lendo as notas (cerca de 25 s, só na primeira vez)"),
        (Language.ES, "preparando la base de datos…", "leyendo las notas (unos 25 s, solo la primera vez)"),
        (Language.EN, "preparing the database…", "reading the notes (about 25 s, only the first time)"),
    ],
)
def test_a_person_reads_plain_words_in_their_language(language: Language, database: str, reading: str) -> None:
    lines = shown(language, "initialising", "starting", "0001_corpus.sql", "functions")
    assert lines.count(database) == 1
    assert any(reading in line for line in lines)
    assert not any("a-model" in line or ".sql" in line for line in lines)


def test_waiting_for_another_process_is_said_apart() -> None:
    lines = shown(Language.PT, "waiting", "starting")
    assert lines[:2] == ["esperando outro Fonte que usa a mesma pasta…", "preparando o banco de dados…"]


def test_an_operator_reads_each_step_and_model() -> None:
    lines = shown(None, "initialising", "0001_corpus.sql")
    assert lines[:2] == ["initialising…", "0001_corpus.sql…"]
    assert any("a-model" in line for line in lines)


def test_nothing_is_shown_where_there_is_no_terminal() -> None:
    out = StringIO()
    progress = StartProgress(load_catalogue()[Language.PT], Terminal(file=out, force_terminal=False))
    progress.step("starting")
    progress.embedding("a-model", 1, 2)
    progress.close()
    assert out.getvalue() == ""
