"""Who knows a condition's name finds it by that."""

from __future__ import annotations

from pathlib import Path

import asyncpg
import pytest

from bot.paths import CORPUS
from rag.adapters.postgres.note_index import PostgresNoteIndex
from rag.notes.chunking import split_note
from rag.notes.naming import Names
from rag.notes.retrieval import MATCH_COUNT, Retriever
from rag.ports import Embedder


def _titles(name: str) -> list[str]:
    path = CORPUS / "notes" / name
    return [chunk.title for chunk in split_note(Path(path).read_text(encoding="utf-8"), path).chunks]


@pytest.mark.parametrize("specialty", ["cardiologia", "dermatologia", "endocrinologia"])
async def test_a_condition_s_name_finds_the_condition(
    corpus_pool: asyncpg.Pool, local_embedder: Embedder, specialty: str
) -> None:
    index = PostgresNoteIndex(corpus_pool)
    missed = []
    for title in _titles(f"{specialty}.md"):
        for text in (title, title.lower(), title.upper(), f"o que é {title}?"):
            vector = await local_embedder.embed_query(text)
            first, *_ = await index.nearest(vector, specialty, 1, local_embedder.name)
            if first.title != title:
                missed.append((text, first.title))
    assert missed == []


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("specialty", ["cardiologia", "dermatologia", "endocrinologia"])
async def test_its_name_in_another_language_does_too(
    corpus_pool: asyncpg.Pool, local_embedder: Embedder, specialty: str, language: str
) -> None:
    index = PostgresNoteIndex(corpus_pool)
    originals, translated = _titles(f"{specialty}.md"), _titles(f"{specialty}.{language}.md")
    for original, title in zip(originals, translated, strict=True):
        vector = await local_embedder.embed_query(title)
        first, *_ = await index.nearest(vector, specialty, 1, local_embedder.name)
        assert first.title == original, title


LONG = {
    "cardiologia": {
        "Insuficiência Cardíaca": "I was diagnosed with heart failure two years ago. Things are stable on my tablets, "
        "should I be referred to cardiology?",
        "Hipertensão Arterial Sistêmica": "Faz dez anos que descobri pressão alta, tomo três remédios, durmo bem, "
        "não sinto nada, mas no posto disseram que talvez eu deva ver outro médico",
        "Arritmia / Taquiarritmias": "They call it atrial flutter, they shocked me back once in the summer, I'm on "
        "thinners and I'd like to drive again. Who follows that?",
    },
    "endocrinologia": {
        "Nódulo de Tireoide": "tengo nódulo en la tiroides desde hace un año, me hicieron eco y la doctora dijo que "
        "volviera en seis meses pero no me dieron cita",
        "Dislipidemia": "O exame do trabalho deu colesterol alto de novo, mudei a comida, caminho na praia, e agora?",
    },
}


@pytest.mark.parametrize(("specialty", "title"), [(s, title) for s, told in LONG.items() for title in told])
async def test_a_long_message_that_names_one_condition_has_it_first(
    corpus_pool: asyncpg.Pool, local_embedder: Embedder, specialty: str, title: str
) -> None:
    index = PostgresNoteIndex(corpus_pool)
    found = await Retriever(index, local_embedder, None).search(LONG[specialty][title], specialty)
    assert (found.passages[0].title, found.named) == (title, 1)
    again = await index.nearest(found.vector, specialty, MATCH_COUNT, found.model)
    assert {p.document_id for p in again} == {p.document_id for p in found.passages}


async def test_every_title_of_the_corpus_is_a_name_of_its_condition(
    corpus_pool: asyncpg.Pool, local_embedder: Embedder
) -> None:
    conditions = await PostgresNoteIndex(corpus_pool).conditions(local_embedder.name)
    names = Names.of(conditions)
    missed = [
        title
        for condition in conditions
        for title in (condition.title, *condition.titles)
        if names.only(f"tenho {title}, e agora?", condition.specialty) != condition.title
    ]
    assert missed == []
