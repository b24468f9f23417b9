"""The inbox on a real database: nothing twice, nothing out of order, nothing lost between two transactions."""

from __future__ import annotations

import asyncio
import json
import random
import uuid
from typing import Any

import asyncpg
import pytest
from hypothesis import given

from bot.adapters.delivery.inbox import PostgresArrivals
from bot.delivery.arrivals import Arrival, Ties, Update, Urgent
from bot.delivery.errors import LeaseLost
from bot.delivery.jsontext import json_text
from bot.messages import Kind
from bot.ports import MessageRow, Person, Transaction
from rag.types import Language
from tests.fakes.channel import update
from tests.fakes.telegram_samples import json_values, unwieldy
from tests.integration.delivering import BOT, NOW, Desk, later, new


@pytest.fixture
def desk(pool: asyncpg.Pool) -> Desk:
    return Desk(pool)


async def test_redelivered_updates_change_nothing(desk: Desk) -> None:
    batch = [new(1, "a"), new(2, "a"), new(3, "b")]
    first, *others = await asyncio.gather(*(desk.arrivals.accept(batch, 4) for _ in range(4)))
    counts = sorted((accepted.new, accepted.known) for accepted in (first, *others))
    assert counts == [(0, 3), (0, 3), (0, 3), (3, 0)]
    assert await desk.updates() == {1: "new", 2: "new", 3: "new"}
    assert [job.id for job in await desk.claimed()] == [1, 3]


async def test_an_id_twice_in_a_batch_is_its_first_update(desk: Desk) -> None:
    accepted = await desk.arrivals.accept([new(1, "a"), new(1, "b"), new(2, "b")], 3)
    assert accepted.new == 2
    assert [(job.id, job.chat) for job in await desk.claimed()] == [(1, "a"), (2, "b")]


async def test_an_update_that_is_done_leaves_a_tombstone_against_redelivery(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.store((1, "a"))
    await desk.finish(*await desk.claimed())
    await desk.store((1, "a"))
    assert await desk.updates() == {1: "done"}
    assert await desk.claimed() == []
    assert await pool.fetchval("select payload from inbox") is None


async def test_bots_have_ids_and_cursors_of_their_own(desk: Desk, pool: asyncpg.Pool) -> None:
    other = PostgresArrivals(pool, BOT + 1, desk.log)
    await desk.arrivals.accept([new(1, "a")], 2)
    assert (await other.accept([new(1, "a")], 9)).new == 1
    assert (await desk.arrivals.next_offset(), await other.next_offset()) == (2, 9)


async def test_updates_and_cursor_are_stored_together_or_not_at_all(desk: Desk) -> None:
    await desk.arrivals.accept([new(1, "a")], 2)
    with pytest.raises(asyncpg.CheckViolationError):
        await desk.arrivals.accept([new(2, "a"), Update(3, Arrival.NEW)], 4)
    assert await desk.updates() == {1: "new"}
    assert await desk.arrivals.next_offset() == 2


async def test_a_cursor_of_another_day_is_not_used(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.arrivals.accept([], 700)
    await later(pool, hours=25)
    assert await desk.arrivals.next_offset() is None


async def test_a_chat_has_one_update_at_a_time_in_the_order_of_ids(desk: Desk) -> None:
    await desk.store((5, "a"), (3, "a"), (4, "b"), (9, "a"))
    jobs = await desk.claimed()
    assert [job.id for job in jobs] == [3, 4]
    assert await desk.claimed() == []
    await desk.finish(jobs[0])
    assert [job.id for job in await desk.claimed()] == [5]


async def test_several_claim_at_once_and_none_gets_what_another_has(desk: Desk) -> None:
    await desk.store(*((number, f"chat {number % 40}") for number in range(200)))
    batches = await asyncio.gather(*(desk.inbox.claim(10) for _ in range(6)))
    jobs = [job for batch in batches for job in batch.items]
    assert len({job.chat for job in jobs}) == len(jobs) == 40
    assert all(job.id < 40 for job in jobs)


async def test_a_lease_that_is_over_lets_somebody_else_claim(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.store((1, "a"), (2, "a"))
    (lost,) = await desk.claimed()
    await later(pool, seconds=11)
    (taken,) = await desk.claimed()
    assert (taken.id, taken.attempts, taken.deaths) == (1, 1, 1)
    with pytest.raises(LeaseLost):
        await desk.finish(lost)
    assert await desk.updates() == {1: "doing", 2: "new"}
    await desk.finish(taken)
    assert await desk.updates() == {1: "done", 2: "new"}


async def test_a_lease_can_be_renewed_by_whoever_holds_it(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.store((1, "a"), (2, "b"))
    held, lost = await desk.claimed()
    await pool.execute("update inbox_chats set lease_token = gen_random_uuid() where chat = 'b'")
    await later(pool, seconds=8)
    assert await desk.inbox.renew([held, lost]) == [held]
    await later(pool, seconds=8)
    assert [job.id for job in await desk.claimed()] == [2]


async def test_what_was_done_without_the_lease_is_not_committed(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.store((1, "a"))
    (job,) = await desk.claimed()
    await pool.execute("update inbox_chats set lease_token = gen_random_uuid()")

    async def write() -> None:
        async with desk.conversations.transaction(Person("test", "a")) as transaction:
            await transaction.keep_person(None)
            await desk.inbox.finish(transaction, job)

    with pytest.raises(LeaseLost):
        await write()
    async with desk.conversations.transaction(Person("test", "a")) as transaction:
        count = "select count(*) from users"
        assert await transaction.connection.fetchval(count) == 0


async def test_an_update_that_failed_waits_and_keeps_its_chat_waiting(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.store((1, "a"), (2, "a"))
    (job,) = await desk.claimed()
    await desk.inbox.retry(job, 4.0, "ValueError")
    batch = await desk.inbox.claim(1)
    assert (list(batch.items), 3 < batch.due_in <= 4) == ([], True)
    await later(pool, seconds=5)
    (again,) = await desk.claimed()
    assert (again.id, again.attempts) == (1, 2)
    assert await pool.fetchval("select error from inbox where update_id = 1") == "ValueError"


async def test_what_is_handed_back_is_as_if_it_had_never_been_claimed(desk: Desk) -> None:
    await desk.store((1, "a"), (2, "b"))
    await desk.inbox.release(await desk.claimed())
    assert [(job.id, job.attempts) for job in await desk.claimed()] == [(1, 1), (2, 1)]


async def test_handing_back_without_the_lease_changes_nothing(desk: Desk) -> None:
    await desk.store((1, "a"))
    (job,) = await desk.claimed()
    await desk.finish(job)
    await desk.inbox.release([job])
    await desk.inbox.retry(job, 0, "ValueError")
    assert await desk.updates() == {1: "done"}
    assert await desk.claimed() == []


async def test_what_arrives_while_the_last_update_is_finished_is_not_forgotten(desk: Desk, pool: asyncpg.Pool) -> None:
    rng = random.Random(5)  # noqa: S311
    chats = [f"chat {number}" for number in range(3)]

    async def arrive(start: int) -> None:
        for number in range(start, start + 60):
            await desk.store((number, rng.choice(chats)))

    async def work() -> int:
        done = 0
        while done < 400 and not (receiving.done() and not await pool.fetchval("select count(*) from inbox_chats")):
            jobs = await desk.claimed(2)
            await desk.finish(*jobs)
            done += len(jobs)
        return done

    receiving = asyncio.gather(*(arrive(start) for start in (0, 100, 200)))
    done = await asyncio.gather(work(), work(), work())
    assert sum(done) == 180
    assert set((await desk.updates()).values()) == {"done"}


async def test_an_emergency_is_answered_as_it_is_stored(desk: Desk) -> None:
    desk.alarms = frozenset({"help"})
    await desk.store((1, "a"))
    await desk.intake().accept([update(2, "a", "help"), update(3, "a", "oi")])
    assert await desk.updates() == {1: "new", 2: "done", 3: "new"}
    assert await desk.rows() == [("a", "help", "pending")]
    await desk.intake().accept([update(2, "a", "help")])
    assert len(await desk.rows()) == 1
    (job,) = await desk.claimed()
    assert job.id == 1


async def test_an_emergency_that_cannot_be_written_waits_its_turn_and_keeps_none_out(desk: Desk) -> None:
    async def write(transaction: Transaction) -> None:
        await transaction.keep_person(None)
        raise ValueError

    failing = Update(1, Arrival.NEW, "a", "{}", urgent=Urgent(Person("test", "a"), write))
    accepted = await desk.arrivals.accept([failing, new(2, "b")], 3)
    assert (accepted.new, accepted.urgent) == (2, 0)
    assert [job.id for job in await desk.claimed()] == [1, 2]


async def test_a_group_is_told_once_and_nothing_of_it_is_kept(desk: Desk, pool: asyncpg.Pool) -> None:
    intake = desk.intake()
    await intake.accept([{"update_id": 1, "group": "g"}, {"update_id": 2, "group": "g"}])
    await intake.accept([{"update_id": 3, "group": "g"}])
    assert await desk.rows() == [("g", "in private, please (pt-BR)", "pending")]
    assert await pool.fetch("select from inbox where payload is not null or chat is not null") == []
    assert await desk.updates() == {1: "done", 2: "done", 3: "done"}


async def test_what_cannot_be_made_out_is_put_aside_and_blocks_nothing(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.intake().accept([{"update_id": 1, "poll": 5}, {"update_id": 2, "member": 1}, update(3, "a", "oi")])
    assert await desk.updates() == {1: "quarantined", 2: "done", 3: "new"}
    assert await pool.fetchval("select payload from inbox where update_id = 1") == {"update_id": 1, "poll": 5}


async def test_an_update_that_the_database_refuses_is_put_aside_alone(desk: Desk) -> None:
    refused = Update(2, Arrival.NEW, "a", '{"text": "\\u0000"}')
    accepted = await desk.arrivals.accept([new(1, "a"), refused, new(3, "b")], 4)
    assert accepted.new == 3
    assert await desk.updates() == {1: "new", 2: "quarantined", 3: "new"}
    assert await desk.arrivals.next_offset() == 4


async def test_an_update_that_no_index_can_hold_is_put_aside_alone(desk: Desk) -> None:
    refused = Update(2, Arrival.NEW, "a", "{}", ties=Ties("5", album=unwieldy(1)))
    await desk.arrivals.accept([new(1, "a"), refused, new(3, "b")], 4)
    assert await desk.updates() == {1: "new", 2: "quarantined", 3: "new"}


@pytest.mark.parametrize("depth", [900, 5_000, 20_000])
async def test_an_update_that_is_nested_too_deeply_keeps_none_out(desk: Desk, depth: int) -> None:
    deep = Update(2, Arrival.NEW, "a", "[" * depth + "]" * depth)
    await desk.arrivals.accept([new(1, "a"), deep, new(3, "b")], 4)
    assert {1: "new", 3: "new"}.items() <= (await desk.updates()).items()
    assert await desk.arrivals.next_offset() == 4


async def test_a_body_that_is_no_update_is_put_aside_once(desk: Desk, pool: asyncpg.Pool) -> None:
    for _ in range(2):
        await desk.intake().quarantine(b"\xff{\x00", "not_json")
    (row,) = await pool.fetch("select update_id, state, error, payload from inbox")
    assert row["update_id"] < 0
    assert (row["state"], row["error"], row["payload"]) == ("quarantined", "not_json", "\ufffd{")


async def test_words_that_jsonb_cannot_hold_are_stored_without_them(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.intake().accept([update(1, "a", "oi \ud83d \x00 \U0001f642", nan=float("nan"), big=10**400)])
    payload = await pool.fetchval("select payload from inbox")
    assert payload["text"] == "oi \ufffd  \U0001f642"
    assert payload["nan"] is None


@given(json_values)
def test_any_json_becomes_text_without_what_jsonb_refuses(value: Any) -> None:
    text = json_text(value)
    assert "\\u0000" not in text.replace("\\\\", "")
    json.loads(text, parse_constant=pytest.fail).__repr__().encode()


async def test_who_leaves_takes_along_what_of_theirs_was_given_up(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.store((1, "7"), (2, "8"))
    for job in await desk.claimed():
        async with desk.conversations.transaction(Person("telegram", job.chat)) as transaction:
            await transaction.keep_person(None)
            words = MessageRow(uuid.uuid4(), "in", Kind.TEXT, Language.ES, NOW, "oi", external_id=str(job.id))
            await transaction.record([words])
            await desk.inbox.bury(transaction, job, "ValueError")
    async with desk.conversations.transaction(Person("telegram", "7")) as transaction:
        await transaction.erase()
    assert await pool.fetch("select update_id from inbox where payload is not null") == [(2,)]
    assert await desk.updates() == {1: "dead", 2: "dead"}


async def test_claiming_reads_as_many_pages_however_many_wait(desk: Desk, pool: asyncpg.Pool) -> None:
    await pool.execute(
        "insert into inbox (bot, update_id, chat, state) select $1, g, 'chat ' || g % 2000, 'done'"
        " from generate_series(1, 20000) g", BOT,
    )  # fmt: skip
    pages: dict[int, int] = {}
    for chats in (20, 2_000):
        await desk.store(*((100_000 + number, f"chat {number}") for number in range(chats)))
        pages[chats] = await _pages(pool)
        await pool.execute("delete from inbox where state <> 'done'; delete from inbox_chats")
    assert 0 < pages[2_000] < 2 * pages[20]


async def _pages(pool: asyncpg.Pool) -> int:
    claim = "explain (analyze, buffers, format json) select * from inbox_claim($1, 8, '10 s', gen_random_uuid())"
    async with pool.acquire() as connection:
        await connection.fetchval(claim, BOT)  # reads the catalogue too
        (plan,) = json.loads(await connection.fetchval(claim, BOT))
    return int(plan["Plan"]["Shared Hit Blocks"] + plan["Plan"]["Shared Read Blocks"])
