"""The outbox on a real database: every state that a part can be in, and who may change it."""

from __future__ import annotations

import asyncio
import math
import uuid
from collections.abc import Sequence

import asyncpg
import pytest

from bot.delivery.pacing import Pace
from bot.delivery.ports import Fate, Outgoing, Part, Post, Settlement
from bot.messages import Kind
from bot.ports import MessageRow, Person
from rag.types import Language
from tests.integration.delivering import NOW, Desk, later, texts


@pytest.fixture
def desk(pool: asyncpg.Pool) -> Desk:
    return Desk(pool)


async def settle(desk: Desk, outgoing: Outgoing, fate: Fate, pause: float = 0.0, again: Sequence[Part] = ()) -> None:
    await desk.outbox.settle([Settlement(outgoing, fate, "77", str(fate), pause, again)])


async def test_parts_of_a_chat_go_out_one_at_a_time_and_in_order(desk: Desk) -> None:
    await desk.post("a", "one", "two")
    await desk.post("b", "other")
    await desk.post("a", "three")
    first, other = await desk.outgoing()
    assert texts([first, other]) == ["one", "other"]
    assert await desk.outgoing() == []
    await settle(desk, first, Fate.SENT)
    (second,) = await desk.outgoing()
    assert texts([second]) == ["two"]
    await settle(desk, second, Fate.SENT)
    assert texts(await desk.outgoing()) == ["three"]


async def test_a_long_reply_goes_on_at_the_part_that_was_not_sent(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.post("a", "one", "two", "three")
    await settle(desk, (await desk.outgoing())[0], Fate.SENT)
    await settle(desk, (await desk.outgoing())[0], Fate.UNSENT, 4.0)
    batch = await desk.outbox.claim(8, 8)
    assert (list(batch.items), 3 < batch.due_in <= 4) == ([], True)
    await later(pool, seconds=5)
    (again,) = await desk.outgoing()
    assert (texts([again]), again.attempts) == (["two"], 2)
    await settle(desk, again, Fate.SENT)
    assert texts(await desk.outgoing()) == ["three"]
    assert [state for _, _, state in await desk.rows()] == ["sent", "sent", "sending"]


async def test_a_chat_that_asked_to_wait_waits_alone_and_across_restarts(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.post("a", "one", "two")
    await settle(desk, (await desk.outgoing())[0], Fate.PAUSED, 30.0)
    await desk.post("b", "other")
    await desk.post("a", "three")
    restarted = Desk(pool)
    (other,) = await restarted.outgoing()
    assert other.chat == "b"
    await settle(desk, other, Fate.SENT)
    assert 25 < (await restarted.outbox.claim(8, 8)).due_in <= 30
    await later(pool, seconds=31)
    assert texts(await restarted.outgoing()) == ["one"]


async def test_who_blocked_the_bot_gets_no_pushes_until_they_write_again(desk: Desk) -> None:
    await desk.post("a", "answer")
    await desk.post("a", "reminder", push=True)
    await desk.post("a", "other answer")
    await settle(desk, (await desk.outgoing())[0], Fate.BLOCKED)
    await desk.post("a", "other reminder", push=True)
    states = {text: state for _, text, state in await desk.rows()}
    assert states == {
        "answer": "failed", "reminder": "failed", "other answer": "pending", "other reminder": "failed",
    }  # fmt: skip
    await desk.store((1, "a"))
    await desk.post("a", "last reminder", push=True)
    assert ("a", "last reminder", "pending") in await desk.rows()


async def test_what_is_refused_has_failed_and_the_next_part_goes_on(desk: Desk) -> None:
    await desk.post("a", "one", "two")
    await settle(desk, (await desk.outgoing())[0], Fate.REFUSED)
    assert texts(await desk.outgoing()) == ["two"]
    assert (await desk.rows())[0] == ("a", "one", "failed")


async def test_an_unknown_end_is_kept_and_repeated_in_its_place_once(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.post("a", "one", "two")
    again = [Part({"text": "again"}, {"text": "again"}), Part({"text": "one"}, {"text": "one"})]
    (first,) = await desk.outgoing()
    await settle(desk, first, Fate.UNKNOWN, again=again)
    await settle(desk, first, Fate.UNKNOWN, again=again)  # told twice, as after a lost answer
    assert await desk.rows() == [
        ("a", "one", "unknown"), ("a", "again", "pending"), ("a", "one", "pending"), ("a", "two", "pending"),
    ]  # fmt: skip
    (mark,) = await desk.outgoing()
    assert (texts([mark]), mark.repeat) == (["again"], True)
    await settle(desk, mark, Fate.SENT)
    (repeat,) = await desk.outgoing()
    assert (texts([repeat]), repeat.repeat) == (["one"], True)
    assert await pool.fetchval("select repeats from outbox where id = $1", repeat.id) == first.id


async def test_an_unknown_end_without_a_repeat_lets_the_queue_go_on(desk: Desk) -> None:
    await desk.post("a", "reminder", push=True)
    await desk.post("a", "answer")
    await settle(desk, (await desk.outgoing())[0], Fate.UNKNOWN)
    assert texts(await desk.outgoing()) == ["answer"]
    assert (await desk.rows())[0] == ("a", "reminder", "unknown")


async def test_what_somebody_began_to_send_and_never_settled_is_found_abandoned(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.post("a", "one", "two")
    await desk.post("b", "help", priority=True)
    lost = await desk.outgoing()
    assert (texts(lost), [one.abandoned for one in lost]) == (["one", "help"], [False, False])
    await later(pool, seconds=11)
    found = await desk.outgoing()
    assert (texts(found), [one.abandoned for one in found]) == (["one", "help"], [True, True])
    await desk.outbox.settle([Settlement(one, Fate.SENT, "77") for one in lost])  # too late
    assert [state for _, _, state in await desk.rows()] == ["sending", "pending", "sending"]


async def test_leases_of_parts_being_sent_can_be_renewed(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.post("a", "one")
    await desk.post("b", "help", priority=True)
    sending = await desk.outgoing()
    for _ in range(3):
        await later(pool, seconds=8)
        await desk.outbox.renew(sending)
    assert await desk.outgoing() == []


async def test_an_emergency_waits_for_nothing(desk: Desk, pool: asyncpg.Pool) -> None:
    desk = Desk(pool, Pace(0.001, 1))
    await desk.post("a", "one", "two")
    (one,) = await desk.outgoing()  # the chat is busy, and the pace spent
    await desk.post("b", "other")
    await desk.post("a", "help", priority=True)
    (help_,) = await desk.outgoing()
    assert (texts([help_]), help_.priority) == (["help"], True)
    await settle(desk, help_, Fate.SENT)
    await settle(desk, one, Fate.PAUSED, 60.0)
    await desk.post("a", "more help", priority=True)
    assert texts(await desk.outgoing()) == ["more help"]


async def test_an_emergency_is_claimed_first_and_its_parts_stay_in_order(desk: Desk, pool: asyncpg.Pool) -> None:
    for chat in ("a", "b", "c"):
        await desk.post(chat, "oi")
    await desk.post("d", "help", "more help", priority=True)
    assert texts(await desk.outgoing(1, 1)) == ["help"]
    assert texts(await desk.outgoing(2, 1)) == ["oi"]
    (help_,) = await pool.fetch("select id, lease_token from outbox where priority and state = 'sending'")
    outgoing = Outgoing(help_["id"], "d", Part({}, {}), Language.PT, 1, help_["lease_token"], priority=True)
    await settle(desk, outgoing, Fate.PAUSED, 20.0)
    assert texts(await desk.outgoing(8, 0)) == []
    await later(pool, seconds=21)
    assert texts(await desk.outgoing(8, 0)) == ["help"]


async def test_emergencies_that_end_leave_the_chats_part_in_flight_alone(desk: Desk) -> None:
    await desk.post("a", "one", "two")
    await desk.outgoing()
    await desk.post("a", "help", priority=True)
    await settle(desk, (await desk.outgoing())[0], Fate.SENT)
    assert await desk.outgoing() == []


async def test_all_chats_together_keep_the_pace(desk: Desk, pool: asyncpg.Pool) -> None:
    desk = Desk(pool, Pace(20.0, 4, chat_pause_s=0.0))
    for number in range(12):
        await desk.post(f"chat {number}", "oi")
    assert len(await desk.outgoing()) == 4
    batch = await desk.outbox.claim(8, 8)
    assert (list(batch.items), 0 < batch.due_in <= 0.05) == ([], True)
    await later(pool, seconds=0.1)
    assert 2 <= len(await desk.outgoing()) <= 3  # the two that 0.1 s gives, and one if the test itself was slow


async def test_a_chat_rests_after_each_part_but_for_a_few_in_a_row(desk: Desk, pool: asyncpg.Pool) -> None:
    desk = Desk(pool, Pace(None, 1, chat_pause_s=60.0, chat_burst=2))
    await desk.post("a", "one", "two", "three", "four")
    for expected in ("one", "two"):
        (part,) = await desk.outgoing()
        assert texts([part]) == [expected]
        await settle(desk, part, Fate.SENT)
    assert 50 < (await desk.outbox.claim(8, 8)).due_in <= 60
    await desk.post("b", "other")
    (other,) = await desk.outgoing()
    assert texts([other]) == ["other"]
    await settle(desk, other, Fate.SENT)
    await later(pool, seconds=60)
    (part,) = await desk.outgoing()
    await settle(desk, part, Fate.SENT)
    assert texts([part, *await desk.outgoing()]) == ["three"]


async def test_a_pace_outlasts_an_empty_queue(desk: Desk, pool: asyncpg.Pool) -> None:
    desk = Desk(pool, Pace(None, 1, chat_pause_s=60.0, chat_burst=1))
    await desk.post("a", "one")
    await settle(desk, (await desk.outgoing())[0], Fate.SENT)
    assert (await desk.outbox.claim(8, 8)).due_in == math.inf
    await desk.post("a", "two")
    assert await desk.outgoing() == []


async def test_what_could_not_be_sent_for_a_day_has_failed(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.post("a", "one", "two")
    await later(pool, hours=25)
    await settle(desk, (await desk.outgoing())[0], Fate.UNSENT, 1.0)
    await later(pool, seconds=1)
    assert texts(await desk.outgoing()) == ["two"]
    assert (await desk.rows())[0] == ("a", "one", "failed")


async def test_several_claim_at_once_and_none_gets_what_another_has(desk: Desk) -> None:
    for number in range(30):
        await desk.post(f"chat {number}", "one", "two")
    batches = await asyncio.gather(*(desk.outgoing() for _ in range(6)))
    claimed = [one for batch in batches for one in batch]
    assert len({one.chat for one in claimed}) == len(claimed) == 30
    assert set(texts(claimed)) == {"one"}


async def test_who_leaves_takes_along_what_was_still_to_be_sent_and_the_chat_goes_on(desk: Desk) -> None:
    person, reply = Person("test", "a"), uuid.uuid4()
    part = Part({"text": "private"}, {})
    async with desk.conversations.transaction(person) as transaction:
        await transaction.keep_person(None)
        await transaction.record([MessageRow(reply, "out", Kind.TEXT, Language.ES, NOW, "private")])
        await desk.outbox.enqueue(transaction, [Post("a", [(str(reply), part)] * 2, Language.PT)])
    (sending,) = await desk.outgoing()
    assert (texts([sending]), sending.language) == (["private"], Language.ES)
    async with desk.conversations.transaction(person) as transaction:
        await transaction.erase()
        bye = Part({"text": "all gone"}, {})
        await desk.outbox.enqueue(transaction, [Post("a", [(str(uuid.uuid4()), bye)], Language.PT)])
    assert await desk.rows() == [("a", "all gone", "pending")]
    await settle(desk, sending, Fate.UNKNOWN, again=[part])
    assert texts(await desk.outgoing()) == ["all gone"]


async def test_a_queue_that_was_emptied_by_hand_is_let_go(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.post("a", "one")
    await pool.execute("delete from outbox")
    assert await desk.outgoing() == []
    await desk.post("a", "two")
    assert texts(await desk.outgoing()) == ["two"]


async def test_an_emergency_waits_for_no_other_of_the_same_person(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.post("a", "first", "its rest", priority=True)
    (first,) = await desk.outgoing()
    await desk.outbox.settle([Settlement(first, Fate.UNSENT, pause=600)])
    assert 590 < (await desk.outbox.claim(8, 7)).due_in <= 600
    await desk.post("a", "second", priority=True)
    assert texts(await desk.outgoing()) == ["second"]
    await later(pool, seconds=601)
    assert [(one.part.payload["text"], one.abandoned) for one in await desk.outgoing()] == [
        ("first", False), ("second", True),
    ]  # fmt: skip


async def test_a_429_on_an_emergency_pauses_its_chat(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.post("a", "help", priority=True)
    (help_,) = await desk.outgoing()
    await desk.outbox.settle([Settlement(help_, Fate.PAUSED, pause=30)])
    await desk.post("a", "oi")
    await desk.post("b", "oi")
    (other,) = await desk.outgoing()
    assert other.chat == "b"
    await desk.outbox.settle([Settlement(other, Fate.SENT, "1")])
    await later(pool, seconds=31)
    assert texts(await desk.outgoing()) == ["help", "oi"]


async def test_a_429_on_an_emergency_pauses_a_chat_that_waits_already(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.post("a", "help", priority=True)
    (help_,) = await desk.outgoing()
    await desk.post("a", "oi")
    await desk.outbox.settle([Settlement(help_, Fate.PAUSED, pause=30)])
    assert await desk.outgoing() == []
    await later(pool, seconds=31)
    assert texts(await desk.outgoing()) == ["help", "oi"]


async def test_an_emergency_of_the_same_claim_gives_no_chat_back(desk: Desk) -> None:
    await desk.post("a", "help", priority=True)
    await desk.post("a", "one", "two")
    ended = [one for one in await desk.outgoing() if one.priority]
    await desk.outbox.settle([Settlement(one, Fate.UNKNOWN, pause=600, again=[one.part]) for one in ended])
    assert await desk.outgoing() == []
