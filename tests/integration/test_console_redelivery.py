"""Lines that the console gets twice: the same one again, and another that says the same."""

from __future__ import annotations

import io
import json
import uuid
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from typing import Any

import pytest

from bot.bootstrap import Runtime
from bot.channels.console import Console
from bot.ports import Person
from rag.types import Language
from tests.integration.conversing import Conversation
from tests.integration.diarising import NOON


class OnConsole(Conversation):
    """Somebody whose messages come by the console."""

    @property
    def person(self) -> Person:
        return Person("console", self.user)


@pytest.fixture
async def talking(corpus_runtime: Runtime) -> Conversation:
    opened = OnConsole(corpus_runtime, corpus_runtime.pool, uuid.uuid4().hex, at=NOON)
    await opened.consent()
    return opened


async def answers(talking: Conversation, *lines: dict[str, Any]) -> Sequence[dict[str, Any]]:
    async def written() -> AsyncIterator[str]:
        for line in lines:
            yield json.dumps(line)

    out = io.StringIO()
    talking.at += timedelta(minutes=1)
    times = (talking.at + timedelta(seconds=number) for number in range(1_000))
    app, conversations = talking.runtime.app, talking.runtime.conversations
    await Console(app, conversations, talking.user, Language.PT, lambda: next(times)).run_json(written(), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


async def test_a_line_that_comes_again_gets_the_same_replies_and_stores_nothing_anew(talking: Conversation) -> None:
    line = {"id": "7", "text": "/registrar 2 ovos"}
    first, again = await answers(talking, line, line)
    assert again == first
    assert len(await talking.diary()) == 1


async def test_a_button_that_comes_again_is_pressed_once(talking: Conversation) -> None:
    (offer,) = await answers(talking, {"id": "1", "text": "comi 2 ovos no café"})
    press = {"id": "2", "button": offer["replies"][0]["buttons"][0]["data"]}
    first, again = await answers(talking, press, press)
    assert again == first
    assert len(await talking.diary()) == 1


@pytest.mark.parametrize(
    "lines",
    [
        [{"text": "/registrar 2 ovos"}] * 2,
        [{"id": "1", "text": "/registrar 2 ovos"}, {"id": "2", "text": "/registrar 2 ovos"}],
        [{"id": "1", "text": "/registrar 2 ovos"}, {"id": "1", "text": "/registrar 1 banana"}],
    ],
)
async def test_two_real_meals_count_twice(talking: Conversation, lines: list[dict[str, Any]]) -> None:
    await answers(talking, *lines)
    assert len(await talking.diary()) == 2


async def test_a_reply_in_a_later_run_is_to_the_meal_that_it_shows(talking: Conversation) -> None:
    await answers(talking, {"text": "/registrar 2 ovos"})
    (stored,) = await answers(talking, {"text": "/registrar 100 g de arroz", "at": "2026-11-30T20:00:00-03:00"})
    await answers(talking, {"text": "sem o arroz", "reply_to": stored["replies"][0]["id"]})
    assert [row["grams"] for row in await talking.diary()] == [90]
