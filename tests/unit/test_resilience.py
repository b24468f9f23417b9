from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.ports import Completion, Outage, Prompt, ProviderError
from rag.resilience import (
    CHAT_RETRYABLE,
    EMBEDDING_RETRYABLE,
    Breaker,
    Circuit,
    GuardedChatModel,
    GuardedEmbedder,
    once_more,
)
from tests.fakes.models import FakeChatModel, FakeEmbedder


@dataclass
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def breaker(clock: Clock) -> Breaker:
    return Breaker(clock)


def fails(breaker: Breaker, reason: Outage, times: int) -> None:
    for _ in range(times):
        assert breaker.allow()
        breaker.failure(reason)


# once_more


async def test_a_failure_that_may_pass_is_tried_once_more() -> None:
    seen: list[ProviderError | None] = []

    async def call(failed: ProviderError | None) -> str:
        seen.append(failed)
        if failed is None:
            raise ProviderError(Outage.DOWN)
        return "ok"

    assert await once_more(call, retryable=EMBEDDING_RETRYABLE) == "ok"
    assert [failed and failed.reason for failed in seen] == [None, Outage.DOWN]


async def test_a_second_failure_is_final() -> None:
    reasons = deque([Outage.DOWN, Outage.BAD_OUTPUT, Outage.DOWN])

    async def call(_: ProviderError | None) -> str:
        raise ProviderError(reasons.popleft())

    with pytest.raises(ProviderError) as raised:
        await once_more(call, retryable=EMBEDDING_RETRYABLE)
    assert raised.value.reason is Outage.BAD_OUTPUT
    assert len(reasons) == 1


@pytest.mark.parametrize("reason", sorted(set(Outage) - CHAT_RETRYABLE))
async def test_a_failure_that_a_second_try_cannot_help_is_final_at_once(reason: Outage) -> None:
    model = FakeChatModel(deque([ProviderError(reason), "ok"]))
    with pytest.raises(ProviderError) as raised:
        await once_more(lambda _: model.complete(Prompt("s", "u", None, 9)), retryable=CHAT_RETRYABLE)
    assert raised.value.reason is reason
    assert len(model.prompts) == 1


# Breaker


@pytest.mark.parametrize("reason", [Outage.DOWN, Outage.SLOW, Outage.BAD_OUTPUT])
def test_failures_in_a_row_open_it_for_the_cool_down(breaker: Breaker, clock: Clock, reason: Outage) -> None:
    fails(breaker, reason, 3)
    assert breaker.state is Circuit.OPEN
    assert breaker.reason is reason
    clock.now += 59.9
    assert not breaker.allow()
    assert breaker.opens_in == pytest.approx(0.1)


def test_a_success_in_between_starts_the_count_again(breaker: Breaker) -> None:
    fails(breaker, Outage.DOWN, 2)
    breaker.success()
    fails(breaker, Outage.DOWN, 2)
    assert breaker.state is Circuit.CLOSED


def test_after_the_cool_down_one_call_goes_on_trial(breaker: Breaker, clock: Clock) -> None:
    fails(breaker, Outage.DOWN, 3)
    clock.now += 60
    assert breaker.allow()
    assert not breaker.allow()
    breaker.success()
    assert breaker.state is Circuit.CLOSED
    assert breaker.allow()


def test_past_the_cool_down_it_is_half_open(breaker: Breaker, clock: Clock) -> None:
    fails(breaker, Outage.DOWN, 3)
    clock.now += 60
    assert breaker.state is Circuit.HALF_OPEN


def test_a_trial_that_fails_opens_it_again(breaker: Breaker, clock: Clock) -> None:
    fails(breaker, Outage.DOWN, 3)
    clock.now += 60
    fails(breaker, Outage.SLOW, 1)
    assert breaker.state is Circuit.OPEN
    assert breaker.reason is Outage.SLOW
    assert breaker.opens_in == 60


def test_a_trial_that_was_cancelled_makes_room_for_another(breaker: Breaker, clock: Clock) -> None:
    fails(breaker, Outage.DOWN, 3)
    clock.now += 60
    assert breaker.allow()
    breaker.release()
    assert breaker.allow()


def test_a_trial_that_never_reports_holds_its_place_for_one_cool_down(breaker: Breaker, clock: Clock) -> None:
    fails(breaker, Outage.DOWN, 3)
    clock.now += 60
    assert breaker.allow()
    clock.now += 60
    assert breaker.allow()


@pytest.mark.parametrize("reason", [Outage.BLOCKED, Outage.TRUNCATED])
def test_one_persons_question_never_stops_the_asking_for_all(breaker: Breaker, reason: Outage) -> None:
    fails(breaker, reason, 10)
    assert breaker.state is Circuit.CLOSED


@pytest.mark.parametrize(
    ("retry_after", "daily", "pause"),
    [
        (None, False, 60),
        (7, False, 7),
        (300, False, 300),
        (5, True, 600),
        (None, True, 600),
        (1e9, False, 86_400),
    ],
)
def test_a_quota_opens_it_at_once_for_as_long_as_was_said(
    breaker: Breaker, retry_after: float | None, daily: bool, pause: float
) -> None:
    breaker.failure(Outage.QUOTA, retry_after, daily=daily)
    assert breaker.state is Circuit.OPEN
    assert breaker.opens_in == pause


def test_a_refused_key_opens_it_at_once(breaker: Breaker) -> None:
    fails(breaker, Outage.REFUSED, 1)
    assert not breaker.allow()


def test_late_news_of_calls_made_before_neither_closes_it_nor_shortens_its_pause(breaker: Breaker) -> None:
    breaker.failure(Outage.QUOTA, daily=True)
    breaker.success()
    breaker.failure(Outage.QUOTA, 1)
    assert breaker.opens_in == 600


@given(st.lists(st.one_of(st.sampled_from(list(Outage)), st.sampled_from([True, None]), st.floats(0, 4000))))
def test_it_always_lets_a_call_through_again_in_the_end(events: list[Outage | bool | float | None]) -> None:
    clock = Clock()
    breaker = Breaker(clock)
    for event in events:
        if isinstance(event, Outage):
            if breaker.allow():
                breaker.failure(event)
        elif isinstance(event, float):
            clock.now += event
        elif event is None:
            breaker.allow()  # and never reports
        else:
            breaker.success()
    clock.now += 3600
    assert breaker.allow()


# Guards


def guarded_embedder(inner: FakeEmbedder, breaker: Breaker) -> GuardedEmbedder:
    return GuardedEmbedder(inner, breaker, query_deadline=5, documents_deadline=5)


async def test_an_open_breaker_answers_for_the_provider_with_what_opened_it(breaker: Breaker, clock: Clock) -> None:
    inner = FakeEmbedder(failures=deque([ProviderError(Outage.QUOTA, retry_after=90)]))
    embedder = guarded_embedder(inner, breaker)
    with pytest.raises(ProviderError):
        await embedder.embed_query("dor")
    clock.now += 30
    with pytest.raises(ProviderError) as raised:
        await embedder.embed_query("dor")
    assert (raised.value.reason, raised.value.retry_after) == (Outage.QUOTA, 60)
    assert len(inner.queries) == 1
    clock.now += 60
    await embedder.embed_query("dor")
    assert breaker.state is Circuit.CLOSED


async def test_two_tries_count_as_one_failure(breaker: Breaker) -> None:
    inner = FakeEmbedder(failures=deque(ProviderError(Outage.DOWN) for _ in range(4)))
    embedder = guarded_embedder(inner, breaker)
    for _ in range(2):
        with pytest.raises(ProviderError):
            await embedder.embed_documents(["nota"])
    assert len(inner.documents) == 4
    assert breaker.state is Circuit.CLOSED


async def test_an_answer_cut_short_is_asked_for_again_with_twice_the_room(breaker: Breaker) -> None:
    inner = FakeChatModel(deque([ProviderError(Outage.TRUNCATED), "ok"]))
    completion = await GuardedChatModel(inner, breaker, deadline=5).complete(Prompt("s", "u", None, 300))
    assert completion.text == "ok"
    assert [prompt.max_output_tokens for prompt in inner.prompts] == [300, 600]


async def test_an_answer_of_bad_json_is_asked_for_again_as_it_was(breaker: Breaker) -> None:
    inner = FakeChatModel(deque([ProviderError(Outage.BAD_OUTPUT), "ok"]))
    prompt = Prompt("s", "u", None, 300)
    await GuardedChatModel(inner, breaker, deadline=5).complete(prompt)
    assert inner.prompts == [prompt, prompt]


@dataclass
class Hanging:
    """A chat model that never answers."""

    asked: asyncio.Event
    name: str = "hanging"

    async def complete(self, prompt: Prompt) -> Completion:
        self.asked.set()
        await asyncio.Event().wait()
        raise AssertionError(prompt)


async def test_the_deadline_covers_both_tries_and_counts_as_slow(breaker: Breaker) -> None:
    model = GuardedChatModel(Hanging(asyncio.Event()), breaker, deadline=0.01)
    for _ in range(3):
        with pytest.raises(ProviderError) as raised:
            await model.complete(Prompt("s", "u", None, 300))
        assert raised.value.reason is Outage.SLOW
    assert breaker.state is Circuit.OPEN


async def test_a_caller_that_gives_up_on_trial_leaves_the_trial_to_the_next(breaker: Breaker, clock: Clock) -> None:
    fails(breaker, Outage.DOWN, 3)
    clock.now += 60
    asked = asyncio.Event()
    task = asyncio.create_task(
        GuardedChatModel(Hanging(asked), breaker, deadline=60).complete(Prompt("s", "u", None, 300))
    )
    await asked.wait()
    assert not breaker.allow()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert breaker.allow()


async def test_a_blank_text_says_nothing_of_the_provider(breaker: Breaker) -> None:
    embedder = guarded_embedder(FakeEmbedder(), breaker)
    for _ in range(5):
        with pytest.raises(ValueError, match="blank"):
            await embedder.embed_query(" ")
    assert breaker.state is Circuit.CLOSED
