"""The inbox on PostgreSQL (sql/functions/delivery.sql)."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Sequence
from dataclasses import astuple, dataclass
from datetime import timedelta

import asyncpg
import structlog

from bot.adapters.conversations import PostgresTransaction
from bot.adapters.delivery.connections import connection_of, pause
from bot.adapters.delivery.limits import hold
from bot.adapters.delivery.outbox import enqueue
from bot.delivery.arrivals import Accepted, Arrival, Flood, Update
from bot.delivery.errors import LeaseLost
from bot.delivery.limits import UNLIMITED, FloodLimits
from bot.delivery.ports import Batch, Job, Post
from bot.ports import Transaction
from rag.adapters.postgres.pool import is_passing

_STORE = """
insert into inbox (bot, update_id, chat, payload, state, error, message, album, worded, finished_at)
select $1, u.id, u.chat, u.payload::jsonb, u.state, u.error, u.message, u.album, u.worded,
       case when u.state <> 'new' then now() end
  from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::boolean[])
         as u (id, chat, payload, state, error, message, album, worded)
 order by u.id
on conflict do nothing
returning update_id
"""
_DONE = "update inbox set state = 'done', payload = null, finished_at = now() where bot = $1 and update_id = $2"
_NOTICED = "insert into group_notices (bot, chat) values ($1, $2) on conflict do nothing returning true"
_CUT = "select inbox_cut($1, $2, $3, $4, $5)"
_OPEN = "select inbox_open($1, $2, $3)"
_MERGE = "select inbox_merge($1, $2, $3, $4, $5)"
_CURSOR = "select next_offset from poll_cursor where bot = $1 and updated_at > now() - $2::interval"
_CLAIM = "select * from inbox_claim($1, $2, $3, $4)"
_DUE_IN = "select extract(epoch from min(run_after) - clock_timestamp())::float from inbox_chats where bot = $1"
_RENEW = """
with held as (
    select c.chat, c.lease_token from inbox_chats c
      join unnest($2::text[], $3::uuid[]) as r (chat, token) on c.chat = r.chat and c.lease_token = r.token
     where c.bot = $1 order by c.chat for update of c)
update inbox_chats c set run_after = now() + $4::interval from held where c.bot = $1 and c.chat = held.chat
returning c.chat, c.lease_token
"""
_RETURN = "select inbox_return($1, $2, $3, $4, $5, $6)"
_RETRY = "select inbox_return($1, $2, $3, $4, $5, $6, $7)"
_FINISH = "select held, more from inbox_finish($1, $2, $3, $4, $5, $6)"

_NOT_STORABLE = (asyncpg.DataError, asyncpg.ProgramLimitExceededError)

FRESH = timedelta(hours=24)
"""Telegram keeps updates for a day; after a week without any, ids may begin again anywhere."""


@dataclass(frozen=True, slots=True)
class PostgresArrivals:
    """The `Arrivals` port for one bot."""

    pool: asyncpg.Pool
    bot: int
    log: structlog.stdlib.BoundLogger
    floods: FloodLimits = UNLIMITED

    async def accept(self, updates: Sequence[Update], next_offset: int | None) -> Accepted:
        """Stores a batch; one update that PostgreSQL won't take does not keep the others out."""
        updates = list({update.id: update for update in reversed(updates)}.values())[::-1]  # an id twice: the first
        try:
            return await self._accept(updates, next_offset)
        except _NOT_STORABLE as error:
            self.log.warning("update_not_storable", error=type(error).__name__)
        results = [await self._alone(update) for update in updates]
        await self._accept((), next_offset)
        return Accepted(*(sum(counts) for counts in zip(*map(astuple, results), strict=True)))

    async def _alone(self, update: Update) -> Accepted:
        try:
            return await self._accept([update], None)
        except _NOT_STORABLE as error:
            bare = Update(update.id, Arrival.QUARANTINED, error=type(error).__name__)
            return await self._accept([bare], None)

    async def _accept(self, updates: Sequence[Update], next_offset: int | None) -> Accepted:
        async with self.pool.acquire() as connection, connection.transaction():
            new = await self._store(connection, updates) if updates else set()
            fresh = [update for update in updates if update.id in new]
            cut = await self._cut(connection, fresh)
            urgent = sorted((u for u in fresh if u.urgent is not None), key=_person)
            answered = {update.id for update in urgent if await self._answered(connection, update)}
            await self._told(connection, fresh, cut)
            waiting = [u for u in fresh if u.state is Arrival.NEW and u.id not in cut]
            opened = {u.chat for u in waiting if u.id not in answered or _tied(u)}
            if opened or next_offset is not None:
                await connection.execute(_OPEN, self.bot, sorted(filter(None, opened)), next_offset)
            await self._merge(connection, [u for u in waiting if _tied(u)])
        return Accepted(len(fresh), len(updates) - len(fresh), len(answered), len(cut))

    async def _store(self, connection: asyncpg.Connection, updates: Sequence[Update]) -> set[int]:
        rows = [
            (u.id, u.chat, u.payload, u.state, u.error, u.ties.message, u.ties.album, u.ties.worded) for u in updates
        ]
        columns = map(list, zip(*rows, strict=True))
        return {row["update_id"] for row in await connection.fetch(_STORE, self.bot, *columns)}

    async def _cut(self, connection: asyncpg.Connection, fresh: Sequence[Update]) -> set[int]:
        """Ends those beyond the backlog: too much of their person waits already."""
        some = [u for u in fresh if u.state is Arrival.NEW and u.flood is not None] if self.floods.backlog else []
        if not some:
            return set()
        columns = [u.chat for u in some], [u.id for u in some], [u.ties.edits for u in some]
        cut = {row[0] for row in await connection.fetch(_CUT, self.bot, *columns, self.floods.backlog)}
        if cut:
            self.log.warning("flood_cut", updates=len(cut))
        return cut

    async def _told(self, connection: asyncpg.Connection, fresh: Sequence[Update], cut: Collection[int]) -> None:
        """Tells of floods, and groups; after the emergencies, which hold people's rows: then buckets, then chats."""
        floods = {u.chat: u.flood for u in fresh if u.flood is not None and u.id in cut}
        told = [await self._notice(connection, floods[chat]) for chat in sorted(floods, key=str)]
        groups = sorted((u.notice for u in fresh if u.notice is not None), key=_chat)
        told += [post for post in groups if await connection.fetchval(_NOTICED, self.bot, post.chat)]
        for post in sorted(filter(None, told), key=_chat):
            await enqueue(connection, self.bot, post)

    async def _notice(self, connection: asyncpg.Connection, flood: Flood) -> Post | None:
        episode = await hold(connection, flood.person, self.floods)
        return flood.notice(episode.language) if episode.begins else None

    async def _merge(self, connection: asyncpg.Connection, tied: Sequence[Update]) -> None:
        """Once the queues of their chats are locked: edits into their messages, and albums into one message."""
        if not tied:
            return
        edits = [(u.id, u.ties.edits, u.ties.amended) for u in tied if u.ties.edits is not None]
        albums = [u.id for u in tied if u.ties.album is not None]
        await connection.execute(_MERGE, self.bot, *([edit[i] for edit in edits] for i in range(3)), albums)

    async def _answered(self, connection: asyncpg.Connection, update: Update) -> bool:
        """Writes an emergency's answer. Raises where another try may do it, so that the update is delivered again.

        Where it can't be written the update stays an ordinary one, and keeps none out.
        """
        if update.urgent is None:
            return False
        try:
            async with connection.transaction():
                person = update.urgent.person
                await connection.execute("select set_config('fonte.user_id', $1, true)", str(person.id))
                await update.urgent.write(PostgresTransaction(connection, person))
                await connection.execute(_DONE, self.bot, update.id)
        except Exception as error:
            if is_passing(error):
                raise
            # it then waits its turn, and is tried more than once
            self.log.error("emergency_not_written", update=update.id, error=type(error).__name__)  # noqa: TRY400
            return False
        return True

    async def next_offset(self) -> int | None:
        """The cursor, if it moved within a day."""
        offset: int | None = await self.pool.fetchval(_CURSOR, self.bot, FRESH)
        return offset


@dataclass(frozen=True, slots=True)
class PostgresInbox:
    """The `Inbox` port for one bot. `new_token` makes a lease's token."""

    pool: asyncpg.Pool
    bot: int
    lease: timedelta
    new_token: Callable[[], uuid.UUID]

    async def claim(self, limit: int) -> Batch[Job]:
        """Takes the first update of each of up to `limit` chats whose turn it is; see the port."""
        token = self.new_token()
        async with self.pool.acquire() as connection:
            rows = await connection.fetch(_CLAIM, self.bot, limit, self.lease, token)
            due = await connection.fetchval(_DUE_IN, self.bot) if len(rows) < limit else 0.0
        return Batch([_job(row, token) for row in rows], pause(due, bool(rows)))

    async def renew(self, jobs: Sequence[Job]) -> Sequence[Job]:
        """Extends the leases; returns the jobs whose lease is still held."""
        chats, tokens = [job.chat for job in jobs], [job.token for job in jobs]
        rows = await self.pool.fetch(_RENEW, self.bot, chats, tokens, self.lease)
        held = {(row["chat"], row["lease_token"]) for row in rows}
        return [job for job in jobs if (job.chat, job.token) in held]

    async def finish(self, transaction: Transaction, job: Job) -> bool:
        """Done, as part of the transaction; returns whether more waits in the chat. Raises LeaseLost."""
        return await self._end(transaction, job, "done", None)

    async def bury(self, transaction: Transaction, job: Job, error: str) -> None:
        """Given up, as part of the transaction; the payload goes unless it has stored their words. Raises LeaseLost."""
        await self._end(transaction, job, "dead", error)

    async def _end(self, transaction: Transaction, job: Job, state: str, error: str | None) -> bool:
        connection = connection_of(transaction)
        row = await connection.fetchrow(_FINISH, self.bot, job.chat, job.id, job.token, state, error)
        if not row["held"]:
            raise LeaseLost
        return bool(row["more"])

    async def postpone(self, transaction: Transaction, job: Job, seconds: float) -> None:
        """Put back as if never claimed, for so long, as part of the transaction. Raises LeaseLost."""
        connection = connection_of(transaction)
        if not await connection.fetchval(_RETURN, self.bot, [job.chat], [job.id], [job.token], seconds, None):
            raise LeaseLost

    async def retry(self, job: Job, seconds: float, error: str, *, counted: bool = True) -> None:
        """Put back, to be tried after a pause; nothing where the lease was lost."""
        await self.pool.execute(_RETRY, self.bot, [job.chat], [job.id], [job.token], seconds, error, counted)

    async def release(self, jobs: Sequence[Job]) -> None:
        """Put back as if never claimed."""
        jobs = sorted(jobs, key=lambda job: job.chat)
        columns = ([j.chat for j in jobs], [j.id for j in jobs], [j.token for j in jobs])
        await self.pool.execute(_RETURN, self.bot, *columns, 0.0, None)


def _job(row: asyncpg.Record, token: uuid.UUID) -> Job:
    return Job(row["update_id"], row["chat"], row["payload"], row["attempts"], row["received_at"], token, row["deaths"])


def _tied(update: Update) -> bool:
    return update.ties.edits is not None or update.ties.album is not None


def _person(update: Update) -> str:
    return str(update.urgent.person.id) if update.urgent else ""


def _chat(post: Post) -> str:
    return post.chat
