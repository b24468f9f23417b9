"""/review: counts and a link for operators, and for anybody else no such command."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import asyncpg
import pytest

from bot.bootstrap import Models
from bot.channels.telegram.announcing import menus
from bot.messages import Incoming
from bot.ports import Person
from rag.adapters.cache import CachingEmbedder
from rag.types import Language
from tests.integration.belonging import case_of
from tests.integration.conversing import Conversation, conversation
from tests.integration.delivering import Desk
from tests.integration.reviewing import an_operator

OPERATOR, STRANGER, PATIENT = "918273645012", "918273645013", "918273645014"
URL: Final = "https://review.example/painel"
EMERGENCY: Final = "meu pai está com dor no peito agora e não consegue respirar"


class Chatting(Conversation):
    """In Telegram."""

    @property
    def person(self) -> Person:
        return Person("telegram", self.user)

    def incoming(self, text: str, **fields: Any) -> Incoming:
        return replace(super().incoming(text, **fields), channel="telegram")

    def beside(self, user: str) -> Chatting:
        """Somebody else, at the same time."""
        return Chatting(self.runtime, self.pool, user, self.language, at=self.at)


@asynccontextmanager
async def chatting(
    pool: asyncpg.Pool, embedder: CachingEmbedder, operators: str = f"1, {OPERATOR}"
) -> AsyncIterator[Chatting]:
    chosen = {"fonte_operators": operators, "fonte_review_url": URL}
    async with conversation(pool, Models(embedder, None, None), **chosen) as talking:
        yield Chatting(talking.runtime, pool, OPERATOR)


@pytest.fixture
async def operator(own_corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder) -> AsyncIterator[Chatting]:
    async with chatting(own_corpus_pool, local_embedder) as someone:
        yield someone


async def said(someone: Conversation, text: str = "/review", **fields: Any) -> list[str]:
    (reply,) = await someone.say(text, **fields)
    assert reply.button_rows == ()
    return reply.text.splitlines()


async def test_an_operator_is_told_todays_counts_and_where_the_console_is(operator: Chatting) -> None:
    patient = operator.beside(PATIENT)
    await case_of(patient)
    await case_of(patient, at=patient.at - timedelta(days=3), closed_at=patient.at, specialty="dermatologia")
    await patient.say(EMERGENCY)  # which ends the case that is open
    await patient.say("oi", at=patient.at - timedelta(days=1))
    await patient.say("oi", at=patient.at - timedelta(days=8))
    assert await said(operator) == [
        "<b>Revisão de 30/11/2026</b>",
        "Respostas: 1",
        "Emergências: 1",
        "Consultas abertas: 1",
        "Consultas encerradas: 2",
        "• finalizadas: 1",
        "• terminadas em urgência: 1",
        "Respostas dos últimos 7 dias sem revisão: 2",
        "Mensagens que não puderam ser tratadas: 0",
        "Envios de que não se sabe o fim: 0",
        "",
        f"Painel: {URL}",
    ]


async def test_a_day_is_the_services(operator: Chatting) -> None:
    patient = operator.beside(PATIENT)
    midnight = operator.at.replace(hour=3, minute=0)  # in São Paulo
    for minutes in (-1, 0, 1):
        await patient.say("oi", at=midnight + timedelta(minutes=minutes))
    assert "Respostas: 2" in await said(operator)
    before = await said(operator, at=midnight - timedelta(seconds=1))
    assert before[:2] == ["<b>Revisão de 29/11/2026</b>", "Respostas: 1"]


async def test_a_reply_that_was_reviewed_is_counted_no_longer(operator: Chatting) -> None:
    await operator.beside(PATIENT).say("oi")
    viewer = await an_operator(operator.pool)
    async with operator.pool.acquire() as connection, connection.transaction():
        await connection.execute("select set_config('fonte.operator', $1, true)", str(viewer.operator.id))
        reviewed = (
            "insert into reviews (reply_id, operator_id, judgement) select reply_id, $1, 'agree' from reply_facets"
        )
        await connection.execute(reviewed, viewer.operator.id)
    told = await said(operator)
    assert "Respostas dos últimos 7 dias sem revisão: 0" in told
    assert "Respostas: 1" in told


async def test_dead_letters_and_sends_of_unknown_end_are_counted(operator: Chatting) -> None:
    desk = Desk(operator.pool)
    await desk.store((1, "a"), (2, "b"))
    await desk.post("c", "oi")
    await operator.pool.execute("update inbox set state = 'dead', finished_at = now() where update_id = 1")
    await operator.pool.execute("update outbox set state = 'unknown'")
    told = await said(operator)
    assert "Mensagens que não puderam ser tratadas: 1" in told
    assert "Envios de que não se sabe o fim: 1" in told


async def test_nothing_of_a_patient_is_told(operator: Chatting) -> None:
    patient = operator.beside(PATIENT)
    await patient.consent()
    await case_of(patient, "zorbulina")
    await patient.say("o que é prurido, a coceira no corpo? zorbulina")
    await patient.say(f"{EMERGENCY} zorbulina")
    text = "\n".join(await said(operator))
    ids = [str(row["id"]) for row in await patient.rows()]
    assert len(ids) == 4
    for word in ("zorbulina", "prurido", "peito", PATIENT, str(patient.person.id), *ids):
        assert word not in text


@pytest.mark.parametrize("command", ["/review", "/revisar", "/REVIEW", "/review@fonte_test_bot agora"])
async def test_for_anybody_else_it_is_an_unknown_command(operator: Chatting, command: str) -> None:
    stranger = operator.beside(STRANGER)
    strange, unknown = await said(stranger, command), await said(stranger, "/xyzzy")
    assert strange == unknown == ["Não conheço esse comando. Veja os que existem em /ajuda."]
    _, one, _, other = await stranger.rows()
    differing = {name for name in one if one[name] != other[name]}
    assert differing <= {"id", "seq", "in_reply_to", "created_at", "latency_ms"}


async def test_an_operators_number_is_nothing_in_another_channel(operator: Chatting) -> None:
    elsewhere = Conversation(operator.runtime, operator.pool, OPERATOR)
    assert await said(elsewhere) == await said(elsewhere, "/xyzzy")


async def test_without_operators_there_is_no_such_command(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder
) -> None:
    async with chatting(corpus_pool, local_embedder, operators="") as someone:
        assert not {"review", "revisar"} & set(someone.runtime.app.commands)
        assert await said(someone) == await said(someone, "/xyzzy")


async def test_it_is_in_nobodys_menu_and_nobodys_help(operator: Chatting) -> None:
    for language in Language:
        listed = "\n".join(await said(operator, "/help", language=language)).casefold()
        assert "/review" not in listed
        assert "/revisar" not in listed
    for menu in menus(operator.runtime.menu, operator.runtime.catalogue).values():
        assert len(menu) > 5
        assert not {"review", "revisar"} & {name for name, _ in menu}


async def test_counting_leaves_no_transaction_with_an_operators_eyes(operator: Chatting) -> None:
    await operator.beside(PATIENT).say("oi")
    counting = "select replies from review_counts('-infinity', 'infinity', '-infinity')"
    async with operator.pool.acquire() as connection, connection.transaction():
        assert await connection.fetchval(counting) == 1
        assert await connection.fetch("select from mensagens") == []
        assert await connection.fetch("select from reply_facets") == []
        name = str(uuid.uuid4())
        await connection.execute("select set_config('fonte.operator', $1, true)", name)
        assert await connection.fetchval(counting) == 1
        assert await connection.fetchval("select current_setting('fonte.operator')") == name
