"""Of two replicas one is killed, again and again: the other takes over."""

from __future__ import annotations

import random
from pathlib import Path

from tests.acceptance.crowds import verify
from tests.acceptance.killing import calm, fleet, moments
from tests.fakes.telegram import FakeTelegram

TAKEOVER_S = 10
RECEIVING = ("after updates", "before store", "after store", "before confirm")
ANSWERING = ("before finish", "after mark", "after send")


async def test_of_two_replicas_one_takes_over_within_ten_seconds_and_nobody_is_answered_twice(
    corpus_database: str, tmp_path: Path, rng: random.Random
) -> None:
    times = moments(rng, RECEIVING + ANSWERING, 0)
    async with FakeTelegram() as fake, fleet(fake, lambda: corpus_database, tmp_path) as processes:
        crowd = await calm(fake, processes, rng, people=4 * len(times))
        for left, at in enumerate(reversed(times)):
            await processes.grow(2, spare=left)
            await processes.up()
            await processes.struck(at, crowd)
            if at in RECEIVING:
                crowd.talk(1)
                await fake.until(lambda: not fake.waiting, timeout=TAKEOVER_S)  # the other one has confirmed them
        await crowd.settled()
        await verify(crowd)
