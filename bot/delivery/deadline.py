"""By when a process that was told to stop must have let go of everything."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass


@dataclass(slots=True)
class Deadline:
    """A moment on the event loop's clock, which a process' loops share; there is none until it is told to stop."""

    at: float = math.inf

    def begin(self, seconds: float) -> None:
        """Sets it to so many seconds from now."""
        self.at = asyncio.get_running_loop().time() + seconds

    def left(self, most: float, spare: float = 0.0) -> float:
        """Up to `most` seconds of what is left but for `spare`, which are others'; 0 at least."""
        return max(0.0, min(most, self.at - spare - asyncio.get_running_loop().time()))
