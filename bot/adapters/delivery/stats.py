"""How full the queues are, in one query."""

from __future__ import annotations

from dataclasses import dataclass

import asyncpg

from bot.metrics import Stats

_STATS = """
select (select count(*) from inbox where bot = $1 and state in ('new', 'doing')) as depth,
       (select coalesce(extract(epoch from now() - min(received_at)), 0)::float
          from inbox where bot = $1 and state in ('new', 'doing')) as oldest_s,
       (select count(*) from inbox where bot = $1 and state = 'dead') as dead,
       (select count(*) from inbox where bot = $1 and state = 'quarantined') as quarantined,
       (select coalesce(jsonb_object_agg(state, count), '{}') from (
           select state, count(*) as count from outbox where bot = $1 group by state) as states) as outbox
"""


@dataclass(frozen=True, slots=True)
class PostgresStats:
    """The queues of one bot."""

    pool: asyncpg.Pool
    bot: int

    async def __call__(self) -> Stats:
        """The state of this moment."""
        row = await self.pool.fetchrow(_STATS, self.bot)
        return Stats(row["depth"], row["oldest_s"], row["dead"], row["quarantined"], row["outbox"])
