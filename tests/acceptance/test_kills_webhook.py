"""Behind a webhook the bot is killed, again and again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from pathlib import Path

from tests.acceptance.crowds import verify
from tests.acceptance.killing import calm, fleet, moments
from tests.acceptance.processes import free_port
from tests.fakes.telegram import FakeTelegram

POINTS = ("before store", "after store", "before finish", "after mark", "after send")
HOOK = {"TELEGRAM_WEBHOOK_SECRET": "correct-horse_battery-staple"}


async def test_behind_a_webhook_telegram_delivers_again_what_died_with_the_process(
    corpus_database: str, tmp_path: Path, rng: random.Random
) -> None:
    def settings() -> Mapping[str, str]:
        port = str(free_port())
        return {"HTTP_PORT": port, "TELEGRAM_WEBHOOK_URL": f"http://127.0.0.1:{port}/hook", **HOOK}

    times = moments(rng, POINTS, 0)
    async with (
        FakeTelegram(sleep=_briefly) as fake,
        fleet(fake, lambda: corpus_database, tmp_path, settings) as processes,
    ):
        crowd = await calm(fake, processes, rng, people=4 * len(times))
        for left, at in enumerate(reversed(times)):
            await processes.grow(1, spare=left)
            await processes.struck(at, crowd)
        await processes.grow(1)
        await crowd.settled(aged=True)
        await verify(crowd)


async def _briefly(seconds: float) -> None:
    """Telegram's pauses between deliveries, shortened."""
    await asyncio.sleep(min(seconds, 0.1))
