"""Processes behind a webhook that start, stop, share the work and change to polling."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.acceptance.processes import BOT, bot_environment, free_port, run
from tests.acceptance.telegram_bot import texts
from tests.acceptance.webhook_bot import (
    SAID,
    USERS,
    balanced,
    hooked,
    hooked_process,
    settings,
    started,
    told,
)
from tests.fakes.telegram import FakeTelegram


@pytest.fixture
async def own() -> AsyncIterator[FakeTelegram]:
    """A Telegram for one test, which starts processes of its own on a database of its own."""
    async with FakeTelegram() as telegram:
        yield telegram


async def test_told_to_stop_it_takes_nothing_more_and_what_was_taken_is_answered(
    own: FakeTelegram, corpus_database: str, tmp_path: Path
) -> None:
    user = next(USERS)
    async with hooked_process(own, corpus_database, tmp_path) as replica:
        for words in SAID:
            own.say(user, words)
        await own.until(lambda: not own.waiting)
        assert await replica.told_to_stop() == 0
        assert len(own.to(user)) == len(SAID)
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", httpx.URL(replica.hook).port)
        assert "telegram_stopped" in replica.log.read_text()


async def test_two_replicas_behind_one_webhook_keep_the_order_of_each_chat(
    own: FakeTelegram, corpus_database: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    users, ports = [next(USERS) for _ in range(10)], (free_port(), free_port())
    async with (
        balanced(*ports) as url,
        started(own, corpus_database, tmp_path_factory.mktemp("one"), port=ports[0], **hooked(url)) as one,
        started(own, corpus_database, tmp_path_factory.mktemp("two"), port=ports[1], **hooked(url)) as two,
    ):
        for number in range(12):
            for user in users:
                own.say(user, SAID[number % 6])
        answers = [await told(own, user, 12) for user in users]
        shares = [await replica.sample("fonte_handling_seconds_count") for replica in (one, two)]
    assert len(set(answers[0][:6])) == 6
    assert answers == [answers[0][:6] * 2] * 10
    assert min(shares) > 0
    assert sum(shares) == 120


async def test_between_webhook_and_polling_nothing_is_lost_and_nothing_set_by_hand(
    own: FakeTelegram, corpus_database: str, tmp_path: Path
) -> None:
    user = next(USERS)
    for number, mode in enumerate(("webhook", "polling", "webhook", "polling")):
        own.say(user, SAID[number])  # while nobody receives
        start = hooked_process if mode == "webhook" else started
        async with start(own, corpus_database, tmp_path) as replica:
            await told(own, user, number + 1)
            await own.until(lambda: not own.waiting)
            assert bool(own.state.webhook.url) == (mode == "webhook")
            assert await replica.told_to_stop() == 0
    assert len(own.to(user)) == 4
    assert len(set(texts(own.to(user)))) == 4


@pytest.mark.parametrize("name", ["HTTP", "ADMIN"])
async def test_a_port_in_use_is_one_line_that_names_the_variable(
    name: str, own: FakeTelegram, corpus_database: str, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ports = {"HTTP_PORT": str(free_port()), "ADMIN_PORT": str(free_port()), f"{name}_PORT": str(port)}
        env = bot_environment(corpus_database, tmp_path, **settings(own, **hooked("http://127.0.0.1:1"), **ports))
        ended = await run(*BOT, "telegram", env=env, cwd=tmp_path)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.splitlines()[-1] == f"fonte: {name}_PORT: port {port} of 127.0.0.1 is in use"
    assert sum("fonte:" in line for line in ended.err.splitlines()) == 1
