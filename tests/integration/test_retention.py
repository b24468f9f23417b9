"""What is over goes, by the janitor: messages, the diary, closed cases; and cases that were left are closed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.adapters.delivery.cleaning import PostgresCleaning, Retention
from rag.adapters.cache import CachingEmbedder
from tests.integration.belonging import case_of
from tests.integration.conversing import Conversation
from tests.integration.eating import eat, eater, own_food

KEEP = Retention()
_REMOVED = """
with a as (
    insert into diary_acts (id, user_id, kind, at)
    values (gen_random_uuid(), fonte_user_id(), 'remove', now() - interval '1000 days') returning id)
update diary_entries set removed_by = a.id from a where grams = 30 returning 1
"""
NOW = datetime.now(UTC)


def ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


@pytest.fixture
async def ana(
    own_corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> AsyncIterator[Conversation]:
    async with eater(own_corpus_pool, local_embedder, tmp_path) as someone:
        someone.at = NOW
        yield someone


async def swept(someone: Conversation, keep: Retention = KEEP, *, due: bool = True) -> dict[str, int]:
    """What the janitor clears when it is everybody's turn."""
    if due:
        async with someone.pool.acquire() as connection, connection.transaction():
            await connection.execute("set local role none")
            await connection.execute("update users set swept_at = now() - interval '21 hours'")
    cleared = await PostgresCleaning(someone.pool, keep).clean()
    return {kind: cleared[kind] for kind in ("messages", "entries", "closed", "abandoned")}


async def own(someone: Conversation, sql: str) -> list[tuple[Any, ...]]:
    async with someone.pool.acquire() as connection, connection.transaction():
        await connection.execute("select set_config('fonte.user_id', $1, true)", str(someone.person.id))
        return [tuple(row) for row in await connection.fetch(sql)]


async def said(someone: Conversation, at: datetime, text: str = "oi") -> None:
    someone.at = at
    await someone.say(text)


async def test_messages_go_when_they_are_over_and_not_before(ana: Conversation) -> None:
    await said(ana, ago(366))
    await said(ana, ago(364))
    assert (await swept(ana))["messages"] == 2
    assert [row["created_at"] > ago(365) for row in await ana.rows()] == [True, True]


async def test_a_period_of_none_is_for_ever(ana: Conversation) -> None:
    await said(ana, ago(5_000))
    await case_of(ana, at=ago(5_000), closed_at=ago(4_990))
    food = await own_food(ana, "Creme", {"energy_kcal": "100"})
    await eat(ana, food, "10", ago(5_000))
    keep = replace(KEEP, messages=None, diary=None, cases=None)
    assert await swept(ana, keep) == {"messages": 0, "entries": 0, "closed": 0, "abandoned": 0}


async def test_a_person_is_gone_through_once_a_day(ana: Conversation) -> None:
    await said(ana, ago(366))
    assert (await swept(ana, due=False))["messages"] == 0
    assert (await swept(ana))["messages"] == 2
    await said(ana, ago(366))
    assert (await swept(ana, due=False))["messages"] == 0


async def test_more_than_a_batch_goes_at_one_cleaning(ana: Conversation) -> None:
    await ana.say("oi")
    await own_many(ana, 1_200)
    assert (await swept(ana))["messages"] == 1_200
    assert len(await ana.rows()) == 2


async def own_many(someone: Conversation, count: int) -> None:
    async with someone.pool.acquire() as connection, connection.transaction():
        await connection.execute("select set_config('fonte.user_id', $1, true)", str(someone.person.id))
        await connection.execute(
            "insert into mensagens (id, user_id, direction, kind, language, created_at) "
            "select gen_random_uuid(), $1, 'in', 'text', 'pt-BR', $3 from generate_series(1, $2)",
            someone.person.id, count, ago(400),
        )  # fmt: skip


async def test_everybody_s_turn_comes_at_one_cleaning(
    ana: Conversation, local_embedder: CachingEmbedder, tmp_path: Path
) -> None:
    for number in range(23):
        async with eater(ana.pool, local_embedder, tmp_path, f"person {number}") as other:
            await said(other, ago(366))
    assert (await swept(ana))["messages"] == 46


async def test_the_diary_goes_by_when_it_was_eaten_and_what_was_undone_does_not_come_back(ana: Conversation) -> None:
    food = await own_food(ana, "Creme", {"energy_kcal": "100"})
    await eat(ana, food, "10", ago(731))
    await eat(ana, food, "20", ago(729))
    await eat(ana, food, "30", ago(729))
    # the last one was removed by an act that is old itself
    await own(ana, _REMOVED)
    assert (await swept(ana))["entries"] == 1
    assert [row["grams"] for row in await ana.diary()] == [Decimal(20)]


async def test_acts_and_retired_foods_go_once_no_entry_names_them(ana: Conversation) -> None:
    food = await own_food(ana, "Creme", {"energy_kcal": "100"})
    await eat(ana, food, "10", ago(800))
    await own(ana, "update foods set retired_at = now() - interval '800 days' where user_id = fonte_user_id()")
    await swept(ana)
    assert await own(ana, "select 1 from diary_acts") == []
    assert await own(ana, "select 1 from foods where user_id = fonte_user_id()") == []


async def test_closed_cases_go_with_their_facts_and_referrals(ana: Conversation) -> None:
    await case_of(ana, at=ago(1_900), closed_at=ago(1_826))
    kept = await case_of(ana, at=ago(1_900), closed_at=ago(1_824))
    assert (await swept(ana))["closed"] == 1
    for table in ("case_facts", "encaminhamentos"):
        assert await own(ana, f"select case_id from {table}") == [(kept,)]  # noqa: S608 - names of ours


async def test_an_open_case_that_was_left_for_thirty_days_is_closed_as_abandoned(ana: Conversation) -> None:
    left = await case_of(ana, at=ago(31))
    fresh = await case_of(ana, at=ago(29), specialty="dermatologia")
    assert (await swept(ana))["abandoned"] == 1
    rows = {
        row[0]: row[1:] for row in await own(ana, "select id, status, closed_at is null, asking, revision from cases")
    }
    assert rows[left] == ("ABANDONADO", False, None, 2)
    assert rows[fresh][:2] == ("PENDENTE", True)


async def test_a_memory_goes_once_it_has_not_been_written_to_for_as_long_as_messages(ana: Conversation) -> None:
    await ana.say("lembre que moro longe")
    await swept(ana)
    assert await own(ana, "select 1 from working_memory") == [(1,)]
    await own(ana, "update working_memory set updated_at = now() - interval '366 days'")
    await swept(ana)
    assert await own(ana, "select 1 from working_memory") == []


async def test_who_is_being_talked_to_waits_for_the_next_time(ana: Conversation) -> None:
    await said(ana, ago(366))
    async with ana.runtime.conversations.transaction(ana.person) as transaction:
        await swept_while_held(ana, transaction)
    assert (await swept(ana, due=False))["messages"] == 2


async def swept_while_held(someone: Conversation, transaction: Any) -> None:
    async with someone.pool.acquire() as connection, connection.transaction():
        await connection.execute("set local role none")
        await connection.execute("update users set swept_at = now() - interval '21 hours'")
    await transaction.keep_person(None)
    assert (await swept(someone, due=False))["messages"] == 0


async def test_the_janitor_sees_nobody_whose_turn_it_is_not_and_nothing_but_who_is_due(ana: Conversation) -> None:
    await said(ana, ago(366))
    assert await ana.pool.fetch("select * from users") == []
    await swept(ana)
    async with ana.pool.acquire() as connection, connection.transaction():
        await connection.execute("set local role none")
        await connection.execute("update users set swept_at = now() - interval '21 hours'")
    assert [row["id"] for row in await ana.pool.fetch("select id from users")] == [ana.person.id]
    assert await ana.pool.execute("update users set language = 'en'") == "UPDATE 0"
    for table in ("mensagens", "cases", "working_memory", "diary_entries", "consents"):
        assert await ana.pool.fetch(f"select 1 from {table}") == []  # noqa: S608 - names of ours
