"""What commands and the console say before and after consent, on a real database."""

from __future__ import annotations

import io
import uuid
from collections.abc import AsyncIterator

import pytest

from bot.acts import Context
from bot.bootstrap import Runtime
from bot.channels.console import Console
from bot.commands.privacy import Privacy
from bot.consent import ask_consent
from bot.messages import Reply
from rag.types import Language
from tests.integration.conversing import START, Conversation


@pytest.fixture
def ana(corpus_runtime: Runtime) -> Conversation:
    return Conversation(corpus_runtime, corpus_runtime.pool, uuid.uuid4().hex)


def labels(reply: Reply) -> list[str]:
    return [button.label for row in reply.button_rows for button in row]


async def test_privacy_before_consent_offers_to_accept_and_not_to_withdraw(ana: Conversation) -> None:
    (reply,) = await ana.say("/privacidade")
    assert labels(reply) == ["Aceitar", "Baixar tudo", "Apagar tudo"]
    assert "retirar o consentimento ou apagar" not in reply.text
    (thanks,) = await ana.press_labelled(reply, "Aceitar")
    assert "Consentimento registrado" in thanks.text
    (after,) = await ana.say("/privacidade")
    assert labels(after) == ["Retirar consentimento", "Baixar tudo", "Apagar tudo"]


async def test_privacy_shows_the_terms_that_it_offers_to_accept(ana: Conversation) -> None:
    context = await context_of(ana)
    act = await Privacy("v", ["consent.stored", "consent.rights"]).run(context, "")
    async with ana.runtime.conversations.transaction(ana.person) as transaction:
        (draft,) = await act(transaction)
    assert context.words("consent.stored") in draft.text
    assert context.words("consent.minors") in draft.text


async def test_a_typed_yes_is_shown_the_terms_and_told_to_press_the_button(ana: Conversation) -> None:
    context = await context_of(ana)
    async with ana.runtime.conversations.transaction(ana.person) as transaction:
        (draft,) = await ask_consent(context, ["consent.stored"])(transaction)
    assert [button.data for row in draft.buttons for button in row] == ["consent:yes", "consent:no"]
    assert context.words("consent.tap") in draft.text
    assert not draft.quotes


async def context_of(someone: Conversation) -> Context:
    runtime = someone.runtime
    incoming = someone.incoming("sim")
    session = await runtime.conversations.session(someone.person, runtime.app.terms, incoming.at, incoming.at)
    return Context(incoming, session, Language.PT, runtime.catalogue[Language.PT], "")


@pytest.mark.parametrize(
    ("command", "language", "asked"),
    [
        ("/idioma", Language.PT, "Em que idioma"),
        ("/ajustes", Language.PT, "Em que idioma"),
        ("/settings", Language.PT, "Em que idioma"),
        ("/idioma", Language.ES, "¿En qué idioma"),
        ("/language", Language.EN, "Which language"),
    ],
)
async def test_the_language_is_asked_for_by_several_names(
    ana: Conversation, command: str, language: Language, asked: str
) -> None:
    (reply,) = await ana.say(command, language=language)
    assert reply.text.startswith(asked)


@pytest.mark.parametrize(
    ("asked", "language", "name"), [("/ajuda", Language.PT, "/idioma"), ("/help", Language.EN, "/language")]
)
async def test_help_shows_one_name_a_command(ana: Conversation, asked: str, language: Language, name: str) -> None:
    (reply,) = await ana.say(asked, language=language)
    assert f"{name} —" in reply.text
    assert "/ajustes" not in reply.text


async def test_a_button_that_the_console_does_not_show_is_said_to_be_none(ana: Conversation) -> None:
    async def lines() -> AsyncIterator[str]:
        for line in (":7", "oi", ":1", ": 1"):
            yield line

    out = io.StringIO()
    console = Console(ana.runtime.app, ana.runtime.conversations, ana.user, Language.PT, lambda: START)
    await console.run_text(lines(), out, "")
    assert "Não há botão 7 agora." in out.getvalue()
    assert "Não há botão 1 agora." in out.getvalue()
    assert out.getvalue().count("Não há botão") == 2
