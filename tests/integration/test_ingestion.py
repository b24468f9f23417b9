"""Publishing notes: versions, one transaction a note, and nothing embedded twice."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import asyncpg
import pytest

from bot.bootstrap import Models, ingest_bundled
from rag.adapters.postgres.note_index import PostgresNoteIndex
from rag.notes.corpus import PreparedChunk, PreparedNote
from rag.notes.preparing import Batch
from rag.ports import Embedder, Outage
from rag.types import Language, Section, Sentence
from tests.integration.ingesting import FACTS, batch_of, chunk, counting, run


async def test_an_unchanged_note_costs_no_embedding_and_makes_no_version(pool: asyncpg.Pool) -> None:
    local = counting("local")
    batch = batch_of(chunk("a", "texto a", "frase a"), chunk("b", "texto b"))
    await run(pool, batch, local)
    local.asked.clear()
    report = await run(pool, batch, local)
    assert local.asked == []
    assert report.published["cardiologia"].unchanged == 2
    assert await pool.fetchval("select count(*) from documentos_rag") == 2


@pytest.mark.parametrize(
    "changed",
    [
        chunk("a", "texto novo", "frase a"),
        chunk("a", "texto a", "frase a", "frase nova"),
        replace(chunk("a", "texto a", "frase a"), fields=({"key": "weight"},)),
        replace(
            chunk("a", "texto a", "frase a"), sentences=(Sentence(Section.ABOUT, "texto a", {Language.ES: "otro"}),)
        ),
    ],
    ids=["text", "phrase", "fields", "translation"],
)
async def test_a_change_of_any_part_adds_a_version_and_retires_the_old_one(
    pool: asyncpg.Pool, changed: PreparedChunk
) -> None:
    local = counting("local")
    await run(pool, batch_of(chunk("a", "texto a", "frase a")), local)
    await run(pool, batch_of(changed), local)
    rows = await pool.fetch("select versao, retired_at is null as current from documentos_rag order by versao")
    assert [tuple(row) for row in rows] == [(1, False), (2, True)]


async def test_a_changed_note_embeds_only_what_is_new(pool: asyncpg.Pool) -> None:
    local = counting("local")
    await run(pool, batch_of(chunk("a", "texto a", "frase a"), chunk("b", "texto b")), local)
    local.asked.clear()
    await run(pool, batch_of(chunk("a", "texto a", "frase a", "frase nova"), chunk("b", "texto b")), local)
    assert local.asked == ["frase nova"]


async def test_a_condition_that_left_the_note_is_retired(pool: asyncpg.Pool) -> None:
    local = counting("local")
    await run(pool, batch_of(chunk("a", "texto a"), chunk("b", "texto b")), local)
    report = await run(pool, batch_of(chunk("a", "texto a")), local)
    assert report.published["cardiologia"].retired == 1
    found = await PostgresNoteIndex(pool).nearest(await local.embed_query("texto b"), "cardiologia", 4, "local")
    assert [passage.title for passage in found] == ["A"]


async def test_a_condition_that_comes_back_goes_on_counting_versions(pool: asyncpg.Pool) -> None:
    local = counting("local")
    await run(pool, batch_of(chunk("a", "texto a"), chunk("b", "texto b")), local)
    await run(pool, batch_of(chunk("a", "texto a")), local)
    await run(pool, batch_of(chunk("a", "texto a"), chunk("b", "texto b")), local)
    assert await pool.fetchval("select max(versao) from documentos_rag where slug = 'b'") == 2


async def test_a_reader_never_sees_half_a_note(pool: asyncpg.Pool) -> None:
    local = counting("local")
    old = batch_of(*(chunk(f"c{n}", f"velho {n}") for n in range(4)))
    new = batch_of(*(chunk(f"c{n}", f"novo {n}") for n in range(4)))
    await run(pool, old, local)
    query = await local.embed_query("novo 1")
    seen: set[tuple[str, ...]] = set()
    writing = True

    async def read() -> None:
        while writing:
            found = await PostgresNoteIndex(pool).nearest(query, "cardiologia", 4, "local")
            seen.add(tuple(sorted({passage.content.split()[0] for passage in found})))
            assert len(found) == 4

    reader = asyncio.create_task(read())
    for batch in (new, old, new, old, new):
        await run(pool, batch, local)
    writing = False
    await reader
    assert seen <= {("velho",), ("novo",)}


async def test_a_quota_error_keeps_what_was_embedded_and_the_next_run_goes_on(pool: asyncpg.Pool) -> None:
    batch = batch_of(*(chunk(f"c{n}", f"texto {n}", f"frase {n}") for n in range(130)))
    short = counting("provider", quota=200)
    report = await run(pool, batch, counting("local"), short)
    assert report.outage is not None
    assert report.outage.reason is Outage.QUOTA
    assert len(short.asked) == 200
    rest = counting("provider")
    report = await run(pool, batch, counting("local"), rest)
    assert report.outage is None
    assert len(rest.asked) == 60
    assert (await PostgresNoteIndex(pool).coverage("provider")).complete


async def test_while_the_provider_is_away_the_notes_are_published_with_local_vectors(pool: asyncpg.Pool) -> None:
    await run(pool, batch_of(chunk("a", "texto a")), counting("local"), counting("provider", quota=0))
    index = PostgresNoteIndex(pool)
    coverage = await index.coverage("provider")
    assert not coverage.complete
    assert coverage.state == "incomplete"
    assert len(await index.nearest(await counting("local").embed_query("texto a"), "cardiologia", 4, "local")) == 1


async def test_switching_to_a_provider_fills_its_vectors_for_notes_already_there(pool: asyncpg.Pool) -> None:
    await run(pool, batch_of(chunk("a", "texto a", "frase a")), counting("local"))
    provider = counting("provider")
    await run(pool, Batch((), None), counting("local"), provider)
    assert sorted(provider.asked) == ["frase a", "texto a"]
    own, active = await pool.fetchrow(
        "select d.embedding, m.name from documentos_rag d, embedding_models m where m.active"
    )
    expected = await provider.embed_query("texto a")
    assert active == "provider"
    assert float(own.to_numpy() @ expected) == pytest.approx(1.0, abs=1e-5)


async def test_a_long_chunk_embedded_in_parts_is_found_as_one(pool: asyncpg.Pool) -> None:
    local = counting("local")
    parts = ("a primeira parte fala de febre", "a segunda parte fala de joelho")
    await run(pool, batch_of(chunk("longa", " ".join(parts), parts=parts), chunk("outra", "sobre cabelo")), local)
    found = await PostgresNoteIndex(pool).nearest(await local.embed_query(parts[1]), "cardiologia", 4, "local")
    assert [passage.title for passage in found] == ["Longa", "Outra"]
    assert found[0].content == " ".join(parts)
    assert found[0].similarity == pytest.approx(1.0, abs=1e-5)


async def test_the_bundled_notes_are_ingested_once(corpus_pool: asyncpg.Pool, local_embedder: Embedder) -> None:
    counts = await corpus_pool.fetch(
        "select especialidade, count(*) from documentos_rag where retired_at is null group by 1 order by 1"
    )
    assert [tuple(row) for row in counts] == [("cardiologia", 8), ("dermatologia", 10), ("endocrinologia", 11)]
    assert await ingest_bundled(corpus_pool, Models(local_embedder, None, None), lambda *_: None) is None


async def test_a_service_s_own_notes_are_never_overwritten_by_the_bundled_ones(
    pool: asyncpg.Pool, local_embedder: Embedder
) -> None:
    own = PreparedNote("cardiologia", replace(FACTS, demonstration=False), (chunk("a", "texto a"),))
    await run(pool, Batch((own,), None), local_embedder)
    assert await ingest_bundled(pool, Models(local_embedder, None, None), lambda *_: None) is None
