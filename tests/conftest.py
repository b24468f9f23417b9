"""What tests share: one PostgreSQL a run, and a fresh database a test, copied from a template in milliseconds."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import asyncpg
import pytest
from hypothesis import settings as hypothesis_settings

from bot.bootstrap import Models, Runtime, ingest_bundled, load_foods, wired
from bot.paths import SQL
from bot.settings import Settings
from rag.adapters.cache import CachingEmbedder
from rag.adapters.local.embedder import LocalEmbedder
from rag.adapters.postgres.embedded import EmbeddedPostgres
from rag.adapters.postgres.embedded.database import ensure_database
from rag.adapters.postgres.migrations import load_schema, migrate
from rag.adapters.postgres.note_index import PostgresNoteIndex
from rag.adapters.postgres.pool import open_pool

_LOOPBACK = ("127.", "::1", "localhost")

hypothesis_settings.register_profile("short", max_examples=40, deadline=None)  # speed is a bench's to judge
hypothesis_settings.register_profile("long", max_examples=400, deadline=None)
hypothesis_settings.load_profile("long" if os.environ.get("FONTE_LONG_TESTS") else "short")


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections leave this machine in no test."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        if self.family in {socket.AF_INET, socket.AF_INET6} and not str(address[0]).startswith(_LOOPBACK):  # type: ignore[index]
            raise AssertionError(f"a test reached for {address}")
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real PostgreSQL for the whole run, as its superuser."""
    with EmbeddedPostgres(tmp_path_factory.mktemp("pg") / "postgres").start() as running:
        yield running.dsn


@pytest.fixture(scope="session")
async def local_embedder() -> AsyncIterator[CachingEmbedder]:
    """The bundled model, loaded once."""
    local = await LocalEmbedder.load()
    yield CachingEmbedder(local, 4_096)
    local.close()


@pytest.fixture(scope="session")
async def migrated_template(server: str) -> str:
    """The name of a migrated database without notes."""
    dsn = await ensure_database(server, "template_migrated")
    connection = await asyncpg.connect(dsn)
    await migrate(connection, load_schema(SQL))
    await connection.close()
    return "template_migrated"


@pytest.fixture(scope="session")
async def corpus_template(server: str, migrated_template: str, local_embedder: CachingEmbedder) -> str:
    """The name of a database with the bundled notes and foods."""
    await _copy(server, migrated_template, "template_corpus")
    async with open_pool(_address(server, "template_corpus")) as pool:
        await ingest_bundled(pool, Models(local_embedder, None, None), lambda *_: None)
        await load_foods(pool, Models(local_embedder, None, None), lambda *_: None)
    return "template_corpus"


@pytest.fixture
async def database(server: str, migrated_template: str) -> AsyncIterator[str]:
    """The address of a fresh, migrated, empty database."""
    async with _fresh(server, migrated_template) as dsn:
        yield dsn


@pytest.fixture
async def pool(database: str) -> AsyncIterator[asyncpg.Pool]:
    """Connections to a fresh, migrated, empty database, as the application's role."""
    async with open_pool(database) as opened:
        yield opened


@pytest.fixture
async def corpus_database(server: str, corpus_template: str) -> AsyncIterator[str]:
    """The address of a fresh database with the bundled notes and foods."""
    async with _fresh(server, corpus_template) as dsn:
        yield dsn


@pytest.fixture(scope="session")
async def corpus_pool(server: str, corpus_template: str) -> AsyncIterator[asyncpg.Pool]:
    """Connections to the run's one database with the bundled notes: for tests that leave the corpus as it is."""
    async with _fresh(server, corpus_template) as dsn, open_pool(dsn) as opened:
        yield opened


@pytest.fixture(scope="session")
async def corpus_runtime(corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder) -> Runtime:
    """The application with the bundled notes and model, as it is without any setting."""
    settings = Settings(_env_file=None)
    index = PostgresNoteIndex(corpus_pool)
    return await wired(corpus_pool, index, Models(local_embedder, None, None), settings, new_id=uuid4)


@pytest.fixture
async def own_corpus_pool(corpus_database: str) -> AsyncIterator[asyncpg.Pool]:
    """Connections to a fresh database with the bundled notes: for tests that change them."""
    async with open_pool(corpus_database) as opened:
        yield opened


@pytest.fixture
def shared_data() -> Path:
    """The folder of the real notes; where it is absent the test is left out."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the real notes are not on this machine")
    return folder


class _fresh:  # noqa: N801 - used as a function
    """A copy of a template for as long as a block."""

    def __init__(self, server: str, template: str) -> None:
        self.server, self.template, self.name = server, template, f"test_{uuid4().hex}"

    async def __aenter__(self) -> str:
        await _copy(self.server, self.template, self.name)
        return _address(self.server, self.name)

    async def __aexit__(self, *_: object) -> None:
        connection = await asyncpg.connect(self.server)
        await connection.execute(f"drop database {self.name} with (force)")
        await connection.close()


async def _copy(server: str, template: str, name: str) -> None:
    connection = await asyncpg.connect(server)
    await connection.execute(f"create database {name} template {template} strategy file_copy")
    await connection.close()


def _address(server: str, name: str) -> str:
    return urlsplit(server)._replace(path=f"/{name}").geturl()
