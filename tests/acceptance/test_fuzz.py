"""Thousands of updates that no Telegram would send: the bot lives, and answers whoever writes properly."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.acceptance.processes import database_copy
from tests.acceptance.telegram_bot import Bot, started
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram_samples import GROUP, USER, mutated_updates
from tests.fakes.telegram_state import Json

pytestmark = pytest.mark.xdist_group("fuzz")

UPDATES = 50_000 if os.environ.get("FONTE_LONG_TESTS") else 2_000
BATCH = 500
PEOPLE = 50
FIRST_ID = 800_000_001
BEYOND: tuple[object, ...] = (
    None,
    5,
    "x",
    [],
    {},
    {"update_id": "x"},
    {"message": {"text": "oi"}},
    {"update_id": None, "message": {}},
)
"""What has no id: nothing can be confirmed, and nothing is stored."""


@pytest.fixture
async def bot(server: str, corpus_template: str, tmp_path: Path) -> AsyncIterator[Bot]:
    async with (
        database_copy(server, corpus_template) as dsn,
        FakeTelegram() as fake,
        started(fake, dsn, tmp_path, LOG_LEVEL="INFO", FONTE_USER_RATE="0") as bot,
    ):
        yield bot


async def test_after_any_number_of_spoilt_updates_it_lives_and_answers_and_each_has_its_end(bot: Bot) -> None:
    sent = Counter[str]()
    numbers = count(FIRST_ID)
    for batch in batches():
        for update in batch:
            bot.fake.raw({**update, "update_id": next(numbers)})
            sent.update(kind for kind in update if kind != "update_id")
        await answers_a_good_message(bot, numbers)
    await bot.fake.until(lambda: not bot.fake.waiting, timeout=60)
    await finished(bot)
    ends = await bot.query("select state, count(*) from inbox where update_id >= $1 group by state", FIRST_ID)
    assert {row["state"] for row in ends} == {"done", "quarantined"}
    assert sum(row["count"] for row in ends) == UPDATES + UPDATES // BATCH
    assert sent["message"] > UPDATES / 4
    assert bot.process.returncode is None
    assert "Traceback" not in bot.log.read_text()


async def test_what_has_no_id_keeps_nothing_else_waiting(bot: Bot) -> None:
    numbers = count(FIRST_ID)
    for update in BEYOND:
        bot.fake.raw(update)
        await answers_a_good_message(bot, numbers)
    bot.fake.state.queue.clear()  # the real one never keeps what has no number
    await answers_a_good_message(bot, numbers)
    states = {row["state"] for row in await bot.query("select distinct state from inbox")}
    assert states <= {"done", "new", "doing", "quarantined"}


def batches() -> Iterator[list[Json]]:
    updates = spoilt()
    for start in range(0, UPDATES, BATCH):
        yield updates[start : start + BATCH]


def spoilt() -> list[Json]:
    """Mutated updates of every kind, of several people, always the same ones."""
    found: list[Any] = []

    @settings(
        max_examples=UPDATES, derandomize=True, database=None, phases=[Phase.generate], deadline=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(mutated_updates())
    def draw(update: Any) -> None:
        found.append(update)

    draw()
    return [_of_somebody(found[number % len(found)], number) for number in range(UPDATES)]


def _of_somebody(value: Any, number: int) -> Any:
    """The same update, from one of many people, so that chats are worked at side by side."""
    if isinstance(value, dict):
        return {key: _of_somebody(inner, number) for key, inner in value.items()}
    if isinstance(value, list):
        return [_of_somebody(inner, number) for inner in value]
    if value in (USER, GROUP):
        return value * 1_000 + (number % PEOPLE) * (1 if value > 0 else -1)
    return value


async def answers_a_good_message(bot: Bot, numbers: Iterator[int]) -> None:
    user = bot.somebody()
    bot.fake.say(user, "oi")["update_id"] = next(numbers)
    await bot.fake.until(lambda: bot.fake.to(user), timeout=60)


async def finished(bot: Bot) -> None:
    async with asyncio.timeout(60):
        while await bot.query("select from inbox where state in ('new', 'doing') limit 1"):
            await bot.fake.state.changed.wait(0.2)
