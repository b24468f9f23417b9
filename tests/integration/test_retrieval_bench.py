"""The retrieval bench on a small scale, with stand-ins for other libraries."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import asyncpg
import numpy as np
import pytest

from bot.evaluation.delivery_bench import Kept
from bot.evaluation.golden import load_golden
from bot.evaluation.retrieval_bench import FONTE, MATCHING, QUERIES, SHIPPED, RetrievalBench, bundled
from bot.evaluation.retrieval_bench_data import SHARES, Query, grown
from bot.evaluation.retrieval_bench_loading import bundled_chunks, bundled_vectors, load_chunks
from bot.evaluation.retrieval_bench_searchers import Matching, PeerError, peer
from rag.adapters.cache import CachingEmbedder
from rag.adapters.postgres.embedded.database import ensure_database
from rag.adapters.postgres.pool import open_pool
from rag.types import EMBEDDING_DIMENSIONS

CHILD = Path(__file__).with_name("retrieval_peer_child.py")
EMPTY = np.zeros(EMBEDDING_DIMENSIONS, dtype=np.float32)


def _command(*flags: str) -> list[str]:
    return [sys.executable, str(CHILD), *flags]


async def test_the_bundled_chunks_have_one_vector_each_beside_those_of_their_phrases(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder
) -> None:
    chunks = await bundled_chunks(corpus_pool, local_embedder.name)
    vectors = await bundled_vectors(corpus_pool, local_embedder.name)
    assert len(chunks) == await corpus_pool.fetchval("select count(*) from documentos_rag where retired_at is null")
    assert np.linalg.norm(chunks.vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert len(vectors) > 10 * len(chunks)


async def test_questions_are_to_specialties_that_have_notes_and_the_same_at_each_run(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder
) -> None:
    once, twice = [await bundled(corpus_pool, local_embedder, load_golden()) for _ in range(2)]
    assert len(once.queries) == QUERIES
    assert {query.specialty for query in once.queries} == set(once.chunks.specialties)
    assert [query.text for query in once.queries] == [query.text for query in twice.queries]


async def test_loaded_chunks_are_found_as_a_published_one_is(
    database: str, corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder
) -> None:
    model = local_embedder.name
    seeds = await bundled_chunks(corpus_pool, model)
    chunks = grown(seeds, await bundled_vectors(corpus_pool, model), 300)
    await load_chunks(database, chunks, model)
    queries = [Query(chunks.specialties[at], chunks.titles[at], chunks.vectors[at]) for at in range(20)]
    async with open_pool(database) as pool:
        found = await Matching(pool, model, queries, MATCHING).run(20)
        await pool.execute(
            "insert into documentos_rag (especialidade, titulo, conteudo, embedding) values ($1, 'new', 'new', $2)",
            chunks.specialties[0],
            chunks.vectors[0],
        )
        again = await Matching(pool, model, queries[:1], MATCHING).run(1)
    assert [ids[0] for ids in found.found] == list(range(1, 21))
    assert again.found[0][:2] == [1, 301]


@pytest.mark.parametrize("flags", [[], ["--awaited"]], ids=["sync", "async"])
async def test_a_peer_searches_for_each_query_and_tells_times_and_ids(flags: list[str], tmp_path: Path) -> None:
    async with peer("peer", _command(*flags), tmp_path / "peer.log") as process:
        await process.load()
        await process.prepare([Query(name, "", EMPTY) for name in "abc"])
        batch = await process.run(2)
    assert batch.found == [[1, 2, 3, 4]] * 2
    assert len(batch.milliseconds) == 2
    assert min(batch.milliseconds) >= 0


async def test_a_peer_that_ends_is_an_error_with_its_last_words(tmp_path: Path) -> None:
    async with peer("peer", _command(), tmp_path / "peer.log") as process:
        await process.prepare([Query("die", "", EMPTY)])
        with pytest.raises(PeerError, match="peer ended: no such specialty"):
            await process.run(1)


class Databases:
    """Databases of a test, each made once."""

    def __init__(self, server: str, template: str, prefix: str) -> None:
        self.server, self.template, self.prefix = server, template, prefix
        self.made: dict[str, str] = {}

    async def make(self, name: str) -> str:
        if name not in self.made:
            connection = await asyncpg.connect(self.server)
            await connection.execute(f"create database {self.prefix}_{name} template {self.template}")
            await connection.close()
            self.made[name] = await ensure_database(self.server, f"{self.prefix}_{name}")
        return self.made[name]

    async def drop(self) -> None:
        connection = await asyncpg.connect(self.server)
        for name in self.made:
            await connection.execute(f"drop database {self.prefix}_{name} with (force)")
        await connection.close()


async def test_everybody_is_measured_at_each_size_and_a_measured_part_is_not_measured_again(
    server: str,
    migrated_template: str,
    corpus_pool: asyncpg.Pool,
    local_embedder: CachingEmbedder,
    tmp_path: Path,
) -> None:
    databases = Databases(server, migrated_template, "retrieval")
    told: list[str] = []
    state = tmp_path / "state.json"
    source = await bundled(corpus_pool, local_embedder, load_golden())

    def bench(flags: Sequence[str] = ()) -> RetrievalBench:
        peers = {"peer": lambda dsn: _command(dsn, *flags)}
        kept = Kept.at(state)
        return RetrievalBench(corpus_pool, local_embedder, databases.make, peers, tmp_path, kept, told.append, rounds=2)

    try:
        with pytest.raises(PeerError):
            await bench(["--die"]).run(source, [400])
        measured = await bench().run(source, [400])
        assert told.count("Fonte: loading") == 2
        assert await bench(["--die"]).run(source, [400]) == measured
    finally:
        await databases.drop()
    small, grown_to = measured
    assert (small.chunks, grown_to.chunks) == (len(source.chunks), 400)
    assert list(small.searched) == [FONTE, MATCHING, SHIPPED, "peer"]
    assert list(grown_to.searched) == [FONTE, MATCHING, "peer"]
    assert set(grown_to.specialties) == set(SHARES)
    for among in measured:
        for name in (FONTE, MATCHING):
            assert set(among.searched[name].rows) == {4}
            assert set(among.searched[name].recall) == {1.0}
        assert min(among.searched["peer"].recall) == 0.0
        assert all(len(one.rounds) == 2 for one in among.searched.values())
    assert set(json.loads(state.read_text())) == {f"{len(source.chunks)} chunks", "400 chunks"}
