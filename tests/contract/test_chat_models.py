"""What every chat model promises, over the adapter, the wrapper and the fake."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from time import monotonic
from typing import Literal

import pydantic
import pytest
from pydantic import SecretStr

from rag.adapters.gemini.chat import GeminiChatModel
from rag.adapters.gemini.client import open_client
from rag.ports import ChatModel, Outage, Prompt, ProviderError
from rag.resilience import Breaker, GuardedChatModel
from tests.fakes.gemini import FakeGemini
from tests.fakes.gemini_api import says
from tests.fakes.models import FakeChatModel


class Part(pydantic.BaseModel):
    kind: Literal["a", "b"]
    weight: int = pydantic.Field(ge=1, le=9)


class Draft(pydantic.BaseModel):
    text: str
    cited: list[Part] = pydantic.Field(min_length=1, max_length=4)
    note: str | None = None


DRAFT = '{"text": "Procure o serviço [1].", "cited": [{"kind": "b", "weight": 2}]}'


@dataclass
class Subject:
    """A chat model, and how to have it say a text next."""

    model: ChatModel
    say: Callable[[str], None]


async def gemini(stack: AsyncExitStack) -> Subject:
    server = await stack.enter_async_context(FakeGemini())
    key = SecretStr(server.api_key)
    client = await stack.enter_async_context(open_client(key, http_timeout=5, base_url=server.base_url))
    return Subject(GeminiChatModel(client, "gemini-2.5-flash", deadline=5), lambda text: server.fail_next(says(text)))


async def fake(_: AsyncExitStack) -> Subject:
    model = FakeChatModel()
    return Subject(model, model.script.append)


async def guarded(stack: AsyncExitStack) -> Subject:
    inner = await fake(stack)

    def say_twice(text: str) -> None:  # bad output is asked for once more
        inner.model.script.clear()  # type: ignore[attr-defined]
        inner.say(text)
        inner.say(text)

    return Subject(GuardedChatModel(inner.model, Breaker(monotonic, threshold=99), 5), say_twice)


MAKERS = {maker.__name__: maker for maker in (gemini, fake, guarded)}


@pytest.fixture(scope="module", params=MAKERS)
async def subject(request: pytest.FixtureRequest) -> AsyncIterator[Subject]:
    async with AsyncExitStack() as stack:
        yield await MAKERS[request.param](stack)


def prompt(schema: type[pydantic.BaseModel] | None = None) -> Prompt:
    return Prompt("Responda com as fontes.", "dor no peito?", schema, 400)


async def test_a_completion_holds_the_text_its_cost_and_how_it_ended(subject: Subject) -> None:
    subject.say("Procure o serviço [1].")
    completion = await subject.model.complete(prompt())
    assert completion.text == "Procure o serviço [1]."
    assert completion.parsed is None
    assert completion.tokens_in > 0
    assert completion.tokens_out > 0
    assert completion.finish == "STOP"


async def test_a_prompt_with_a_schema_is_answered_with_an_instance_of_it(subject: Subject) -> None:
    subject.say(DRAFT)
    completion = await subject.model.complete(prompt(Draft))
    assert completion.parsed == Draft(text="Procure o serviço [1].", cited=[Part(kind="b", weight=2)])
    assert completion.text == DRAFT


@pytest.mark.parametrize(
    "text",
    [
        "segredo",
        DRAFT[:-5],
        "[]",
        DRAFT.replace('"b"', '"segredo"'),
        DRAFT.replace("2", "10"),
        '{"text": "segredo"}',
    ],
    ids=["not JSON", "cut", "a list", "outside an enumeration", "out of range", "missing field"],
)
async def test_an_answer_of_another_schema_is_bad_output_that_does_not_quote_it(subject: Subject, text: str) -> None:
    subject.say(text)
    with pytest.raises(ProviderError) as raised:
        await subject.model.complete(prompt(Draft))
    assert raised.value.reason is Outage.BAD_OUTPUT
    assert "segredo" not in str(raised.value)


async def test_a_schema_with_lists_enumerations_and_optional_fields_reaches_the_api_whole() -> None:
    async with AsyncExitStack() as stack:
        completion = await (await gemini(stack)).model.complete(prompt(Draft))  # the fake writes an example
    assert completion.parsed == Draft(text="texto", cited=[Part(kind="a", weight=1)], note="texto")


async def test_a_chat_model_says_which_model_it_is(subject: Subject) -> None:
    assert subject.model.name in {"gemini-2.5-flash", "fake-chat"}
