"""What the janitor clears away, and how full the queues are."""

from __future__ import annotations

import asyncpg
import pytest

from bot.adapters.delivery.cleaning import PostgresCleaning
from bot.adapters.delivery.stats import STATS, PostgresStats
from bot.delivery.janitor import Janitor
from bot.delivery.ports import Fate, Settlement
from bot.ports import Person
from tests.fakes.channel import update
from tests.integration.delivering import BOT, Desk, later


@pytest.fixture
def desk(pool: asyncpg.Pool) -> Desk:
    return Desk(pool)


async def test_the_janitor_clears_away_what_has_served_its_time(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.intake().accept([update(1, "a", "oi"), {"update_id": 2, "poll": 1}])
    async with desk.running(desk.worker(), desk.sending()):
        await desk.channel.until(lambda: desk.channel.sent)
    await desk.post("b", "later")
    janitor = Janitor(PostgresCleaning(pool), desk.log)
    await janitor.clean()
    assert len(await desk.rows()) == 2
    await later(pool, hours=25)
    await janitor.clean()
    assert await desk.rows() == [("a", None, "sent"), ("b", "later", "pending")]
    await later(pool, hours=24)
    await janitor.clean()
    assert await desk.rows() == [("b", "later", "pending")]
    assert await desk.updates() == {2: "quarantined"}
    await later(pool, days=27)
    await janitor.clean()
    assert await desk.updates() == {2: "quarantined"}
    await later(pool, days=1, minutes=1)
    await janitor.clean()
    assert await desk.updates() == {}
    assert await pool.fetch("select chat from outbox_chats") == [("b",)]


async def test_the_queues_can_be_told_at_a_glance(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.store((1, "a"), (2, "a"))
    await later(pool, seconds=90)
    await desk.intake().accept([{"update_id": 3, "poll": 1}])
    await desk.post("b", "one", "two")
    await desk.outgoing()
    stats = await PostgresStats(pool, BOT)()
    assert (stats.depth, stats.quarantined, stats.dead, stats.outbox) == (2, 1, 0, {"sending": 1, "pending": 1})
    assert 90 <= stats.oldest_s < 120


async def test_emergencies_and_ends_that_were_no_sending_are_counted_and_what_was_sent_is_not(desk: Desk) -> None:
    await desk.post("a", "help", priority=True)
    await desk.post("b", "one")
    await desk.post("c", "one")
    help_, one, other = await desk.outgoing()
    fates = [(help_, Fate.UNKNOWN), (one, Fate.REFUSED), (other, Fate.SENT)]
    await desk.outbox.settle([Settlement(outgoing, fate) for outgoing, fate in fates])
    await desk.post("a", "more", priority=True)
    assert (await PostgresStats(desk.pool, BOT)()).outbox == {"unknown": 1, "failed": 1, "pending": 1}


async def test_a_chat_that_is_held_back_or_in_hand_is_not_late(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.store((1, "a"), (2, "b"))
    first, second = await desk.claimed()
    await desk.inbox.retry(first, 600, "StorageError")
    await later(pool, seconds=5)
    assert (await PostgresStats(pool, BOT)()).oldest_s == 0
    await desk.inbox.retry(second, 10, "StorageError")
    await later(pool, seconds=90)
    assert 80 <= (await PostgresStats(pool, BOT)()).oldest_s < 100


async def test_the_queues_are_counted_by_their_indexes(desk: Desk, pool: asyncpg.Pool) -> None:
    """What was sent, and tombstones, are most rows: neither is read."""
    many = "from generate_series(1, 20000) n"
    await pool.execute(f"insert into outbox (bot, chat, language, state) select $1, n::text, 'en', 'sent' {many}", BOT)
    await pool.execute(f"insert into inbox (bot, update_id, state) select $1, n, 'done' {many}", BOT)
    await pool.execute("analyze inbox, outbox")
    async with pool.acquire() as connection:
        plan = "\n".join(row[0] for row in await connection.fetch(f"explain {STATS.replace('$1', str(BOT))}"))
    assert "Seq Scan" not in plan


async def test_who_blocked_the_bot_and_groups_that_were_told_are_forgotten_in_time(
    desk: Desk, pool: asyncpg.Pool
) -> None:
    await desk.intake().accept([{"update_id": 1, "group": "g"}])
    await desk.post("a", "one")
    sent = await desk.outgoing()
    await desk.outbox.settle([Settlement(one, Fate.BLOCKED if one.chat == "a" else Fate.SENT) for one in sent])
    for days, left in ((89, (1, 1)), (2, (0, 1)), (275, (0, 0))):
        await later(pool, days=days)
        await PostgresCleaning(pool).clean()
        counts = "select (select count(*) from outbox_chats), (select count(*) from group_notices)"
        assert tuple(await pool.fetchrow(counts)) == left


async def test_who_leaves_is_no_longer_known_to_have_blocked_the_bot(desk: Desk, pool: asyncpg.Pool) -> None:
    person = Person("telegram", "a")
    async with desk.conversations.transaction(person) as transaction:
        await transaction.keep_person(None)
    await desk.post("a", "one")
    (one,) = await desk.outgoing()
    await desk.outbox.settle([Settlement(one, Fate.BLOCKED)])
    async with desk.conversations.transaction(person) as transaction:
        await transaction.erase()
    assert await pool.fetchval("select blocked_at from outbox_chats") is None
