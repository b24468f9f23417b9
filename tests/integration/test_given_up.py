"""What is given up: the person is told once, both messages are stored, and the chat goes on."""

from __future__ import annotations

from dataclasses import replace

import asyncpg
import pytest

from bot.delivery.worker import Handle
from bot.messages import Incoming
from bot.metrics import NullMeter
from bot.ports import Person
from tests.fakes.channel import update
from tests.integration.delivering import QUICK, SORRY, Desk, later


@pytest.fixture
def desk(pool: asyncpg.Pool) -> Desk:
    return Desk(pool)


async def _given_up(desk: Desk) -> list[tuple[str, str | None]]:
    """Direction and text of what is stored of chat a after a message that can't be handled."""

    async def fail(_: Incoming) -> str:
        raise RuntimeError

    await desk.intake().accept([update(1, "a", "poison")])
    async with desk.running(desk.worker(fail, replace(QUICK, attempts=1)), desk.sending()):
        await desk.channel.until(lambda: desk.channel.sent)
    async with desk.conversations.transaction(Person("test", "a")) as transaction:
        rows = await transaction.connection.fetch("select direction, text from mensagens order by seq")
    return [tuple(row) for row in rows]


async def test_what_was_given_up_and_what_was_said_of_it_are_stored(desk: Desk, pool: asyncpg.Pool) -> None:
    assert await _given_up(desk) == [("in", "poison"), ("out", SORRY)]
    assert desk.channel.sent == [("a", SORRY)]
    row = await pool.fetchrow("select state, error, payload from inbox")
    assert (row["state"], row["error"], row["payload"]["text"]) == ("dead", "RuntimeError", "poison")


async def test_each_update_that_is_given_up_is_counted(desk: Desk) -> None:
    class Deaths(NullMeter):
        counted = 0

        def gave_up(self) -> None:
            self.counted += 1

    async def fail(_: Incoming) -> str:
        raise RuntimeError

    meter = Deaths()
    await desk.intake().accept([update(1, "a", "poison"), update(2, "b", "poison")])
    worker = replace(desk.worker(fail, replace(QUICK, attempts=1)), meter=meter)
    async with desk.running(worker, desk.sending()):
        await desk.channel.until(lambda: len(desk.channel.sent) == 2)
    assert meter.counted == 2


async def test_words_that_are_not_kept_do_not_stay_in_the_inbox_either(pool: asyncpg.Pool) -> None:
    desk = Desk(pool, keeps_words=False)
    assert await _given_up(desk) == [("in", None), ("out", SORRY)]
    assert tuple(await pool.fetchrow("select state, payload from inbox")) == ("dead", None)


async def _buried(desk: Desk, apologise: Handle) -> list[str]:
    """What chat a gets, whose first message can't be handled and whose second can."""

    async def think(incoming: Incoming) -> str:
        if incoming.text == "poison":
            raise RuntimeError
        return incoming.text

    await desk.intake().accept([update(1, "a", "poison"), update(2, "a", "oi")])
    worker = replace(desk.worker(think, replace(QUICK, attempts=1)), apologise=apologise)
    while (await desk.updates())[1] != "dead":
        (job,) = await desk.claimed()
        await worker._job(job)  # noqa: SLF001 - as the loop does
        await later(desk.pool, seconds=11)
    async with desk.running(worker, desk.sending()):
        await desk.channel.until(lambda: ("a", "oi") in desk.channel.sent)
    return desk.channel.to("a")


async def test_words_that_stand_in_the_way_of_the_apology_are_left_out(desk: Desk) -> None:
    async def sorry(incoming: Incoming) -> str:
        return "\0" if incoming.text else SORRY  # no text in PostgreSQL holds a NUL

    assert await _buried(desk, desk.handler(sorry)) == [SORRY, "oi"]


async def test_where_no_apology_can_be_written_the_chat_goes_on_all_the_same(desk: Desk) -> None:
    async def sorry(_: Incoming) -> str:
        return "\0"

    assert await _buried(desk, desk.handler(sorry)) == ["oi"]
