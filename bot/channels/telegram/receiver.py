"""The long-poll loop. An update is confirmed to Telegram only after `accept` has made it safe."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import structlog

from bot.channels.telegram.errors import Conflict, RetryLater, TelegramError, Unauthorised, Unreadable
from bot.channels.telegram.parsing import update_id

Accept = Callable[[list[dict[str, Any]]], Awaitable[None]]
"""Makes raw updates safe, or raises. May see one again: after a failure, a restart, a lost answer."""

Quarantine = Callable[[bytes, str], Awaitable[None]]
"""Keeps what is no update, and why it is none, or raises. May see it again."""

T = TypeVar("T")

_BATCH = 100
_LARGEST_ID = 2**63 - 1
_ANSWER = re.compile(rb'\s*\{\s*"ok"\s*:\s*true\s*,\s*"result"\s*:\s*\[(.+)\]\s*\}\s*', re.DOTALL)
_ID = re.compile(rb'"update_id"\s*:\s*([0-9]{1,19})(?=\s*[,}])')
"""Quotes within what people write are escaped, so no text of theirs looks like this."""
_HIGHEST_EXPONENT = 16
_FAREWELL_S = 2.0
_GRACE_S = 3.5
"""For a batch that is being made safe when `stop` is set."""


class UpdatesApi(Protocol):
    """What receiving needs of the Bot API."""

    async def get_updates(self, offset: int | None, *, limit: int = 100, timeout: int = 25) -> list[Any]:  # noqa: ASYNC109
        """Raw updates."""

    async def delete_webhook(self) -> None:
        """Back to polling."""


@dataclass(frozen=True, slots=True)
class Retries:
    """Pauses after failures, in seconds: doubling from `first` to `longest`, at random in their upper half.

    `sleep` and `random` (uniform in [0, 1)) are injected. `conflict` is the pause after 409.
    """

    sleep: Callable[[float], Coroutine[Any, Any, None]]
    random: Callable[[], float]
    first: float = 0.5
    longest: float = 30.0
    conflict: float = 15.0

    def pause(self, failures: int) -> float:
        """The pause after the `failures`-th failure in a row, from 1."""
        whole = min(self.longest, self.first * 2.0 ** min(failures - 1, _HIGHEST_EXPONENT))
        return whole * (0.5 + self.random() / 2)


async def poll(
    api: UpdatesApi,
    accept: Accept,
    quarantine: Quarantine,
    *,
    offset: int | None,
    stop: asyncio.Event,
    backoff: Retries,
    log: structlog.stdlib.BoundLogger,
    wait: int = 25,
) -> None:
    """Receives until `stop` is set. `offset` confirms what lies below it; None starts at the oldest update.

    Outlives everything but a rejected token (raises Unauthorised) and cancellation. Updates reach `accept` in
    the order of their ids, in batches of up to 100.

    A batch that can't be read is asked for one update at a time. The one that can't be read goes to `quarantine` as it
    came and is passed over, by its id where the bytes show one, else by raising the offset by one: it is the oldest
    that waits, so nothing else lies below. Where neither is known it waits, and is asked for after ever longer pauses.
    What has no id that Telegram could have given goes to `quarantine` too.
    """
    await _Poller(api, accept, quarantine, stop, backoff, log, wait, offset).run()


@dataclass(slots=True)
class _Poller:
    api: UpdatesApi
    accept: Accept
    quarantine: Quarantine
    stop: asyncio.Event
    backoff: Retries
    log: structlog.stdlib.BoundLogger
    wait: int
    offset: int | None
    failures: int = field(default=0, init=False)
    polling: bool = field(default=False, init=False)
    singly: int = field(default=0, init=False)
    """How many updates are yet to be asked for one at a time."""

    async def run(self) -> None:
        while not self.stop.is_set():
            pause = await self._turn()
            if pause:
                await unless(self.stop, self.backoff.sleep(pause))
        await self._farewell()

    async def _turn(self) -> float:
        """One request and what follows; returns how long to pause."""
        try:
            pause = await self._received()
        except Unauthorised:
            raise
        except Conflict:
            self.polling = False  # the rival may be a webhook
            self.log.warning("telegram.conflict", hint="another process, or a webhook, receives too")
            return self.backoff.conflict
        except RetryLater as error:
            self.log.warning("telegram.asked_to_wait", seconds=error.seconds)
            return error.seconds
        except TelegramError as error:
            return self._failed("telegram.unreachable", error)
        except Exception as error:  # noqa: BLE001 - whatever storing raises, the update is still Telegram's
            return self._failed("telegram.not_accepted", error)
        if not pause:
            self.failures = 0
        return pause

    async def _received(self) -> float:
        try:
            updates = await unless(self.stop, self._receive())
        except Unreadable as error:
            return await self._pass_over(error)
        return 0.0 if updates is None else await self._keep(updates)

    async def _receive(self) -> list[Any]:
        if not self.polling:
            await self.api.delete_webhook()
            self.polling = True
        return await self.api.get_updates(self.offset, limit=1 if self.singly else _BATCH, timeout=self.wait)

    async def _pass_over(self, error: Unreadable) -> float:
        """Raises `error` where the answer is not whole or not Telegram's, such as a gateway's page."""
        answer = _ANSWER.fullmatch(error.body)
        if answer is None:
            raise error
        if not self.singly:
            self.singly = _BATCH
            return self._failed("telegram.unreadable_batch", error)
        self.log.error("telegram.quarantined", reason="not_json")
        kept = await unless(self.stop, _done(self.quarantine(answer[1], "not_json")), _GRACE_S)
        return self._one_further(_number(answer[1])) if kept else 0.0

    def _one_further(self, number: int | None) -> float:
        """Beyond an update that is in quarantine."""
        if number is not None:
            self.offset, self.singly = number + 1, 0
            return 0.0
        if self.offset is not None:
            self.offset += 1
        self.failures += 1
        return self.backoff.pause(self.failures)

    async def _keep(self, received: list[Any]) -> float:
        numbered = sorted(
            ((number, update) for update in received if (number := update_id(update)) is not None),
            key=lambda pair: pair[0],
        )
        strange = [update for update in received if update_id(update) is None]
        if not await unless(self.stop, _done(self._store([update for _, update in numbered], strange)), _GRACE_S):
            return 0.0
        self.singly = max(0, self.singly - len(received)) if received else 0
        if numbered:
            self.offset = numbered[-1][0] + 1
            return 0.0
        if received:  # nothing that has a number: no offset says that it is kept, so only time can pass
            self.failures += 1
            return self.backoff.pause(self.failures)
        # All is confirmed. After an idle week ids may restart anywhere, so an old offset must not linger.
        self.offset = None
        return 0.0

    async def _store(self, updates: list[dict[str, Any]], strange: list[Any]) -> None:
        if strange:
            self.log.warning("telegram.updates_without_id", count=len(strange))
        for update in strange:
            await self.quarantine(_json(update), "no_update_id")
        if updates:
            await self.accept(updates)

    def _failed(self, event: str, error: Exception) -> float:
        self.failures += 1
        self.log.warning(event, error=type(error).__name__, failures=self.failures)
        return self.backoff.pause(self.failures)

    async def _farewell(self) -> None:
        """Confirms the last batch, so that a clean restart does not see it again."""
        if self.offset is None:
            return
        try:
            async with asyncio.timeout(_FAREWELL_S):
                await self.api.get_updates(self.offset, limit=1, timeout=0)
        except (TelegramError, TimeoutError) as error:
            self.log.info("telegram.last_batch_unconfirmed", error=type(error).__name__)


async def _done(work: Awaitable[None]) -> bool:
    await work
    return True


def _number(update: bytes) -> int | None:
    """The id of an update that can't be read otherwise."""
    found = _ID.search(update)
    number = int(found[1]) if found else None
    return number if number is not None and number < _LARGEST_ID else None


def _json(update: object) -> bytes:
    try:
        return json.dumps(update).encode()
    except (ValueError, RecursionError) as error:  # read by a hair's breadth, and not to be written
        return type(error).__name__.encode()


async def unless(stop: asyncio.Event, work: Coroutine[Any, Any, T], grace: float = 0.0) -> T | None:
    """The result of `work`, or None where `stop` was set `grace` seconds before it ended; it is cancelled then."""
    task, stopping = asyncio.create_task(work), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({task, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if grace and not task.done():
            await asyncio.wait({task}, timeout=grace)
        return task.result() if task.done() else None
    finally:
        task.cancel()
        stopping.cancel()
        await asyncio.gather(task, stopping, return_exceptions=True)
