"""The whole application with a Gemini that says what a test dictates, behind the budget, the meter and the guard."""

from __future__ import annotations

import json
import uuid
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import monotonic
from typing import Any

import asyncpg
from pydantic import SecretStr

from bot.bootstrap import Models
from bot.messages import Reply
from bot.metrics import MeteredChatModel, ModelCall, NullMeter
from bot.ports import MediaError, MediaProblem
from rag.adapters.budget import BudgetedChatModel
from rag.adapters.gemini.chat import GeminiChatModel
from rag.adapters.gemini.client import open_client
from rag.ports import Embedder
from rag.resilience import Breaker, GuardedChatModel
from tests.fakes.gemini import FakeGemini
from tests.integration.conversing import Conversation, conversation

NOON = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)  # 12:00 in São Paulo
JPEG = b"\xff\xd8\xff\xe0" + bytes(60)
OGG = b"OggS\x00\x02" + bytes(60)


@dataclass
class CountedMeter(NullMeter):
    """Keeps the calls of models."""

    calls: list[ModelCall] = field(default_factory=list)

    def modelled(self, call: ModelCall) -> None:
        self.calls.append(call)


@dataclass
class CountedBudget:
    """Lets calls through until it is told not to."""

    open: bool = True
    tokens: int = 0

    async def allow(self) -> bool:
        return self.open

    async def spend(self, calls: int, tokens: int) -> None:
        self.tokens += tokens


@dataclass
class Files:
    """The `MediaSource` of a channel whose files are given."""

    held: dict[str, bytes] = field(default_factory=dict)
    fetched: list[str] = field(default_factory=list)

    async def fetch(self, media: str) -> bytes:
        self.fetched.append(media)
        if media not in self.held:
            raise MediaError(MediaProblem.MISSING)
        return self.held[media]


@dataclass
class Dictated:
    """A conversation and the Gemini behind it, which says the `answers` in order."""

    someone: Conversation
    gemini: FakeGemini
    answers: deque[Any]
    meter: CountedMeter
    budget: CountedBudget
    files: Files

    async def say(self, text: str = "", **fields: Any) -> list[Reply]:
        """The person's next message, with the files within reach."""
        handled = await self.someone.runtime.app.handle(self.someone.incoming(text, **fields), self.files)
        async with self.someone.runtime.conversations.transaction(handled.person) as transaction:
            return await handled.write(transaction)

    def dictate(self, *answers: Any) -> None:
        """What the model says next: JSON values."""
        self.answers.extend(answers)

    @property
    def asked(self) -> int:
        """How often the model was asked."""
        return len(self.gemini.calls)


@asynccontextmanager
async def dictated(pool: asyncpg.Pool, local: Embedder, *, consented: bool = True) -> AsyncIterator[Dictated]:
    """Somebody new who talks to the application, at noon."""
    answers: deque[Any] = deque()
    meter, budget = CountedMeter(), CountedBudget()
    async with AsyncExitStack() as stack:
        writes = lambda _: json.dumps(answers.popleft() if answers else {})  # noqa: E731
        gemini = await stack.enter_async_context(FakeGemini(writes=writes))
        key = SecretStr(gemini.api_key)
        client = await stack.enter_async_context(open_client(key, http_timeout=5, base_url=gemini.base_url))
        paid = BudgetedChatModel(GeminiChatModel(client, "gemini-2.5-flash", 1.5), budget)
        chat = GuardedChatModel(MeteredChatModel(paid, meter, monotonic), Breaker(monotonic), 3.0)
        models = Models(local, None, chat)
        someone = await stack.enter_async_context(conversation(pool, models, uuid.uuid4().hex))
        someone.at = NOON
        if consented:
            await someone.consent()
        yield Dictated(someone, gemini, answers, meter, budget, Files())


def labels(reply: Reply) -> list[str]:
    """What the buttons under a reply say."""
    return [button.label for row in reply.button_rows for button in row]


def split(*items: Sequence[str | None]) -> dict[str, Any]:
    """A model's split: (said, food, amount) each."""
    return {"items": [dict(zip(("said", "food", "amount"), item, strict=True)) for item in items]}


def seen(*items: tuple[str, str | None]) -> dict[str, Any]:
    """What a model sees in a photo: (food, amount) each."""
    return {"items": [{"food": food, "amount": amount} for food, amount in items]}
