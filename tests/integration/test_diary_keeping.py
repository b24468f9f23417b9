"""How long the diary keeps what waits: questions, and files that are made to be sent."""

from __future__ import annotations

import asyncio
import os
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path

import asyncpg
import pytest

from bot.adapters.delivery.cleaning import PostgresCleaning
from bot.adapters.diary.reading import TOLD, PostgresDiaryReader
from bot.bootstrap import Models, Runtime
from bot.delivery.errors import Uncertain
from bot.delivery.janitor import Janitor
from bot.delivery.ports import Part, Post
from bot.diary.drafts import WAITS
from bot.messages import Reply
from bot.ports import Person
from rag.adapters.cache import CachingEmbedder
from rag.adapters.postgres.pool import as_person
from rag.types import Language
from tests.integration.conversing import Conversation, conversation
from tests.integration.delivering import Desk

DRAFTS = "select count(*) from diary_drafts"
LONG_AGO = datetime(2020, 2, 1, 12, 0, tzinfo=UTC)
FAR_AHEAD = datetime(2120, 2, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
async def ana(corpus_runtime: Runtime) -> Conversation:
    talking = Conversation(corpus_runtime, corpus_runtime.pool, uuid.uuid4().hex)
    await talking.consent()
    return talking


async def drafts(someone: Conversation) -> int:
    async with someone.pool.acquire() as connection, connection.transaction():
        await connection.execute("select set_config('fonte.user_id', $1, true)", str(someone.person.id))
        count: int = await connection.fetchval(DRAFTS)
    return count


@pytest.mark.parametrize("at", [LONG_AGO, FAR_AHEAD])
async def test_a_question_waits_by_the_times_of_the_messages(ana: Conversation, at: datetime) -> None:
    ana.at = at
    await ana.say("/registrar arroz branco cozido")
    assert await drafts(ana) == 1
    ana.at = at + WAITS - timedelta(minutes=5)
    await ana.say("100 g")
    assert [row["grams"] for row in await ana.diary()] == [100]
    asked_at = ana.at
    await ana.say("/registrar arroz branco cozido")
    ana.at = asked_at + WAITS + timedelta(minutes=5)
    await ana.say("200 g")
    assert [row["grams"] for row in await ana.diary()] == [100]


async def test_the_janitor_takes_questions_that_have_been_over_for_a_day(ana: Conversation) -> None:
    now = datetime.now(UTC)
    for ago, left in ((WAITS + timedelta(hours=23), 1), (WAITS + timedelta(hours=25), 0)):
        ana.at = now - ago
        await ana.say("/registrar arroz branco cozido")
        await PostgresCleaning(ana.pool).clean()
        assert await drafts(ana) == left


async def test_who_withdraws_is_asked_nothing_any_more_and_gets_their_diary_all_the_same(ana: Conversation) -> None:
    await ana.say("/registrar 2 ovos cozidos")
    await ana.say("/registrar arroz")
    (privacy,) = await ana.say("/privacidade")
    await ana.press_first(privacy)
    assert await drafts(ana) == 0
    (today,) = await ana.say("/hoje")
    assert "consentimento" in today.text
    (asked,) = await ana.say("/exportar")
    (reply,) = await ana.press_labelled(asked, "JSON")
    assert "Ovo" in text_of(reply)


def text_of(reply: Reply) -> str:
    return Path(str(reply.media)).read_text(encoding="utf-8")


async def post(desk: Desk, path: Path) -> None:
    """Puts a reply with a picture into the outbox."""
    await asyncio.to_thread(path.write_bytes, b"x")
    async with desk.conversations.transaction(Person("test", "a")) as transaction:
        part = Part({"text": "a picture"}, {"text": "a picture"}, str(path))
        await desk.outbox.enqueue(transaction, [Post("a", [(None, part)], Language.PT)])


async def test_a_file_goes_once_it_has_been_sent(pool: asyncpg.Pool, tmp_path: Path) -> None:
    desk, path = Desk(pool), tmp_path / "day.png"
    await post(desk, path)
    async with desk.running(desk.sending()):
        await desk.channel.until(lambda: desk.channel.sent)
    assert await desk.rows() == [("a", "a picture", "sent")]
    assert not path.exists()


async def test_a_file_of_which_nobody_knows_whether_it_was_sent_is_kept_to_be_sent_again(
    pool: asyncpg.Pool, tmp_path: Path
) -> None:
    desk, path, held = Desk(pool), tmp_path / "day.png", asyncio.Event()
    desk.channel.plan("a", Uncertain("timeout"), held)
    await post(desk, path)
    async with desk.running(desk.sending()):
        await desk.channel.until(lambda: desk.channel.tries == 2)
        assert path.exists()
        held.set()
        await desk.channel.until(lambda: desk.channel.sent)


async def test_the_janitor_sweeps_files_that_were_never_sent(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> None:
    async with conversation(corpus_pool, Models(local_embedder, None, None), fonte_home=tmp_path) as someone:
        await someone.consent()
        await someone.say("/registrar 2 ovos cozidos")
        paths = [Path(str((await someone.say("/hoje"))[0].media)) for _ in range(2)]
        old = (datetime.now(UTC) - timedelta(days=2, minutes=5)).timestamp()
        os.utime(paths[0], (old, old))
        desk = Desk(corpus_pool)
        await Janitor(PostgresCleaning(corpus_pool), desk.log, someone.runtime.sweep).clean()
    assert [path.exists() for path in paths] == [False, True]


async def test_a_reply_is_found_by_the_channel_s_id_without_reading_the_outbox(pool: asyncpg.Pool) -> None:
    person = Person("test", "a")
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute("set local role none")
        for statement in FILLED:
            await connection.execute(statement.replace("$1", f"'{person.id}'"))
    reader = PostgresDiaryReader(pool)
    for reply in ("70", str(uuid.UUID(int=70))):
        assert (await reader.standing_of(person, reply=reply)).message == "70"
    assert (await reader.standing_of(Person("test", "b"), reply="70")).message is None
    async with as_person(pool, person.id, readonly=True) as connection:
        await connection.fetch(TOLD, person.id, None, "70", None)
        read = await connection.fetchval("select seq_tup_read from pg_stat_xact_user_tables where relname = 'outbox'")
    assert read == 0


FILLED = (
    "insert into users (id, channel, external_id) values ($1, 'test', 'a')",
    """
    insert into mensagens (id, user_id, direction, kind, language, created_at)
    select lpad(to_hex(n), 32, '0')::uuid, $1, 'out', 'text', 'pt-BR', now() from generate_series(1, 3000) n
    """,
    """
    insert into diary_acts (id, user_id, kind, message, reply_id, at)
    select gen_random_uuid(), $1, 'log', n::text, lpad(to_hex(n), 32, '0')::uuid, now() from generate_series(1, 90) n
    """,
    """
    insert into outbox (bot, chat, language, state, reply_id, message_id)
    select 1, 'a', 'pt-BR', 'sent', lpad(to_hex(n), 32, '0')::uuid, n::text from generate_series(1, 3000) n
    """,
    "analyze outbox, diary_acts",
)
