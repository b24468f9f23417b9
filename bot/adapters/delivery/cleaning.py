"""What the janitor clears away, in small batches, so that nobody waits for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import asyncpg

BATCH: Final = 2_000

_KINDS: Final = {
    "updates": """
        delete from inbox where ctid = any (array(
            select ctid from inbox
             where received_at < now() - $1::interval and finished_at < now() - $1::interval and state <> 'quarantined'
             limit $2))""",
    "quarantined": """
        delete from inbox where ctid = any (array(
            select ctid from inbox where state = 'quarantined' and finished_at < now() - $1::interval limit $2))""",
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


@dataclass(frozen=True, slots=True)
class Retention:
    """How long things stay. A group is told again after `groups`.

    Tombstones outlast whatever Telegram may deliver again (it keeps updates for 24 h).
    """

    tombstones: timedelta = timedelta(hours=48)
    quarantined: timedelta = timedelta(days=7)
    sent: timedelta = timedelta(hours=48)
    unsent: timedelta = timedelta(days=7)
    texts: timedelta = timedelta(hours=24)
    blocked: timedelta = timedelta(days=90)
    groups: timedelta = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class PostgresCleaning:
    """The `Cleaning` port, for all bots of the database."""

    pool: asyncpg.Pool
    retention: Retention = Retention()

    async def clean(self) -> Mapping[str, int]:
        """Removes what has served its time; returns rows by kind."""
        keep = self.retention
        ages = {
            "updates": keep.tombstones, "quarantined": keep.quarantined, "sent": keep.sent, "unsent": keep.unsent,
            "texts": keep.texts, "blocked": keep.blocked, "groups": keep.groups,
        }  # fmt: skip
        return {kind: await self._clear(sql, ages.get(kind, timedelta(0))) for kind, sql in _KINDS.items()}

    async def _clear(self, sql: str, age: timedelta) -> int:
        total = 0
        while True:
            status: str = await self.pool.execute(sql, age, BATCH)
            count = int(status.rpartition(" ")[2])
            total += count
            if count < BATCH:
                return total
