"""What may go wrong between a bot and the Bot API, planned or drawn from a seed."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

WEBHOOK = "webhook"
"""Stands for a method's name: a delivery to the webhook. Only the two drops apply to it."""


DOWNLOAD = "download"
"""Stands for a method's name: the download of a file. Only DROP_BEFORE, HANG_AFTER and SERVER_ERROR apply to it."""


class Fate(StrEnum):
    """The end of a request."""

    DROP_BEFORE = "drop_before"  # connection closed before the body was read: not done
    RATE_LIMITED = "rate_limited"  # 429: not done
    SERVER_ERROR = "server_error"  # 5xx: not done
    SERVER_ERROR_AFTER = "server_error_after"  # done, answered 5xx
    HANG_AFTER = "hang_after"  # done, never answered
    DROP_AFTER = "drop_after"  # done, connection closed without an answer
    MALFORMED = "malformed"  # done, answered with something that is not JSON
    REORDER = "reorder"  # getUpdates: the batch out of order


@dataclass(frozen=True)
class Fault:
    """One fault. `seconds` goes with RATE_LIMITED, `status` with the 5xx."""

    fate: Fate
    seconds: int = 1
    status: int = 502


class Faults:
    """Which fault, if any, the next request meets: the planned ones first, then by chance.

    `rates` are probabilities, drawn with `rng`, for the methods in `methods` (None: all).
    """

    def __init__(
        self,
        rng: random.Random | None = None,
        rates: Mapping[Fate, float] | None = None,
        methods: Collection[str] | None = None,
    ) -> None:
        self.rng = rng or random.Random(0)  # noqa: S311 - reproducible on purpose
        self.rates = dict(rates or {})
        self.methods = methods
        self._planned: dict[str, deque[Fault | None]] = {}

    def plan(self, method: str, *faults: Fault | Fate | None) -> None:
        """The next calls of `method` meet these, in order; None lets one pass."""
        queue = self._planned.setdefault(method.lower(), deque())
        queue.extend(Fault(fault) if isinstance(fault, Fate) else fault for fault in faults)

    def next(self, method: str) -> Fault | None:
        """Decides for one call."""
        planned = self._planned.get(method.lower())
        if planned:
            return planned.popleft()
        if self.methods is not None and method not in self.methods:
            return None
        drawn = self.rng.random()
        for fate, rate in self.rates.items():
            if drawn < rate:
                return Fault(fate)
            drawn -= rate
        return None
