"""The models of one process."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import asyncpg
import structlog
from threadpoolctl import threadpool_limits

from bot.metrics import AnswerMeter, MeteredChatModel, MeteredEmbedder, NullMeter
from bot.settings import Settings
from rag.adapters.budget import Budget, BudgetedChatModel, BudgetedEmbedder, BudgetLimits, PostgresBudget
from rag.adapters.cache import CachingEmbedder
from rag.adapters.local.embedder import LocalEmbedder
from rag.ports import ChatModel, Embedder
from rag.resilience import Breaker, GuardedChatModel, GuardedEmbedder

QUERY_CACHE = 1_024
HTTP_TIMEOUT_S = 30.0
DOCUMENTS_DEADLINE_S = 60.0


@dataclass(frozen=True, slots=True)
class Models:
    """The models of one process. `active` is the provider's embedder, or None."""

    local: Embedder
    active: Embedder | None
    chat: ChatModel | None


@asynccontextmanager
async def open_models(
    settings: Settings, meter: AnswerMeter | None = None, budget: Budget | None = None
) -> AsyncIterator[Models]:
    """The local model, warmed; Gemini's where there is a key, with every call counted."""
    meter = meter or NullMeter()
    async with AsyncExitStack() as stack:
        # a second BLAS thread gains nothing on vectors this small, and takes the core from the database
        stack.enter_context(threadpool_limits(1, "blas"))
        local = await LocalEmbedder.load()
        stack.callback(local.close)
        cached = CachingEmbedder(local, QUERY_CACHE)
        if not settings.gemini_api_key.get_secret_value():
            yield Models(cached, None, None)
            return
        from rag.adapters.gemini.chat import GeminiChatModel  # noqa: PLC0415 - a second and 60 MB to import
        from rag.adapters.gemini.client import open_client  # noqa: PLC0415
        from rag.adapters.gemini.embedder import GeminiEmbedder  # noqa: PLC0415

        client = await stack.enter_async_context(
            open_client(settings.gemini_api_key, http_timeout=HTTP_TIMEOUT_S, base_url=settings.google_gemini_base_url)
        )
        embedding: Embedder = GeminiEmbedder(client, settings.gemini_embedding_model, DOCUMENTS_DEADLINE_S)
        writing: ChatModel = GeminiChatModel(client, settings.gemini_chat_model, settings.gemini_chat_deadline_s)
        if budget:
            embedding, writing = BudgetedEmbedder(embedding, budget), BudgetedChatModel(writing, budget)
        embedder = GuardedEmbedder(
            MeteredEmbedder(embedding, meter, time.monotonic),
            Breaker(time.monotonic),
            settings.gemini_embedding_deadline_s,
            DOCUMENTS_DEADLINE_S,
        )
        deadline = settings.gemini_chat_deadline_s
        chat = GuardedChatModel(
            MeteredChatModel(writing, meter, time.monotonic),
            Breaker(time.monotonic),
            deadline,
        )
        generation = chat if settings.enabled("generation") else None
        yield Models(cached, CachingEmbedder(embedder, QUERY_CACHE), generation)


def daily_budget(pool: asyncpg.Pool, settings: Settings) -> Budget | None:
    """The day's budget of model calls, where one is set."""
    limits = BudgetLimits(settings.fonte_model_calls_a_day, settings.fonte_model_tokens_a_day)
    if not (limits.calls or limits.tokens):
        return None
    return PostgresBudget(pool, limits, settings.zone, lambda: datetime.now(UTC), structlog.get_logger("budget"))
