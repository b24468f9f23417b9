"""How full the queues are, in one query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import asyncpg

from bot.metrics import Stats

# each count reads a partial index: what is sent is not counted, nor what is done
STATS: Final = """
select (select count(*) from inbox where bot = $1 and state in ('new', 'doing')) as depth,
       (select greatest(coalesce(extract(epoch from clock_timestamp() - min(run_after)), 0), 0)::float
          from inbox_chats where bot = $1) as oldest_s,
       (select coalesce(jsonb_object_agg(state, count), '{}') from (
           select state, count(*) as count from inbox
            where bot = $1 and state in ('dead', 'quarantined') group by state) as ends) as inbox,
       (select coalesce(jsonb_object_agg(state, count), '{}') from (
           select state, sum(count) as count from (
               select state, count(*) as count from outbox
                where bot = $1 and state in ('pending', 'sending') and not priority group by state
                union all
               select state, count(*) as count from outbox
                where bot = $1 and state in ('pending', 'sending') and priority group by state
                union all
               select state, count(*) as count from outbox
                where bot = $1 and state in ('unknown', 'failed') group by state) as counts
            group by state) as states) as outbox
"""


@dataclass(frozen=True, slots=True)
class PostgresStats:
    """The queues of one bot."""

    pool: asyncpg.Pool
    bot: int

    async def __call__(self) -> Stats:
        """The state of this moment."""
        row = await self.pool.fetchrow(STATS, self.bot)
        ends = row["inbox"]
        return Stats(row["depth"], row["oldest_s"], ends.get("dead", 0), ends.get("quarantined", 0), row["outbox"])
