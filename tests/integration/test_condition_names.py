"""Who knows a condition's name finds it by that."""

from __future__ import annotations

from pathlib import Path

import asyncpg
import pytest

from bot.paths import CORPUS
from rag.adapters.postgres.note_index import PostgresNoteIndex
from rag.notes.chunking import split_note
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
