"""A whole run at DEBUG, in either mode: no word, no secret and no id is printed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest

from tests.acceptance.telegram_bot import SECRET as TOKEN_SECRET
from tests.acceptance.webhook_bot import (
    HOOK_SECRET,
    USERS,
    Replica,
    hooked_process,
    started,
    told,
)
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram_faults import Fate, Fault

EVENTS = ("update_failed", "update_quarantined", "not_sent")


@pytest.fixture
async def own() -> AsyncIterator[FakeTelegram]:
    """A Telegram for one test, which starts processes of its own on a database of its own."""
    async with FakeTelegram() as telegram:
        yield telegram


@pytest.mark.parametrize("mode", ["webhook", "polling"])
@pytest.mark.parametrize("form", ["console", "json"])
async def test_a_whole_run_at_debug_shows_no_word_no_secret_and_no_id(
    mode: str, form: str, own: FakeTelegram, corpus_database: str, tmp_path: Path
) -> None:
    user, gone, first = next(USERS), next(USERS), own.say(next(USERS), "oi")["update_id"]
    start = hooked_process if mode == "webhook" else started
    async with start(own, corpus_database, tmp_path, LOG_FORMAT=form) as replica:
        await everything_happens(own, replica, user, gone, corpus_database)
        assert await replica.told_to_stop() == 0
    log = (tmp_path / "log").read_text()
    last = own.say(user, "oi")["update_id"]
    ids = [str(number) for number in (user, gone, *range(first, last))]
    for hidden in ("ornitorrinco", "coceira", "Traceback", "no room", TOKEN_SECRET, HOOK_SECRET, *ids):
        assert hidden not in log
    if form == "json":
        assert all(json.loads(line)["event"] for line in log.splitlines())
    secret = (tmp_path / "secret").read_text().strip()
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    assert secret not in log


async def everything_happens(fake: FakeTelegram, replica: Replica, user: int, gone: int, database: str) -> None:
    """Answers, an emergency, faults of Telegram and of the database, what can't be read, somebody who left."""
    connection = await asyncpg.connect(database)
    await connection.execute(
        "create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$"
    )
    await connection.execute(
        f"create trigger refusal before insert on users for each row when (new.external_id = '{gone}') "
        "execute function refuse()"
    )
    fake.faults.plan("sendMessage", Fate.DROP_AFTER, Fate.SERVER_ERROR, Fault(Fate.RATE_LIMITED, seconds=1))
    fake.say(gone, "oi ornitorrinco")
    fake.say(user, "coceira ornitorrinco")
    fake.say(user, "meu pai está com dor no peito agora, ornitorrinco")
    fake.unknown("ornitorrinco", {"chat": {"id": user, "type": "private"}})
    await told(fake, user, 2)
    async with asyncio.timeout(20):
        while any(event not in replica.log.read_text() for event in EVENTS):
            await replica.moment()
    await connection.execute("drop trigger refusal on users")
    await connection.close()
    await told(fake, gone, 1)
    fake.block(gone)
    fake.say(gone, "oi")
    await fake.until(lambda: not fake.waiting, timeout=20)
