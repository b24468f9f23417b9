"""Sends what the outbox holds: at most so many calls in flight, one a chat, emergencies first.

A part is marked as being sent, and that is committed, before the call. So after a crash it is known which parts may
have gone out: their end is unknown, and an answer among them is sent once more, marked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import structlog

from bot.delivery.deadline import Deadline
from bot.delivery.errors import AskedToWait, Blocked, NotSent, Refused, SendError, ServerFailed
from bot.delivery.pacing import SendLimits
from bot.delivery.ports import Batch, Bell, Channel, Fate, Outbox, Outgoing, Settlement
from bot.metrics import DeliveryMeter, Outcome

_OUTCOMES: Final = {
    Fate.SENT: Outcome.SENT,
    Fate.UNSENT: Outcome.UNSENT,
    Fate.PAUSED: Outcome.THROTTLED,
    Fate.BLOCKED: Outcome.BLOCKED,
    Fate.REFUSED: Outcome.REFUSED,
    Fate.UNKNOWN: Outcome.UNKNOWN,
}

_SETTLE_S: Final = 1.0


@dataclass(slots=True)
class Sending:
    """One process' share of the sending."""

    outbox: Outbox
    channel: Channel
    bell: Bell
    limits: SendLimits
    meter: DeliveryMeter
    log: structlog.stdlib.BoundLogger
    _calls: dict[asyncio.Task[None], Outgoing] = field(default_factory=dict, init=False)
    _ended: list[Settlement] = field(default_factory=list, init=False)

    async def run(self, stop: asyncio.Event, deadline: Deadline | None = None) -> None:
        """Sends until `stop` is set, and then what is due, within the grace. To wake it at once, ring its bell too."""
        deadline = deadline or Deadline()
        renewing = asyncio.create_task(self._renew())
        try:
            while not stop.is_set():
                self.bell.clear()
                due_in = await self._turn()
                if due_in > 0 and not stop.is_set():
                    await self.bell.wait(min(due_in, self.limits.poll_s))
            await self._flush(deadline)
        finally:
            await self._finish(deadline)
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _turn(self) -> float:
        """Records what has ended and starts what is due; returns the seconds until there may be more."""
        if not await self._settle():
            return self.limits.poll_s
        batch = await self._claim()
        for outgoing in batch.items:
            self._start(outgoing)
        return batch.due_in

    async def _flush(self, deadline: Deadline) -> None:
        clock = asyncio.get_running_loop().time
        until = clock() + deadline.left(self.limits.grace_s, _SETTLE_S)
        while clock() < until:
            self.bell.clear()
            due_in = await self._turn()
            if due_in > 0 and not self._calls and not self._ended:
                return
            if due_in > 0:
                await self.bell.wait(max(0.0, min(self.limits.grace_s / 10, until - clock())))

    async def _claim(self) -> Batch[Outgoing]:
        free = self.limits.at_once - len(self._calls)
        ordinary = sum(not outgoing.priority for outgoing in self._calls.values())
        if not free:
            return Batch()
        try:
            return await self.outbox.claim(free, max(0, self.limits.at_once - self.limits.reserved - ordinary))
        except Exception as error:  # noqa: BLE001 - the database is away: it may be back at the next look
            self.log.warning("outbox_unreachable", error=type(error).__name__)
            return Batch()

    def _start(self, outgoing: Outgoing) -> None:
        if outgoing.abandoned:
            self.log.warning("send_abandoned", row=outgoing.id)
            self._record(self._unknown(outgoing, "Abandoned"))
            self.bell.ring_here()
            return
        task = asyncio.create_task(self._call(outgoing))
        self._calls[task] = outgoing
        task.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[None]) -> None:
        self._calls.pop(task, None)
        self.bell.ring_here()

    async def _call(self, outgoing: Outgoing) -> None:
        try:
            self._record(await self._try(outgoing))
        except asyncio.CancelledError:
            self._record(self._unknown(outgoing, "Interrupted"))
            raise
        except Exception as error:  # noqa: BLE001 - an adapter's fault: nobody knows whether it went out
            self._record(self._unknown(outgoing, type(error).__name__))

    def _record(self, settlement: Settlement) -> None:
        self._ended.append(settlement)
        failed = settlement.error == ServerFailed.__name__
        self.meter.sent(Outcome.SERVER_FAILED if failed else _OUTCOMES[settlement.fate])

    async def _try(self, outgoing: Outgoing) -> Settlement:
        try:
            message = await self.channel.send(outgoing.chat, outgoing.part)
        except SendError as error:
            settlement = self._failed(outgoing, error)
            self.log.warning("not_sent", row=outgoing.id, fate=settlement.fate, error=str(error))
            return settlement
        return Settlement(outgoing, Fate.SENT, message)

    def _failed(self, outgoing: Outgoing, error: SendError) -> Settlement:
        name, pause = type(error).__name__, self.limits.backoff.pause(outgoing.attempts)
        match error:
            case NotSent():
                return Settlement(outgoing, Fate.UNSENT, error=name, pause=pause)
            case ServerFailed():
                # a repeat bears the mark already: a copy too many is better than none
                again = replace(self._unknown(outgoing, name), pause=pause)
                return replace(again, fate=Fate.UNSENT, again=()) if outgoing.repeat else again
            case AskedToWait(seconds=seconds):
                return Settlement(outgoing, Fate.PAUSED, error=name, pause=seconds)
            case Blocked() | Refused():
                fate = Fate.BLOCKED if isinstance(error, Blocked) else Fate.REFUSED
                return Settlement(outgoing, fate, error=name)
        return self._unknown(outgoing, name)

    def _unknown(self, outgoing: Outgoing, error: str) -> Settlement:
        """Of unknown end: an answer is sent once more, marked; an emergency's, until an end is known."""
        if outgoing.push or (outgoing.repeat and not outgoing.priority):
            return Settlement(outgoing, Fate.UNKNOWN, error=error)
        if outgoing.repeat:
            pause = self.limits.repeats.pause(outgoing.attempts - 1)
            return Settlement(outgoing, Fate.UNKNOWN, error=error, pause=pause, again=[outgoing.part])
        return Settlement(
            outgoing, Fate.UNKNOWN, error=error, again=self.channel.again(outgoing.part, outgoing.language)
        )

    async def _settle(self) -> bool:
        """Records what has ended; keeps it for the next time where that fails."""
        ended, self._ended = self._ended, []
        if not ended:
            return True
        try:
            await self.outbox.settle(ended)
        except Exception as error:  # noqa: BLE001 - the database is away
            self._ended = [*ended, *self._ended]
            self.log.warning("outbox_unreachable", error=type(error).__name__)
            return False
        if any(settlement.outgoing.part.photo for settlement in ended):
            await asyncio.to_thread(_discard, ended)
        return True

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self.limits.renew_s)
            held = [*self._calls.values(), *(settlement.outgoing for settlement in self._ended)]
            if not held:
                continue
            try:
                await self.outbox.renew(held)
            except Exception as error:  # noqa: BLE001 - settling tells whether the lease was held
                self.log.warning("leases_not_renewed", error=type(error).__name__)

    async def _finish(self, deadline: Deadline) -> None:
        if self._calls:
            await asyncio.wait(self._calls, timeout=deadline.left(self.limits.grace_s, _SETTLE_S))
        late = list(self._calls)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        with suppress(TimeoutError):  # what is not settled is found when its lease is over
            async with asyncio.timeout(_SETTLE_S):
                await self._settle()


def _discard(ended: Sequence[Settlement]) -> None:
    """Removes the files of what has been sent: they were made for that."""
    for settlement in ended:
        if settlement.fate is Fate.SENT and (path := settlement.outgoing.part.photo):
            with suppress(OSError):  # it is gone, or was made on another host
                Path(path).unlink()
