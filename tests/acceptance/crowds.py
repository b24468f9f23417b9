"""People who write on while processes die, and what must hold afterwards."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import asyncpg

from bot.adapters.conversations import PostgresConversations
from bot.bootstrap import TERMS
from bot.locales import load_catalogue
from bot.markup import plain
from bot.ports import Person
from rag.adapters.postgres.pool import open_pool
from rag.types import Language
from tests.acceptance.telegram_bot import ITCH, LEGS
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram_state import Sent

EMERGENCY = "socorro, meu pai está com dor no peito agora e não consegue respirar"
SCRIPTS: tuple[tuple[str, ...], ...] = (
    ("/start", "oi", "/xyzzy", "obrigado", "/ajuda"),
    (ITCH, "/fontes", LEGS, "/nova"),
    (EMERGENCY, EMERGENCY),
)
"""What people write, each one of them, in this order."""
LEASE_S = 10
_ROWS = """
select m.direction, m.kind, m.text, m.language, m.especialidade, m.status, m.fontes_rag, m.evidence, m.degraded
  from mensagens m join users u on u.id = m.user_id where u.external_id = $1 order by m.seq
"""
_OUTBOX = """
select id, state, repeats, message_id, plain ->> 'text' as text, reply_id is not null as stored, priority
  from outbox where chat = $1 order by place, id
"""
_LEFT = """
select (select count(*) from inbox where state in ('new', 'doing'))
     + (select count(*) from outbox where state in ('pending', 'sending'))
"""
_AGE = "update {} set run_after = run_after - make_interval(secs => $1)"


@dataclass
class Crowd:
    """People who follow the scripts, in an order drawn from `rng`, each one of them calm or during the kills."""

    fake: FakeTelegram
    database: Callable[[], str]
    rng: random.Random
    scripts: Sequence[Sequence[str]] = SCRIPTS
    said: dict[int, int] = field(default_factory=dict)
    calm: dict[int, int] = field(default_factory=dict)
    script: dict[int, int] = field(default_factory=dict)
    updates: list[int] = field(default_factory=list)

    async def gather(self, people: int) -> None:
        """Somebody calm for each script, and `people` for the kills, who have all accepted the terms."""
        async with open_pool(self.database(), size=2) as pool:
            for number in range(len(self.scripts) + people):
                user = 9_001 + number
                self.script[user] = number % len(self.scripts)
                person = Person("telegram", str(user))
                async with PostgresConversations(pool).transaction(person) as transaction:
                    await transaction.keep_person(None)
                    await transaction.set_consent(TERMS, datetime.now(UTC), granted=True)
        users = list(self.script)
        self.calm = {self.script[user]: user for user in users[: len(self.scripts)]}
        self.said = dict.fromkeys(users, 0)

    async def talk_calmly(self) -> None:
        """One message after another, while nothing happens: what is replied to them is what the others must get."""
        for user in self.calm.values():
            for number in range(len(self._lines(user))):
                self._say(user)
                await self.fake.until(lambda: len(self.fake.to(user)) > number, timeout=60)  # noqa: B023

    def talk(self, messages: int) -> None:
        """Some of the others write their next line."""
        for _ in range(messages):
            left = [user for user in self.others if self.said[user] < len(self._lines(user))]
            if left:
                self._say(self.rng.choice(left))

    @property
    def others(self) -> list[int]:
        return [user for user in self.script if user not in self.calm.values()]

    def _lines(self, user: int) -> Sequence[str]:
        return self.scripts[self.script[user]]

    def _say(self, user: int) -> None:
        self.updates.append(self.fake.say(user, self._lines(user)[self.said[user]])["update_id"])
        self.said[user] += 1

    async def settled(self, within: float = 120.0, *, aged: bool = False) -> None:
        """Until nothing waits anywhere. `aged`: what dead processes hold is let go of, as if its lease ended."""
        connection = await asyncpg.connect(self.database())
        try:
            if aged:
                for table in ("inbox_chats", "outbox_chats", "outbox"):
                    await connection.execute(_AGE.format(table), LEASE_S)
            async with asyncio.timeout(within):
                while self.fake.waiting or await connection.fetchval(_LEFT):
                    await self.fake.state.changed.wait(0.2)
        finally:
            await connection.close()


@dataclass
class Outcome:
    """What the kills have done to the replies."""

    replies: int = 0
    unknown: int = 0
    doubled: int = 0
    never: int = 0


async def verify(crowd: Crowd) -> Outcome:
    """Asserts that everybody was answered as the calm ones were; says what became of the replies."""
    mark = plain(load_catalogue()[Language.PT]("delivery.repeat"))
    outcome = Outcome()
    connection = await asyncpg.connect(crowd.database())
    try:
        states = {row["update_id"]: row["state"] for row in await connection.fetch("select * from inbox")}
        expected = dict.fromkeys(crowd.updates, "done")
        assert states == expected, sorted(states.items() ^ expected.items())
        for user in crowd.others:
            model = crowd.calm[crowd.script[user]]
            lines = crowd.said[user]
            stored = [dict(row) for row in await connection.fetch(_ROWS, str(user))]
            expected_rows = [dict(row) for row in await connection.fetch(_ROWS, str(model))][: 2 * lines]
            assert stored == expected_rows, (user, stored, expected_rows)
            rows = [dict(row) for row in await connection.fetch(_OUTBOX, str(user))]
            _check_rows(rows, [sent.text for sent in crowd.fake.to(model)][:lines], mark)
            _check_sent(rows, crowd.fake.to(user), outcome)
    finally:
        await connection.close()
    return outcome


def _check_rows(rows: Sequence[Mapping[str, Any]], replies: Sequence[str], mark: str) -> None:
    """One part for each reply, in order; one more, marked, for each whose end nobody knows; no other."""
    assert [row["text"] for row in rows if row["repeats"] is None] == list(replies), rows
    assert {row["state"] for row in rows} <= {"sent", "unknown"}, rows
    assert all(row["stored"] for row in rows), rows
    unknown = {row["id"]: row["text"] for row in rows if row["repeats"] is None and row["state"] == "unknown"}
    repeats = {row["repeats"]: row["text"] for row in rows if row["repeats"] is not None}
    assert repeats == {number: f"{mark}\n\n{text}" for number, text in unknown.items()}, rows


def _check_sent(rows: Sequence[Mapping[str, Any]], sent: Sequence[Sent], outcome: Outcome) -> None:
    """Telegram was given the rows in their order: those that are `sent`, and perhaps those that are `unknown`."""
    urgent = any(row["priority"] for row in rows)
    waiting = deque(_by_reply(rows, sent) if urgent else sent)
    known = {row["message_id"] for row in rows}
    arrived: Counter[int] = Counter()
    for row in rows:
        first = waiting[0] if waiting else None
        arrived[row["repeats"] or row["id"]] += 0
        outcome.unknown += row["state"] == "unknown"
        if row["state"] == "sent":
            assert first is not None, (row, sent)
            assert (str(first.message), first.text) == (row["message_id"], row["text"]), (row, sent)
        if first is not None and (row["state"] == "sent" or _is_of_unknown(first, row, known)):
            waiting.popleft()
            arrived[row["repeats"] or row["id"]] += 1
    assert not waiting, (rows, sent)
    outcome.replies += len(arrived)
    outcome.doubled += sum(times > 1 for times in arrived.values())
    outcome.never += sum(times == 0 for times in arrived.values())


def _by_reply(rows: Sequence[Mapping[str, Any]], sent: Sequence[Sent]) -> list[Sent]:
    """In the order of the rows: a person's emergencies don't wait for each other, so any may go out first."""
    places = {row["message_id"]: place for place, row in enumerate(rows) if row["state"] == "sent"}
    unknown = [place for place, row in enumerate(rows) if row["state"] == "unknown"]
    placed: list[tuple[int, Sent]] = []
    for message in sent:
        place = places.get(str(message.message), len(rows))
        if place == len(rows) and (fitting := [at for at in unknown if rows[at]["text"] == message.text]):
            place = fitting[0]
            unknown.remove(place)
        placed.append((place, message))
    return [message for _, message in sorted(placed, key=lambda pair: pair[0])]


def _is_of_unknown(message: Sent, row: Mapping[str, Any], known: Collection[str]) -> bool:
    """Several replies may say the same: what a `sent` row names is its own."""
    return message.text == row["text"] and str(message.message) not in known
