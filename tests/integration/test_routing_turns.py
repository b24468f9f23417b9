"""What a message follows: conversations of several turns on a real database."""

from __future__ import annotations

import json
import uuid
from collections import deque
from datetime import timedelta

import asyncpg
import pytest

from bot.bootstrap import Models, Runtime
from bot.messages import Status
from rag.ports import Embedder, Outage, ProviderError
from rag.types import Language
from tests.fakes.models import FakeChatModel
from tests.integration.conversing import Conversation, conversation

ITCH = "tenho muita coceira no corpo e não vejo nenhuma mancha"
LEGS = "minhas pernas incham no fim do dia e canso pra subir escada"
CHEST = "meu pai está com dor no peito agora e suando frio"
DESPAIR = "quero morrer, não aguento mais"
UNSURE = "imc 37 com apneia e joelho estragado já da direito a especialista?"


@pytest.fixture
def ana(corpus_runtime: Runtime) -> Conversation:
    return Conversation(corpus_runtime, corpus_runtime.pool, uuid.uuid4().hex)


@pytest.fixture
async def consented(ana: Conversation) -> Conversation:
    await ana.consent()
    await ana.say("/nova")
    return ana


@pytest.mark.parametrize("emergency", [CHEST, DESPAIR])
@pytest.mark.parametrize("text", ["e agora, o que eu faço?", "e se ele piorar?", "é grave?", "me ajuda por favor"])
async def test_after_an_emergency_a_follow_up_gets_its_fixed_text_again(
    consented: Conversation, emergency: str, text: str
) -> None:
    await consented.say(ITCH)
    (first,) = await consented.say(emergency)
    (again,) = await consented.say(text)
    row = (await consented.rows())[-1]
    assert first.status is Status.URGENCIA
    assert (again.text, again.status, again.sources) == (first.text, Status.URGENCIA, ())
    assert row["routing"]["reason"] == "after_emergency"
    assert row["evidence"] == (await consented.rows())[-3]["evidence"]


async def test_an_emergency_goes_on_for_as_long_as_it_is_followed_up(consented: Conversation) -> None:
    await consented.say(CHEST)
    for text in ("e agora?", "mas isso é grave?", "obrigado", "e o que eu faço?"):
        (reply,) = await consented.say(text)
    assert reply.status is Status.URGENCIA


async def test_an_emergency_is_followed_up_without_consent_too(ana: Conversation) -> None:
    await ana.say(CHEST)
    (reply,) = await ana.say("¿y ahora qué hago?", language=Language.ES)
    row = (await ana.rows())[-1]
    assert reply.status is Status.URGENCIA
    assert "SAMU: 192" in reply.text
    assert "Lo que cuenta puede ser una emergencia" in reply.text
    assert (row["text"], row["query_text"]) == (None, None)
    assert "detail" not in row["routing"]


async def test_another_question_after_an_emergency_is_answered_and_followed(consented: Conversation) -> None:
    await consented.say(CHEST)
    (answer,) = await consented.say(ITCH)
    (follow,) = await consented.say("e quais exames eu levo?")
    assert answer.specialty == follow.specialty == "dermatologia"
    assert follow.status is None


@pytest.mark.parametrize("end", ["/nova", "a pause"])
async def test_an_emergency_is_over_with_a_new_subject_or_after_the_window(consented: Conversation, end: str) -> None:
    await consented.say(CHEST)
    if end == "/nova":
        await consented.say("/nova")
    consented.at += timedelta(hours=3)
    (reply,) = await consented.say("e agora, o que eu faço?")
    assert reply.status is None


@pytest.mark.parametrize(
    "text",
    [
        "quais são os sinais de alerta?",
        "é grave?",
        "quando devo procurar o especialista?",
        "tem cura?",
        "e agora, o que eu faço?",
        "¿es grave?",
        "what are the warning signs?",
        "when should I see a specialist?",
    ],
)
async def test_a_question_that_names_no_subject_keeps_the_one_before(consented: Conversation, text: str) -> None:
    await consented.say(ITCH)
    await consented.say(text)
    row = (await consented.rows())[-1]
    assert (row["especialidade"], row["routing"]["reason"]) == ("dermatologia", "follow_up")


@pytest.mark.parametrize(
    ("text", "specialty"),
    [
        ("e o coração?", "cardiologia"),
        ("e a pressão alta?", "cardiologia"),
        ("e minha tireoide?", "endocrinologia"),
        ("e o cardiologista?", "cardiologia"),
        ("quem é você?", "duvidas_gerais"),
        ("what can you do?", "duvidas_gerais"),
    ],
)
async def test_a_short_question_with_a_subject_of_its_own_opens_it(
    consented: Conversation, text: str, specialty: str
) -> None:
    await consented.say(ITCH)
    await consented.say(text)
    assert (await consented.rows())[-1]["especialidade"] == specialty


async def test_each_follow_up_goes_back_to_the_question_that_stands_alone(consented: Conversation) -> None:
    await consented.say(ITCH)
    follow_ups = ["e se for à noite?", "e na gravidez?", "e quais exames eu levo?", "é grave?"]
    for text in follow_ups:
        await consented.say(text)
    rows = [row for row in await consented.rows() if row["query_text"]]
    assert [row["query_text"] for row in rows[-4:]] == [f"{ITCH}\n{text}" for text in follow_ups]
    session = await consented.runtime.conversations.session(
        consented.person, consented.runtime.app.terms, consented.at - timedelta(hours=2), consented.at
    )
    assert session.turn
    assert (session.turn.question, session.turn.at, session.turn.emergency) == (ITCH, consented.at, None)


async def test_a_reply_that_cites_nothing_is_followed_by_nothing(consented: Conversation) -> None:
    (refused,) = await consented.say("qual o endereço do dermatologista mais perto?")
    await consented.say("e quais exames eu levo?")
    assert not any(source.citada for source in refused.sources)
    assert (await consented.rows())[-1]["routing"]["reason"] != "follow_up"


async def test_a_refusal_in_between_leaves_the_question_before_it(consented: Conversation) -> None:
    await consented.say(ITCH)
    (refused,) = await consented.say("qual o endereço do dermatologista mais perto?")
    (reply,) = await consented.say("e quais exames eu levo?")
    assert not any(source.citada for source in refused.sources)
    assert reply.sources[0].titulo == "Prurido"
    assert (await consented.rows())[-1]["query_text"] == f"{ITCH}\ne quais exames eu levo?"


async def test_an_unanswered_question_of_another_specialty_ends_the_subject(consented: Conversation) -> None:
    await consented.say(ITCH)
    (refused,) = await consented.say("qual o endereço do cardiologista mais perto?")
    await consented.say("e quais exames eu levo?")
    assert refused.specialty == "cardiologia"
    assert not any(source.citada for source in refused.sources)
    assert (await consented.rows())[-1]["routing"]["reason"] != "follow_up"


@pytest.mark.parametrize(
    ("text", "specialty"),
    [
        ("o cardiologista disse que minha tireoide está alterada", "endocrinologia"),
        ("faço cardio na academia e minha pele coça muito", "dermatologia"),
        ("faço cardio todo dia e minha pele coça muito", "dermatologia"),
        ("minha dermatologista falou que estou com pressão alta", "cardiologia"),
        ("o endocrinologista viu manchas na minha pele", "dermatologia"),
        ("mi cardiólogo dice que mi tiroides está mal", "endocrinologia"),
        ("my dermatologist says I have high blood pressure", "cardiologia"),
        ("preciso de encaminhamento pro cardiologista?", "cardiologia"),
        ("quando devo ir ao dermatologista?", "dermatologia"),
        ("oq levo pro cardio", "cardiologia"),
    ],
)
async def test_a_specialist_named_in_passing_does_not_outweigh_the_complaint(
    consented: Conversation, text: str, specialty: str
) -> None:
    await consented.say(text)
    assert (await consented.rows())[-1]["especialidade"] == specialty


async def test_what_the_model_cost_to_route_is_stored_with_the_reply(
    corpus_pool: asyncpg.Pool, local_embedder: Embedder
) -> None:
    model = FakeChatModel(deque())
    async with conversation(corpus_pool, Models(local_embedder, None, model)) as talking:
        await talking.consent()
        model.script.extend([json.dumps({"specialty": "duvidas_gerais"})])
        await talking.say(UNSURE)
        routing = (await talking.rows())[-1]["routing"]
    assert (routing["reason"], routing["model"]) == ("model", model.name)
    assert routing["tokens_in"] > 0
    assert len(routing["prompt_hash"]) == 64


async def test_that_the_model_could_not_be_asked_to_route_is_stored_with_the_reply(
    corpus_pool: asyncpg.Pool, local_embedder: Embedder
) -> None:
    model = FakeChatModel(deque())
    async with conversation(corpus_pool, Models(local_embedder, None, model)) as talking:
        await talking.consent()
        model.script.extend([ProviderError(Outage.QUOTA)] * 2)
        await talking.say(UNSURE)
        routing = (await talking.rows())[-1]["routing"]
    assert (routing["reason"], routing["degraded"]) == ("phrase", ["routing:quota"])
