"""Messages that belong together: an album is answered once, and an edit amends what still waits."""

from __future__ import annotations

import asyncio
from itertools import pairwise, permutations

import asyncpg
import pytest

from bot.messages import Incoming
from tests.fakes.channel import update
from tests.integration.delivering import Desk, later


@pytest.fixture
def desk(pool: asyncpg.Pool) -> Desk:
    return Desk(pool, alarms=frozenset({"help"}))


async def _ends(desk: Desk) -> dict[int, str]:
    """The ids of what has ended, and why without an answer."""
    rows = await desk.pool.fetch("select update_id, error from inbox where state = 'done' order by update_id")
    return {row["update_id"]: row["error"] for row in rows}


async def _answers(desk: Desk, number: int) -> list[str]:
    """What is answered in chat a, once everything has an end."""
    async with desk.running(desk.worker(), desk.sending()):
        await desk.channel.until(lambda: len(desk.channel.sent) >= number)
    assert "new" not in (await desk.updates()).values()
    return desk.channel.to("a")


# albums


@pytest.mark.parametrize("texts", [*permutations(["", "look", ""]), ("", "", ""), ("look", "and", "here")])
async def test_of_an_album_the_first_with_words_is_answered_and_nothing_else(
    desk: Desk, texts: tuple[str, ...]
) -> None:
    batch = [update(number, "a", text, album="7") for number, text in enumerate(texts)]
    await desk.intake().accept([*batch, update(9, "a", "next")])
    kept = next((number for number, text in enumerate(texts) if text), 0)
    assert await _ends(desk) == {number: "album" for number in range(3) if number != kept}
    assert [job.id for job in await desk.claimed()] == [kept]


async def test_an_album_that_comes_in_several_batches_is_answered_once(desk: Desk) -> None:
    await desk.intake().accept([update(1, "a", "look", album="7")])
    assert await _answers(desk, 1) == ["look"]
    await desk.intake().accept([update(2, "a", "", album="7"), update(3, "a", "oi")])
    await desk.intake().accept([update(4, "a", "", album="7")])
    assert await _answers(desk, 2) == ["look", "oi"]
    assert await _ends(desk) == {1: None, 2: "album", 3: None, 4: "album"}


async def test_an_album_that_comes_to_several_receivers_at_once_is_answered_once(desk: Desk) -> None:
    batches = [[update(number, "a", "look", album=str(number // 5))] for number in range(50)]
    await asyncio.gather(*(desk.intake().accept(batch) for batch in batches))
    ends = await _ends(desk)
    assert set(ends.values()) == {"album"}
    kept = sorted(set(range(50)) - set(ends))
    assert [number // 5 for number in kept] == list(range(10))


async def test_words_that_come_later_are_seen_while_the_album_waits(desk: Desk) -> None:
    await desk.intake().accept([update(1, "a", "", album="7")])
    await desk.intake().accept([update(2, "a", "look", album="7")])
    await desk.intake().accept([update(3, "a", "and here", album="7")])
    assert await _answers(desk, 1) == ["look"]


async def test_an_album_that_is_being_answered_is_not_answered_again(desk: Desk) -> None:
    await desk.intake().accept([update(1, "a", "", album="7")])
    (job,) = await desk.claimed()
    await desk.intake().accept([update(2, "a", "look", album="7")])
    await desk.finish(job)
    assert await desk.claimed() == []
    assert await desk.updates() == {1: "done", 2: "done"}


async def test_albums_of_other_chats_and_of_other_names_are_others(desk: Desk) -> None:
    await desk.intake().accept(
        [update(1, "a", "", album="7"), update(2, "a", "", album="8"), update(3, "b", "", album="7")]
    )
    assert await desk.updates() == {1: "new", 2: "new", 3: "new"}


async def test_an_emergency_in_an_album_is_answered_at_once_and_alone(desk: Desk) -> None:
    await desk.intake().accept([update(1, "a", "", album="7")])
    await desk.intake().accept([update(2, "a", "", album="7"), update(3, "a", "help", album="7")])
    assert await _ends(desk) == {1: "album", 2: "album", 3: None}
    assert await desk.rows() == [("a", "help", "pending")]
    assert await desk.claimed() == []
    assert await desk.pool.fetchval("select count(*) from inbox_chats") == 0


async def test_an_album_that_comes_again_changes_nothing(desk: Desk) -> None:
    batch = [update(1, "a", "", album="7"), update(2, "a", "look", album="7")]
    for _ in range(2):
        await desk.intake().accept(batch)
    assert await desk.updates() == {1: "done", 2: "new"}


# edits


async def test_an_edit_amends_its_message_while_that_waits(desk: Desk) -> None:
    await desk.intake().accept([update(1, "a", "oi", message="10"), update(2, "a", "next")])
    await desk.intake().accept([update(3, "a", "hello", edits="10")])
    assert await _answers(desk, 2) == ["hello", "next"]
    assert await _ends(desk) == {1: None, 2: None, 3: "edited"}


async def test_the_last_of_several_edits_counts_in_whatever_order_they_come(desk: Desk) -> None:
    edits = [update(number, "a", f"version {number}", edits="10") for number in range(2, 7)]
    await desk.intake().accept([update(1, "a", "version 1", message="10"), edits[0], edits[1]])
    for edit in (edits[4], edits[2], edits[3]):
        await desk.intake().accept([edit])
    assert await _answers(desk, 1) == ["version 6"]


async def test_an_amended_message_keeps_its_id(desk: Desk) -> None:
    seen: list[str] = []

    async def think(incoming: Incoming) -> str:
        seen.append(incoming.id)
        return incoming.text

    await desk.intake().accept([update(1, "a", "oi", message="10"), update(3, "a", "hello", edits="10")])
    async with desk.running(desk.worker(think), desk.sending()):
        await desk.channel.until(lambda: desk.channel.sent)
    assert seen == ["1"]


async def test_an_edit_of_what_is_being_answered_is_a_message_of_its_own(desk: Desk) -> None:
    await desk.intake().accept([update(1, "a", "oi", message="10")])
    (job,) = await desk.claimed()
    await desk.intake().accept([update(2, "a", "hello", edits="10")])
    await desk.finish(job)
    assert [job.id for job in await desk.claimed()] == [2]


async def test_an_edit_amends_what_waits_for_another_try(desk: Desk, pool: asyncpg.Pool) -> None:
    await desk.intake().accept([update(1, "a", "oi", message="10")])
    (job,) = await desk.claimed()
    await desk.inbox.retry(job, 5.0, "ValueError")
    await desk.intake().accept([update(2, "a", "hello", edits="10")])
    await later(pool, seconds=6)
    assert await _answers(desk, 1) == ["hello"]


async def test_an_edit_amends_nothing_in_another_chat_and_nothing_unknown(desk: Desk) -> None:
    await desk.intake().accept([update(1, "a", "oi", message="10")])
    await desk.intake().accept([update(2, "b", "hello", edits="10"), update(3, "a", "hello", edits="11")])
    assert await desk.updates() == {1: "new", 2: "new", 3: "new"}


async def test_an_edit_that_becomes_an_emergency_is_answered_at_once_and_its_message_no_more(desk: Desk) -> None:
    await desk.intake().accept([update(1, "a", "oi", message="10"), update(2, "a", "next")])
    await desk.intake().accept([update(3, "a", "help", edits="10")])
    assert await _ends(desk) == {1: "edited", 3: None}
    assert await _answers(desk, 2) == ["help", "next"]


async def test_every_message_is_answered_once_with_its_first_or_its_last_words(desk: Desk) -> None:
    """Edits arrive while the worker works: each amends, or is answered by itself; the message never twice."""
    async with desk.running(desk.worker(), desk.worker(), desk.sending()):
        for number in range(0, 200, 2):
            chat, first = (
                f"chat {number % 6}",
                update(number, f"chat {number % 6}", f"{number} said", message=str(number)),
            )
            await desk.intake().accept([first])
            await desk.intake().accept([update(number + 1, chat, f"{number} changed", edits=str(number))])
        await desk.channel.until(
            lambda: {text.split()[0] for _, text in desk.channel.sent} == set(map(str, range(0, 200, 2)))
        )
    ends = await _ends(desk)
    amended = {number - 1 for number, why in ends.items() if why == "edited"}
    said = [text for _, text in desk.channel.sent if text.endswith("said")]
    assert sorted(said) == sorted(f"{number} said" for number in range(0, 200, 2) if number not in amended)
    for chat in {chat for chat, _ in desk.channel.sent}:
        numbers = [int(text.split()[0]) for text in desk.channel.to(chat)]
        assert all(before <= after for before, after in pairwise(numbers))
