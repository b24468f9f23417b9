"""Connections that ask for nothing cost a descriptor each: they have little time, and are the first to make room."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one server: how many connections, and the seconds that each has for the head of a request.

    Telegram opens up to 100 at once (https://core.telegram.org/bots/api#setwebhook). Two servers and what the bot opens
    itself stay below the 1,024 descriptors that a process usually has.
    """

    most: int = 128
    request_s: float = 10.0


class LimitedProtocol(H11Protocol):
    """HTTP/1.1, within limits. A request under way is never cut off; a kept connection is what keep-alive says."""

    def __init__(self, limits: Limits, **of_uvicorn: Any) -> None:  # noqa: ANN401 - uvicorn's own
        super().__init__(**of_uvicorn)
        self._limits = limits
        self._since = self.loop.time()
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Makes room: what has never asked for anything goes first, and of that the oldest."""
        super().connection_made(transport)
        self._watch()
        if len(self.connections) > self._limits.most:
            others = [one for one in self.connections if isinstance(one, LimitedProtocol) and one is not self]
            min((one for one in others if one.idle), key=LimitedProtocol._worth, default=self).drop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the timer."""
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Starts the clock at a request's first byte, and stops it once its head is whole."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """The next request, if it came with this one, has time of its own."""
        self._since = self.loop.time()
        super().on_response_complete()

    @property
    def idle(self) -> bool:
        """Whether no request is under way."""
        cycle = cast("RequestResponseCycle | None", self.cycle)  # None until the first request, whatever uvicorn says
        return cycle is None or cycle.response_complete

    def drop(self) -> None:
        """Ends it, and takes it out of the count at once: the transport tells of its end later."""
        self._forget()
        self.connections.discard(self)
        self.transport.abort()

    def _worth(self) -> tuple[bool, float]:
        return self.cycle is not None, self._since

    def _watch(self) -> None:
        if not self.idle:
            self._forget()
        elif self._late is None and self.timeout_keep_alive_task is None:
            self._late = self.loop.call_later(self._limits.request_s, self.drop)

    def _forget(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def limited(limits: Limits) -> type[asyncio.Protocol]:
    """What uvicorn takes for the class of its protocol."""
    return cast("type[asyncio.Protocol]", partial(LimitedProtocol, limits))
