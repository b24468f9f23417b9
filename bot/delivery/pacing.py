"""How fast to send, how long to hold a lease, how long to pause.

The pace is kept in the database: all processes together keep it, and a restart does not start it anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

_HIGHEST_EXPONENT = 16


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast parts may go out.

    `per_second` of all chats together, None without limit, in bursts of `burst`; a chat rests `chat_pause_s` after each
    part, but for `chat_burst` in a row. Telegram: about 30 messages a second, and about one a second in a chat (https://core.telegram.org/bots/faq).
    """

    per_second: float | None = 25.0
    burst: int = 5
    chat_pause_s: float = 1.0
    chat_burst: int = 3


UNPACED = Pace(None, 1, 0.0, 1)
"""For benches."""


@dataclass(frozen=True, slots=True)
class Backoff:
    """Pauses after failures in seconds: `first`, doubling up to `longest`."""

    first: float
    longest: float

    def pause(self, failures: int) -> float:
        """The pause after the `failures`-th failure, from 1."""
        return min(self.longest, self.first * 2.0 ** min(max(failures - 1, 0), _HIGHEST_EXPONENT))


@dataclass(frozen=True, slots=True)
class WorkLimits:
    """Limits of handling.

    `at_once` chats in parallel; `attempts` that fail, or `deaths` of its processes, before an update is given up;
    `longest_s` for one thought; `grace_s` to finish in when told to stop; `poll_s` between looks when no bell rings;
    leases are renewed every `renew_s`, well within their length.
    """

    at_once: int = 32
    attempts: int = 6
    deaths: int = 6
    backoff: Backoff = Backoff(1.0, 30.0)
    longest_s: float = 120.0
    grace_s: float = 12.0
    poll_s: float = 1.0
    renew_s: float = 3.0


@dataclass(frozen=True, slots=True)
class SendLimits:
    """Limits of sending: `at_once` calls in flight, `reserved` of them for emergencies; the rest as in WorkLimits.

    `repeats` are the pauses between repeats of an emergency, each of which may have arrived.
    """

    at_once: int = 8
    reserved: int = 1
    backoff: Backoff = Backoff(1.0, 30.0)
    repeats: Backoff = Backoff(1.0, 600.0)
    grace_s: float = 5.0
    poll_s: float = 1.0
    renew_s: float = 3.0


LEASE = timedelta(seconds=10)
"""How long after a process' death its work is taken up by another."""

EXPIRY = timedelta(hours=24)
"""What could not be sent for so long is given up."""
