"""What the janitor clears away, and how full the queues are."""

from __future__ import annotations

import asyncpg
import pytest

from bot.adapters.delivery.cleaning import PostgresCleaning
from bot.adapters.delivery.stats import PostgresStats
from bot.delivery.janitor import Janitor
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
    await later(pool, days=6)
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
