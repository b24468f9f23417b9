"""The budget of models, on a real database."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import asyncpg
import pytest
import structlog

from rag.adapters.budget import BudgetedChatModel, BudgetedEmbedder, BudgetLimits, PostgresBudget
from rag.ports import Outage, Prompt, ProviderError
from rag.resilience import Breaker, Circuit, GuardedChatModel
from tests.fakes.models import FakeChatModel, FakeEmbedder


class Day:
    """A clock, in UTC."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def later(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def day() -> Day:
    return Day()


def _budget(pool: asyncpg.Pool, day: Day, limits: BudgetLimits) -> PostgresBudget:
    return PostgresBudget(pool, limits, ZoneInfo("America/Sao_Paulo"), day, structlog.get_logger("test"))


PROMPT = Prompt("system", "user", None, 100)


async def _usage(pool: asyncpg.Pool) -> list[tuple[str, int, int]]:
    return [
        (str(row["day"]), row["calls"], row["tokens"])
        for row in await pool.fetch("select * from model_usage order by day")
    ]


async def _refused(call: Awaitable[object]) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        await call
    return caught.value


async def test_past_the_days_calls_no_model_is_asked(pool: asyncpg.Pool, day: Day) -> None:
    budget = _budget(pool, day, BudgetLimits(calls=3))
    inner, embedder = FakeChatModel(deque(["one", "two"])), FakeEmbedder()
    chat = BudgetedChatModel(inner, budget)
    await chat.complete(PROMPT)
    await BudgetedEmbedder(embedder, budget).embed_query("oi")
    await chat.complete(PROMPT)
    error = await _refused(chat.complete(PROMPT))
    assert (error.reason, error.daily) == (Outage.QUOTA, True)
    assert (await _refused(BudgetedEmbedder(embedder, budget).embed_documents(["oi"]))).reason is Outage.QUOTA
    assert (len(inner.prompts), len(embedder.queries), embedder.documents) == (2, 1, [])


async def test_tokens_count_in_and_out(pool: asyncpg.Pool, day: Day) -> None:
    budget = _budget(pool, day, BudgetLimits(tokens=10))
    chat, embedder = (
        BudgetedChatModel(FakeChatModel(deque(["an answer"])), budget),
        BudgetedEmbedder(FakeEmbedder(), budget),
    )
    await embedder.embed_query("oi")
    completion = await chat.complete(PROMPT)
    tokens = completion.tokens_in + completion.tokens_out + embedder.count_tokens("oi")
    assert await _usage(pool) == [("2026-11-30", 2, tokens)]
    assert (await budget.allow()) == (tokens < 10)
    await embedder.embed_documents([])
    assert (await _usage(pool))[0][1] == 2


async def test_calls_that_fail_count_too(pool: asyncpg.Pool, day: Day) -> None:
    budget = _budget(pool, day, BudgetLimits(calls=2))
    chat = BudgetedChatModel(FakeChatModel(deque([ProviderError(Outage.DOWN)])), budget)
    assert (await _refused(chat.complete(PROMPT))).reason is Outage.DOWN
    assert await _usage(pool) == [("2026-11-30", 1, 0)]


async def test_a_day_ends_at_midnight_in_the_services_time_zone(pool: asyncpg.Pool, day: Day) -> None:
    budget = _budget(pool, day, BudgetLimits(calls=1))
    await budget.spend(1, 5)
    day.later(hours=14)  # 02:00 in UTC, 23:00 in São Paulo
    assert not await budget.allow()
    day.later(hours=1)
    assert await budget.allow()
    await budget.spend(1, 7)
    assert await _usage(pool) == [("2026-11-30", 1, 5), ("2026-12-01", 1, 7)]


async def test_processes_share_the_budget_within_seconds(pool: asyncpg.Pool, day: Day) -> None:
    here, there = (_budget(pool, day, BudgetLimits(calls=20)) for _ in range(2))
    assert await there.allow()
    await asyncio.gather(*(here.spend(1, 1) for _ in range(20)))
    assert not await here.allow()
    assert await there.allow()  # as it knows no better
    day.later(seconds=6)
    assert not await there.allow()
    assert await _usage(pool) == [("2026-11-30", 20, 20)]


async def test_what_is_spent_while_the_database_is_away_is_added_later(pool: asyncpg.Pool, day: Day) -> None:
    budget = _budget(pool, day, BudgetLimits(calls=2))
    await pool.execute("alter table model_usage rename to away")
    assert await budget.allow()
    await budget.spend(1, 3)
    assert await budget.allow()
    await budget.spend(1, 4)
    assert not await budget.allow()
    await pool.execute("alter table away rename to model_usage")
    await budget.spend(1, 5)
    assert await _usage(pool) == [("2026-11-30", 3, 12)]


async def test_without_limits_everything_is_allowed_and_counted(pool: asyncpg.Pool, day: Day) -> None:
    budget = _budget(pool, day, BudgetLimits())
    await budget.spend(10**6, 10**9)
    assert await budget.allow()
    assert await _usage(pool) == [("2026-11-30", 10**6, 10**9)]


async def test_a_spent_budget_opens_the_breaker_and_is_asked_again_later(pool: asyncpg.Pool, day: Day) -> None:
    budget, now = _budget(pool, day, BudgetLimits(calls=1)), [0.0]
    breaker = Breaker(lambda: now[0], daily_cool_down=600)
    chat = GuardedChatModel(BudgetedChatModel(FakeChatModel(deque(["one", "two"])), budget), breaker, 5)
    await chat.complete(PROMPT)
    assert (await _refused(chat.complete(PROMPT))).reason is Outage.QUOTA
    assert breaker.state is Circuit.OPEN
    day.later(days=1)
    now[0] += 601
    assert (await chat.complete(PROMPT)).text == "two"
