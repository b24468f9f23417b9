"""Operators are told of each emergency and each dead letter once, whoever dies meanwhile, and nothing of a patient."""

from __future__ import annotations

import asyncio
import re
import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, timedelta
from typing import Any, Final

import asyncpg
import pytest

from bot.adapters.delivery.cleaning import PostgresCleaning
from bot.adapters.delivery.notices import PostgresNotices
from bot.app import Handled
from bot.delivery.errors import Blocked, Refused, Uncertain
from bot.delivery.janitor import Janitor
from bot.delivery.notices import Notice, Notifier, notice_post
from bot.delivery.pacing import Pace
from bot.delivery.ports import Post
from bot.delivery.service import Delivery
from bot.locales import load_catalogue
from bot.messages import Incoming, Kind, Reply, Status
from bot.ports import MessageRow, Person, Provenance, Transaction
from rag.types import Language
from tests.fakes.channel import update
from tests.integration.delivering import BOT, NOW, QUICK, Desk, later

URL: Final = "https://review.example"
PATIENT: Final = Person("telegram", "918273645012")
WORDS: Final = "dor no peito zorbulina"
OPERATORS: Final = ("11", "22")
CATALOGUE: Final = load_catalogue()


@pytest.fixture
def desk(pool: asyncpg.Pool) -> Desk:
    return Desk(pool)


def notifier(desk: Desk, operators: Sequence[str] = OPERATORS, **more: Any) -> Notifier:
    post = notice_post(desk.channel, CATALOGUE, Language.PT, URL, UTC)
    return Notifier(PostgresNotices(desk.pool, BOT), operators, post, desk.outbox_bell, desk.log, **more)


def emergency(rule: str | None = "chest_pain", status: Status | None = Status.URGENCIA) -> list[MessageRow]:
    """A message of a patient's and its answer."""
    asked, said = uuid.uuid4(), uuid.uuid4()
    evidence = ({"kind": "faq"}, {"kind": "red_flag", "rule": rule, "version": "1"}) if rule else ()
    answer = MessageRow(said, "out", Kind.TEXT, Language.PT, NOW, WORDS, asked)
    return [
        MessageRow(asked, "in", Kind.TEXT, Language.PT, NOW, WORDS, external_id="7"),
        replace(answer, status=status, provenance=Provenance(evidence=evidence)),
    ]


async def alarm(desk: Desk, *rules: str | None) -> None:
    for rule in rules or ("chest_pain",):
        async with desk.conversations.transaction(PATIENT) as transaction:
            await transaction.keep_person(None)
            await transaction.record(emergency(rule))


async def bury(desk: Desk, *numbers: int) -> None:
    """Updates that can't be handled, given up at once."""

    async def fail(_: Incoming) -> str:
        raise RuntimeError(WORDS)

    await desk.intake().accept([update(number, f"{number}", WORDS) for number in numbers])
    worker = desk.worker(fail, replace(QUICK, attempts=1))
    for job in await desk.claimed():
        await worker._job(job)  # noqa: SLF001 - as the loop does


async def told(desk: Desk) -> dict[str, list[str]]:
    """What waits for each operator: all parts, in order."""
    found: dict[str, list[str]] = {operator: [] for operator in OPERATORS}
    for chat, text, _ in await desk.rows():
        if chat in found and text:
            found[chat].append(text)
    return found


async def waiting(pool: asyncpg.Pool) -> int:
    count: int = await pool.fetchval("select count(*) from operator_notices")
    return count


async def test_an_emergency_is_told_to_each_operator_once_as_a_push(desk: Desk, pool: asyncpg.Pool) -> None:
    await alarm(desk)
    for _ in range(2):
        await notifier(desk).tell()
    for parts in (await told(desk)).values():
        assert parts[0] == "<b>Emergências: 1</b>"
        assert re.fullmatch(r"• <code>chest_pain</code>, \d\d/\d\d/\d{4} \d\d:\d\d", parts[1])
        assert parts[2:] == [f"Painel: {URL}"]
    rows = await pool.fetch("select distinct push, priority, reply_id, state from outbox")
    assert [tuple(row) for row in rows] == [(True, False, None, "pending")]
    assert await waiting(pool) == 0


async def test_a_dead_letter_is_told_by_the_class_of_its_error(desk: Desk) -> None:
    await bury(desk, 1)
    await notifier(desk).tell()
    for parts in (await told(desk)).values():
        assert parts[0] == "<b>Mensagens que não puderam ser tratadas: 1</b>"
        assert parts[1].startswith("• <code>RuntimeError</code>, ")
        assert len(parts) == 3


async def test_several_at_once_are_counted_in_one_message(desk: Desk, pool: asyncpg.Pool) -> None:
    await alarm(desk, "stroke", "chest_pain", "chest_pain", None)
    await bury(desk, 1, 2)
    await notifier(desk).tell()
    posts = await pool.fetchval("select count(distinct created_at) from outbox where chat = '11'")
    parts = (await told(desk))["11"]
    assert posts == 1  # of one transaction
    assert [part for part in parts if part.startswith("<b>")] == [
        "<b>Emergências: 4</b>",
        "<b>Mensagens que não puderam ser tratadas: 2</b>",
    ]
    assert sorted(part.split(",")[0] for part in parts if part.startswith("•")) == [
        "• 2 × <code>RuntimeError</code>",
        "• 2 × <code>chest_pain</code>",
        "• <code>sem regra</code>",
        "• <code>stroke</code>",
    ]


async def test_nothing_of_a_patient_is_in_a_notice_or_in_what_is_told_of_it(desk: Desk, pool: asyncpg.Pool) -> None:
    await alarm(desk, "chest_pain", f"{WORDS}!", "x" * 65)
    await bury(desk, 55501)
    notices = await pool.fetch("select to_jsonb(n) - 'message_id' as row from operator_notices n order by id")
    assert [row["row"]["detail"] for row in notices] == [{"rule": "chest_pain"}, {}, {}, {"error": "RuntimeError"}]
    await notifier(desk).tell()
    outbox = await pool.fetch("select to_jsonb(o)::text as row from outbox o where chat = any ($1)", list(OPERATORS))
    everything = " ".join([str(row["row"]) for row in (*notices, *outbox)])
    assert "chest_pain" in everything
    for word in (*WORDS.split(), PATIENT.external_id, str(PATIENT.id), "55501"):
        assert word not in everything


async def test_only_emergencies_and_dead_letters_are_told(desk: Desk, pool: asyncpg.Pool) -> None:
    async with desk.conversations.transaction(PATIENT) as transaction:
        await transaction.keep_person(None)
        for status in (None, Status.PENDENTE, Status.FINALIZADO, Status.NAO_ELEGIVEL):
            await transaction.record(emergency(None, status))
    await desk.store((1, "a"), (2, "b"))
    await desk.finish(*await desk.claimed())
    await notifier(desk).tell()
    assert await waiting(pool) == 0
    assert await desk.rows() == []


async def test_an_emergency_that_is_rolled_back_and_written_again_is_one_notice(desk: Desk, pool: asyncpg.Pool) -> None:
    async def killed() -> None:
        async with desk.conversations.transaction(PATIENT) as transaction:
            await transaction.keep_person(None)
            await transaction.record(emergency())
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await killed()
    assert await waiting(pool) == 0
    await alarm(desk)
    assert await waiting(pool) == 1


async def test_an_emergency_that_is_delivered_twice_is_one_notice(pool: asyncpg.Pool) -> None:
    async def handle(_: Incoming) -> Handled:
        async def write(transaction: Transaction) -> list[Reply]:
            await transaction.keep_person(None)
            await transaction.record(emergency())
            return []

        return Handled(PATIENT, write)

    desk = Desk(pool, alarms=frozenset({WORDS}))
    for _ in range(2):
        await replace(desk.intake(), handle=handle).accept([update(1, "a", WORDS)])
    assert await waiting(pool) == 1


async def test_a_death_while_telling_loses_nothing_and_tells_nothing_twice(desk: Desk, pool: asyncpg.Pool) -> None:
    await alarm(desk)
    posts: list[str] = []

    def dies(chat: str, language: Language | None, notices: Sequence[Notice]) -> Post:
        posts.append(chat)
        if chat == "22":
            raise RuntimeError
        return notifier(desk).post(chat, language, notices)

    await replace(notifier(desk), post=dies).tell()
    assert posts == ["11", "22"]
    assert await told(desk) == {"11": [], "22": []}
    assert await waiting(pool) == 1
    await notifier(desk).tell()
    assert {chat: len(parts) for chat, parts in (await told(desk)).items()} == {"11": 3, "22": 3}


async def test_processes_that_tell_at_once_tell_each_notice_once(desk: Desk) -> None:
    rules = [f"rule_{number}" for number in range(8)]
    await alarm(desk, *rules)
    await asyncio.gather(*(notifier(desk).tell() for _ in range(6)))
    for parts in (await told(desk)).values():
        named = [part for part in parts if part.startswith("•")]
        assert sorted(part.partition(",")[0] for part in named) == [f"• <code>{rule}</code>" for rule in rules]


async def test_the_loop_tells_at_its_start_and_then_every_so_often(desk: Desk) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 2:
            raise asyncio.CancelledError
        assert len((await told(desk))["11"]) == 3
        assert desk.outbox_bell.rung
        await alarm(desk, "stroke")

    await alarm(desk)
    with pytest.raises(asyncio.CancelledError):
        await notifier(desk, sleep=sleep).run()
    assert pauses == [5.0, 5.0]
    assert len((await told(desk))["11"]) == 6


async def test_the_service_tells_beside_everything_else_and_ends_when_told(desk: Desk, pool: asyncpg.Pool) -> None:
    async def never(_: asyncio.Event) -> None:
        await asyncio.Event().wait()

    await alarm(desk)
    janitor = Janitor(PostgresCleaning(pool), desk.log)
    delivery = Delivery(
        desk.intake(), desk.worker(), desk.sending(), janitor, desk.log, receiving_s=0.1, notifier=notifier(desk)
    )
    stop = asyncio.Event()
    running = asyncio.create_task(delivery.run(never, stop))
    await desk.channel.until(lambda: len(desk.channel.to("22")) == 4)
    stop.set()
    async with asyncio.timeout(10):
        await running
    assert delivery.tasks["notifier"].cancelled()


async def test_a_failure_is_left_for_the_next_time(desk: Desk, pool: asyncpg.Pool) -> None:
    await alarm(desk)
    await pool.execute("alter table operator_notices rename to mislaid")
    await notifier(desk).tell()
    await pool.execute("alter table mislaid rename to operator_notices")
    await notifier(desk).tell()
    assert len((await told(desk))["22"]) == 3


@pytest.mark.parametrize("failure", [Blocked("Forbidden"), Refused("chat not found")])
async def test_an_operator_who_never_talked_to_the_bot_stalls_nobody(desk: Desk, failure: Exception) -> None:
    desk.channel.plan("11", *[failure] * 4)
    await alarm(desk)
    await notifier(desk).tell()
    await desk.post("33", "an answer")
    async with desk.running(desk.sending()):
        await desk.channel.until(lambda: len(desk.channel.to("22")) == 4 and desk.channel.to("33"))
    assert desk.channel.to("11") == []


async def test_what_may_have_been_told_is_not_told_again(desk: Desk) -> None:
    desk.channel.plan("11", Uncertain("TimedOut"))
    await alarm(desk)
    await notifier(desk).tell()
    async with desk.running(desk.sending()):
        await desk.channel.until(lambda: len(desk.channel.to("11")) == 3 and len(desk.channel.to("22")) == 4)
    assert [text for text in desk.channel.to("11") if text.startswith("again")] == []
    states = [state for chat, _, state in await desk.rows() if chat == "11"]
    assert states == ["unknown", "sent", "sent", "sent"]


async def test_what_is_told_keeps_to_the_pace(pool: asyncpg.Pool) -> None:
    desk = Desk(pool, pace=Pace(1.0, 2, 0.0, 1))
    await alarm(desk)
    await notifier(desk, [str(number) for number in range(10, 20)]).tell()
    assert len(await desk.outgoing()) == 2
    assert await desk.outgoing() == []


async def test_an_operator_is_told_in_the_language_of_their_choice(desk: Desk) -> None:
    async with desk.conversations.transaction(Person("telegram", "22")) as transaction:
        await transaction.keep_person(Language.EN)
    await alarm(desk)
    await notifier(desk).tell()
    heads = {chat: parts[0] for chat, parts in (await told(desk)).items()}
    assert heads == {"11": "<b>Emergências: 1</b>", "22": "<b>Emergencies: 1</b>"}


async def test_a_patient_who_leaves_takes_the_message_s_id_along_and_not_the_notice(
    desk: Desk, pool: asyncpg.Pool
) -> None:
    await alarm(desk)
    assert await pool.fetchval("select message_id is not null from operator_notices")
    async with desk.conversations.transaction(PATIENT) as transaction:
        await transaction.erase()
    assert await pool.fetchval("select message_id is null from operator_notices")
    await notifier(desk).tell()
    assert (await told(desk))["11"][0] == "<b>Emergências: 1</b>"


async def test_what_nobody_is_there_to_be_told_goes_after_seven_days(desk: Desk, pool: asyncpg.Pool) -> None:
    await alarm(desk)
    await bury(desk, 1)
    for days, left in ((6, 2), (2, 0)):
        await pool.execute("update operator_notices set at = at - $1::interval", timedelta(days=days))
        cleared = await PostgresCleaning(pool).clean()
        assert await waiting(pool) == left
    assert cleared["notices"] == 2


async def test_a_dead_letter_that_dies_again_is_told_again(desk: Desk, pool: asyncpg.Pool) -> None:
    await bury(desk, 1)
    await pool.execute("update inbox set error = 'Other' where state = 'dead'")
    assert await waiting(pool) == 1
    assert await pool.fetchval("select inbox_run_again($1, 1)", BOT)
    await later(pool, seconds=1)
    (job,) = await desk.claimed()
    async with desk.conversations.transaction(Person("test", "1")) as transaction:
        await desk.inbox.bury(transaction, job, "TooManyAttempts")
    assert await waiting(pool) == 2
