"""A bot's own role with the rights that docs/security.md gives it: enough for all that it does, and no more."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import asyncpg
import pytest

from bot.adapters.delivery.cleaning import PostgresCleaning
from bot.bootstrap import Models
from bot.paths import ROOT
from rag.adapters.cache import CachingEmbedder
from rag.adapters.postgres.pool import open_pool
from tests.integration.conversing import Conversation, conversation

REFUSED = [
    "create table mine (id int)",
    "alter table mensagens no force row level security",
    "alter table mensagens disable row level security",
    "drop policy mensagens_own on mensagens",
    "create policy mine on mensagens using (true)",
    "truncate mensagens",
    "set role fonte_app",
    "select ensure_specialty('neurologia')",
    "create or replace function fonte_user_id() returns uuid language sql as 'select null::uuid'",
]


def grants(role: str) -> list[str]:
    """The statements as they stand in the documentation, for another name."""
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines() if line.startswith("    ") and "fonte_bot" in line]
    return [line.replace("fonte_bot", role).replace("…", "secret") for line in lines]


@pytest.fixture
async def limited(corpus_database: str) -> AsyncIterator[str]:
    """The address of a fresh database with notes and foods, for a role that owns nothing."""
    role = f"bot_{uuid.uuid4().hex}"
    connection = await asyncpg.connect(corpus_database)
    for statement in grants(role):
        await connection.execute(statement)
    address = urlsplit(corpus_database)
    yield address._replace(netloc=f"{quote(role)}:secret@{address.netloc.rpartition('@')[2]}").geturl()
    await connection.execute(f"drop owned by {role}; drop role {role}")
    await connection.close()


@pytest.fixture
async def ana(limited: str, local_embedder: CachingEmbedder, tmp_path: Path) -> AsyncIterator[Conversation]:
    async with (
        open_pool(limited) as pool,
        conversation(pool, Models(local_embedder, None, None), fonte_home=tmp_path) as someone,
    ):
        await someone.consent()
        yield someone


def test_the_documentation_gives_a_role_and_its_rights() -> None:
    assert [statement.split()[0] for statement in grants("x")] == ["create", "grant", "grant", "grant"]


async def test_it_is_enough_for_a_conversation_an_export_an_erasure_and_the_janitor(ana: Conversation) -> None:
    assert await ana.pool.fetchval("select current_user") != "fonte_app"
    assert (await ana.say("como tratar a coceira da pele?"))[0].sources
    assert "zona rural" in (await ana.say("lembre que moro na zona rural"))[0].text
    assert (await ana.say("/registrar 2 ovos cozidos"))[0].entries
    assert await ana.say("/alimento Pamonha: 200 kcal, 5 g de proteína, 30 g de carboidrato, 6 g de gordura")
    assert (await ana.say("/exportar"))[0].media
    await PostgresCleaning(ana.pool).clean()
    (question,) = await ana.say("/apagar")
    await ana.press_first(question)
    assert await ana.rows() == []


@pytest.mark.parametrize("statement", REFUSED)
async def test_it_can_neither_change_the_schema_nor_get_round_the_policies(ana: Conversation, statement: str) -> None:
    async with ana.pool.acquire() as connection:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.execute(statement)


async def test_it_reads_nobody_s_rows_in_its_own_name(ana: Conversation) -> None:
    await ana.say("oi")
    for table in ("users", "consents", "mensagens"):
        assert await ana.pool.fetch(f"select 1 from {table}") == []  # noqa: S608 - names of ours
