"""Operators' passwords as Argon2id, and how long a name has to wait after wrong ones. Pure but for randomness.

The parameters are argon2-cffi's own (RFC 9106's second choice: 64 MiB, 3 passes, 4 lanes).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error

SHORTEST: Final = 12
"""Characters of a password."""
LONGEST: Final = 1_024
WINDOW: Final = timedelta(minutes=15)
"""How long a failure counts."""
OF_ONE_NAME: Final = 5
"""Failures of a name from one address from which it has to wait."""
OF_ONE_ADDRESS: Final = 20
_FIRST_WAIT: Final = timedelta(seconds=30)
_LONGEST_WAIT: Final = timedelta(minutes=15)


class WeakPasswordError(ValueError):
    """A password that won't do; the message says why."""


@dataclass(frozen=True, slots=True)
class Passwords:
    """Makes and checks hashes. A check takes as long where there is no hash as where there is one."""

    hasher: PasswordHasher = field(default_factory=PasswordHasher)
    decoy: str = ""

    @classmethod
    def ready(cls, hasher: PasswordHasher | None = None) -> Passwords:
        """With a hash of nobody's password, of the same parameters."""
        hasher = hasher or PasswordHasher()
        return cls(hasher, hasher.hash(secrets.token_hex()))

    def made(self, password: str) -> str:
        """The hash to keep. Raises WeakPasswordError."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise WeakPasswordError(f"a password has {SHORTEST} to {LONGEST} characters")
        if len(set(password)) < SHORTEST // 2:
            raise WeakPasswordError("the password repeats itself: use more different characters")
        return self.hasher.hash(password)

    def fits(self, kept: str | None, password: str) -> bool:
        """Whether the password is the one of that hash; None, of nobody's, never fits."""
        try:
            self.hasher.verify(kept or self.decoy, password[:LONGEST])
        except (Argon2Error, ValueError):  # of a hash, or a password, that is none
            return False
        return kept is not None


def wait(of_name: Sequence[datetime], of_address: Sequence[datetime], at: datetime) -> int:
    """Seconds until the next try may be made; 0: at once.

    `of_name` are the failures of one name from one address, `of_address` those of all names from it, each in order.
    The wait doubles with each failure, from 30 seconds to 15 minutes.
    """
    return max(_wait(of_name, OF_ONE_NAME, at), _wait(of_address, OF_ONE_ADDRESS, at))


def _wait(failures: Sequence[datetime], allowed: int, at: datetime) -> int:
    recent = [one for one in failures if at - WINDOW < one]
    if len(recent) < allowed:
        return 0
    pause: timedelta = min(_FIRST_WAIT * 2 ** min(len(recent) - allowed, 10), _LONGEST_WAIT)
    return max(ceil((recent[-1] + pause - at).total_seconds()), 0)


def typed_name(name: str) -> str:
    """A typed name as it may be kept: SHA-256, in hex, of its folded form. It may be a password by mistake."""
    return hashlib.sha256(name.strip().casefold().encode(errors="replace")).hexdigest()
