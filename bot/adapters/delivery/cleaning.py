"""What the janitor clears away, in small batches, so that nobody waits for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import asyncpg

BATCH: Final = 2_000
PEOPLE: Final = 10
_SWEPT: Final = ("messages", "entries", "closed", "abandoned")

_KINDS: Final = {
    "updates": """
        delete from inbox where ctid = any (array(
            select ctid from inbox
             where received_at < now() - $1::interval and finished_at < now() - $1::interval
               and state not in ('dead', 'quarantined')
             limit $2))""",
    "dead": """
        delete from inbox where ctid = any (array(
            select ctid from inbox
             where state in ('dead', 'quarantined') and finished_at < now() - $1::interval limit $2))""",
    "last_words": """
        with repeated as (
            update outbox r set last_word = true from outbox o
             where o.last_word and not r.last_word and r.repeats = o.id)
        delete from outbox where ctid = any (array(
            select ctid from outbox
             where last_word and state in ('sent', 'unknown', 'failed') and created_at <= now() - $1::interval
             limit $2))""",
    "sent": """
        delete from outbox where ctid = any (array(
            select ctid from outbox where state = 'sent' and created_at < now() - $1::interval limit $2))""",
    "unsent": """
        delete from outbox where ctid = any (array(
            select ctid from outbox
             where state in ('unknown', 'failed') and created_at < now() - $1::interval limit $2))""",
    "texts": """
        update outbox set payload = null, plain = null where ctid = any (array(
            select ctid from outbox
             where state in ('sent', 'unknown', 'failed') and payload is not null and created_at < now() - $1::interval
             limit $2))""",
    "chats": """
        delete from outbox_chats where ctid = any (array(
            select ctid from outbox_chats
             where run_after is null and blocked_at is null and lease_token is null
               and (pause_until is null or pause_until < now() - $1::interval)
             limit $2 for update skip locked))""",
    "blocked": """
        delete from outbox_chats where ctid = any (array(
            select ctid from outbox_chats
             where run_after is null and lease_token is null and blocked_at < now() - $1::interval
             limit $2 for update skip locked))""",
    "groups": """
        delete from group_notices where ctid = any (array(
            select ctid from group_notices where noticed_at < now() - $1::interval limit $2))""",
    "notices": """
        delete from operator_notices where ctid = any (array(
            select ctid from operator_notices where at < now() - $1::interval limit $2))""",
    "tokens": """
        delete from button_tokens where ctid = any (array(
            select ctid from button_tokens where expires_at < now() - $1::interval limit $2))""",
    "drafts": """
        delete from diary_drafts where ctid = any (array(
            select ctid from diary_drafts where expires_at < now() - interval '1 day' - $1::interval limit $2))""",
    "buckets": """
        delete from rate_buckets where ctid = any (array(
            select ctid from rate_buckets where updated_at < now() - interval '1 day' - $1::interval limit $2))""",
}


_SWEEP: Final = "select * from sweep_people($1, $2, $3, $4, $5)"


@dataclass(frozen=True, slots=True)
class Retention:
    """How long things stay; None: for ever. A group is told again after `groups`.

    Tombstones outlast whatever Telegram may deliver again (it keeps updates for 24 h). Of people: `messages` (and the
    working memory, since it was last written to), `diary`, `cases` since they were closed. An open case of which
    nothing was heard for `abandoned` is closed. `dead` is of updates that were given up or could not be read, `notices`
    of what no operator was there to be told.
    """

    tombstones: timedelta = timedelta(hours=48)
    dead: timedelta | None = timedelta(days=30)
    sent: timedelta = timedelta(hours=48)
    unsent: timedelta = timedelta(days=7)
    texts: timedelta = timedelta(hours=24)
    blocked: timedelta = timedelta(days=90)
    groups: timedelta = timedelta(days=365)
    notices: timedelta = timedelta(days=7)
    messages: timedelta | None = timedelta(days=365)
    diary: timedelta | None = timedelta(days=730)
    cases: timedelta | None = timedelta(days=1825)
    abandoned: timedelta = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class PostgresCleaning:
    """The `Cleaning` port, for all bots of the database."""

    pool: asyncpg.Pool
    retention: Retention = Retention()

    async def clean(self) -> Mapping[str, int]:
        """Removes what has served its time; returns rows by kind."""
        keep = self.retention
        dead = None if keep.dead is None else max(keep.dead, keep.tombstones)
        ages: dict[str, timedelta | None] = {
            "updates": keep.tombstones, "dead": dead, "sent": keep.sent, "unsent": keep.unsent,
            "texts": keep.texts, "blocked": keep.blocked, "groups": keep.groups, "notices": keep.notices,
        }  # fmt: skip
        cleared: dict[str, int] = {}
        for kind, sql in _KINDS.items():
            if (age := ages.get(kind, timedelta(0))) is not None:
                cleared[kind] = await self._clear(sql, age)
        return {**cleared, **await self._sweep()}

    async def _clear(self, sql: str, age: timedelta) -> int:
        total = 0
        while True:
            status: str = await self.pool.execute(sql, age, BATCH)
            count = int(status.rpartition(" ")[2])
            total += count
            if count < BATCH:
                return total

    async def _sweep(self) -> Mapping[str, int]:
        """What is over of everybody whose turn it is, a few people at a time."""
        keep, total = self.retention, Counter[str]()
        while True:
            row = await self.pool.fetchrow(_SWEEP, PEOPLE, keep.messages, keep.diary, keep.cases, keep.abandoned)
            total.update({kind: row[kind] for kind in _SWEPT})
            if row["people"] < PEOPLE and not row["unfinished"]:
                return {kind: total[kind] for kind in _SWEPT}
