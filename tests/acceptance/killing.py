"""What the kill tests are made of: processes that die at a chosen point, again and again."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.acceptance.crowds import Crowd, verify
from tests.acceptance.processes import BOT, bot_environment, running
from tests.acceptance.relays import CallWatch, Moment, SqlWatch, Trap, relay, to_database, to_port
from tests.acceptance.telegram_bot import UNPACED
from tests.fakes.telegram import TOKEN, FakeTelegram

LONG = 10 if os.environ.get("FONTE_LONG_TESTS") else 1
PATIENCE = 5
"""Deaths in a row: an update that was in hand at six is given up."""
UNLIMITED = {"FONTE_USER_RATE": "0"}


@dataclass(eq=False)
class Replica:
    """One process of the bot behind its own two relays. It reaches Telegram once the gate is open."""

    process: asyncio.subprocess.Process
    trap: Trap
    gate: asyncio.Event
    log: Path

    def killed(self) -> bool:
        """Whether it has ended, and by its trap. Raises AssertionError where it ended otherwise."""
        status = self.process.returncode
        assert status is None or (status == -signal.SIGKILL and not self.trap.open), self.log.read_text()[-3_000:]
        return status is not None


Environment = Callable[[], Mapping[str, str]]
"""Settings of one process more."""


@dataclass
class Fleet:
    """Processes of the bot on one database and one Telegram; some are started ahead of their time.

    `database` is looked up at each connection. `strike` is what a trap does; where it is None, it kills the process.
    """

    fake: FakeTelegram
    database: Callable[[], str]
    home: Path
    stack: AsyncExitStack
    env: Environment = dict
    strike: Callable[[], None] | None = None
    ahead: int = 2
    live: list[Replica] = field(default_factory=list)
    ready: deque[asyncio.Task[Replica]] = field(default_factory=deque)
    numbers: count[int] = field(default_factory=count)

    async def grow(self, to: int, spare: int = 0) -> None:
        """Sets processes to work until there are so many, and starts as many as `spare` more ahead of their time."""
        while len(self.ready) < to - len(self.live) + min(spare, self.ahead):
            self.ready.append(asyncio.create_task(self.started()))
        while len(self.live) < to:
            replica = await self.ready.popleft()
            replica.gate.set()
            self.live.append(replica)

    async def up(self) -> None:
        """Until every process at work has started: one that hasn't takes nothing over."""
        await self.fake.until(
            lambda: all("telegram_started" in replica.log.read_text() for replica in self.live), timeout=60
        )

    async def struck(self, at: str | int, crowd: Crowd, within: float = 120.0) -> None:
        """People write, until the first of the processes to get there is killed."""
        moment = Moment(at)
        for replica in self.live:
            replica.trap.moment = moment
        crowd.talk(8)
        await self.fake.until(lambda: self._buried() or (moment.over and self.strike), timeout=within)

    def _buried(self) -> bool:
        dead = [replica for replica in self.live if replica.killed()]
        self.live = [replica for replica in self.live if replica not in dead]
        return bool(dead)

    async def started(self, at: int | None = None) -> Replica:
        """One process more, which is not counted; `at` strikes it as it starts."""
        gate, always = asyncio.Event(), asyncio.Event()
        always.set()
        strike = self.strike or (lambda: process.kill())  # noqa: PLW0108 - there is no process yet
        trap = Trap(strike, Moment(at) if at else None)
        sql = await self.stack.enter_async_context(relay(to_database(self.database), SqlWatch, trap, always))
        api = await self.stack.enter_async_context(relay(to_port(self.fake.url), CallWatch, trap, gate))
        name = self.database().partition("?")[0].rpartition("/")[2]
        settings = {"TELEGRAM_API_URL": f"http://127.0.0.1:{api}", "TELEGRAM_BOT_TOKEN": TOKEN, **UNPACED, **UNLIMITED}
        dsn = f"postgresql://postgres@127.0.0.1:{sql}/{name}?sslmode=disable"
        log = self.home / f"log{next(self.numbers)}"
        environment = bot_environment(dsn, self.home, **settings, **self.env())
        process = await self.stack.enter_async_context(
            running(*BOT, "telegram", env=environment, cwd=self.home, log=log)
        )
        return Replica(process, trap, gate, log)


@asynccontextmanager
async def fleet(
    fake: FakeTelegram, database: Callable[[], str], home: Path, env: Environment = dict, **more: Any
) -> AsyncIterator[Fleet]:
    """Processes, for as long as a block."""
    async with AsyncExitStack() as stack:
        made = Fleet(fake, database, home, stack, env, **more)
        try:
            yield made
        finally:
            await asyncio.gather(*made.ready, return_exceptions=True)


def moments(rng: random.Random, points: tuple[str, ...], at_random: int) -> list[str | int]:
    """Each point, and pieces of traffic to die at, in any order."""
    found: list[str | int] = [*points * LONG, *(rng.randrange(1, 300) for _ in range(at_random * LONG))]
    rng.shuffle(found)
    return found


async def calm(fake: FakeTelegram, processes: Fleet, rng: random.Random, people: int) -> Crowd:
    """A crowd whose calm part has been answered, by a process that goes on."""
    crowd = Crowd(fake, processes.database, rng)
    await crowd.gather(people)
    await processes.grow(1, spare=processes.ahead)
    await crowd.talk_calmly()
    return crowd


async def killed_again_and_again(
    database: str, home: Path, rng: random.Random, points: tuple[str, ...], at_random: int
) -> None:
    """One process after the other is killed, also while it starts; asserts what must hold afterwards."""
    times = moments(rng, points, at_random)
    async with FakeTelegram() as fake, fleet(fake, lambda: database, home) as processes:
        crowd = await calm(fake, processes, rng, people=4 * len(times))
        for number, at in enumerate(times, start=1):
            await processes.grow(1, spare=len(times) - number + 1)
            await processes.struck(at, crowd)
            if number % PATIENCE == 0:
                await processes.grow(1, spare=len(times) - number)
                await crowd.settled(aged=True)
        for _ in range(LONG):
            starting = await processes.started(rng.randrange(1, 150))
            await starting.process.wait()
            assert starting.killed()
        await processes.grow(1)
        await crowd.settled(aged=True)
        await verify(crowd)
