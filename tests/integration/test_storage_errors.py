"""Storage that fails is no answer: it is tried again, and at the keyboard an emergency is answered anyhow."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from dataclasses import replace
from io import StringIO

import asyncpg
import pytest

from bot.acts import Act, Context
from bot.adapters.conversations import PostgresConversations
from bot.app import Handled
from bot.bootstrap import Models
from bot.channels.console import Console
from bot.commands.help import Help
from bot.delivery.pacing import Backoff
from bot.locales import load_catalogue
from bot.markup import plain
from bot.messages import Incoming, Kind
from bot.ports import Person
from bot.redflags import screen
from bot.redflags.texts import text_for
from rag.adapters.cache import CachingEmbedder
from rag.adapters.postgres.pool import again_if_lost, is_lost
from rag.ports import StorageError
from rag.types import Language
from tests.fakes.channel import update
from tests.integration.conversing import START, Conversation, conversation
from tests.integration.delivering import QUICK, Desk

LEGS = "minhas pernas incham no fim do dia e canso pra subir escada"
EMERGENCY = "meu pai está com dor no peito agora"
BREAKINGS = {
    "retrieval": "alter function match_documentos rename to gone",
    "session": "alter function session_of_v3 rename to gone",
    "sentences": "alter table document_sentences rename to gone",
}


@pytest.fixture
async def ana(own_corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder) -> AsyncIterator[Conversation]:
    """Somebody who has consented, on a database that a test may break."""
    async with conversation(own_corpus_pool, Models(local_embedder, None, None)) as talk:
        await talk.consent()
        yield talk


async def _owner(pool: asyncpg.Pool, statement: str) -> None:
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute("set local role none")
        await connection.execute(statement)


@pytest.mark.parametrize("what", BREAKINGS)
async def test_a_database_that_fails_while_a_message_is_thought_about_is_no_answer(
    ana: Conversation, what: str
) -> None:
    await _owner(ana.pool, BREAKINGS[what])
    with pytest.raises(StorageError):
        await ana.think(LEGS)


async def test_nor_is_one_that_fails_under_a_button(ana: Conversation) -> None:
    await _owner(ana.pool, "alter table button_tokens rename to gone")
    with pytest.raises(StorageError):
        await ana.press("token")


async def test_nor_is_one_that_fails_under_a_command(ana: Conversation) -> None:
    await _owner(ana.pool, "alter table documentos_rag rename to gone")
    with pytest.raises(StorageError):
        await ana.think("/fontes")


async def test_what_failed_for_want_of_the_database_is_answered_at_another_try(ana: Conversation) -> None:
    desk = Desk(ana.pool)
    await _owner(ana.pool, BREAKINGS["retrieval"])
    errors: list[str | None] = []

    async def handle(incoming: Incoming) -> Handled:
        errors.append(await ana.pool.fetchval("select error from inbox"))
        if len(errors) == 2:
            await _owner(ana.pool, "alter function gone rename to match_documentos")
        return await ana.runtime.app.handle(incoming)

    worker = replace(desk.worker(limits=replace(QUICK, backoff=Backoff(0.0, 0.0))), handle=handle)
    await desk.intake().accept([update(1, ana.user, LEGS)])
    async with desk.running(worker, desk.sending()):
        await desk.channel.until(lambda: desk.channel.sent)
    assert errors == [None, "UndefinedFunctionError"]
    assert "Insuficiência" in " ".join(desk.channel.to(ana.user))
    assert await desk.updates() == {1: "done"}


async def test_storage_that_fails_for_long_uses_up_no_message(ana: Conversation) -> None:
    desk = Desk(ana.pool)
    await _owner(ana.pool, BREAKINGS["retrieval"])
    tries: list[int] = []

    async def handle(incoming: Incoming) -> Handled:
        tries.append(await ana.pool.fetchval("select attempts from inbox"))
        if len(tries) == 3 * QUICK.attempts:
            await _owner(ana.pool, "alter function gone rename to match_documentos")
        return await ana.runtime.app.handle(incoming)

    worker = replace(desk.worker(limits=replace(QUICK, backoff=Backoff(0.0, 0.0))), handle=handle)
    await desk.intake().accept([update(1, ana.user, LEGS)])
    async with desk.running(worker, desk.sending()):
        await desk.channel.until(lambda: desk.channel.sent)
    assert set(tries) == {1}
    assert "Insuficiência" in " ".join(desk.channel.to(ana.user))


async def test_an_emergency_that_is_given_up_gets_its_fixed_text(ana: Conversation) -> None:
    handled = await ana.runtime.app.apologise(ana.incoming(EMERGENCY))
    async with ana.runtime.conversations.transaction(handled.person) as transaction:
        (reply,) = await handled.write(transaction)
    alarm = screen(EMERGENCY)
    assert alarm is not None
    assert reply.text == text_for(alarm, Language.PT)


class Faulty(Help):
    """A command with a fault of ours."""

    async def run(self, context: Context, argument: str) -> Act:
        raise ValueError


async def test_a_fault_of_ours_is_answered_with_the_fixed_word(ana: Conversation) -> None:
    app = ana.runtime.app
    talk = replace(ana, runtime=replace(ana.runtime, app=replace(app, commands={"help": Faulty(lambda: (), faq=True)})))
    (reply,) = await talk.say("/help")
    assert (reply.text, reply.degraded) == (load_catalogue()[Language.PT]("error.generic"), ("failed",))


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        ("select $1::int", ["a word"]),
        ("select 1 / $1::int", [0]),
        ("insert into model_usage (day) values (now()), (now())", []),
        ("insert into users (id, channel, external_id) values ($1, 'test', 'x')", [uuid.uuid4()]),
    ],
)
async def test_values_that_the_database_refuses_are_the_adapters_own_affair(
    pool: asyncpg.Pool, statement: str, values: list[object]
) -> None:
    with pytest.raises(
        (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError, asyncpg.InsufficientPrivilegeError)
    ):
        await pool.execute(statement, *values)


@pytest.mark.parametrize("method", ["execute", "fetch", "fetchrow", "fetchval", "executemany"])
async def test_every_way_to_ask_tells_what_fails_in_one_way(pool: asyncpg.Pool, method: str) -> None:
    arguments = ("select from gone", [()]) if method == "executemany" else ("select from gone",)
    with pytest.raises(StorageError, match="UndefinedTableError") as failed:
        await getattr(pool, method)(*arguments)
    assert isinstance(failed.value.__cause__, asyncpg.UndefinedTableError)
    assert not is_lost(failed.value)


async def test_work_whose_connection_broke_is_done_again(server: str, pool: asyncpg.Pool) -> None:
    lost: list[int] = []

    async def work() -> int:
        async with pool.acquire() as connection:
            if not lost:
                lost.append(await connection.fetchval("select pg_backend_pid()"))
                await _end(server, lost[0])
            return int(await connection.fetchval("select 7"))

    assert await again_if_lost(work) == 7


async def test_a_connection_that_breaks_in_a_transaction_is_storage_that_fails(server: str, pool: asyncpg.Pool) -> None:
    async def broken() -> None:
        async with PostgresConversations(pool).transaction(Person("test", "a")) as transaction:
            await _end(server, await transaction.connection.fetchval("select pg_backend_pid()"))
            await transaction.keep_person(None)

    with pytest.raises(StorageError):
        await broken()


async def _end(server: str, process: int) -> None:
    admin = await asyncpg.connect(server)
    await admin.fetchval("select pg_terminate_backend($1, 5000)", process)
    await admin.close()


async def _asked(talk: Conversation, line: str) -> str:
    app, out = talk.runtime.app, StringIO()
    console = Console(app, talk.runtime.conversations, talk.user, Language.PT, lambda: START)

    async def lines() -> AsyncIterator[str]:
        yield line

    await console.run_text(lines(), out, "")
    return out.getvalue().strip()


async def test_at_the_keyboard_an_emergency_is_answered_though_nothing_can_be_stored(ana: Conversation) -> None:
    alarm = screen(EMERGENCY)
    assert alarm is not None
    await _owner(ana.pool, BREAKINGS["session"])
    assert await _asked(ana, EMERGENCY) == plain(text_for(alarm, Language.PT))
    assert await _asked(ana, LEGS) == plain(load_catalogue()[Language.PT]("error.generic"))
    assert await ana.rows() == []


async def test_an_emergency_whose_answer_cannot_be_stored_is_shown_at_the_keyboard_all_the_same(
    ana: Conversation,
) -> None:
    alarm = screen(EMERGENCY)
    assert alarm is not None
    await _owner(ana.pool, "alter table mensagens alter column text type varchar(1)")
    assert await _asked(ana, EMERGENCY) == plain(text_for(alarm, Language.PT))


async def test_a_button_never_counts_as_an_emergency(ana: Conversation) -> None:
    incoming = ana.incoming(EMERGENCY, kind=Kind.BUTTON, data="x")
    assert ana.runtime.app.unstored(incoming).text == load_catalogue()[Language.PT]("error.generic")
    assert Person(incoming.channel, incoming.user) == ana.person
