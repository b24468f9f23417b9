"""A day's budget of calls and tokens for everybody together, after which models are not asked.

Put the wrappers around the provider and inside the guard (`rag.resilience`): each try counts, and what a breaker keeps
back does not. The tokens of a call that failed are unknown, and count as none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, tzinfo
from typing import Protocol, TypeVar

import asyncpg
import structlog

from rag.ports import ChatModel, Completion, Embedder, Outage, Prompt, ProviderError, StorageError
from rag.types import Vector

T = TypeVar("T")

FRESH = timedelta(seconds=5)
"""So old may be what this process knows of the others' spending."""

_ADD = """
insert into model_usage as u (day, calls, tokens) values ($1, $2, $3)
on conflict (day) do update set calls = u.calls + excluded.calls, tokens = u.tokens + excluded.tokens
returning calls, tokens
"""
_READ = "select calls, tokens from model_usage where day = $1"
_TIMEOUT_S = 2.0
_AWAY = (StorageError, OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)


class Budget(Protocol):
    """What may still be spent today. Neither method raises for storage that is away."""

    async def allow(self) -> bool:
        """Whether another call may be made."""

    async def spend(self, calls: int, tokens: int) -> None:
        """Notes what calls have cost."""


@dataclass(frozen=True, slots=True)
class BudgetedChatModel:
    """A chat model that is asked as long as the budget lasts; then a ProviderError for a day's quota."""

    inner: ChatModel
    budget: Budget

    @property
    def name(self) -> str:
        """See `ChatModel`."""
        return self.inner.name

    async def complete(self, prompt: Prompt) -> Completion:
        """See `ChatModel`."""
        return await _paid(
            self.budget, lambda: self.inner.complete(prompt), lambda answer: answer.tokens_in + answer.tokens_out
        )


@dataclass(frozen=True, slots=True)
class BudgetedEmbedder:
    """An embedder that is asked as long as the budget lasts. Tokens are those of `count_tokens`, which errs upwards."""

    inner: Embedder
    budget: Budget

    @property
    def name(self) -> str:
        """See `Embedder`."""
        return self.inner.name

    @property
    def max_tokens(self) -> int:
        """See `Embedder`."""
        return self.inner.max_tokens

    async def embed_query(self, text: str) -> Vector:
        """See `Embedder`."""
        return await _paid(self.budget, lambda: self.inner.embed_query(text), lambda _: self.count_tokens(text))

    async def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """See `Embedder`."""
        if not texts:
            return []
        return await _paid(
            self.budget, lambda: self.inner.embed_documents(texts), lambda _: sum(map(self.count_tokens, texts))
        )

    def count_tokens(self, text: str) -> int:
        """See `Embedder`."""
        return self.inner.count_tokens(text)


async def _paid(budget: Budget, call: Callable[[], Awaitable[T]], tokens: Callable[[T], int]) -> T:
    if not await budget.allow():
        raise ProviderError(Outage.QUOTA, "the service's own budget of the day is spent", daily=True)
    spent = 0
    try:
        result = await call()
        spent = tokens(result)
        return result
    finally:
        await budget.spend(1, spent)


@dataclass(frozen=True, slots=True)
class Usage:
    """Calls and tokens of one day."""

    calls: int = 0
    tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(self.calls + other.calls, self.tokens + other.tokens)


@dataclass(frozen=True, slots=True)
class BudgetLimits:
    """What may be spent in a day; 0 is no limit."""

    calls: int = 0
    tokens: int = 0

    def allow(self, spent: Usage) -> bool:
        """Whether something is left."""
        return (not self.calls or spent.calls < self.calls) and (not self.tokens or spent.tokens < self.tokens)


@dataclass(slots=True)
class PostgresBudget:
    """The `Budget` port, shared by all processes. Days are those of `zone`; `clock` gives an aware time.

    Calls in flight are not counted yet, nor what others have spent within `FRESH`: the budget may be passed by so much.
    While the database is away, what is known of it decides, and what is spent is added later.
    """

    pool: asyncpg.Pool
    limits: BudgetLimits
    zone: tzinfo
    clock: Callable[[], datetime]
    log: structlog.stdlib.BoundLogger
    _known: dict[date, Usage] = field(default_factory=dict, init=False)
    _known_at: datetime | None = field(default=None, init=False)
    _owed: dict[date, Usage] = field(default_factory=dict, init=False)

    async def allow(self) -> bool:
        """Whether another call may be made."""
        now = self.clock()
        today = now.astimezone(self.zone).date()
        if today not in self._known or self._known_at is None or now - self._known_at >= FRESH:
            await self._learn(today, _READ, today)
        return self.limits.allow(self._known.get(today, Usage()) + self._owed.get(today, Usage()))

    async def spend(self, calls: int, tokens: int) -> None:
        """Notes what calls have cost."""
        self._owe(self.clock().astimezone(self.zone).date(), Usage(calls, tokens))
        owed, self._owed = self._owed, {}
        for day, usage in owed.items():
            paid = False
            try:
                paid = await self._learn(day, _ADD, day, usage.calls, usage.tokens)
            finally:
                if not paid:
                    self._owe(day, usage)

    def _owe(self, day: date, usage: Usage) -> None:
        self._owed[day] = self._owed.get(day, Usage()) + usage

    async def _learn(self, day: date, query: str, *values: object) -> bool:
        """Asks for the day's spending; false where the database is away."""
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                row = await self.pool.fetchrow(query, *values)
        except _AWAY as error:
            self.log.warning("model_usage_unreachable", error=type(error).__name__)
            return False
        self._known = {day: Usage(*row) if row else Usage()}
        self._known_at = self.clock()
        return True
