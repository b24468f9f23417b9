"""Gemini's requests as its API wants them, and each of its failures as the port names it."""

from __future__ import annotations

import logging
import socket
from collections.abc import AsyncIterator

import pytest
from google.genai.client import AsyncClient
from pydantic import BaseModel, SecretStr

from rag.adapters.gemini.chat import GeminiChatModel
from rag.adapters.gemini.client import open_client
from rag.adapters.gemini.embedder import GeminiEmbedder
from rag.ports import Outage, Prompt, ProviderError
from tests.fakes import gemini_api as api
from tests.fakes.gemini import FakeGemini

PRIVATE = "minha pressão subiu"


class Draft(BaseModel):
    text: str


@pytest.fixture
async def server() -> AsyncIterator[FakeGemini]:
    async with FakeGemini() as running:
        yield running


@pytest.fixture
async def client(server: FakeGemini) -> AsyncIterator[AsyncClient]:
    async with open_client(SecretStr(server.api_key), http_timeout=5, base_url=server.base_url) as opened:
        yield opened


@pytest.fixture
def embedder(client: AsyncClient) -> GeminiEmbedder:
    return GeminiEmbedder(client, "gemini-embedding-001", deadline=5)


@pytest.fixture
def chat(client: AsyncClient) -> GeminiChatModel:
    return GeminiChatModel(client, "gemini-2.5-flash", deadline=5)


def prompt(schema: type[BaseModel] | None = Draft) -> Prompt:
    return Prompt("sistema", PRIVATE, schema, 400)


async def failing_query(embedder: GeminiEmbedder) -> ProviderError:
    with pytest.raises(ProviderError) as raised:
        await embedder.embed_query(PRIVATE)
    return raised.value


async def failing_answer(chat: GeminiChatModel) -> ProviderError:
    with pytest.raises(ProviderError) as raised:
        await chat.complete(prompt())
    return raised.value


async def test_questions_and_documents_carry_their_task_types(server: FakeGemini, embedder: GeminiEmbedder) -> None:
    await embedder.embed_query("dor")
    await embedder.embed_documents(["nota"])
    asked = [call.body["requests"][0] for call in server.calls]
    assert [request["taskType"] for request in asked] == ["RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT"]
    assert [request["outputDimensionality"] for request in asked] == [768, 768]


async def test_two_hundred_and_fifty_texts_are_three_calls_of_one_content_each(
    server: FakeGemini, embedder: GeminiEmbedder
) -> None:
    texts = [f"texto {n}" for n in range(250)]
    await embedder.embed_documents(texts)
    assert [len(call.texts) for call in server.calls] == [100, 100, 50]
    assert [text for call in server.calls for text in call.texts] == texts


@pytest.mark.parametrize("model", ["gemini-embedding-2", "gemini-embedding-2-preview", "gemini-2.5-flash"])
async def test_a_model_without_task_types_is_refused_by_the_variable_that_named_it(
    client: AsyncClient, model: str
) -> None:
    with pytest.raises(ValueError, match="GEMINI_EMBEDDING_MODEL"):
        GeminiEmbedder(client, model, deadline=5)


async def test_a_prompt_is_sent_at_temperature_zero_with_its_schema_and_limit(
    server: FakeGemini, chat: GeminiChatModel
) -> None:
    await chat.complete(prompt())
    (call,) = server.calls
    config = call.body["generationConfig"]
    assert call.body["systemInstruction"]["parts"][0]["text"] == "sistema"
    assert call.body["contents"] == [{"role": "user", "parts": [{"text": PRIVATE}]}]
    assert config["temperature"] == 0
    assert config["maxOutputTokens"] == 400
    assert config["responseMimeType"] == "application/json"
    assert config["responseSchema"]["properties"]["text"]["type"] == "STRING"


@pytest.mark.parametrize(
    ("model", "thinking", "limit"),
    [
        ("gemini-2.0-flash", {}, 400),
        ("gemini-2.5-flash", {"thinkingBudget": 0}, 400),
        ("gemini-2.5-pro", {"thinkingBudget": 128}, 528),
        ("gemini-3.5-flash", {"thinkingLevel": "LOW"}, 1424),
    ],
)
async def test_a_model_thinks_as_little_as_it_can_outside_the_answers_limit(
    server: FakeGemini, client: AsyncClient, model: str, thinking: dict[str, object], limit: int
) -> None:
    server.limits = api.Limits(chat_models=frozenset({model}))
    await GeminiChatModel(client, model, deadline=5).complete(prompt())
    config = server.calls[0].body["generationConfig"]
    assert api.in_camel_case(config.get("thinkingConfig", {})) == thinking
    assert config["maxOutputTokens"] == limit


async def test_text_with_half_an_emoji_is_sent_without_it(server: FakeGemini, chat: GeminiChatModel) -> None:
    await chat.complete(Prompt("s\ud83d", "dor \ud83d", None, 100))
    assert server.calls[0].body["contents"][0]["parts"][0]["text"] == "dor ?"


COMMON = [
    (api.unavailable, Outage.DOWN),
    (api.drop, Outage.DOWN),
    (api.with_status(500), Outage.DOWN),
    (api.with_status(502), Outage.DOWN),
    (api.with_status(302), Outage.DOWN),
    (api.with_status(408), Outage.SLOW),
    (api.with_status(401), Outage.REFUSED),
    (api.with_status(403), Outage.REFUSED),
    (api.with_status(404), Outage.REFUSED),
    (api.with_status(429), Outage.QUOTA),
    (api.not_json, Outage.BAD_OUTPUT),
]


@pytest.mark.parametrize(("fault", "reason"), COMMON)
async def test_a_failure_of_the_service_is_named_alike_for_both_models(
    server: FakeGemini, embedder: GeminiEmbedder, chat: GeminiChatModel, fault: api.Fault, reason: Outage
) -> None:
    server.fail_next(fault, fault)
    for failure in (await failing_query(embedder), await failing_answer(chat)):
        assert failure.reason is reason
    assert len(server.calls) == 2, "the SDK retried on its own"


async def test_nobody_listening_is_down() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    async with open_client(SecretStr("k"), http_timeout=5, base_url=f"http://127.0.0.1:{port}") as client:
        assert (await failing_query(GeminiEmbedder(client, "gemini-embedding-001", 5))).reason is Outage.DOWN


async def test_our_own_deadline_ends_a_call_that_hangs(server: FakeGemini, client: AsyncClient) -> None:
    server.fail_next(api.hang)
    failure = await failing_answer(GeminiChatModel(client, "gemini-2.5-flash", deadline=0.05))
    assert failure.reason is Outage.SLOW


async def test_the_sockets_timeout_ends_a_call_that_hangs(server: FakeGemini) -> None:
    server.fail_next(api.hang)
    async with open_client(SecretStr("fake-key"), http_timeout=0.3, base_url=server.base_url) as client:
        assert (await failing_query(GeminiEmbedder(client, "gemini-embedding-001", 60))).reason is Outage.SLOW


async def test_a_quota_tells_when_to_come_back_and_whether_it_is_the_days(
    server: FakeGemini, embedder: GeminiEmbedder
) -> None:
    server.fail_next(api.rate_limited(37.5), api.rate_limited(2, daily=True), api.with_status(429))
    told = [await failing_query(embedder) for _ in range(3)]
    assert [(failure.retry_after, failure.daily) for failure in told] == [
        (37.5, False), (2, True), (None, False),
    ]  # fmt: skip
    assert {failure.reason for failure in told} == {Outage.QUOTA}


@pytest.mark.parametrize("key", ["wrong-key", " "])
async def test_a_key_that_is_not_accepted_is_refused_and_not_repeated(server: FakeGemini, key: str) -> None:
    async with open_client(SecretStr(key), http_timeout=5, base_url=server.base_url) as client:
        failure = await failing_query(GeminiEmbedder(client, "gemini-embedding-001", 5))
    assert failure.reason is Outage.REFUSED
    assert "wrong-key" not in str(failure)


async def test_a_failure_carries_neither_text_nor_key_not_even_as_its_context(
    server: FakeGemini, embedder: GeminiEmbedder, chat: GeminiChatModel, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    echo = api.failed(503, "UNAVAILABLE", f"{PRIVATE} fake-key")
    server.fail_next(lambda _: echo, api.says(PRIVATE), lambda _: echo)
    for failure in (await failing_query(embedder), await failing_answer(chat), await failing_answer(chat)):
        assert failure.__context__ is None
        assert failure.__cause__ is None
        assert PRIVATE not in repr(failure)
        assert "fake-key" not in repr(failure)
    assert len(caplog.records) > 0
    assert PRIVATE not in caplog.text
    assert "fake-key" not in caplog.text


@pytest.mark.parametrize(
    "fault",
    [api.one_short, api.not_finite, api.of_dimension(3072), api.of_dimension(0), api.json_of_another_shape],
    ids=["one short", "NaN", "3072", "0", "a list"],
)
async def test_embeddings_that_are_not_what_was_asked_for_are_bad_output(
    server: FakeGemini, embedder: GeminiEmbedder, fault: api.Fault
) -> None:
    server.fail_next(fault)
    with pytest.raises(ProviderError) as raised:
        await embedder.embed_documents(["um", "dois"])
    assert raised.value.reason is Outage.BAD_OUTPUT


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (api.blocked_prompt, Outage.BLOCKED),
        (api.finished("SAFETY"), Outage.BLOCKED),
        (api.finished("RECITATION", PRIVATE), Outage.BLOCKED),
        (api.cut, Outage.TRUNCATED),
        (api.finished("MAX_TOKENS", '{"text": "a"}'), Outage.TRUNCATED),
        (api.finished("MALFORMED_FUNCTION_CALL"), Outage.BAD_OUTPUT),
        (api.finished("STOP"), Outage.BAD_OUTPUT),
        (api.says("  "), Outage.BAD_OUTPUT),
        (api.says("{"), Outage.BAD_OUTPUT),
    ],
)
async def test_an_answer_that_is_not_whole_is_named_by_what_ails_it(
    server: FakeGemini, chat: GeminiChatModel, fault: api.Fault, reason: Outage
) -> None:
    server.fail_next(fault)
    failure = await failing_answer(chat)
    assert failure.reason is reason
    assert PRIVATE not in str(failure)


@pytest.mark.filterwarnings("ignore:.*is not a valid FinishReason")
async def test_a_way_of_ending_that_is_not_known_yet_counts_as_blocked(
    server: FakeGemini, chat: GeminiChatModel
) -> None:
    server.fail_next(api.finished(f"NEW {PRIVATE}", "texto"))
    failure = await failing_answer(chat)
    assert failure.reason is Outage.BLOCKED
    assert PRIVATE not in str(failure)


async def test_an_answer_longer_than_its_limit_is_truncated(server: FakeGemini, chat: GeminiChatModel) -> None:
    server.writes = lambda _: "palavra " * 300
    assert (await failing_answer(chat)).reason is Outage.TRUNCATED


async def test_tokens_spent_thinking_are_counted_as_written(server: FakeGemini, client: AsyncClient) -> None:
    server.writes = lambda _: '{"text": "ok"}'
    completion = await GeminiChatModel(client, "gemini-2.5-pro", 5).complete(prompt())
    assert completion.tokens_out == 4 + 20


async def test_the_sdks_variable_says_where_gemini_is(server: FakeGemini, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", server.base_url)
    async with open_client(SecretStr(server.api_key), http_timeout=5) as client:
        await GeminiEmbedder(client, "gemini-embedding-001", 5).embed_query("dor")
    assert len(server.calls) == 1


async def test_other_variables_change_neither_the_api_nor_the_key_nor_the_way(
    server: FakeGemini, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    monkeypatch.setenv("GOOGLE_API_KEY", "another-key")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    async with open_client(SecretStr(server.api_key), http_timeout=5, base_url=server.base_url) as client:
        await GeminiEmbedder(client, "gemini-embedding-001", 5).embed_query("dor")
    assert server.calls[0].headers["x-goog-api-key"] == server.api_key
