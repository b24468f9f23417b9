from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from bot.channels.telegram.errors import (
    BadRequest,
    Blocked,
    Problem,
    RetryLater,
    ServerFailed,
    TelegramError,
    Unknown,
    Unsent,
)
from bot.channels.telegram.sender import RENEWAL_S, Sender, typing
from bot.delivery.ports import Part

PART = Part({"text": "<b>oi</b>", "parse_mode": "HTML"}, {"text": "oi"})
CANT_PARSE = BadRequest(Problem.CANT_PARSE_ENTITIES)


class ScriptedApi:
    """Fails as told, in order, then does as asked."""

    def __init__(self, *failures: TelegramError | None) -> None:
        self.failures = list(failures)
        self.done: list[tuple[str, Any]] = []
        self.called = asyncio.Event()

    async def send_message(self, chat: str, payload: Mapping[str, Any]) -> str:
        return self._did("message", payload)

    async def send_photo(self, chat: str, path: str, payload: Mapping[str, Any]) -> str:
        return self._did("photo", (path, payload))

    async def send_document(self, chat: str, path: str, payload: Mapping[str, Any]) -> str:
        return self._did("document", (path, payload))

    async def send_chat_action(self, chat: str, action: str = "typing") -> None:
        self._did(action, chat)

    async def answer_callback_query(self, query: str, text: str = "") -> None:
        self._did("answer", query)

    def _did(self, what: str, payload: object) -> str:
        self.called.set()
        failure = self.failures.pop(0) if self.failures else None
        if failure:
            raise failure
        self.done.append((what, payload))
        return str(len(self.done))


class Naps:
    """A sleep that takes no time; with `turns`, the one after so many never ends."""

    def __init__(self, turns: int = 1_000) -> None:
        self.seconds: list[float] = []
        self.turns = turns
        self.over = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        if len(self.seconds) >= self.turns:
            self.over.set()
            await asyncio.Event().wait()
        await asyncio.sleep(0)


async def test_a_part_is_sent_with_its_markup() -> None:
    api = ScriptedApi()
    assert await Sender(api).send_part("7", PART) == "1"
    assert api.done == [("message", PART.payload)]


async def test_markup_that_cannot_be_parsed_is_sent_plain_once() -> None:
    api = ScriptedApi(CANT_PARSE)
    await Sender(api).send_part("7", PART)
    assert api.done == [("message", PART.plain)]


async def test_a_second_refusal_is_raised() -> None:
    with pytest.raises(BadRequest):
        await Sender(ScriptedApi(CANT_PARSE, CANT_PARSE)).send_part("7", PART)


@pytest.mark.parametrize("error", [Unsent("x"), Unknown("x"), RetryLater(3), Blocked("x"), ServerFailed("x")])
async def test_one_part_is_tried_once_and_its_outcome_is_the_callers(error: TelegramError) -> None:
    api = ScriptedApi(error)
    with pytest.raises(type(error)):
        await Sender(api).send_part("7", PART)
    assert api.done == []


async def test_a_picture_goes_out_as_a_picture() -> None:
    api = ScriptedApi()
    await Sender(api).send_part("7", Part({"caption": "x"}, {}, "chart.png"))
    assert api.done == [("photo", ("chart.png", {"caption": "x"}))]


@pytest.mark.parametrize("path", ["diary.csv", "diary.json", "x/diary.CSV"])
async def test_a_file_that_is_no_picture_goes_out_as_a_document(path: str) -> None:
    api = ScriptedApi()
    await Sender(api).send_part("7", Part({"caption": "x"}, {}, path))
    assert api.done == [("document", (path, {"caption": "x"}))]


async def test_a_caption_whose_file_is_gone_is_sent_as_a_text() -> None:
    api = ScriptedApi(BadRequest(Problem.NO_FILE), CANT_PARSE)
    part = Part({"caption": "<b>x</b>", "reply_markup": {}}, {"caption": "x", "reply_markup": {}}, "gone.png")
    await Sender(api).send_part("7", part)
    assert api.done == [("message", {"text": "x", "reply_markup": {}})]


async def test_a_file_that_is_gone_and_had_no_caption_is_the_callers_to_mend() -> None:
    with pytest.raises(BadRequest):
        await Sender(ScriptedApi(BadRequest(Problem.NO_FILE))).send_part("7", Part({}, {}, "gone.png"))


@pytest.mark.parametrize("error", [None, BadRequest(Problem.OTHER), Unknown("x")])
async def test_a_press_too_old_to_acknowledge_harms_nothing(error: TelegramError | None) -> None:
    api = ScriptedApi(error)
    await Sender(api).acknowledge("q1")
    assert api.done == ([] if error else [("answer", "q1")])


async def test_typing_is_shown_at_once_and_renewed_before_it_fades() -> None:
    api, naps = ScriptedApi(), Naps(turns=4)
    async with typing(api, "7", naps):
        await naps.over.wait()
    assert api.done == [("typing", "7")] * 4
    assert set(naps.seconds) == {RENEWAL_S}
    assert 4 <= RENEWAL_S < 5


@pytest.mark.parametrize("failures", [[Unknown("x"), Unsent("x")], [ServerFailed("x"), Unknown("x")]])
async def test_typing_outlives_failures(failures: Sequence[TelegramError]) -> None:
    api, naps = ScriptedApi(*failures), Naps(turns=3)
    async with typing(api, "7", naps):
        await naps.over.wait()
    assert api.done == [("typing", "7")]


async def test_typing_waits_as_long_as_it_is_asked_to() -> None:
    naps = Naps(turns=2)
    async with typing(ScriptedApi(RetryLater(33)), "7", naps):
        await naps.over.wait()
    assert naps.seconds == [33, RENEWAL_S]


async def test_typing_ends_where_nobody_can_see_it() -> None:
    api, naps = ScriptedApi(Blocked("x")), Naps()
    async with typing(api, "7", naps):
        await api.called.wait()
        await asyncio.sleep(0)
    assert naps.seconds == []


async def test_an_error_of_the_block_is_its_own() -> None:
    with pytest.raises(ZeroDivisionError):
        async with typing(ScriptedApi(Unknown("x")), "7", Naps(turns=1)):
            raise ZeroDivisionError


async def test_typing_that_hangs_does_not_hold_up_the_answer() -> None:
    class Hanging(ScriptedApi):
        async def send_chat_action(self, chat: str, action: str = "typing") -> None:
            self.called.set()
            await asyncio.Event().wait()

    api = Hanging()
    async with asyncio.timeout(5):
        async with typing(api, "7"):
            await api.called.wait()


async def test_cancelling_the_block_cancels_the_typing() -> None:
    api, naps = ScriptedApi(), Naps(turns=1)

    async def think() -> None:
        async with typing(api, "7", naps):
            await asyncio.Event().wait()

    before = asyncio.all_tasks()
    task = asyncio.create_task(think())
    await naps.over.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert asyncio.all_tasks() <= before
