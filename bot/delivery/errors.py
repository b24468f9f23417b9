"""How sending and finishing can fail, whatever the channel and the storage."""

from __future__ import annotations


class SendError(Exception):
    """A part was not sent, or perhaps not. The message is a class's name or a code, never a text."""


class NotSent(SendError):  # noqa: N818 - named for what happened
    """It provably did not go out: to be tried again."""


class ServerFailed(SendError):  # noqa: N818
    """The channel itself failed, perhaps after it had taken the part."""


class AskedToWait(SendError):  # noqa: N818
    """It did not go out, and the chat may be written to again after `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{seconds:g} s")
        self.seconds = seconds


class Blocked(SendError):  # noqa: N818
    """The person blocked the bot."""


class Refused(SendError):  # noqa: N818
    """The channel will never take this part."""


class Uncertain(SendError):  # noqa: N818
    """It may have gone out."""


class LeaseLost(Exception):  # noqa: N818
    """Somebody else may have taken the chat: what was done for it must not be committed."""
