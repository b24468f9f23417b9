"""The `Audit` port on PostgreSQL."""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

import asyncpg

from bot.adapters.review.connections import as_operator
from bot.review.chain import EMPTY, Anchor, Link, followed
from bot.review.records import AuditRow, Chain

BATCH: Final = 5_000
_NOBODY: Final = uuid.UUID(int=0)
_COLUMNS: Final = "seq, at, operator_id, operator, address, action, subject, detail::text as detail, previous, hash"
_PAGE: Final = f"select {_COLUMNS} from audit_log where seq < $1 order by seq desc limit $2"  # noqa: S608
_NEXT: Final = f"select {_COLUMNS} from audit_log where seq > $1 order by seq limit $2"  # noqa: S608
_LATEST: Final = 2**62


@dataclass(frozen=True, slots=True)
class PostgresAudit:
    """Reads the chain; `bot.adapters.review.connections.audit` adds to it."""

    pool: asyncpg.Pool

    async def page(self, before: int | None, most: int) -> list[AuditRow]:
        """See `Audit`."""
        links = await self._links(_PAGE, _LATEST if before is None else before, most)
        return [_row(link) for link in links]

    async def verify(self) -> Chain:
        """See `Audit`. A few thousand lines at a time."""
        chain = EMPTY
        async for links in self._batches():
            chain = followed(chain, links)
            if chain.broken_at is not None:
                break
        return chain

    async def holds(self, anchor: Anchor) -> bool:
        """Whether the line that was the head at that length is there as it was."""
        if anchor.length == 0:
            return anchor.head == EMPTY.head
        links = await self._links(_NEXT, anchor.length - 1, 1)
        return bool(links) and (links[0].seq, links[0].hash) == (anchor.length, anchor.head)

    async def _batches(self) -> AsyncIterator[Sequence[Link]]:
        last = -_LATEST
        while links := await self._links(_NEXT, last, BATCH):
            yield links
            last = links[-1].seq

    async def _links(self, sql: str, *values: int) -> Sequence[Link]:
        async with as_operator(self.pool, _NOBODY) as connection:
            return [Link(**row) for row in await connection.fetch(sql, *values)]


def _row(link: Link) -> AuditRow:
    told = (link.seq, link.at, link.operator, link.address, link.action, link.subject)
    return AuditRow(*told, json.loads(link.detail), link.previous, link.hash)
