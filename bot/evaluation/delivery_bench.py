"""How fast messages go through inbox, handler and outbox, what a kill loses, and what grows; beside other bots."""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

import asyncpg

from bot.adapters.delivery.inbox import PostgresInbox
from bot.evaluation.contenders import Api, Contender, OpenApi, running
from bot.evaluation.processes import PROC, processor_seconds, smaps_mebibytes
from bot.evaluation.statistics import percentile

CHATS = 200
IN_FLIGHT = 150
ANSWERED = 15
"""Replies after which the process is killed: enough for a bot to have received all that is in flight."""
RATE = 30
WAVE = 500
WAITING = (10, 1_000, 10_000)
CLAIMS = 200
AT_ONCE = 8
QUIET_S = 5.0
_LONGEST_S = 120.0
_BENCH_BOT = 1
_TEXT = "/start"


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured."""

    messages: int
    rounds: int
    latency_s: int
    memory: int


QUICK = Sizes(messages=1_000, rounds=3, latency_s=8, memory=5_000)
FULL = Sizes(messages=5_000, rounds=5, latency_s=60, memory=100_000)


@dataclass(frozen=True, slots=True)
class Speed:
    """Messages a second in each round, and milliseconds from a message to its reply at 30 a second.

    `processor` is what the bot's process spends on a message meanwhile, in milliseconds; 0 where there is no /proc.
    """

    rounds: Sequence[float]
    milliseconds: Sequence[float]
    processor: float

    @property
    def rate(self) -> float:
        """The median round."""
        return median(self.rounds)


@dataclass(frozen=True, slots=True)
class Kill:
    """What became of messages that were in flight when the process was killed."""

    in_flight: int
    lost: int
    doubled: int


@dataclass(frozen=True, slots=True)
class Growth:
    """Resident memory in MiB after so many messages."""

    messages: Sequence[int]
    mebibytes: Sequence[float]

    @property
    def grown(self) -> float:
        """MiB from a fifth of the way, when everything is warm, to the end."""
        return self.mebibytes[-1] - self.mebibytes[max(0, len(self.mebibytes) // 5 - 1)]


@dataclass(frozen=True, slots=True)
class Kept:
    """Measured parts by name, in a file, so that a long run can go on where it was stopped."""

    path: Path | None
    parts: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def at(cls, path: Path | None) -> Kept:
        """With what the file holds."""
        known = json.loads(path.read_text(encoding="utf-8")) if path and path.exists() else {}
        return cls(path, known)

    async def part(self, name: str, measure: Callable[[], Awaitable[Any]]) -> dict[str, Any]:
        """Measures, unless that was done before."""
        if name not in self.parts:
            self.parts[name] = asdict(await measure())
            if self.path:
                self.path.write_text(json.dumps(self.parts), encoding="utf-8")
        part: dict[str, Any] = self.parts[name]
        return part


@dataclass(frozen=True, slots=True)
class Delivered:
    """Everything measured; `speeds` and `kills` by bot, Fonte's first; `claims` in ms by waiting chats."""

    speeds: Mapping[str, Speed]
    kills: Mapping[str, Kill]
    growth: Growth
    claims: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Bench:
    """Measures Fonte beside peers. `free_port` gives a port for Fonte's own probes; `told` hears of each part."""

    open_api: OpenApi
    sizes: Sizes
    kept: Kept
    free_port: Callable[[], int]
    told: Callable[[str], None]
    bots: Iterator[int] = field(default_factory=lambda: count(4_000_000_001))

    async def run(self, contenders: Sequence[Contender], pool: asyncpg.Pool) -> Delivered:
        """All parts. Raises TimeoutError where a bot does not answer."""
        speeds: dict[str, Speed] = {}
        kills: dict[str, Kill] = {}
        for contender in contenders:
            speeds[contender.name] = Speed(**await self._part(f"{contender.name}: speed", contender, self._speed))
            kills[contender.name] = Kill(**await self._part(f"{contender.name}: a kill", contender, self._kill))
        growth = Growth(**await self._part(f"{contenders[0].name}: memory", contenders[0], self._growth))
        claims = await self.kept.part("claims", lambda: claim_times(pool))
        return Delivered(speeds, kills, growth, claims["milliseconds"])

    async def _part(
        self, name: str, contender: Contender, measure: Callable[[Api, Contender], Awaitable[Any]]
    ) -> dict[str, Any]:
        async def measured() -> Any:  # noqa: ANN401 - whichever it is
            self.told(name)
            # each time another bot: ids of updates begin again, and those of before are remembered
            async with self.open_api(next(self.bots)) as api:
                return await measure(api, contender)

        return await self.kept.part(name, measured)

    async def _speed(self, api: Api, contender: Contender) -> Speed:
        async with running(contender, api, self.free_port()) as process:
            await answered(api, CHATS)
            busy = processor_seconds(process.pid)
            rates = [await answered(api, self.sizes.messages) for _ in range(self.sizes.rounds)]
            busy = processor_seconds(process.pid) - busy
            milliseconds = await latencies(api, self.sizes.latency_s)
        return Speed(rates, milliseconds, busy * 1000 / (self.sizes.messages * self.sizes.rounds))

    async def _kill(self, api: Api, contender: Contender) -> Kill:
        people = range(10_000, 10_000 + IN_FLIGHT)
        async with running(contender, api, self.free_port()) as process:
            await answered(api, CHATS)
            before = len(api.sent)
            for user in people:
                api.say(user, _TEXT)
            await api.until(lambda: len(api.sent) >= before + ANSWERED, timeout=_LONGEST_S)
            process.kill()
            await process.wait()
        async with running(contender, api, self.free_port()):
            await _quiet(api, _LONGEST_S if contender.durable else QUIET_S, before, people)
        replies = Counter(sent.chat for sent in api.sent[before:])
        lost = sum(not replies[user] for user in people)
        return Kill(IN_FLIGHT, lost, sum(replies[user] > 1 for user in people))

    async def _growth(self, api: Api, contender: Contender) -> Growth:
        messages: list[int] = []
        held: list[float] = []
        async with running(contender, api, self.free_port()) as process:
            waves = self.sizes.memory // WAVE
            for wave in range(1, waves + 1):
                await answered(api, WAVE)
                if wave % max(1, waves // 10) == 0:
                    messages.append(wave * WAVE)
                    held.append(smaps_mebibytes(PROC / str(process.pid) / "smaps_rollup", "Rss"))
        return Growth(messages, held)


async def answered(api: Api, messages: int) -> float:
    """Messages a second, from when all are written at once, by people in turn, to the last reply."""
    before, started = len(api.sent), time.perf_counter()
    for number in range(messages):
        api.say(1_000 + number % CHATS, _TEXT)
    await api.until(lambda: len(api.sent) >= before + messages, timeout=_LONGEST_S)
    return messages / (api.sent[before + messages - 1].at - started)


async def latencies(api: Api, seconds: int) -> list[float]:
    """Milliseconds from each message to its reply, at an even rate."""
    before, loop = len(api.sent), asyncio.get_running_loop()
    said: dict[int, deque[float]] = {}
    start = loop.time()
    for number in range(seconds * RATE):
        await asyncio.sleep(max(0.0, start + number / RATE - loop.time()))
        user = 1_000 + number % CHATS
        said.setdefault(user, deque()).append(time.perf_counter())
        api.say(user, _TEXT)
    await api.until(lambda: len(api.sent) >= before + seconds * RATE, timeout=_LONGEST_S)
    return [(sent.at - said[sent.chat].popleft()) * 1000 for sent in api.sent[before:] if said.get(sent.chat)]


async def _quiet(api: Api, within: float, before: int, people: Sequence[int]) -> None:
    """Until everybody has a reply, or for so long."""
    try:
        await api.until(lambda: {sent.chat for sent in api.sent[before:]} >= set(people), timeout=within)
    except TimeoutError:
        return


@dataclass(frozen=True, slots=True)
class Claims:
    """Milliseconds of a claim of eight chats, commit included: the lower quartile, by how many wait."""

    milliseconds: Mapping[str, float]


async def claim_times(pool: asyncpg.Pool) -> Claims:
    """With so many chats waiting; what was claimed is put back each time."""
    inbox = PostgresInbox(pool, _BENCH_BOT, timedelta(seconds=60), uuid.uuid4)
    found: dict[str, float] = {}
    for waiting in WAITING:
        await _fill(pool, waiting)
        times: list[float] = []
        for _ in range(CLAIMS):
            started = time.perf_counter()
            batch = await inbox.claim(AT_ONCE)
            times.append((time.perf_counter() - started) * 1000)
            await inbox.release(batch.items)
        found[str(waiting)] = percentile(times, 25)  # what else the machine does makes no claim quicker
    await _fill(pool, 0)
    return Claims(found)


async def _fill(pool: asyncpg.Pool, chats: int) -> None:
    async with pool.acquire() as connection, connection.transaction():
        for table in ("inbox", "inbox_chats"):
            await connection.execute(f"delete from {table} where bot = $1", _BENCH_BOT)  # noqa: S608 - names of ours
        await connection.execute(
            "insert into inbox (bot, update_id, chat, payload, state) "
            "select $1, n, n::text, '{}', 'new' from generate_series(1, $2::int) n",
            _BENCH_BOT,
            chats,
        )
        queues = "select inbox_open($1, array(select n::text from generate_series(1, $2::int) n), null)"
        await connection.execute(queues, _BENCH_BOT, chats)
