"""Run as a process, with a database's address and a chat: finishes its update, and never commits."""

from __future__ import annotations

import asyncio
import sys
import uuid

from bot.adapters.conversations import PostgresConversations
from bot.adapters.delivery.inbox import PostgresInbox
from bot.delivery.pacing import LEASE
from bot.ports import Person
from rag.adapters.postgres.pool import Patience, open_pool
from tests.integration.delivering import BOT


async def _held(database: str, chat: str) -> None:
    async with open_pool(database, patience=Patience(idle_s=0.5)) as pool:
        inbox = PostgresInbox(pool, BOT, LEASE, uuid.uuid4)
        (job,) = (await inbox.claim(1)).items
        async with PostgresConversations(pool).transaction(Person("test", chat)) as transaction:
            await transaction.keep_person(None)
            await inbox.finish(transaction, job)
            sys.stdout.write("held\n")
            sys.stdout.flush()
            await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_held(*sys.argv[1:]))
