"""Consultations through the whole application, on the bundled notes, without a model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import asyncpg
import pytest

from bot.bootstrap import Models
from bot.markup import plain
from bot.messages import Reply, Status
from rag.ports import Embedder
from rag.types import Language
from tests.fakes.models import FakeChatModel
from tests.integration.conversing import Conversation, conversation

OBESITY = "quero encaminhamento, tenho obesidade e não consigo emagrecer"
ITCH = "minha pele coça muito à noite faz uns meses"
EMERGENCY = "to com uma dor no peito que vai pro braço e suando frio"


@pytest.fixture
async def ana(corpus_pool: asyncpg.Pool, local_embedder: Embedder) -> AsyncIterator[Conversation]:
    async with conversation(corpus_pool, Models(local_embedder, None, None)) as talking:
        await talking.consent()
        yield talking


async def cases(talking: Conversation) -> list[Mapping[str, Any]]:
    """This person's cases, in the order in which they were opened."""
    async with talking.runtime.conversations.transaction(talking.person) as transaction:
        return [dict(row) for row in await transaction.connection.fetch("select * from cases order by opened_at")]


async def said(talking: Conversation, *texts: str) -> Reply:
    """The reply to the last of several messages."""
    reply = None
    for text in texts:
        (reply,) = await talking.say(text)
    assert reply is not None
    return reply


async def test_a_first_complaint_opens_a_case_with_a_cited_orientation_and_one_question(ana: Conversation) -> None:
    reply = await said(ana, OBESITY)
    (case,) = await cases(ana)
    assert (reply.status, reply.specialty) == (Status.PENDENTE, "endocrinologia")
    assert (case["slug"], case["status"]) == ("obesidade", "PENDENTE")
    assert [source.titulo for source in reply.sources if source.citada] == ["Obesidade"]
    assert plain(reply.text).count("?") == 1
    assert len(plain(reply.text)) <= 900


@pytest.mark.parametrize("text", ["o que é obesidade?", "quando a obesidade é encaminhada?", "psoríase"])
async def test_a_question_opens_none_and_has_no_status(ana: Conversation, text: str) -> None:
    reply = await said(ana, text)
    assert reply.status is None
    assert await cases(ana) == []


async def test_a_case_runs_to_a_referral_that_waits_for_a_professional(ana: Conversation) -> None:
    reply = await said(ana, OBESITY, "43 anos", "feminino", "42,5")
    for _ in range(20):
        (case,) = await cases(ana)
        if case["asking"] is None:
            break
        key = case["asking"]["key"]
        texts = {"primary_care_treatment": "dieta e caminhada no posto há 2 anos", "comorbidity_tests": "nenhuma"}
        confirmed = case["asking"]["kind"] == "confirm"
        answer = texts.get(key, "sim" if confirmed or "report" in key else "não")
        reply = await said(ana, answer)
    assert reply.status is Status.FINALIZADO, plain(reply.text)
    async with ana.runtime.conversations.transaction(ana.person) as transaction:
        (referral,) = await transaction.connection.fetch("select * from encaminhamentos")
    assert referral["status"] == "AGUARDANDO"
    assert referral["text"] in plain(reply.text)
    assert "42,5 kg/m²" in referral["text"]
    (case,) = await cases(ana)
    assert [one["key"] for one in case["decision"]["criteria"] if one["truth"] == "true"] == ["grade_iii"]


async def test_a_greeting_does_not_disturb_a_case_and_is_followed_by_its_question(ana: Conversation) -> None:
    await said(ana, OBESITY)
    reply = await said(ana, "oi, bom dia")
    assert "Quantos anos" in plain(reply.text)
    assert (await said(ana, "50 anos")).status is Status.PENDENTE
    (case,) = await cases(ana)
    assert case["asking"]["key"] == "sex"


async def test_another_specialty_s_complaint_opens_its_own_case_and_the_first_goes_on(ana: Conversation) -> None:
    await said(ana, OBESITY)
    reply = await said(ana, ITCH)
    assert (reply.specialty, reply.status) == ("dermatologia", Status.PENDENTE)
    assert [case["especialidade"] for case in await cases(ana)] == ["endocrinologia", "dermatologia"]
    reply = await said(ana, "voltando: quero tratar minha obesidade")
    assert reply.specialty == "endocrinologia"
    assert "Vamos seguir" in reply.text


@pytest.mark.parametrize("command", ["/new", "/nova", "/cancel", "/cancelar"])
async def test_new_and_cancel_close_the_case(ana: Conversation, command: str) -> None:
    await said(ana, OBESITY)
    assert "Obesidade" in (await said(ana, command)).text
    assert [case["status"] for case in await cases(ana)] == ["CANCELADO"]


async def test_an_emergency_ends_the_case_and_the_bot_keeps_answering(ana: Conversation) -> None:
    await said(ana, OBESITY, "50 anos")
    reply = await said(ana, EMERGENCY)
    assert reply.status is Status.URGENCIA
    assert [case["status"] for case in await cases(ana)] == ["URGENCIA"]
    assert (await said(ana, "o que é psoríase?")).sources


async def test_a_pressed_answer_counts_once(ana: Conversation) -> None:
    await said(ana, OBESITY, "50 anos")
    (case,) = await cases(ana)
    reply = await said(ana, "oi")
    button = next(b for row in reply.button_rows for b in row if b.label == "Feminino")
    (first,) = await ana.press(button.data)
    (second,) = await ana.press(button.data)
    assert "Feminino" in first.text
    assert "Feminino" not in second.text
    assert case["asking"]["key"] == "sex"


async def test_nothing_of_a_case_is_kept_for_who_has_withdrawn_meanwhile(ana: Conversation) -> None:
    await said(ana, OBESITY)
    thought = await ana.think("50 anos")
    async with ana.runtime.conversations.transaction(ana.person) as transaction:
        await transaction.set_consent("", ana.at, granted=False)
    async with ana.runtime.conversations.transaction(ana.person) as transaction:
        await thought.write(transaction)
        assert await transaction.connection.fetchval("select count(*) from case_facts where key = 'age'") == 0


async def test_without_consent_a_complaint_opens_no_case(corpus_pool: asyncpg.Pool, local_embedder: Embedder) -> None:
    async with conversation(corpus_pool, Models(local_embedder, None, None)) as talking:
        (reply,) = await talking.say(OBESITY)
        assert "consentimento" in reply.text
        assert await cases(talking) == []


async def test_the_open_case_of_one_patient_is_nobody_else_s(
    ana: Conversation, corpus_pool: asyncpg.Pool, local_embedder: Embedder
) -> None:
    reply = await said(ana, OBESITY)
    async with conversation(corpus_pool, Models(local_embedder, None, None)) as bea:
        await bea.consent()
        token = reply.button_rows[-1][-1].data
        (pressed,) = await bea.press(token)
        assert "Obesidade" not in pressed.text
        assert "Obesidade" not in (await said(bea, "50 anos")).text
        assert await cases(bea) == []


async def test_with_consultations_switched_off_a_complaint_is_only_answered(
    corpus_pool: asyncpg.Pool, local_embedder: Embedder
) -> None:
    features = frozenset({"endocrinologia", "faq"})
    async with conversation(corpus_pool, Models(local_embedder, None, None), fonte_features=features) as talking:
        await talking.consent()
        assert (await said(talking, OBESITY)).status is None


@pytest.mark.parametrize(
    ("language", "complaint", "question"),
    [
        (Language.ES, "no logro bajar de peso, tengo obesidad y quiero ver al especialista", "¿Cuántos años"),
        (Language.EN, "I have obesity and I can't lose weight, I need to see a specialist", "How old"),
    ],
)
async def test_a_case_is_led_in_the_language_of_the_patient(
    ana: Conversation, language: Language, complaint: str, question: str
) -> None:
    ana.language = language
    assert question in (await said(ana, complaint)).text


async def test_a_complaint_about_the_open_case_asks_no_model_for_an_orientation(
    corpus_pool: asyncpg.Pool, local_embedder: Embedder
) -> None:
    chat = FakeChatModel()

    def orientations() -> int:
        return sum(prompt.system.startswith("You write for Fonte") for prompt in chat.prompts)

    async with conversation(corpus_pool, Models(local_embedder, None, chat)) as talking:
        await talking.consent()
        counts = []
        for text in (OBESITY, ITCH, "voltando: quero tratar minha obesidade"):
            await said(talking, text)
            counts.append(orientations())
    assert counts[0] > 0
    assert counts[1] > counts[0]
    assert counts[2] == counts[1]
