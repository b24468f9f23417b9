"""Living with providers that fail: ask once more, then stop asking for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from rag.ports import ChatModel, Completion, Embedder, Outage, Prompt, ProviderError
from rag.types import Vector

T = TypeVar("T")

EMBEDDING_RETRYABLE = frozenset({Outage.DOWN, Outage.BAD_OUTPUT})
CHAT_RETRYABLE = EMBEDDING_RETRYABLE | {Outage.TRUNCATED}

# The provider is well, and answered this one question so: no reason to stop asking for everybody.
_PROVIDER_IS_WELL = frozenset({Outage.BLOCKED, Outage.TRUNCATED})
# The next call would fail as surely.
_OPENS_AT_ONCE = frozenset({Outage.QUOTA, Outage.REFUSED})
_LONGEST_PAUSE = 86_400.0


async def once_more(call: Callable[[ProviderError | None], Awaitable[T]], *, retryable: Collection[Outage]) -> T:
    """The result of `call(None)` or, after a failure among `retryable`, of `call(that failure)`.

    There is no pause between the two: the person is waiting, and a third try is the breaker's affair.

    Raises:
        ProviderError: The last failure.
    """
    try:
        return await call(None)
    except ProviderError as error:
        if error.reason not in retryable:
            raise
        first = error
    return await call(first)


class Circuit(StrEnum):
    """CLOSED lets calls through, OPEN lets none, HALF_OPEN one, on trial."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half-open"


@dataclass(slots=True)
class Breaker:
    """Decides whether a provider is worth asking. `clock` is monotonic; times are in seconds.

    `threshold` failures in a row open it for `cool_down`; a quota or a refusal opens it at once, for as
    long as the provider said, or `daily_cool_down` at least for a day's quota, theirs or ours, whose end no one tells
    us. Then one call goes on trial: its success closes the breaker, its failure opens it again.
    """

    clock: Callable[[], float]
    threshold: int = 3
    cool_down: float = 60.0
    daily_cool_down: float = 600.0
    reason: Outage | None = field(default=None, init=False)
    """Why it is open, or was last."""
    _failures: int = field(default=0, init=False)
    _until: float | None = field(default=None, init=False)
    _on_trial: bool = field(default=False, init=False)

    @property
    def state(self) -> Circuit:
        """The state at this moment."""
        if self._until is None:
            return Circuit.CLOSED
        return Circuit.HALF_OPEN if self._on_trial or self.clock() >= self._until else Circuit.OPEN

    @property
    def opens_in(self) -> float:
        """Seconds until a call may go through again."""
        return 0.0 if self._until is None else max(0.0, self._until - self.clock())

    def allow(self) -> bool:
        """Whether to make this call. After True, report `success`, `failure` or `release`."""
        if self._until is None:
            return True
        now = self.clock()
        if now < self._until:
            return False
        # A trial that never reports holds its place for one cool-down only.
        self._on_trial, self._until = True, now + self.cool_down
        return True

    def success(self) -> None:
        """The provider answered. Said by a call that began before the breaker opened, it changes nothing."""
        if self._until is None or self._on_trial:
            self._failures, self._until, self._on_trial = 0, None, False

    def failure(self, reason: Outage, retry_after: float | None = None, *, daily: bool = False) -> None:
        """The provider failed."""
        if reason in _PROVIDER_IS_WELL:
            self.success()
            return
        self._failures += 1
        if reason in _OPENS_AT_ONCE or self._on_trial or self._failures >= self.threshold:
            self._open(reason, self._pause(retry_after, daily=daily))

    def release(self) -> None:
        """The call ended with no news of the provider (cancelled, or never sent): another may be tried."""
        if self._on_trial:
            self._on_trial, self._until = False, self.clock()

    def _pause(self, retry_after: float | None, *, daily: bool) -> float:
        asked = self.cool_down if retry_after is None else min(retry_after, _LONGEST_PAUSE)
        return max(asked, self.daily_cool_down) if daily else asked

    def _open(self, reason: Outage, pause: float) -> None:
        until = self.clock() + pause
        # Late failures of calls made earlier never shorten a pause.
        self._until = until if self._until is None or self._on_trial else max(self._until, until)
        self.reason, self._on_trial, self._failures = reason, False, 0


async def guarded(
    call: Callable[[ProviderError | None], Awaitable[T]],
    *,
    breaker: Breaker,
    deadline: float,
    retryable: Collection[Outage],
) -> T:
    """`once_more`, within `deadline` seconds in all, unless the breaker is open.

    Raises:
        ProviderError: The last failure; SLOW past the deadline; while the breaker is open, what opened it,
            with the time left as `retry_after`.
    """
    if not breaker.allow():
        raise ProviderError(
            breaker.reason or Outage.DOWN, "not asked, after earlier failures", retry_after=breaker.opens_in
        )
    try:
        async with asyncio.timeout(deadline):
            result = await once_more(call, retryable=retryable)
    except TimeoutError:
        failure = ProviderError(Outage.SLOW, f"no answer within {deadline:g} s")
    except ProviderError as error:
        failure = error
    except BaseException:
        breaker.release()
        raise
    else:
        breaker.success()
        return result
    breaker.failure(failure.reason, failure.retry_after, daily=failure.daily)
    raise failure


@dataclass(frozen=True, slots=True)
class GuardedEmbedder:
    """An embedder behind a breaker, with one retry and a deadline over both tries (seconds).

    A retry repeats all of `embed_documents`: hand it no more than one provider call's worth.
    """

    inner: Embedder
    breaker: Breaker
    query_deadline: float
    documents_deadline: float

    @property
    def name(self) -> str:
        """See `Embedder`."""
        return self.inner.name

    @property
    def max_tokens(self) -> int:
        """See `Embedder`."""
        return self.inner.max_tokens

    async def embed_query(self, text: str) -> Vector:
        """See `Embedder`."""
        return await guarded(
            lambda _: self.inner.embed_query(text),
            breaker=self.breaker,
            deadline=self.query_deadline,
            retryable=EMBEDDING_RETRYABLE,
        )

    async def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """See `Embedder`."""
        if not texts:
            return []
        return await guarded(
            lambda _: self.inner.embed_documents(texts),
            breaker=self.breaker,
            deadline=self.documents_deadline,
            retryable=EMBEDDING_RETRYABLE,
        )

    def count_tokens(self, text: str) -> int:
        """See `Embedder`."""
        return self.inner.count_tokens(text)


@dataclass(frozen=True, slots=True)
class GuardedChatModel:
    """A chat model behind a breaker, with one retry and a deadline over both tries (seconds).

    An answer cut short is asked for again with twice the room.
    """

    inner: ChatModel
    breaker: Breaker
    deadline: float

    @property
    def name(self) -> str:
        """See `ChatModel`."""
        return self.inner.name

    async def complete(self, prompt: Prompt) -> Completion:
        """See `ChatModel`."""
        return await guarded(
            lambda failed: self.inner.complete(_with_room(prompt, failed)),
            breaker=self.breaker,
            deadline=self.deadline,
            retryable=CHAT_RETRYABLE,
        )


def _with_room(prompt: Prompt, failed: ProviderError | None) -> Prompt:
    if failed is None or failed.reason is not Outage.TRUNCATED:
        return prompt
    return replace(prompt, max_output_tokens=2 * prompt.max_output_tokens)
