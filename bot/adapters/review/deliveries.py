"""The `Deliveries` port on PostgreSQL, over all bots of the database."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import asyncpg

from bot.adapters.delivery.signals import INBOX
from bot.adapters.review.connections import as_operator, audit
from bot.review.records import CorpusState, FailedUpdate, Gauges, UnknownSend, Viewer

# each count reads a partial index: what is done is not counted
_GAUGES: Final = """
select (select count(*) from inbox where state in ('new', 'doing')) as waiting,
       (select greatest(coalesce(extract(epoch from clock_timestamp() - min(run_after)), 0), 0)::float
          from inbox_chats) as oldest_s,
       (select count(*) from inbox where state = 'dead') as dead,
       (select count(*) from inbox where state = 'quarantined') as quarantined,
       (select coalesce(jsonb_object_agg(o.state, o.count), '{}') from (
           select state, count(*) as count from (
               select state from outbox where state in ('pending', 'sending') and not priority
               union all select state from outbox where state in ('pending', 'sending') and priority
               union all select state from outbox where state in ('unknown', 'failed')) as open_sends
            group by state) o) as outbox,
       (select coalesce(sum(calls), 0) from model_usage where day = $1)::int as model_calls_today,
       (select coalesce(sum(tokens), 0) from model_usage where day = $1)::bigint as model_tokens_today,
       (select count(*) from reply_facets f where f.at > $2) as replies_24h,
       (select coalesce(jsonb_object_agg(d.why, d.count), '{}') from (
           select why, count(*) as count
             from reply_facets f join mensagens m on m.id = f.reply_id cross join unnest(m.degraded) as why
            where f.at > $2 and f.degraded group by why) d) as degraded_24h,
       (select count(*) from reply_facets f where f.at > $2 and f.emergency) as emergencies_24h,
       (select count(*) from cases c where c.closed_at is null) as open_cases,
       (select coalesce(jsonb_object_agg(f.flag, f.count), '{}') from (
           select flag, count(*) as count
             from foods, unnest(case when flags = '{}' then array[''] else flags end) as flag
            where retired_at is null and user_id is null group by flag) f) as foods
"""
_CORPUS: Final = """
select especialidade, count(*) as chunks, count(*) filter (where review_date < $1) as overdue,
       count(*) filter (where demonstration) as demonstration, max(created_at) as newest
  from documentos_rag where retired_at is null group by 1 order by 1
"""
_FAILED: Final = """
select bot, update_id, state, coalesce(error, '') as error, attempts, received_at, payload is not null as kept
  from inbox where state in ('dead', 'quarantined') order by received_at desc, update_id desc limit $1
"""
_UNKNOWN: Final = """
select id, reply_id, coalesce(sending_since, created_at) as at, coalesce(error, '') as error
  from outbox where state = 'unknown' order by id desc limit $1
"""
_DISCARD: Final = """
update inbox set state = 'done', error = 'discarded', payload = null, finished_at = coalesce(finished_at, now())
 where bot = $1 and update_id = $2 and state in ('dead', 'quarantined') returning true
"""
_DAY: Final = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class PostgresDeliveries:
    """Counts name no person, so nobody's look is written down. `clock` is aware; days are those of `zone`."""

    pool: asyncpg.Pool
    zone: ZoneInfo
    clock: Callable[[], datetime]

    async def gauges(self) -> Gauges:
        """See `Deliveries`."""
        now = self.clock()
        today = now.astimezone(self.zone).date()
        async with as_operator(self.pool, uuid.UUID(int=0)) as connection:
            row = await connection.fetchrow(_GAUGES, today, now - _DAY)
            corpus = await connection.fetch(_CORPUS, today)
        states = [
            CorpusState(r["especialidade"], r["chunks"], r["overdue"], r["demonstration"], r["newest"]) for r in corpus
        ]
        return Gauges(**row, corpus=states)

    async def failed(self, most: int) -> list[FailedUpdate]:
        """See `Deliveries`."""
        return [FailedUpdate(**row) for row in await self.pool.fetch(_FAILED, most)]

    async def unknown(self, most: int) -> list[UnknownSend]:
        """See `Deliveries`."""
        return [UnknownSend(**row) for row in await self.pool.fetch(_UNKNOWN, most)]

    async def run_again(self, viewer: Viewer, bot: int, update_id: int) -> bool:
        """See `Deliveries`. The workers are told as by whoever receives."""
        async with as_operator(self.pool, viewer.operator.id) as connection:
            done = bool(await connection.fetchval("select inbox_run_again($1, $2)", bot, update_id))
            if done:
                await audit(connection, viewer, "run_again", f"{bot}/{update_id}")
        if done:  # by itself: a NOTIFY makes its transaction wait for every other one's commit
            await self.pool.execute("select pg_notify($1, '')", INBOX)
        return done

    async def discard(self, viewer: Viewer, bot: int, update_id: int) -> bool:
        """See `Deliveries`."""
        async with as_operator(self.pool, viewer.operator.id) as connection:
            done = bool(await connection.fetchval(_DISCARD, bot, update_id))
            if done:
                await audit(connection, viewer, "discard", f"{bot}/{update_id}")
        return done
