"""What else holds when the corpus changes: marks of models, the version, the FAQ's texts, odd vectors."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import replace
from datetime import UTC, datetime

import asyncpg
import numpy as np
import pytest

from bot.adapters.conversations import PostgresConversations
from bot.paths import CORPUS
from bot.ports import Person
from rag.adapters.postgres.corpus import PostgresCorpus
from rag.adapters.postgres.note_index import PostgresNoteIndex
from rag.notes.faq import FaqEntry, FaqKind, load_faq
from rag.notes.ingest import Ingestion
from rag.notes.preparing import Batch
from rag.notes.retrieval import Retriever
from rag.ports import Embedder
from rag.types import EMBEDDING_DIMENSIONS, Language
from tests.integration.ingesting import batch_of, chunk, counting, phrases, run


def _specialties() -> list[str]:
    return [path.stem for path in (CORPUS / "profiles").glob("*.toml")]


class KilledError(Exception):
    """The process died."""


class _Killed(PostgresCorpus):
    """A corpus whose ingestion dies once its notes are published."""

    async def activate(self, model: str, local_model: str, *, complete: bool) -> None:
        raise KilledError


async def _die(pool: asyncpg.Pool, batch: Batch, active: Embedder | None = None) -> None:
    with pytest.raises(KilledError):
        await Ingestion(_Killed(pool), counting("local"), active).run(batch)


async def _states(pool: asyncpg.Pool) -> dict[str, str]:
    return dict(await pool.fetch("select name, state from embedding_models order by name"))


async def _version(pool: asyncpg.Pool) -> int:
    version: int = await pool.fetchval("select version from corpus_version")
    return version


@pytest.mark.parametrize("without", [None, counting("provider", quota=0)], ids=["no provider", "an outage"])
async def test_from_the_moment_notes_are_published_no_bot_searches_a_model_that_lacks_them(
    pool: asyncpg.Pool, without: Embedder | None
) -> None:
    await run(pool, batch_of(chunk("a", "texto a")), counting("local"), counting("provider"))
    assert (await PostgresNoteIndex(pool).coverage("provider")).complete
    await _die(pool, batch_of(chunk("a", "texto novo")), without)
    at = datetime(2026, 1, 1, tzinfo=UTC)
    session = await PostgresConversations(pool).session(Person("test", "a"), "terms", at, at)
    assert session.incomplete == {"provider"}
    retriever = Retriever(PostgresNoteIndex(pool), counting("local"), counting("provider"))
    found = await retriever.search("texto novo", "cardiologia", incomplete=session.incomplete)
    assert ([p.content for p in found.passages], found.degraded) == (["texto novo"], "embedding:incomplete")
    await run(pool, batch_of(chunk("a", "texto novo")), counting("local"), counting("provider"))
    assert await _states(pool) == {"provider": "ready"}


async def test_a_model_that_has_every_new_text_stays_ready_while_they_are_published(pool: asyncpg.Pool) -> None:
    provider = counting("provider")
    await run(pool, batch_of(chunk("a", "texto a", "frase a")), counting("local"), provider)
    await _die(pool, batch_of(chunk("a", "texto novo", "frase a", "frase nova")), provider)
    assert await _states(pool) == {"provider": "ready"}


async def test_the_model_in_use_before_is_marked_too(pool: asyncpg.Pool) -> None:
    await run(pool, batch_of(chunk("a", "texto a")), counting("local"), counting("before"))
    await run(pool, batch_of(chunk("a", "texto a")), counting("local"), counting("after"))
    await run(pool, batch_of(chunk("a", "texto novo")), counting("local"), counting("after"))
    assert await _states(pool) == {"after": "ready", "before": "incomplete"}


async def test_a_model_is_not_called_complete_while_a_text_lacks_its_vector(pool: asyncpg.Pool) -> None:
    await run(pool, batch_of(chunk("a", "texto a")), counting("local"))
    await PostgresCorpus(pool).activate("provider", "local", complete=True)  # another ingestion published meanwhile
    assert (await _states(pool))["provider"] == "incomplete"


async def test_ingestions_of_several_processes_wait_for_each_other(pool: asyncpg.Pool) -> None:
    names = ("cardiologia", "dermatologia", "endocrinologia", "neurologia")
    runs = [
        run(
            pool, replace(batch_of(chunk("a", f"texto {n}"), specialty=name), general=phrases(f"oi {n}")), local, active
        )
        for n in range(3)
        for name in names
        for local, active in [(counting("local"), counting("provider") if n else None)]
    ]
    await asyncio.gather(*runs)
    current = "select count(*), count(distinct especialidade) from documentos_rag where retired_at is null"
    assert tuple(await pool.fetchrow(current)) == (4, 4)
    assert await pool.fetchval("select count(*) from general_phrases") == 1


async def test_the_corpus_version_moves_with_each_change_and_with_nothing_else(pool: asyncpg.Pool) -> None:
    batch = replace(batch_of(chunk("a", "texto a", "frase a")), general=phrases("bom dia", "obrigado"))
    seen = [await _version(pool)]
    for changed in (batch, replace(batch, general=phrases("bom dia")), batch_of(chunk("a", "texto a", "outra"))):
        await run(pool, changed, counting("local"))
        seen.append(await _version(pool))
    await pool.execute("update documentos_rag set retired_at = now() where retired_at is null")
    seen.append(await _version(pool))
    assert seen == sorted(set(seen))
    await run(pool, batch, counting("local"))
    before = await _version(pool)
    await run(pool, batch, counting("local"))
    await run(pool, batch, counting("local"), counting("provider"))
    assert await _version(pool) == before


async def test_an_answer_of_the_faq_can_be_read_again_after_it_has_changed(pool: asyncpg.Pool) -> None:
    corpus = PostgresCorpus(pool)
    old = FaqEntry("privacidade", FaqKind.PRIVACY, Language.PT, ("o que guardam?",), "Guardo pouco.", None)
    for answer in ("Guardo pouco.", "Guardo pouco.", "Guardo menos."):
        await corpus.keep_faq([replace(old, answer=answer)])
    rows = await pool.fetch("select hash, id, language, text from faq_texts order by created_at")
    assert [tuple(row) for row in rows] == [
        (old.hash, "privacidade", "pt-BR", "Guardo pouco."),
        (replace(old, answer="Guardo menos.").hash, "privacidade", "pt-BR", "Guardo menos."),
    ]
    assert old.hash == hashlib.sha256(b"Guardo pouco.").hexdigest()


async def test_every_published_answer_of_the_faq_is_kept(pool: asyncpg.Pool) -> None:
    entries = load_faq(CORPUS / "faq", features=["diary", "consultation", *_specialties()])
    await asyncio.gather(*(PostgresCorpus(pool).keep_faq(entries) for _ in range(3)))
    kept = {row["hash"]: row["text"] for row in await pool.fetch("select hash, text from faq_texts")}
    assert kept == {entry.hash: entry.answer for entry in entries}


@pytest.mark.parametrize("query", [None, [0.0] * EMBEDDING_DIMENSIONS], ids=["null", "zeros"])
async def test_nothing_is_near_a_query_without_direction(pool: asyncpg.Pool, query: list[float] | None) -> None:
    await run(pool, batch_of(chunk("a", "texto a"), chunk("b", "texto b")), counting("local"))
    assert await pool.fetch("select * from match_documentos($1, 'cardiologia')", query) == []


async def test_a_stored_vector_without_direction_is_near_nothing_and_hides_no_other(pool: asyncpg.Pool) -> None:
    local = counting("local")
    await run(pool, batch_of(*(chunk(slug, f"texto {slug}") for slug in "abc")), local)
    zeros = [0.0] * EMBEDDING_DIMENSIONS
    await pool.execute("update documentos_rag set embedding = $1 where slug = 'a'", zeros)
    document = await pool.fetchval("select id from documentos_rag where slug = 'b'")
    await pool.execute("update document_vectors set embedding = $1 where document_id = $2", zeros, document)
    found = await PostgresNoteIndex(pool).nearest(await local.embed_query("texto b"), "cardiologia", 4, "local")
    assert {passage.title for passage in found} == {"A", "C"}
    assert all(np.isfinite(passage.similarity) for passage in found)
